"""How well does the final order find the true one? Whole events between players whose strength is known here and
nowhere else, for each system, field and number of rounds.

    python -m tools.study [--only SYSTEM] [--events N] [--workers N] [--cluster ADDRESS] [--json FILE]
                                 [--plots FOLDER] [--page FILE] [--record]

Every event has its own seed, so the numbers are the same at any number of workers, here or on a Dask cluster (extra
`cluster`). `--record` keeps them in `tools/studies`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ronda.core.chance import Draw
from ronda.core.facts import Created, Entered, Fact
from ronda.core.history import fold
from ronda.core.model import Approval, Player, Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import next_round, standings_after
from ronda.lab.simulate import played_round, processes
from ronda.systems import NAMES, system
from tools.line_plot import line_plot

RATED, UNRATED = "rated", "unrated"
FIELDS = (RATED, UNRATED)
SIZES = (8, 12, 16, 24, 40, 64, 100)
EVENTS = 100
LEAST_EVENTS = 40  # of the largest fields, which take longest
USUAL_ROUNDS = 11
LONGEST = 23
TOP = 3
_APPROVAL = Approval("Director", "the event goes on")


def place_of(name: str) -> Path:
    """Where the study of a system is kept."""
    return Path(__file__).parent / "studies" / f"{name}.json"


class FairnessTask(NamedTuple):
    """One event to be played."""

    system: str
    field: str
    players: int
    rounds: int
    number: int


class RoundAccuracy(NamedTuple):
    """After one round, in per mille: how far the best player is first, and how far among the first three (a shared
    place is divided: of five who share the second, each has two fifths of a place among three); Kendall's tau between
    the standings and the true order, shared places counting as neither way."""

    first: int
    top: int
    tau: int


def play(task: FairnessTask) -> list[RoundAccuracy]:
    """The event, looked at after each of its rounds. It ends early where no round can be made."""
    chance = Draw(task.number, "fairness", task.system, task.field, task.players)
    strength, players = _people(task, chance)
    options = system(task.system).rules.new_options({"rounds": task.rounds})
    facts: list[Fact] = [Created(Setup(task.system, "", options, task.number)), *map(Entered, players)]
    for number in range(1, task.rounds + 1):
        made = next_round(fold(facts), approval=_APPROVAL)
        if isinstance(made, Refusal):
            break
        facts.append(made)
        facts += played_round(fold(facts), strength, chance.about("round", number))
    event = fold(facts)
    return [outcome(event, number, strength) for number in range(1, len(event.rounds) + 1)]


def _people(task: FairnessTask, chance: Draw) -> tuple[dict[int, int], list[Player]]:
    """Strengths are spread like a bell around 1500, two thirds of them within 170. A rating is known with an error of
    up to 100, or not at all."""
    drawn, error = chance.about("strength"), chance.about("rating")
    strength = {n: 1000 + sum(drawn.below(334) for _ in range(3)) for n in range(1, task.players + 1)}
    kept = system(task.system).forms.name
    setup = Setup(task.system)
    ratings = {n: own - 100 + error.below(201) if task.field == RATED else 0 for n, own in strength.items()}
    return strength, [Player(n, kept(setup, f"Player {n}"), rating=ratings[n]) for n in strength]


def outcome(event: Tournament, rounds: int, strength: Mapping[int, int]) -> RoundAccuracy:
    rows = standings_after(event, rounds)
    last = len(rows) + 1
    place = {row.player: row.place or last for row in rows}
    best = max(strength, key=lambda player: (strength[player], -player))
    shared = sum(own == place[best] for own in place.values())
    return RoundAccuracy(within(1, place[best], shared), within(TOP, place[best], shared), kendall(place, strength))


def within(top: int, place: int, shared: int) -> int:
    """How much of a place that so many share is among the first ones, in per mille: no more people are first than
    there are first places."""
    return 1000 * max(0, min(shared, top + 1 - place)) // shared


def kendall(place: Mapping[int, int], strength: Mapping[int, int]) -> int:
    """1000: the true order; 0: no better than a lot; -1000: upside down. Pairs of equal strength do not count."""
    players = [*place]
    agreed = pairs = 0
    for at, one in enumerate(players):
        for other in players[at + 1 :]:
            true, found = strength[one] - strength[other], place[other] - place[one]
            if true:
                pairs += 1
                agreed += (found > 0) - (found < 0) if true > 0 else (found < 0) - (found > 0)
    return 1000 * agreed // pairs if pairs else 1000


# --- the study ---------------------------------------------------------------------------------------------

Shares = list[list[int]]  # by round: first, top, tau in per mille, and how many events got there
Study = dict[str, dict[str, dict[str, Shares]]]  # by system, field and size


def tasks(only: str = "", events: int = EVENTS, sizes: Sequence[int] = SIZES) -> Iterator[FairnessTask]:
    for name in NAMES:
        if only in ("", name):
            for size in sizes:
                rounds = _rounds(name, size)
                count = max(min(events, LEAST_EVENTS), events * 24 // max(size, 24))
                for field in FIELDS if rounds else ():
                    yield from (FairnessTask(name, field, size, rounds, number) for number in range(1, count + 1))


def _rounds(name: str, size: int) -> int:
    """The most rounds worth a look; 0: the system is not for so many. What is planned is there in any case."""
    players = [Player(n, f"Player {n}", rating=1500) for n in range(1, size + 1)]
    rules, setup = system(name).rules, Setup(name)
    if any(one.severity == "violation" for one in rules.validate(setup, players)):
        return 0
    planned = rules.rounds(setup, players)
    return min(max(planned, min(USUAL_ROUNDS, size - 1)), LONGEST)


Runner = Callable[[Sequence[FairnessTask]], Iterator[list[RoundAccuracy]]]


def here(workers: int) -> Runner:
    """On the cores of this machine."""

    def run(listed: Sequence[FairnessTask]) -> Iterator[list[RoundAccuracy]]:
        if workers == 1:
            yield from map(play, listed)
            return
        with processes(workers) as pool:
            yield from pool.map(play, listed, chunksize=max(1, len(listed) // (32 * workers)))

    return run


def cluster(address: str) -> Runner:
    """On a Dask cluster whose workers have this version of Ronda."""

    def run(listed: Sequence[FairnessTask]) -> Iterator[list[RoundAccuracy]]:
        import distributed

        connect: Any = distributed.Client  # an extra, typed in part or not at all
        with connect(address) as client:
            yield from client.gather(client.map(play, listed, pure=False))

    return run


def study(listed: Sequence[FairnessTask], run: Runner) -> Study:
    """Added up in the order of the tasks, wherever they were played."""
    found: dict[tuple[str, str, int], list[list[RoundAccuracy]]] = {}
    for task, outcomes in zip(listed, run(listed), strict=True):
        found.setdefault((task.system, task.field, task.players), []).append(outcomes)
    told: Study = {}
    for (name, field, size), events in found.items():
        told.setdefault(name, {}).setdefault(field, {})[str(size)] = _shares(events)
    return told


def _shares(events: Sequence[Sequence[RoundAccuracy]]) -> Shares:
    """Of those events that got so far, where that is at least half of them: the rest would be a choice."""
    shares: Shares = []
    for number in range(max(map(len, events), default=0)):
        reached = [event[number] for event in events if len(event) > number]
        if 2 * len(reached) < len(events):
            break
        means = [(2 * sum(values) + len(reached)) // (2 * len(reached)) for values in zip(*reached, strict=True)]
        shares.append([*means, len(reached)])
    return shares


# --- what is told ------------------------------------------------------------------------------------------


def table(name: str, field: str, sizes: Mapping[str, Shares]) -> Iterator[str]:
    """How often the best player is among the top three (and how near the whole order is), by rounds."""
    most = max(map(len, sizes.values()))
    yield f"{name}, {field}: best player among the top {TOP}, per cent (Kendall's tau in hundredths)"
    yield "players " + "".join(f"{number:>9}" for number in range(1, most + 1))
    for size, shares in sizes.items():
        yield f"{size:>7} " + "".join(f"{(top + 5) // 10:>4} ({(tau + 5) // 10:>2})" for _, top, tau, _ in shares)
    yield ""


SECTION = "## What was found\n"
TOLD = (2, 3, 4, 5, 6, 7, 9, 11, 15, 19, 23)  # rounds


def found_section(found: Study) -> str:
    """What the page for directors says: the shares by rounds, and a plot, for every system."""
    what = "How often the best player is among the top three, in per cent: with ratings / without."
    parts = [SECTION, f"{what}\n"]
    for name, fields in found.items():
        sizes = {size: [own[size] for own in fields.values()] for size in next(iter(fields.values()))}
        most = max(len(shares) for both in sizes.values() for shares in both)
        told = [number for number in TOLD if number <= most]
        rows = [f"| {name} | " + " | ".join(f"{number} rounds" for number in told) + " |", "|---|" + "---|" * len(told)]
        rows += [
            f"| {size} players | " + " | ".join(_cell(both, number) for number in told) + " |"
            for size, both in sizes.items()
        ]
        parts.append(f"### {name}\n\n" + "\n".join(rows) + "\n")
        parts.append(f"![{name}: share of events by rounds](../images/study-{name}-{RATED}.svg)\n")
    return "\n".join(parts)


def _cell(both: Sequence[Shares], number: int) -> str:
    """Of every field the share after so many rounds."""
    return " / ".join(f"{(own[number - 1][1] + 5) // 10}" if number <= len(own) else "–" for own in both)


def with_found(page: str, found: Study) -> str:
    """The page with the section anew."""
    before, _, rest = page.partition(SECTION)
    return before + found_section(found) + "\n## " + rest.partition("\n## ")[2]


def plots(name: str, found: Mapping[str, Mapping[str, Shares]], folder: Path) -> None:
    for field, sizes in found.items():
        lines = {
            size: [(number, top / 10) for number, (_, top, _, _) in enumerate(shares, start=1)]
            for size, shares in sizes.items()
        }
        title = f"{name}, {field}: the best player is among the top three, % of events, by rounds"
        (folder / f"study-{name}-{field}.svg").write_text(line_plot(title, lines, "players"), "utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools.study")
    parser.add_argument("--only", default="")
    parser.add_argument("--events", type=int, default=EVENTS)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", default="", metavar="ADDRESS")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--plots", type=Path)
    parser.add_argument("--page", type=Path)
    parser.add_argument("--record", action="store_true")
    values = parser.parse_args(arguments)
    listed = [*tasks(values.only, values.events, [int(size) for size in values.sizes.split(",")])]
    found = study(listed, cluster(values.cluster) if values.cluster else here(values.workers))
    for name, fields in found.items():
        for field, sizes in fields.items():
            print("\n".join(table(name, field, sizes)))
        if values.plots is not None:
            values.plots.mkdir(parents=True, exist_ok=True)
            plots(name, fields, values.plots)
        if values.record:
            place_of(name).write_text(_compact(fields), "utf-8")
    if values.record and values.page is not None and not values.only:
        values.page.write_text(with_found(values.page.read_text("utf-8"), found), "utf-8")
    if values.json is not None:
        values.json.write_text(json.dumps(found) + "\n", "utf-8")
    print(f"{len(listed)} events")
    return 0


def _compact(fields: Mapping[str, Mapping[str, Shares]]) -> str:
    """One line for each size."""
    told = [
        f' "{field}": {{\n' + ",\n".join(f'  "{size}": {json.dumps(own)}' for size, own in sizes.items()) + "\n }"
        for field, sizes in fields.items()
    ]
    return "{\n" + ",\n".join(told) + "\n}\n"


if __name__ == "__main__":
    sys.exit(main())
