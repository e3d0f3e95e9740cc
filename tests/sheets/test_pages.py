"""How much fits on a page, in which order pieces are cut, and that no name can do harm."""

from __future__ import annotations

import re
from dataclasses import replace
from time import process_time

import pytest

from ronda.sheets import SHEETS, AuditLine, SheetOrder, pdf
from ronda.sheets.typesetting import HERE, TEMPLATES, cut_and_stack
from ronda.systems import NAMES
from tests.sampling import in_turn
from tests.sheets.events import HOSTILE, crowd, small
from tests.sheets.reading import pages, plain, printed, stands

MANY = 2000
ENOUGH = 60  # seconds of work, on a slow and busy machine; a few on an idle one


def test_the_finder_has_120_names_on_a_page() -> None:
    tournament = crowd("chess", 301, 2)
    for paper in ("a4", "letter"):
        found = pages(tournament, "names", paper=paper)
        counts = [sum(f"{player.name} " in text for player in tournament.players) for text in found]
        assert counts == [120, 120, 61]


def test_the_finder_is_in_order() -> None:
    text = " ".join(pages(crowd("chess", 301, 2), "names", language="tr"))
    found = [text.index(name) for name in ("Ben Dubois", "Çağla", "Dörte", "Giovanni", "Hüseyin", "İbrahim", "Şule")]
    assert found == sorted(found)


def test_a_small_finder_is_one_page_of_larger_type() -> None:
    assert len(pages(crowd("chess", 60, 2), "names")) == 1
    assert len(pages(crowd("chess", 120, 2), "names")) == 1


def test_slips_are_four_to_a_page_and_stack_in_table_order() -> None:
    found = pages(crowd("redemption", 21, 1), "slips")
    tables = [[int(number) for number in re.findall(r"Table (\d+)", text)] for text in found]
    assert tables == [[1, 4, 7, 10], [2, 5, 8], [3, 6, 9]]


def test_score_sheets_are_two_to_a_page_and_cards_eight() -> None:
    assert [text.count("Arbiter") for text in pages(crowd("domino", 20, 1), "scores")] == [2, 2, 1]
    assert [text.count("personal") for text in pages(crowd("domino", 23, 1), "cards")] == [8, 8, 7]


@pytest.mark.parametrize("pieces", range(1, 30))
@pytest.mark.parametrize("on_a_page", [1, 2, 4, 8])
def test_stacks_laid_on_each_other_are_in_order(pieces: int, on_a_page: int) -> None:
    made = cut_and_stack(range(pieces), on_a_page)
    stacks = zip(*made, strict=True)
    assert [piece for stack in stacks for piece in stack if piece is not None] == list(range(pieces))
    assert len(made) == -(-pieces // on_a_page)


# --- names that mean something to somebody else ------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "sheet"), in_turn(NAMES, ["tables", "names", "slips", "standings", "cross", "cards"])
)
def test_no_name_does_harm_or_is_lost(which: str, sheet: str) -> None:
    tournament = small(which, 24, 1, HOSTILE)
    found = "".join(pages(tournament, sheet))
    legible = [name for name in HOSTILE if name.isascii()]
    assert len(legible) > 8
    assert [name for name in legible if not stands(name, found)] == []
    assert all(word in found for word in ("Ελένη Παπαδοπούλου", "Дмитрий Шостакович", "half a pair"))


def test_markup_everywhere_else_is_text_as_well() -> None:
    tournament = small("domino")
    event = replace(tournament, setup=replace(tournament.setup, name='#panic("e") *x* $y$'))
    log = [AuditLine(1, '#panic("t")', "*who*", '#eval("1")')]
    for sheet in (one for one in SHEETS if one not in ("bracket", "fees", "prizes")):  # which only some events have
        text = pages(event, sheet, log=log, code="#c", wifi="WIFI:S:#n;P:$p$;;")[0]
        assert '#panic("e") *x* $y$' in text


def test_templates_never_turn_text_into_markup_and_fetch_nothing() -> None:
    for path in TEMPLATES.glob("*.typ"):
        source = path.read_text("utf-8")
        assert not re.search(r"\b(eval|read|plugin)\(", source), path.name
        assert "@preview" not in source
        assert set(re.findall(r'#import "(.+?)"', source)) <= {"frame.typ"}


def test_the_bundled_letters_are_used_and_have_their_licence() -> None:
    assert {path.name for path in (HERE / "fonts").glob("*.ttf")} == {
        "Inter-Regular.ttf",
        "Inter-SemiBold.ttf",
        "Inter-Bold.ttf",
    }
    assert "SIL Open Font License" in (HERE / "fonts" / "OFL.txt").read_text("utf-8")
    assert all(path.stat().st_size < 200_000 for path in (HERE / "fonts").iterdir())
    made = pdf(small("chess"), SheetOrder("standings", "tr"))
    assert isinstance(made, bytes)
    assert set(re.findall(rb"/BaseFont ?/[A-Z]+\+([\w-]+)", made)) <= {
        b"RondaInter-Regular",
        b"RondaInter-SemiBold",
        b"RondaInter-Bold",
    }


# --- many --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "sheet", "expected"),
    [
        ("chess", "tables", 32),
        ("chess", "standings", 44),
        *(
            pytest.param(*large, marks=pytest.mark.soak)
            for large in (
                ("chess", "names", 17),
                ("chess", "slips", 250),
                ("chess", "cross", 67),
                ("domino", "scores", 250),
                ("domino", "standings", 44),
            )
        ),
    ],
)
def test_two_thousand_players(which: str, sheet: str, expected: int) -> None:
    tournament = crowd(which, MANY, 5)
    start = process_time()
    reader = printed(tournament, sheet)
    assert process_time() - start < ENOUGH
    assert len(reader.pages) == expected
    for number in (1, expected):
        assert f"Page {number} of {expected}" in plain(reader.pages[number - 1].extract_text())
