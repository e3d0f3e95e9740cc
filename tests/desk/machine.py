"""A whole desk as a state machine: everything that people do there, in any order, and what must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ronda import desk as use
from ronda.core.facts import Archived, Created, Deleted, Entered, Fact, Finished, ResultEntered
from ronda.core.history import before_round, fold, in_force
from ronda.core.model import Avoid, OptionValue, Player, Round, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import players, results, rounds, settings
from ronda.desk.actions import Decided
from ronda.desk.bodies import ApprovalInput
from ronda.desk.decisions import check_round
from ronda.desk.desk import LedgerEntry, LedgerState
from ronda.desk.permissions import TABLE, ActionKind, permission, phase
from tests.desk.director import Director

T = TypeVar("T")

LEAST = {"chess": 6, "domino": 4, "domino_pairs": 4, "dutch": 6, "melee": 6, "redemption": 4, "robin": 3, "swiss": 4}
ROUNDS = 5
RESULTS = {
    "chess": ("1-0", "0-1", "½-½", "+--", "---"),
    "domino": ("200-120", "10-190", "200-0", "--+", "---"),
    "domino_pairs": ("200-120", "10-190", "200-0", "--+", "---"),
    "dutch": ("1-0", "0-1", "½-½", "+--", "---"),
    "melee": ("13-7", "0-13", "13-12", "+--", "---"),
    "redemption": ("5-3", "2-2", "0-5", "--+", "---"),
    "robin": ("1-0", "0-1", "½-½", "+--", "---"),
    "swiss": ("1-0", "0-1", "½-½", "+--", "---"),
}
UNUSUAL = ("", "x", "7-7", "400-0", "99-1")
OPTIONS: dict[str, Sequence[dict[str, OptionValue]]] = {
    "chess": ({"rounds": 3}, {"rounds": 9}, {"first_colour": "s"}, {"first_colour": "b"}),
    "domino": ({"rounds": 5}, {"rounds": 1}, {"target": 100}, {"partner_window": 2}, {"bye_value": 2}),
    "domino_pairs": ({"rounds": 5}, {"target": 100}, {"first_round": "elo"}, {"score": "fvd"}, {"byes": "even"}),
    "dutch": ({"rounds": 3}, {"initial_colour": "black"}, {"acceleration": "baku"}, {"tiebreaks": "PTS,SB,BH"}),
    "melee": ({"rounds": 3}, {"rounds": 99}, {"setting": "random"}, {"free_game_buchholz": True}),
    "redemption": ({"rounds": 5}, {"max_score": 7}, {"bye_points": 4}, {"ranking": "host"}, {"fallback": "list"}),
    "robin": ({"rounds": 3}, {"rounds": 9}, {"double": True}, {"numbers": "order"}, {"tiebreaks": "PTS,SB"}),
    "swiss": (
        {"rounds": 5},
        {"form": "games"},
        {"win": "3"},
        {"within": "lot"},
        {"straight": 1},
        {"order": "wins, lot"},
    ),
}
# These may change rounds that are published; nothing else ever does.
CHANGING_ROUNDS: frozenset[ActionKind] = frozenset(("rearrange", "discard", "undo", "redo"))

index = st.integers(0, 99)


class Place(Protocol):
    """A store that can make tournaments, too."""

    def create(self, facts: Sequence[Fact], *, actor: str) -> LedgerState: ...

    def load(self, code: str) -> Any: ...

    def tournament(self, stored: Any) -> Tournament: ...

    def log(self, code: str) -> Sequence[LedgerEntry] | None: ...

    def decided_on(self, code: str, key: str) -> int | None: ...

    def append(self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None) -> Any: ...


@dataclass(frozen=True, slots=True)
class Step:
    """What the last step was, and the tournament before it."""

    action: ActionKind
    before: Tournament


def may(*actions: ActionKind) -> Callable[[Any], bool]:
    """Only when one of the actions is not forbidden: what is forbidden has a rule of its own."""
    return lambda machine: any(permission(action, machine.now) != "forbidden" for action in actions)


class DeskMachine(RuleBasedStateMachine):
    """One tournament at one desk. `past` and `future` are what undoing and redoing must lead to."""

    place: ClassVar[Place]
    systems: ClassVar[Sequence[str]]
    told = 0

    @initialize(system=index, players=st.integers(0, 5), seed=st.integers(0, 3), played=st.integers(0, 3), text=index)
    def create(self, system: int, players: int, seed: int, played: int, text: int) -> None:
        """A tournament, in half of the cases well under way."""
        self.desk = Director(self.place)
        self.system = _pick(self.systems, system)
        setup = Setup(self.system, "Club night", {"rounds": ROUNDS}, seed)
        people = [Player(n, f"P{n}", rating=2000 - 7 * n) for n in range(1, LEAST[self.system] + players + 1)]
        self.code = self.place.create([Created(setup), *map(Entered, people)], actor="dora").code
        self.now = self._tournament()
        self.past: list[Tournament] = []
        self.future: list[Tournament] = []
        self.last: Step | None = None
        for number in range(played):
            self.play_a_round(text + number)

    # --- how every action goes ------------------------------------------------------------------------------

    def act(self, action: ActionKind, decide: Callable[[Tournament], Decided]) -> Refusal | None:
        """Do it, confirmed only when that is asked for; the answer has to fit the table."""
        before, facts = self.now, self._facts()
        leave = TABLE[action][phase(before)]
        answer = self.desk.act(self.code, action, decide)
        if leave == "confirm" and not isinstance(decide(before), Refusal):
            assert answer == Refusal("confirm_first", "S4", {"action": action, "phase": phase(before)})
            assert self._facts() == facts
            answer = self.desk.act(self.code, action, decide, confirmed=True)
        if leave == "forbidden":
            assert answer == Refusal("not_now", "S4", {"action": action, "phase": phase(before)})
        if isinstance(answer, Refusal):
            assert answer.code != "check_disagrees", answer
            assert self._facts() == facts, "a refusal changes nothing"
            return answer
        self.now = self._tournament()
        if answer.facts != facts:
            self.past.append(before)
            self.future.clear()
        self.last = Step(action, before)
        return None

    def _tournament(self) -> Tournament:
        found: Tournament | None = self.desk.tournament(self.code)
        assert found is not None
        return found

    def _facts(self) -> tuple[Fact, ...]:
        stored = self.place.load(self.code)
        assert stored is not None
        return tuple(stored.facts)

    # --- who takes part -------------------------------------------------------------------------------------

    @rule(what=st.sampled_from(("enter", "edit", "check_in", "leave", "return", "pause", "pause_absent")), at=index)
    def roster(self, what: str, at: int) -> None:
        player = _pick(self.now.players, at)
        match what:
            case "enter" if len(self.now.players) < 12:
                self.act("enter", lambda t: players.register(t, Player(0, f"Late {at}", rating=1000 + at)))
            case "edit":
                self._edit(player, _pick((0, 999, 1500), at), _pick(("", "Ann  Lee", "a\x07", "Bo", "Cy"), at))
            case "check_in":
                self.act("check_in", lambda t: players.check_in(t, player, here=at % 4 > 0))
            case "leave":
                self.act("leave", lambda t: use.leave(t, player))
            case "return":
                self._come_back(at)
            case "pause":
                self.act("pause", lambda t: players.pause(t, player))
            case "pause_absent" if len(self.now.here) >= LEAST[self.system]:
                self.act("pause", players.pause_absent)

    def _edit(self, player: Player, rating: int, name: str) -> None:
        edited = replace(player, name=name, rating=rating, left_after=0, joined_round=9, missed=(1,), number=77)
        if self.act("edit", lambda t: players.edit(t, edited)) is None:
            after = next(known for known in self.now.players if known.id == player.id)
            assert after == replace(player, name=after.name, rating=rating)

    def _come_back(self, at: int) -> None:
        away = [player for player in self.now.players if not player.plays_in(self.now.next_round)]
        player = _pick(away or self.now.players, at)
        if self.act("return", lambda t: use.come_back(t, player)) is None:
            after = next(known for known in self.now.players if known.id == player.id)
            assert after.plays_in(self.now.next_round)

    # --- the set-up -----------------------------------------------------------------------------------------

    @rule(what=st.sampled_from(("rename", "options", "archive", "delete")), at=index)
    def setting(self, what: str, at: int) -> None:
        match what:
            case "rename":
                self.act("rename", lambda t: settings.rename(t, _pick(("Club night", "Open", " "), at)))
            case "options":
                self._options(_pick(OPTIONS[self.system], at))
            case "archive":
                self.act("archive", lambda _: Archived(at % 2 > 0))
            case "delete":
                self.act("delete", lambda _: Deleted(gone=not self.now.deleted))

    def _options(self, wanted: dict[str, OptionValue]) -> None:
        frozen = settings.frozen_options(self.now)
        refused = self.act("options", lambda t: settings.change_options(t, wanted))
        assert refused is not None or not frozen.keys() & wanted.keys()

    @precondition(may("avoid"))
    @rule(one=index, other=index, relation=st.sampled_from(("opponents", "partners", "both")), hard=st.booleans())
    def avoid(self, one: int, other: int, relation: Literal["opponents", "partners", "both"], hard: bool) -> None:
        pair = Avoid((_pick(self.now.players, one).id, _pick(self.now.players, other).id), relation, hard)
        self.act("avoid", lambda t: settings.change_avoid(t, [pair]))

    # --- rounds ---------------------------------------------------------------------------------------------

    @precondition(may("pair"))
    @rule(seed=st.none() | st.integers(0, 3))
    def pair(self, seed: int | None) -> None:
        if self.act("pair", lambda t: rounds.draft(t, seed)) is None:
            assert phase(self.now) == "draft"
            assert all(round_.over for round_ in self.now.rounds[:-1])

    @precondition(may("rearrange"))
    @rule(one=index, other=index)
    def swap_players(self, one: int, other: int) -> None:
        players = self.now.rounds[-1].players
        self._rearrange(lambda t: rounds.swap_players(t, _pick(players, one), _pick(players, other)))

    @precondition(may("rearrange"))
    @rule(one=index, other=index)
    def swap_tables(self, one: int, other: int) -> None:
        numbers = [table.number for table in self.now.rounds[-1].tables]
        if numbers:
            self._rearrange(lambda t: rounds.swap_tables(t, _pick(numbers, one), _pick(numbers, other)))

    def _rearrange(self, swap: Callable[[Tournament], rounds.Rearrangement | Refusal]) -> None:
        def decide(tournament: Tournament) -> Decided:
            swapped = swap(tournament)
            return swapped if isinstance(swapped, Refusal) else swapped.fact

        if self.act("rearrange", decide) is None:
            last = self.now.rounds[-1]
            assert last.by_hand
            assert not [finding for finding in check_round(self.now, last) if finding.severity == "violation"]

    @precondition(may("discard"))
    @rule()
    def discard(self) -> None:
        made = self.now.rounds[-1].number
        if self.act("discard", rounds.discard) is None:
            assert self.now.next_round == made
            assert not any(earlier.until >= made for table in _tables(self.now) for earlier in table.earlier)

    @precondition(may("approve"))
    @rule(reason=st.sampled_from(("", "few players")))
    def approve(self, reason: str) -> None:
        self.act("approve", lambda t: rounds.approve(t, ApprovalInput("Dora", reason)))

    @precondition(may("publish"))
    @rule()
    def publish(self) -> None:
        last = self.now.rounds[-1]
        refused = self.act("publish", rounds.publish)
        assert (refused is not None) == (last.forced and last.approved is None)

    @precondition(may("result"))
    @rule(at=index, text=index, unusual=st.booleans())
    def result(self, at: int, text: int, unusual: bool) -> None:
        self._record(self.now.rounds[-1], at, _pick(UNUSUAL if unusual else RESULTS[self.system], text))

    @precondition(may("result"))
    @rule(text=index)
    def results(self, text: int) -> None:
        """All that are missing."""
        for at, table in enumerate(self.now.rounds[-1].tables):
            if table.result is None:
                self._record(self.now.rounds[-1], at, _pick(RESULTS[self.system], text + at))

    @precondition(may("correct"))
    @rule(number=index, at=index, text=index)
    def correct(self, number: int, at: int, text: int) -> None:
        self._record(_pick(self.now.rounds, number), at, _pick(RESULTS[self.system], text))

    def _record(self, round_: Round, at: int, text: str) -> None:
        if not round_.tables:
            return
        table = _pick(round_.tables, at)
        current = round_.number == len(self.now.rounds) and round_.status == "published"
        action: ActionKind = "result" if current and table.result is None else "correct"
        self.act(action, lambda t: use.record_result(t, round_.number, table.number, text))

    @precondition(may("report"))
    @rule(at=index, text=index)
    def report(self, at: int, text: int) -> None:
        """A player says how it ended: no action of the desk, unless the other side has said the same."""
        players = [player for table in self.now.rounds[-1].tables for player in table.players]
        if not players:
            return
        before, player, said = self.now, _pick(players, at), _pick(RESULTS[self.system], text)
        answer = self.desk.act(self.code, "report", lambda t: results.report(t, player, said))
        if isinstance(answer, Refusal):
            return
        self.now = self._tournament()
        if self.now != before:
            assert isinstance(self._facts()[-1], ResultEntered)
            self.past.append(before)
            self.future.clear()
        self.last = Step("report", before)

    @precondition(may("close"))
    @rule()
    def close(self) -> None:
        assert self.act("close", rounds.close) is None

    @precondition(may("pair"))
    @rule(text=index)
    def play_a_round(self, text: int) -> None:
        """The usual way, so that events get on."""
        self.pair(None)
        if phase(self.now) == "draft":
            self.approve("few players")
            self.publish()
            self.results(text)

    @precondition(may("finish"))
    @rule()
    def finish(self) -> None:
        if self.act("finish", rounds.finish) is None:
            assert phase(self.now) == "finished"

    @precondition(may("reopen"))
    @rule()
    def reopen(self) -> None:
        assert self.act("reopen", lambda _: Finished(again=True)) is None

    # --- undoing, and what is forbidden ---------------------------------------------------------------------

    @rule()
    def undo(self) -> None:
        before, facts = self.now, self._facts()
        answer = self.desk.undo(self.code, confirmed=True)
        if not self.past:
            assert answer == Refusal("nothing_to_undo", "S4")
            assert self._facts() == facts
            return
        self.now = self._tournament()
        assert self.now == self.past.pop(), "undoing leads back to the tournament before"
        self.future.append(before)
        self.last = Step("undo", before)

    @rule()
    def redo(self) -> None:
        before, facts = self.now, self._facts()
        answer = self.desk.redo(self.code, confirmed=True)
        if not self.future:
            assert answer == Refusal("nothing_to_redo", "S4")
            assert self._facts() == facts
            return
        self.now = self._tournament()
        assert self.now == self.future.pop(), "redoing leads to the tournament as it was"
        self.past.append(before)
        self.last = Step("redo", before)

    @rule(times=st.integers(1, 3))
    def there_and_back(self, times: int) -> None:
        """Undo, then redo: nothing has happened."""
        before, count = self.now, min(times, len(self.past))
        for _ in range(count):
            self.undo()
        for _ in range(count):
            self.redo()
        assert self.now == before

    @rule()
    def everything_forbidden(self) -> None:
        """What the table forbids is not even decided."""
        for action, row in TABLE.items():
            if row[phase(self.now)] == "forbidden":
                self.act(action, _never)

    @rule(behind=st.integers(1, 3))
    def too_late(self, behind: int) -> None:
        """Somebody decides on an old version: a conflict, or a refusal, and nothing is written."""
        facts = self._facts()
        version = max(len(facts) - behind, 0)
        answer: Any = self.desk.act(self.code, "rename", lambda t: settings.rename(t, "Late"), expected=version)
        assert isinstance(answer, Refusal) or answer.current.facts == facts
        assert self._facts() == facts

    # --- what always holds ----------------------------------------------------------------------------------

    @invariant()
    def facts_tell_it_again(self) -> None:
        """Folding what the log holds gives the same tournament and the same standings."""
        records = self.place.log(self.code)
        assert records is not None
        if len(records) == self.told:
            return
        self.told = len(records)
        again = fold(in_force([record.fact for record in records]))
        assert again == self.now == fold(in_force(self._facts()))
        made = len(self.now.rounds)
        assert use.standings_after(again, made) == use.standings_after(self.now, made)

    @invariant()
    def everybody_once(self) -> None:
        """S1, in every round."""
        for round_ in self.now.rounds:
            pool = [player.id for player in self.now.players if player.plays_in(round_.number)]
            assert Counter(round_.players) == Counter(pool)
            assert len({table.number for table in round_.tables}) == len(round_.tables)
        assert [round_.number for round_ in self.now.rounds] == list(range(1, len(self.now.rounds) + 1))

    @invariant()
    def published_rounds_stay(self) -> None:
        """S4: neither a correction nor anything else changes them, or what they were made from."""
        if self.last is None or self.last.action in CHANGING_ROUNDS:
            return
        before = self.last.before
        for old, new in zip(before.rounds, self.now.rounds, strict=False):
            if old.status != "draft":
                assert _made(old) == _made(new)
            assert _known(before, old.number) == _known(self.now, old.number)

    @invariant()
    def complete_but_for_the_last(self) -> None:
        for round_ in self.now.rounds[:-1]:
            assert round_.over


def _pick(items: Sequence[T], at: int) -> T:
    return items[at % len(items)]


def _never(_: Tournament) -> Refusal:
    raise AssertionError("what is forbidden is not decided")


def _tables(tournament: Tournament) -> list[Table]:
    return [table for round_ in tournament.rounds for table in round_.tables]


def _made(round_: Round) -> object:
    """A round as it was made, without its results."""
    seats = [(table.number, table.first, table.second) for table in round_.tables]
    return seats, round_.byes, round_.seed, round_.reasons, round_.relaxations, round_.by_hand


def _known(tournament: Tournament, number: int) -> object:
    """The results that were known when the round was made."""
    rounds = before_round(tournament, number).rounds
    return [[(table.players, table.result, table.absent) for table in round_.tables] for round_ in rounds]
