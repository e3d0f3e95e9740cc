"""One contract for all ledgers: whatever is asked for, wherever the event is kept, the answer is the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ronda.core.facts import Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import bodies
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.desk import Desk
from ronda.desk.permissions import PHASES, phase
from ronda.ledgers import FileLedger, history_of
from ronda.store import open_store
from ronda.systems import NAMES
from tests.desk.memory import MemoryStore
from tests.states.moves import ALL, Hands, Move, moves
from tests.states.test_walk import stations
from tests.states.walk import At
from tests.store.conftest import fresh_database

LEDGERS = ("memory", "file", "sqlite", "postgresql")
Verdict = tuple[object, ...]


class Kept:
    """An event in a ledger: `asked` does something to it and takes it back."""

    def __init__(self, ledger: Any, code: str) -> None:
        self.ledger = ledger
        self.code = code

    def do(self, move: Move) -> None:
        assert not isinstance(Hands(self.ledger, self.code).do(move), Refusal), move

    @contextmanager
    def apart(self) -> Iterator[Any]:
        """The ledger, and afterwards it is as it was."""
        yield At(self.ledger.log(self.code))

    def asked(self, way: Sequence[Move], *, confirmed: bool) -> tuple[Verdict, object]:
        """The answer to the last move of a way, and what stands there then."""
        with self.apart() as ledger:
            code = "E" if isinstance(ledger, At) else self.code
            answers = [_asked(ledger, code, move, confirmed=confirmed) for move in way]
            return verdict(answers[-1]), comparable(ledger.tournament(ledger.load(code)))


def _asked(ledger: Any, code: str, move: Move, *, confirmed: bool) -> Any:
    action = ACTIONS[move.name]
    body = move.body if isinstance(move.body, action.body) else action.body()
    return Desk(ledger).act(code, Request(action, body, move.person, confirmed=confirmed))


def ways(now: Tournament) -> Iterator[tuple[Move, ...]]:
    """Every action; what needs another one before it, also after that one."""
    every = [move for move in moves(now) if move.name != ALL]
    yield from ((move,) for move in every)
    yield (Move("undo"), Move("redo"))
    player = bodies.OnePlayer(now.players[0].id)
    yield (Move("leave", player), Move("return", player))
    planned = next(move for move in every if move.name == "stages")
    begun = Move("begin-stage", bodies.StageBeginning(early=True, by="Dora", reason="rain"))
    yield (planned, begun)
    yield (planned, begun, Move("cancel-stage", bodies.StageRef(2)))
    penalty = bodies.PenaltyInput(now.players[0].id, "warning", reason="late")
    yield (Move("penalise", penalty), Move("lift", bodies.PenaltyLift(1, "not late")))
    fees = next(move for move in every if move.name == "fees")
    paid = Move("pay", bodies.PaymentInput(now.players[0].id, 1000))
    yield (fees, paid)
    yield (fees, paid, Move("refund", bodies.Refund(now.players[0].id, 100, "too much")))
    yield (Move("link", bodies.Links([bodies.LinkInput(99, "k9")])),)
    appeal = next(move for move in every if move.name == "appeal")
    yield (appeal, Move("decide-appeal", bodies.AppealVerdict(len(now.appeals) + 1, "upheld", "it was so")))
    said = [move for move in every if move.name == "report"]
    yield from ((move, Move("withdraw", player=move.player)) for move in said)


class KeptInFile(Kept):
    @contextmanager
    def apart(self) -> Iterator[Any]:
        file = Path(self.code)
        before = {path: path.read_bytes() for path in (file, history_of(file))}
        yield FileLedger()
        for path, data in before.items():
            path.write_bytes(data)


class Enough(Exception):
    """Nothing of it is to be kept."""


class KeptInStore(Kept):
    @contextmanager
    def apart(self) -> Iterator[Any]:
        try:
            with self.ledger.together() as batch:
                yield batch
                raise Enough
        except Enough:
            pass


def verdict(answer: Any) -> Verdict:
    return (answer.code, answer.article, dict(answer.facts)) if isinstance(answer, Refusal) else ("done",)


def comparable(tournament: Tournament) -> object:
    return tournament, dict(tournament.reports)


@contextmanager
def opened(kind: str, facts: list[Fact], tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Kept]:
    match kind:
        case "memory":
            memory = MemoryStore()
            yield Kept(memory, memory.create(facts, actor="dora").code)
        case "file":
            ledger = FileLedger()
            yield KeptInFile(ledger, ledger.create(str(tmp_path / "e.json"), facts, actor="dora").code)
        case _:
            server = tmp_path / "ronda.db" if kind == "sqlite" else fresh_database(request.getfixturevalue("postgres"))
            with open_store(server) as store:
                yield KeptInStore(store, store.create(facts, actor="dora").code)


# What a place to keep events answers depends little on the system: each place with some in every run.
EVERY_RUN = {("file", "chess"), ("sqlite", "domino"), ("postgresql", "chess")}


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        pytest.param(kind, name, marks=[] if kind == "memory" or (kind, name) in EVERY_RUN else [pytest.mark.soak])
        for kind in LEDGERS
        for name in NAMES
    ],
)
def test_every_action_in_every_phase_is_answered_alike(
    kind: str, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    seen: set[str] = set()
    verdicts: set[tuple[str, object]] = set()
    done: tuple[Move, ...] = ()
    (_, opening), *_ = found = stations(name)
    with opened(kind, [record.fact for record in opening], tmp_path, request) as event:
        for way, log in found:
            for move in way[len(done) :]:
                event.do(move)
            done = way
            now = fold(in_force([record.fact for record in log]))
            seen.add(phase(now))
            reference = Kept(At(log), "E")
            for asked in ways(now):
                for confirmed in (False, True):
                    expected = reference.asked(asked, confirmed=confirmed)
                    assert event.asked(asked, confirmed=confirmed) == expected, (way, asked)
                    verdicts.add((asked[-1].name, expected[0][0]))
    assert seen >= {*PHASES} - {"over"}  # a system may plan more rounds than these
    acted = {action for action, code in verdicts if code == "done"}
    # if a round is forced, if there are two tables, and where byes are given for the asking
    assert acted >= {*ACTIONS} - {"approve", "swap-tables", "bye", "ask-bye"}
    assert {action for action, code in verdicts if code != "done"} >= {*ACTIONS} - {"rename"}
