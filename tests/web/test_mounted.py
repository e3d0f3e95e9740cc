"""Below a path of somebody else's site: every page leads on to pages that are there, and nothing leads out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from ronda.cli import run
from ronda.operations.event_settings import event_key, player_mark
from ronda.systems import NAMES
from ronda.web.app import own_words
from ronda.web.auth import passwords
from ronda.web.rendering import mounted
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, Browser, Seen, opened

PASSWORD = "correct horse"
HOST = "https://club.example"
ROOT = "/our/ronda"
ADDRESS = HOST + ROOT
STREAMS = re.compile(r"/stream$|/part/working$")  # without end; and what a script puts the rest to


class Links(HTMLParser):
    """Whatever in a page is an address: what can be followed, and where forms go."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.followed: set[str] = set()
        self.posted: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        posts = tag == "form" and given.get("method", "get") == "post"
        for name, value in given.items():
            if name == "hx-post" or (name == "action" and posts):
                self.posted.add(value)
            elif name in ("href", "src", "action", "formaction", "hx-get") or (
                name.startswith("data-") and value.startswith("/")
            ):
                self.followed.add(value)
            elif name == "content" and "url=" in value:
                self.followed.add(value.partition("url=")[2])


@pytest.fixture
def site(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), address=ADDRESS)) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        yield at


def browser(site: At, *, signed_in: bool = True) -> Browser:
    client = Browser(Seen(site.app, "192.0.2.7"), base_url=HOST)
    if signed_in:
        answer = client.post(f"{ROOT}/login", data={"password": PASSWORD}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, f"{ROOT}/")
    return client


def shape(address: str) -> str:
    """Alike but for numbers, secrets and what is asked: one of a kind is enough."""
    parts = urlsplit(address)
    asked = sorted(re.findall(r"(?:^|&)([a-z_]+)=", parts.query))
    return re.sub(r"/(\d+|\d+-\w+)(?=/|$)", "/N", parts.path) + "?" + "&".join(asked)


def crawl(client: Browser, starts: list[str]) -> tuple[dict[str, int], set[str]]:
    """Every page that can be reached: its status; and everything that forms are sent to."""
    seen: dict[str, int] = {}
    posted: set[str] = set()
    shapes: set[str] = set()
    todo = list(starts)
    while todo:
        address = todo.pop()
        if shape(address) in shapes or STREAMS.search(urlsplit(address).path):
            continue
        shapes.add(shape(address))
        answer = client.get(address, follow_redirects=False, headers={"accept-language": "en"})
        seen[address] = answer.status_code
        if "location" in answer.headers:
            todo.append(answer.headers["location"])
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        page = Links(answer.text)
        here = str(answer.url)
        for found in page.followed | page.posted:
            target = urlsplit(urljoin(here, unescape(found)))
            if target.scheme not in ("http", "https") or not found or found.startswith("#"):
                continue
            guide = address.startswith(f"{ROOT}/guide")  # which may cite other sites, and is walked on its own
            if target.netloc != urlsplit(HOST).netloc:
                known = f"{target.scheme}://{target.netloc}" in (
                    "https://www.fide.com",
                    "https://wa.me",
                    "https://t.me",
                )
                assert guide or known, (address, found)
                continue
            assert target.path == ROOT or target.path.startswith(f"{ROOT}/"), (address, found)
            inside = f"{target.path}?{target.query}" if target.query else target.path
            if found in page.posted:
                posted.add(target.path)
            elif not (guide and inside.startswith(f"{ROOT}/guide/")):
                todo.append(inside)
    return seen, posted


def played(site: At, system: str) -> str:
    """An event in its second round, with the first one's results."""
    code = site.make(system, players=8, rounds=3)
    site.play(code)
    site.publish(code)
    return code


@pytest.mark.parametrize("system", [NAMES[0], *(pytest.param(name, marks=pytest.mark.soak) for name in NAMES[1:])])
def test_everything_that_can_be_reached_is_below_the_path(site: At, system: str) -> None:
    code = played(site, system)
    mark = player_mark(event_key(site.runtime.store, code), code, 1, 0)
    client = browser(site)
    pages = ["/", f"/e/{code}", f"/{code}", f"/p/{code}/{mark}", f"/wall/{code}", f"/embed/{code}", f"/join/{code}"]
    pages += [f"/e/{code}/{name}" for name in ("players", "people", "settings", "print", "log", "results", "apart")]
    seen, posted = crawl(client, [ROOT + page for page in pages])
    wrong = {address: status for address, status in seen.items() if status not in (200, 303, 307)}
    assert not wrong
    assert len(seen) > 60
    assert len(posted) > 15
    known = [re.sub(r"\{[^}]*\}", "[^/]+", route.path) for route in site.app.routes if "POST" in route.methods]
    assert not [path for path in posted if not any(re.fullmatch(one, path.removeprefix(ROOT)) for one in known)]


def test_the_start_page_of_everybody_else(site: At) -> None:
    played(site, "redemption")
    seen, _ = crawl(browser(site, signed_in=False), [f"{ROOT}/", ROOT])
    assert {urlsplit(one).path for one in seen} >= {f"{ROOT}/login", f"{ROOT}/join"}
    assert not {address for address, status in seen.items() if status not in (200, 303, 401)}


def test_a_proxy_may_take_the_path_off(site: At) -> None:
    code = played(site, "redemption")
    client = browser(site)
    for path in ("/", f"/e/{code}", "/static/app.js", "/api"):
        whole, short = client.get(f"{ROOT}{path}"), client.get(path)
        assert (short.status_code, short.text) == (200, whole.text)


def test_links_for_phones_have_the_path(site: At) -> None:
    code = played(site, "redemption")
    client = browser(site)
    assert ADDRESS.removeprefix("https://") in client.get(f"{ROOT}/join/{code}?screen=true").text
    answer = client.post(f"{ROOT}/e/{code}/people", data={"role": "helper", "name": "Hana"})
    found = re.search(rf"{re.escape(ADDRESS)}/invite/[\w-]+", answer.text)
    assert found, "the link of an invitation"
    helper = browser(site, signed_in=False)
    assert helper.get(found[0]).status_code == 200
    accepted = helper.post(found[0], follow_redirects=False)
    assert accepted.headers["location"] == f"{ROOT}/e/{code}"
    assert helper.get(accepted.headers["location"]).status_code == 200


def test_a_phone_joins_and_speaks(site: At) -> None:
    code = played(site, "redemption")
    phone = browser(site, signed_in=False)
    scanned = phone.scan(code, ROOT)
    assert scanned.headers["location"] == f"{ROOT}/join/{code}"
    joined = phone.post(f"{ROOT}/join/{code}/claim", data={"player": "1"}, follow_redirects=False)
    target = joined.headers["location"]
    assert target.startswith(f"{ROOT}/p/{code}/")
    page = phone.get(target)
    assert f'data-stream="{target}/stream"' in page.text
    found = re.search(r'rel="manifest" href="([^"]+)"', page.text)
    assert found is not None
    manifest = phone.get(unescape(found[1])).json()
    assert (manifest["start_url"], manifest["scope"]) == (target, f"{ROOT}/")
    assert all(phone.get(icon["src"]).status_code == 200 and icon["src"].startswith(ROOT) for icon in manifest["icons"])
    assert phone.get(f"{ROOT}/sw.js").status_code == 200
    again = phone.get(f"{ROOT}/join/{code}", follow_redirects=False)
    assert again.headers.get("location", target) == target or target in again.text, "the phone is known again"


def names_set(answer: httpx.Response) -> dict[str, str]:
    return {line.partition("=")[0]: line for line in answer.headers.get_list("set-cookie")}


def test_two_desks_on_one_host_do_not_sign_each_other_out(tmp_path: Path) -> None:
    """Over https cookies are the host's: their names tell them apart. Otherwise their paths do."""
    found = []
    for root in ("/north", "/south", ""):
        with opened(ServerSettings(str(tmp_path / f"{root[1:]}.db"), address=HOST + root)) as at:
            passwords.set_password(at.runtime.store, PASSWORD)
            client = Browser(Seen(at.app, "192.0.2.7"), base_url=HOST)
            answer = client.post(f"{root}/login", data={"password": PASSWORD}, follow_redirects=False)
            found.append(names_set(answer))
    assert not found[0].keys() & found[1].keys()
    assert not found[0].keys() & found[2].keys()
    assert all(name.startswith("__Host-") and "Path=/;" in line for one in found for name, line in one.items())
    with opened(ServerSettings(str(tmp_path / "plain.db"), address="http://club.example/north")) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        client = Browser(Seen(at.app, "192.0.2.7"), base_url="http://club.example")
        plain = names_set(client.post("/north/login", data={"password": PASSWORD}, follow_redirects=False))
        assert plain
        assert all("Path=/north/;" in line for line in plain.values())
        assert client.get("/north/sessions").status_code == 200, "signed in"


def test_forms_are_taken_from_the_own_address_only(site: At) -> None:
    """Some proxies leave the port out of `Host`, or put their own name there: the address is known all the same."""
    client = browser(site, signed_in=False)

    def status(origin: str, host: str) -> int:
        headers = {"origin": origin, "host": host}
        data = {"password": PASSWORD}
        return int(client.post(f"{ROOT}/login", data=data, headers=headers, follow_redirects=False).status_code)

    assert status(HOST, "127.0.0.1:8000") == 303
    assert status("https://elsewhere.example", "127.0.0.1:8000") == 403
    assert status("http://club.example", "127.0.0.1:8000") == 403, "not encrypted: somebody else"


def test_the_document_of_the_api_says_where_it_is(site: At) -> None:
    document = browser(site).get(f"{ROOT}/api/openapi.json").json()
    assert document["servers"] == [{"url": ROOT}]
    made = browser(site).post(
        f"{ROOT}/api/events", json={"system": "redemption", "name": "X", "players": [{"name": "A"}]}
    )
    assert made.headers["location"].startswith(f"{ROOT}/api/events/")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("/", "/r/"),
        ("/e/X?a=1", "/r/e/X?a=1"),
        ("/r", "/r"),
        ("/r/e", "/r/e"),
        ("/r?x", "/r?x"),
        ("/round", "/r/round"),
        ("//elsewhere/", "//elsewhere/"),
        ("/\\elsewhere", "/\\elsewhere"),
        ("https://x/", "https://x/"),
        ("#top", "#top"),
        ("", ""),
        ("?after=1", "?after=1"),
    ],
)
def test_only_own_addresses_get_the_path(address: str, told: str) -> None:
    assert mounted("/r", address) == told
    assert mounted("", address) == address


@pytest.mark.parametrize(
    "address",
    [
        *(f"https://club.example/{word}" for word in sorted(own_words())),
        "https://club.example/a/../b",
        "https://club.example/a b",
        "https://club.example/a//b",
        "https://club.example/%2e",
        "https://club.example/.",
        "https://club.example/a?x",
        'https://club.example/"',
    ],
)
def test_no_path_that_could_be_taken_for_another(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--db", str(tmp_path / "x.db"), "--port", "0", "--address", address]) == 2
    assert address in capsys.readouterr().err
