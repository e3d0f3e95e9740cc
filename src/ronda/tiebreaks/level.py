"""Criteria between those who are level, asked of one group at a time (CR5, CR6, R6.3, PS4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Generic, Literal, NamedTuple, TypeVar

from ronda.core import Book, Criterion, Line, Term
from ronda.core.book import PLAYED

Who = TypeVar("Who", int, str)
Beat = Collection[tuple[Who, Who]]  # winner and loser


def beaten_pairs(book: Book, group: Collection[int]) -> list[tuple[int, int]]:
    """Who of the group beat whom of it: more wins than losses between the two, on opposite sides; a game lost by
    absence or by penalty is won by the other (PE5.3)."""
    margin: Counter[tuple[int, int]] = Counter()
    for player in group:
        for line in book.lines[player]:
            for opponent in line.opponents:
                margin[player, opponent] += line.outcome in ("win", "walkover")
                margin[player, opponent] -= line.outcome in ("loss", "absent")
    here = set(group)
    return [(a, b) for (a, b), wins in margin.items() if wins > 0 and b in here]


def _margins(book: Book, players: Collection[int]) -> dict[int, int]:
    return {player: sum([line.differential for line in book.lines[player]]) for player in players}


def beat(name: str, *, again: bool = False) -> Criterion:
    """CR5.1, R6.3: who beat all the others who are level comes first. It counts one, and is looked at once; or `again`
    and again within what remains level, and counts as many as there are others."""

    def beaten(book: Book, group: Collection[int]) -> Mapping[int, tuple[int, ...]]:
        remaining = list(group)
        found: dict[int, tuple[int, ...]] = {}
        while len(remaining) > 1 and (again or not found):
            wins = Counter(winner for winner, _ in beaten_pairs(book, remaining))
            first = next((player for player in remaining if wins[player] == len(remaining) - 1), None)
            if first is None:
                break
            remaining.remove(first)
            found[first] = tuple(sorted(remaining))
        return found

    def worth(others: Sequence[int]) -> int:
        return len(others) if again else min(len(others), 1)

    def values(book: Book, group: Collection[int]) -> Mapping[int, int]:
        found = beaten(book, group)
        return {player: worth(found.get(player, ())) for player in group}

    def working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
        found = beaten(book, group)
        if player in found:
            yield Term(worth(found[player]), "beat_all", opponents=found[player])

    return Criterion(name, values, working_within=working)


def _in_order(
    ranked: Callable[[Book, Collection[int]], Sequence[Collection[int]]],
) -> Callable[[Book, Collection[int]], Mapping[int, int]]:
    """How many of the group each of them stands before."""

    def values(book: Book, group: Collection[int]) -> Mapping[int, int]:
        found: dict[int, int] = {}
        for shared in reversed(ranked(book, group)):
            found |= dict.fromkeys(shared, len(found))
        return found

    return values


# --- who lost to one of them (CR5.2, PS4.2) ----------------------------------------------------------------


def loss_layers(level: Sequence[Who], beat: Collection[tuple[Who, Who]]) -> list[list[Who]]:
    """PS4.2: of those level on points, who lost to nobody of them stands first; the others follow, treated the same
    way. Where everybody lost to somebody, nothing comes between them."""
    lost = {loser for winner, loser in beat if winner in level and loser in level}
    first: list[Who] = [one for one in level if one not in lost]
    behind: list[Who] = [one for one in level if one in lost]
    if not first or not behind:
        return [list(level)]
    return [first] + loss_layers(behind, beat)  # noqa: RUF005 - typed so


def _layer_values(book: Book, group: Collection[int]) -> Mapping[int, int]:
    layers = loss_layers(list(group), beaten_pairs(book, group))
    return {player: len(layers) - at for at, layer in enumerate(layers, start=1) for player in layer}


def _layer_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    worth = _layer_values(book, group)[player]
    beaten = sorted(winner for winner, loser in beaten_pairs(book, group) if loser == player)
    if worth or beaten:
        yield Term(worth, "lost_to" if beaten else "lost_to_nobody", opponents=tuple(beaten))


def losers(name: str) -> Criterion:
    return Criterion(name, _layer_values, working_within=_layer_working)


# --- the order of the Host Guide, as its community's tracker reads it (CR6) --------------------------------


class HostStep(NamedTuple, Generic[Who]):
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


def host_steps(one: Who, level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[HostStep[Who]]:
    """The steps by which this one came before others of the group."""
    step = next(step for step in _steps(level, beat, margin) if one in step.first)
    if step.behind:
        yield step
        yield from host_steps(one, step.first, beat, margin)


def _steps(level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[HostStep[Who]]:
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
        yield HostStep(first, behind, "beat_all" if all_others else "highest_differential")
        rest = behind


def _hosted(book: Book, group: Collection[int]) -> Sequence[Collection[int]]:
    return host_order(list(group), beaten_pairs(book, group), _margins(book, group))


def _host_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    for step in host_steps(player, list(group), beaten_pairs(book, group), _margins(book, group)):
        named = tuple(sorted(step.behind)) if step.why == "beat_all" else ()  # the others can be half of the field
        yield Term(len(step.behind), step.why, opponents=named)


def host(name: str) -> Criterion:
    return Criterion(name, _in_order(_hosted), working_within=_host_working)


# --- the games between them (CR5.4) ------------------------------------------------------------------------


def _between(book: Book, group: Collection[int]) -> list[list[int]]:
    """Points, margin and score in the games of those who have all met; a part that is still level begins again."""
    inside = set(group)
    games = {
        player: [one for one in book.lines[player] if one.outcome in PLAYED and inside.intersection(one.opponents)]
        for player in group
    }
    others = ({one for line in own for one in line.opponents if one in inside} for own in games.values())
    if any(len(met) < len(inside) - 1 for met in others):
        return [list(group)]
    levels: dict[tuple[int, ...], list[int]] = {}
    for player, own in games.items():
        sums = (sum(one.halves for one in own), sum(one.differential for one in own), sum(one.made for one in own))
        levels.setdefault(sums, []).append(player)
    if len(levels) == 1:
        return [list(group)]
    return [part for key in sorted(levels, reverse=True) for part in _between(book, levels[key])]


def _among_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    yield Term(_in_order(_between)(book, group)[player], "ahead_in_group")
    for line in book.lines[player]:
        if line.outcome in PLAYED and set(group).intersection(line.opponents):
            yield Term(line.differential, line.outcome, line.round, line.opponents, counted=False)


def among(name: str) -> Criterion:
    return Criterion(name, _in_order(_between), working_within=_among_working)


# --- the encounter of drawn partners (RP5.3) ---------------------------------------------------------------


def _meetings(book: Book, player: int, group: Collection[int]) -> Iterator[tuple[int, Line]]:
    """Every opponent of the group, once for each game, with that game."""
    for line in book.lines[player]:
        for opponent in line.opponents if line.outcome in PLAYED else ():
            if opponent in group:
                yield opponent, line


def _direct_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    """What each game gave, less what it gave the opponent; nothing where two of the group never met."""
    if any(len({other for other, _ in _meetings(book, one, group)}) < len(group) - 1 for one in group):
        return
    for opponent, line in _meetings(book, player, group):
        theirs = next(one.halves for one in book.lines[opponent] if one.round == line.round)
        yield Term(line.halves - theirs, line.outcome, line.round, (opponent,))


def _direct_values(book: Book, group: Collection[int]) -> Mapping[int, int]:
    return {player: sum(term.amount for term in _direct_working(book, player, group)) for player in group}


def direct(name: str) -> Criterion:
    return Criterion(name, _direct_values, working_within=_direct_working, unit=lambda book: book.unit)
