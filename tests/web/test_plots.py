"""Pictures: well-formed, described, and safe whatever names they show."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from ronda.web.plots import Meeting, RankLine, meeting_graph, rank_plot

SVG = "{http://www.w3.org/2000/svg}"


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(str(picture).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))


def test_a_picture_says_what_it_shows() -> None:
    tree = parsed(rank_plot([RankLine("Ann", (2, 1)), RankLine("Bob", (1, 2))], "Places & more", "One line each"))
    title, about = tree.find(f"{SVG}title"), tree.find(f"{SVG}desc")
    assert title is not None
    assert about is not None
    assert title.text == "Places & more"
    assert tree.get("aria-labelledby") == f"{title.get('id')} {about.get('id')}"


def test_names_cannot_break_out_of_a_picture() -> None:
    name = '"><script>alert(1)</script>'
    lines = [RankLine(name, (1, 2)), RankLine("Bob", (2, 1))]
    for picture in (rank_plot(lines, name, name), meeting_graph([name, "Bob"], [Meeting(0, 1, 2, False)], name, name)):
        assert "<script" not in picture
        assert not list(parsed(picture).iter(f"{SVG}script"))


def test_the_better_place_is_higher() -> None:
    tree = parsed(rank_plot([RankLine("Ann", (5, 1))], "", ""))
    first, second = (float(dot.get("cy", "")) for dot in tree.iter(f"{SVG}circle"))
    assert second < first


def test_a_line_is_broken_where_there_was_no_place() -> None:
    tree = parsed(rank_plot([RankLine("Ann", (1, 2, None, 3, 1)), RankLine("Bob", (None,) * 5)], "", ""))
    assert len(list(tree.iter(f"{SVG}polyline"))) == 2


@pytest.mark.parametrize("places", [(1,), (1500, 3, 1), ()])
def test_any_number_of_rounds_and_places_can_be_drawn(places: tuple[int, ...]) -> None:
    tree = parsed(rank_plot([RankLine("Ann", places)], "", ""))
    height = float(tree.get("viewBox", "").split()[3])
    assert all(0 <= float(dot.get("cy", "")) <= height for dot in tree.iter(f"{SVG}circle"))


def test_who_met_twice_has_a_stronger_line_and_partners_another_one() -> None:
    met = [Meeting(0, 1, 1, False), Meeting(1, 2, 2, False), Meeting(0, 2, 1, True)]
    kinds = {line.get("class") for line in parsed(meeting_graph(["A", "B", "C"], met, "", "")).iter(f"{SVG}line")}
    assert kinds == {"met t1", "met t2", "partners t1"}
