"""People, by article: when two are the same (PP)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.people import (
    PeopleIndex,
    Person,
    initials,
    level,
    merged,
    name_key,
    near,
    near_buckets,
    number_key,
    short_name,
    year_of,
    young,
)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("YILDIZ, Ayşe Nur", "ayse nur yildiz"),
        ("ayşe nur yıldız", "ayse nur yildiz"),
        ("Müller-Groß, Jörg", "gross jorg muller"),
        ("O’Neil, Zoë", "neil o zoe"),
        ("ışık  İREM", "irem isik"),
        ("Ærø Łukasz Đorđe", "aero dorde lukasz"),
        ("", ""),
    ],
)
def test_pp3_1_name_key(name: str, key: str) -> None:
    assert name_key(name) == key


@given(st.text(max_size=20))
def test_pp3_1_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


def test_pp3_2_number_key() -> None:
    assert number_key("V-12.345.678") == number_key("v12345678")
    assert number_key("00412345") == "00412345"


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("jan meyer", "jan meier", True),
        ("jan meyer", "jan maier", False),
        ("jan meyer", "jan meyr", True),
        ("jan meyer", "jan meyyer", True),
        ("jan meyer", "jan emyer", True),
        ("jan meyer", "jan meyer", False),
        ("jan meyer", "janmeyer", False),
        ("a", "b", True),
    ],
)
def test_pp3_2_near(one: str, other: str, found: bool) -> None:
    assert near(one, other) is near(other, one) is found


@given(st.text("ab ", min_size=1, max_size=7), st.text("ab ", min_size=1, max_size=7))
def test_pp3_4_near_names_share_a_bucket(one: str, other: str) -> None:
    if near(one, other):
        assert set(near_buckets(one)) & set(near_buckets(other))


KAYA = Person("Kaya, Deniz", born=2010)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Person("A B", ids={"x": "1"}), Person("B A", ids={"x": "1"}), 1),
        (Person("A B", ids={"x": "1"}), Person("C D", ids={"x": "1"}), 2),
        (Person("A B", ids={"x": "1"}, born=1), Person("A B", ids={"x": "1"}, born=2), 3),
        (Person("A B", ids={"x": "1"}), Person("A B", ids={"x": "2"}), None),
        (Person("A B", ids={"x": "1"}), Person("A B", ids={"y": "2"}), 3),
        (KAYA, Person("DENİZ KAYA", born=1985), None),
        (Person("A B", sex="F"), Person("A B", sex="M"), None),
        (KAYA, Person("DENİZ KAYA", born=2010), 1),
        (Person("A B", club="X"), Person("B A", club="x"), 2),
        (Person("A B"), Person("B A"), 3),
        (Person("Jan Meyer", born=1, club="X"), Person("Jan Meier", born=1, club="X"), 2),
        (Person("Jan Meyer", born=1), Person("Jan Meier", born=1), 3),
        (Person("Jan Meyer", club="X"), Person("Jan Meier", club="X"), 3),
        (Person("Jan Meyer"), Person("Jan Meier"), None),
    ],
)
def test_pp3_3_suggestions(one: Person, other: Person, expected: int | None) -> None:
    assert level(one, other) == level(other, one) == expected


def test_pp3_3_not_suggested_again() -> None:
    people = [Person("Kaya, Deniz", key="a"), Person("Deniz Kaya", key="b", club="X")]
    finder = PeopleIndex(people)
    assert [(found, person.key) for found, person in finder.alike(people[0])] == [(3, "b")]
    assert finder.alike(people[0], not_same={"b"}) == []


def test_pp3_4_buckets_find_what_comparing_all_finds() -> None:
    names = ["Jan Meyer", "Jan Meier", "Meyer, Jan", "Jon Meyer", "Ana Soto", "Anna Soto", "Soto, Ana"]
    people = [Person(name, key=str(at), club="X") for at, name in enumerate(names)]
    finder = PeopleIndex(people)
    for person in people:
        compared = {other.key for other in people if other is not person and level(person, other) is not None}
        assert {other.key for _, other in finder.alike(person)} == compared


def test_pp4_1_gaps_are_filled() -> None:
    keep = Person("Ana Soto", key="k", ids={"x": "1"}, club="A")
    gone = Person("A. Soto", key="g", ids={"x": "9", "y": "2"}, club="B", born=1990, email="a@example.org")
    found = merged(keep, gone)
    assert (found.name, found.key, found.club, found.born, found.email) == (
        *("Ana Soto", "k", "A", 1990),
        "a@example.org",
    )
    assert found.ids == {"x": "1", "y": "2"}


def test_pp1_2_of_a_date_the_year() -> None:
    assert [year_of(text) for text in ("2010-04-17", "17.04.2010", "2010/04/17", "2010", "", "0")] == [
        *(2010, 2010, 2010, 2010),
        *(None, None),
    ]


def test_pp5_1_public_names() -> None:
    assert short_name("Kaya, Deniz") == short_name("Deniz Kaya") == "Deniz K."
    assert short_name("Ann") == "Ann"
    assert short_name("Deniz Kaya / Ece Su") == "Deniz K. / Ece S."
    assert short_name("(Kid) Deniz") == "(Kid) D."
    assert initials("Deniz Kaya") == "D. K."
    assert young(2010, 2026)
    assert not young(2008, 2026)
    assert not young(0, 2026)
    assert not young(2010, 0)
