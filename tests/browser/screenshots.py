"""Pictures of the main pages: `make screenshots`."""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from ronda.core.facts import Created, Entered, Finished
from ronda.core.model import Player, Setup, Tournament
from ronda.core.stage_plan import Stage
from ronda.desk import record_result, rounds
from ronda.desk.bodies import StageBeginning
from ronda.desk.stage_begin import begin_stage
from ronda.store import open_store
from tests.browser.hall import PASSWORD, PHONE, PROJECTOR, Hall
from tests.desk.director import Director
from tests.web.serving import free_port, serving

PLACE, CLUB = "Casa de la Cultura", "Club del Faro"
ENTRANTS = (
    *("Ravi Thornfield", "Theo Larkspur", "Maximiliane von Hohenstein-Wasserburg-Lohe", "Noor Ashgrove"),
    *("Gülbahar Çığlıkaraoğlu", "Zed Quillon", "Elin Marrow", "Mia Copperbrook"),
)
LAPTOP: ViewportSize = {"width": 1440, "height": 900}


def take(browser: Browser, target: Path) -> list[Path]:
    """A demo event, seen by the director, a player and the hall."""
    target.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []

    def shoot(page: Page, name: str, wait: int = 500) -> None:
        page.wait_for_timeout(wait)
        made.append(target / f"{name}.png")
        page.screenshot(path=made[-1])

    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        db = f"{folder}/ronda.db"
        with serving(db, port, password=PASSWORD, address="http://192.168.1.20"):
            hall = Hall(browser, f"http://127.0.0.1:{port}")
            director = hall.director()
            director.set_viewport_size(LAPTOP)
            code = _demo(director)
            _face(director, code)
            for name, path in {
                "start": "/",
                "new": "/new/domino",
                "desk": f"/e/{code}",
                "players": f"/e/{code}/players",
                "round": f"/e/{code}/round/2",
                "results": f"/e/{code}/results",
                "standings": f"/e/{code}/standings",
                "log": f"/e/{code}/log",
                "settings": f"/e/{code}/settings",
                "walls": f"/e/{code}/walls",
            }.items():
                director.goto(path)
                shoot(director, name)
            wall = hall.person(PROJECTOR)
            for view in ("tables", "names", "room", "clock"):
                wall.goto(f"/wall/{code}?view={view}")
                shoot(wall, "wall" if view == "tables" else f"wall-{view}", 900)
            for name, path in {"public": f"/{code}", "player": f"/{code}/player/1"}.items():
                director.goto(path)
                shoot(director, name)
            phone = hall.person(PHONE)
            phone.goto(f"/join/{code}?phone=true&who=1")
            shoot(phone, "join")
            phone.locator("#found form button").first.click()
            hall.type_word(phone, f"/api/events/{code}/joining")
            phone.wait_for_url(re.compile(r"/p/"))
            shoot(phone, "phone")
            director.emulate_media(color_scheme="dark")
            director.goto(f"/e/{code}")
            shoot(director, "desk-dark")
            _finish(db, code)
            wall.goto(f"/wall/{code}?view=podium")
            shoot(wall, "wall-podium", 4000)  # until the last of them stands on it
            for name, path in {"card": "player/1", "card-round": "round/2"}.items():
                made.append(target / f"{name}.png")
                made[-1].write_bytes(wall.request.get(f"/{code}/{path}/card.png").body())
            wall.goto(f"/wall/{_bracket(db)}/bracket")
            shoot(wall, "wall-bracket", 900)
    return made


def _demo(director: Page) -> str:
    director.goto("/demo")
    director.locator('form:has([name="system"][value="domino"]) button').click()
    director.wait_for_url(re.compile(r"/e/[0-9A-Z]{6}"))
    return str(re.findall(r"/e/([0-9A-Z]{6})", director.url)[0])


def _face(director: Page, code: str) -> None:
    director.goto(f"/e/{code}/settings")
    director.fill("#face-place", PLACE)
    director.fill("#face-organiser", CLUB)
    director.fill("#face-date", "2026-05-30")
    director.locator(f'form[action="/e/{code}/face"] button').click()
    director.wait_for_load_state()


def _bracket(db: str) -> str:
    """Another event, in its quarter-finals."""
    people = [Player(number, name) for number, name in enumerate(ENTRANTS, start=1)]
    stage = Stage("elimination", take="top 8", third="match")
    setup = Setup("redemption", "Regional Championship", {}, 1, stages=(stage,))
    with open_store(db) as store:
        code = store.create([Created(setup), *map(Entered, people)], actor="desk").code
        desk = Director(store, "desk")
        desk.act(code, "begin_stage", lambda t: begin_stage(t, StageBeginning(1)), confirmed=True)
        desk.act(code, "pair", rounds.draft, confirmed=True)
        desk.act(code, "publish", rounds.publish, confirmed=True)
        for table, result in ((1, "5-3"), (2, "2-5"), (4, "5-0")):
            desk.act(
                code, "result", partial(record_result, round_number=1, table_number=table, text=result), confirmed=True
            )
    return code


def _finish(db: str, code: str) -> None:
    """The tables that are still playing end, and so does the event."""
    with open_store(db) as store:
        desk, stored = Director(store, "desk"), store.load(code)
        assert stored is not None
        last = store.tournament(stored).rounds[-1]
        for number in [table.number for table in last.tables if table.result is None]:

            def decide(tournament: Tournament, n: int = number) -> Any:
                return record_result(tournament, len(tournament.rounds), n, f"200-{150 - n}")

            desk.act(code, "result", decide, confirmed=True)
        desk.act(code, "finish", lambda _: Finished(), confirmed=True)
