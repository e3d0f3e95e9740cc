"""Monkeys at the desk: whole events played by chance, every deed with particulars at random, sensible and not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, get_args

import msgspec

from ronda.core.model import AppealOutcome, Card, PenaltyKind, Togetherness, Tournament, begins_with_stage, next_stage
from ronda.core.prize_rules import PerPerson, PrizeKind, Sharing, TieOn
from ronda.core.verdicts import Refusal
from ronda.desk import bodies
from ronda.desk.actions import ACTIONS, PHONE, STEPS, Body
from ronda.desk.prizes import played_out
from ronda.store import Conflict
from ronda.systems import NAMES, system
from tests.states.grid import PLANS, plans_of
from tests.states.moves import ALL, FEW, TEXTS, Hands, Move, beginning, moves, rounds_for, spoken, texts, written
from tests.states.questions import ask

MOST_PLAYERS = 13
NAMES_TYPED = ("Ann Lee", "  Bo  ", "Çelik İnci", "=cmd", "", "a\x07b", "x" * 250, "ßtraße", "P1", "Łódź\u200b")
OFTEN = ("result", "report", "options", "erase", "swap", "avoid", "discard", "enter", "return")
UNUSUAL = ("", "x", "7-7", "400-0", "99-1", "-1-3", "½–½", "1:0", "+-", "200 - 120", "5-5", "13-13", "0-0")


@dataclass
class Played:
    """What some monkeys did."""

    events: int = 0
    calls: int = 0
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    faults: list[str] = field(default_factory=list)

    def __add__(self, other: Played) -> Played:
        return Played(
            self.events + other.events,
            self.calls + other.calls,
            self.done + other.done,
            self.refused + other.refused,
            self.rounds + other.rounds,
            self.faults + other.faults,
        )

    def __str__(self) -> str:
        return (
            f"{self.events} events, {self.calls} calls, {sum(self.done.values())} done, "
            f"{sum(self.refused.values())} refused, {self.rounds} rounds, {len(self.faults)} faults"
        )


def play(
    make: Callable[[list[Any]], tuple[Any, str]],
    seed: int,
    steps: int,
    question: Callable[..., object] = ask,
    hands_at: Callable[[Any, str], Hands] = Hands,
) -> Played:
    """One event. `make` gives a store and the code of the event that it made from the facts; `hands_at` does what the
    monkeys want."""
    chance = Random(seed)
    name = NAMES[seed % len(NAMES)]
    players = chance.randint(FEW, MOST_PLAYERS)
    rounds = rounds_for(name, players) + chance.choice((0, 0, 1, 2, 4))
    store, code = make(beginning(name, players, rounds, seed=chance.randrange(1000)))
    hands = hands_at(store, code)
    played = Played(events=1)
    path: list[str] = []
    planned = _plan(hands.tournament, chance)
    for _ in range(steps):
        if planned:
            move = planned.pop(0)
        elif chance.random() < 0.5:
            move = _next(hands.tournament, chance)
        else:
            move = _any(hands.tournament, chance)
        path.append(str(move))
        played.calls += 1
        before = tuple(store.load(code).facts)
        try:
            answer = hands.do(move)
            facts = tuple(store.load(code).facts)
            if isinstance(answer, Refusal | Conflict):
                assert facts == before or move.name == ALL, "a refusal changes nothing"
                assert not isinstance(answer, Refusal) or answer.code != "check_disagrees", answer
                played.refused[move.name] += 1
            else:
                played.done[move.name] += 1
            if facts != before:
                question(facts)
        except Exception as fault:
            played.faults.append(f"seed {seed}, {name}: {' > '.join(path)}: {type(fault).__name__}: {fault}")
            break
    played.rounds = len(hands.tournament.rounds)
    return played


def _plan(now: Tournament, chance: Random) -> list[Move]:
    """What an event begins with: some options, and mostly stages."""
    found = [Move("options", bodies.Options(_options(now, chance))) for _ in range(chance.randint(0, 3))]
    name = now.setup.system
    if any(option.name == "phone_byes" for option in system(name).rules.options):
        found.append(Move("options", bodies.Options({"phone_byes": "half_3", "phone_byes_last": 0})))
    if chance.random() < 0.7:
        planned = PLANS[chance.choice(plans_of(name))](system(name).rules.seating.side_size)
        found.append(Move("stages", bodies.Stages(planned, by="Dora")))
    return found


def _next(now: Tournament, chance: Random) -> Move:
    """What a director would do next, so that events get on."""
    if now.deleted or now.archived:
        return (
            Move("delete", bodies.Deletion(gone=False)) if now.deleted else Move("archive", bodies.Archive(away=False))
        )
    said = [player for told in now.reports.values() for player in told]
    if said and chance.random() < 0.2:
        return Move("withdraw", player=said[0])
    begun = [at for at, one in enumerate(now.setup.stages, 1) if one.begun and one.begun.after == len(now.rounds)]
    if begun and chance.random() < 0.2:
        return Move("cancel-stage", bodies.StageRef(begun[-1]))
    paid = [payment.player for payment in now.fees.payments if payment.amount > 0]
    if paid and chance.random() < 0.05:
        return Move("refund", bodies.Refund(paid[-1], 1, "too much"))
    left = [player.id for player in now.players if player.left_after is not None]
    if left and chance.random() < 0.1:
        return Move("return", bodies.OnePlayer(left[-1]))
    waiting = not now.rounds or all(table.result is not None for table in now.rounds[-1].tables)
    if waiting and next_stage(now) is not None and (begins_with_stage(now) or chance.random() < 0.3):
        return Move("begin-stage", bodies.StageBeginning(early=True, by="Dora", reason="rain"))
    if not now.rounds:
        return Move("pair", bodies.NextRound())
    last = now.rounds[-1]
    if now.finished:
        return Move(chance.choice(("reopen", "reopen", "undo")))
    if last.status == "draft":
        approve = Move("approve", bodies.ApprovalInput("Dora", "few players"))
        return approve if last.forced and last.approved is None else Move("publish")
    if any(table.result is None for table in last.tables):
        return Move(ALL) if chance.random() < 0.3 else _any(now, chance)
    if played_out(now):
        return Move("finish") if chance.random() < 0.2 else _any(now, chance)
    return Move("close") if chance.random() < 0.05 else Move("pair", bodies.NextRound())


def _any(now: Tournament, chance: Random) -> Move:
    """Anything, of the moment or not."""
    if chance.random() < 0.5:
        fitting = [*moves(now)]
        name = chance.choice(sorted({move.name for move in fitting}))
        return chance.choice([move for move in fitting if move.name == name])
    name = chance.choice((*ACTIONS, *STEPS, *STEPS, *OFTEN, ALL))
    if name in STEPS or name == ALL:
        return Move(name)
    kind = ACTIONS[name].body
    table = _Table(now, chance)
    given = {}
    for one in msgspec.structs.fields(kind):
        if one.required or chance.random() < 0.7:
            given[one.encode_name] = _value(one.encode_name, now, chance, table, kind)
    player = (chance.choice(table.players) if table.players else _player(now, chance)) if name in PHONE else None
    if name == "withdraw" and now.reports:
        player = next((who for said in now.reports.values() for who in said), player)
    return Move(name, kind(**given), player)


class _Table:
    """A table that is meant, mostly one that is there."""

    def __init__(self, now: Tournament, chance: Random) -> None:
        self.round, self.table, self.was, self.players = chance.randint(0, 9), chance.randint(0, 9), "", []
        rounds = [round_ for round_ in now.rounds if round_.tables]
        if rounds and chance.random() < 0.9:
            round_ = chance.choice((rounds[-1], chance.choice(rounds)))
            table = chance.choice(round_.tables)
            self.round, self.table, self.players = round_.number, table.number, list(table.players)
            self.was = written(now, table) or ""


def _player(now: Tournament, chance: Random) -> int:
    return chance.choice([player.id for player in now.players]) if chance.random() < 0.95 else 999


def _value(name: str, now: Tournament, chance: Random, table: _Table, kind: type[Body]) -> Any:
    """A particular of that name."""
    match name:
        case "player" | "one" | "other":
            tables = [table.number for round_ in now.rounds[-1:] for table in round_.tables]
            return chance.choice(tables) if tables and chance.random() < 0.3 else _player(now, chance)
        case "name" | "by" | "reason" | "club":
            return chance.choice(NAMES_TYPED) if chance.random() < 0.3 else f"Name {chance.randrange(99)}"
        case "text":
            return "\n".join(chance.choice(NAMES_TYPED) for _ in range(chance.randint(0, 3)))
        case "licence":
            return chance.choice(("", "", "7", "0007", "TR-12", "a b", "10000000000"))
        case "rating" | "national_rating" | "pinned_table":
            return chance.choice((0, 1, 2, 3, 7, 1500, 2000, 10**9, None if name == "pinned_table" else 999))
        case "round":
            return table.round if chance.random() < 0.95 else None if kind is bodies.Report else 3
        case "table":
            return table.table
        case "result" | "before":
            return chance.choice((*TEXTS, *UNUSUAL) if chance.random() < 0.2 else texts(now.setup.system))
        case "was":
            return table.was if chance.random() < 0.9 else "5-3"
        case "absent":
            return chance.sample(table.players, chance.randint(0, len(table.players)))
        case "rounds":
            return chance.sample(range(5), chance.randint(0, 2))
        case "seed":
            return chance.choice((None, 0, chance.randrange(2**53)))
        case "avoid":
            return [_pair(now, chance) for _ in range(chance.randint(0, 3))]
        case "options":
            return _options(now, chance)
        case "kind":
            return chance.choice(
                ("F", "H", "Z", None) if kind in (bodies.ByeWish, bodies.OwnBye) else get_args(PenaltyKind)
            )
        case "card":
            return chance.choice(get_args(Card))
        case "outcome":
            return chance.choice(get_args(AppealOutcome))
        case "amount" | "penalty" | "appeal":
            return chance.choice((0, 1, 2, 3))
        case "points":
            return chance.choice((None, None, 0.5, 1, 0.1, "1,5", "½", "x"))
        case "start":
            return chance.choice((0, 0, 0, 3, 51))
        case "members":
            return chance.choice(("", "", "", "Ana; Luis", "Ana", " ; "))
        case "birth_year":
            return chance.choice((0, 1990, 2015))
        case "title" | "federation" | "fide_id" | "sex" | "email" | "rule":
            return chance.choice(("", "", "x", "F", "GM"))
        case "person":
            return chance.choice(("", "", "k1", "k2", "k3"))
        case "links":
            people = [
                (_player(now, chance), chance.choice(("", "k1", "k2", "k3"))) for _ in range(chance.randint(0, 3))
            ]
            return [bodies.LinkInput(player, person) for player, person in people]
        case "day":
            return chance.choice(("", "2026-04-30", "2026-05-01", "30.4."))
        case "how":
            return chance.choice(("", "cash", "card"))
        case "approve":
            return chance.choice((None, bodies.ApprovalInput("Dora", "few players"), bodies.ApprovalInput("", " ")))
        case "publish" | "or_draft":
            return chance.random() < 0.3
        case "here" | "away" | "gone" | "sure" | "present" | "last_resort" | "lenient":
            return chance.random() < 0.7
    if kind is bodies.Fees:
        return _fees(name, chance)
    if kind is bodies.Prizes:
        return _prizes(name, now, chance)
    if kind in (bodies.Stages, bodies.StageBeginning, bodies.StageRef):
        return _stages(name, now, chance)
    raise AssertionError(f"no monkey knows what {name} is")


def _fees(name: str, chance: Random) -> Any:
    match name:
        case "rules":
            whom = ("", "U18", 'club="Name 7"', "young")
            rules = (
                bodies.FeeInput(
                    chance.choice((0, 1, 500, 1000)),
                    chance.choice(whom),
                    chance.random() < 0.2,
                    chance.choice(("", "", "2026-04-30", "soon")),
                )
                for _ in range(chance.randint(0, 3))
            )
            return list(rules)
        case "currency":
            return chance.choice(("", "EUR"))
        case "year":
            return chance.choice((0, 2026))
        case "pay_first":
            return chance.random() < 0.3
    raise AssertionError(f"no monkey knows what {name} of fees is")


def _stages(name: str, now: Tournament, chance: Random) -> Any:
    """A particular of a plan, or of a stage that is to begin."""
    match name:
        case "stages":
            size = system(now.setup.system).rules.seating.side_size
            first = bodies.StageInput(
                chance.choice(("rounds", "rounds", "groups", "elimination")), groups=1, sides=size
            )
            final = bodies.StageInput(
                chance.choice(("elimination", "elimination", "robin", "table")),
                take=chance.choice(("top 2", "top 4", "places 2-5", "1 of each group", "the best")),
                sides=size,
                third=chance.choice(("shared", "match")),
                consolation=chance.choice(("none", "first-loss", "places")),
                best_of=chance.choice((1, 1, 3)),
                cut_ties=chance.choice(("", "lot", "playoff", "all")),
            )
            return [first, final][: chance.randint(0, 2)]
        case "stage":
            return chance.randint(1, 3)
        case "changes":
            one, other = _player(now, chance), _player(now, chance)
            return [bodies.StageChange(one, other)] if chance.random() < 0.2 else []
        case "mode":
            return chance.choice(("shift", "slot"))
        case "playoff":
            return [_player(now, chance) for _ in range(chance.choice((0, 0, 0, 1, 2)))]
        case "early":
            return chance.random() < 0.7
    raise AssertionError(f"no monkey knows what {name} is")


def _prizes(name: str, now: Tournament, chance: Random) -> Any:
    """A particular of a prize list; what it says of categories mostly fits."""
    match name:
        case "prizes":
            worth = [100 * chance.randint(0, 5) for _ in range(chance.randint(1, 4))]
            worth = sorted(worth, reverse=True) if chance.random() < 0.8 else worth
            return [
                bodies.PrizeInput(
                    f"prize {n}",
                    value,
                    chance.choice(("", "", "A")),
                    chance.choice(get_args(PrizeKind)),
                    chance.choice(("", "", "", "30")),
                )
                for n, value in enumerate(worth, start=1)
            ]
        case "categories":
            who = chance.choice(("U12", "F", "O50 | unrated", "rating<=1999?", "!M", "(", ""))
            return [bodies.CategoryInput(own, who) for own in ("A", "B")[: chance.randint(1, 2)]]
        case "per_person":
            return chance.choice(get_args(PerPerson))
        case "sharing":
            return chance.choice(get_args(Sharing))
        case "tie_on":
            return chance.choice(get_args(TieOn))
        case "unit" | "min_share" | "min_rounds":
            return chance.choice((1, 1, 7, 100))
        case "year":
            return chance.choice((0, 2026))
        case "currency":
            return chance.choice(("", "EUR", "x"))
        case "pot":
            return chance.choice((None, bodies.PotInput(), bodies.PotInput("80", 100, 50), bodies.PotInput("many")))
        case "excluded":
            return [_player(now, chance) for _ in range(chance.randint(0, 2))]
    raise AssertionError(f"no monkey knows what {name} is")


def _pair(now: Tournament, chance: Random) -> bodies.AvoidPair:
    pair = _player(now, chance), _player(now, chance)
    return bodies.AvoidPair(pair, chance.choice(get_args(Togetherness)), chance.random() < 0.5)


def _options(now: Tournament, chance: Random) -> dict[str, Any]:
    options = system(now.setup.system).rules.options
    found: dict[str, Any] = {}
    for option in chance.sample(options, chance.randint(1, 2)):
        low, high = option.low or 0, option.high if option.high is not None else 20
        values = (*option.choices, option.default, low, high, chance.randint(low, max(high, low)), high + 1)
        value = chance.choice((True, False) if option.kind == "bool" else values)
        found[option.name] = spoken(option, value)
    return found
