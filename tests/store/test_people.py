"""The list of people over many events, on both databases (PP)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ronda.core.facts import Created, Entered, Fact, Finished, Paired
from ronda.core.model import Player, Round, Scored, Setup, Side, Table
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import LinkInput, Links
from ronda.desk.desk import Desk
from ronda.desk.people import history
from ronda.desk.permissions import Actor
from ronda.formats.errors import Unreadable
from ronda.formats.federation_files import FederationFile
from ronda.people import Person
from ronda.series.points import listed as whole
from ronda.store import Store, Stored, federation_lists, open_store, people_histories, people_list
from ronda.store.copies import backup
from ronda.store.restore import restore

NOW = datetime(2026, 11, 17, tzinfo=UTC)
OWNER = Actor("owner", "dora")
KAYA = Person("Kaya, Deniz", ids={"licence": "00412345"}, club="Kale", born=2010, sex="F", ratings={"rating": 1450})


def added(store: Store, *people: Person) -> list[str]:
    with store.writes() as connection:
        return people_list.add_all(connection, people, NOW)


def known(store: Store, key: str) -> people_list.KnownPerson:
    with store.reads() as connection:
        found = people_list.known_person(connection, key)
    assert found is not None
    return found


def found(store: Store, wish: str, club: str = "") -> list[str]:
    with store.reads() as connection:
        return [one.person.name for one in people_list.suggested(connection, wish, club)]


def event(
    store: Store, *players: Player, tables: tuple[tuple[Side, Side, int, int], ...] = (), system: str = "redemption"
) -> str:
    facts: list[Fact] = [Created(Setup(system, "Club night", {"rounds": 3})), *map(Entered, players)]
    for number, (first, second, one, other) in enumerate(tables, start=1):
        facts.append(Paired(Round(number, (Table(1, first, second, Scored(one, other)),), status="closed")))
    if tables:
        facts.append(Finished())
    return store.create(facts, actor="test").code


def test_pp1_leading_zeros_stay_and_the_key_says_nothing(store: Store) -> None:
    (key,) = added(store, KAYA)
    assert known(store, key).person.ids == {"licence": "00412345"}
    assert "kaya" not in key
    assert len(key) == 20


def test_pp3_5_two_letters_find_those_whose_name_or_a_word_of_it_begins_so(store: Store) -> None:
    added(store, KAYA, Person("Kara, Efe"), Person("Yıldız, Ayşe"), Person("Smith, Kate", club="Kale"))
    assert set(found(store, "ka")) == {"Kaya, Deniz", "Kara, Efe", "Smith, Kate"}
    assert found(store, "ay yil") == ["Yıldız, Ayşe"]
    assert found(store, "YILDIZ") == ["Yıldız, Ayşe"]
    assert found(store, "00412") == ["Kaya, Deniz"]
    assert found(store, "k") == found(store, "%") == found(store, "_a") == []


def test_pp3_5_the_same_club_and_recent_events_come_first(store: Store) -> None:
    keys = added(store, Person("Kara, Efe"), Person("Kaya, Deniz"), Person("Kabak, Ali", club="Kale"))
    with store.writes() as connection:
        people_list.seen(connection, [keys[1]], datetime(2026, 11, 18, tzinfo=UTC))
    assert found(store, "ka") == ["Kaya, Deniz", "Kabak, Ali", "Kara, Efe"]
    assert found(store, "ka", "KALE")[0] == "Kabak, Ali"


def test_a_page_of_the_list(store: Store) -> None:
    added(store, *(Person(f"Player {number:02}") for number in range(25)))
    with store.reads() as connection:
        page = people_list.find(connection, "player", start=20, size=10)
    assert (page.total, [one.person.name for one in page.rows]) == (25, [f"Player {n}" for n in range(20, 25)])


def test_of_two_changes_at_once_one_is_refused(store: Store) -> None:
    (key,) = added(store, KAYA)
    with store.writes() as connection:
        assert people_list.change(connection, key, Person("Kaya, Deniz", club="New"), 1)
        assert not people_list.change(connection, key, Person("Kaya, D."), 1)
    assert known(store, key).person.club == "New"


def test_pp4_1_gaps_are_filled_and_numbers_of_both_stay(store: Store) -> None:
    keep, gone = added(
        store, Person("Meyer, Jan", ids={"fide": "12"}), Person("Meier, Jan", ids={"licence": "7"}, born=1990)
    )
    assert people_histories.merge(store, keep, gone, "dora", NOW) is None
    one = known(store, keep)
    assert (one.person.name, one.person.born, one.gone) == ("Meyer, Jan", 1990, (gone,))
    assert one.person.ids == {"fide": "12", "licence": "7"}
    assert found(store, "mei") == []  # found by the name that is kept
    assert people_histories.merge(store, keep, gone, "dora", NOW) == Refusal("person_gone", "PP4.1")


def test_pp4_3_both_are_as_before_and_later_events_stay(store: Store) -> None:
    keep, gone = added(store, Person("Meyer, Jan"), Person("Meier, Jan", born=1990))
    before = event(store, Player(1, "Meier, Jan", person=gone), Player(2, "Ann"))
    assert people_histories.merge(store, keep, gone, "dora", NOW) is None
    after = event(store, Player(1, "Meyer, Jan", person=keep), Player(2, "Ann"))
    with store.reads() as connection:
        also = people_list.mergings(connection)
    assert {one.code for one in people_histories.events_of(store, keep, also)} == {before, after}
    with store.writes() as connection:
        assert people_list.unmerge(connection, gone)
        assert not people_list.unmerge(connection, gone)
    assert known(store, keep).person.born is None
    assert known(store, gone).person.born == 1990
    assert [one.code for one in people_histories.events_of(store, keep, {})] == [after]
    assert [one.code for one in people_histories.events_of(store, gone, {})] == [before]


def test_pp4_2_who_played_in_one_event_are_two_people(store: Store) -> None:
    one, other, third = added(store, Person("Ann A"), Person("Ann B"), Person("Ann C"))
    players = (Player(1, "Ann A", person=one), Player(2, "Ann B", person=other), Player(3, "Ann C", person=third))
    event(store, *players, tables=(((1,), (2,), 5, 3),))
    refused = people_histories.merge(store, one, other, "dora", NOW)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts) == ("played_both", {"event": "Club night"})
    assert people_histories.merge(store, one, third, "dora", NOW) is None  # entered, and gone before round 1


def test_a_chain_of_mergings_ends_at_the_last(store: Store) -> None:
    first, second, third = added(store, Person("A"), Person("B", club="X"), Person("C", born=1990))
    assert people_histories.merge(store, second, third, "dora", NOW) is None
    assert people_histories.merge(store, first, second, "dora", NOW) is None
    with store.reads() as connection:
        assert people_list.mergings(connection) == {second: first, third: first}
    assert (known(store, first).person.club, known(store, first).person.born) == ("X", 1990)


def test_pp3_3_doubles_with_their_reason_until_somebody_says_no(store: Store) -> None:
    keys = added(
        store, Person("Kaya, Deniz", born=2010), Person("DENİZ KAYA", born=2010), Person("Deniz Kaya", born=1985)
    )
    with store.reads() as connection:
        (pair,) = people_list.alike(connection)
    assert (pair.level, pair.why, {pair.one.key, pair.other.key}) == (1, 6, set(keys[:2]))
    with store.writes() as connection:
        people_list.say_not_same(connection, keys[1], keys[0], "dora")
        people_list.say_not_same(connection, keys[0], keys[1], "dora")
    with store.reads() as connection:
        assert people_list.alike(connection) == []


def test_players_are_taken_into_the_list_once(store: Store) -> None:
    (kaya,) = added(store, KAYA)
    code = event(
        store,
        Player(1, "DENİZ KAYA", licence="00412345", email="d@example.org"),
        Player(2, "Deniz Kaya", birth_year=1985),
        Player(3, "Ann"),
    )
    stored = store.load(code)
    assert stored is not None
    links, new = people_histories.taken_over(store, store.tournament(stored), NOW)
    assert links[1] == kaya
    assert len(set(links.values())) == 3
    assert known(store, kaya).person.email == "d@example.org"
    assert known(store, kaya).person.name == "Kaya, Deniz"
    body = Links([LinkInput(player, person) for player, person in links.items()])
    answer = Desk(store).act(code, Request(ACTIONS["link"], body, OWNER))
    assert isinstance(answer, Stored)
    assert people_histories.taken_over(store, store.tournament(answer), NOW) == ({}, [])
    assert len(new) == 2


def test_who_is_known_by_name_only_is_not_added_every_evening(store: Store) -> None:
    ann, kale, _, _ = added(
        store, Person("Ann"), Person("Bob", club="Kale"), Person("Cem", club="A"), Person("Cem", club="B")
    )
    players = (Player(1, "ann"), Player(2, "Bob"), Player(3, "Cem"), Player(4, "Ann"), Player(5, "Bob", club="New"))
    stored = store.load(event(store, *players))
    assert stored is not None
    taken = people_histories.taken_over(store, store.tournament(stored), NOW)
    assert (taken.links[1], taken.links[2]) == (ann, kale)
    assert (
        len(taken.new) == 3
    )  # which Cem nobody knows, of two Anns in one event one is another, and a Bob of another club
    people_histories.give_up(store, taken)
    with store.reads() as connection:
        assert len(people_list.everybody(connection)) == 4


def test_pp8_events_places_opponents_and_the_record_against_each(store: Store) -> None:
    ann, bob = added(store, Person("Ann"), Person("Bob"))
    tables: tuple[tuple[Side, Side, int, int], ...] = (((1,), (2,), 5, 3), ((2,), (1,), 5, 1))
    event(store, Player(1, "Ann", person=ann), Player(2, "Bob", person=bob), tables=tables)
    event(store, Player(1, "Cem"), Player(2, "Ann", person=ann), tables=(((1,), (2,), 3, 5),))
    known_as = history(people_histories.events_of(store, ann, {}), lambda key: key, {ann: "Ann", bob: "Bob B."})
    assert [(one.place, one.won, one.lost) for one in known_as.events if one.entered == 2] != []
    assert {(one.key, one.name, one.won, one.drawn, one.lost) for one in known_as.records} == {
        (bob, "Bob B.", 1, 0, 1),
        ("", "Cem", 1, 0, 0),
    }


def test_pp8_partners_are_counted_apart(store: Store) -> None:
    keys = added(store, *(Person(name) for name in "ABCD"))
    players = [Player(at, name, person=key) for at, (name, key) in enumerate(zip("ABCD", keys, strict=True), start=1)]
    event(store, *players, tables=(((1, 2), (3, 4), 13, 7),), system="melee")
    found = history(people_histories.events_of(store, keys[0], {}), lambda key: key, {})
    assert {(one.name, one.won, one.with_won) for one in found.records} == {("B", 0, 1), ("C", 1, 0), ("D", 1, 0)}


def test_se11_the_rating_of_the_house_over_finished_events(store: Store) -> None:
    ann, bob = added(store, Person("Ann"), Person("Bob"))
    event(store, Player(1, "Ann", person=ann), Player(2, "Bob", person=bob), tables=(((1,), (2,), 5, 3),))
    event(store, Player(1, "Cem"), Player(2, "Ann", person=ann), tables=(((1,), (2,), 3, 5),))  # a guest: not rated
    found = people_histories.ratings_of_all(store)
    assert {key: whole(rating) for key, rating in found.last.ratings.items()} == {ann: 1220, bob: 1180}
    assert found.last.games == {ann: 1, bob: 1}


def test_pp6_who_is_erased_is_nowhere_any_more(store: Store) -> None:
    keep, gone, other = added(store, KAYA, Person("Deniz Kaja"), Person("Ann"))
    assert people_histories.merge(store, keep, gone, "dora", NOW) is None
    players = (Player(1, "Kaya, Deniz", person=keep), Player(2, "Ann", person=other))
    code = event(store, *players, tables=(((1,), (2,), 5, 3),))
    second = event(store, Player(1, "Deniz Kaja", person=gone))
    assert people_histories.erase(store, keep, OWNER, NOW) == []
    for one in (code, second):
        stored = store.load(one)
        assert stored is not None
        assert store.tournament(stored).players[0].removed
        assert store.tournament(stored).players[0].person == ""
        assert store.verify(one) == []
    with store.reads() as connection:
        assert [one.person.name for one in people_list.everybody(connection)] == ["Ann"]
        assert people_list.known_person(connection, keep) is None
        assert set(people_list.erased_keys(connection)) == {keep, gone}
    records = history(people_histories.events_of(store, other, {}), lambda key: key, {}).records
    assert [(one.key, one.name, one.lost) for one in records] == [("", "#1", 1)]


def test_pp6_also_whose_entry_was_undone(store: Store) -> None:
    (kaya,) = added(store, KAYA)
    code = event(store, Player(1, "Ann"))
    desk = Desk(store)
    enter = ACTIONS["enter"]
    assert isinstance(desk.act(code, Request(enter, enter.body(name="Kaya, Deniz", person=kaya), OWNER)), Stored)
    undo = ACTIONS["undo"]
    assert isinstance(desk.act(code, Request(undo, undo.body(), OWNER)), Stored)
    assert people_histories.erase(store, kaya, OWNER, NOW) == []
    stored = store.load(code)
    assert stored is not None
    assert "Kaya" not in str(stored.facts)


def test_pp6_3_a_copy_of_before_does_not_bring_them_back(tmp_path: Path) -> None:
    place = tmp_path / "ronda.db"
    with open_store(place) as store:
        (kaya,) = added(store, KAYA)
        event(store, Player(1, "Kaya, Deniz", person=kaya), Player(2, "Ann"))
        copy = backup(place)
        assert people_histories.erase(store, kaya, OWNER, NOW) == []
    assert restore(copy, place, force=True).erased == 1
    with open_store(place) as store:
        assert found(store, "ka") == []
    assert b"Kaya" not in place.read_bytes()


# --- lists of federations ----------------------------------------------------------------------------------


def listing(path: Path, rows: str) -> FederationFile:
    path.write_text(f"name;licence;birth year\n{rows}")
    return FederationFile(path)


def test_pp7_1_a_list_is_looked_up_and_replaced_by_a_newer_one(store: Store, tmp_path: Path) -> None:
    assert federation_lists.look_up(store, "kaya") == ()
    assert federation_lists.lists(store) == ()
    rows = "Kaya Deniz;0041;2010\nKaya Ali;0042;1980\nÖz Kayra;0043;1990\n"
    made = federation_lists.import_list(store, listing(tmp_path / "a", rows), "TSF", "2026-10", NOW)
    assert made.rows == 3
    names = [one.person.name for one in federation_lists.look_up(store, "kay")]
    assert sorted(names) == ["Kaya Ali", "Kaya Deniz", "Öz Kayra"]
    assert [one.person.name for one in federation_lists.look_up(store, "de ka")] == ["Kaya Deniz"]
    assert [one.person.name for one in federation_lists.look_up(store, "0042")] == ["Kaya Ali"]
    assert federation_lists.look_up(store, "k") == ()
    assert len(federation_lists.look_up(store, "kay", most=2)) == 2
    federation_lists.import_list(store, listing(tmp_path / "b", "Kaya Can;0044;2011\n"), "TSF", "2026-11", NOW)
    assert [one.person.name for one in federation_lists.look_up(store, "kay")] == ["Kaya Can"]
    assert [(one.source, one.dated, one.rows) for one in federation_lists.lists(store)] == [("TSF", "2026-11", 1)]
    assert federation_lists.drop_list(store, "TSF")
    assert not federation_lists.drop_list(store, "TSF")
    assert federation_lists.look_up(store, "kay") == ()


def test_a_list_that_ends_in_nonsense_leaves_the_earlier_one(store: Store, tmp_path: Path) -> None:
    federation_lists.import_list(store, listing(tmp_path / "a", "Kaya Deniz;0041;2010\n"), "TSF", "", NOW)
    broken = listing(tmp_path / "b", "Kaya Can;0044;2011\n" + "x" * 30_000)
    with pytest.raises(Unreadable):
        federation_lists.import_list(store, broken, "TSF", "", NOW)
    assert [one.person.name for one in federation_lists.look_up(store, "ka")] == ["Kaya Deniz"]
    assert len(federation_lists.lists(store)) == 1


def test_pp7_1_who_is_picked_is_made_or_brought_up_to_date(store: Store, tmp_path: Path) -> None:
    (kaya,) = added(store, Person("Kaya, Deniz", ids={"licence": "0041"}, club="Kale", ratings={"rating": 1400}))
    file = tmp_path / "list"
    file.write_text("name;licence;rating\nDeniz Kaya;0041;1500\nKaya Ali;0042;0\n")
    federation_lists.import_list(store, FederationFile(file), "TSF", "", NOW)
    refs = {one.person.name: one.ref for one in federation_lists.look_up(store, "kaya")}
    assert people_histories.person_from_list(store, refs["Deniz Kaya"], NOW) == kaya
    one = known(store, kaya).person
    assert (one.name, one.club, one.ratings) == ("Kaya, Deniz", "Kale", {"rating": 1500})
    ali = people_histories.person_from_list(store, refs["Kaya Ali"], NOW)
    assert known(store, ali).person.ids == {"licence": "0042"}
    assert people_histories.person_from_list(store, refs["Kaya Ali"], NOW) != ""
    for nothing in ("", "1", "9.9", "x.y", "1.999", f"1.{10**20}", f"{10**20}.1"):
        assert people_histories.person_from_list(store, nothing, NOW) == ""


def test_a_list_of_ones_own(store: Store, tmp_path: Path) -> None:
    added(store, KAYA)
    file = listing(tmp_path / "a", "Deniz Kaya;00412345;2010\nAnn;1;1990\n;2;1990\n")
    assert people_histories.add_file(store, file.people(), NOW) == (1, 1)
    assert file.left_out == 1


def test_the_lists_are_in_no_copy(tmp_path: Path) -> None:
    place = tmp_path / "ronda.db"
    with open_store(place) as store:
        federation_lists.import_list(store, listing(tmp_path / "a", "Kaya Deniz;0041;2010\n"), "TSF", "", NOW)
        assert federation_lists.lists_file(store) == tmp_path / "ronda-lists.db"
        assert b"Kaya" not in backup(place).read_bytes()
