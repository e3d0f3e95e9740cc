"""Events to print: small ones as the program makes them, large ones seated by a plain rotation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ronda.core.model import Bye, Forfeit, Player, Result, Round, Scored, Setup, Table, Tournament
from ronda.systems import system
from tests.playing import Event

FIRST = ("Ann", "Ben", "Çağla", "Dörte", "Émile", "Giovanni", "Hüseyin", "İbrahim", "Łukasz", "María", "Nuño", "Şule")
LAST = ("Öztürk", "García-Márquez", "Müller", "Dubois", "Smith", "Kowalczyk", "Yılmaz", "Lefèvre", "O’Neill", "Núñez")
PLAYED = {
    "domino_pairs": "200-120",
    "chess": "1-0",
    "domino": "200-120",
    "dutch": "1-0",
    "melee": "13-7",
    "redemption": "5-3",
    "robin": "1-0",
    "swiss": "1-0",
}

# Markup of typst and of the web, letters of many scripts, and names nobody has.
HOSTILE = (
    '#panic("x")',
    "*a* _b_ `c`",
    "<b>Bob</b>",
    "$x^2$",
    "back\\slash \\u{41}",
    "{page} of {pages}",
    "#sys.inputs.data",
    "/* not a comment */ // nor this",
    "@ref [content] <label>",
    "Ünal 🐉 Ejderha",
    "محمد علي",
    "דוד כהן",
    "Ελένη Παπαδοπούλου",
    "Дмитрий Шостакович",
    "李小龙",
    "W" * 200,
    "Maria da Conceição " * 10 + "Silva",
    "e\u0301 \u200f\u202e",
    "\ud800 half a pair",
)


def name(number: int) -> str:
    return f"{FIRST[number * 7 % len(FIRST)]} {LAST[number * 3 % len(LAST)]} {number}"


@cache
def small(which: str, players: int = 11, rounds: int = 2, names: Sequence[str] = ()) -> Tournament:
    """An event as it is played: all rounds drawn, the last one without results."""
    field = [Player(n, (*names, *map(name, range(len(names) + 1, players + 1)))[n - 1]) for n in range(1, players + 1)]
    options = {"rounds": 5} if which in ("chess", "redemption") else {}
    event = Event(which, field, setup=Setup(which, "Open de la Ciudad", options, seed=81))
    for _ in range(rounds - 1):
        made = event.pair()
        event.results(*[PLAYED[which]] * len(made.tables))
    event.pair()
    return event.tournament


@cache
def crowd(which: str, players: int, rounds: int) -> Tournament:
    """A large event, fast: everybody moves on one seat each round."""
    field = tuple(Player(n, name(n), rating=1000 + n % 1400) for n in range(1, players + 1))
    made = tuple(_seated(which, number, players) for number in range(1, rounds + 1))
    return Tournament(Setup(which, "Gran Abierto", {"rounds": rounds}, seed=7), field, made)


def _seated(which: str, number: int, players: int) -> Round:
    size = system(which).rules.seating.side_size
    moved = [(seat * number + seat // (2 * size)) % players + 1 for seat in range(players)]
    order = list(dict.fromkeys([*moved, *range(1, players + 1)]))
    full = players // (2 * size)
    tables = [
        Table(at + 1, tuple(four[:size]), tuple(four[size:]), _result(which, at))
        for at, four in enumerate(order[2 * size * at : 2 * size * (at + 1)] for at in range(full))
    ]
    return Round(number, tuple(tables), tuple(Bye(player) for player in order[2 * size * full :]), seed=7)


def _result(which: str, at: int) -> Result:
    if at % 50 == 49:
        return Forfeit(first_absent=False, second_absent=True)
    scores = {
        "chess": (2, 0),
        "domino": (200, 13 * at % 190),
        "domino_pairs": (200, 13 * at % 190),
        "melee": (13, at % 13),
        "redemption": (5, at % 5),
        "robin": (2, 0),
        "swiss": (1, 0),
    }
    first, second = scores[which]
    return Scored(first, second) if at % 3 else Scored(second, first)
