"""What an event uses, it shows; what it does not use is nowhere seen in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from ronda.operations.access import invite
from ronda.operations.features import FEATURES, ON, SWITCHES, uses
from ronda.texts import LANGUAGES, Speaker
from tests.web.conftest import At
from tests.web.test_seasons import season
from tests.web.test_sign_up import offered

PAGES = ("", "/players", "/players/1", "/player/1", "/round/1", "/round/1/table/1", "/standings", "/start", "/print")
LEADS = {
    "stages": "/stages",
    "prizes": "/prizes",
    "categories": "#categories",
    "clubs": 'name="club" value="" maxlength',
    "start": 'name="start"',
    "apart": "/apart",
    "penalties": "/penalties",
    "fees": "/fees",
    "sign_up": "/signups/",
    "helpers": "/people",
    "season": "/collections/",
    "webhooks": "/webhooks",
}
"""What a page has that leads to the feature."""


def post(name: str, body: object) -> Callable[[At, str], None]:
    def posted(desk: At, code: str) -> None:
        answer = desk.client.post(f"/api/events/{code}/{name}", json=body)
        assert answer.is_success, answer.text

    return posted


def invited(desk: At, code: str) -> None:
    assert invite(desk.runtime.store, code, "helper", "Rita")


def in_a_season(desk: At, code: str) -> None:
    season(desk, code)


FIRST_USE: Mapping[str, Callable[[At, str], None]] = {
    "stages": post("stages", {"stages": [{"kind": "rounds"}, {"kind": "elimination", "take": "top 2"}]}),
    "prizes": post("prizes", {"prizes": [{"id": "1st", "value": 5000}]}),
    "categories": post("prizes", {"prizes": [{"id": "1st"}], "categories": [{"name": "girls", "who": "F"}]}),
    "clubs": post("enter", {"name": "Renée", "club": "Blue"}),
    "start": post("enter", {"name": "Renée", "start": 2}),
    "apart": post("avoid", {"avoid": [{"players": [1, 2]}]}),
    "penalties": post("penalise", {"player": 1, "kind": "warning", "reason": "phone"}),
    "fees": post("fees", {"rules": [{"amount": 1000}]}),
    "sign_up": offered,
    "helpers": invited,
    "season": in_a_season,
    "webhooks": post("webhooks", {"url": "https://example.org/hook"}),
}


def event(desk: At, feature: str) -> str:
    """One of a system that may have it."""
    return desk.make("swiss") if feature == "start" else desk.make()


def used(desk: At, code: str, feature: str) -> bool:
    return uses(desk.runtime, code, desk.tournament(code), feature)


def test_an_ordinary_event_shows_none_of_them(desk: At) -> None:
    code = desk.make("chess")
    for _ in range(2):  # before the first round, and after it
        for page in PAGES:
            if "/round/" in page and not desk.tournament(code).rounds:
                continue
            answer = desk.client.get(f"/e/{code}{page}")
            assert answer.status_code == 200, page
            for feature, lead in LEADS.items():
                assert lead not in answer.text, (page, feature)
        public = desk.client.get(f"/{code}").text
        assert "/prizes" not in public
        desk.play(code)


@pytest.mark.parametrize("feature", FEATURES)
def test_what_is_used_is_on_by_itself(desk: At, feature: str) -> None:
    code = event(desk, feature)
    assert not used(desk, code, feature)
    FIRST_USE[feature](desk, code)
    assert used(desk, code, feature)
    desk.runtime.amend(code, SWITCHES, lambda _: {feature: 1})  # put away
    assert not used(desk, code, feature)
    desk.runtime.amend(code, SWITCHES, lambda _: {feature: ON})
    assert used(desk, code, feature)


@pytest.mark.parametrize("feature", FEATURES)
def test_what_is_switched_on_needs_nothing_in_it(desk: At, feature: str) -> None:
    code = event(desk, feature)
    desk.runtime.amend(code, SWITCHES, lambda _: {feature: ON})
    assert used(desk, code, feature)
    pages = "".join(desk.client.get(f"/e/{code}{page}").text for page in ("", "/players", "/players/1", "/player/1"))
    if feature in ("start", "stages", "prizes", "penalties", "fees", "sign_up", "apart", "clubs", "helpers"):
        assert LEADS[feature] in pages


def switched(desk: At, code: str, feature: str, **fields: str) -> str:
    answer = desk.client.post(f"/e/{code}/uses", data={"feature": feature, **fields})
    assert answer.status_code == 200, answer.text
    return str(answer.text)


@pytest.mark.parametrize("feature", FEATURES)
def test_switched_on_and_off_again(desk: At, feature: str) -> None:
    code = event(desk, feature)
    page = switched(desk, code, feature, seen="0", on="true")
    assert f'id="also-{feature}" class="on"' in page
    page = switched(desk, code, feature, seen="0")
    assert 'class="on"' not in page
    assert not used(desk, code, feature)


@pytest.mark.parametrize("feature", FEATURES)
def test_what_is_in_use_is_counted_before_it_is_switched_off(desk: At, feature: str) -> None:
    code = event(desk, feature)
    FIRST_USE[feature](desk, code)
    card = desk.client.get(f"/e/{code}/settings/also").text.partition(f'id="also-{feature}"')[2].partition("</li>")[0]
    told = card.partition("<b>")[2].partition("</b>")[0]
    assert told
    assert told in switched(desk, code, feature, seen="1")
    assert used(desk, code, feature)
    assert f'id="also-{feature}" class="on"' not in switched(desk, code, feature, seen="1", sure="true")
    assert not used(desk, code, feature)
    assert f'id="also-{feature}" class="on"' in switched(desk, code, feature, seen="1", on="true")


def test_put_away_until_it_is_used_again(desk: At) -> None:
    code = desk.make()
    FIRST_USE["penalties"](desk, code)
    switched(desk, code, "penalties", seen="1", sure="true")
    FIRST_USE["penalties"](desk, code)
    assert used(desk, code, "penalties")


def test_who_switches_saw_what_is_there(desk: At) -> None:
    code = desk.make()
    FIRST_USE["penalties"](desk, code)
    form = {"feature": "penalties", "sure": "true"}
    assert desk.client.post(f"/e/{code}/uses", data={**form, "seen": "0"}).status_code == 409
    assert desk.client.post(f"/e/{code}/uses", data=form).status_code == 428
    assert desk.client.post(f"/e/{code}/uses", data={"feature": "magic", "seen": "0"}).status_code == 404


OPENINGS = {
    "stages": 'class="openings"',
    "prizes": 'name="amounts"',
    "fees": 'id="fee-amount"',
    "penalties": 'name="who"',
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_empty_pages_are_openings(desk: At, language: str) -> None:
    code = desk.make("domino", players=16)
    for page, mark in OPENINGS.items():
        answer = desk.client.get(f"/e/{code}/{page}?lang={language}")
        assert answer.status_code == 200
        assert mark in answer.text, page
    assert "0.00" not in desk.client.get(f"/e/{code}/fees").text
    people = desk.client.get(f"/e/{code}/people?lang={language}").text
    title = Speaker(language).say("web.people.title")
    assert f"<h1>{title}</h1>" in people


def test_a_finished_event_without_stages_says_so(desk: At) -> None:
    code = desk.make(players=2, rounds=1)
    desk.play(code)
    desk.client.post(f"/e/{code}/do/finish", data={"_confirm": "true"})
    assert "played without stages" in desk.client.get(f"/e/{code}/stages").text


@pytest.mark.parametrize("kind", ["elimination", "robin", "groups"])
def test_a_stage_is_planned_from_one_field(desk: At, kind: str) -> None:
    code = desk.make(players=16)
    version = str(desk.client.get(f"/api/events/{code}").json()["version"])
    form = {"_version": version, "kind": kind, "take": "8", "groups": "2" if kind == "groups" else "0"}
    assert desk.client.post(f"/e/{code}/stages/add", data=form).status_code == 200
    assert [(one.kind, one.take) for one in desk.tournament(code).setup.stages] == [("rounds", ""), (kind, "top 8")]


def test_prizes_are_made_and_changed_from_one_field(desk: At) -> None:
    code = desk.make(players=4)

    def published(**fields: str) -> int:
        version = str(desk.client.get(f"/api/events/{code}").json()["version"])
        answer = desk.client.post(f"/e/{code}/prizes", data={"_version": version, **fields}, follow_redirects=False)
        return int(answer.status_code)

    assert published(amounts="60 40, 12,50", currency="€") == 303
    prizes = desk.tournament(code).prizes
    assert prizes is not None
    assert [(one.id, one.value) for one in prizes.prizes] == [("1", 6000), ("2", 4000), ("3", 1250)]
    assert 'value="60 40 12.50"' in desk.client.get(f"/e/{code}/prizes").text
    assert published(amounts="60 forty") == 422
    assert published(amounts="10 60") == 422  # it rises
    assert published(amounts="50", categories="Girls: F\nU18") == 303
    prizes = desk.tournament(code).prizes
    assert prizes is not None
    assert [(one.name, one.who) for one in prizes.categories] == [("Girls", "F"), ("U18", "U18")]
    assert used(desk, code, "categories")


def test_one_fee_for_everybody(desk: At) -> None:
    code = desk.make(players=4)
    desk.client.post(f"/e/{code}/fees", data={"rules": "10", "currency": "€"})
    assert desk.tournament(code).fees.rules.rules[0].amount == 1000
    assert "€40.00" in desk.client.get(f"/e/{code}/fees").text
