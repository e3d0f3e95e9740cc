"""The prize list with its working (PR6.6), and certificates for the first of the event and of every category."""

from __future__ import annotations

from typing import Any

from ronda.core.verdicts import Refusal
from ronda.desk import standings_after
from ronda.desk.prizes import prize_list
from ronda.sheets.context import SheetJob
from ronda.systems.columns import column_decimals, shown_value

Data = dict[str, Any]
HONOURED = 3  # places that get a certificate


def prizes_sheet(job: SheetJob) -> Data | Refusal:
    """Who gets which prize, who was passed over, what is paid, and that the sum is the fund."""
    found = prize_list(job.tournament)
    if found is None:
        return Refusal("no_prizes", "PR3.1")
    currency = found.rules.currency
    paid = sum(one.amount for one in found.payouts)
    return {
        "note": "" if job.tournament.finished else job.say("web.prizes.provisional"),
        "headings": [job.say(f"label.prize.{name}") for name in ("prize", "category", "value", "winner", "passed")],
        "prizes": [
            [
                line.prize.id,
                line.prize.category,
                job.speaker.money(line.prize.value, currency) if line.prize.value else "",
                "–" if line.winner is None else job.name(line.winner),
                ", ".join(job.name(one) for one in line.passed),
            ]
            for line in found.lines
        ],
        "paid_headings": [job.say(f"label.prize.{name}") for name in ("place", "winner", "paid", "shared")],
        "paid": [
            [
                str(one.place),
                job.name(one.player),
                job.speaker.money(one.amount, currency),
                ", ".join(job.name(other) for other in one.shared if other != one.player),
            ]
            for one in found.payouts
        ],
        "sum": job.say(
            "say.prize_sum",
            paid=job.speaker.money(paid, currency),
            fund=job.speaker.money(found.fund, currency),
            left=job.speaker.money(found.left, currency),
        )
        if found.lines
        else "",
        "categories": [
            {"name": one.name, "rows": [[str(place), job.name(player)] for player, place in one.places.items()]}
            for one in found.categories
            if one.places
        ],
    }


def certificates_sheet(job: SheetJob) -> Data | Refusal:
    """A page each for the first three places of the event and of every category; nobody is named who was erased."""
    rows = standings_after(job.tournament, len(job.tournament.rounds)) if job.tournament.rounds else []
    removed = {player.id for player in job.tournament.players if player.removed}
    placed = {row.player: row.place for row in rows if row.place is not None and row.player not in removed}
    if not placed:
        return Refusal("no_certificates", "PR8")
    decimals = column_decimals(rows)
    first = {row.player: next(iter(row.measures.items())) for row in rows if row.measures}
    told = {
        player: job.say(
            "say.labelled",
            label=job.say(measure.criterion.label),
            text=shown_value(measure, job.speaker.number, decimals[name]),
        )
        for player, (name, measure) in first.items()
    }
    pages = [
        _page(job, player, place, "", told.get(player, "")) for player, place in placed.items() if place <= HONOURED
    ]
    found = prize_list(job.tournament)
    for category in found.categories if found else ():
        everybody = len(category.places) == len(placed)
        pages += [
            _page(job, player, place, category.name, job.say("label.sheet.overall", place=placed[player]))
            for player, place in category.places.items()
            if place <= HONOURED and player in placed and not everybody
        ]
    return {
        "provisional": "" if job.tournament.finished else job.say("web.prizes.provisional"),
        "title": job.say("label.sheet.certificate"),
        "signatures": [job.say("label.sheet.director"), job.say("label.sheet.organiser")],
        "pages": pages,
    }


def _page(job: SheetJob, player: int, place: int, category: str, detail: str) -> Data:
    return {
        "name": job.name(player),
        "place": job.say("label.sheet.placed", place=place),
        "category": category,
        "detail": detail,
    }
