"""dutch: its settings as report files (TRF) say them, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ronda.core import Book, OptionValue, Refusal, Setup
from ronda.systems.dutch.field import last_accelerated, start_numbers
from ronda.systems.dutch.rules import WHITE
from ronda.systems.dutch.scoring import (
    TIEBREAKS,
    initial_colour,
    read_apart,
    read_head,
    read_virtual,
    score_text,
    settings,
)
from ronda.systems.exchange import ReportTerms
from ronda.tiebreaks.codes import parse, parse_list
from ronda.tiebreaks.library import Terms, parse_order

TYPE_CODE = "FIDE_DUTCH"  # T5: what every program reads
TYPE_TEXT = "Individual: Swiss-System (Dutch)"
FAMILY = "FIDE_DUTCH"
_TENTHS = 10


def options(terms: ReportTerms) -> Mapping[str, OptionValue]:
    """The options of an event with these terms; what has its default is left out."""
    found: dict[str, OptionValue] = {}
    if terms.rounds is not None:
        found["rounds"] = terms.rounds
    if terms.initial is not None:
        found["initial_colour"] = "white" if terms.initial == "w" else "black"
    if (terms.win, terms.draw, terms.loss) != (10, 5, 0):
        found["scoring"] = "-".join(_number(points) for points in (terms.win, terms.draw, terms.loss))
    if terms.pab != terms.win:
        found["pab"] = terms.pab // 5
    if terms.accelerated:
        found["acceleration"] = "baku"
    if terms.tiebreaks:
        found["tiebreaks"] = ",".join(terms.tiebreaks)
    if terms.virtual:
        found["virtual_points"] = "; ".join(
            f"{_number(points)} {first_round}-{last_round} {first}-{last}"
            for points, first_round, last_round, first, last in terms.virtual
        )
    if terms.forbidden:
        found["forbidden_pairs"] = "; ".join(
            f"{first}-{last}: {' '.join(map(str, players))}" for first, last, players in terms.forbidden
        )
    if terms.head:
        found["report_head"] = "; ".join(f"{code} {text.replace(';', ',')}" for code, text in terms.head)
    return found


def _number(tenths: int) -> str:
    return score_text(tenths, _TENTHS)


def terms(book: Book) -> ReportTerms:
    """What the event lays down. Baku acceleration is told as the virtual points that follow from it (T5)."""
    own = settings(book.setup)
    chosen = book.setup.options
    return ReportTerms(
        rounds=book.rounds,
        initial="w" if initial_colour(book.setup) == WHITE else "b",
        win=own.win * _TENTHS // own.unit,
        draw=own.draw * _TENTHS // own.unit,
        loss=own.loss * _TENTHS // own.unit,
        pab=own.pab * _TENTHS // own.unit,
        virtual=tuple(_virtual(book)),
        forbidden=tuple(
            (first, last, tuple(players))
            for first, last, players in read_apart(str(chosen.get("forbidden_pairs", ""))) or ()
        ),
        tiebreaks=_tiebreaks(book.setup),
        head=tuple(read_head(str(chosen.get("report_head", ""))) or ()),
    )


def _tiebreaks(setup: Setup) -> tuple[str, ...]:
    """The codes of what decides; of another order those that a report file knows (CR1.5)."""
    own, order = settings(setup), str(setup.options.get("order") or "")
    if order:
        chosen = parse_order(order, Terms(own.win, own.draw, scores=False))
        codes = [] if isinstance(chosen, Refusal) else [one.text or one.name for one in chosen]
        return tuple(code for code in codes if not isinstance(parse(code), Refusal))
    listed = parse_list(str(setup.options.get("tiebreaks", TIEBREAKS)))
    return () if isinstance(listed, Refusal) else tuple(one.code for one in listed)


def _virtual(book: Book) -> Iterator[tuple[int, int, int, int, int]]:
    own = settings(book.setup)
    if book.setup.options.get("acceleration") == "baku":
        last = last_accelerated(book, start_numbers(book.players))
        accelerated = (book.rounds + 1) // 2
        full = (accelerated + 1) // 2
        if last:
            yield own.win * _TENTHS // own.unit, 1, full, 1, last
            if full < accelerated:
                yield own.draw * _TENTHS // own.unit, full + 1, accelerated, 1, last
    for points, first_round, last_round, first, until in (
        read_virtual(str(book.setup.options.get("virtual_points", ""))) or ()
    ):
        yield int(Fraction(points) * _TENTHS), first_round, last_round, first, until
