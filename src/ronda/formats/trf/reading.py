"""Reads a tournament report file of any dialect (TRF06, 16, 16(x), 16(bx), 26) into one value, or says all that is
wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ronda.formats.trf.consistency import check_rounds, settle_scoring
from ronda.formats.trf.fields import Collector, Encoding, FieldPlace, lines_of
from ronda.formats.trf.records import UNTIL_THE_END, RecordsDraft, TrfPlayerLine, read_player, read_record
from ronda.formats.trf.values import (
    REQUESTED,
    RequestedBye,
    TrfEvent,
    TrfHead,
    TrfPlayer,
    TrfScoring,
    VirtualPoints,
)

Note = tuple[str, Mapping[str, Any]]
# Every note with the names of its facts: what was taken in a way that somebody may want to know.
NOTES: Mapping[str, frozenset[str]] = {
    "trf_encoding": frozenset(("encoding",)),
    "trf_absent_next": frozenset(("players", "round")),  # T2.5: a superfluous field, read as an absence
    "trf_scoring": frozenset(("win", "draw", "loss", "pab")),  # T4: not declared, and not the usual one
    "trf_other_records": frozenset(("records",)),
    "trf_other_type": frozenset(("type", "system")),
    "trf_short_games": frozenset(("count",)),
}


class Reading(NamedTuple):
    """The event, the encoding that was taken, and what else is worth telling about how the file was read."""

    event: TrfEvent
    encoding: Encoding
    notes: tuple[Note, ...]


def read_trf(data: bytes | str) -> Reading:
    """The event in the file. Raises Unreadable: `BadTrf` with everything that is wrong."""
    lines, encoding = lines_of(data.encode() if isinstance(data, str) else data)
    defects = Collector()
    draft = RecordsDraft(defects)
    listed: list[TrfPlayerLine] = []
    for at, text in enumerate(lines, start=1):
        code = text[:3]
        if code == "001":
            found = read_player(text.rstrip(), at, defects)
            if found is not None:
                listed.append(found)
        elif code and code != "###" and not text.isspace():
            read_record(code.upper() if code[:2].lower() in ("xx", "bb") else code, text, at, draft)
    if not listed:
        if not defects.found:
            defects.add("no_players", line=1)
        defects.refuse()
    by_number = _by_number(listed, defects)
    defects.refuse()  # what cannot be read cannot be compared
    players, played, byes, vague = _to_columns(listed, draft, by_number)
    defects.refuse()
    check_rounds(players, played, by_number, defects)
    event = _event(players, played, byes, draft, by_number)
    if draft.by_rank:
        event = replace(event, order=tuple(by_number))
    event, declared = settle_scoring(event, draft.scoring, {one.player.number: one.line for one in listed}, defects)
    defects.refuse()
    return Reading(event, encoding, tuple(_notes(event, encoding, vague, declared)))


def _by_number(listed: Sequence[TrfPlayerLine], defects: Collector) -> dict[int, TrfPlayerLine]:
    found: dict[int, TrfPlayerLine] = {}
    for one in listed:
        own = one.player.number
        if found.setdefault(own, one) is not one:
            defects.add("duplicate_number", number=own, player=own, line=one.line, column=5)
    return found


# --- rounds: those that were paired, and byes of those to come ---------------------------------------------


def _to_columns(
    listed: Sequence[TrfPlayerLine], draft: RecordsDraft, by_number: Mapping[int, TrfPlayerLine]
) -> tuple[tuple[TrfPlayer, ...], int, tuple[RequestedBye, ...], list[int]]:
    """Everybody with an entry for each round that was paired, and how many these are. Fields behind those are byes of
    rounds to come (T2.4); of whom they are vague."""
    played = max((_last_paired(one.player) for one in listed), default=0)
    _refuse_unpaired_pab(listed, played, draft.defects)
    asked = _byes_of_records(draft, played, by_number)
    players: list[TrfPlayer] = []
    vague: list[int] = []
    for one in sorted(listed, key=lambda one: one.player.number):
        player = one.player
        if one.filled > played:
            for round_ in range(played + 1, one.filled + 1):
                kind: Any = player.results[round_ - 1]
                _ask(asked, RequestedBye(round_, kind, player.number), one.line, draft)
            if one.vague:
                vague.append(player.number)
        if one.filled != played:
            player = _cut(player, played)
        players.append(player)
    late = [bye for bye in asked.values() if bye.round > played]
    late.sort(key=lambda bye: (bye.round, bye.kind, bye.player))
    past = {(bye.player, bye.round): bye.kind for bye in asked.values() if bye.round <= played}
    return tuple(_with_past_byes(players, past, draft)), played, tuple(late), vague


def _last_paired(player: TrfPlayer) -> int:
    rounds = enumerate(zip(player.opponents, player.results, strict=True), start=1)
    return max((at for at, (opponent, result) in rounds if opponent or result not in REQUESTED), default=0)


def _refuse_unpaired_pab(listed: Sequence[TrfPlayerLine], played: int, defects: Collector) -> None:
    """T2.4: only byes that were asked for may stand in a round that is not paired."""
    last = [one for one in listed if one.filled >= played]
    if not played or len(last) == len(listed) == 1:
        return
    if any(one.player.opponents[played - 1] for one in last) or len(last) == len(listed):
        return
    for one in last:
        if one.player.results[played - 1] not in REQUESTED:
            place = FieldPlace(defects, one.line, 92 + 10 * (played - 1), one.player.number, played)
            place.add("pab_not_paired")


def _cut(player: TrfPlayer, played: int) -> TrfPlayer:
    missing = played - len(player.opponents)
    return replace(
        player,
        opponents=(player.opponents + (0,) * missing)[:played],
        colours=(player.colours + "-" * missing)[:played],
        results=(player.results + "Z" * missing)[:played],
    )


Asked = dict[tuple[int, int], RequestedBye]


def _byes_of_records(draft: RecordsDraft, played: int, by_number: Mapping[int, TrfPlayerLine]) -> Asked:
    asked: Asked = {}
    absent = [(RequestedBye(played + 1, "Z", player), line) for player, line in draft.absent]
    for bye, line in [*draft.byes, *absent]:
        if bye.player not in by_number:
            draft.defects.add("unknown_player", number=bye.player, round=bye.round, line=line)
        else:
            _ask(asked, bye, line, draft)
    return asked


def _ask(asked: Asked, bye: RequestedBye, line: int, draft: RecordsDraft) -> None:
    known = asked.setdefault((bye.player, bye.round), bye)
    if known.kind != bye.kind:
        draft.defects.add("two_byes", kind=bye.kind, other=known.kind, player=bye.player, round=bye.round, line=line)


def _with_past_byes(
    players: list[TrfPlayer], past: Mapping[tuple[int, int], str], draft: RecordsDraft
) -> Sequence[TrfPlayer]:
    """T8: a bye record of a past round says no more than the player record, or what that left blank."""
    if not past:
        return players
    place = {player.number: at for at, player in enumerate(players)}
    for (number, round_), kind in past.items():
        player = players[place[number]]
        own = player.results[round_ - 1]
        if own not in ("Z", kind) or player.opponents[round_ - 1]:
            draft.defects.add("bye_of_paired", kind=kind, player=number, round=round_)
        else:
            results = player.results[: round_ - 1] + kind + player.results[round_:]
            players[place[number]] = replace(player, results=results)
    return players


# --- the event ---------------------------------------------------------------------------------------------


def _event(
    players: tuple[TrfPlayer, ...],
    played: int,
    byes: tuple[RequestedBye, ...],
    draft: RecordsDraft,
    by_number: Mapping[int, TrfPlayerLine],
) -> TrfEvent:
    values = dict(draft.values)
    if not values.get("type_code") and values.get("type_text", "").startswith("FIDE_"):
        values["type_code"] = values["type_text"]  # T6: one program writes the code there
    _refuse_unknown(draft, by_number)
    rounds = values.get("rounds")
    head = {name: values.pop(name) for name in TrfHead.__struct_fields__ if name in values}
    return TrfEvent(
        players=players,
        played=played,
        byes=byes,
        head=TrfHead(deputies=tuple(draft.deputies), **head),
        virtual=(*(one for one, _ in draft.virtual), *ranges(draft.accelerated)),
        forbidden=tuple(
            replace(one, last_round=rounds) if rounds and one.last_round >= UNTIL_THE_END else one
            for one, _ in draft.forbidden
            if len(one.players) > 1
        ),
        abnormal=tuple(
            replace(one, players=tuple(own for own in one.players or sorted(by_number) if own in by_number))
            for one, _ in draft.abnormal
        ),
        national=tuple(one for one, _ in draft.national),
        others=tuple(draft.others),
        **values,
    )


def _refuse_unknown(draft: RecordsDraft, by_number: Mapping[int, TrfPlayerLine]) -> None:
    named = [
        *((player, line) for one, line in draft.abnormal for player in one.players),
        *((one.player, line) for one, line in draft.national),
        *((player, 0) for player in draft.accelerated),
    ]
    for player, line in named:
        if player not in by_number:
            draft.defects.add("unknown_player", number=player, line=line or None)


def ranges(by_player: Mapping[int, Sequence[int]]) -> list[VirtualPoints]:
    """Virtual points of single players, round by round, as ranges of rounds and of pairing numbers."""
    runs: dict[tuple[int, int, int], list[list[int]]] = {}  # points, first, last: rounds one after the other
    for round_ in range(1, max(map(len, by_player.values()), default=0) + 1):
        worth = {p: own[round_ - 1] for p, own in by_player.items() if len(own) >= round_ and own[round_ - 1]}
        first: int | None = None
        for player in sorted(worth):
            first = player if first is None else first
            if worth.get(player + 1) != worth[player]:
                spans = runs.setdefault((worth[player], first, player), [])
                if spans and spans[-1][1] == round_ - 1:
                    spans[-1][1] = round_
                else:
                    spans.append([round_, round_])
                first = None
    found = [
        VirtualPoints(amount, span[0], span[1], first, last)
        for (amount, first, last), spans in runs.items()
        for span in spans
    ]
    return sorted(found, key=lambda one: (one.first_round, one.first))


def _notes(event: TrfEvent, encoding: Encoding, vague: Sequence[int], declared: bool) -> list[Note]:
    found: list[Note] = []
    if encoding != "utf-8":
        found.append(("trf_encoding", {"encoding": encoding}))
    if vague:
        found.append(("trf_absent_next", {"players": list(vague), "round": event.next_round}))
    if not declared and event.scoring != TrfScoring():
        worth = {name: getattr(event.scoring, name) / 10 for name in ("win", "draw", "loss", "pab")}
        found.append(("trf_scoring", worth))
    if event.others:
        found.append(("trf_other_records", {"records": sorted({text[:3] for text in event.others})}))
    return found
