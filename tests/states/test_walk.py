"""The state machine is closed: no sequence of allowed actions leads to an event that check, export and import, replay
or standings refuse, and what is refused changes nothing. On memory, on both databases and on files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

import pytest

from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import bodies
from ronda.desk.actions import ACTIONS, STEPS
from ronda.desk.permissions import PHASES, phase
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.store import Store, open_store
from ronda.systems import NAMES
from tests.cli.running import Desk
from tests.desk.memory import LedgerEntry
from tests.sampling import only
from tests.states.moves import ALL, FEW, Hands, Move, beginning, moves, rounds_for, texts
from tests.states.questions import ask
from tests.states.walk import Walk, after, begun, walk

APPROVE = Move("approve", bodies.ApprovalInput("Dora", "few players"))
ROUND = (Move("pair", bodies.NextRound()), APPROVE, Move("publish"), Move(ALL), Move("close"))
WAY = (*ROUND, *ROUND, Move("finish"))
CORE = {"pair", "publish", "discard", "result", "erase", "take-back", "close", "finish", "reopen", "leave", "enter"}


def core(now: Tournament) -> Iterator[Move]:
    """The moves that rounds and results depend on."""
    seen: set[str] = set()
    for move in moves(now):
        if move.name in (*CORE, *STEPS, ALL) and (move.name not in ("pair", "leave") or move.name not in seen):
            seen.add(move.name)
            yield move


def opening(name: str) -> list[LedgerEntry]:
    """One player rests in every round; as few rounds as may be."""
    players = FEW + 1 if rounds_for(name, FEW + 1) == 2 else FEW + 2
    return list(begun(beginning(name, players, rounds_for(name, players))))


def stations(name: str) -> list[tuple[tuple[Move, ...], Sequence[LedgerEntry]]]:
    """The stages of an event, each with the way there."""
    log: Sequence[LedgerEntry] = opening(name)
    found: list[tuple[tuple[Move, ...], Sequence[LedgerEntry]]] = [((), log)]
    way: tuple[Move, ...] = ()
    for move in WAY:
        then = after(log, move)
        if then is not None:
            log, way = then, (*way, move)
            found.append((way, log))
    return found


SOME = only(NAMES, ("chess", "domino"))


def walked(name: str, depth: int, choose: object = moves, at: slice = slice(None)) -> Walk:
    found = Walk()
    for _, log in stations(name)[at]:
        found += walk(log, depth, choose)  # type: ignore[arg-type]
    told = "; ".join(f"{' > '.join(map(str, path))}: {fault!r}" for path, fault in found.faults)
    assert not found.faults, told
    return found


def test_the_walk_knows_every_deed_and_every_stage() -> None:
    log = next(log for way, log in stations("redemption") if way and way[-1].name == ALL)
    names = {move.name for move in moves(fold(in_force([record.fact for record in log])))}
    assert names >= {*ACTIONS}
    stages = {phase(fold(in_force([record.fact for record in log]))) for _, log in stations("redemption")}
    assert stages == set(PHASES)


@pytest.mark.parametrize("name", SOME)
def test_every_move_at_every_stage(name: str) -> None:
    found = walked(name, 1)
    assert found.states > 150


@pytest.mark.parametrize("name", SOME)
def test_every_two_moves_around_the_end_of_a_round(name: str) -> None:
    found = walked(name, 2, core, slice(-3, -1))
    assert found.states > 60


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_every_two_moves_at_every_stage(name: str) -> None:
    start = perf_counter()
    found = walked(name, 2)
    print(f"\n{name}: depth 2, {_told(found)}, {perf_counter() - start:.0f} s")


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_every_three_moves_of_rounds_and_results(name: str) -> None:
    start = perf_counter()
    found = walked(name, 3, core)
    print(f"\n{name}: rounds and results, depth 3, {_told(found)}, {perf_counter() - start:.0f} s")


def _told(found: Walk) -> str:
    return f"{found.states} states, {found.sequences} sequences, {found.refused} refused"


# --- databases ----------------------------------------------------------------------------------------------


class Back(Exception):
    """What was tried is not kept."""


def tried(store: Store, code: str, way: Iterable[Move]) -> tuple[tuple[object, ...], Refusal | None]:
    """The facts after these moves, and the refusal of the last one; then all is as it was."""
    found: tuple[tuple[object, ...], Refusal | None] = ((), None)
    try:
        with store.together() as batch:
            answer: object = None
            for move in way:
                answer = Hands(batch, code).do(move)
            stored = batch.load(code)
            assert stored is not None
            assert batch.tournament(stored) == fold(in_force(stored.facts))
            assert [record.fact for record in batch.log(code) or ()] == list(stored.facts)
            found = tuple(stored.facts), answer if isinstance(answer, Refusal) else None
            raise Back
    except Back:
        return found


@pytest.mark.parametrize("name", only(NAMES, ("melee",)))
def test_a_database_walks_as_memory_does(name: str, tmp_path: Path) -> None:
    """Every move at every stage leads to the same facts, or to the same refusal; what memory was asked, holds there."""
    assert _walked_on(name, str(tmp_path / "ronda.db"), 1) > 300


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_database_walks_two_moves_as_memory_does(name: str, place: str) -> None:
    start = perf_counter()
    walked_on = _walked_on(name, place, 2)
    print(f"\n{name} on {place.partition(':')[0]}: {walked_on} sequences of two moves, {perf_counter() - start:.0f} s")


def _walked_on(name: str, place: str, depth: int) -> int:
    walked_on = 0
    with open_store(place) as store:
        code = store.create([record.fact for record in opening(name)], actor="dora").code
        done: tuple[Move, ...] = ()
        for way, log in stations(name):
            for move in way[len(done) :]:
                assert not isinstance(Hands(store, code).do(move), Refusal)
            done = way
            walked_on += _branches(store, code, log, (), depth)
        assert store.verify(code) == []
    return walked_on


def _branches(store: Store, code: str, log: Sequence[LedgerEntry], way: tuple[Move, ...], depth: int) -> int:
    count = 0
    choose = moves if depth == 1 and not way else core
    for move in choose(fold(in_force([record.fact for record in log]))):
        expected = after(log, move)
        facts, refused = tried(store, code, (*way, move))
        wanted = log if expected is None else expected
        assert list(facts) == [record.fact for record in wanted], (way, move)
        assert refused is None or expected is None
        count += 1
        if depth > 1 and expected is not None:
            count += _branches(store, code, expected, (*way, move), depth - 1)
    return count


# --- files, through the command line ------------------------------------------------------------------------


def commands(now: Tournament) -> Iterator[tuple[str, ...]]:
    """What can be done to a file, and what cannot."""
    text, other = texts(now.setup.system)[:2]
    yield ("pair", "--write", "--approve", "Dora: few players")
    yield ("publish", "--approve", "Dora: few players")
    yield from (("publish",), ("close",), ("discard",), ("undo",), ("finish",))
    yield ("enter", "Late", "--rating", "1500")
    for player in (now.players[0], now.players[-1]):
        yield ("leave", str(player.id))
        yield ("return", str(player.id))
    for round_ in {round_.number: round_ for round_ in (*now.rounds[:1], *now.rounds[-1:])}.values():
        for table in round_.tables[:1]:
            for result in (text, other, "---"):
                yield ("result", str(round_.number), str(table.number), result)
    if now.rounds and now.rounds[-1].tables:
        seated = now.rounds[-1].tables[0]
        yield ("swap", str(seated.first[0]), str(now.rounds[-1].players[-1]), "--write")


@pytest.mark.parametrize("name", only(NAMES, ("redemption", "dutch")))
def test_a_file_walks_by_the_same_table(name: str, desk: Desk) -> None:
    done, refused = _walked_in_file(name, desk, 1)
    assert done > 40
    assert refused > 40


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_file_walks_two_commands(name: str, desk: Desk) -> None:
    start = perf_counter()
    done, refused = _walked_in_file(name, desk, 2)
    print(f"\n{name} in a file: {done} commands done, {refused} refused, {perf_counter() - start:.0f} s")


def _walked_in_file(name: str, desk: Desk, depth: int) -> tuple[int, int]:
    done = refused = 0
    seen: set[bytes] = set()
    now = [write(fold(in_force([record.fact for record in log]))) for _, log in stations(name)]
    for level in range(depth):
        following: list[bytes] = []
        for data in now:
            tournament = fold(read(data))
            for verb, *words in commands(tournament):
                file = desk.write("e.json", data)
                status = desk(verb, file, *words, "--json").status
                kept = file.read_bytes()
                if status:
                    assert status in (1, 2), (verb, words)
                    assert kept == data, f"{verb} {words} was refused, and changed the file"
                    refused += 1
                    continue
                done += 1
                if kept not in seen:
                    seen.add(kept)
                    _answers(desk, file)
                    following.append(kept)
        now = following
        assert level or following
    return done, refused


def _answers(desk: Desk, file: Path) -> None:
    """Whatever the file is asked, it answers."""
    ask(read(file.read_bytes()))
    copy = desk.path("copy.json")
    standings = desk("standings", file, "--json")
    assert standings.status == 0, standings.out
    assert desk("import", file, "--out", copy, "--force", "--json").status == 0
    assert copy.read_bytes() == file.read_bytes()
    assert desk("check", copy, "--json").status == 0
    assert json.loads(desk("standings", copy, "--json").out) == standings.value
