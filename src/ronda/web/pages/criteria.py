"""The order of the standings: what decides, what may be chosen, and the standings as they would be (CR9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from ronda.core.model import OptionValue
from ronda.core.ranking import Criterion, Standings
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk.permissions import permission
from ronda.desk.settings import begun, frozen_options
from ronda.formats.tournament.writing import option_value
from ronda.store.live_events import standings_of
from ronda.systems.columns import column_decimals, column_of, shown_value
from ronda.systems.event_stages import begun_stages, group_rows, stage_order
from ronda.systems.shared_options import ORDER, chosen_order
from ronda.tiebreaks.library import ALIASES, LIBRARY, Terms, choices
from ronda.views.seat import as_published
from ronda.views.stages import stage_title
from ronda.views.standings import ShownRow, column_lines, first_criterion, shown_rows
from ronda.web.context import EventContext
from ronda.web.forms import refusal_text

PRESSED = ("up", "down", "out", "add")
RANKING = ("ranking", "tiebreaks", "head_to_head")  # by which systems name some of their lists
SHOWN_ROWS, SHOWN_VALUES = 100, 2
Listed = tuple[Criterion, ...] | Refusal
Ranges = Mapping[str, tuple[str, str] | None]


class OfferedCriterion(NamedTuple):
    """A criterion that may be chosen, or is; `label`: the key of its texts; `low` and `high`: between what its values
    lie today; `why`: the key of why it cannot be chosen; `cuts`: the same with modifiers."""

    code: str
    label: str
    low: str = ""
    high: str = ""
    why: str = ""
    cuts: tuple[OfferedCriterion, ...] = ()


class Subject(NamedTuple):
    """What is ranked: the event, or the groups of a stage (its number). `listed`: the criteria of a list; `rows`: the
    standings as they are, group by group."""

    stage: int
    text: str
    terms: Terms
    listed: Callable[[str | None], Listed]
    rows: Sequence[Standings]


def criteria_values(context: EventContext, asked: Mapping[str, str]) -> dict[str, Any]:
    """What the section needs. `asked`: the list that is proposed (`order`), and the button that was pressed, by what it
    does and the code that it does it to."""
    words, tournament, rules = context.words, context.tournament, context.system.rules
    subject = _subject(context, asked.get("stage", ""))
    typed = asked.get("order")
    standing = _ranking(subject.listed(None))
    found = subject.listed(typed)
    pressed = next(((key, asked[key]) for key in PRESSED if key in asked), None)
    if pressed and not isinstance(found, Refusal):
        typed = _moved([one.name for one in _ranking(found)], *pressed)
        found = subject.listed(typed)
    chosen = standing if isinstance(found, Refusal) else _ranking(found)
    offered = _offered(context, subject, {one.name for one in chosen} | _canonical(subject, chosen))
    tried = (*chosen, *(replace(one, ranks=False) for one in offered.values()))
    would = [rules.standings(rows[0].measured.book, tried) for rows in subject.rows]
    shown = [
        line for now, group in zip(subject.rows, would, strict=True) for line in _shown(context, now, group, chosen)
    ]
    after = len(as_published(tournament).rounds)
    ranges = _ranges(context, would) if after else {}
    own = next(one for one in rules.options if one.name == ORDER)
    return {
        "open": permission("options", tournament) != "forbidden",
        "stage": subject.stage,
        "stages": [(0, words("web.criteria.event")), *_group_stages(context)],
        "typed": subject.text if typed is None else typed,
        "value": typed or own.default or "",
        "in_force": [one.name for one in chosen] == [one.name for one in standing],
        "refused": refusal_text(context, found) if isinstance(found, Refusal) else "",
        "chosen": [_choice(one, ranges) for one in chosen],
        "to_choose": list(_to_choose(subject.terms, offered, chosen, ranges)),
        "named": [] if subject.stage else [one for one in own.choices if one != own.default],
        "order_text": own.text(context.system.id),
        "columns": column_lines([column_of(one) for one in chosen[:SHOWN_VALUES]], words.speaker),
        "rows": shown[:SHOWN_ROWS],
        "more": len(shown[SHOWN_ROWS:]),
        "moving": sum(bool(row.moved) for row in shown),
        "after": after,
        "signed": begun(tournament),
        "also": {} if subject.stage or typed != "" else _reset(context),
        "said": _said(context, pressed, chosen),
        "labels": {one.name: one.label for one in chosen},
    }


def _ranking(listed: Listed) -> tuple[Criterion, ...]:
    """Those that decide; what stands in a file was read before, and is no refusal."""
    return () if isinstance(listed, Refusal) else tuple(one for one in listed if one.ranks)


def _subject(context: EventContext, stage: str) -> Subject:
    tournament, rules = context.tournament, context.system.rules
    setup = tournament.setup
    if stage.isdecimal() and int(stage) in {number for number, _ in _group_stages(context)}:
        number = int(stage)
        planned = setup.stages[number - 1]
        running = next((one for one in begun_stages(tournament) if one.number == number), None)
        groups = [] if running is None else group_rows(rules, tournament, running)

        def of_stage(text: str | None) -> Listed:
            wanted = planned.order if text is None else text
            if wanted:
                return stage_order(rules, setup, replace(planned, order=wanted))
            return groups[0][0].measured.criteria if groups else rules.criteria(setup)

        return Subject(number, planned.order, replace(rules.terms(setup), scheduled=True), of_stage, groups)

    def of_event(text: str | None) -> Listed:
        options = {**setup.options, **({} if text is None else {ORDER: text})}
        if text == "":
            options |= _reset(context)
            del options[ORDER]
        tried = replace(setup, options=options)
        return rules.refused(tried) or rules.criteria(tried)

    option = next(one for one in rules.options if one.name == ORDER)
    value = rules.option(setup, ORDER)
    now = standings_of(context.event, len(as_published(tournament).rounds))
    return Subject(0, "" if value == option.default else str(value), rules.terms(setup), of_event, [now] if now else [])


def _group_stages(context: EventContext) -> list[tuple[int, str]]:
    """The stages whose groups may have a list of their own."""
    return [
        (at, stage_title(one, context.words.speaker))
        for at, one in enumerate(context.tournament.setup.stages, start=1)
        if one.everybody
    ]


def _reset(context: EventContext) -> dict[str, OptionValue]:
    """The system's own ranking options that are not as the rulebook has them, and may still be changed."""
    setup, frozen = context.tournament.setup, frozen_options(context.tournament)
    return {
        one.name: option_value(one, one.default)
        for one in context.system.rules.options
        if one.name in RANKING and one.name not in frozen and setup.options.get(one.name, one.default) != one.default
    }


def _moved(codes: list[str], how: str, code: str) -> str:
    """The list after a button was pressed; a lot stays the last (CR8.1)."""
    at = codes.index(code) if code in codes else None
    last = len(codes) - (codes[-1:] == ["lot"])
    if how == "add" and at is None:
        codes.insert(len(codes) if code == "lot" else last, code)
    elif at is not None and how == "out":
        del codes[at]
    elif at is not None and how in ("up", "down"):
        other = at + (1 if how == "down" else -1)
        if 0 <= other < last and at < last:
            codes[at], codes[other] = codes[other], codes[at]
    return ", ".join(codes)


def _offered(context: EventContext, subject: Subject, chosen: set[str]) -> dict[str, Criterion]:
    """What may be added, by code: of the library, and of the system's own."""
    rules, setup = context.system.rules, context.tournament.setup
    plain = replace(setup, options={name: value for name, value in setup.options.items() if name != ORDER})
    own = [
        one.name
        for one in rules.criteria(plain)
        if (name := one.name.partition("/")[0]).casefold() not in LIBRARY and name.upper() not in ALIASES
    ]
    found: dict[str, Criterion] = {}
    for code in (*(code for code, lacks in choices(subject.terms) if not lacks), *own):
        listed = chosen_order(rules, setup, code) if not subject.stage else subject.listed(code)
        if not isinstance(listed, Refusal) and listed[-1].name not in chosen:
            found[code] = listed[-1]
    return found


def _canonical(subject: Subject, chosen: Iterable[Criterion]) -> set[str]:
    """The names in the library of what goes by another one in the system's own list (CR7.2)."""
    listed = (subject.listed(one.name) for one in chosen)
    return {one[-1].name for one in listed if not isinstance(one, Refusal)}


def _to_choose(
    terms: Terms, offered: Mapping[str, Criterion], chosen: Iterable[Criterion], ranges: Ranges
) -> Iterable[OfferedCriterion]:
    """Those that may be added, each with its cuts; then those that say nothing here, with the reason (CR7.1)."""
    taken, families = {one.name for one in chosen}, dict[str, list[OfferedCriterion]]()
    for code, one in offered.items():
        families.setdefault(code.partition("/")[0], []).append(_choice(one, ranges))
    for first, *cuts in families.values():
        yield first._replace(cuts=tuple(cuts))
    for code, lacks in choices(terms):
        if lacks and "/" not in code and code not in taken:
            yield OfferedCriterion(code, LIBRARY[code].make(code, terms).label, why=f"word.needs_{lacks}")


def _choice(one: Criterion, ranges: Ranges) -> OfferedCriterion:
    span = ranges.get(one.name, ("", ""))
    return OfferedCriterion(one.name, one.label, *(span or ("", "")), why="" if span else "web.criteria.no_value")


def _ranges(context: EventContext, groups: Sequence[Standings]) -> Ranges:
    """Between what the values of every criterion lie, as lists show them; None where nobody has one."""
    rows = [row for group in groups for row in group]
    decimals, number = column_decimals(rows), context.words.speaker.number
    found: dict[str, tuple[str, str] | None] = {}
    for one in rows[0].measured.criteria if rows else ():
        if one.name != "lot":
            known = [(measure.value, measure) for row in rows if (measure := row.measures[one.name]).value is not None]
            ends = [pick(known, key=itemgetter(0))[1] for pick in (min, max)] if known else []
            low, high = (shown_value(measure, number, decimals[one.name]) for measure in ends) if ends else ("", "")
            found[one.name] = (low, high) if ends else None
    return found


def _shown(context: EventContext, now: Standings, would: Standings, chosen: Sequence[Criterion]) -> list[ShownRow]:
    before: Mapping[int, int | None] = {row.player: row.place for row in now}
    speaker = context.words.speaker
    columns = [column_of(one) for one in chosen[:SHOWN_VALUES]]
    return shown_rows(would, speaker, columns, before=before, first=first_criterion(would))


def _said(context: EventContext, pressed: tuple[str, str] | None, chosen: Sequence[Criterion]) -> str:
    """What a press did, for those who do not see it."""
    if pressed is None:
        return ""
    codes = [one.name for one in chosen]
    if pressed[1] not in codes:
        return context.words("web.criteria.taken_out")
    at = codes.index(pressed[1])
    name = context.words(chosen[at].label)
    return context.words("web.criteria.stands_at", name=name, place=at + 1, n=len(codes))
