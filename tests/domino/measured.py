"""What preferring new partners costs and brings (D10.5), and what exchanging before relaxing does (D10.6), measured.

    python -m tests.domino.measured variety 28x7:20 36x7:6 40x7:6 76x7:6 80x7:6
    python -m tests.domino.measured contingency 8x7:20 12x7:20 16x7:20 20x7:20 24x7:20
    python -m tests.domino.measured time 28x7:5 100x7:3 400x7:2 2000x7:1

`PLAYERSxROUNDS:EVENTS`; each prints the rows of a table of `docs/design/domino-search.md`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import process_time

from ronda.core.chance import Draw
from ronda.core.history import before_round
from ronda.core.model import OptionValue, Proposal, Tournament
from ronda.lab.quality import EventQuality, added
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of
from ronda.systems.domino import SYSTEM
from ronda.systems.domino.ranking import pairing_order

Field = tuple[int, int, int]


def played(field: Field, options: dict[str, OptionValue]) -> Iterator[tuple[Tournament, EventQuality]]:
    players, rounds, events = field
    for seed in range(1, events + 1):
        found = simulate(SimulationPlan("domino", players, rounds, seed, options, approved=True), checked=False)
        yield found.tournament, found.quality


def ideal_partners(tournament: Tournament, number: int) -> tuple[int, int]:
    """How many pairs of the round are the ideal ones of D6.4 (1-3, 2-4 in each side, before anybody is exchanged), and
    how many there are."""
    round_ = tournament.rounds[number - 1]
    book = book_of(before_round(tournament, number))
    resting = {bye.player for bye in round_.byes}
    order = [player for player in pairing_order(book, book.pool()) if player not in resting]
    cut = len(order) // 4 // 2 * 4
    wanted: set[frozenset[int]] = set()
    for pyramid in (order[:cut], order[cut:]):
        half = len(pyramid) // 2
        for side in (pyramid[:half], pyramid[half:]):
            for start in range(0, half, 4):
                four = side[start : start + 4]
                wanted |= {frozenset(pair) for pair in zip(four, four[len(four) // 2 :], strict=False)}
    pairs = [frozenset(side) for table in round_.tables for side in (table.first, table.second)]
    return len(wanted.intersection(pairs)), len(pairs)


def variety(field: Field) -> Iterator[str]:
    for value in ("windows", "fresh"):
        qualities, ideal, pairs = [], 0, 0
        for event, quality in played(field, {"variety": value}):
            qualities.append(quality)
            for number in range(2, len(event.rounds) + 1):
                own, of = ideal_partners(event, number)
                ideal, pairs = ideal + own, pairs + of
        total = added(qualities)
        yield (
            f"| {field[0]} × {field[1]}, {field[2]} events | `{value}` | {total.partner_repeats} of {2 * total.tables} "
            f"| {total.rematches} of {4 * total.tables} | {float(total.mean_score_gap):.2f} "
            f"| {100 * ideal / pairs:.0f} % | {100 * float(total.clean_share):.1f} % |"
        )


def contingency(field: Field) -> Iterator[str]:
    for category in ("compacta", "estandar", "internacional"):
        for value in ("relax", "exchange"):
            broken = exchanged = rounds = touched = 0
            for event, _ in played(field, {"category": category, "contingency": value}):
                for round_ in event.rounds[1:]:
                    codes = [relaxation.code for relaxation in round_.relaxations]
                    exchanged += codes.count("pyramid_exchange")
                    broken += len(codes) - codes.count("pyramid_exchange")
                    touched += len(codes) > codes.count("pyramid_exchange")
                    rounds += 1
            yield (
                f"| {field[0]} × {field[1]}, {field[2]} events | {category} | `{value}` | {touched} of {rounds} "
                f"| {broken} | {exchanged} |"
            )


def time(field: Field) -> Iterator[str]:
    for value in ("windows", "fresh"):
        spent = []
        for event, _ in played(field, {"variety": value}):
            for number in range(1, len(event.rounds) + 1):
                before = before_round(event, number)
                begin = process_time()
                assert isinstance(SYSTEM.rules.pair(book_of(before), Draw(event.setup.seed, number)), Proposal)
                spent.append(process_time() - begin)
        mean = 1000 * sum(spent) / len(spent)
        yield f"| {field[0]} × {field[1]}, {field[2]} events | `{value}` | {mean:.1f} ms | {1000 * max(spent):.0f} ms |"


def main() -> None:
    what, *fields = sys.argv[1:]
    for text in fields:
        size, _, events = text.partition(":")
        players, _, rounds = size.partition("x")
        field = int(players), int(rounds), int(events)
        for row in {"variety": variety, "contingency": contingency, "time": time}[what](field):
            print(row, flush=True)


if __name__ == "__main__":
    main()
