"""What people wait for, at small, usual and large sizes (`declared.py`) and with inputs made to be hard."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.facts import ResultEntered
from ronda.core.model import OptionValue, Proposal, Tournament
from ronda.core.values import replace
from ronda.desk import standings_after
from ronda.desk.decisions import check_round, next_round
from ronda.sheets import pdf
from ronda.sheets.context import SheetOrder
from ronda.store import Stored, open_store
from ronda.store.event_log import LogPages
from ronda.systems import book_of, system
from tools.bench import hard_fields
from tools.bench.declared import declared
from tools.bench.events import played, recorded, story
from tools.bench.pages import Browser
from tools.bench.peers import peers

PEER_SIZE = 500
EVENTS = 1_000
LIMIT = 60  # players of a hard case
ALLOWED = 1.5
TWICE = 2.0  # for commands: most of it is what Python and libraries need


AS_REDEMPTION_SIZES = (16, 200, 2_000, 10_000)
AS_REDEMPTION: Mapping[str, OptionValue] = {  # AG3.2
    "form": "score",
    "target": 5,
    "ending": "exact",
    "time": True,
    "win": "3",
    "time_win": "2",
    "time_loss": "1",
    "forfeit_margin": "0, -5",
    "order": "points, margin",
}


class Case(NamedTuple):
    """`of` is the system, or nothing where it does not matter; `series` and `size` tell which cases grow into each
    other; `against`: the name of the case that it is measured against instead of the yardstick; `allowed`: how many
    times what was recorded it may cost."""

    of: str
    series: str
    size: int
    run: Callable[[], object]
    against: str = ""
    allowed: float = ALLOWED

    @property
    def name(self) -> str:
        return f"{self.series} {self.size}" if self.size else self.series


def of_system(name: str, folder: Path) -> Iterator[Case]:
    """All of one system. Each event is let go before the next one is made."""
    own = declared(name)
    for size in own.sizes:
        event = played(name, size, own.rounds)
        yield Case(name, "next round with check and reasons", size, partial(next_round, event))
        yield Case(name, "check of the last round", size, partial(check_round, event, event.rounds[-1]))
        yield Case(name, "standings", size, partial(standings_after, event, len(event.rounds)))
        if size == own.sizes[-1]:
            yield from _of_stored(name, event, folder)
            yield Case(name, "sheet of standings", size, partial(pdf, event, SheetOrder("standings")))
    yield from _hard(name)
    if system(name).rules.seating.side_size == 1:
        yield from _beside_peers(name)
    if name == "swiss":
        yield from _beside_redemption()


def _of_stored(name: str, event: Tournament, folder: Path) -> Iterator[Case]:
    """The same event in a database, where one of the last results is corrected again and again."""
    size = len(event.players)
    place = folder / f"{name}.db"
    with ExitStack() as stack:
        store = stack.enter_context(open_store(place))
        stored = recorded(store, story(event))
        table = event.rounds[-1].tables[0]
        other = event.rounds[-1].tables[1].result
        results = [table.result, other]

        def correct() -> None:
            nonlocal stored
            results.reverse()
            fact = ResultEntered(len(event.rounds), table.number, results[0])
            answer = store.append(stored.code, [fact], expected=stored.version, actor="bench")
            assert isinstance(answer, Stored)
            stored = answer

        yield Case(name, "corrected result, appended", size, correct)
        yield Case(name, "log, newest page", size, lambda: LogPages(store, store.live.of(stored)).newest(100))
        yield Case(name, "first load and fold", size, lambda: _first_load(place, stored.code))
        browser = stack.enter_context(Browser(place))
        at = f"/e/{stored.code}"
        for what, path in (("round", f"{at}/round/{len(event.rounds)}"), ("wall", f"/wall/{stored.code}")):
            yield Case(name, f"page: {what}", size, partial(browser.get, path))
        yield Case(name, "page: log", size, lambda: browser.get(f"{at}/log"))
        browser.get(f"{at}/log/verify?full=true")
        browser.settled(f"{at}/log/verify/progress")
        yield Case(name, "page: verified again", size, lambda: browser.get(f"{at}/log/verify"))


def _first_load(place: Path, code: str) -> None:
    with open_store(place, read_model=False) as store:
        stored = store.load(code)
        assert stored is not None
        store.tournament(stored)


def _hard(name: str) -> Iterator[Case]:
    """A club that must not meet itself, and an event that is nearly played out."""
    for size in (28, LIMIT):
        apart = hard_fields.clubs_apart(name, size, size * 2 // 7)
        yield Case(name, "hard: a club apart", size, partial(next_round, apart))
    late = played(name, 28, 20)
    yield Case(name, "hard: round 21 of 28 players", 0, lambda: next_round(late))
    for series, made, sizes in hard_fields.OF.get(name, ()):
        for size in sizes:
            yield from _pair_and_check(name, series, made(size))


def _pair_and_check(name: str, series: str, event: Tournament) -> Iterator[Case]:
    """Both parts apart: each has searches of its own."""
    rules, book, size = system(name).rules, book_of(event), len(event.players)
    proposal = rules.pair(book, Draw(1, "round", book.round))
    assert isinstance(proposal, Proposal)
    yield Case(name, f"hard: {series}, pair", size, lambda: rules.pair(book, Draw(1, "round", book.round)))
    yield Case(name, f"hard: {series}, check", size, lambda: rules.check(book, proposal.round))


def _beside_peers(name: str) -> Iterator[Case]:
    event = played(name, PEER_SIZE, 8)
    book, rules = book_of(event), system(name).rules
    yield Case(name, f"pairing alone, {PEER_SIZE}", 0, lambda: rules.pair(book, Draw(1, "round", book.round)))
    for peer, run in peers(book):
        yield Case(name, f"pairing alone, {PEER_SIZE}", 0, run, against=peer)


def _beside_redemption() -> Iterator[Case]:
    """A round of swiss by the options that make it redemption, and the same round made by redemption itself."""
    for size in AS_REDEMPTION_SIZES:
        event = played("redemption", size, 4)
        known = book_of(event)
        as_swiss, own = (
            partial(_pair, replace(known, setup=replace(event.setup, system=name, options={**options, "rounds": 9})))
            for name, options in (("swiss", AS_REDEMPTION), ("redemption", {}))
        )
        yield Case("swiss", "round of redemption", size, as_swiss)
        yield Case("swiss", f"round of redemption {size}", 0, own, against="redemption")


def _pair(book: Book) -> object:
    return system(book.setup.system).rules.pair(replace(book), Draw(1, "round", book.round))


def of_start(folder: Path, name: str) -> Iterator[Case]:
    """The command line on a small file, and the start page of a full desk."""
    file = folder / "small.json"
    players = folder / "players.csv"
    players.write_text("name\n" + "".join(f"Player {n}\n" for n in range(1, 29)))
    command = [sys.executable, "-m", "ronda"]
    _run([*command, "new", str(file), "--system", name, "--players", str(players), "--seed", "1"])
    made = file.read_bytes()

    def pair() -> None:
        file.write_bytes(made)
        _run([*command, "pair", str(file)])

    yield Case("", "ronda pair, 28 players", 0, pair, allowed=TWICE)
    place = folder / "many.db"
    small = list(story(played(name, 28, 3)))
    with open_store(place, read_model=False) as store:
        for _ in range(EVENTS):
            recorded(store, small)
    with Browser(place) as browser:
        yield Case("", f"start page, {EVENTS} events", 0, lambda: browser.get("/"))


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
