"""Side by side: the same fields, strengths and first rounds, paired on by Ronda and by what people use today.

    python -m tools.bench.beside [--only SYSTEM] [--events N] [--json FILE] [--plot FILE] [--page FILE]

`--page` keeps the figures (`beside.json`) and writes them into the page about what people use today.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from ronda.core.chance import Draw
from ronda.core.model import Bye, Player, Proposal, Round, Setup, Table, Tournament
from ronda.desk import standings_after
from ronda.lab.quality import round_quality
from ronda.systems import NAMES, book_of, system
from tools.bench.events import with_results
from tools.bench.other_methods import Known, Rival, rivals
from tools.study import outcome

SIZES = (12, 23, 40)
EVENTS = 30
ROUNDS = 7
OWN = "Ronda"
KEPT = Path(__file__).parent / "beside.json"


class Sum(NamedTuple):
    """Over all rounds after the first of all events of one kind. `stuck`: rounds without a legal way on, where the tool
    gave up what it means to keep; `unfair`: rounds in which somebody met an earlier opponent or had an earlier partner
    although Ronda, on the same standings, finds a round without, or rested a second time before all had rested."""

    rounds: int = 0
    stuck: int = 0
    unfair: int = 0
    gap: Fraction = Fraction(0)  # in points
    tables: int = 0
    seconds: float = 0.0
    tau: int = 0
    top: int = 0
    events: int = 0

    def plus(self, other: Sum) -> Sum:
        return Sum(*(one + two for one, two in zip(self, other, strict=True)))  # type: ignore[operator]

    def told(self) -> dict[str, float]:
        rounds, events = max(self.rounds, 1), max(self.events, 1)
        return {
            "ms_per_round": round(1000 * self.seconds / rounds, 2),
            "stuck_percent": round(100 * self.stuck / rounds, 1),
            "unfair_percent": round(100 * self.unfair / rounds, 1),
            "mean_gap_points": round(float(self.gap) / max(self.tables, 1), 2),
            "kendall_tau": round(self.tau / 1000 / events, 2),
            "best_in_top_three_percent": round(self.top / 10 / events, 1),
        }


def compared(name: str, players: int, events: int) -> dict[str, Sum]:
    """Each tool plays all events."""
    found: dict[str, Sum] = {}
    for tool, rival in {OWN: None, **rivals(system(name).rules.seating.side_size)}.items():
        total = Sum()
        for seed in range(1, events + 1):
            total = total.plus(_event(name, players, seed, rival))
        found[tool] = total
    return found


def _event(name: str, players: int, seed: int, rival: Rival | None) -> Sum:
    chance = Draw(seed, "beside", name, players)
    drawn = chance.about("strength")
    field = tuple(Player(n, f"Player {n}", rating=1000 + drawn.below(1000)) for n in range(1, players + 1))
    strength = {player.id: player.rating for player in field}
    rounds = min(ROUNDS, players - 2)
    event = Tournament(Setup(name, "", {"rounds": rounds}, seed), field)
    total = Sum(events=1)
    for number in range(1, rounds + 1):
        begin = process_time()
        proposal, stuck = _made(event, seed, rival if number > 1 else None)
        spent = process_time() - begin
        if proposal is None:
            total = total.plus(Sum(rounds=1, stuck=1))
            break
        better = number > 1 and rival is not None and _better(event, seed, proposal.round)
        event = with_results(event, proposal, strength, chance.about("round", number))
        if number > 1:
            own = round_quality(event, number)
            total = total.plus(Sum(1, int(stuck), int(better), own.score_gap, own.tables, spent))
    reached = outcome(event, len(event.rounds), strength)
    return total.plus(Sum(tau=reached.tau, top=reached.top))


def _made(event: Tournament, seed: int, rival: Rival | None) -> tuple[Proposal | None, bool]:
    book = book_of(event)
    if rival is None:
        made = system(event.setup.system).rules.pair(book, Draw(seed, "round", book.round))
        return (made, False) if isinstance(made, Proposal) else (None, True)
    order = [row.player for row in standings_after(event, len(event.rounds))]
    resting = _resting(event, order)
    partners: dict[int, set[int]] = {
        player: {other for line in lines for other in line.partners} for player, lines in book.lines.items()
    }
    met = {player: set(book.met(player)) for player in order}
    playing = [player for player in order if player not in resting]
    seated = rival(Known(playing, met, partners, Draw(seed, "rival", book.round)))
    tables = tuple(Table(at, one, other) for at, (one, other) in enumerate(seated.tables, start=1))
    return Proposal(Round(book.round, tables, tuple(Bye(player) for player in resting))), seated.stuck


def _resting(event: Tournament, order: Sequence[int]) -> list[int]:
    """As most tools have it: the last of the list who have not rested yet."""
    left = len(order) % (2 * system(event.setup.system).rules.seating.side_size)
    rested = [bye.player for round_ in event.rounds for bye in round_.byes]
    return sorted(order, key=lambda player: (rested.count(player), -order.index(player)))[:left]


def _better(event: Tournament, seed: int, made: Round) -> bool:
    """Whether Ronda repeats less on the same standings."""
    ours, _ = _made(event, seed, None)
    if ours is None:
        return False
    both = [round_quality(replace(event, rounds=(*event.rounds, one)), one.number) for one in (made, ours.round)]
    there, here = ((one.rematches if _alone(event) else one.partner_repeats) for one in both)
    return there > here


def _alone(event: Tournament) -> bool:
    return system(event.setup.system).rules.seating.side_size == 1


# --- what is told ------------------------------------------------------------------------------------------

Told = dict[str, dict[str, dict[str, float]]]
HEADINGS = ("ms/round", "stuck %", "unfair %", "gap", "tau", "top 3 %")


def run(only: str, events: int, sizes: Sequence[int] = SIZES) -> Told:
    found: Told = {}
    for name in NAMES:
        if only not in ("", name) or not _pairs_by_standings(name):
            continue
        for size in sizes:
            told = {tool: own.told() for tool, own in compared(name, size, events).items()}
            found[f"{name}, {size} players"] = told
            print("\n".join(table(f"{name}, {size} players", told)), flush=True)
    return found


def keep(told: Told, events: int, dated: str) -> None:
    """What was kept of other systems stays."""
    both = {**(kept()[0] if KEPT.exists() else {}), **told}
    figures = {title: both[title] for title in sorted(both, key=lambda title: title.partition(",")[0])}
    KEPT.write_text(json.dumps({"events": events, "dated": dated, "figures": figures}, indent=1) + "\n", "utf-8")


def kept() -> tuple[Told, int, str]:
    """The figures, how many events they are from, and from when."""
    own: Any = json.loads(KEPT.read_text("utf-8"))
    return own["figures"], own["events"], own["dated"]


def _pairs_by_standings(name: str) -> bool:
    """A fixed table, which surely has everybody against everybody, is not compared."""
    field = tuple(Player(n, f"Player {n}") for n in range(1, SIZES[0] + 1))
    return system(name).rules.guaranteed(book_of(Tournament(Setup(name), field)))[0] < SIZES[0] - 1


def table(title: str, told: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    yield f"{title:<28}" + "".join(f"{heading:>10}" for heading in HEADINGS)
    for tool, values in told.items():
        yield f"  {tool:<26}" + "".join(f"{value:>10}" for value in values.values())
    yield ""


_FOUND = re.compile(r"^\d+ events of \d+ rounds each, .*?(?=^!\[)", re.MULTILINE | re.DOTALL)


def with_found(page: str, told: Told, events: int, dated: str) -> str:
    """The page with the figures anew."""
    rows = ["| event | made by | ms a round | stuck | unfair | gap | tau |", "|---|---|---:|---:|---:|---:|---:|"]
    for title, tools in told.items():
        for at, (tool, own) in enumerate(tools.items()):
            shares = " | ".join(f"{own[part]:g} %" for part in ("stuck_percent", "unfair_percent"))
            values = f"{own['ms_per_round']:.1f} | {shares} | {own['mean_gap_points']:.2f} | {own['kendall_tau']:.2f}"
            rows.append(f"| {'' if at else title} | {tool} | {values} |")
    head = f"{events} events of {ROUNDS} rounds each, {dated}:"
    return _FOUND.sub(lambda _: f"{head}\n\n" + "\n".join(rows) + "\n\n", page, count=1)


def plot(told: Told) -> str:
    """Bars: the share of stuck and of unfair rounds, tool by tool."""
    width, row, left = 720, 18, 300
    rows: list[str] = []
    y = 44
    for title, tools in told.items():
        rows.append(_text(8, y, title, "#14191a", "bold"))
        for tool, values in tools.items():
            y += row
            rows.append(_text(24, y, tool))
            for part, colour, begin in (("stuck_percent", "#9e2e1e", -11), ("unfair_percent", "#8a5a00", -5)):
                long = values[part] * (width - left - 60) / 100
                rows.append(f'<rect x="{left}" y="{y + begin}" width="{long:.1f}" height="5" fill="{colour}"/>')
            rows.append(
                _text(width - 8, y, f"{values['stuck_percent']:g} / {values['unfair_percent']:g} %", anchor="end")
            )
        y += row + 10
    head = _text(
        8, 20, "Rounds after the first: stuck (red), and repeating what Ronda does not (amber), per cent", "#14191a"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" font-family="sans-serif" role="img">\n'
        f'<rect width="{width}" height="{y}" fill="#fff"/>\n{head}\n' + "\n".join(rows) + "\n</svg>\n"
    )


def _text(x: int, y: int, text: str, colour: str = "#495153", weight: str = "normal", anchor: str = "start") -> str:
    how = f'font-size="12" font-weight="{weight}" text-anchor="{anchor}" fill="{colour}"'
    return f'<text x="{x}" y="{y}" {how}>{text}</text>'


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.bench.beside")
    parser.add_argument("--only", default="")
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plot", type=Path)
    parser.add_argument("--page", type=Path)
    values: Any = parser.parse_args(arguments)
    told = run(values.only, values.events)
    if values.json is not None:
        values.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    if values.plot is not None:
        values.plot.write_text(plot(told), "utf-8")
    if values.page is not None:
        today = date.today()
        dated = f"{today.day} {today:%B %Y}"
        keep(told, values.events, dated)
        values.page.write_text(with_found(values.page.read_text("utf-8"), told, values.events, dated), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
