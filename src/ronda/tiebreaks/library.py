"""Criteria to choose in every system (CR): each is declared once, by its code, with its value, its working, and where
it makes sense. Between two sides Buchholz, Sonneborn-Berger and the like are those of C.07."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import partial
from math import lcm
from operator import attrgetter
from typing import Any

from ronda.core import (
    Amount,
    Book,
    Codes,
    Criterion,
    Draw,
    Frozen,
    Line,
    Refusal,
    Term,
    line_terms,
    lines_ended,
    point_terms,
    point_values,
    replace,
    sum_over,
)
from ronda.core.book import PLAYED, Games
from ronda.core.verdicts import CODE, TEXT, TEXTS, citing
from ronda.tiebreaks import level
from ronda.tiebreaks.chart import chart_of, completed
from ronda.tiebreaks.codes import TieBreak, parse
from ronda.tiebreaks.criteria import criterion as tiebreak

CODES: Codes = {
    "refusal": {
        "unknown_criterion": citing("CR1.3 CR3.1", found=TEXT, nearest=TEXT, known=TEXTS),
        "criterion_twice": citing("CR1.3", found=TEXT),
        "criterion_not_here": citing("CR7.1", found=TEXT, why=CODE),
        "lot_not_last": citing("CR8.1"),
    }
}

FLOOR = 33  # per cent, where nothing else is said (CR3.2)
REPLACING_POINTS = ("average", "win_rate")  # CR1.2


class Terms(Frozen):
    """What the criteria of an event ask about it: what a win, a draw and a loss are worth, in parts of a point; whether
    there are scores, sides with partners, and a table by which everybody meets everybody (CR7.1)."""

    win: int
    draw: int
    loss: int = 0
    scores: bool = True
    partners: bool = False
    scheduled: bool = False

    def lacks(self, needs: str) -> str:
        """The first of these needs that the event does not fulfil; "" where there is none."""
        missing = {"scores": not self.scores, "duels": self.partners, "unequal": self.scheduled}
        return next((one for one in needs.split() if missing[one]), "")


class LibraryCriterion(Frozen):
    """A criterion of the library. `modifiers`: what may stand behind its code; `needs`: without what it makes no sense:
    `scores`, `duels` of two sides that stay, `unequal` fields of opponents."""

    make: Callable[[str, Terms], Criterion]
    needs: str = ""
    modifiers: str = ""


# --- sums over a player's own rounds -----------------------------------------------------------------------


def _sum(amount: Callable[[Line], int], name: str, terms: Terms, **shown: Any) -> Criterion:  # noqa: ARG001
    """Something of all rounds added up; the working has the games, and what else adds something."""

    def adding(book: Book, player: int) -> Iterable[Line]:
        return [line for line in book.lines[player] if line.outcome in PLAYED or amount(line)]

    every = sum_over(name, lambda book, player: book.lines[player], amount)
    return replace(every, working=line_terms(adding, amount), **shown)


def _count(*outcomes: str, **shown: Any) -> Callable[[str, Terms], Criterion]:
    """How many rounds ended so."""

    def made(name: str, terms: Terms) -> Criterion:  # noqa: ARG001
        return replace(sum_over(name, lines_ended(*outcomes), lambda line: 1), **shown)  # noqa: ARG005

    return made


def _games(line: Line) -> Games:
    """Those of a match; a table that is one game says nothing of them."""
    if any(line.games) or line.outcome not in PLAYED:
        return line.games
    return int(line.outcome == "win"), int(line.outcome == "loss"), int(line.outcome == "draw")


def _game_difference(line: Line) -> int:
    won, lost, _ = _games(line)
    return won - lost


def _points(name: str, terms: Terms) -> Criterion:  # noqa: ARG001
    return Criterion(name, point_values, point_terms, unit=lambda book: book.unit)


def _rating(name: str, terms: Terms) -> Criterion:  # noqa: ARG001
    def working(book: Book, player: int) -> Iterable[Term]:
        yield Term(book.players[player].rating, "rating")

    def values(book: Book, players: Collection[int]) -> Mapping[int, int]:
        return {player: book.players[player].rating for player in players}

    return Criterion(name, values, working, from_entry=True, personal=True, text="RTNG")


def _lot(name: str, terms: Terms) -> Criterion:  # noqa: ARG001
    """CR8: the numbers of the one lot; nobody has one until it is drawn."""

    def values(book: Book, players: Collection[int]) -> Mapping[int, int | None]:
        numbers = lot_numbers(book)
        return {player: numbers.get(player) for player in players}

    def working(book: Book, player: int) -> Iterable[Term]:
        if number := lot_numbers(book).get(player):
            yield Term(number, "lot")

    return Criterion(name, values, working, ascending=True, optional=True)


def lot_numbers(book: Book) -> Mapping[int, int]:
    """CR8.2: everybody's number, by the seed of the lot; nothing while none was drawn."""
    if book.lot is None:
        return {}
    drawn = Draw(book.lot, "CR8.2").shuffled(sorted(book.players))
    return {player: number for number, player in enumerate(drawn, start=1)}


# --- those of C.07 -----------------------------------------------------------------------------------------

_CUTS = {"": "", "1": "/C1", "2": "/C2", "m1": "/M1", "m2": "/M2"}


def _charted(code: str, name: str, terms: Terms) -> Criterion:
    """The tie-break of C.07 by another name, over the chart of the event."""
    modifier = name.partition("/")[2]
    one = parse(code + _CUTS[modifier])
    assert isinstance(one, TieBreak)
    found = tiebreak(one, partial(chart_of, win=terms.win, draw=terms.draw))
    return replace(found, name=name, text=one.code)


def _sos(name: str, terms: Terms) -> Criterion:
    def working(book: Book, player: int) -> Iterable[Term]:
        chart, until = chart_of(book, terms.win, terms.draw), completed(book)
        worth = chart.derived("by player", lambda: dict(zip(chart.ids, chart.totals, strict=True)))
        for line in book.lines[player]:
            if line.outcome in PLAYED and line.round <= until:
                yield Term(sum(worth[one] for one in line.opponents), line.outcome, line.round, line.opponents)

    def values(book: Book, players: Collection[int]) -> Mapping[int, int]:
        return {player: sum(term.amount for term in working(book, player)) for player in players}

    return Criterion(name, values, working, unit=lambda book: book.unit)


# --- exact fractions ---------------------------------------------------------------------------------------


class Part(Frozen):
    """A step of a working whose amount is a fraction."""

    amount: Fraction
    code: str
    round: int | None = None
    opponents: tuple[int, ...] = ()
    counted: bool = True


Parts = Callable[[Book, int], Sequence[Part]]


def _exact(name: str, parts: Parts, **shown: Any) -> Criterion:
    """A criterion whose values are sums of fractions: the unit is what all of their parts have in common. Where it is
    `optional`, nobody has a value without parts."""

    def every(book: Book) -> tuple[int, Mapping[int, Sequence[Part]]]:
        def made() -> tuple[int, Mapping[int, Sequence[Part]]]:
            found = {player: parts(book, player) for player in book.players}
            return lcm(*(one.amount.denominator for own in found.values() for one in own)), found

        return book.derived(("exact", name, parts), made)

    def working(book: Book, player: int) -> Iterable[Term]:
        unit, found = every(book)
        for one in found[player]:
            yield Term(int(one.amount * unit), one.code, one.round, one.opponents, one.counted)

    def values(book: Book, players: Collection[int]) -> Mapping[int, Amount]:
        found = every(book)[1]
        return {
            player: sum(one.amount for one in working(book, player) if one.counted)
            if found[player] or not shown.get("optional")
            else None
            for player in players
        }

    return replace(Criterion(name, values, working, unit=lambda book: every(book)[0]), **shown)


def _quotient(name: str, terms: Terms) -> Criterion:  # noqa: ARG001
    """Scored ÷ conceded; who conceded nothing stands above all, by what was scored (CR3)."""

    def parts(book: Book, player: int) -> Sequence[Part]:
        made = sum(line.made for line in book.lines[player])
        conceded = sum(line.conceded for line in book.lines[player])
        above_all = book.derived("scored", lambda: 1 + sum(line.made for own in book.lines.values() for line in own))
        if conceded:
            return [Part(Fraction(made, conceded), "quotient")]
        return [Part(Fraction(made * above_all), "nothing_conceded")] if made else []

    return _exact(name, parts, decimals=3)


def _per_game(amount: Callable[[Line, Book], Fraction], name: str, terms: Terms, **shown: Any) -> Criterion:  # noqa: ARG001
    """RP5.1: the mean over the games played; without a game there is none, and that is below all."""

    def parts(book: Book, player: int) -> Sequence[Part]:
        games = _played(book, player)
        return [Part(amount(line, book) / len(games), line.outcome, line.round, line.opponents) for line in games]

    return _exact(name, parts, optional=True, **shown)


_played = lines_ended(*PLAYED)


def _share_won(line: Line, book: Book) -> Fraction:  # noqa: ARG001
    """A drawn game is half a win."""
    return Fraction({"win": 2, "draw": 1}.get(line.outcome, 0), 2)


def _own_rate(book: Book, terms: Terms, player: int, floor: Fraction) -> Fraction:
    """CR3.2: points ÷ (win × rounds played), at least the floor; points that somebody began with count nothing."""
    until = completed(book)
    counted = [line for line in book.lines[player] if line.round <= until and line.bye != "Z"]
    return max(floor, Fraction(sum(one.halves for one in counted), terms.win * len(counted))) if counted else floor


def _game_rate(book: Book, terms: Terms, player: int, floor: Fraction) -> Fraction:
    """Game points ÷ (win × games), at least the floor."""
    until = completed(book)
    every = [_games(line) for line in book.lines[player] if line.round <= until]
    won, lost, drawn = (sum(column) for column in zip(*every, strict=True)) if every else (0, 0, 0)
    if not won + lost + drawn:
        return floor
    points = won * terms.win + drawn * terms.draw + lost * terms.loss
    return max(floor, Fraction(points, terms.win * (won + lost + drawn)))


def _mean(rate: Callable[[Book, Terms, int, Fraction], Fraction], depth: int, name: str, terms: Terms) -> Criterion:
    """The mean of a rate of the opponents faced; with a depth of two of those whom they faced; of none, one's own."""
    floor = Fraction(int(name.partition(":")[2] or FLOOR), 100)

    def value(book: Book, player: int, deep: int) -> Fraction:
        if not deep:
            return rate(book, terms, player, floor)
        return book.derived(
            (rate, floor, player, deep), lambda: sum((p.amount for p in parts(book, player, deep)), Fraction(0))
        )

    def parts(book: Book, player: int, deep: int = depth) -> Sequence[Part]:
        if not deep:
            return [Part(value(book, player, 0), "own_rate")]
        until = completed(book)
        faced = [line for line in book.lines[player] if line.opponents and line.round <= until]
        return [
            Part(value(book, line.opponents[0], deep - 1) / len(faced), "opponent_rate", line.round, line.opponents)
            for line in faced
        ] or [Part(floor, "floor")]

    return _exact(name, parts, percent=True, decimals=2, text=name.partition(":")[0])


# --- partners (CR4) ----------------------------------------------------------------------------------------


def _contribution(book: Book, line: Line) -> Fraction:
    """CR4.2: the mean of the opponents, as often as the own side has players, without the partners."""
    if not line.opponents:
        return Fraction(0)
    rivals = Fraction(sum(book.earned[one] for one in line.opponents), len(line.opponents))
    return rivals * (1 + len(line.partners)) - sum(book.earned[one] for one in line.partners)


def _of_partners(berger: bool, name: str, terms: Terms) -> Criterion:  # noqa: ARG001
    """CR4.2–CR4.4: contributions of tables, with cuts; times the points of the round for `berger`."""
    modifier = name.partition("/")[2]
    low = int(modifier[-1:] or 0)
    high = low if modifier[:1] == "m" else 0

    def parts(book: Book, player: int) -> Sequence[Part]:
        rounds = [(line, _contribution(book, line)) for line in book.lines[player] if line.outcome != "pending"]
        by_worth = sorted(range(len(rounds)), key=lambda at: rounds[at][1])
        kept = set(by_worth[low : max(len(rounds) - high, low)])
        return [
            Part(
                worth * (Fraction(line.halves, book.unit**2) if berger else Fraction(1, book.unit)),
                line.outcome,
                line.round,
                line.opponents,
                at in kept,
            )
            for at, (line, worth) in enumerate(rounds)
        ]

    code = ("SB" if berger else "BH") + _CUTS[modifier]
    return _exact(name, parts, text=code if berger or modifier else "buchholz", decimals=2)


def _opponents(berger: bool, name: str, terms: Terms) -> Criterion:
    if terms.partners:
        return _of_partners(berger, name, terms)
    return _charted("SB" if berger else "BH", name, terms)


# --- the library -------------------------------------------------------------------------------------------

_SCORES = "scores"
LIBRARY: Mapping[str, LibraryCriterion] = {
    "points": LibraryCriterion(_points),
    "wins": LibraryCriterion(_count("win", "walkover")),
    "won": LibraryCriterion(_count("win", text="WON")),
    "losses": LibraryCriterion(_count("loss", "absent", ascending=True, text="lost")),
    "margin": LibraryCriterion(partial(_sum, attrgetter("differential")), _SCORES),
    "scored": LibraryCriterion(partial(_sum, attrgetter("made")), _SCORES),
    "conceded": LibraryCriterion(partial(_sum, attrgetter("conceded"), ascending=True), _SCORES),
    "games": LibraryCriterion(partial(_sum, _game_difference)),
    "quotient": LibraryCriterion(_quotient, _SCORES),
    "played": LibraryCriterion(_count(*PLAYED, text="games_played")),
    "byes": LibraryCriterion(_count("bye", ascending=True, text="rested")),
    "buchholz": LibraryCriterion(partial(_opponents, False), "unequal", "/1 /2 /m1 /m2"),
    "berger": LibraryCriterion(partial(_opponents, True), "", "/1 /2"),
    "sos": LibraryCriterion(_sos, "duels unequal"),
    "progressive": LibraryCriterion(partial(_charted, "PS"), "unequal", "/1 /2"),
    "omw": LibraryCriterion(partial(_mean, _own_rate, 1), "duels unequal", ":"),
    "oomw": LibraryCriterion(partial(_mean, _own_rate, 2), "duels unequal", ":"),
    "gw": LibraryCriterion(partial(_mean, _game_rate, 0), "duels", ":"),
    "ogw": LibraryCriterion(partial(_mean, _game_rate, 1), "duels unequal", ":"),
    "average": LibraryCriterion(partial(_per_game, lambda line, book: Fraction(line.halves, book.unit), decimals=2)),
    "win_rate": LibraryCriterion(partial(_per_game, _share_won, decimals=1, percent=True, text="rate_won")),
    "mean_difference": LibraryCriterion(
        partial(_per_game, lambda line, book: Fraction(line.differential), decimals=2),  # noqa: ARG005
        _SCORES,
    ),
    "rating": LibraryCriterion(_rating),
    "aro": LibraryCriterion(partial(_charted, "ARO"), "duels"),
    "number": LibraryCriterion(partial(_charted, "TPN")),
    "beat": LibraryCriterion(lambda name, terms: level.beat(name)),  # noqa: ARG005
    "losers": LibraryCriterion(lambda name, terms: level.losers(name), "duels"),  # noqa: ARG005
    "encounter": LibraryCriterion(partial(_charted, "DE"), "duels"),
    "direct": LibraryCriterion(lambda name, terms: level.direct(name)),  # noqa: ARG005
    "among": LibraryCriterion(lambda name, terms: level.among(name), "duels scores"),  # noqa: ARG005
    "host": LibraryCriterion(lambda name, terms: level.host(name), "duels scores"),  # noqa: ARG005
    "lot": LibraryCriterion(_lot),
}
# CR1.5, CR7.2: other names for the same values
ALIASES: Mapping[str, str] = {
    "DIFFERENTIAL": "margin",
    "DIFFERENCE": "margin",
    "POINTS_FOR": "scored",
    "FOR": "scored",
    "GS": "wins",
    "PTS": "points",
    "MATCH_POINTS": "points",
    "BH": "buchholz",
    "SB": "berger",
    "PS": "progressive",
    "DE": "encounter",
    "TPN": "number",
}
_CUT = re.compile(r"/c([12])|/(m[12])")


def parse_order(text: str, terms: Terms, own: Sequence[Criterion] = ()) -> tuple[Criterion, ...] | Refusal:
    """The criteria of a list of codes with commas between them (CR1.2): points first, where it does not have them nor
    what replaces them. `own`: those of the system itself, known by their names, too."""
    found: dict[str, Criterion] = {}
    for word in filter(None, (one.strip() for one in text.split(","))):
        one = _named(word, terms, own)
        if isinstance(one, Refusal):
            return one
        if one.name in found:
            return Refusal("criterion_twice", "CR1.3", {"found": one.name})
        if "lot" in found:
            return Refusal("lot_not_last", "CR8.1")
        found[one.name] = one
    listed = list(found.values())
    if "points" not in found and not (listed and listed[0].name in REPLACING_POINTS):
        listed.insert(0, _points("points", terms))
    return tuple(listed)


def _named(word: str, terms: Terms, own: Sequence[Criterion]) -> Criterion | Refusal:
    typed = _CUT.sub(lambda cut: f"/{cut[1] or cut[2]}", word.casefold())
    name, mark, modifier = re.fullmatch(r"([^/:]*)([/:]?)(.*)", typed, re.S).groups()  # type: ignore[union-attr]
    name = ALIASES.get(name.upper(), name)
    listed = LIBRARY.get(name)
    if listed is None or (name in REPLACING_POINTS and name in [one.name for one in own]):  # CR7.1: it stays
        return _other(word, terms, own)
    if not _takes(listed.modifiers, mark, modifier):
        return _unknown(word, "CR3.1")
    lacking = terms.lacks(listed.needs)
    if lacking:
        return Refusal("criterion_not_here", "CR7.1", {"found": name, "why": f"needs_{lacking}"})
    return listed.make(name + mark + modifier, terms)


def _takes(modifiers: str, mark: str, modifier: str) -> bool:
    if mark == ":":
        return modifiers == ":" and modifier.isdecimal() and modifier.isascii() and int(modifier) <= 50
    return not mark or f"/{modifier}" in modifiers.split()


def _other(word: str, terms: Terms, own: Sequence[Criterion]) -> Criterion | Refusal:
    """A criterion of the system's own, or a further tie-break of C.07 (CR1.5)."""
    for one in own:
        if one.name == word.casefold():
            return replace(one, ranks=True)
    found = parse(word)
    if isinstance(found, Refusal) or terms.partners:
        return _unknown(word, "CR1.3")
    return tiebreak(found, partial(chart_of, win=terms.win, draw=terms.draw))


def _unknown(word: str, article: str) -> Refusal:
    nearest = get_close_matches(word.casefold(), LIBRARY, n=1, cutoff=0.5)
    facts = {"found": word, "known": list(LIBRARY), **({"nearest": nearest[0]} if nearest else {})}
    return Refusal("unknown_criterion", article, facts)


def choices(terms: Terms) -> Iterator[tuple[str, str]]:
    """Every code of the library, with its modifiers, and what the event lacks for it ("": nothing) (CR9)."""
    for name, one in LIBRARY.items():
        for more in ("", *(own for own in one.modifiers.split() if own != ":")):
            yield name + more, terms.lacks(one.needs)


def rulebook_criterion(code: str, name: str = "", **shown: Any) -> Criterion:
    """A criterion of the library that asks nothing about the event, by the name that a rulebook has for it."""
    return replace(LIBRARY[code].make(name or code, Terms(1, 0)), **shown)


def without_groups(criteria: Iterable[Criterion]) -> list[Criterion]:
    """AG5.2: those that rank, without those between level players and the lot."""
    return [one for one in criteria if one.ranks and one.working_within is None and one.name != "lot"]
