"""Facts one after the other, each with what it is about as that stood before; and everything once more from the facts:
each of them fits what was there, and every round comes out the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from ronda.core import (
    Draw,
    Folding,
    Frozen,
    Player,
    Proposal,
    Refusal,
    Round,
    Setup,
    Table,
    Tournament,
    before_round,
    by_stages,
    fold,
    in_force,
    replace,
    undone,
)
from ronda.core.erasing import redactions
from ronda.core.facts import Edited, Erased, Fact, Paired, Published, Rearranged, Redone, ResultEntered, Undone
from ronda.desk.stage_begin import EDITION, stage_round
from ronda.systems import book_of, rules_of


class KnownState(NamedTuple):
    """A state to go on from: the tournament as it stood with the first `version` facts."""

    version: int
    tournament: Tournament


class Was(NamedTuple):
    """What a fact is about, before it: the settings; and the player, the round or the table, where it changes one."""

    setup: Setup | None = None
    player: Player | None = None
    round: Round | None = None
    table: Table | None = None


class LogStep(NamedTuple):
    """A fact with what stood there before it, and everything as it stands after it."""

    version: int
    fact: Fact
    was: Was
    state: Folding


def steps(facts: Sequence[Fact], first: int = 1) -> Iterator[LogStep]:
    """From the version `first` on. The state is one and the same from step to step, unless something was undone."""
    state = state_at(facts, first - 1)
    for version in range(first, len(facts) + 1):
        fact = facts[version - 1]
        was = _was(state, fact)
        state = moved_on(state, facts, version)
        yield LogStep(version, fact, was, state)


def state_at(facts: Sequence[Fact], version: int, known: KnownState | None = None) -> Folding:
    """What the first so many facts tell, going on from what is known if nothing that came later touches that."""
    if known is not None and known.version <= version:
        later = facts[known.version : version]
        if not touches(later, known.version):
            gone = undone(later)
            return _added(
                Folding(known.tournament),
                (fact for at, fact in enumerate(later, start=known.version + 1) if at not in gone),
            )
    return _added(Folding(None), in_force(facts[:version]))


def moved_on(state: Folding, facts: Sequence[Fact], version: int, known: KnownState | None = None) -> Folding:
    """The state with the fact of that version. Undoing and redoing look back, so there another one is made."""
    fact = facts[version - 1]
    if isinstance(fact, Undone | Redone):
        return state_at(facts, version, known)
    state.add(fact)
    return state


def touches(facts: Iterable[Fact], version: int) -> bool:
    """Whether one of these facts changes what was told up to that version: it erases, undoes or redoes there."""
    for fact in facts:
        match fact:
            case Erased():
                return True
            case Undone(versions=versions) | Redone(versions=versions) if min(versions, default=version) <= version:
                return True
    return False


def _added(state: Folding, facts: Iterable[Fact]) -> Folding:
    for fact in facts:
        state.add(fact)
    return state


def _was(state: Folding, fact: Fact) -> Was:
    match fact:
        case Edited(player=player):
            return Was(state.setup, player=state.players[player.id])
        case Rearranged():
            return Was(state.setup, round=state.round(len(state.rounds)))
        case Published(round=number):
            return Was(state.setup, round=state.rounds[number - 1])
        case ResultEntered(round=number, table=table):
            return Was(state.setup, table=state.table(number, table))
        case _:
            return Was(state.setup)


Remade = Literal["same", "unnamed", "differs", "by_hand", "not_ours", "other_edition"]
REMADE: tuple[Remade, ...] = get_args(Remade)


class RoundAgain(Frozen):
    """A recorded round made once more from what was known then. `version` is the fact that recorded it."""

    version: int
    number: int
    outcome: Remade


class Replayed(Frozen):
    """Everything derived anew. `broken` is the first version whose fact does not fit what was there, or None.
    `redacted` are the entries from which something was erased where it stood in the chain: what that was can no longer
    be verified, only that nothing else was changed since."""

    versions: int
    rounds: tuple[RoundAgain, ...]
    broken: int | None = None
    redacted: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        return self.broken is None and all(again.outcome != "differs" for again in self.rounds)


def replay(
    facts: Sequence[Fact],
    known: KnownState | None = None,
    rounds: Sequence[RoundAgain] = (),
    on_step: Callable[[int], None] = lambda _: None,
    tournament: Tournament | None = None,
) -> Replayed:
    """Folds fact by fact and makes every round again, also those that were discarded or undone later; from a `known`
    state on, in front of which those `rounds` were made again. `on_step` is told how far it has come. What
    comes out must be the `tournament`, else what all the facts tell at once."""
    if not facts:  # not even the one that makes it
        return Replayed(0, (), 1)
    made = list(rounds)
    version = start = known.version if known is not None else 0
    try:
        state = state_at(facts, start, known)
        for version in range(start + 1, len(facts) + 1):
            state = _remade(state, facts, version, known, made)
            on_step(version)
        last = state.tournament()
    except (LookupError, AssertionError, ValueError, TypeError, AttributeError):
        return Replayed(len(facts), tuple(made), max(version, 1))
    if last != (tournament or fold(in_force(facts))):
        return Replayed(len(facts), tuple(made), version)
    return Replayed(len(facts), tuple(made), None, tuple(sorted(redactions(facts))))


def _remade(
    state: Folding, facts: Sequence[Fact], version: int, known: KnownState | None, rounds: list[RoundAgain]
) -> Folding:
    """One fact further; a round that it recorded is made again from what was known before it."""
    fact = facts[version - 1]
    before = state.tournament() if version > 1 and isinstance(fact, Paired) else None
    state = moved_on(state, facts, version, known)
    if version == 1:
        state.tournament()  # fails unless it makes one
    match fact:
        case Paired(round=made) if before is not None:
            rounds.append(RoundAgain(version, made.number, _again(fact, before, state.tournament())))
        case Rearranged(round=made):
            rounds.append(RoundAgain(version, made.number, "by_hand"))
    return state


def _again(fact: Paired, before: Tournament, after: Tournament) -> Remade:
    """From what was known then. A round that came with a file carries results that were corrected later."""
    made = fact.round
    if made.by_hand:
        return "by_hand"
    if made.edition is None:
        return "not_ours"
    known = replace(before, rounds=before_round(after, made.number).rounds)
    rules = rules_of(before.setup)
    seed = before.setup.seed if made.seed is None else made.seed
    if by_stages(known, made.number):
        staged = stage_round(known, seed)
        same = not isinstance(staged, Refusal) and staged.round.seating == made.seating
        return "same" if same else "differs" if made.edition == EDITION else "other_edition"
    again = rules.again(book_of(known), Draw(seed, "round", made.number), made)
    if (
        isinstance(again, Proposal)
        and again.round.seating == made.seating
        and (not fact.numbers or dict(again.numbers) == dict(fact.numbers))
    ):
        return "same"
    if isinstance(again, Proposal) and _holds_without_names(fact, known, again):
        return "unnamed"
    return "differs" if made.edition == rules.edition else "other_edition"


def _holds_without_names(fact: Paired, known: Tournament, again: Proposal) -> bool:
    """Whether the round is the same if only the start numbers are taken as they were recorded: a name that was erased
    since cannot decide them any more. Among those who still have their names the numbers must agree."""
    gone = {player.id for player in known.players if player.removed}
    if not gone or not fact.numbers:
        return False
    had = {player.id: player.number for player in known.players if player.number is not None}
    # Both tell only what changed, and a late entry moves others than it did then: the whole lists are compared.
    both = ({**had, **again.numbers}, {**had, **fact.numbers})
    now, then = ([pid for pid in sorted(of, key=of.__getitem__) if pid not in gone] for of in both)
    if now != then:
        return False
    numbered = tuple(replace(player, number=fact.numbers.get(player.id, player.number)) for player in known.players)
    made, rules = fact.round, rules_of(known.setup)
    seed = known.setup.seed if made.seed is None else made.seed
    once_more = rules.again(book_of(replace(known, players=numbered)), Draw(seed, "round", made.number), made)
    return isinstance(once_more, Proposal) and once_more.round.seating == made.seating
