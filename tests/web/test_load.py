"""A full hall: 300 or 1,000 phones with open event streams, each writing about once a second. Part of `make soak`."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from ronda.core.facts import Created, Entered, Fact
from ronda.core.model import Player, Setup
from ronda.desk import rounds
from ronda.operations.event_settings import Display, event_key, player_mark
from ronda.store import Store, Stored, open_store
from ronda.store.replay import replay
from tests.desk.director import Director
from tests.store.conftest import fresh_database
from tests.web.looping import run as run_loop
from tests.web.phones import Phone, live, p95
from tests.web.serving import free_port, serving

PHONES = 300
SECONDS = float(os.environ.get("RONDA_LOAD_SECONDS", "30"))
MOST_SECONDS = 0.150
ATTACKED_SECONDS = 0.100
HERE = Path(__file__).parents[2]
QUICK_SECONDS = 0.050  # a machine that has 300 phones answered within that time has 1,000 within the other


def a_round(store: Store, players: int) -> str:
    """An event with its first round on the wall."""
    people = [Player(n, f"Player {n}") for n in range(1, players + 1)]
    facts: list[Fact] = [Created(Setup("redemption", "Full hall", {"rounds": 5}, 1)), *map(Entered, people)]
    code = store.create(facts, actor="desk").code
    desk = Director(store, "desk")
    assert isinstance(desk.act(code, "pair", rounds.draft), Stored)
    assert isinstance(desk.act(code, "publish", rounds.publish), Stored)
    return code


def phones_of(store: Store, code: str, players: int) -> list[Phone]:
    """Nobody agrees with anybody, so that everybody goes on reporting."""
    key = event_key(store, code)
    stored = store.load(code)
    assert stored is not None
    first = {table.first[0] for table in store.tournament(stored).rounds[-1].tables}
    return [
        Phone(
            f"/p/{code}/{player_mark(key, code, n, Display().editions.get(str(n), 0))}",
            ("5-3", "5-2") if n in first else ("1-5", "2-5"),
            random.Random(n),
            stored.version,
        )
        for n in range(1, players + 1)
    ]


def run(db: str, workers: int, seconds: float, players: int = PHONES) -> float:
    """The 95th percentile in seconds. Nothing that was acknowledged may be missing."""
    with open_store(db) as store:
        code = a_round(store, players)
        phones = phones_of(store, code, players)
    port = free_port()
    with serving(db, port, workers):
        run_loop(live(phones, "127.0.0.1", port, seconds))
    acknowledged = [key for phone in phones for key in phone.keys]
    with open_store(db) as store:
        log = store.log(code)
        assert log is not None
        kept = {record.key for record in log}
        assert not set(acknowledged) - kept, "nothing acknowledged is lost"
        assert not store.verify(code)
        assert replay([record.fact for record in log]).holds
    asked = sum(len(phone.seconds) for phone in phones)
    print(
        f"\n{players} phones, {workers} worker(s), {db.partition(':')[0]}: "
        f"{asked} reports in {seconds:.0f} s ({asked / seconds:.0f}/s), "
        f"p95 {p95(phones) * 1000:.0f} ms, slowest {max(max(p.seconds) for p in phones) * 1000:.0f} ms, "
        f"{sum(phone.news for phone in phones)} news, {sum(phone.refused for phone in phones)} refused"
    )
    assert all(not phone.refused for phone in phones)
    return p95(phones)


@pytest.mark.soak
def test_300_phones_on_sqlite(tmp_path: object) -> None:
    assert run(f"sqlite:///{tmp_path}/ronda.db", 1, SECONDS) < MOST_SECONDS


@pytest.mark.soak
def test_300_phones_and_two_workers_on_postgresql(postgres: str) -> None:
    assert run(fresh_database(postgres), 2, SECONDS) < MOST_SECONDS


@pytest.mark.soak
def test_1000_phones_and_two_workers_on_postgresql(postgres: str) -> None:
    """In one run with 300, so that a busy machine is known as one."""
    few = run(fresh_database(postgres), 2, SECONDS)
    many = run(fresh_database(postgres), 2, SECONDS, players=1000)
    assert many < MOST_SECONDS * max(1.0, few / QUICK_SECONDS)


@pytest.mark.soak
def test_2000_streams_with_and_without_an_attacker(tmp_path: Path) -> None:
    """Everybody listens, 300 report, and then somebody sends 20 MB of fields all the time beside them."""
    db = f"sqlite:///{tmp_path}/ronda.db"
    with open_store(db) as store:
        code = a_round(store, 2000)
        phones = phones_of(store, code, 2000)
    port = free_port()
    with serving(db, port):
        run_loop(live(phones, "127.0.0.1", port, SECONDS, phones[:PHONES]))
        alone = p95(phones[:PHONES])
        for phone in phones:
            phone.seconds.clear()
        words = [sys.executable, "-m", "tests.web.hurting", str(port), code, "20 MB of fields", str(2 * SECONDS + 60)]
        with subprocess.Popen(words, cwd=HERE) as attacking:
            try:
                run_loop(live(phones, "127.0.0.1", port, SECONDS, phones[PHONES : 2 * PHONES]))
            finally:
                attacking.kill()
        beside = p95(phones[PHONES : 2 * PHONES])
    print(f"\n2000 streams, 300 phones report: p95 {alone * 1000:.0f} ms, beside an attacker {beside * 1000:.0f} ms")
    assert all(not phone.refused for phone in phones)
    assert beside - alone < ATTACKED_SECONDS
