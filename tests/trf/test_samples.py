"""One invented event in the variants that programs write (T1, T2, T6), and files that must be refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ronda.formats.trf.fields import BadTrf, looks_like_trf
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.values import BYES, Forbidden, RequestedBye, TrfEvent, TrfPlayer, VirtualPoints

SAMPLES = Path(__file__).parent / "samples"
EXPECTED: dict[str, Any] = json.loads((SAMPLES / "expected.json").read_text("utf-8"))
GOOD = sorted(path.name for path in SAMPLES.glob("*.trf") if not path.name.startswith("bad-"))
LETTERS_LOST = ("trf16x-cp1252.trf", "trf16x-latin1-old-codes.trf")
NAMELESS = "online-site-style.trf"


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def entries(player: TrfPlayer) -> list[str]:
    every = zip(player.opponents, player.colours, player.results, strict=True)
    return [result if result in BYES else f"{opponent} {colour} {result}" for opponent, colour, result in every]


@pytest.mark.parametrize("name", GOOD)
def test_the_rounds_of_every_variant(name: str) -> None:
    event = read_trf(sample(name)).event
    assert (event.played, event.rounds, event.initial_colour) == (3, EXPECTED["rounds"], "w")
    for player, wanted in zip(event.players, EXPECTED["players"], strict=True):
        assert player.number == wanted["tpn"]
        assert player.rating == (wanted["rating"] or 0)
        assert player.points == 10 * wanted["points"]
        assert entries(player) == wanted["rounds"]


@pytest.mark.parametrize("name", [name for name in GOOD if name != NAMELESS])
def test_the_players_of_every_variant(name: str) -> None:
    for player, wanted in zip(read_trf(sample(name)).event.players, EXPECTED["players"], strict=True):
        seen = wanted["name"]
        if name in LETTERS_LOST:
            encoding = "cp1252" if "cp1252" in name else "latin-1"
            seen = seen.encode(encoding, "replace").decode(encoding)
        assert player.name == seen
        assert (player.sex, player.title, player.federation) == (wanted["sex"], wanted["title"], wanted["federation"])
        assert player.fide_id == str(wanted["fide_id"] or "")


@pytest.mark.parametrize("name", GOOD)
def test_what_is_known_about_the_next_round(name: str) -> None:
    event = read_trf(sample(name)).event
    if name == NAMELESS:  # T2.5: a superfluous field is an absence
        assert event.byes == (RequestedBye(4, "Z", 3), RequestedBye(4, "Z", 6))
    elif name.startswith("trf26") or "next-round" in name:
        assert event.byes == tuple(RequestedBye(b["round"], b["type"], b["tpn"]) for b in EXPECTED["byes_next"])
    else:
        assert not event.byes
    if name.startswith("trf26") or "cp1252" in name:
        assert event.virtual == tuple(
            VirtualPoints(round(10 * one["points"]), *one["rounds"], *one["tpn"]) for one in EXPECTED["acceleration"]
        )
        assert event.forbidden == tuple(
            Forbidden(one["rounds"][0], one["rounds"][1], tuple(one["tpn"])) for one in EXPECTED["forbidden"]
        )


def test_the_same_event_whatever_the_line_ends() -> None:
    names = [name for name in GOOD if name.startswith("trf26")]
    events = [read_trf(sample(name)).event for name in names]
    assert len(events) == 3
    assert all(event == events[0] for event in events)


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("trf26-crlf-utf8.trf", "utf-8"), ("trf26-lf-bom-trailing-blanks.trf", "utf-8"), ("trf16x-cp1252.trf", "cp1252")],
)
def test_t1_3_the_encoding_is_told(name: str, encoding: str) -> None:
    found = read_trf(sample(name))
    assert found.encoding == encoding
    assert [code for code, _ in found.notes] == ([] if encoding == "utf-8" else ["trf_encoding"])


def test_t2_5_a_superfluous_field_is_told() -> None:
    notes = read_trf(sample(NAMELESS)).notes
    assert ("trf_absent_next", {"players": [3, 6], "round": 4}) in notes


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("bad-bye-with-opponent.trf", [("bye_with_opponent", 3, 3)]),
        ("bad-points-do-not-add-up.trf", [("points_differ", 1, None)]),
        ("bad-results-contradict.trf", [("not_mutual", 4, 2), ("not_mutual", 7, 2)]),
    ],
)
def test_bad_files_are_refused_with_player_and_round(name: str, places: list[tuple[str, int, int | None]]) -> None:
    with pytest.raises(BadTrf) as refused:
        read_trf(sample(name))
    assert [(one.code, one.player, one.round) for one in refused.value.defects] == places
    assert all(one.line and one.column for one in refused.value.defects)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.trf")), ids=lambda path: str(path.name))
def test_they_are_known_for_what_they_are(path: Path) -> None:
    assert looks_like_trf(path.read_bytes())


def test_other_texts_are_no_report_files() -> None:
    for text in (
        b"",
        b"Ann;1500\nBob;1400\n",
        b"001;Ann\n002;Bob\n",
        b"{}",
        b"012 Ann\n013 Bob\n",
        b"\xff\xfe0\x000\x00",
    ):
        assert not looks_like_trf(text)


def whole(name: str) -> TrfEvent:
    return read_trf(sample(name)).event


def test_the_records_of_the_event() -> None:
    event = whole("trf26-crlf-utf8.trf")
    assert (event.head.name, event.head.place, event.head.federation) == ("Invented Open", "Nowhere", "NOR")
    assert (event.head.first_day, event.head.last_day) == ("2026/03/01", "2026/03/03")
    assert (event.head.arbiter, event.head.rate_of_play) == ("Arbiter, Invented", "90 min + 30 s")
    assert event.head.round_days == ("26/03/01", "26/03/02", "26/03/03")
    assert (event.head.program, event.type_code, event.head.time_control) == (
        "hand-made sample",
        "FIDE_DUTCH",
        "5400+30",
    )
    assert event.tiebreaks == ("BH/C1", "BH", "SB", "DE", "WIN")
