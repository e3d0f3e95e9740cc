"""What Ronda writes is read back as the same event, in TRF26 whole and in TRF16(x) as far as that can say it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.formats.trf.consistency import totals
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.values import (
    Abnormal,
    Forbidden,
    NationalRating,
    RequestedBye,
    TrfEvent,
    TrfHead,
    TrfPlayer,
    TrfScoring,
    VirtualPoints,
    scoring,
)
from ronda.formats.trf.writing import NotWritable, write_trf
from tests.trf.test_samples import GOOD, sample

WORDS = st.text("ABCabcäßğ ,.'½-", max_size=33).map(lambda text: " ".join(text.split()))
LINE = st.text("ABCabcäßğ,.'½:/ ", max_size=40).map(lambda text: " ".join(text.split()))
SCORINGS = st.sampled_from(
    [
        TrfScoring(),
        scoring(win=30, draw=10),
        scoring(pab=5),
        scoring(pab=0),
        scoring(win=30, draw=10, absence=3, pab=10, loss=2),
        scoring(full=7, half=3, forfeit_win=8, forfeit_loss=1, unknown=4),
    ]
)
PAIRS = st.sampled_from(["10", "01", "==", "00", "=0", "WL", "DD", "LL", "+-", "-+", "--"])


@st.composite
def events(draw: st.DrawFn) -> TrfEvent:
    numbers = sorted(draw(st.sets(st.integers(1, 9999), min_size=2, max_size=7)))
    played = draw(st.integers(0, 4))
    columns: dict[int, list[tuple[int, str, str]]] = {number: [] for number in numbers}
    for _ in range(played):
        order = draw(st.permutations(numbers))
        seated = draw(st.integers(1, len(numbers) // 2))
        for one, other in zip(order[: 2 * seated : 2], order[1 : 2 * seated : 2], strict=True):
            own, theirs = tuple(draw(PAIRS))
            columns[one].append((other, "w", own))
            columns[other].append((one, "b", theirs))
        resting = order[2 * seated :]
        letters = [draw(st.sampled_from("FHZ")) for _ in resting]
        allocated = bool(draw(st.integers(0, 1)))
        if resting and allocated:
            letters[0] = "U"
        for number, letter in zip(resting, letters, strict=True):
            columns[number].append((0, "-", letter))
    players = tuple(
        TrfPlayer(
            number,
            draw(WORDS) or "x",
            draw(st.sampled_from(["", "m", "w"])),
            draw(st.sampled_from(["", "GM", "WCM", "NM"])),
            draw(st.sampled_from([0, 1, 999, 2882])),
            draw(st.sampled_from(["", "NOR"])),
            draw(st.sampled_from(["", "1", "12345678901"])),
            draw(st.sampled_from(["", "1990", "1990/01/31"])),
            0,
            draw(st.none() | st.integers(1, 9999)),
            tuple(opponent for opponent, _, _ in columns[number]),
            "".join(colour for _, colour, _ in columns[number]),
            "".join(result for _, _, result in columns[number]),
        )
        for number in numbers
    )
    some = st.lists(st.sampled_from(numbers), min_size=2, unique=True).map(tuple)
    byes = {
        (round_, number): RequestedBye(round_, draw(st.sampled_from("FHZ")), number)
        for round_, number in draw(
            st.lists(st.tuples(st.integers(played + 1, 9), st.sampled_from(numbers)), max_size=4)
        )
    }
    event = TrfEvent(
        players,
        played,
        head=TrfHead(
            name=draw(LINE),
            place=draw(LINE),
            arbiter=draw(LINE),
            deputies=tuple(filter(None, [draw(LINE), draw(LINE)])),
            round_days=tuple(["26/03/01"] * played),
            time_control=draw(st.sampled_from(["", "5400+30"])),
        ),
        rounds=draw(st.none() | st.integers(1, 20)),
        initial_colour=draw(st.sampled_from([None, "w", "b"])),
        scoring=draw(SCORINGS),
        type_code=draw(st.sampled_from(["", "FIDE_DUTCH"])),
        tiebreaks=draw(st.sampled_from([(), ("BH/C1", "BH")])),
        byes=tuple(sorted(byes.values(), key=lambda bye: (bye.round, bye.kind, bye.player))),
        virtual=draw(st.sampled_from([(), (VirtualPoints(10, 1, 2, 1, 4), VirtualPoints(5, 3, 3, 1, 4))])),
        forbidden=draw(st.sampled_from([()]) | some.map(lambda who: (Forbidden(1, 5, who),))),
        abnormal=draw(
            st.sampled_from([()]) | some.map(lambda who: (Abnormal("", -10, 0, who), Abnormal("W", 5, 1, who)))
        ),
        national=draw(st.sampled_from([(), (NationalRating("NOR", numbers[0], 1500, "77", "GM", "1990"),)])),
        others=draw(st.sampled_from([(), ("998 kept as it is",)])),
    )
    points = totals(event)
    return replace(event, players=tuple(replace(p, points=points[p.number]) for p in players))


@given(events())
def test_trf26_is_read_back_equal(event: TrfEvent) -> None:
    try:
        text = write_trf(event)
    except NotWritable:
        return
    assert read_trf(text).event == event


@given(events())
def test_trf16_keeps_players_rounds_and_the_next_byes(event: TrfEvent) -> None:
    plain = replace(
        event,
        abnormal=(),
        scoring=replace(event.scoring, unknown=event.scoring.draw),
        byes=tuple(bye for bye in event.byes if bye.round == event.next_round),
    )
    points = totals(plain)
    plain = replace(plain, players=tuple(replace(p, points=points[p.number]) for p in plain.players))
    try:
        found = read_trf(write_trf(plain, "trf16")).event
    except NotWritable:
        return
    assert found.players == plain.players
    assert found.byes == plain.byes
    assert (found.rounds, found.initial_colour) == (plain.rounds, plain.initial_colour)
    assert found.scoring.by_result() == plain.scoring.by_result()


@pytest.mark.parametrize("name", GOOD)
def test_every_sample_is_written_back(name: str) -> None:
    event = read_trf(sample(name)).event
    assert read_trf(write_trf(event)).event == event


def test_t7_the_form_of_what_is_written() -> None:
    text = write_trf(read_trf(sample("trf26-crlf-utf8.trf")).event)
    lines = text.split("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert all(line == line.rstrip() for line in lines)
    written = sample("trf26-crlf-utf8.trf").decode().replace("1975/00/00", "1975      ").split("\r\n")
    assert lines == written


def test_what_has_no_columns_is_refused() -> None:
    two = TrfEvent((TrfPlayer(10_000, "Ann"), TrfPlayer(2, "Bea")))
    with pytest.raises(NotWritable) as refused:
        write_trf(two)
    assert refused.value.code == "trf_too_many"


def test_the_samples_are_as_they_were() -> None:
    """Line ends are what some of them are about."""
    folder = Path(__file__).parent / "samples"
    assert b"\r\n" in (folder / "trf26-crlf-utf8.trf").read_bytes()
    assert b"\n" not in (folder / "trf26-lone-cr.trf").read_bytes()
