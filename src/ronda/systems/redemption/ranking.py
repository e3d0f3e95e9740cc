"""redemption: what players level on match points are ranked by (R6, PS4.2, CR6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from ronda.core.book import Book
from ronda.core.model import Setup
from ronda.core.ranking import Criterion, Term, point_terms, point_values
from ronda.systems.redemption.rules import settings, total_differential

Who = TypeVar("Who", int, str)
Beat = Collection[tuple[Who, Who]]  # winner and loser


# --- the order of the Host Guide, as its community's tracker reads it (CR6) --------------------------------


class Step(NamedTuple, Generic[Who]):
    """Who comes before all the others that are left, and why."""

    first: list[Who]
    behind: list[Who]
    why: Literal["beat_all", "highest_differential"]


def host_order(level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> list[list[Who]]:
    """CR6.1: first who beat every other of the group, then the same with the rest. Where there is nobody like that, who
    has the highest margin: several begin again among themselves. Inner lists share a place."""
    found: list[list[Who]] = []
    for step in _steps(level, beat, margin):
        alone = len(step.first) == 1 or not step.behind
        found += [step.first] if alone else host_order(step.first, beat, margin)
    return found


def host_steps(one: Who, level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[Step[Who]]:
    """The steps by which this one came before others of the group."""
    step = next(step for step in _steps(level, beat, margin) if one in step.first)
    if step.behind:
        yield step
        yield from host_steps(one, step.first, beat, margin)


def _steps(level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[Step[Who]]:
    beaten: dict[Who, set[Who]] = {one: {one} for one in level}
    for winner, loser in beat:
        if winner in beaten:
            beaten[winner].add(loser)
    rest = list(level)
    while rest:
        all_others = [one for one in rest if len(beaten[one]) >= len(rest) and beaten[one].issuperset(rest)]
        best = max(margin[one] for one in rest)
        first = all_others or [one for one in rest if margin[one] == best]
        behind = [one for one in rest if one not in first]
        yield Step(first, behind, "beat_all" if all_others else "highest_differential")
        rest = behind


# --- the criteria -----------------------------------------------------------------------------------------


def _differential_values(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: total_differential(book, player) for player in players}


def _differential_working(book: Book, player: int) -> Iterable[Term]:
    for line in book.lines[player]:
        yield Term(line.differential, line.outcome, line.round, line.opponents)


def _beat_all(book: Book, group: Collection[int]) -> int | None:
    """The one of the group who beat all the others of it (R6.3)."""
    for player in group:
        if len(book.lines[player]) < len(group) - 1:  # too few rounds to have met them all
            continue
        margin = dict.fromkeys(group, 0)
        for line in book.lines[player]:
            for opponent in line.opponents:
                if opponent in margin:
                    margin[opponent] += (line.outcome in ("win", "walkover")) - (line.outcome in ("loss", "absent"))
        if all(margin[other] > 0 for other in group if other != player):
            return player
    return None


def _beaten(book: Book, group: Collection[int]) -> Mapping[int, tuple[int, ...]]:
    """R6.3, before the differential: the one who beat all the others of the group, with these others."""
    first = _beat_all(book, group) if len(group) > 1 else None
    return {} if first is None else {first: tuple(sorted(set(group) - {first}))}


def _beaten_again(book: Book, group: Collection[int]) -> Mapping[int, tuple[int, ...]]:
    """R6.3, within what remains level after the differential: again and again."""
    remaining = list(group)
    found: dict[int, tuple[int, ...]] = {}
    while len(remaining) > 1 and (first := _beat_all(book, remaining)) is not None:
        remaining.remove(first)
        found[first] = tuple(sorted(remaining))
    return found


_Beaten = Callable[[Book, Collection[int]], Mapping[int, tuple[int, ...]]]


def _encounter(name: str, beaten: _Beaten, worth: Callable[[int], int]) -> Criterion:
    """R6.3: who beat all the others who are level gets so much for beating so many, everybody else nothing."""

    def values(book: Book, group: Collection[int]) -> Mapping[int, int]:
        found = beaten(book, group)
        return {player: worth(len(found[player])) if player in found else 0 for player in group}

    def working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
        found = beaten(book, group)
        if player in found:
            yield Term(worth(len(found[player])), "beat_all", opponents=found[player])

    return Criterion(name, values, working_within=working)


def loss_layers(level: Sequence[Who], beat: Collection[tuple[Who, Who]]) -> list[list[Who]]:
    """PS4.2: of those level on points, who lost to nobody of them stands first; the others follow, treated the same
    way. Where everybody lost to somebody, nothing comes between them."""
    lost = {loser for winner, loser in beat if winner in level and loser in level}
    first = [one for one in level if one not in lost]
    behind: list[Who] = [one for one in level if one in lost]
    if not first:
        return [list(level)]
    found: list[list[Who]] = [first]
    if behind:
        found += loss_layers(behind, beat)
    return found


def _beaten_pairs(book: Book, group: Collection[int]) -> list[tuple[int, int]]:
    """Who of the group beat whom of it: more wins than losses between the two; a game lost by absence or by penalty is
    won by the other (PE5.3)."""
    margin: dict[tuple[int, int], int] = {}
    for player in group:
        for line in book.lines[player]:
            for opponent in line.opponents:
                won = (line.outcome in ("win", "walkover")) - (line.outcome in ("loss", "absent"))
                margin[player, opponent] = margin.get((player, opponent), 0) + won
    here = set(group)
    return [(a, b) for (a, b), wins in margin.items() if wins > 0 and b in here]


def _layer_values(book: Book, group: Collection[int]) -> Mapping[int, int]:
    layers = loss_layers(list(group), _beaten_pairs(book, group))
    return {player: len(layers) - at for at, layer in enumerate(layers, start=1) for player in layer}


def _layer_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    worth = _layer_values(book, group)[player]
    beaten = sorted(winner for winner, loser in _beaten_pairs(book, group) if loser == player)
    if worth or beaten:
        yield Term(worth, "lost_to" if beaten else "lost_to_nobody", opponents=tuple(beaten))


def _host_values(book: Book, group: Collection[int]) -> Mapping[int, int]:
    """CR6: how many of the group each of them stands before."""
    values: dict[int, int] = {}
    for shared in reversed(host_order(list(group), _beaten_pairs(book, group), _differential_values(book, group))):
        values |= dict.fromkeys(shared, len(values))
    return values


def _host_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    beat, margin = _beaten_pairs(book, group), _differential_values(book, group)
    for step in host_steps(player, list(group), beat, margin):
        named = tuple(sorted(step.behind)) if step.why == "beat_all" else ()  # the others can be half of the field
        yield Term(len(step.behind), step.why, opponents=named)


_MATCH_POINTS = Criterion("match_points", point_values, point_terms, unit=2)
_DIFFERENTIAL = Criterion("differential", _differential_values, _differential_working)
_HEAD_TO_HEAD = _encounter("head_to_head", _beaten, lambda others: 1)  # noqa: ARG005
_HEAD_TO_HEAD_AGAIN = _encounter("head_to_head_again", _beaten_again, lambda others: others)
_LOSERS_LOWER = Criterion("losers_lower", _layer_values, working_within=_layer_working)
_HOST = Criterion("host", _host_values, working_within=_host_working)

# R6.1, R6.3, PS4.2, CR6.3: what follows the match points, by the option `ranking`
_LEVEL: Mapping[str, tuple[Criterion, ...]] = {
    "differential": (_DIFFERENTIAL,),
    "head-to-head": (_HEAD_TO_HEAD, _DIFFERENTIAL, _HEAD_TO_HEAD_AGAIN),
    "losers": (_LOSERS_LOWER, _DIFFERENTIAL),
    "host": (_HOST, _DIFFERENTIAL),  # who is level by the first is level by the second, too; it is there to be seen
}


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    return (_MATCH_POINTS, *_LEVEL[settings(setup).ranking])
