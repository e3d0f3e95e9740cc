"""Who has won: the podium of an event, and its prize list, published and worked out from the standings with its working
(PR)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from ronda.core import Frozen, RankedRow, Refusal, Standings, Tournament, exact, next_stage, replace
from ronda.core.facts import PrizesPublished
from ronda.core.penalty_effects import in_force
from ronda.core.prize_rules import Pot, PrizeRules, PublishedCategory, PublishedPrize
from ronda.core.text_rules import hidden_text, unfit_text
from ronda.desk.bodies import Prizes
from ronda.desk.decisions import standings_after, waiting_for
from ronda.desk.desk import Decided
from ronda.desk.fees import collected, known_player
from ronda.prizes import (
    EVERYBODY,
    Prize,
    PrizeStanding,
    Winner,
    assign,
    pay,
    percentages,
    pot,
    refused_list,
)
from ronda.prizes.categories import AllOf, Test, category_places, category_test, fits
from ronda.systems import planned_rounds, standings_book

PLACES = 3  # on the podium


class SharedPlace(Frozen):
    """A place and everybody who has it."""

    place: int
    players: tuple[int, ...]

    @property
    def shared(self) -> bool:
        return len(self.players) > 1


class Podium(Frozen):
    """The first places in their order; after a shared one the next are left out (1, 1, 3). `left` are those of them
    who withdrew: where the rulebook lets them keep their place, it is theirs (D9). `provisional`: all planned rounds
    are over, but the director has not finished the event (R5.5)."""

    steps: tuple[SharedPlace, ...]
    left: frozenset[int] = frozenset()
    provisional: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has the first place; several, if nothing in the rulebook tells them apart: a tie."""
        return self.steps[0].players

    @property
    def shared(self) -> bool:
        return self.steps[0].shared


def podium_of(rows: Standings, *, provisional: bool = False) -> Podium | None:
    """The podium of such standings; None: nobody has a place. A player without a place is never on it."""
    by_place: dict[int, list[int]] = {}
    for row in rows:
        if row.place is not None and row.place <= PLACES:
            by_place.setdefault(row.place, []).append(row.player)
    if not by_place:
        return None
    on_it = {player for players in by_place.values() for player in players}
    steps = tuple(SharedPlace(place, tuple(players)) for place, players in sorted(by_place.items()))
    left = frozenset(row.player for row in rows if row.status == "left" and row.player in on_it)
    return Podium(steps, left, provisional)


def decided(tournament: Tournament) -> bool:
    """Whether a winner is declared: the event is finished, a round was played and no result is missing."""
    rounds = len(tournament.rounds)
    return tournament.finished and rounds > 0 and not waiting_for(tournament, rounds)


def played_out(tournament: Tournament) -> bool:
    """Whether all planned rounds are over: from then on the leader is the provisional winner (R5.5). An event in a
    file, which nobody finishes, ends with it."""
    if tournament.setup.stages and next_stage(tournament) is not None:
        return False
    enough = len(tournament.rounds) >= max(planned_rounds(tournament), 1)
    return enough and all(round_.over for round_ in tournament.rounds)


def declared(tournament: Tournament) -> Podium | None:
    """The podium of an event that is decided, or, called provisional, of one that is played out. Opening the event
    again makes it provisional again."""
    final = decided(tournament)
    if not final and not played_out(tournament):
        return None
    return podium_of(standings_after(tournament, len(tournament.rounds)), provisional=not final)


PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9]{1,6}|/[1-9][0-9]{0,5})?")  # exact, and nobody works for hours on it


def publish_prizes(
    tournament: Tournament, rules: PrizeRules, by: str = "", reason: str = ""
) -> PrizesPublished | Refusal:
    """PR3.4: free until the first round is published; later it needs a name and a reason."""
    refused = _unfit(tournament, rules)
    if refused is not None:
        return refused
    hidden = hidden_text(by, reason)
    if hidden is not None:
        return hidden
    if rules == tournament.prizes:
        return Refusal("nothing_changed", "PR3.4")
    begun = any(round_.status != "draft" for round_ in tournament.rounds)
    if tournament.prizes is not None and begun and not (by.strip() and reason.strip()):
        return Refusal("prizes_frozen", "PR3.4")
    return PrizesPublished(rules, by.strip(), reason.strip())


def decide_prizes(tournament: Tournament, body: Prizes) -> Decided:
    rules = PrizeRules(
        tuple(PublishedPrize(one.id, one.value, one.category, one.kind, _percent(one.percent)) for one in body.prizes),
        tuple(PublishedCategory(one.name, one.who) for one in body.categories),
        body.per_person,
        body.sharing,
        body.tie_on,
        body.unit,
        body.min_share,
        body.min_rounds,
        body.year,
        body.currency,
        tuple(body.excluded),
        None if body.pot is None else Pot(_percent(body.pot.percent), body.pot.deductions, body.pot.guarantee),
    )
    return publish_prizes(tournament, rules, body.by, body.reason)


def _percent(typed: str) -> str:
    """With a point, however it was typed."""
    return typed.strip().replace(",", ".")


def _unfit(tournament: Tournament, rules: PrizeRules) -> Refusal | None:
    names = [category.name for category in rules.categories]
    for category in rules.categories:
        test = category_test(category.who)
        if isinstance(test, Refusal):
            return test
    ids = [prize.id for prize in rules.prizes]
    texts = [*((name, False) for name in (*ids, *names)), *((one.who, True) for one in rules.categories)]
    for text, may_be_empty in (*texts, (rules.currency, True)):
        unfit = unfit_text(text, may_be_empty=may_be_empty)
        if unfit is not None:
            return unfit
    for name in (*names, *ids):
        if (ids + names).count(name) > 1 and (ids.count(name) > 1 or names.count(name) > 1):
            return Refusal("prize_twice", "PR3.1", {"name": name})
    for prize in rules.prizes:
        if prize.category and prize.category not in names:
            return Refusal("unknown_category", "PR3.1", {"category": prize.category})
    known = {player.id for player in tournament.players}
    for player in rules.excluded:
        if player not in known:
            return Refusal("unknown_player", "S4", {"player": player})
    return _unfit_percents(rules) or refused_list([_prize(prize) for prize in rules.prizes if not prize.percent])


def _unfit_percents(rules: PrizeRules) -> Refusal | None:
    """PR6.4: per cents are numbers, together 100 at most, and parts of a pot."""
    texts = [prize.percent for prize in rules.prizes if prize.percent]
    for text in (*texts, *([rules.pot.percent] if rules.pot and rules.pot.percent else ())):
        if not PERCENT.fullmatch(text) or exact(text) > 100:
            return Refusal("percent_unreadable", "PR6.4", {"found": text})
    amounts = percentages(100, [exact(text) for text in texts])
    return amounts if isinstance(amounts, Refusal) else None


def pot_of(tournament: Tournament, own: Pot) -> int:
    """PR6.4: of the fees that were collected."""
    return pot(collected(tournament), own.deductions, exact(own.percent or "100"), own.guarantee)


def _priced(tournament: Tournament, rules: PrizeRules) -> PrizeRules:
    """The prizes in per cent with what they are worth by now."""
    parts = [prize for prize in rules.prizes if prize.percent]
    if not parts:
        return rules
    whole = pot_of(tournament, rules.pot or Pot())
    amounts = percentages(whole, [exact(prize.percent) for prize in parts], rules.unit)
    assert not isinstance(amounts, Refusal), "refused when it was published"
    worth = {prize.id: amount for prize, amount in zip(parts, amounts, strict=True)}
    return replace(
        rules, prizes=tuple(replace(prize, value=worth.get(prize.id, prize.value)) for prize in rules.prizes)
    )


def _prize(prize: PublishedPrize) -> Prize:
    return Prize(prize.id, prize.category or EVERYBODY, prize.value, prize.kind)


class CategoryStandings(Frozen):
    """PR2.5: everybody of a category by place; `unknown`: of whom it cannot be judged (PR2.4)."""

    name: str
    places: Mapping[int, int]
    unknown: tuple[int, ...]


class PrizeLine(Frozen):
    """A prize, who gets it, and who was better placed in its category and has another one already."""

    prize: PublishedPrize
    winner: int | None
    passed: tuple[int, ...] = ()


class Payout(Frozen):
    """What somebody is paid in all; `shared`: with whom he was level."""

    player: int
    place: int
    amount: int
    shared: tuple[int, ...] = ()


class PrizeList(Frozen):
    """`fund`: the money of all prizes that somebody got, which is what is paid; `left`: of those that nobody got."""

    rules: PrizeRules
    categories: tuple[CategoryStandings, ...]
    lines: tuple[PrizeLine, ...]
    payouts: tuple[Payout, ...]
    by_sharing: Mapping[tuple[int, str], int]
    fund: int
    left: int


def prize_list(tournament: Tournament) -> PrizeList | None:
    """Who gets what by the standings of now; None: no prizes are published."""
    if tournament.prizes is None:
        return None
    rules = _priced(tournament, tournament.prizes)
    rows = standings_after(tournament, len(tournament.rounds))
    tests = {one.name: _test(one.who) for one in rules.categories}
    known = {player.id: known_player(player) for player in tournament.players}
    members = {name: {pid: fits(test, who, rules.year) for pid, who in known.items()} for name, test in tests.items()}
    able = _able(tournament, rows, rules)
    people = [Winner(pid, tuple(name for name in tests if members[name].get(pid))) for pid in able]
    prizes = [_prize(prize) for prize in rules.prizes]
    groups = _tie_groups([row for row in rows if row.player in set(able)], rules)
    sharing = "equal" if rules.sharing == "none" else rules.sharing
    paid = pay(people, prizes, groups, sharing, per_person=rules.per_person, unit=rules.unit, min_share=rules.min_share)
    given = assign(people, prizes, rules.per_person)
    places = {row.player: row.place for row in rows}
    level = {one: group for group in groups for one in group}
    money = [prize for prize in rules.prizes if prize.kind == "money"]
    fund = sum(prize.value for prize in money if given.prizes[prize.id] is not None)
    return PrizeList(
        rules,
        tuple(
            CategoryStandings(
                name,
                category_places(places, [pid for pid, verdict in members[name].items() if verdict]),
                tuple(pid for pid, verdict in members[name].items() if verdict is None),
            )
            for name in tests
        ),
        tuple(PrizeLine(prize, given.prizes[prize.id], given.passed.get(prize.id, ())) for prize in rules.prizes),
        tuple(
            Payout(player, places[player] or 0, amount, tuple(one for one in level.get(player, ()) if one in paid.paid))
            for player, amount in paid.paid.items()
        ),
        paid.by_sharing,
        fund,
        sum(prize.value for prize in money) - fund,
    )


def _test(who: str) -> Test:
    found = category_test(who)
    return AllOf(()) if isinstance(found, Refusal) else found  # refused when it was published


def _able(tournament: Tournament, rows: Sequence[RankedRow], rules: PrizeRules) -> list[int]:
    """PR3.3: who can win anything, in the order of the standings."""
    lines = standings_book(tournament).lines
    expelled = {one.player for one in in_force(tournament.setup.penalties) if one.kind == "expel"}
    return [
        row.player
        for row in rows
        if PrizeStanding(
            row.place,
            sum(line.outcome not in ("pending", "absent") for line in lines[row.player]),
            row.player in expelled,
            row.player in rules.excluded,
        ).can_win(rules.min_rounds)
    ]


def _tie_groups(rows: Sequence[RankedRow], rules: PrizeRules) -> list[list[int]]:
    """PR5.1: who share a place, or are level on points."""
    by_points = rules.tie_on == "points" and rules.sharing != "none"
    groups = groupby(rows, key=lambda row: row.amounts[0] if by_points and row.amounts else row.place)
    return [group for _, found in groups if len(group := [row.player for row in found]) > 1]
