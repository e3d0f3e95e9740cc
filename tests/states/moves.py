"""Everything that people can do to an event, as the desk's own table has it, with particulars that fit the moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ronda.core.facts import Created, Entered, Fact
from ronda.core.history import fold
from ronda.core.model import OptionValue, Player, Setup, Table, Tournament
from ronda.core.prize_rules import PublishedFee
from ronda.core.verdicts import Refusal
from ronda.desk import bodies, next_round
from ronda.desk.actions import ACTIONS, STEPS, Body, Request
from ronda.desk.desk import Desk
from ronda.desk.permissions import Actor
from ronda.desk.players import own_bye_choices
from ronda.systems import Option, system

OWNER = Actor("owner", "dora")
ALL = "all results"  # several entries at once, so that a walk gets somewhere
TEXTS = ("1-0", "0-1", "½-½", "5-3", "2-5", "13-7", "4-13", "200-120", "90-200", "+--", "--+", "---")
FEW = 4  # players fill two tables of two, or one of four
MOST_ROUNDS = 9


class Move(NamedTuple):
    """A deed, and what was asked for; on a phone, by whom."""

    name: str
    body: Body = Body()
    player: int | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.body}{f' by {self.player}' if self.player else ''}"

    @property
    def person(self) -> Actor:
        return OWNER if self.player is None else Actor("player", f"player {self.player}", player=self.player)


@cache
def texts(name: str) -> tuple[str, ...]:
    """Results that the system knows and that need no second look."""
    rules, setup = system(name).rules, Setup(name)
    found = []
    for text in TEXTS:
        result = rules.results.read(text, setup)
        if not isinstance(result, Refusal) and rules.results.doubted(result, setup) is None:
            found.append(text)
    assert len(found) >= 3, f"{name} knows none of the results"
    return tuple(found)


@cache
def rounds_for(name: str, players: int) -> int:
    """The fewest rounds, two at least, that so many players may play."""
    for rounds in range(2, MOST_ROUNDS):
        if not isinstance(next_round(fold(beginning(name, players, rounds))), Refusal):
            return rounds
    raise AssertionError(f"{name} cannot be played by {players} players")


def beginning(name: str, players: int, rounds: int, seed: int = 1) -> list[Fact]:
    people = [Player(n, f"P{n}", rating=2000 - 7 * n) for n in range(1, players + 1)]
    return [Created(Setup(name, "Club night", {"rounds": rounds}, seed)), *map(Entered, people)]


def moves(now: Tournament) -> Iterator[Move]:
    """One of every kind at least, also of those that are not possible now."""
    yield from _setting(now)
    yield from _roster(now)
    yield from _rounds(now)
    yield from _results(now)
    for name in STEPS:
        yield Move(name, bodies.Step())


def _setting(now: Tournament) -> Iterator[Move]:
    yield Move("rename", bodies.Name("Open" if now.setup.name != "Open" else "Club night"))
    for option in system(now.setup.system).rules.options:
        value = another(option, system(now.setup.system).rules.option(now.setup, option.name))
        yield Move("options", bodies.Options({option.name: spoken(option, value)}))
    pair = bodies.AvoidPair((now.players[0].id, now.players[1].id))
    yield Move("avoid", bodies.AvoidList([] if now.setup.avoid else [pair]))
    yield Move("prizes", _prizes(now))
    yield from _fees(now)
    yield from _stages(now)
    yield Move("archive", bodies.Archive(not now.archived))
    yield Move("delete", bodies.Deletion(not now.deleted))


def _stages(now: Tournament) -> Iterator[Move]:
    size = system(now.setup.system).rules.seating.side_size
    final = bodies.StageInput("elimination", take=f"top {2 * size}", sides=size)
    first = bodies.StageInput("rounds")
    yield Move("stages", bodies.Stages([] if now.setup.stages else [first, final], by="Dora"))
    yield Move("begin-stage", bodies.StageBeginning())
    yield Move("begin-stage", bodies.StageBeginning(early=True, by="Dora", reason="rain"))
    yield Move("cancel-stage", bodies.StageRef(2))


def _fees(now: Tournament) -> Iterator[Move]:
    one = now.players[0].id
    amount = 500 if now.fees.rules.rules[:1] != (PublishedFee(500, "U18"),) else 600
    yield Move("fees", bodies.Fees([bodies.FeeInput(amount, "U18"), bodies.FeeInput(1000)], "EUR", 2026))
    yield Move("fee", bodies.OwnFeeInput(one) if one in now.fees.own else bodies.OwnFeeInput(one, 700, "member"))
    yield Move("pay", bodies.PaymentInput(one))
    yield Move("refund", bodies.Refund(one, 100, "too much"))
    person = "" if now.players[0].person else "k1"
    yield Move("link", bodies.Links([bodies.LinkInput(one, person)]))


def _prizes(now: Tournament) -> bodies.Prizes:
    """A list that is not yet the published one."""
    most = 200 if now.prizes is None or now.prizes.prizes[0].value != 200 else 300
    given = [bodies.PrizeInput("first", most), bodies.PrizeInput("second", 100), bodies.PrizeInput("girl", 50, "Girls")]
    return bodies.Prizes(given, [bodies.CategoryInput("Girls", "U12 F")], by="Dora", reason="a new sponsor")


def another(option: Option, value: OptionValue) -> OptionValue:
    """Another value that the option can have."""
    if option.kind == "bool":
        return not value
    if option.choices:
        return next((choice for choice in option.choices if choice != value), value)
    if option.kind == "text":
        return option.example if value != option.example else option.default
    low = option.low or 0
    number = value if isinstance(value, int) else low
    return number + 1 if option.high is None or number < option.high else number - 1


def spoken(option: Option, value: OptionValue) -> bool | float | str | None:
    """As a form says it."""
    return value / 2 if option.kind == "halves" and isinstance(value, int) else value


def _roster(now: Tournament) -> Iterator[Move]:
    first, last = now.players[0], now.players[-1]
    yield Move("enter", bodies.PlayerFields("Late", rating=1500))
    yield Move("enter-list", bodies.PlayerList("Lena\nLuis"))
    yield Move("edit", bodies.PlayerEdit(last.name, player=last.id, rating=last.rating + 1000, pinned_table=1))
    yield Move("check-in", bodies.Presence(first.id, here=first.id not in now.here))
    yield Move("check-in-all", Body())
    yield Move("arrive", bodies.OwnPresence(), last.id)
    number, kind = next(iter(own_bye_choices(now, last)), (now.next_round, "H"))
    yield Move("ask-bye", bodies.OwnBye(number, kind), last.id)
    yield Move("penalise", bodies.PenaltyInput(last.id, "warning", reason="late"))
    yield Move("lift", bodies.PenaltyLift(len(now.setup.penalties)))
    yield Move("note", bodies.JudgeNote(last.id, "spoke to the others"))
    yield Move("late", bodies.LatePlayer(last.id))
    yield Move("appeal", bodies.AppealInput(last.id, "it was not so", table=1))
    yield Move("decide-appeal", bodies.AppealVerdict(len(now.appeals), "upheld", "it was so"))
    yield Move("bye", bodies.ByeWish(last.id, now.next_round, "H"))
    yield Move("forget", bodies.PlayerErasure(last.id, rounds=[1]))
    yield Move("forget-all", bodies.FullErasure())
    for player in (first, last):
        for name in ("leave", "return", "pause"):
            yield Move(name, bodies.OnePlayer(player.id))


def _rounds(now: Tournament) -> Iterator[Move]:
    yield Move("pair", bodies.NextRound())
    yield Move("pair", bodies.NextRound(seed=5, present=True))
    for name in ("discard", "publish", "close", "finish", "reopen"):
        yield Move(name)
    yield Move("approve", bodies.ApprovalInput("Dora", "few players"))
    if now.rounds and now.rounds[-1].tables:
        seated = now.rounds[-1].tables[0]
        yield Move("swap", bodies.Swap(seated.first[0], now.rounds[-1].players[-1]))
        yield Move("swap", bodies.Swap(seated.first[0], seated.second[0]))
        yield Move("swap-tables", bodies.Swap(seated.number, now.rounds[-1].tables[-1].number))


def _results(now: Tournament) -> Iterator[Move]:
    yield Move(ALL)
    texts_ = texts(now.setup.system)
    for round_ in {id(r): r for r in (*now.rounds[:1], *now.rounds[-1:])}.values():
        for table in round_.tables[:1]:
            was = written(now, table)
            other = next(text for text in texts_ if text != was)
            at = round_.number, table.number
            yield Move("result", bodies.ResultEntry(*at, other, was))
            yield Move("result", bodies.ResultEntry(*at, "---", was, list(table.first)))
            yield Move("reverse", bodies.TableRef(*at))
            yield Move("erase", bodies.TableRef(*at))
            yield Move("take-back", bodies.ResultRestoration(*at, was=was or ""))
            yield Move("take-back", bodies.ResultRestoration(*at, was=was or "", before=other))
    if now.rounds and now.rounds[-1].tables:
        table = now.rounds[-1].tables[0]
        yield Move("report", bodies.Report(texts_[0]), table.first[0])
        yield Move("report", bodies.Report(texts_[0]), table.second[0])
        yield Move("withdraw", Body(), table.first[0])


def written(now: Tournament, table: Table) -> str | None:
    return None if table.result is None else system(now.setup.system).rules.results.write(table.result)


@dataclass(frozen=True, slots=True)
class Hands:
    """Does moves at one event, confirmed."""

    store: Any
    code: str

    def do(self, move: Move) -> Any:
        if move.name == ALL:
            return self._all()
        desk: Desk[Any, Any] = Desk(self.store)
        action = ACTIONS[move.name]
        body = move.body if isinstance(move.body, action.body) else action.body()  # nothing was said
        return desk.act(self.code, Request(action, body, move.person, confirmed=True))

    def _all(self) -> Any:
        now = self.tournament
        answer: Any = Refusal("nothing_changed", "S4")
        for at, table in enumerate(now.rounds[-1].tables if now.rounds else ()):
            if table.result is None:
                texts_ = texts(now.setup.system)
                score = bodies.ResultEntry(now.rounds[-1].number, table.number, texts_[at % len(texts_)])
                answer = self.do(Move("result", score))
        return answer

    @property
    def tournament(self) -> Tournament:
        found: Tournament = self.store.tournament(self.store.load(self.code))
        return found
