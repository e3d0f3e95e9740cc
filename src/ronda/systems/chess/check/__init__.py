"""chess: a round verified against the rulebook (C3.3, C4, C5), from the recorded facts alone.

The facts are those of `field`; `relations` is what lies between the players; C5.4 is `look_ahead`. Nothing here knows
how rounds are made. The facts of the findings: `bye_moved`, `bye_wrong` {expected}; `table_number` {table, expected,
wrong}; `colour_wrong` {white, expected}; `rematch`, `forced` {rounds}; `nearer_opponent_free` {player, opponent,
free, step}; `rounds_to_come_lost`, `rounds_to_come_open` {rounds}. What was relaxed has {relaxation, avoidable}, and
{made, least} where there was more of it than needed.

A round is judged by the edition it was made with: `chess-1` looked at each round by itself. A round that does not say
its edition is right if it is so by any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ronda.checking.proofs import (
    BYE,
    Deviation,
    Excess,
    MissingStatement,
    Overlooked,
    Walk,
    asked_byes,
    avoid_happening,
    dense,
    exact_harm,
    judged,
    least_harm,
    price_of_cheapest,
    structure,
    without_asked,
)
from ronda.core import Book, Facts, Finding, Round
from ronda.systems.chess import rules
from ronda.systems.chess.check.look_ahead import Joint, ToCome, counted_on, to_come
from ronda.systems.chess.check.relations import Field, Preferred, allowed, best_seating, colours_given, field_of
from ronda.systems.chess.rules import BLACK, WHITE

FIRST_EDITION = "chess-1"


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made."""
    broken = [*asked_byes(book, round_), *structure(book, without_asked(round_))]
    if broken:
        return broken  # without everybody once (S1) there is nothing else to verify
    round_ = without_asked(round_)
    if round_.edition == FIRST_EDITION:
        return _judged(book, round_, field_of(book, round_))
    if round_.edition is None:
        by_itself = _judged(book, round_, field_of(book, round_))
        if not any(finding.severity == "violation" for finding in by_itself):
            return by_itself
    if round_.forced:
        return [*_judged(book, round_, _forced_field(book, round_)), *_approval(round_)]
    readings = (_with_players(book, round_, players) for players in counted_on(book, round_))
    return min(readings, key=lambda findings: sum(finding.severity == "violation" for finding in findings))


def _with_players(book: Book, round_: Round, players: frozenset[int]) -> list[Finding]:
    """The round with these players in the rounds to come."""
    ahead = to_come(book, round_, players)
    return _judged(book, round_, _alone(book, round_)) if ahead is None else _looking_ahead(book, round_, ahead)


def _alone(book: Book, round_: Round) -> Field:
    """The field of a round after which nothing has to be looked at. Only where no round exists with a bye for one of
    those with the fewest free points, anybody may rest."""
    field = field_of(book, round_)
    if field.bye is None or field.bye in field.candidates:
        return field
    return field if field.exists() else field_of(book, round_, anybody=True)


def _looking_ahead(book: Book, round_: Round, ahead: ToCome) -> list[Finding]:
    """C5.4 over the rounds to come: as many of them as there can be, and in this round nothing that could have been
    better with as many."""
    found = []
    if not round_.by_hand and not ahead.plan_is_true():
        found.append(Finding("plan_wrong", "C5.4", "violation", round_.number))
    for level in ahead.levels():
        kept = ahead.possible(level, ahead.made)
        if kept:
            field = field_of(book, round_, anybody=level.anybody)
            return [*found, *_judged(book, round_, field, Joint(field, ahead, level))]
        other = ahead.possible(level, None)
        if kept is False and other:
            facts = {"rounds": level.rounds}
            lost = Finding("rounds_to_come_lost", "C5.4", "violation", round_.number, facts=facts)
            return [*found, lost, *_judged(book, round_, _alone(book, round_), walked=False)]
        if kept is None or other is None:  # not decided: nothing is held against the round
            found.append(Finding("rounds_to_come_open", "C5.4", "note", round_.number, facts={"rounds": level.rounds}))
            field = field_of(book, round_, anybody=True)
            return [*found, *_judged(book, round_, field, Joint(field, ahead, None))]
    return [*found, *_judged(book, round_, _alone(book, round_))]


def _judged(
    book: Book, round_: Round, field: Field, joint: Joint | None = None, *, walked: bool = True
) -> list[Finding]:
    return [
        *_numbers(round_, field),
        *_colours(book, field),
        *judged(round_, _happenings(book, field, joint)),
        *(_walk(book, round_, field, joint) if walked else ()),
    ]


def _violation(book: Book, code: str, article: str, players: tuple[int, ...], facts: Facts) -> Finding:
    return Finding(code, article, "violation", book.round, players, facts)


# --- tables (C5.6) and colours (C3.3, C5.1, C5.3) ----------------------------------------------------------


def _numbers(round_: Round, field: Field) -> list[Finding]:
    """C5.6: from 1 in the order of the walk."""
    tables = sorted(round_.tables, key=lambda table: min(field.position[p] for p in table.players))
    wrong = [(at, table) for at, table in enumerate(tables, start=1) if table.number != at]
    if not wrong:
        return []
    expected, first = wrong[0]
    facts = {"table": first.number, "expected": expected, "wrong": len(wrong)}
    return [Finding("table_number", "C5.6", "violation", round_.number, first.players, facts)]


def _colours(book: Book, field: Field) -> list[Finding]:
    """Who has white at a table of these two: C3.3 in round 1, later C5.1 and C5.3."""
    numbers = rules.start_numbers(book.players)
    found = []
    for p, q in field.pairs:
        white = p if p in field.white else q
        fitting = _first_whites(book, numbers, p, q) if book.round == 1 else _whites(field, p, q)
        if white not in fitting:
            newcomer = None in (field.colours[p].previous, field.colours[q].previous)
            article = "C3.3" if book.round == 1 else "C5.3" if newcomer else "C5.1"
            facts = {"white": white, "expected": fitting[0]}
            found.append(_violation(book, "colour_wrong", article, (p, q), facts))
    return found


def _whites(field: Field, p: int, q: int) -> list[int]:
    """Where C4.2 must be lifted at the table, the rulebook does not say for whom of the two."""
    of_p, of_q = field.colours[p], field.colours[q]
    best = best_seating(of_p, of_q)
    ways = [(p, colours_given(of_p, of_q, WHITE)), (q, colours_given(of_p, of_q, BLACK))]
    return [white for white, way in ways if way == best or (best.lifted and way.lifted == best.lifted)]


def _first_whites(book: Book, numbers: Mapping[int, int], p: int, q: int) -> list[int]:
    """C3.3: odd starting numbers have the arbiter's colour, even ones the other. Where two of a kind sit
    together (as others should not meet), only number 1 is sure of its colour."""
    white_is_odd = book.setup.options.get("first_colour", "b") == "b"
    fitting = [player for player in (p, q) if (numbers[player] % 2 == 1) == white_is_odd]
    if len(fitting) == 1:
        return fitting
    if numbers[p] == 1:
        return [p if white_is_odd else q]
    return [p, q]


# --- what was relaxed (C4.1, C4.3, C4.4, C5.5) -------------------------------------------------------------


def _happenings(book: Book, field: Field, joint: Joint | None) -> list[Deviation]:
    """What the round did not keep, and whether it could have."""
    made = field.made
    rematches = [(p, q) for p, q in field.pairs if q in field.met[p]]
    least: int | None = 0
    if made or rematches:
        least = joint.least(made) if joint and not rematches else _least(field)
    excess = field.harms.excess(made, made if least is None else least)
    found = []
    for p, q in rematches:
        facts = {"rounds": list(field.met[p][q])}
        if field.rematches:  # a director allowed as many as are needed (C5.5)
            avoidable = any(name in excess for name in ("rematches", "last_round", "meetings"))
            found.append(Deviation("forced", "C5.5", (p, q), avoidable, MissingStatement("rematch", "C4.1"), facts))
        else:  # C4.1: never, whatever the round says about it
            unstated = MissingStatement("rematch", "C4.1")
            found.append(
                Deviation("rematch", "C4.1", (p, q), least is not None, unstated, facts, statement_helps=False)
            )
    for p, q in field.pairs:
        found += _table_happenings(field, p, q, excess)
    return found if field.bye is None else found + _bye_happenings(book, field, field.bye, excess)


def _forced_field(book: Book, round_: Round) -> Field:
    """Where a director allowed rematches. If a round without one exists they were not needed."""
    without = field_of(book, round_, anybody=True)
    return without if without.exists() else field_of(book, round_, rematches=True)


def _approval(round_: Round) -> list[Finding]:
    """C5.5: nobody plays a rematch that no director stands for."""
    if round_.approved is not None:
        return []
    if round_.status == "draft":
        return [Finding("forced_draft", "C5.5", "note", round_.number)]
    return [Finding("forced_unapproved", "C5.5", "violation", round_.number)]


def _least(field: Field) -> int | None:
    """The least harm of any legal round, whoever of the candidates rests; None where there is none."""
    return field.derived("least", lambda: _found_least(field))


def _found_least(field: Field) -> int | None:
    if field.bye is None:
        return least_harm(field.order, field.price, field.harms.forbidden, field.pairs)
    rightful = field.candidates[0] if field.bye in field.candidates else field.bye
    if dense([player for player in field.order if player != rightful], field.price):
        return 0
    proved = price_of_cheapest([*field.pairs, (field.bye, BYE)], field.price, field.harms.forbidden)
    return exact_harm([*field.order, BYE], field.price, field.harms.forbidden) if proved is None else proved


def _table_happenings(field: Field, p: int, q: int, excess: Excess) -> list[Deviation]:
    seats = field.recorded(p, q)
    found = []
    if seats.both_repeat:
        beyond, unstated = excess.get("both_repeat"), MissingStatement("both_repeat_unrecorded", "C5.5")
        found.append(Deviation("both_repeat", "C5.5", (p, q), bool(beyond), unstated, beyond or {}))
    if seats.lifted:
        beyond, unstated = excess.get("colour_lifted"), MissingStatement("colour_lifted_unrecorded", "C4.2")
        for player in (p, q):
            if not allowed(field.colours[player], WHITE if player in field.white else BLACK):
                happening = Deviation(
                    "colour_lifted", "C5.5", (player,), bool(beyond), unstated, beyond or {}, shared=True
                )
                found.append(happening)
    for hard, avoids in ((True, field.avoided.is_hard), (False, field.avoided.is_soft)):
        if avoids(p, q):
            found.append(avoid_happening((p, q), excess, hard=hard))
    return found


def _bye_happenings(book: Book, field: Field, bye: int, excess: Excess) -> list[Deviation]:
    rightful = field.candidates[0]
    beyond = excess.get("free_point_again") or excess.get("bye_moved")
    facts = {"expected": rightful, **(beyond or {})}
    wrong = MissingStatement("bye_wrong", "C4.4" if rules.free_points(book, rightful) else "C4.3")
    found = []
    if bye not in field.candidates:
        found.append(Deviation("bye_moved", "C5.5", (bye, rightful), True, wrong, facts))
    elif bye != rightful:
        unstated = wrong if beyond else MissingStatement("bye_moved_unrecorded", "C5.5")
        found.append(Deviation("bye_moved", "C5.5", (bye, rightful), beyond is not None, unstated, facts))
    if field.free[bye] and bye in field.candidates:
        found.append(Deviation("bye_again", "C4.4", (bye,), False, MissingStatement("bye_again_unrecorded", "C4.4")))
    return found


# --- the walk (C5.1, C5.2, C5.4) ---------------------------------------------------------------------------


def _walk(book: Book, round_: Round, field: Field, joint: Joint | None) -> list[Finding]:
    """From the top, nobody preferred to the recorded opponent could have been had. In round 1 all are level
    and without colours, so the nearest is the neighbour (C3.3)."""
    found = []
    for player, opponent, free in _overlooked(round_, field, joint):
        met, hard, lifted, both_repeat, _, step, _ = field.key(player, free)
        if book.round == 1:
            article = "C3.3"
        elif hard or lifted or both_repeat or any(met):
            article = "C5.5"
        else:
            article = "C5.1" if field.halves[player] == field.halves[free] else "C5.2"
        facts = {"player": player, "opponent": opponent, "free": free, "step": f"1.{step}"}
        found.append(_violation(book, "nearer_opponent_free", article, (player, free), facts))
    return found


def _overlooked(round_: Round, field: Field, joint: Joint | None) -> Iterator[Overlooked]:
    """Needless harm is not walked after. Where the rounds to come cannot be decided about, a table that says it was
    made for their sake is believed."""
    seated = [player for player in field.order if player != field.bye]
    made, forbidden = sum(field.price(p, q) for p, q in field.pairs), field.harms.forbidden
    if made >= forbidden:
        return
    if joint and joint.decided:
        if field.made == joint.least(field.made):
            yield from joint.overlooked()
        return
    if made and made != _least_of_seated(field, seated):
        return
    told = _for_rounds_to_come(round_) if joint else frozenset()
    partner = dict(field.pairs) | {q: p for p, q in field.pairs}
    better = Preferred(field, seated, partner).better
    for found in Walk(seated, partner, field.price, forbidden, better).overlooked():
        if found.player not in told:
            yield found


def _least_of_seated(field: Field, seated: Sequence[int]) -> int | None:
    """The least harm among those at the tables."""
    if field.bye is None:
        return _least(field)
    return least_harm(seated, field.price, field.harms.forbidden, field.pairs)


def _for_rounds_to_come(round_: Round) -> frozenset[int]:
    """Who sits at a table that says so."""
    stated = {reason.table for reason in round_.reasons if reason.code == "completed_for_rounds_to_come"}
    return frozenset(player for table in round_.tables if table.number in stated for player in table.players)
