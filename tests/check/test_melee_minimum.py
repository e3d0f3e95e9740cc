"""melee: the least settings, free games and partners that the check knows are those that trying all ways gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from random import Random

import pytest

from ronda.core.book import Book
from ronda.core.model import Avoid, Avoided, Bye, Player, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Reason, Relaxation
from ronda.systems import book_of
from ronda.systems.melee.check import check
from ronda.systems.melee.check.opponents import Cost, Edge, Setting, least
from ronda.systems.melee.rules import ranked_by
from tests.check.made import codes, undeclared
from tests.counting import counted
from tests.sampling import by_chance

Pair = tuple[int, int]


def pairings(items: Sequence[int]) -> Iterator[list[Pair]]:
    if not items:
        yield []
        return
    first, *others = items
    for at, second in enumerate(others):
        for rest in pairings(others[:at] + others[at + 1 :]):
            yield [(first, second), *rest]


# --- the setting (M5.2) ------------------------------------------------------------------------------------


def setting_of(points: Sequence[int], *, by_lot: bool = False) -> Setting:
    """Teams (1, 2), (3, 4), … of players who never met."""
    teams = [(2 * at + 1, 2 * at + 2) for at in range(len(points))]
    met: dict[int, set[int]] = {player: set() for team in teams for player in team}
    return Setting(teams, points, met, Avoided({}, {}), by_lot)


def random_setting(rng: Random, count: int, *, by_lot: bool = False) -> Setting:
    most = rng.choice((1, 3, 8))
    plain = setting_of([0 if by_lot else rng.randint(0, most) for _ in range(count)], by_lot=by_lot)
    everybody = [player for team in plain.teams for player in team]

    def some(much: float) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {}
        for a, b in combinations(everybody, 2):
            if rng.random() < much:
                found.setdefault(a, set()).add(b)
                found.setdefault(b, set()).add(a)
        return found

    met = {} if by_lot else some(rng.choice((0, 0.1, 0.5)))
    wishes = Avoided(some(rng.choice((0, 0.05, 0.2, 0.5))), some(rng.choice((0, 0.1))))
    return Setting(plain.teams, plain.points, {p: met.get(p, set()) for p in everybody}, wishes, by_lot)


def first_difference(made: Cost, best: Cost) -> tuple[int, int] | None:
    return next(((at, two) for at, (one, two) in enumerate(zip(made, best, strict=True)) if one != two), None)


@pytest.mark.parametrize("by_lot", [False, True])
@by_chance
def test_m5_2_the_least_setting_is_that_of_all_settings(chance: Random, by_lot: bool) -> None:
    setting = random_setting(chance, chance.choice((2, 4, 6, 8)), by_lot=by_lot)
    ways = list(pairings(range(len(setting.teams))))
    totals = [setting.total(pairs) for pairs in ways]
    best = min(totals)
    for pairs, made in chance.sample(list(zip(ways, totals, strict=True)), min(len(ways), 12)):
        assert first_difference(made, least(setting, pairs)) == first_difference(made, best)
    assert least(setting, ways[totals.index(best)]) == best


@pytest.mark.parametrize("seed", range(30))
def test_m5_2_leaving_away_teams_that_are_alike_changes_nothing(seed: int) -> None:
    """Against a greater field of the same kind, matched whole."""
    rng = Random(seed)
    count = 40
    setting = random_setting(rng, count)
    few = {a: {b for b in others if max(a, b) <= 12} for a, others in setting.avoided.hard.items() if a <= 12}
    setting = Setting(setting.teams, setting.points, setting.met, Avoided(few, setting.avoided.soft))
    pairs: list[Edge] = [(at, at + 1) for at in range(0, count, 2)]
    made, found = setting.total(pairs), least(setting, pairs)
    assert first_difference(made, found) == first_difference(made, whole(setting))


def whole(setting: Setting) -> Cost:
    """The best of all settings by one matching over all pairs of teams."""
    from ronda.systems.melee.check.opponents import _matched, _scale

    teams = range(len(setting.teams))
    return _matched(teams, list(combinations(teams, 2)), setting.cost, _scale(setting))


@pytest.mark.parametrize(
    ("points", "right", "wrong"),
    [
        ([6, 5, 3, 2], [(0, 1), (2, 3)], [(0, 2), (1, 3)]),
        ([3, 2, 2, 1], [(0, 1), (2, 3)], [(1, 2), (0, 3)]),  # never 2–2, 3–1: the squares
    ],
)
def test_m5_2_the_examples_of_the_rulebook(points: list[int], right: list[Edge], wrong: list[Edge]) -> None:
    setting = setting_of(points)
    assert least(setting, right) == setting.total(right)
    assert least(setting, wrong)[:3] == setting.total(right)[:3] < setting.total(wrong)[:3]


# --- free games and partners (M3, M4.5) --------------------------------------------------------------------


def random_book(rng: Random) -> Book:
    """A few rounds made at random, legal or not, and then one more to be made, the last."""
    size = rng.randint(4, 9)
    rounds = []
    for number in range(1, rng.randint(2, 7)):
        order = rng.sample(range(1, size + 1), size)
        seats, resting = order[size % 4 :], order[: size % 4]
        tables = [
            Table(at // 4 + 1, (seats[at], seats[at + 1]), (seats[at + 2], seats[at + 3]), Scored(13, 5))
            for at in range(0, len(seats), 4)
        ]
        rounds.append(Round(number, tuple(tables), tuple(map(Bye, resting))))
    chosen = [rng.sample(range(1, size + 1), 2) for _ in range(rng.choice((0, 0, 2, 5)))]
    wishes = {(min(pair), max(pair)) for pair in chosen}
    setup = Setup(
        "melee",
        options={"rounds": len(rounds) + 1, "setting": "random", "free_games": rng.choice(("bottom", "random"))},
        avoid=tuple(Avoid(pair, "partners", hard=rng.random() < 0.7) for pair in sorted(wishes)),
    )
    people = tuple(Player(at, f"P{at}") for at in range(1, size + 1))
    return book_of(Tournament(setup, people, tuple(rounds)))


def harm(book: Book, teams: Sequence[Pair], *, hard: bool) -> int:
    wishes = {frozenset(wish.players) for wish in book.setup.avoid if wish.hard == hard}
    return sum(frozenset(team) in wishes for team in teams)


def repeats(book: Book, teams: Sequence[Pair]) -> list[Pair]:
    return [(a, b) for a, b in teams if any(b in line.partners for line in book.lines[a])]


def rests(book: Book) -> Iterator[tuple[int, ...]]:
    """M3.2: nobody rests while somebody with fewer free games plays."""
    count = {player: len(book.byes(player)) for player in book.pool()}
    for resting in combinations(book.pool(), len(book.pool()) % 4):
        playing = [count[p] for p in book.pool() if p not in resting]
        if all(count[player] <= min(playing) for player in resting):
            yield resting


def all_rounds(book: Book) -> Iterator[tuple[tuple[object, ...], tuple[int, ...], list[Pair]]]:
    """Every way to rest and to partner with its harm: hard wishes, repeats, the ranks of the resting from the
    bottom (M3.3, M3.4), soft wishes."""
    values = ranked_by(book)
    bottom = book.setup.options["free_games"] == "bottom"
    for resting in rests(book):
        ranks = sorted((len(book.byes(p)), values[p]) for p in resting) if bottom else []
        for teams in pairings([p for p in book.pool() if p not in resting]):
            soft = harm(book, teams, hard=False)
            yield (harm(book, teams, hard=True), len(repeats(book, teams)), ranks, soft), resting, teams


def round_as_made(book: Book, resting: Sequence[int], teams: Sequence[Pair]) -> Round:
    """With everything stated that there may be to state."""
    tables = tuple(Table(at // 2 + 1, teams[at], teams[at + 1]) for at in range(0, len(teams), 2))
    stated = [Relaxation("partner_repeat", "M4.5", pair) for pair in repeats(book, teams)]
    hard = {frozenset(wish.players) for wish in book.setup.avoid if wish.hard}
    stated += [Relaxation("avoid_broken", "S3", team) for team in teams if frozenset(team) in hard]
    reasons = tuple(Reason("free_game_moved", "M3.4", player=player) for player in resting)
    return Round(book.round, tables, tuple(map(Bye, resting)), reasons=reasons, relaxations=tuple(stated))


@by_chance
def test_the_rounds_of_least_harm_are_clean_and_no_others(chance: Random) -> None:
    book = random_book(chance)
    if book.round == 1:
        return
    rounds = list(all_rounds(book))
    best = min(harm[:3] for harm, _, _ in rounds)
    tried = [one for one in rounds if one[0][:3] == best][:20] + chance.sample(rounds, min(len(rounds), 25))
    for made, resting, teams in tried:
        found = check(book, round_as_made(book, resting, teams))
        assert undeclared("melee", found) == set()
        wrong = set(codes(found)) - {"soft_avoid_avoidable"}
        if made[:3] == best:
            assert wrong == set()
            mildest = min(one[0] for one in rounds if one[1] == resting)
            assert ("soft_avoid_avoidable" in codes(found)) == (made > mildest)
        elif better_without_other_lots(made, resting, rounds):
            assert wrong != set(), (best, made)


def better_without_other_lots(
    made: tuple[object, ...],
    resting: tuple[int, ...],
    rounds: list[tuple[tuple[object, ...], tuple[int, ...], list[Pair]]],
) -> bool:
    """Of level players the lot decides: who rests first by lot need not make way for what comes after."""
    (hard, repeated, *_), (least_hard, least_repeated, *_) = made, min(one[0] for one in rounds)
    return (hard, repeated) != (least_hard, least_repeated) or len(resting) < 2


# --- and with little work -------------------------------------------------------------------------------------------


def test_two_thousand_players_are_checked_with_little_work() -> None:
    rng = Random(1)
    size, work = 2001, 0
    rounds: list[Round] = []
    people = tuple(Player(at, f"P{at}") for at in range(1, size + 1))
    setup = Setup("melee", options={"rounds": 4})
    for number in range(1, 5):
        book = book_of(Tournament(setup, people, tuple(rounds)))
        round_ = made_by_sorting(book, rng)
        found, calls = counted(partial(check, book, round_))
        work += calls
        assert set(codes(found)) <= {"better_setting", "partner_repeat_unrecorded"}, number
        rounds.append(round_)
    assert work < 5_000_000  # the meetings of a round that is not the best are matched


def made_by_sorting(book: Book, rng: Random) -> Round:
    values = ranked_by(book)
    fresh = [p for p in book.pool() if not book.byes(p)]
    resting = min(fresh, key=values.__getitem__)
    seated = [p for p in book.pool() if p != resting]
    half = len(seated) // 2
    teams = list(zip(seated[:half], rng.sample(seated[half:], half), strict=True))
    teams.sort(key=lambda team: book.halves[team[0]] + book.halves[team[1]])
    tables = [Table(at // 2 + 1, teams[at], teams[at + 1], Scored(13, rng.randrange(13))) for at in range(0, half, 2)]
    return Round(book.round, tuple(tables), (Bye(resting),))
