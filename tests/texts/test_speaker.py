"""What people read: sentences from codes and facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ronda.formats.unreadable import Unreadable
from ronda.lab.simulate import Plan, simulate
from ronda.model import Avoid
from ronda.texts import LANGUAGES, Kind, Speaker, language, number
from ronda.texts.catalogue import catalogue
from ronda.verdicts import Finding, Reason, Refusal, Relaxation

NAMES = {1: "Ana", 2: "Luis", 3: "Eva", 4: "Ömer {x} %s", 5: "García, Irene"}
PROOF = {"hub_size": 1, "group_count": 3, "hub": [1], "groups": [[2], [3], [4]]}
MET = {"player": 3, "why": "met", "rounds": [3]}

# Every code with the facts it comes with; a sentence may use these and no others.
FACTS: dict[str, dict[str, Any]] = {
    "reason.bye_by_lot": {"player": 1, "byes": 0},
    "reason.bye_even": {"player": 1, "byes": 1, "skipped": [MET]},
    "reason.bye_lowest": {"player": 1, "skipped": [{"player": 3, "why": "had_bye", "rounds": [1, 2]}]},
    "reason.bye_again": {"player": 1, "skipped": []},
    "reason.table_by_lot": {"player": 1, "opponent": 2, "seed": 81},
    "reason.rematch": {"player": 1, "opponent": 2, "rounds": [1, 3], "skipped": [MET]},
    "reason.completed": {"player": 1, "opponent": 2, "skipped": [{"player": 3, "why": "completion"}]},
    "reason.highest_unmet": {"player": 1, "opponent": 2, "skipped": [MET], "more": True},
    "reason.pin_taken": {"player": 1},
    "reason.neighbours": {"player": 1, "opponent": 2, "white": 1},
    "reason.nearest": {
        "player": 1,
        "opponent": 2,
        "white": 2,
        "step": "1.1",
        "skipped": [
            {"player": 3, "why": "later_step", "step": "1.2"},
            {"player": 4, "why": "colours"},
            {"player": 5, "why": "avoid"},
        ],
    },
    "reason.completed_by_look_ahead": {"player": 1, "opponent": 2, "white": 2, "step": "1.3", "skipped": [MET]},
    "reason.bye_lowest.free_points": {
        "player": 1,
        "free_points": 0,
        "skipped": [{"player": 3, "why": "free_point"}],
    },
    "reason.bye_again.free_points": {"player": 1, "free_points": 1},
    "reason.bye_moved": {"player": 1, "free_points": 0},
    "reason.recorded": {"text": "asked for by the {director}"},
    "relaxation.rematch": {"players": [1, 2], "rounds": [1], **PROOF},
    "relaxation.avoid_broken": {"players": [1, 2], "hub_size": 7, "group_count": 9},
    "relaxation.both_repeat": {"players": [1, 2], "hub_size": 0, "group_count": 2},
    "relaxation.bye_again": {"players": [1], "free_points": 2},
    "relaxation.bye_moved": {"players": [1, 2], "rightful": 2, "first": 1, "hub_size": 1, "group_count": 3},
    "relaxation.colour_lifted": {"players": [1]},
    "relaxation.recorded": {"text": "agreed by all"},
    "refusal.too_few_players": {"players": 1, "least": 2},
    "refusal.no_round_exists": {"round": 4, "hub_size": 2, "group_count": 4, "hub": [1, 0]},
    "refusal.result_unreadable": {"text": "abc {0}", "example": "5-3"},
    "refusal.score_too_high": {"text": "9-0", "most": 5},
    "refusal.both_at_maximum": {"text": "5-5", "most": 5},
    "refusal.rounds_out_of_bounds": {"rounds": 9, "least": 3, "most": 7, "players": 8},
    "refusal.results_missing": {"round": 2, "tables": [1, 4]},
    "refusal.rounds_done": {"rounds": 5},
    "refusal.unknown_round": {"round": 9, "rounds": 3},
    "refusal.unknown_table": {"round": 2, "table": 9},
    "refusal.unknown_player": {"player": "Eve"},
    "refusal.not_leaving": {"player": 1},
    "refusal.not_left": {"player": 1},
    "refusal.already_left": {"player": 1},
    "refusal.frozen_option": {"option": "max_score"},
    "refusal.approval_needed": {},
    "refusal.absent_but_played": {"players": [1, 2]},
    "refusal.not_at_table": {"player": 1, "table": 3},
    "refusal.check_disagrees": {"code": "rematch", "seed": 42},
    "finding.too_few_players": {"players": 0, "least": 2},
    "finding.rounds_out_of_bounds": {"rounds": 9, "least": 3, "most": 7, "players": 8},
    "finding.rematches_ahead": {"rounds": 1},
    "finding.forecast_secure": {"next": 2, "rounds": 5, "secure": 3},
    "finding.forecast_no_bound": {"next": 2, "rounds": 5},
    "finding.forecast_clean": {"next": 2, "rounds": 5, "n": 20},
    "finding.forecast_relaxed": {"next": 2, "rounds": 5, "n": 20, "relaxed": 3, "first_relaxed": 4},
}
KINDS = {"reason": Reason, "relaxation": Relaxation, "finding": Finding, "refusal": Refusal}


def said(key: str, speaker: Speaker) -> str:
    kind, code = key.split(".")[:2]
    facts = FACTS[key]
    match kind:
        case "reason":
            return speaker.verdict("reason", Reason(code, "X1", facts))
        case "relaxation":
            return speaker.verdict("relaxation", Relaxation(code, "X1", tuple(facts.get("players", ())), facts))
        case "finding":
            return speaker.verdict("finding", Finding(code, "X1", facts=facts))
        case _:
            return speaker.verdict("refusal", Refusal(code, "X1", facts))


def english(key: str) -> str:
    return said(key, Speaker("en", NAMES, strict=True))


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("key", FACTS)
def test_every_sentence_is_made_from_its_facts(key: str, tongue: str) -> None:
    text = said(key, Speaker(tongue, NAMES, strict=True))
    for name in NAMES.values():
        text = text.replace(name, "NAME")
    if key not in ("reason.recorded", "refusal.result_unreadable"):
        assert "{" not in text
    assert "  " not in text


def test_a_reason_with_those_who_were_skipped() -> None:
    assert english("reason.highest_unmet") == (
        "Ana plays Luis: the highest-placed free opponent not met yet. "
        "Passed over: Eva (already met in round 3) and others."
    )
    assert english("reason.bye_lowest") == (
        "Ana has the bye: the lowest-placed player who has not had one yet. "
        "Passed over: Eva (had the bye in rounds 1 and 2)."
    )


def test_a_text_for_when_a_fact_is_there() -> None:
    assert "never got a point without playing" in english("reason.bye_lowest.free_points")


def test_a_relaxation_with_its_proof() -> None:
    assert english("relaxation.rematch") == (
        "Ana and Luis meet again (already in round 1): without a rematch not everybody could be paired. "
        "Proof: without Ana, the others fall into groups that cannot meet each other, and 3 of these groups have "
        "an odd number of players. Each of them leaves one player over, and Ana can take only 1. "
        "The odd groups: (Luis), (Eva), (Ömer {x} %s)."
    )
    assert "without Ana and the bye, the others" in english("refusal.no_round_exists")


def test_players_may_be_a_count() -> None:
    assert english("refusal.too_few_players") == "A round needs at least 2 players; there is 1."
    assert english("finding.too_few_players") == "A round needs at least 2 players; there are 0."


def test_what_a_person_wrote_stays_as_it_is() -> None:
    assert english("reason.recorded") == "asked for by the {director}"
    assert english("refusal.result_unreadable") == "“abc {0}” is not a result. Write it like this: 5-3."


def test_unreadable_input() -> None:
    speaker = Speaker("en", NAMES, strict=True)
    facts = {"code": "score_too_high", "article": "R2.3", "facts": {"text": "9-0", "most": 5}}
    told = speaker.verdict("unreadable", Unreadable("bad_result", facts))
    assert told == "“9-0” is not possible: a game ends when somebody has 5."
    ended = Unreadable("not_json", {"expected": "comma", "found": ""})
    assert speaker.verdict("unreadable", ended) == "This is not JSON: the text ends where a comma should be."
    wrong = Unreadable("wrong_type", {"expected": "object", "found": "list"})
    assert speaker.verdict("unreadable", wrong) == "Expected: an object {…}. Found: a list […]."


@pytest.mark.parametrize(
    ("tongue", "text"),
    [
        ("en", "Ana, Luis and Eva"),
        ("es", "Ana, Luis y Eva"),
        ("tr", "Ana, Luis ve Eva"),
        ("de", "Ana, Luis und Eva"),
        ("fr", "Ana, Luis et Eva"),
    ],
)
def test_lists(tongue: str, text: str) -> None:
    assert Speaker(tongue, NAMES).name([1, 2, 3]) == text


def test_lists_of_few_and_of_names_with_commas() -> None:
    speaker = Speaker("es", NAMES)
    assert speaker.name([]) == ""
    assert speaker.name([1]) == "Ana"
    assert speaker.name([1, 2, 5]) == "Ana; Luis y García, Irene"
    assert speaker.listed(["Ana", "Isabel"]) == "Ana e Isabel"
    assert speaker.listed(["Ana", "Hilda"]) == "Ana e Hilda"
    assert speaker.listed(["Ana", "Iago"]) == "Ana y Iago"
    assert speaker.name(77) == "77"


def test_plural_forms() -> None:
    def tables(tongue: str, *numbers: int) -> str:
        return Speaker(tongue, strict=True).say("refusal.results_missing", round=1, tables=list(numbers))

    assert "table 4 is" in tables("en", 4)
    assert "tables 4 and 5 are" in tables("en", 4, 5)
    assert "la mesa 4" in tables("es", 4)
    assert "des tables 4 et 5" in tables("fr", 4, 5)
    assert tables("tr", 4) == tables("tr", 5).replace("5", "4")
    assert Speaker("fr").say("alert.forced", n=0).startswith("0 appariement ")
    assert Speaker("de").say("alert.forced", n=0).startswith("0 Paarungen")


def test_whatever_is_missing_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker("tr", NAMES)
    assert speaker.verdict("reason", Reason("new_code", "X1", {"player": 1, "step": 2})) == (
        "reason.new_code (player=Ana, step=2)"
    )
    assert speaker.say("label.nothing") == "label.nothing"
    assert speaker.say("refusal.unknown_table", round=1) == "refusal.unknown_table (round=1)"
    assert Speaker("xx", NAMES).say("refusal.already_left", player=1) == "Ana has already left the tournament."
    with pytest.raises(KeyError):
        Speaker("tr", NAMES, strict=True).say("refusal.unknown_table", round=1)
    with pytest.raises(KeyError):
        Speaker("tr", NAMES, strict=True).say("label.nothing")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FACT_NAMES = sorted({name for facts in FACTS.values() for name in facts} | {"why", "self", "key", "code", "facts"})
VERDICTS = [key for key in catalogue("en") if key.partition(".")[0] in (*KINDS, "unreadable")]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault
@given(
    st.sampled_from(LANGUAGES),
    st.sampled_from(VERDICTS),
    st.dictionaries(st.sampled_from(FACT_NAMES), JSON),
    st.lists(st.dictionaries(st.sampled_from(["why", "player", "rounds", "step"]), JSON), max_size=2),
)
def test_strange_facts_never_crash(tongue: str, key: str, facts: dict[str, Any], skipped: list[Any]) -> None:
    kinds: dict[str, Kind] = {kind: kind for kind in ("reason", "relaxation", "finding", "refusal", "unreadable")}
    kind, _, code = key.partition(".")
    speaker = Speaker(tongue, NAMES)
    assert speaker.verdict(kinds[kind], Reason(code, "X1", facts))
    assert speaker.verdict(kinds[kind], Refusal(code, "X1", {**facts, "skipped": skipped}))


@pytest.mark.parametrize("system", ["chess", "redemption"])
def test_everything_said_about_simulated_events_has_its_text(system: str) -> None:
    wishes = (Avoid((1, 2), "opponents", hard=True), Avoid((3, 4), "opponents", hard=False))
    for players, rounds in ((5, 4), (6, 5), (9, 8), (8, 7)):
        event = simulate(
            Plan(system, players, rounds, seed=players, absences=80, drop_outs=40, late_entries=40, avoid=wishes)
        )
        names = {player.id: player.name for player in event.tournament.players}
        for tongue in LANGUAGES:
            speaker = Speaker(tongue, names, strict=True)
            for made in event.tournament.rounds:
                assert all(speaker.verdict("reason", reason) for reason in made.reasons)
                assert all(speaker.verdict("relaxation", relaxation) for relaxation in made.relaxations)
            assert all(speaker.verdict("finding", finding) for finding in event.findings)
            assert event.ended is None or speaker.verdict("refusal", event.ended)


@pytest.mark.parametrize(
    ("value", "decimals", "english_text", "german_text"),
    [
        (3, None, "3", "3"),
        (Fraction(3, 2), None, "1½", "1½"),
        (Fraction(1, 2), None, "½", "½"),
        (Fraction(-1, 2), None, "-½", "-½"),
        (Fraction(15, 4), None, "3.75", "3,75"),
        (Fraction(1, 3), None, "1/3", "1/3"),
        (Fraction(-7, 2), 2, "-3.50", "-3,50"),
        (Fraction(1, 8), 2, "0.13", "0,13"),
        (Fraction(-1, 1000), 2, "0.00", "0,00"),
        (5, 2, "5.00", "5,00"),
        (Fraction(5, 2), 0, "3", "3"),
    ],
)
def test_numbers(value: int | Fraction, decimals: int | None, english_text: str, german_text: str) -> None:
    assert Speaker("en").number(value, decimals=decimals) == english_text
    assert number(value, decimals=decimals, language="de") == german_text


@pytest.mark.parametrize(
    ("choice", "environ", "expected"),
    [
        (None, {}, "en"),
        ("tr", {"RONDA_LANG": "es"}, "tr"),
        (None, {"RONDA_LANG": "es", "LC_ALL": "de_DE.UTF-8"}, "es"),
        (None, {"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR"}, "de"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "fr_CA@euro", "LANG": "es"}, "fr"),
        (None, {"LANG": "tr_TR.UTF-8"}, "tr"),
        (None, {"LC_ALL": "C", "LANG": "tr_TR.UTF-8"}, "en"),
        (None, {"LANG": "it_IT.UTF-8"}, "en"),
        (None, {"RONDA_LANG": "xx", "LANG": "tr"}, "tr"),
        ("de-AT", {}, "de"),
    ],
)
def test_which_language(choice: str | None, environ: dict[str, str], expected: str) -> None:
    assert language(choice, environ) == expected
