"""chess C5.4 over the rounds to come: an unchanged field plays all its rounds and says why a choice was passed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.facts import Entered, Fact, Paired
from ronda.core.history import before_round, fold
from ronda.core.model import Approval, Player, Round, Setup, Tournament
from ronda.core.verdicts import Finding, Reason, Refusal, Relaxation
from ronda.desk import check_rounds, leave, next_round
from ronda.lab.forecast import forecast
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of, system
from ronda.systems.chess.field import kept, written
from ronda.systems.chess.pair import look_ahead
from ronda.systems.chess.pair.look_ahead import Outlook
from ronda.systems.chess.pair.plan import Effort, Stage, Task, circle, fits, mend, pair_of
from ronda.systems.chess.pair.plan_search import enough_opponents, exact_plan, improved
from tests.exhaustive import complete_pairings
from tests.playing import Event, byes, tables
from tests.sampling import seeds
from tools.bench.events import with_results
from tools.bench.hard_fields import black_for_most

SIZES = range(4, 17)


def violations(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity == "violation"]


def played_to_the_end(players: int, seed: int, absences: int = 0) -> Tournament:
    outcome = simulate(SimulationPlan("chess", players, players - 1, seed=seed, absences=absences))
    assert outcome.ended is None, (players, seed, outcome.ended)
    assert outcome.quality.rematches == 0
    assert violations(outcome.findings) == []
    assert len(outcome.tournament.rounds) == players - 1
    return outcome.tournament


# --- all rounds are played ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_c5_4_all_rounds_of_an_unchanged_field_are_played(players: int, seed: int) -> None:
    played_to_the_end(players, seed)


@pytest.mark.parametrize("players", [5, 7, 9, 10])
def test_c5_4_absent_opponents_do_not_change_the_field(players: int) -> None:
    for seed in range(4):
        played_to_the_end(players, seed, absences=250)


@pytest.mark.parametrize("players", [23, 24])
def test_c5_4_larger_fields_too(players: int) -> None:
    played_to_the_end(players, 1)


@pytest.mark.soak
@pytest.mark.parametrize("players", SIZES)
def test_c5_4_two_hundred_events_of_each_size(players: int) -> None:
    for seed in range(200):
        played_to_the_end(players, seed)


@pytest.mark.soak
@pytest.mark.parametrize("players", [40, 41, 64])
def test_c5_4_everybody_meets_everybody(players: int) -> None:
    played_to_the_end(players, 7)


def test_c5_4_the_event_that_ended_after_three_of_five_rounds() -> None:
    """Six players, results 1 1 0 · 1 2 1 · 1 1 1: looked at one by one, round 4 did not exist."""
    event = Event("chess", [Player(n, f"P{n}", rating=2100 - 100 * n) for n in range(1, 7)], {"rounds": 5})
    for codes in (("1", "1", "0"), ("1", "2", "1"), ("1", "1", "1"), ("1", "1", "1")):
        event.pair()
        event.results(*codes)
    event.pair()
    assert violations(list(check_rounds(event.tournament))) == []


@pytest.mark.parametrize("seed", range(12))
def test_c3_2_nothing_changes_while_counting_guarantees_all_rounds(seed: int) -> None:
    outcome = simulate(SimulationPlan("chess", 8 + seed, 4 + seed // 2, seed=seed, absences=60))
    for round_ in outcome.tournament.rounds:
        assert {r.code for r in round_.reasons if r.table is None and r.player is None} == set()
        assert not any(r.code == "completed_for_rounds_to_come" for r in round_.reasons)


# --- reasons and the plan -----------------------------------------------------------------------------------


def look_ahead_rounds(most: int = 40) -> list[tuple[Tournament, Round]]:
    """Rounds in which somebody was passed over for the sake of the rounds to come."""
    found = []
    for seed in range(most):
        tournament = simulate(SimulationPlan("chess", 6 + seed % 5, 5 + seed % 5, seed=seed), checked=False).tournament
        for round_ in tournament.rounds:
            if any(reason.code == "completed_for_rounds_to_come" for reason in round_.reasons):
                found.append((tournament, round_))
    assert len(found) > 5
    return found


def test_c5_4_a_skipped_choice_carries_its_reason() -> None:
    for _, round_ in look_ahead_rounds():
        for reason in round_.reasons:
            if reason.code == "completed_for_rounds_to_come":
                assert reason.article == "C5.4"
                assert "rounds_to_come" in {entry["why"] for entry in reason.facts["skipped"]}


def test_c5_4_the_check_finds_what_the_round_by_itself_would_have_lost() -> None:
    """What edition 1 would have made is a violation of edition 2, and none of its own."""
    lost = 0
    for tournament, round_ in look_ahead_rounds():
        before = before_round(tournament, round_.number)
        book = book_of(before)
        alone = system("chess").rules.pair(
            replace(book, rounds=book.round), Draw(round_.seed or 0, "round", book.round)
        )
        assert not isinstance(alone, Refusal)
        assert tables(alone.round) != tables(round_) or byes(alone.round) != byes(round_)
        check = system("chess").rules.check
        assert violations(check(book, replace(alone.round, edition="chess-1"))) == []
        assert violations(check(book, replace(alone.round, edition=None))) == []
        codes = [finding.code for finding in violations(check(book, alone.round))]
        lost += "rounds_to_come_lost" in codes
        assert codes
    assert lost


def test_c5_4_the_plan_is_kept_and_goes_on() -> None:
    tournament = played_to_the_end(10, 3)
    for round_, following in pairwise(tournament.rounds):
        plan = kept(round_.reasons)
        assert plan is not None
        assert len(plan) == len(tournament.rounds) - round_.number
        assert all(len({p for pair in pairs for p in pair}) == 10 for pairs in plan)
        seats = [frozenset(pair) for pairs in plan for pair in pairs]
        assert len(seats) == len(set(seats)), "no pair twice"
        met = {frozenset(table.players) for r in tournament.rounds[: round_.number] for table in r.tables}
        assert not met & set(seats)
        assert following.number == round_.number + 1
    assert kept(tournament.rounds[-1].reasons) is None


@pytest.mark.parametrize("spoiled", ["", "AAAAA", "BADCFEHGJ", "!!!!!"])
def test_c5_4_a_false_plan_is_a_violation_and_never_a_crash(spoiled: str) -> None:
    tournament = played_to_the_end(10, 3)
    first = tournament.rounds[0]
    reasons = [
        replace(r, facts={**r.facts, "plan": [spoiled, *r.facts["plan"][1:]]}) if r.code == "plan_kept" else r
        for r in first.reasons
    ]
    book = book_of(before_round(tournament, 1))
    found = violations(system("chess").rules.check(book, replace(first, reasons=tuple(reasons))))
    assert {finding.code for finding in found} <= {"plan_wrong"}
    after = replace(tournament, rounds=(replace(first, reasons=tuple(reasons)),))
    assert isinstance(next_round(after), Paired), "a plan that is of no use is searched anew"


def test_c5_4_a_plan_with_a_rematch_is_found() -> None:
    tournament = played_to_the_end(6, 0)
    first, second = tournament.rounds[:2]
    pairs = [[(t.first[0], t.second[0]) for t in r.tables] for r in (first, second)]
    ids = [player.id for player in tournament.players]
    facts = {"rounds": 4, **written(ids, [pairs[0]] * 4)}
    made = replace(first, reasons=(Reason("plan_kept", "C5.4", facts),))
    found = system("chess").rules.check(book_of(before_round(tournament, 1)), made)
    assert [finding.code for finding in found] == ["plan_wrong"]


def test_c5_4_without_a_kept_plan_a_new_one_is_found() -> None:
    """As in a file of an older program."""
    tournament = played_to_the_end(14, 2)
    cut = replace(tournament, rounds=tuple(replace(r, reasons=()) for r in tournament.rounds[:5]))
    made = next_round(cut)
    assert isinstance(made, Paired)
    assert kept(made.round.reasons) is not None


def test_c5_4_the_forecast_knows_it() -> None:
    players = [Player(n, f"P{n}", rating=2000 - n) for n in range(1, 11)]
    event = Event("chess", players, {"rounds": 9})
    ahead = forecast(event.tournament)
    assert (ahead.secure, ahead.article) == (9, "C5.4")
    event = Event("chess", players, {"rounds": 5})
    assert forecast(event.tournament).article == "C3.2"


# --- players come and go ------------------------------------------------------------------------------------


def shrunken() -> Tournament:
    """Six players after three rounds; two of them leave, and the four others have nobody left but each other."""
    event = Event("chess", [Player(n, f"P{n}", rating=2100 - 100 * n) for n in range(1, 7)], {"rounds": 5})
    for _ in range(3):
        event.pair()
        event.results("1", "1", "1")
    return event.tournament


def without(tournament: Tournament, *players: int) -> Tournament:
    facts: list[Fact] = []
    for player in tournament.players:
        if player.id in players:
            fact = leave(tournament, player)
            assert not isinstance(fact, Refusal)
            facts.append(fact)
    return fold(facts, tournament)


def refused_events() -> list[Tournament]:
    found = []
    for pair in ((a, b) for a in range(1, 7) for b in range(1, a)):
        left = without(shrunken(), *pair)
        if isinstance(next_round(left), Refusal):
            found.append(left)
    assert found
    return found


def test_c5_5_refused_with_the_ways_out() -> None:
    for tournament in refused_events():
        refusal = next_round(tournament)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.article, refusal.facts["last_resort"]) == ("no_round_exists", "C5.5", True)


def test_c5_5_an_approved_round_has_the_fewest_rematches() -> None:
    for tournament in refused_events():
        made = next_round(tournament, approval=Approval("Ada", "two went home"))
        assert isinstance(made, Paired)
        round_ = made.round
        assert round_.forced
        assert round_.approved == Approval("Ada", "two went home")
        met = {frozenset((p, q)) for p in book_of(tournament).players for q in book_of(tournament).met(p)}
        rematches = [t for t in round_.tables if frozenset(t.players) in met]
        assert rematches
        stated = [frozenset(r.players) for r in round_.relaxations if r.code == "forced"]
        assert stated == [frozenset(t.players) for t in rematches]
        after = fold([made], tournament)
        findings = [f for f in check_rounds(after) if f.round == round_.number]
        assert violations(findings) == []
        assert [f.code for f in findings if f.severity == "relaxation"].count("forced") == len(rematches)


def test_c5_5_nobody_plays_a_rematch_that_no_director_stands_for() -> None:
    for tournament in refused_events():
        made = next_round(tournament, last_resort=True)
        assert isinstance(made, Paired)
        assert not any(reason.code == "check_disagrees" for reason in made.round.reasons)
        book = book_of(tournament)
        check = system("chess").rules.check
        assert "forced_draft" in [f.code for f in check(book, replace(made.round, status="draft"))]
        assert "forced_unapproved" in [f.code for f in violations(check(book, made.round))]
        silent = replace(made.round, relaxations=(), approved=Approval("Ada", "why not"))
        assert "rematch" in [f.code for f in violations(check(book, silent))]


def test_c5_5_an_approval_alone_forces_nothing() -> None:
    tournament = shrunken()
    made = next_round(tournament, approval=Approval("Ada", "just in case"))
    assert isinstance(made, Paired)
    assert not made.round.forced
    assert made.round.approved is None


def test_c5_5_a_rematch_that_was_not_needed_is_a_violation_whoever_approved_it() -> None:
    tournament = shrunken()
    first = tournament.rounds[0]
    stated = tuple(Relaxation("forced", "C5.5", table.players, {"rounds": [1]}) for table in first.tables)
    seats = tuple(replace(table, result=None) for table in first.tables)
    round_ = Round(4, seats, relaxations=stated, approved=Approval("Ada", "so it is"), edition="chess-3")
    found = violations(system("chess").rules.check(book_of(tournament), round_))
    assert "rematch" in {finding.code for finding in found}


@pytest.mark.parametrize("seed", range(20))
def test_c5_5_the_fewest_rematches_by_looking_at_all_rounds(seed: int) -> None:
    plan = SimulationPlan("chess", 6 + seed % 3, 5 + seed % 3, seed=seed, drop_outs=150, approved=True)
    tournament = simulate(plan, checked=False).tournament
    for round_ in tournament.rounds:
        if round_.forced:
            book = book_of(before_round(tournament, round_.number))
            seated = [p for p in book.pool() if p not in byes(round_)]

            def harm(pairs: Sequence[tuple[int, ...]], book: Book = book) -> tuple[int, int, int]:
                met = [book.met(a).get(b, []) for a, b in pairs]
                return sum(map(bool, met)), sum(book.round - 1 in m for m in met), sum(map(len, met))

            assert harm(tables(round_)) == min(map(harm, complete_pairings(seated)))


@pytest.mark.parametrize("seed", range(25))
def test_c5_5_an_event_with_drop_outs_goes_on_to_its_end_if_a_director_stands_for_it(seed: int) -> None:
    plan = SimulationPlan(
        "chess", 5 + seed % 9, 4 + seed % 9, seed=seed, drop_outs=120, absences=60, late_entries=20, approved=True
    )
    outcome = simulate(plan)
    assert outcome.ended is None or outcome.ended.code in ("too_few_players", "rounds_out_of_bounds")
    assert violations(outcome.findings) == []


def test_c5_4_as_many_rounds_as_can_be_after_players_left() -> None:
    """Ten players, nine rounds; after round 3 four leave. Of the six rounds left at most five can be made."""
    event = Event("chess", [Player(n, f"P{n}", rating=2100 - 10 * n) for n in range(1, 11)], {"rounds": 9})
    for _ in range(3):
        event.pair()
        event.results(*["1"] * 5)
    left = without(event.tournament, 7, 8, 9, 10)
    made = next_round(left)
    assert isinstance(made, Paired)
    (short,) = (r for r in made.round.reasons if r.code == "rounds_ahead_short")
    plan = kept(made.round.reasons)
    assert short.facts == {"rounds": len(plan or ()), "planned": 5}


def test_a_player_who_pauses_is_counted_on_for_the_rounds_to_come() -> None:
    event = Event("chess", [Player(n, f"P{n}", rating=2100 - 10 * n) for n in range(1, 9)], {"rounds": 7})
    event.pair()
    event.results(*["1"] * 4)
    resting = next(p for p in event.tournament.players if p.id == 3)
    event.facts.append(Entered(replace(resting, missed=(2,))))
    made = event.pair()
    assert 3 not in made.players
    plan = kept(made.reasons)
    assert plan is not None
    assert all(3 in {p for pair in pairs for p in pair} for pairs in plan)
    event.results(*["1"] * len(made.tables))
    for _ in range(5):
        made = event.pair()
        event.results(*["1"] * len(made.tables))
    assert violations(list(check_rounds(event.tournament))) == []


# --- plans --------------------------------------------------------------------------------------------------


def complete(size: int, rounds: int, *, gone: Sequence[Stage] = ()) -> Task:
    pairs = {pair for stage in gone for pair in stage}
    open_ = [{w for w in range(size) if w != v and pair_of(v, w) not in pairs} for v in range(size)]
    return Task([frozenset(range(size))] * rounds, [*open_, set()], size)


@pytest.mark.parametrize("size", [2, 4, 6, 10, 16, 40])
def test_the_circle_goes_round_after_any_first_round(size: int) -> None:
    places = Draw(size, "first").shuffled(range(size))
    first = frozenset(pair_of(places[n], places[n + 1]) for n in range(0, size, 2))
    rounds = circle(range(size), first, size)
    assert len(rounds) == size - 2
    assert fits(complete(size, size - 1), [first, *rounds])


@pytest.mark.parametrize("size", [6, 8, 12, 20])
def test_mending_keeps_what_it_can_and_ends_with_a_plan(size: int) -> None:
    first, *later = circle(range(size), frozenset((n, n + 1) for n in range(0, size, 2)), size)
    task = complete(size, len(later), gone=[first, frozenset((n, n + 1) for n in range(0, size, 2))])
    holes = [sorted(stage)[1:] for stage in later]
    found = mend(task, holes, Draw(0, "test"), Effort())
    assert found is not None
    assert fits(task, found)


def test_two_triangles_have_no_round() -> None:
    open_ = [{1, 2}, {0, 2}, {0, 1}, {4, 5}, {3, 5}, {3, 4}, set()]
    task = Task([frozenset(range(6))] * 2, open_, 6)
    assert enough_opponents(task, Effort()), "everybody has two opponents"
    assert mend(task, [], Draw(0, "test"), Effort()) is None
    assert exact_plan(task, Effort()) is None


def test_counting_shows_what_no_single_player_does() -> None:
    """Three who have only the same two left cannot all play twice."""
    open_ = [{3, 4}, {3, 4}, {3, 4}, {0, 1, 2, 5}, {0, 1, 2, 5}, {3, 4}, set()]
    task = Task([frozenset(range(6))] * 2, open_, 6)
    assert not enough_opponents(task, Effort())


@pytest.mark.parametrize("seed", range(5))
def test_exchanges_leave_a_plan_a_plan(seed: int) -> None:
    size = 12
    first = frozenset((n, n + 1) for n in range(0, size, 2))
    plan = [first, *circle(range(size), first, 6)]
    draw = Draw(seed, "cost")
    price = {pair_of(a, b): draw.below(100) for a in range(size) for b in range(a)}
    found = improved(plan, lambda pair: price[pair], Draw(seed, "mix"), Effort())
    assert found is not None
    assert fits(complete(size, len(plan)), found)
    assert sum(price[pair] for pair in found[0]) <= min(sum(price[pair] for pair in stage) for stage in plan)


@pytest.mark.parametrize("size", [2, 9, 64, 65, 130])
def test_a_plan_is_written_and_read(size: int) -> None:
    ids = [7 * n + 3 for n in range(size)]
    rounds = [[(ids[n], ids[n + 1]) for n in range(start, size - 1, 2)] for start in (0, 1)]
    facts = written(ids, rounds)
    assert kept([Reason("plan_kept", "C5.4", facts)]) == [tuple(pairs) for pairs in rounds]
    assert all(len(text) <= (1 if size <= 64 else 2) * (size // 2 + 1) for text in facts["plan"])


@pytest.mark.parametrize(
    "facts", [{}, {"players": [1, 2]}, {"players": "ab", "plan": ["B"]}, {"players": [1, 2], "plan": [3]}]
)
def test_what_is_no_plan_is_not_read_as_one(facts: dict[str, object]) -> None:
    assert kept([Reason("plan_kept", "C5.4", facts)]) is None


# --- what a search may spend --------------------------------------------------------------------------------


def told(made: Round) -> dict[str, Mapping[str, object]]:
    return {reason.code: reason.facts for reason in made.reasons if reason.table is None and reason.player is None}


@pytest.mark.parametrize("size", [30, 50, 100])
def test_hard_fields_are_decided_by_counting(size: int) -> None:
    """Most must have black, and more rounds are planned than can be made: the longest plan is found, and that it is."""
    book = book_of(black_for_most(size, size - 1))
    made = system("chess").rules.pair(book, Draw(1, "round", book.round))
    assert not isinstance(made, Refusal)
    assert {"plan_kept", "rounds_ahead_short"} <= set(told(made.round))
    assert "search_ended" not in told(made.round)
    found = system("chess").rules.check(book, made.round)
    assert violations(found) == []
    assert "rounds_to_come_open" not in {finding.code for finding in found}


@pytest.mark.parametrize("size", [40, 41])
def test_what_is_spent_is_bounded_and_the_rest_is_told(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first choice is made; so many rounds are sure by counting; the check says that more is not decided."""
    monkeypatch.setattr(look_ahead, "SEARCH", 100)
    book = book_of(black_for_most(size, size - 1))
    made = system("chess").rules.pair(book, Draw(1, "round", book.round))
    alone = system("chess").rules.pair(replace(book, rounds=book.round), Draw(1, "round", book.round))
    assert not isinstance(made, Refusal)
    assert not isinstance(alone, Refusal)
    assert tables(made.round) == tables(alone.round)
    pool = len(book.pool())
    most_met = max(len(book.met(p).keys() & set(book.pool())) for p in book.pool())
    sure = pool - 1 - pool % 2 - most_met - (pool - pool % 2) // 2
    assert told(made.round)["rounds_ahead_open"] == {"rounds": sure, "planned": book.rounds - book.round}
    assert "search_ended" in told(made.round)
    found = system("chess").rules.check(book, made.round)
    assert violations(found) == []
    assert [finding.severity for finding in found if finding.code == "rounds_to_come_open"] == ["note"]


def test_an_unchanged_field_needs_nothing_to_spend(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan that was kept is always at hand."""
    monkeypatch.setattr(look_ahead, "SEARCH", 0)
    monkeypatch.setattr(look_ahead, "EXCHANGES", 0)
    event = played_to_the_end(18, 4)
    assert any("taken_from_plan" in told(round_) for round_ in event.rounds)


@given(seed=seeds)
def test_counting_rules_out_only_what_cannot_be(seed: int) -> None:
    """Of small outlooks: against a search of all plans; and whether everybody gets enough opponents, by a matching."""
    chance = Draw(seed, "outlook")
    size = 4 + chance.below(4)
    pairs = [(a, b) for b in range(size) for a in range(b) if chance.below(100) < 75]
    unmet = [frozenset(b if a == v else a for a, b in pairs if v in (a, b)) for v in range(size)]
    pool = frozenset(range(size)) | ({size} if size % 2 else frozenset())
    fresh = frozenset(v for v in range(size) if chance.below(3))
    outlook = Outlook(range(size), pool, pool, size, unmet, fresh, ())
    for often in (False, True):
        for rounds in range(1, 4):
            task = outlook.task(rounds + 1, often=often)
            plan = exact_plan(task, Effort())
            if outlook.too_few(rounds, often=often):
                assert plan is None
            if rounds <= outlook.sure:
                later = exact_plan(outlook.task(rounds, often=True, after=frozenset()), Effort())
                assert later is not None
            if plan is not None:
                assert enough_opponents(task, Effort())


@pytest.mark.parametrize("seed", [42, 74])
def test_a_round_from_the_plan_leaves_a_plan_with_whoever_pauses(seed: int) -> None:
    """Who only pauses plays in the rounds of the plan; none of these is the one to be played now."""
    random = Random(seed)
    size = random.randint(4, 30)
    assert random.random() < 0.6
    chance, check = Draw(seed, "cmp", "chess", size), system("chess").rules.check
    field = tuple(Player(n, f"P{n}", rating=1000 + chance.below(1400)) for n in range(1, size + 1))
    strength = {player.id: player.rating for player in field}
    event = Tournament(Setup("chess", "", {"rounds": size - 1}, seed), field)
    seen = False
    for number in range(1, size):
        book = book_of(event)
        made = system("chess").rules.pair(book, Draw(seed, "round", number))
        if isinstance(made, Refusal):
            break
        assert violations(check(book, made.round)) == []
        pausing = any(number in player.missed and player.left_after is None for player in event.players)
        seen |= pausing and "taken_from_plan" in told(made.round)
        event = with_results(event, made, strength, chance)
        event = replace(event, players=tuple(_perhaps_away(player, number, random) for player in event.players))
    assert seen


def _perhaps_away(player: Player, number: int, random: Random) -> Player:
    if player.left_after is None and random.random() < 0.03:
        return replace(player, left_after=number)
    return replace(player, missed=(*player.missed, number + 1)) if random.random() < 0.03 else player
