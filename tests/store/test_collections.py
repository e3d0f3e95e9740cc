"""Seasons and festivals in both databases: changes one after the other, undone, in the order they came."""

from __future__ import annotations

from ronda.core.verdicts import Refusal
from ronda.desk.collections import (
    AnyChange,
    ChangeUndone,
    Collection,
    CollectionBegun,
    CollectionDeletion,
    EventExclusion,
    EventInclusion,
    NameChange,
    PointsAdjustment,
    PublicVisibility,
    RulesChange,
    ScheduleEntry,
    begun,
    decided,
    last_change,
)
from ronda.store import Store
from ronda.store.collections import append_change, changes_of, collections, create_collection, read_collection

AT = "2026-05-03T10:00:00+00:00"


def made(store: Store, of: str = "season", **rules: object) -> Collection:
    change = begun(of, "  Wednesday   league ", rules)  # type: ignore[arg-type]
    assert isinstance(change, CollectionBegun)
    with store.writes() as connection:
        return create_collection(connection, change, "Ana", AT)


def after(store: Store, standing: Collection, *changes: AnyChange) -> Collection:
    for change in changes:
        with store.writes() as connection:
            found = append_change(connection, standing, change, "Ana", AT)
        assert found is not None
        standing = found
    return standing


def test_se9_changes_are_kept_in_their_order(store: Store) -> None:
    season = made(store, drop=1)
    assert (season.name, season.version, season.series.rules.drop) == ("Wednesday league", 1, 1)
    season = after(
        store, season, EventInclusion("AAAAAA", date="2026-05-03"), EventInclusion("BBBBBB", date="2026-04-01")
    )
    assert season.codes == ("AAAAAA", "BBBBBB")
    assert [one.event for one in season.ordered] == ["BBBBBB", "AAAAAA"]  # SE1.2
    season = after(
        store,
        season,
        EventInclusion("AAAAAA", must=True),
        EventExclusion("BBBBBB"),
        PublicVisibility(True),
        NameChange("League"),
    )
    assert (season.codes, season.events[0].must, season.public, season.name) == (("AAAAAA",), True, True, "League")
    with store.reads() as connection:
        assert read_collection(connection, season.code.lower()) == season
        assert [one.actor for one in changes_of(connection, season.code)] == ["Ana"] * 7
        assert collections(connection) == [season]


def test_of_two_at_once_one_is_told(store: Store) -> None:
    season = made(store)
    after(store, season, NameChange("One"))
    with store.writes() as connection:
        assert append_change(connection, season, NameChange("Two"), "Ben", AT) is None
    with store.reads() as connection:
        found = read_collection(connection, season.code)
    assert found is not None
    assert found.name == "One"


def test_undone_changes_are_not_in_force_and_stay_in_the_log(store: Store) -> None:
    season = after(store, made(store), NameChange("One"), NameChange("Two"))
    with store.reads() as connection:
        last = last_change(changes_of(connection, season.code))
    assert last is not None
    season = after(store, season, ChangeUndone(last.version))
    assert season.name == "One"
    with store.reads() as connection:
        records = changes_of(connection, season.code)
    assert len(records) == 4
    again = last_change(records)
    assert again is not None
    assert again.version == 2  # the next undo goes one further back
    season = after(store, season, ChangeUndone(2))
    with store.reads() as connection:
        assert last_change(changes_of(connection, season.code)) is None
    assert season.name == "Wednesday league"


def test_who_was_deleted_is_not_listed_and_can_be_brought_back(store: Store) -> None:
    season = after(store, made(store), CollectionDeletion())
    with store.reads() as connection:
        assert collections(connection) == []
    assert not after(store, season, ChangeUndone(2)).deleted


def code_of(answer: object) -> str:
    return answer.code if isinstance(answer, Refusal) else ""


def test_what_is_refused(store: Store) -> None:
    season = after(store, made(store, tiers={"final": {"factor": "3/2"}}), EventInclusion("AAAAAA"))

    def known(code: str) -> bool:
        return code in ("AAAAAA", "BBBBBB")

    def refused(change: AnyChange, standing: Collection = season) -> str:
        return code_of(decided(standing, change, known))

    assert refused(EventInclusion("CCCCCC")) == "unknown_code"
    assert refused(EventInclusion("BBBBBB", tier="final")) == ""
    assert refused(EventInclusion("BBBBBB", tier="open")) == "unknown_tier"
    assert refused(EventInclusion("BBBBBB", date="3 May")) == "not_a_date"
    assert refused(EventInclusion("AAAAAA")) == "nothing_changed"
    assert refused(EventExclusion("BBBBBB")) == "not_counted"
    assert refused(PointsAdjustment("AAAAAA", 1, "two", "organised")) == "not_a_number"
    assert refused(PointsAdjustment("AAAAAA", 1, "1/0", "organised")) == "not_a_number"
    assert refused(PointsAdjustment("AAAAAA", 1, "2", " ")) == "reason_needed"
    assert refused(PointsAdjustment("BBBBBB", 1, "2", "organised")) == "not_counted"
    assert refused(RulesChange({"best": 0})) == "unreadable_list"
    assert refused(RulesChange({"nonsense": 1})) == "unreadable_list"
    assert refused(ScheduleEntry("2026-05-03", "10:00", "Doors open")) == "not_of_this_kind"
    assert refused(NameChange("two\nlines")) == "text_unprintable"
    assert code_of(begun("season", " ", {})) == "name_missing"
    totals = after(store, season, RulesChange({"points": {"rule": "totals"}}))
    assert refused(PointsAdjustment("AAAAAA", 1, "2", "organised"), totals) == "no_points_to_adjust"
    festival = made(store, "festival")
    assert refused(RulesChange({}), festival) == "not_of_this_kind"
    assert refused(ScheduleEntry("2026-05-03", "25:00", "Doors open"), festival) == "not_a_time"
    assert refused(ScheduleEntry("2026-05-03", "10:00", "Doors open", "AAAAAA"), festival) == "not_counted"
    festival = after(
        store, festival, ScheduleEntry("2026-05-03", "14:00", "Lunch"), ScheduleEntry("2026-05-03", "10:00", "Doors")
    )
    assert [one.text for one in festival.plan] == ["Doors", "Lunch"]
