"""`ronda standings`, `ratings`, `explain`, `show`, `check`: looking at a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from types import SimpleNamespace as Namespace
from typing import Any

from msgspec.structs import replace

from ronda import desk
from ronda.cli.event import FileEvent, find_player, load, looked_at
from ronda.cli.kept_event import KeptEvent
from ronda.cli.output import Misused, Output, Refused, granted
from ronda.cli.rounds import show_listing, tell_approval, tell_in_force, tell_round, the_list
from ronda.core import Book, Criterion, Frozen, Refusal, Round, Tournament
from ronda.desk.prizes import Podium, declared
from ronda.systems import rules_of, standings_book
from ronda.systems.labels import labels
from ronda.systems.lists import standings_columns, standings_list
from ronda.systems.system import Rules
from ronda.tiebreaks.chart import Chart, chart_of
from ronda.tiebreaks.performance import expected_score, mean_rating, performance, rated_games, rating_change
from ronda.views import UNSET, exact
from ronda.views.standings import column_lines, podium_steps, standings_line, winners_of, with_cells, working_of
from ronda.views.verdicts import (
    approval_line,
    concerning,
    finding_line,
    in_force_lines,
    note_lines,
    notes_text,
    podium_text,
    reason_line,
    relaxation_line,
    worded_listing,
    working,
)

VIOLATIONS = 3


def standings(values: Namespace, output: Output) -> None:
    """Standings after all rounds, or after some; for one player with the working of every value."""
    place = load(values, output)
    tournament = place.tournament
    output = output.about(tournament)
    after = len(tournament.rounds) if values.after is None else values.after
    if not 0 <= after <= len(tournament.rounds):
        raise Refused(Refusal("unknown_round", "S4", {"round": after, "rounds": len(tournament.rounds)}))
    rows = desk.standings_after(tournament, after, _chosen(tournament, values.tiebreaks))
    missing = desk.waiting_for(tournament, after)
    podium = _podium(place) if after == len(tournament.rounds) and values.tiebreaks is None else None
    everybody = rows
    if values.player is not None:
        wanted = find_player(tournament, values.player).id
        rows = tuple(row for row in rows if row.player == wanted)
    columns, called = standings_columns(everybody), labels(tournament, removed=output.speaker.removed)
    listed = with_cells([standings_line(row, output.speaker) for row in rows], rows, columns, output.speaker, called)
    if values.player is not None:
        notes = note_lines(standings_book(tournament, after), wanted, output.speaker) or UNSET
        listed = [replace(v, working=working_of(r), notes=notes) for v, r in zip(listed, rows, strict=True)]
    heads = column_lines(columns, output.speaker)
    told = {"after": after, "provisional": missing > 0, "missing": missing, "columns": heads, "rows": listed}
    told |= {"winners": winners_of(podium), "podium": podium_steps(podium, output.speaker)}
    output.data({**told, "provisional_winners": winners_of(podium, provisional=True)})
    listing = standings_list(everybody, output.speaker.number, shown=rows)
    show_listing(listing, output, missing=missing, after=after)
    if values.player is not None:
        for measure in (one for row in rows for one in row.measures.values()):
            text = working(measure, output.speaker)
            output.tell("say.labelled", label=output.say(measure.criterion.label), text=text)
        for told_note in notes_text(standings_book(tournament, after), wanted, output.speaker):
            output.line(told_note)
    elif podium is not None:
        _tell_podium(podium, output)


def _chosen(tournament: Tournament, codes: str | None) -> tuple[Criterion, ...] | None:
    """The tie-breaks asked for; None: those of the event."""
    if codes is None:
        return None
    return granted(rules_of(tournament.setup).chosen_criteria(tournament.setup, codes))


def _podium(place: KeptEvent) -> Podium | None:
    """Who has won. An event in a file is over when its planned rounds are: nobody finishes it."""
    podium = declared(place.tournament)
    return replace(podium, provisional=False) if podium and isinstance(place, FileEvent) else podium


def _tell_podium(podium: Podium, output: Output) -> None:
    output.line()
    for line in podium_text(podium, output.speaker):
        output.line(line)
    if podium.provisional:
        output.tell("say.until_finished")


def _rounds_asked(tournament: Tournament, number: int | None, *, every: bool) -> list[Round]:
    if number is None:
        return list(tournament.rounds if every else tournament.rounds[-1:])
    if not 1 <= number <= len(tournament.rounds):
        raise Refused(Refusal("unknown_round", "S4", {"round": number, "rounds": len(tournament.rounds)}))
    return [tournament.rounds[number - 1]]


def explain(values: Namespace, output: Output) -> None:
    """Why each table, bye and relaxation, from the reasons stored with the round. A player gets every round."""
    tournament, output = looked_at(values, output)
    player = None if values.player is None else find_player(tournament, values.player).id
    if values.number is not None and values.round not in (None, values.number):
        raise Misused("two_rounds", one=values.number, other=values.round)
    number = values.round if values.number is None else values.number
    rounds = _rounds_asked(tournament, number, every=player is not None)
    output.data(
        {
            "rounds": [
                {
                    "number": round_.number,
                    "seed": round_.seed,
                    "reasons": [reason_line(one, output.speaker) for one in why.reasons],
                    "relaxations": [relaxation_line(one, output.speaker) for one in why.relaxations],
                    **_approved(round_),
                }
                for round_ in rounds
                for why in (concerning(round_, player),)
            ]
        }
    )
    if not rounds:
        output.tell("say.no_rounds")
    for round_ in rounds:
        output.tell("say.round", round=round_.number, seed=round_.seed)
        if not round_.reasons and not round_.relaxations:
            output.tell("say.no_reasons")
        tell_round(round_, output, player)
        output.line()


def _approved(round_: Round) -> dict[str, Any]:
    return {"approved": approval_line(round_.approved)} if round_.approved else {}


def show(values: Namespace, output: Output) -> None:
    """One of the lists: start list, pairings, final list, cross table."""
    place = load(values, output)
    tournament = place.tournament
    output = output.about(tournament)
    rounds = _rounds_asked(tournament, values.round, every=False)
    listing = the_list(values.list, tournament, rounds[0] if rounds else None, output)
    if listing is None:
        raise Refused(Refusal("unknown_round", "S4", {"round": 1, "rounds": 0}))
    of_round = rounds[0] if rounds and values.list == "pairings" else None
    headings, rows = worded_listing(listing, output.speaker)
    approved = _approved(of_round) if of_round else {}
    told = in_force_lines(tournament, output.speaker)
    in_force = {"in_force": told} if told else {}
    output.data({"list": values.list, "headings": headings, "rows": rows, **approved, **in_force})
    tell_in_force(tournament, output)
    made = len(tournament.rounds)
    missing = desk.waiting_for(tournament, made) if values.list == "final" else 0
    show_listing(listing, output, missing=missing, round=rounds[0].number if rounds else 0, after=made)
    if of_round:
        tell_approval(of_round, output)
    podium = _podium(place) if values.list == "final" else None
    if podium is not None:
        _tell_podium(podium, output)


def check(values: Namespace, output: Output) -> int:
    """Every round against the rulebook, independently of the code that paired. Status 3 on a violation."""
    tournament, output = looked_at(values, output)
    findings = list(desk.check_rounds(tournament))
    if values.forecast:
        from ronda.lab.forecast import forecast  # plays the event on: who only checks needs none of it

        ahead = forecast(tournament)
        findings += ahead.findings()
    violations = [finding for finding in findings if finding.severity == "violation"]
    value: dict[str, Any] = {"findings": [finding_line(finding, output.speaker) for finding in findings]}
    output.data({**value, "forecast": asdict(ahead)} if values.forecast else value)
    for finding in findings:
        text = output.speaker.verdict("finding", finding)
        severity = output.say(f"label.severity.{finding.severity}")
        place = "" if finding.round is None else output.say("label.round_short", round=finding.round) + " "
        output.tell("say.labelled", label=f"{place}{severity}", text=f"{text} ({finding.article})")
    output.tell("say.checked", n=len(violations), rounds=len(tournament.rounds))
    return VIOLATIONS if violations else 0


RATING_COLUMNS = ("name", "rating", "games", "score", "mean_rating", "performance", "expected", "k", "change")
_NONE = "–"


def ratings(values: Namespace, output: Output) -> None:
    """Games, performance and change of rating of everybody; the coefficient is the arbiter's."""
    tournament, output = looked_at(values, output)
    own = dict(_own(tournament, word) for word in values.own_k)
    rows = granted(rating_rows(rules_of(tournament.setup), standings_book(tournament), values.k, own))
    output.data({"rows": [_value(row, output) for row in rows]})
    output.table(output.headings("ratings", RATING_COLUMNS), list(_cells(rows, output)), (0,))


def _own(tournament: Tournament, word: str) -> tuple[int, int]:
    """`P=K`: the coefficient of one player."""
    wish, equals, text = word.rpartition("=")
    if not equals or not text.isdecimal():
        raise Misused("usage_choice", name="--own-k", found=word, known="P=K")
    return find_player(tournament, wish).id, int(text)


def _value(row: RatingRow, output: Output) -> dict[str, object]:
    found = {"player": row.player, "name": output.speaker.bare_name(row.player), **asdict(row)}
    return {key: exact(value) if isinstance(value, Fraction) else value for key, value in found.items()}


def _cells(rows: Iterable[RatingRow], output: Output) -> Iterable[list[str | int]]:
    number = output.speaker.number
    for row in rows:
        expected = _NONE if row.expected is None else number(row.expected, decimals=2)
        change = _NONE if row.change is None else number(row.change, decimals=1)
        yield [
            output.speaker.name(row.player),
            row.rating or _NONE,
            row.games,
            number(row.score),
            _NONE if row.mean_rating is None else row.mean_rating,
            _NONE if row.performance is None else row.performance,
            expected,
            row.k,
            f"+{change}" if row.change is not None and row.change > 0 else change,
        ]


class RatingRow(Frozen):
    """One player: games over the board against opponents with a rating, the score in them, the opponents' mean, the
    performance, and by how much the rating changes with the development coefficient `k`. None where it is not
    defined."""

    player: int
    rating: int
    games: int
    score: Fraction
    mean_rating: int | None
    performance: int | None
    expected: Fraction | None
    k: int
    change: Fraction | None


def rating_rows(rules: Rules, book: Book, k: int, each: Mapping[int, int]) -> list[RatingRow] | Refusal:
    """Everybody in list order. The coefficient is the arbiter's: one for all, and for some one of their `own`."""
    points = rules.tiebreaks.game_points(book.setup)
    if points is None:
        return Refusal("ratings_one_against_one", "B.02")
    chart = chart_of(book, *points)
    return [_row(chart, at, each.get(player, k)) for at, player in enumerate(chart.ids)]


def _row(chart: Chart, at: int, k: int) -> RatingRow:
    games = rated_games(chart, at)
    opponents = [opponent for opponent, _ in games]
    halves = sum(won for _, won in games)
    return RatingRow(
        chart.ids[at],
        chart.ratings[at],
        len(games),
        Fraction(halves, 2),
        mean_rating(chart.ratings, opponents),
        performance(chart.ratings, opponents, halves),
        expected_score(chart, at),
        k,
        rating_change(chart, at, k),
    )
