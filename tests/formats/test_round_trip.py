"""Whatever a tournament holds comes back from its file, and nothing but Unreadable comes out of a bad one."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import (
    Avoid,
    Bye,
    Earlier,
    Forfeit,
    OptionValue,
    Player,
    Result,
    Round,
    Scored,
    Setup,
    Table,
    Tournament,
)
from ronda.core.verdicts import Reason, Relaxation
from ronda.formats.errors import CODES, Unreadable
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import System, system
from ronda.systems.system import Rules
from tests.formats.samples import golden

LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"])
WORDS = st.text(LETTERS, max_size=12)
NAMES = st.builds(lambda before, letter, after: before + letter + after, WORDS, st.sampled_from("Aİçß漢"), WORDS)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FACTS = st.dictionaries(WORDS, JSON, max_size=3)
FORFEITS = [Forfeit(True, False), Forfeit(False, True), Forfeit(True, True)]
RESULTS: dict[str, st.SearchStrategy[Result | None]] = {
    "chess": st.sampled_from([None, Scored(2, 0), Scored(0, 2), Scored(1, 1), *FORFEITS]),
    "redemption": st.one_of(
        st.none(), st.builds(Scored, st.integers(0, 4), st.integers(0, 5)), st.sampled_from(FORFEITS)
    ),
}


def _options(draw: st.DrawFn, rules: Rules) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = {}
    for option in rules.options:
        if not draw(st.booleans()):
            continue
        match option.kind:
            case "bool":
                chosen[option.name] = draw(st.booleans())
            case "int" | "halves" if not option.choices:
                chosen[option.name] = draw(st.integers(option.low, option.high))
            case "text":
                chosen[option.name] = draw(st.sampled_from((option.default, option.example)))
            case _:
                chosen[option.name] = draw(st.sampled_from(option.choices))
        if option.default is None and draw(st.booleans()):
            chosen[option.name] = None
    return chosen | ({"max_score": 5} if "max_score" in chosen else {})


def _players(draw: st.DrawFn) -> tuple[Player, ...]:
    ids = draw(st.lists(st.integers(1, 10**9), unique=True, max_size=9))
    numbers = draw(st.permutations(range(1, len(ids) + 1)))
    rating = st.just(0) | st.integers(1000, 10**9)
    optional = st.none() | st.integers(0, 4)
    return tuple(
        Player(
            pid,
            draw(NAMES),
            draw(rating),
            draw(rating),
            draw(st.sampled_from(["", str(pid), f"0{pid}-A"])),
            draw(WORDS),
            joined_round=draw(st.integers(1, 3)),
            left_after=draw(optional),
            missed=tuple(draw(st.lists(st.integers(1, 4), unique=True, max_size=2))),
            number=draw(st.sampled_from([None, number])),
            pinned_table=draw(optional),
        )
        for pid, number in zip(ids, numbers, strict=True)
    )


def _round(draw: st.DrawFn, number: int, players: tuple[Player, ...], system: System) -> Round:
    seats = draw(st.permutations([player.id for player in players if player.plays_in(number)]))
    pairs = list(zip(seats[::2], seats[1::2], strict=False))[: draw(st.integers(0, 5))]
    result = RESULTS[system.id]
    tables = []
    for at, pair in enumerate(pairs):
        absent = st.lists(st.sampled_from(pair), unique=True).map(tuple)
        later = sorted(draw(st.sets(st.integers(number + 1, 9), max_size=2)))
        earlier = tuple(Earlier(draw(result), until, draw(absent)) for until in later)
        tables.append(Table(at * 3, pair[:1], pair[1:], draw(result), draw(absent), earlier))
    byes = [
        Bye(player, draw(st.none() | st.integers(0, 99)), draw(st.none() | st.integers(-99, 99)))
        for player in seats[2 * len(pairs) :]
    ]
    ids = [player.id for player in players]
    known = st.sampled_from([None, *ids])
    several = st.lists(st.sampled_from(ids), max_size=3).map(tuple) if ids else st.just(())
    reason = st.builds(
        Reason,
        code=WORDS | st.just("recorded"),
        article=WORDS,
        facts=FACTS | st.builds(lambda text: {"text": text}, WORDS),
        table=st.none() | (st.sampled_from([table.number for table in tables]) if tables else st.none()),
        player=known,
    )
    relaxation = st.builds(Relaxation, WORDS, WORDS, several, FACTS)
    return Round(
        number,
        tuple(tables),
        tuple(byes),
        draw(st.none() | st.integers(0, 2**63 - 1)),
        draw(st.none() | WORDS),
        tuple(draw(st.lists(reason, max_size=3))),
        tuple(draw(st.lists(relaxation, max_size=2))),
        status="published" if any(table.result is None for table in tables) else "closed",
        by_hand=draw(st.booleans()),
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    declared = system(draw(st.sampled_from(sorted(RESULTS))))
    players = _players(draw)
    ids = [player.id for player in players]
    pair = st.permutations(ids).map(lambda order: (order[0], order[1]))
    avoid = st.builds(Avoid, pair, st.sampled_from(["opponents", "partners", "both"]), st.booleans())
    setup = Setup(
        declared.id,
        draw(WORDS),
        _options(draw, declared.rules),
        draw(st.integers(0, 2**63 - 1)),
        tuple(draw(st.lists(avoid, max_size=2))) if len(ids) > 1 else (),
    )
    players = tuple(replace(player, name=declared.forms.name(setup, player.name)) for player in players)  # C1.2
    count = draw(st.integers(0, 3))
    rounds = tuple(_round(draw, number, players, declared) for number in range(1, count + 1))
    made = [round_ for round_ in rounds if round_.status != "draft"]
    seated = {player for round_ in made for table in round_.tables for player in table.players}
    spared = {bye.player for round_ in made for bye in round_.byes if bye.kind == "U"}
    gone = {player.id for player in players if player.left_after is not None and player.left_after <= count}
    return Tournament(setup, players, rounds, here=frozenset((seated | spared) - gone))  # whoever plays is in the hall


def _typed(value: Any) -> Any:
    """With booleans and numbers told apart, which == does not."""
    if isinstance(value, dict):
        return {key: _typed(inner) for key, inner in value.items()}
    return [_typed(inner) for inner in value] if isinstance(value, list) else (type(value), value)


@given(tournaments())
def test_what_is_written_is_read_again(tournament: Tournament) -> None:
    data = write(tournament)
    again = fold(read(data))
    assert again == tournament
    assert write(again) == data
    for there, here in zip(tournament.rounds, again.rounds, strict=True):
        for one, other in zip(there.reasons, here.reasons, strict=True):
            assert _typed(one.facts) == _typed(other.facts)


@given(tournaments())
def test_a_file_is_plain_json_of_whole_lines(tournament: Tournament) -> None:
    text = write(tournament).decode("utf-8")
    assert text.endswith("}\n")
    value = json.loads(text)
    lines = text.split("\n")
    assert sum(line.startswith('    {"id": ') for line in lines) == len(tournament.players)
    tables = sum(len(round_.tables) for round_ in tournament.rounds)
    assert sum(line.startswith('        {"number": ') for line in lines) == tables
    assert [player["name"] for player in value["players"]] == [player.name for player in tournament.players]


def _read_or_refuse(data: bytes) -> list[Fact] | None:
    try:
        return read(data)
    except Unreadable as found:
        refused = found
    assert refused.code in CODES["unreadable"]
    json.dumps(refused.facts, allow_nan=False, ensure_ascii=False).encode("utf-8")
    refused.path.encode("utf-8")
    assert (refused.line is None) == (refused.column is None)
    return None


@settings(max_examples=300)
@given(st.data())
def test_damaged_files_are_read_or_refused(data: st.DataObject) -> None:
    whole = golden(data.draw(st.sampled_from(["redemption.json", "chess.json"])))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(whole)))
        end = min(len(whole), start + data.draw(st.integers(0, 6)))
        piece = data.draw(
            st.sampled_from([b"", b'"', b"[", b"{", b"}", b"]", b",", b"-", b"0", b"9" * 30, b"null", b"NaN", b"\\u"])
            | st.binary(max_size=4)
        )
        whole = whole[:start] + piece + whole[end:]
    facts = _read_or_refuse(whole)
    if facts is not None:
        tournament = fold(facts)
        assert fold(read(write(tournament))) == tournament


@settings(max_examples=300)
@given(st.data())
def test_files_with_one_value_replaced_are_read_or_refused(data: st.DataObject) -> None:
    whole = json.loads(golden(data.draw(st.sampled_from(["redemption.json", "chess.json"]))))
    spot: Any = whole
    while True:
        key = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
        inner = spot[key]
        if not (isinstance(inner, dict | list) and inner) or data.draw(st.integers(0, 3)) == 0:
            break
        spot = inner
    spot[key] = data.draw(JSON)
    facts = _read_or_refuse(json.dumps(whole).encode())
    if facts is not None:
        tournament = fold(facts)
        assert fold(read(write(tournament))) == tournament


@given(st.binary(max_size=60))
def test_any_bytes_are_refused(data: bytes) -> None:
    assert _read_or_refuse(data) is None


@given(JSON)
def test_any_json_is_refused(value: Any) -> None:
    assert _read_or_refuse(json.dumps(value).encode()) is None
