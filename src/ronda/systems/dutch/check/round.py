"""dutch: a round verified against the articles, from the recorded facts alone.

Nothing here knows how rounds are made. The facts of the findings: `worse` {criterion, bracket, score, made, best};
`later` {bracket, score, step}; `not_judged` {criterion, bracket, score}; `colour_wrong` {white, expected, table};
`met_before` {rounds}; `pab_barred`; `pab_score` {score, best}; `bye_kind` {kind, expected}.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ronda.checking.proofs import (
    Happening,
    Unstated,
    dense,
    exact_harm,
    judged,
    structure,
)
from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.values import replace
from ronda.core.verdicts import Finding
from ronda.systems.dutch.cards import prepared, terms_of
from ronda.systems.dutch.check.bracket import has_white, legal
from ronda.systems.dutch.check.referee import Fault, judge
from ronda.systems.dutch.rules import FIRST_EDITION, Field, field_of
from ronda.systems.dutch.scoring import score_text


def check(book: Book, round_: Round) -> list[Finding]:
    """Everything that is wrong with a round; of the brackets, the first one that could be better."""
    if round_.edition == FIRST_EDITION:
        book = _without_penalties(book)
    allocated = replace(round_, byes=tuple(bye for bye in round_.byes if bye.kind == "U"))
    found = [*structure(book, allocated), *_requested(book, round_)]
    if found:
        return found
    numbers = prepared(book).numbers
    field, given_up = _field(book)
    at = {tpn: position for position, tpn in enumerate(field.tpns)}
    place = {player: at[number] for player, number in numbers.items() if number in at}
    ids = {position: player for player, position in place.items()}
    found += _colours(field, place, round_)
    pairs = [tuple(sorted((place[table.first[0]], place[table.second[0]]))) for table in round_.tables]
    resting = place[allocated.byes[0].player] if allocated.byes else None
    fault = judge(field, [(a, b) for a, b in pairs], resting)
    if fault is not None:
        found.append(_finding(book, round_.number, fault, ids))
    met = {frozenset((ids[a], ids[b])) for a, b in pairs}
    back = {number: player for player, number in numbers.items()}
    broken = [
        Happening(
            "avoid_broken", "S3", (back[a], back[b]), False, Unstated("avoid_broken_unrecorded", "S3"), {"hard": True}
        )
        for a, b in given_up
        if frozenset((back[a], back[b])) in met
    ]
    return [*found, *judged(round_, broken)]


def _without_penalties(book: Book) -> Book:
    """What the first edition saw: it is judged by that."""
    return replace(book, setup=replace(book.setup, penalties=())) if book.setup.penalties else book


def _requested(book: Book, round_: Round) -> Iterator[Finding]:
    """Who asked for a bye has that bye, and nobody else has one (DU2.4)."""
    asked = dict(book.resting())
    given = {bye.player: bye.kind for bye in round_.byes if bye.kind != "U"}
    for player in sorted({*asked, *given}):
        if asked.get(player) != given.get(player):
            facts = {"kind": given.get(player, "none"), "expected": asked.get(player, "none")}
            yield Finding("bye_kind", "DU2.4", "violation", round_.number, (player,), facts)


def _field(book: Book) -> tuple[Field, list[tuple[int, int]]]:
    """The field, and the hard wishes that had to be given up: the last of the list first (S3)."""
    known = prepared(book)
    if not known.hard or _complete(known.field):
        return known.field, []

    def keeping(wishes: Sequence[tuple[int, int]]) -> Field:
        return field_of(known.cards, terms_of(book, known.forbidden, wishes, known.soft))

    kept: list[tuple[int, int]] = []
    for wish in known.hard:
        if _complete(keeping([*kept, wish])):
            kept.append(wish)
    return keeping(kept), [wish for wish in known.hard if wish not in kept]


def _complete(field: Field) -> bool:
    """Whether a complete round exists; the bye is one more opponent."""
    size = len(field)

    def price(a: int, b: int) -> int:
        if size in (a, b):
            return int(not field.may_rest[min(a, b)])
        return int(not legal(field, a, b))

    everybody = range(size + size % 2)
    return dense(everybody, price) or exact_harm(everybody, price, 1) is not None


def _colours(field: Field, place: Mapping[int, int], round_: Round) -> Iterator[Finding]:
    """DU8, pair by pair."""
    for table in round_.tables:
        first, second = table.first[0], table.second[0]
        higher, lower = (first, second) if place[first] < place[second] else (second, first)
        white = higher if has_white(field, place[higher], place[lower]) else lower
        if white != first:
            facts = {"white": first, "expected": white, "table": table.number}
            yield Finding("colour_wrong", "DU8", "violation", round_.number, table.players, facts)


_ABSOLUTE = {"C2": "pab_barred", "C3": "absolute_clash", "C5": "pab_score"}


def _finding(book: Book, number: int, fault: Fault, ids: Mapping[int, int]) -> Finding:
    players = tuple(ids[position] for position in fault.players)
    if fault.article == "C1":
        a, b = players
        rounds = [line.round for line in book.lines[a] if b in line.opponents]
        if rounds:
            return Finding("met_before", "C1", "violation", number, players, {"rounds": rounds})
        return Finding("kept_apart", "C1", "violation", number, players)
    if fault.article in _ABSOLUTE:
        facts = {}
        if fault.article == "C5":
            facts = {"score": score_text(fault.made[0], book.unit), "best": score_text(fault.best[0], book.unit)}
        return Finding(_ABSOLUTE[fault.article], fault.article, "violation", number, players, facts)
    where = {"bracket": fault.bracket, "score": score_text(fault.score, book.unit)}
    if not fault.sure:
        return Finding("not_judged", fault.article, "note", number, (), {**where, "criterion": fault.article})
    if not fault.best:
        return Finding("later", fault.article, "violation", number, players, {**where, "step": fault.article})
    counts = {"made": list(fault.made), "best": list(fault.best), "criterion": fault.article}
    return Finding("worse", fault.article, "violation", number, players, {**where, **counts})
