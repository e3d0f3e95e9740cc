"""Guessing the owner's password: counted for all workers, slower with each try, and no way to keep the owner out."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from ronda.operations import access
from ronda.operations.access import sign_in_link
from ronda.store import open_store
from ronda.store.access import Count, begin_try, forgive, issue
from ronda.web.auth import passwords
from ronda.web.auth.passwords import is_common
from ronda.web.pages.owner import FREE_FROM_A_PLACE, FREE_OF_THE_ACCOUNT, MOST_SECONDS
from ronda.web.settings import ServerSettings, place_of
from tests.store.conftest import fresh_database
from tests.web.conftest import At, Seen, opened
from tests.web.looping import run

PASSWORD = "correct horse"


class Clock:
    def __init__(self) -> None:
        self.at = datetime(2026, 5, 1, 10, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def passes(self, **time: float) -> None:
        self.at += timedelta(**time)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """All that asks the time is told the same."""
    clock = Clock()
    monkeypatch.setattr("ronda.operations.access.now", clock)
    return clock


@pytest.fixture
def hall(tmp_path: Path, clock: Clock) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db"), "0.0.0.0", 8000)) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        keep_time(at, clock)
        yield at


def keep_time(desk: At, clock: Clock) -> None:
    """What is put off is done at once."""
    desk.runtime.now = clock
    desk.runtime.in_thread = lambda work, *given: work(*given)  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """What argon2 does has its own test; here it only counts."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    passwords._nobodys.cache_clear()


def tried(desk: At, host: str, password: str = "wrong") -> int:
    return int(desk.elsewhere(host).post("/login", data={"password": password}, follow_redirects=False).status_code)


def known(desk: At, host: str = "192.168.1.9") -> Any:
    """A browser that somebody has signed in with before; the session is over, the proof is not."""
    client = desk.elsewhere(host)
    assert client.post("/login", data={"password": PASSWORD}, follow_redirects=False).status_code == 303
    client.post("/logout", follow_redirects=False)
    assert client.get("/").status_code == 401
    return client


# --- from one place ----------------------------------------------------------------------------------------


def test_few_tries_from_one_place(hall: At, clock: Clock) -> None:
    for _ in range(FREE_FROM_A_PLACE):
        assert tried(hall, "192.168.1.50") == 401
    assert tried(hall, "192.168.1.50", PASSWORD) == 429, "then even the right one has to wait"
    assert tried(hall, "192.168.1.51", PASSWORD) == 303, "others are not concerned"
    clock.passes(seconds=1)
    assert tried(hall, "192.168.1.50", PASSWORD) == 303
    assert tried(hall, "192.168.1.50") == 401, "whoever signs in begins anew"


def test_each_pause_is_twice_as_long(hall: At, clock: Clock) -> None:
    for _ in range(FREE_FROM_A_PLACE):
        tried(hall, "192.168.1.50")
    for pause in (1, 2, 4, 8, 16):
        answer = hall.elsewhere("192.168.1.50").post("/login", data={"password": "wrong"})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, str(pause))
        assert f"{pause} second" in answer.text
        clock.passes(seconds=pause - 0.1)
        assert tried(hall, "192.168.1.50") == 429
        clock.passes(seconds=0.1)
        assert tried(hall, "192.168.1.50") == 401


def test_no_pause_is_longer_than_a_quarter_of_an_hour(hall: At, clock: Clock) -> None:
    for _ in range(30):
        assert tried(hall, "192.168.1.50") == 401
        clock.passes(seconds=MOST_SECONDS)
    assert Count("x", 5, MOST_SECONDS).pause(10_000) == timedelta(seconds=MOST_SECONDS)
    tried(hall, "192.168.1.50")
    assert "15 minutes" in hall.elsewhere("192.168.1.50").post("/login", data={"password": "wrong"}).text


def test_after_a_day_it_is_forgotten(hall: At, clock: Clock) -> None:
    for _ in range(FREE_FROM_A_PLACE):
        tried(hall, "192.168.1.50")
    clock.passes(days=1)
    for _ in range(FREE_FROM_A_PLACE):
        assert tried(hall, "192.168.1.50") == 401
    with hall.runtime.store.reads() as connection:
        kept = connection.execute(text("select count(*) from note where name like 'tries:%'")).scalar_one()
        values = connection.execute(text("select name || value from note")).scalars().all()
    assert kept == 2, "the place and the account; what is old is swept away"
    assert not any("192.168" in value for value in values), "where they came from is not kept"


def test_many_tries_at_once_do_not_slip_through(hall: At) -> None:
    async def all_at_once() -> list[int]:
        transport = httpx.ASGITransport(app=Seen(hall.app, "192.168.1.51"))
        async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.2:8000") as client:
            tries = (client.post("/login", data={"password": "wrong"}) for _ in range(20))
            return [answer.status_code for answer in await asyncio.gather(*tries)]

    with hall.client.portal() as portal:
        statuses = portal.call(all_at_once)
    assert (statuses.count(401), statuses.count(429)) == (FREE_FROM_A_PLACE, 20 - FREE_FROM_A_PLACE)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2", True),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("", "", True),
    ],
)
def test_of_ipv6_the_network_counts(one: str, other: str, same: bool) -> None:
    """Whoever has one address there has billions."""
    assert (place_of(one) == place_of(other)) is same


def test_whoever_has_to_wait_keeps_no_writer_waiting(hall: At) -> None:
    """Thousands who are told to wait would each ask for the one place to write."""
    for _ in range(FREE_FROM_A_PLACE):
        tried(hall, "192.168.1.50")
    with hall.runtime.store.writes():  # somebody writes, and is not done yet
        assert tried(hall, "192.168.1.50") == 429


# --- of one account ----------------------------------------------------------------------------------------


def test_many_addresses_have_no_more_tries_than_one_account_allows(hall: At, clock: Clock) -> None:
    """Forty addresses tried forty passwords in a minute."""
    statuses = []
    for n in range(240):
        statuses.append(tried(hall, f"203.0.113.{n % 40}"))
        clock.passes(seconds=0.25)
    assert statuses.count(401) <= FREE_OF_THE_ACCOUNT + 6, "1 + 2 + 4 + 8 + 16 + 32 seconds are a minute"
    assert set(statuses) == {401, 429}


def test_strangers_do_not_hold_up_a_browser_that_is_known(hall: At, clock: Clock) -> None:
    owner = known(hall)
    for n in range(60):
        tried(hall, f"203.0.113.{n}")
        clock.passes(seconds=5)
    assert tried(hall, "192.168.1.9", PASSWORD) == 429, "a browser that nobody knows has to wait with everybody"
    assert owner.post("/login", data={"password": PASSWORD}, follow_redirects=False).status_code == 303


def test_a_browser_that_is_known_has_no_more_tries_than_others(hall: At) -> None:
    client = known(hall)
    statuses = [client.post("/login", data={"password": "wrong"}).status_code for _ in range(FREE_FROM_A_PLACE + 3)]
    assert statuses == [401] * FREE_FROM_A_PLACE + [429] * 3
    assert tried(hall, "192.168.1.9", PASSWORD) == 303, "and they are its own: nobody else waits for them"


def test_a_made_up_proof_proves_nothing(hall: At) -> None:
    owner = hall.elsewhere()
    owner.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    session = owner.cookies["ronda"]
    for proof in ("made-up", session, "x" * 5000):
        for _ in range(4):
            client = hall.elsewhere("203.0.113.5")
            client.cookies.set("known", proof)
            client.post("/login", data={"password": "wrong"})
    assert tried(hall, "203.0.113.5") == 429


def test_the_proof_is_no_session(hall: At) -> None:
    client = known(hall)
    other = hall.elsewhere()
    other.cookies.set("ronda", client.cookies["known"])
    assert other.get("/").status_code == 401
    assert hall.elsewhere().get("/api/events", headers={"Authorization": f"Bearer {client.cookies['known']}"}).is_error
    client.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    assert client.get("/sessions").text.count("/end") == 1, "nor is it listed as one"


def test_with_a_new_password_nobody_is_known_any_more(hall: At) -> None:
    owner, other = known(hall), known(hall, "192.168.1.10")
    owner.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    new = "horse correct"
    assert owner.post("/password", data={"old": PASSWORD, "new": new, "again": new}).status_code == 200
    for n in range(FREE_OF_THE_ACCOUNT):
        assert tried(hall, f"203.0.113.{n}") == 401
    assert other.post("/login", data={"password": new}).status_code == 429
    assert owner.post("/login", data={"password": new}, follow_redirects=False).status_code == 303


def test_changing_the_password_is_counted_too(hall: At) -> None:
    owner = hall.elsewhere()
    owner.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    wrong = {"old": "wrong", "new": "horse correct", "again": "horse correct"}
    statuses = [owner.post("/password", data=wrong).status_code for _ in range(FREE_FROM_A_PLACE + 1)]
    assert statuses == [422] * FREE_FROM_A_PLACE + [429]


# --- all workers, and after a restart ----------------------------------------------------------------------


def test_workers_count_together_and_remember(hall: At, tmp_path: Path, clock: Clock) -> None:
    with opened(hall.runtime.settings) as other:
        keep_time(other, clock)
        for n in range(FREE_FROM_A_PLACE):
            assert tried((hall, other)[n % 2], "192.168.1.50") == 401
        assert tried(hall, "192.168.1.50") == tried(other, "192.168.1.50") == 429
    with opened(hall.runtime.settings) as again:
        keep_time(again, clock)
        assert tried(again, "192.168.1.50") == 429


def test_on_postgresql_two_at_the_same_moment_are_two(postgres: str) -> None:
    """None is lost between reading the count and writing it."""
    counts = [Count("owner", 10, 900)]
    at = datetime(2026, 5, 1, tzinfo=UTC)
    with open_store(fresh_database(postgres)) as store:

        async def all_at_once() -> list[timedelta]:
            return await asyncio.gather(*(asyncio.to_thread(one) for _ in range(24)))

        def one() -> timedelta:
            with store.writes() as connection:
                return begin_try(connection, counts, at)

        waits = run(all_at_once())
        assert waits.count(timedelta()) == 10
        with store.writes() as connection:
            forgive(connection, [], counts)
            assert begin_try(connection, counts, at) == timedelta(), "one try less"
            assert begin_try(connection, counts, at) == timedelta(seconds=1)


# --- passwords ---------------------------------------------------------------------------------------------

COMMON = """password Password1 P@ssw0rd passw0rd! 12345678 123456789 87654321 11111111 qwertyuiop Qwertz123 azertyuiop
asdfasdf 1q2w3e4r 1qaz2wsx abcd1234 abcabcabc iloveyou Dragon2024! letmein123 trustno1! sunshine1 realmadrid10 tequiero1
contraseña motdepasse1 bienvenue willkommen geheim123 schatzi1 galatasaray1905 İSTANBUL34 fenerbahçe sifre1234
administrator adminadmin changeme turnier2024 RondaRonda ajedrez1 satranç1 19900312 12.03.1990 20252026"""


@pytest.mark.parametrize("password", COMMON.split())
def test_what_everybody_tries_first_is_no_password(password: str) -> None:
    assert passwords.unfit(password) == "common"


@pytest.mark.parametrize(
    "password",
    [
        "correct horse",
        "x7Kp2mQz",
        "wohl bekannt im Ort",
        "🐎🐎 verde 7x",
        "   weit   ",
        "mesa cuatro verde",
        "ß" * 3 + "wxq4!",
    ],
)
def test_everything_else_is_one(password: str) -> None:
    assert passwords.unfit(password) is None
    assert passwords.unfit(password * 7) is None, "long ones, too"


@pytest.mark.parametrize("password", ["", "short", "seven77", "x" * 201])
def test_too_short_or_endless(password: str) -> None:
    assert passwords.unfit(password) == "length"


def test_a_long_password_is_never_looked_at_for_long() -> None:
    """The rules look at a text of two hundred letters no more often than at one of twenty, times ten squared."""
    assert not is_common("x7Kp2mQz" * 25)


def test_the_page_says_why(hall: At) -> None:
    owner = hall.elsewhere()
    owner.post("/login", data={"password": PASSWORD}, follow_redirects=False)
    answer = owner.post("/password", data={"old": PASSWORD, "new": "Password123", "again": "Password123"})
    assert answer.status_code == 422
    assert "first passwords" in answer.text


def test_without_a_password_it_takes_as_long(hall: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks the time learns nothing: the same work is done, whatever is wrong."""
    worked: list[int] = []
    true = PasswordHasher.verify

    def counted(self: Any, *given: Any) -> Any:
        worked.append(1)
        return true(self, *given)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    store = hall.runtime.store
    for wrong in ("wrong", "", "x" * 900, PASSWORD + "x" * 900):
        assert not passwords.is_right(store, wrong)
    with store.writes() as connection:
        connection.execute(text("delete from note where name = 'password'"))
    assert not passwords.is_right(store, PASSWORD)
    assert len(worked) == 5


def test_only_two_are_worked_out_at_once(hall: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes 64 MB and a core: many at once would stall everybody."""
    running, most = 0, 0
    true = passwords.is_right

    def watched(*given: Any) -> bool:
        nonlocal running, most
        running += 1
        most = max(most, running)
        try:
            return true(*given)
        finally:
            running -= 1

    monkeypatch.setattr(passwords, "is_right", watched)

    async def all_at_once() -> None:
        async def one(n: int) -> None:
            transport = httpx.ASGITransport(app=Seen(hall.app, f"192.168.1.{n}"))
            async with httpx.AsyncClient(transport=transport, base_url="http://192.168.1.2:8000") as client:
                await client.post("/login", data={"password": "wrong"})

        await asyncio.gather(*map(one, range(10)))

    with hall.client.portal() as portal:
        portal.call(all_at_once)
    assert 0 < most <= 2


# --- rest --------------------------------------------------------------------------------------------------


def signed_in(desk: At) -> Any:
    client = desk.elsewhere()
    assert client.post("/login", data={"password": PASSWORD}, follow_redirects=False).status_code == 303
    return client


def test_an_owner_who_rests_is_signed_out(hall: At, clock: Clock) -> None:
    client = signed_in(hall)
    clock.passes(hours=11, minutes=59)
    assert client.get("/").status_code == 200
    fresh = signed_in(hall)
    clock.passes(hours=12)
    answer = fresh.get("/")
    assert answer.status_code == 401
    assert "12 hours" in answer.text
    assert "/login" in answer.text
    told = fresh.get("/api/events")
    assert (told.status_code, told.json()["error"]["code"]) == (401, "sign_in_first")


def test_who_works_stays_for_thirty_days_and_no_longer(hall: At, clock: Clock) -> None:
    client = signed_in(hall)
    for _ in range(3 * 30 - 1):
        clock.passes(hours=8)
        assert client.get("/").status_code == 200
    clock.passes(hours=8)
    answer = client.get("/")
    assert answer.status_code == 401
    assert "hours" not in answer.text, "it was no rest"


def test_a_session_is_not_written_down_with_every_request(hall: At, clock: Clock, monkeypatch: Any) -> None:
    client = signed_in(hall)
    written: list[int] = []
    true = hall.runtime._renew

    def counted(*given: Any) -> None:
        written.append(1)
        true(*given)

    monkeypatch.setattr(hall.runtime, "_renew", counted)
    for _ in range(40):
        client.get("/")
        clock.passes(seconds=30)
    assert 3 <= len(written) <= 4, "twenty minutes"


def test_a_session_from_before_has_its_first_rest_now(hall: At, clock: Clock) -> None:
    with hall.runtime.store.writes() as connection:
        issue(connection, "old", "owner", "owner", clock(), expires=clock() + timedelta(days=30))
    client = hall.elsewhere()
    client.cookies.set("ronda", "old")
    clock.passes(days=3)
    assert client.get("/").status_code == 200
    clock.passes(hours=13)
    assert client.get("/").status_code == 401


@pytest.mark.parametrize(("role", "stays"), [("arbiter", False), ("helper", True)])
def test_who_was_invited(hall: At, clock: Clock, role: str, stays: bool) -> None:
    """An arbiter does almost all that the owner does; a helper enters results, and comes back in the morning."""
    code, owner = hall.make(), signed_in(hall)
    page = owner.post(f"/e/{code}/people", data={"name": "Ana", "role": role}).text
    guest = hall.elsewhere()
    guest.post(page[page.index("/invite/") :].split("<")[0].split('"')[0], follow_redirects=False)
    assert guest.get(f"/e/{code}").status_code == 200
    clock.passes(hours=13)
    assert (guest.get(f"/e/{code}").status_code == 200) is stays


def test_keys_of_programs_have_no_rest(hall: At, clock: Clock) -> None:
    owner = signed_in(hall)
    page = owner.post("/sessions", data={"name": "scoreboard"}).text
    key = page.partition('<code class="secret">')[2].partition("<")[0]
    clock.passes(days=100)
    assert hall.elsewhere().get("/api/events", headers={"Authorization": f"Bearer {key}"}).status_code == 200


def test_another_rest(tmp_path: Path, clock: Clock) -> None:
    with opened(ServerSettings(str(tmp_path / "one.db"), "0.0.0.0", idle_hours=1)) as at:
        passwords.set_password(at.runtime.store, PASSWORD)
        keep_time(at, clock)
        client = signed_in(at)
        clock.passes(minutes=61)
        assert "after 1 hour without" in client.get("/").text


# --- who cannot wait ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es", "tr", "de", "fr"])
def test_the_machine_can_let_in_who_is_held_up(hall: At, clock: Clock, language: str) -> None:
    """Strangers' tries hold up every new browser; whoever has the machine gets in by a link, once."""
    for n in range(FREE_OF_THE_ACCOUNT + 5):
        tried(hall, f"10.0.{n}.1")
    new = hall.elsewhere("203.0.113.7")
    page = new.post("/login", data={"password": PASSWORD}, headers={"accept-language": language})
    assert page.status_code == 429
    assert "ronda accounts link" in page.text
    link = f"/here/{sign_in_link(hall.runtime.store)}"
    answer = new.get(link, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert new.get("/").status_code == 200
    assert hall.elsewhere("203.0.113.8").get(link).status_code == 404, "it was for once"
    new.post("/logout", follow_redirects=False)
    assert new.post("/login", data={"password": PASSWORD}, follow_redirects=False).status_code == 303, "known now"


def test_a_link_of_the_machine_is_soon_over(hall: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "LINK", timedelta(seconds=-1))
    assert hall.elsewhere().get(f"/here/{sign_in_link(hall.runtime.store)}").status_code == 404
