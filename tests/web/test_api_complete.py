"""The API does everything the browser does: every page names the operations that do the same, or why there are none."""

from __future__ import annotations

from functools import cache
from typing import Any

from ronda.desk.actions import ACTIONS, PHONE
from tests.web.conftest import At
from tests.web.who_may.routes import LEAST

# What a page shows or does, as operations of the API. A sentence (with spaces) says why there is none.
SAME: dict[str, str | tuple[str, ...]] = {
    # the whole desk
    "GET /part/games": "listPresets",
    "GET /": "listEvents",
    "GET /archived": "listEvents",
    "GET /deleted": "listDeleted",
    "POST /deleted/{code:str}/recover": "recoverEvent",
    "GET /new": "listSystems",
    "GET /new/{name:str}": "getSystem",
    "POST /new/{name:str}": ("makeEvent", "setIdentity"),
    "GET /demo": "listSystems",
    "POST /demo": "makeDemo",
    "GET /open": "nothing but the form",
    "POST /open": "openFile",
    "GET /accounts": ("listAccounts", "listAllEvents"),
    "POST /accounts": "addAccount",
    "POST /accounts/{number:int}/limits": "setLimits",
    "POST /accounts/{number:int}/do/link": "linkAccount",
    "POST /accounts/{number:int}/do/{what:str}": "changeAccount",
    "GET /welcome/{secret:str}": "a person's own: who chooses the password",
    "POST /welcome/{secret:str}": "a person's own: who chooses the password",
    "POST /sessions/others": "endSession",
    "GET /sessions": "listSessions",
    "POST /sessions": "makeKey",
    "POST /sessions/{number:int}/end": "endSession",
    "GET /hall": "only for who sits at the machine",
    "POST /hall/open": "only for who sits at the machine",
    "POST /hall/close": "only for who sits at the machine",
    "GET /password": "a person's own: a key must not outlive its end by it",
    "POST /password": "a person's own: a key must not outlive its end by it",
    "GET /login": "a program has a key",
    "POST /login": "a program has a key",
    "POST /logout": "endSession",
    "GET /here/{secret:str}": "only for the browser on this machine",
    "GET /invite/{secret:str}": "a person opens it in a browser; a program is given a key",
    "POST /invite/{secret:str}": "a person opens it in a browser; a program is given a key",
    "POST /language": "a program says Accept-Language",
    "POST /look": "how one browser shows pages",
    "GET /picture/{name:str}": "a drawing for pages",
    "GET /offline": "part of the installed page",
    "GET /sw.js": "part of the installed page",
    "GET /guide": "the manual",
    "GET /guide/{name:path}": "the manual",
    "GET /guide/images/{name:path}": "the manual",
    "GET /guide/search": "the manual",
    "GET /guide/search.json": "the manual",
    # people, seasons, festivals, those who sign up
    "GET /people": "listPeople",
    "POST /people": "addPerson",
    "GET /people/doubles": "a suggestion that somebody must look at",
    "POST /people/lists": "a large file: ronda people import",
    "POST /people/lists/remove": "a large file: ronda people import",
    "GET /people/{key:str}": "getPersonHistory",
    "POST /people/{key:str}": "changePerson",
    "GET /people/{key:str}/forget": "getPersonHistory",
    "POST /people/{key:str}/forget": "erasePerson",
    "POST /people/{key:str}/merge": "mergePeople",
    "POST /people/{key:str}/not-same": "an answer to a suggestion",
    "POST /people/{key:str}/unmerge": "unmergePeople",
    "GET /collections": "listCollections",
    "POST /collections": "makeCollection",
    "GET /collections/{code:str}": ("getCollection", "getFestivalWord"),
    "GET /collections/{code:str}/part/festival": "getCollection",
    "GET /collections/{code:str}/check-in": "getCollection",
    "POST /collections/{code:str}/check-in": "eventCheckIn",
    "POST /collections/{code:str}/do/{name:str}": "changeCollection",
    "GET /collections/{code:str}/log": "getCollection",
    "GET /s/{code:str}": "getSeasonStandings",
    "GET /s/{code:str}/{file:str}": "getSeasonStandings",
    "GET /f/{code:str}": ("getEvent", "getRounds"),  # of each of its events
    "GET /f/{code:str}/join": "a phone joins with a code",
    "POST /f/{code:str}/claim": "a phone joins with a code",
    "GET /f/{code:str}/wall": "the walls of its events",
    "GET /signup/{code:str}": "nothing but the form",
    "POST /signup/{code:str}": "signUp",
    "GET /signup/{code:str}/{secret:str}": "a person's own page",
    "POST /signup/{code:str}/{secret:str}/withdraw": "a person's own page",
    "GET /signups/{code:str}": "getSignUps",
    "POST /signups/{code:str}/settings": "how a form is shown",
    "POST /signups/{code:str}/{number:int}/{answer:str}": "answerSignUp",
    "GET /robots.txt": "for search engines",
    "GET /healthz": "for programs already",
    "GET /readyz": "for programs already",
    "GET /metrics": "for programs already",
    # an event at the desk
    "GET /e/{code:str}": ("getEvent", "getClock", "listCalls", "getJoining"),
    "GET /e/{code:str}/part/desk": ("getEvent", "getRound"),
    "GET /e/{code:str}/part/step-bar": "getEvent",
    "GET /e/{code:str}/part/find": ("getPlayers", "getRound"),
    "POST /e/{code:str}/desk/again": "duplicateEvent",
    "GET /e/{code:str}/part/hall": "only for who sits at the machine",
    "GET /e/{code:str}/who-plays": "getPlayers",
    "POST /e/{code:str}/do/{name:str}": tuple(
        f"event{''.join(part.capitalize() for part in name.split('-'))}" for name in ACTIONS if name not in PHONE
    ),
    "GET /e/{code:str}/stream": "streamEvent",
    "GET /e/{code:str}/players": "getPlayers",
    "GET /e/{code:str}/part/players": "getPlayers",
    "GET /e/{code:str}/players/{player:int}": "getPlayer",
    "GET /e/{code:str}/players/{player:int}/state": "getPlayer",
    "GET /e/{code:str}/player/{player:int}": "getPlayer",
    "GET /e/{code:str}/part/player/{player:int}": "getPlayer",
    "POST /e/{code:str}/check-in": "eventCheckIn",
    "GET /e/{code:str}/players/list": "nothing but the form",
    "POST /e/{code:str}/players/list": "eventEnterList",
    "GET /e/{code:str}/player-link/{player:int}": "getLink",
    "POST /e/{code:str}/player-link/{player:int}": "renewLink",
    "POST /e/{code:str}/phones/{player:int}/{phone:str}/{answer:str}": "answerPhone",
    "POST /e/{code:str}/calls/{player:int}": "answerCall",
    "GET /e/{code:str}/apart": "exportJson",
    "GET /e/{code:str}/part/apart": "exportJson",
    "POST /e/{code:str}/apart": "eventAvoid",
    "POST /e/{code:str}/apart/remove": "eventAvoid",
    "GET /e/{code:str}/round/{number:int}": "getRound",
    "GET /e/{code:str}/part/round/{number:int}": "getRound",
    "GET /e/{code:str}/round/{number:int}/why": "explainTable",
    "GET /e/{code:str}/round/{number:int}/check": "checkRound",
    "GET /e/{code:str}/round/{number:int}/swap": "previewSwap",
    "GET /e/{code:str}/results": "getRound",
    "GET /e/{code:str}/round/{number:int}/table/{table:int}": "getRound",
    "POST /e/{code:str}/results": "eventResult",
    "GET /e/{code:str}/part/clock": "getClock",
    "POST /e/{code:str}/clock/{name:str}": "turnClock",
    "GET /e/{code:str}/standings": "getStandings",
    "GET /e/{code:str}/part/standings": "getStandings",
    "GET /e/{code:str}/part/working/{player:int}/{criterion:str}": "getStandings",
    "GET /e/{code:str}/cross": "getCrossTable",
    "GET /e/{code:str}/start": "getStartList",
    "GET /e/{code:str}/plots": ("getStandings", "getRounds"),  # pictures of what these tell
    "GET /e/{code:str}/prizes": "getPrizes",
    "GET /e/{code:str}/fees": "getFees",
    "GET /e/{code:str}/part/fees": "getFees",
    "GET /e/{code:str}/fees.csv": "getFees",
    "POST /e/{code:str}/fees": "eventFees",
    "POST /e/{code:str}/prizes": "eventPrizes",
    "POST /e/{code:str}/fees/{player:int}": ("eventFee", "eventPay", "eventRefund"),
    "GET /e/{code:str}/penalties": "getPenalties",
    "GET /e/{code:str}/part/penalties": "getPenalties",
    "POST /e/{code:str}/penalties/give": ("eventPenalise", "eventNote", "eventAppeal", "eventLate"),
    "POST /e/{code:str}/players/take-over": "eventLink",
    "POST /e/{code:str}/players/{player:int}/unlink": "eventLink",
    "GET /e/{code:str}/log": "getLog",
    "GET /e/{code:str}/part/log": "getLog",
    "GET /e/{code:str}/log/verify": "verifyLog",
    "GET /e/{code:str}/log/verify/progress": "verifyLog",
    "GET /e/{code:str}/settings": ("getDisplay", "getIdentity", "getRetention", "getSystem"),
    "GET /e/{code:str}/settings/{section:str}": ("getDisplay", "getIdentity", "getRetention", "getSystem"),
    "POST /e/{code:str}/uses": "what the pages show: programs see everything",
    "POST /e/{code:str}/display": "setDisplay",
    "POST /e/{code:str}/face": "setIdentity",
    "POST /e/{code:str}/logo": "setLogo",
    "GET /e/{code:str}/logo": "a picture for pages, whoever asks",
    "GET /e/{code:str}/accent.css": "a style for pages",
    "POST /e/{code:str}/retention": "setRetention",
    "GET /e/{code:str}/forget": "getPlayers",
    "GET /e/{code:str}/players/{player:int}/forget": "getPlayer",
    "GET /e/{code:str}/players/{player:int}/known": "getPerson",
    "GET /e/{code:str}/players/{player:int}/known.json": "getPerson",
    "POST /e/{code:str}/players/{player:int}/public-name": "setPublicName",
    "POST /e/{code:str}/duplicate": "duplicateEvent",
    "GET /e/{code:str}/print": "listSheets",
    "GET /e/{code:str}/print/{file:str}": "printSheet",
    "GET /e/{code:str}/export/{kind:str}": ("exportJson", "exportXlsx", "exportCsv", "exportTrf", "exportTrf16"),
    "GET /e/{code:str}/people": "listPasses",
    "POST /e/{code:str}/people": "invite",
    "POST /e/{code:str}/people/{number:int}/end": "shutOut",
    "GET /e/{code:str}/webhooks": ("listWebhooks", "listDeliveries"),
    "POST /e/{code:str}/webhooks": "addWebhook",
    "POST /e/{code:str}/webhooks/{number:int}/remove": "removeWebhook",
    "POST /e/{code:str}/webhooks/{number:int}/{what:str}": "tryWebhook",
    "GET /e/{code:str}/stages": "getStages",
    "GET /e/{code:str}/part/stages": "getStages",
    "GET /e/{code:str}/part/brackets": "getStages",
    "POST /e/{code:str}/stages/add": "eventStages",
    "POST /e/{code:str}/stages/remove": "eventStages",
    "POST /e/{code:str}/stages/begin": "eventBeginStage",
    "POST /e/{code:str}/stages/order": "eventStages",
    "GET /e/{code:str}/walls": "getWalls",
    "POST /e/{code:str}/walls": "setWalls",
    "POST /e/{code:str}/walls/{number:int}": "setWalls",
    "POST /e/{code:str}/announce": "setWalls",
    # phones
    "GET /p/{code:str}/{mark:str}": "getPhone",
    "GET /p/{code:str}/{mark:str}/part": "getPhone",
    "GET /p/{code:str}/{mark:str}/stream": "streamPhone",
    "GET /p/{code:str}/{mark:str}/app.webmanifest": "part of the installed page",
    "GET /p/{code:str}/{mark:str}/known": "phoneKnown",
    "GET /p/{code:str}/{mark:str}/known.json": "phoneKnown",
    "POST /p/{code:str}/{mark:str}/tell/{name:str}": ("phoneArrive", "phoneReport", "phoneWithdraw", "phoneAskBye"),
    "POST /p/{code:str}/{mark:str}/ask/{what:str}": "phoneAsk",
    "GET /j/{code:str}": "a shorter address",
    "GET /j/{code:str}/{key:str}": "a shorter address, with the hall word",
    "POST /e/{code:str}/hall-word": "setJoining",
    "POST /e/{code:str}/phones/waiting": "setJoining",
    "POST /e/{code:str}/phones/crowd": "setJoining",
    "POST /collections/{code:str}/hall-word": "changeFestivalWord",
    "GET /join": "a phone joins as a browser that keeps its secret",
    "GET /join/{code:str}": "a phone joins as a browser that keeps its secret",
    "GET /join/{code:str}/found": "a phone joins as a browser that keeps its secret",
    "GET /join/{code:str}/part": "a phone joins as a browser that keeps its secret",
    "POST /join/{code:str}/claim": "joinEvent",
    # for everybody
    "GET /{code:str}": ("getEvent", "getRound"),
    "GET /{code:str}/part/round": "getRound",
    "GET /{code:str}/round/{number:int}": "getRound",
    "GET /{code:str}/standings": "getStandings",
    "GET /{code:str}/part/standings": "getStandings",
    "GET /{code:str}/part/working/{player:int}/{criterion:str}": "getStandings",
    "GET /{code:str}/cross": "getCrossTable",
    "GET /{code:str}/plots": ("getStandings", "getRounds"),
    "GET /{code:str}/player/{player:int}": "getPlayer",
    "GET /{code:str}/part/player/{player:int}": "getPlayer",
    "GET /{code:str}/start": "getStartList",
    "GET /{code:str}/prizes": "getPrizes",
    "GET /{code:str}/bracket": "getStages",
    "GET /{code:str}/part/bracket": "getStages",
    "GET /{code:str}/share": "getShare",
    "GET /e/{code:str}/site.zip": "exportZip",
    "GET /{code:str}/card.png": "a picture at an address of its own (getShare)",
    "GET /{code:str}/round/{number:int}/card.png": "a picture at an address of its own (getShare)",
    "GET /{code:str}/player/{player:int}/card.png": "a picture at an address of its own (getShare)",
    "GET /embed/{code:str}": ("getRound", "getStandings"),
    "GET /overlay/{code:str}": ("getRound", "getStandings", "getClock"),
    "GET /overlay/{code:str}/part": ("getRound", "getStandings", "getClock"),
    "GET /wall/{code:str}": ("getRound", "getStandings", "getClock"),
    "GET /wall/{code:str}/{number:int}": ("getRound", "getStandings", "getClock"),
    "GET /wall/{code:str}/part": ("getRound", "getStandings", "getClock"),
    "GET /wall/{code:str}/now": ("getRound", "getClock"),
    "GET /wall/{code:str}/bracket": "getStages",
}
MOST_WITHOUT = 0.25  # of all pages


@cache
def document(desk: At) -> dict[str, Any]:
    found: dict[str, Any] = desk.client.get("/api/openapi.json").json()
    return found


def operations(desk: At) -> set[str]:
    return {one["operationId"] for methods in document(desk)["paths"].values() for one in methods.values()}


def named(entry: str) -> tuple[str, ...]:
    same = SAME[entry]
    return (() if " " in same else (same,)) if isinstance(same, str) else same


def test_every_page_has_its_operations(desk: At) -> None:
    pages = {entry for entry in LEAST if not entry.split()[1].startswith("/api")}
    assert SAME.keys() == pages
    known = operations(desk)
    assert {name for entry in pages for name in named(entry)} - known == set()
    without = [entry for entry in pages if not named(entry)]
    assert len(without) <= MOST_WITHOUT * len(pages), without


def test_no_operation_wants_a_higher_role_than_its_page(desk: At) -> None:
    """Else a program could not do what its person can."""
    order = ("public", "mark", "helper", "arbiter", "owner")
    roles = {
        one["operationId"]: LEAST.get(f"{method.upper()} {_typed(desk, path)}", "")
        for path, methods in document(desk)["paths"].items()
        for method, one in methods.items()
    }
    reading = [entry for entry in SAME if entry.startswith("GET ") and len(named(entry)) == 1]
    higher = {
        (entry, name, roles[name])
        for entry in reading
        for name in named(entry)
        if LEAST[entry] in order and order.index(roles[name]) > max(order.index(LEAST[entry]), 0)
    }
    assert not higher


def _typed(desk: At, path: str) -> str:
    """`{player}` as the routes have it: `{player:int}`."""
    plain = {route.path_format: route.path for route in desk.app.routes if hasattr(route, "path_format")}
    return plain.get(path, path)


def test_every_operation_says_what_it_needs(desk: At) -> None:
    for path, methods in document(desk)["paths"].items():
        for method, one in methods.items():
            assert one["summary"], path
            least = LEAST[f"{method.upper()} {_typed(desk, path)}"]
            if path.startswith("/api/accounts"):
                assert "(administrator)" in one["summary"], path
                continue
            assert least in ("public", "mark") or f"({least}" in one["summary"] or f" {least})" in one["summary"], path
