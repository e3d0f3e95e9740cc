"""Tournaments written down by hand, and their checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ronda.core.history import before_round
from ronda.core.model import Avoid, Bye, OptionValue, Player, Round, Setup, Table, Tournament
from ronda.core.verdicts import Finding, Refusal, Relaxation, misfits
from ronda.systems import book_of, system
from tests.texts.declared import codes_of

Pairing = tuple[int, int] | tuple[int, int, str]


def tournament(
    name: str,
    players: Sequence[Player],
    played: Sequence[Round] = (),
    avoid: Sequence[Avoid] = (),
    **options: OptionValue,
) -> Tournament:
    return Tournament(Setup(name, options=options, avoid=tuple(avoid)), tuple(players), tuple(played))


def seats(
    name: str,
    number: int,
    pairings: Sequence[Pairing],
    bye: int | None = None,
    relaxations: Sequence[Relaxation] = (),
    first_table: int = 1,
) -> Round:
    """One round: (first, second) or (first, second, result), numbered in the order given."""
    tables = []
    for at, (first, second, *results) in enumerate(pairings, start=first_table):
        assert isinstance(first, int)
        assert isinstance(second, int)
        result = system(name).rules.results.read(str(results[0]), Setup(name)) if results else None
        assert not isinstance(result, Refusal)
        tables.append(Table(at, (first,), (second,), result))
    byes = () if bye is None else (Bye(bye),)
    return Round(number, tuple(tables), byes, relaxations=tuple(relaxations))


def check(tournament: Tournament, number: int | None = None) -> list[Finding]:
    """The findings of one round, or of all."""
    found = []
    for round_ in tournament.rounds:
        if number in (None, round_.number):
            book = book_of(before_round(tournament, round_.number))
            found += system(tournament.setup.system).rules.check(book, round_)
    return found


def codes(findings: Sequence[Finding], severity: str | None = "violation") -> list[str]:
    return [f.code for f in findings if severity in (None, f.severity)]


def with_round(tournament: Tournament, round_: Round) -> Tournament:
    """The same tournament with another version of that round, and nothing after it."""
    return replace(tournament, rounds=(*tournament.rounds[: round_.number - 1], round_))


def undeclared(name: str, findings: Iterable[Finding]) -> set[str]:
    """What the findings say beside the declaration of their codes."""
    codes = codes_of(name)
    return {wrong for one in findings for wrong in misfits(codes, "finding", one.code, one.article, one.facts)}
