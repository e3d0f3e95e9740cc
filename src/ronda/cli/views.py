"""`ronda standings`, `explain`, `show`, `check`, `report`: looking at a tournament."""

from __future__ import annotations

from dataclasses import asdict
from types import SimpleNamespace as Namespace
from typing import Any

from msgspec.structs import replace

from ronda import desk
from ronda.cli.errors import Misused, Refused
from ronda.cli.event import FileEvent, KeptEvent, find_player, load
from ronda.cli.listing import show_listing, tell_in_force, the_list
from ronda.cli.output import Output
from ronda.cli.pair import tell_approval, tell_round
from ronda.core.model import Round, Tournament
from ronda.core.ranking import Criterion
from ronda.core.verdicts import Refusal
from ronda.desk.podium import Podium, declared
from ronda.systems import standings_book, system
from ronda.systems.labels import labels
from ronda.systems.lists import standings_columns, standings_list
from ronda.views import UNSET
from ronda.views.standings import column_lines, podium_steps, standings_line, winners_of, with_cells, working_of
from ronda.views.verdicts import (
    approval_line,
    concerning,
    finding_line,
    in_force_lines,
    note_lines,
    reason_line,
    relaxation_line,
)
from ronda.views.wording import told_notes, told_podium, worded_listing, working

VIOLATIONS = 3


def standings(values: Namespace, output: Output) -> int:
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
    if output.json:
        columns, called = standings_columns(everybody), labels(tournament, removed=output.speaker.removed)
        listed = with_cells(
            [standings_line(row, output.speaker) for row in rows], rows, columns, output.speaker, called
        )
        if values.player is not None:
            notes = note_lines(standings_book(tournament, after), wanted, output.speaker) or UNSET
            listed = [replace(v, working=working_of(r), notes=notes) for v, r in zip(listed, rows, strict=True)]
        heads = column_lines(columns, output.speaker)
        told = {"after": after, "provisional": missing > 0, "missing": missing, "columns": heads, "rows": listed}
        told |= {"winners": winners_of(podium), "podium": podium_steps(podium, output.speaker)}
        output.data({**told, "provisional_winners": winners_of(podium, provisional=True)})
        return 0
    listing = standings_list(everybody, output.speaker.number, shown=rows)
    show_listing(listing, output, missing=missing, after=after)
    if values.player is not None:
        for measure in rows[0].measures.values():
            text = working(measure, output.speaker)
            output.line(output.say("say.labelled", label=output.say(measure.criterion.label), text=text))
        for told_note in told_notes(standings_book(tournament, after), wanted, output.speaker):
            output.line(told_note)
    elif podium is not None:
        _tell_podium(podium, output)
    return 0


def _chosen(tournament: Tournament, codes: str | None) -> tuple[Criterion, ...] | None:
    """The tie-breaks asked for; None: those of the event."""
    if codes is None:
        return None
    chosen = system(tournament.setup.system).chosen_criteria(tournament.setup, codes)
    if isinstance(chosen, Refusal):
        raise Refused(chosen)
    return chosen


def _podium(place: KeptEvent) -> Podium | None:
    """Who has won. An event in a file is over when its planned rounds are: nobody finishes it."""
    podium = declared(place.tournament)
    return replace(podium, provisional=False) if podium and isinstance(place, FileEvent) else podium


def _tell_podium(podium: Podium, output: Output) -> None:
    output.line()
    for line in told_podium(podium, output.speaker):
        output.line(line)
    if podium.provisional:
        output.line(output.say("say.until_finished"))


def _rounds_asked(tournament: Tournament, number: int | None, *, every: bool) -> list[Round]:
    if number is None:
        return list(tournament.rounds if every else tournament.rounds[-1:])
    if not 1 <= number <= len(tournament.rounds):
        raise Refused(Refusal("unknown_round", "S4", {"round": number, "rounds": len(tournament.rounds)}))
    return [tournament.rounds[number - 1]]


def explain(values: Namespace, output: Output) -> int:
    """Why each table, bye and relaxation, from the reasons stored with the round. A player gets every round."""
    tournament = load(values, output).tournament
    output = output.about(tournament)
    player = None if values.player is None else find_player(tournament, values.player).id
    if values.number is not None and values.round not in (None, values.number):
        raise Misused("two_rounds", one=values.number, other=values.round)
    number = values.round if values.number is None else values.number
    rounds = _rounds_asked(tournament, number, every=player is not None)
    if output.json:
        output.data({"rounds": [_told_value(round_, player, output) for round_ in rounds]})
        return 0
    if not rounds:
        output.line(output.say("say.no_rounds"))
    for round_ in rounds:
        output.line(output.say("say.round", round=round_.number, seed=round_.seed))
        if not round_.reasons and not round_.relaxations:
            output.line(output.say("say.no_reasons"))
        tell_round(round_, output, player)
        output.line()
    return 0


def _told_value(round_: Round, player: int | None, output: Output) -> dict[str, Any]:
    found = concerning(round_, player)
    return {
        "number": round_.number,
        "seed": round_.seed,
        "reasons": [reason_line(one, output.speaker) for one in found.reasons],
        "relaxations": [relaxation_line(one, output.speaker) for one in found.relaxations],
        **_approved(round_),
    }


def _approved(round_: Round) -> dict[str, Any]:
    return {"approved": approval_line(round_.approved)} if round_.approved else {}


def show(values: Namespace, output: Output) -> int:
    """One of the lists: start list, pairings, final list, cross table."""
    place = load(values, output)
    tournament = place.tournament
    output = output.about(tournament)
    rounds = _rounds_asked(tournament, values.round, every=False)
    listing = the_list(values.list, tournament, rounds[0] if rounds else None, output)
    if listing is None:
        raise Refused(Refusal("unknown_round", "S4", {"round": 1, "rounds": 0}))
    of_round = rounds[0] if rounds and values.list == "pairings" else None
    if output.json:
        headings, rows = worded_listing(listing, output.speaker)
        approved = _approved(of_round) if of_round else {}
        told = in_force_lines(tournament, output.speaker)
        in_force = {"in_force": told} if told else {}
        output.data({"list": values.list, "headings": headings, "rows": rows, **approved, **in_force})
        return 0
    tell_in_force(tournament, output)
    made = len(tournament.rounds)
    missing = desk.waiting_for(tournament, made) if values.list == "final" else 0
    show_listing(listing, output, missing=missing, round=rounds[0].number if rounds else 0, after=made)
    if of_round:
        tell_approval(of_round, output)
    podium = _podium(place) if values.list == "final" else None
    if podium is not None:
        _tell_podium(podium, output)
    return 0


def check(values: Namespace, output: Output) -> int:
    """Every round against the rulebook, independently of the code that paired. Status 3 on a violation."""
    tournament = load(values, output).tournament
    output = output.about(tournament)
    findings = list(desk.check_rounds(tournament))
    if values.forecast:
        from ronda.lab.forecast import forecast  # plays the event on: who only checks needs none of it

        ahead = forecast(tournament)
        findings += ahead.findings()
    violations = [finding for finding in findings if finding.severity == "violation"]
    if output.json:
        value: dict[str, Any] = {"findings": [finding_line(finding, output.speaker) for finding in findings]}
        output.data({**value, "forecast": asdict(ahead)} if values.forecast else value)
    else:
        for finding in findings:
            text = output.speaker.verdict("finding", finding)
            severity = output.say(f"label.severity.{finding.severity}")
            place = "" if finding.round is None else output.say("label.round_short", round=finding.round) + " "
            output.line(output.say("say.labelled", label=f"{place}{severity}", text=f"{text} ({finding.article})"))
        output.line(output.say("say.checked", n=len(violations), rounds=len(tournament.rounds)))
    return VIOLATIONS if violations else 0
