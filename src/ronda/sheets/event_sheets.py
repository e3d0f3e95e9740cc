"""Sheets about the event as a whole: rules, player cards, poster, audit report, prizes and certificates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

from ronda import registry
from ronda.core.model import OptionValue
from ronda.core.ranking import Criterion
from ronda.core.verdicts import Refusal
from ronda.desk import standings_after
from ronda.desk.fees import fee_list, has_fees
from ronda.desk.prizes import prize_list
from ronda.desk.rounds import departures
from ronda.sheets.context import Data, SheetJob
from ronda.sheets.typesetting import MOST_BYTES, cut_and_stack, qr_svg, typeset, wifi_fields
from ronda.systems import Option, Rules, planned_rounds, system
from ronda.systems.columns import column_decimals, shown_value
from ronda.texts import Speaker
from ronda.texts.catalogue import described
from ronda.views.rulings import FEE_COLUMNS
from ronda.views.stages import TreeView, stage_views
from ronda.views.standings import form_of
from ronda.views.verdicts import departure_texts, in_force_text, worded

CARDS = 8  # on a page
CARD_MASK = 2  # thousands of cards cannot wait for the best mask of each


# --- rules -------------------------------------------------------------------------------------------------


def rules_sheet(job: SheetJob) -> Data:
    """The system, the settings in words and what decides the standings, to be posted."""
    rules, tournament = system(job.system).rules, job.tournament
    players = sum(1 for player in tournament.players if player.left_after is None)
    rounds = planned_rounds(tournament)
    criteria = rules.criteria(tournament.setup)
    return {
        "system": job.say(f"system.{job.system}.name"),
        "about": job.say(f"system.{job.system}.about"),
        "scoring": [job.say("label.sheet.scoring"), job.say(f"system.{job.system}.scoring")],
        "settings": job.say("label.sheet.settings"),
        "options": [
            job.say("label.sheet.players", n=players),
            *([job.say("say.planned_rounds", n=rounds)] if rounds else []),  # 0: known when the first stage begins
            *in_force_text(tournament, job.speaker),
            *(_told_option(job, option) for option in _telling(job, rules) if option.name != "rounds"),
        ],
        "ranking": job.say("label.sheet.ranking"),
        "criteria": [_told_criterion(job, one) for one in criteria if one.ranks],
        "shown": job.say("label.sheet.only_shown"),
        "further": [_told_criterion(job, one) for one in criteria if not one.ranks],
        "edition": job.say("label.sheet.edition", edition=rules.edition),
    }


def _told_criterion(job: SheetJob, criterion: Criterion) -> list[str]:
    return [job.say(criterion.label), job.say(f"{criterion.label}.about")]


def _telling(job: SheetJob, rules: Rules) -> list[Option]:
    """A text that is empty sets nothing, and neither does what belongs to another option that is not used."""
    values = {option.name: _in_force(job, option) for option in rules.options}
    return [one for one in rules.relevant(values) if one.kind != "text" or values[one.name]]


def _told_option(job: SheetJob, option: Option) -> str:
    """The setting in force as a sentence; choices have a sentence each."""
    value = _in_force(job, option)
    key = f"{option.text(job.system)}.posted"
    if option.kind in ("choice", "bool") or (option.nothing and value == option.nothing):
        return job.say(f"{key}.{'auto' if value is None else value}")
    return job.say(key, value=Fraction(int(value or 0), 2) if option.kind == "halves" else value)


def _in_force(job: SheetJob, option: Option) -> OptionValue:
    setup, rules = job.tournament.setup, system(job.system).rules
    settled = rules.settled_options(setup, job.tournament.players)
    return settled[option.name] if option.name in settled else rules.option(setup, option.name)


# --- stages ------------------------------------------------------------------------------------------------


def bracket_sheet(job: SheetJob) -> Data | Refusal:
    """Brackets and groups of the stages that have begun, to be posted."""
    begun = [one for one in stage_views(job.tournament, job.speaker) if one.trees or one.groups]
    if not begun:
        return Refusal("no_bracket", "ST1.4")
    return {
        "stages": [
            {
                "title": stage.title,
                "groups": [
                    {
                        "name": group.name,
                        "headings": group.headings,
                        "rows": [
                            {"place": str(row.place or "–"), "name": row.name, "cells": row.values}
                            for row in group.rows
                        ],
                    }
                    for group in stage.groups
                ],
                "trees": [] if stage.groups else [_tree(job, tree, stage.title) for tree in stage.trees],
            }
            for stage in begun
        ]
    }


def _tree(job: SheetJob, tree: TreeView, title: str) -> Data:
    return {
        "name": "" if tree.name == title else tree.name,
        "columns": [
            {
                "name": column.name,
                "note": job.say("label.stage.not_paired") if column.provisional else "",
                "matches": [
                    {
                        "provisional": match.provisional,
                        "sides": [
                            {
                                "seed": "" if side.seed is None else str(side.seed),
                                "name": side.name or "–",
                                "score": " ".join(side.score),
                                "won": side.won,
                            }
                            for side in match.sides
                        ],
                    }
                    for match in column.matches
                ],
            }
            for column in tree.columns
        ],
    }


# --- fees --------------------------------------------------------------------------------------------------


def fees_sheet(job: SheetJob) -> Data | Refusal:
    """Who owes and who has paid, in alphabetical order, with room for a tick; the totals last (PR7.2)."""
    if not has_fees(job.tournament):
        return Refusal("no_fees", "PR7.1")
    found = fee_list(job.tournament, job.order.date.isoformat() if job.order.date else "")
    lines = {line.player: line for line in found.lines}
    rows = [
        [job.name(line.player), *(job.speaker.money(sum_) for sum_ in (line.due, line.paid, line.open)), line.reason]
        for line in map(lines.__getitem__, job.by_name(lines))
    ]
    totals = [job.speaker.money(sum_) for sum_ in (found.due, found.collected, found.open)]
    rows.append([job.say("label.fee.total"), *totals, found.rules.currency])
    return {
        "statement": "",
        "headings": [job.say(f"label.fee.{name}") for name in FEE_COLUMNS],
        "words": [True, False, False, False, True],
        "widest": [max((row[at] for row in rows), key=len) for at in range(len(FEE_COLUMNS))],
        "rows": rows,
        "total": True,
    }


# --- for telephones ----------------------------------------------------------------------------------------


def cards_sheet(job: SheetJob) -> Data | Refusal:
    """A card for everybody who has not left, with the personal code where there is a link; eight to a page."""
    players = {player.id: player for player in job.tournament.players if player.left_after is None}
    for link in job.order.links.values():
        if len(link.encode()) > MOST_BYTES:
            return _too_long(link)
    cards = []
    for pid in job.by_name(players):
        link = job.order.links.get(pid, "")
        card = {"name": job.name(pid), "number": job.numbering.of[pid]}
        club = "" if job.order.naming.hides else players[pid].club
        cards.append({**card, "club": club, "link": _address(link), "qr": qr_svg(link, mask=CARD_MASK) if link else ""})
    return {
        "pages": cut_and_stack(cards, CARDS),
        "number": worded(job.numbering.heading, job.speaker),
        "use": job.say("label.sheet.card_use"),
        "keep": job.say("label.sheet.card_keep"),
    }


def poster_sheet(job: SheetJob) -> Data | Refusal:
    """An invitation to follow the event on the telephone, and into the Wi-Fi of the hall if there is one."""
    order = job.order
    if not order.join:
        return Refusal("poster_without_address", "S4")
    scan = order.scan or order.join
    for text in (scan, order.wifi):
        if len(text.encode()) > MOST_BYTES:
            return _too_long(text)
    network, password = wifi_fields(order.wifi)
    fields = [["label.sheet.network", network], ["label.sheet.password", password]]
    return {
        "invitation": job.say("label.sheet.invitation"),
        "scan": job.say("label.sheet.scan"),
        "qr": qr_svg(scan),
        "address": _address(order.join),
        "typed": [
            [job.say(key), value]
            for key, value in (("label.list.code", order.code), ("label.sheet.word", order.word))
            if value
        ],
        "wifi": job.say("label.sheet.wifi"),
        "wifi_qr": qr_svg(order.wifi) if order.wifi else "",
        "wifi_fields": [[job.say(key), value] for key, value in fields if value],
    }


def _address(link: str) -> str:
    """As somebody would type it."""
    return link.removeprefix("https://").removeprefix("http://").rstrip("/")


def _too_long(text: str) -> Refusal:
    return Refusal("text_too_long", "S4", {"found": len(text.encode()), "most": MOST_BYTES})


# --- audit -------------------------------------------------------------------------------------------------


def audit_sheet(job: SheetJob) -> Data:
    """The exceptions with those who approved them, and who did what when, as told by the caller."""
    exceptions = departure_texts(departures(job.tournament), job.speaker)
    headings = ("label.log.version", "label.log.time", "label.log.actor", "label.log.what")
    return {
        "headings": [job.say(key) for key in headings],
        "rows": [[str(line.version), line.time, line.who, line.sentence] for line in job.order.log],
        "none": job.say("label.sheet.no_entries"),
        "exceptions": job.say("label.exceptions"),
        "departures": exceptions or [job.say("say.no_exceptions")],
    }


def listing_pdf(
    speaker: Speaker,
    *,
    event: str,
    title: str,
    day: date,
    statement: str,
    headings: Sequence[str],
    words: Sequence[bool],
    rows: Sequence[Sequence[str]],
) -> bytes:
    """A sheet with the head of every sheet, and one list. `words`: which columns are words and not figures."""
    head = {
        "title": title,
        "told": "",
        "event": event,
        "where": "",
        "logo": [],
        "logo_kind": "",
        "accent": "",
        "date": speaker.day(day),
        "seed": "",
        "code": "",
        "page": speaker.say("label.sheet.page", page="{page}", pages="{pages}"),
        "draft": "",
    }
    data = {
        "paper": "a4",
        "language": speaker.language,
        "direction": described(speaker.language).direction,
        "colon": described(speaker.language).colon,
        "head": head,
        "body": {
            "statement": statement,
            "headings": list(headings),
            "words": list(words),
            "widest": [max((row[at] for row in rows), key=len, default="") for at in range(len(headings))],
            "rows": [list(row) for row in rows],
        },
    }
    return typeset("start", data)


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
    rounds = len(job.tournament.rounds)
    rows = standings_after(job.tournament, rounds) if rounds else []
    removed = {player.id for player in job.tournament.players if player.removed}
    placed = {row.player: row.place for row in rows if row.place is not None and row.player not in removed}
    if not placed:
        return Refusal("no_certificates", "PR8")
    decimals = column_decimals(rows)
    told = {
        row.player: job.say(
            "say.labelled",
            label=job.say(measure.criterion.label),
            text=shown_value(measure, job.speaker.number, decimals[name]),
        )
        for row in rows
        for name, measure in [*row.measures.items()][:1]
    }
    forms = form_of(job.tournament, rounds, placed, rounds)

    def page(player: int, place: int, places: Mapping[int, int | None], category: str, detail: str) -> Data:
        return {
            "name": job.name(player),
            "place": place,
            "medal": job.tournament.finished and list(places.values()).count(place) == 1,
            "placed": job.say("label.sheet.placed", place=place, n=len(places)),
            "category": category,
            "detail": detail,
            "form": [[one.outcome, job.say(f"web.form.{one.outcome}")] for one in forms[player]],
        }

    pages = [
        page(player, place, placed, "", told.get(player, "")) for player, place in placed.items() if place <= HONOURED
    ]
    found = prize_list(job.tournament)
    for category in found.categories if found else ():
        everybody = len(category.places) == len(placed)
        pages += [
            page(player, place, category.places, category.name, job.say("label.sheet.overall", place=placed[player]))
            for player, place in category.places.items()
            if place <= HONOURED and player in placed and not everybody
        ]
    return {
        "provisional": "" if job.tournament.finished else job.say("web.prizes.provisional"),
        "title": job.say("label.sheet.certificate"),
        "game": job.say(f"system.{job.system}.name"),
        "picture": (registry.picture(job.system) or b"").decode(),
        "signatures": [job.say("label.sheet.director"), job.say("label.sheet.organiser")],
        "pages": pages,
    }
