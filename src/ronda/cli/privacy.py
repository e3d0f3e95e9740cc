"""`ronda person`, `forget` and `keep`: what is known of somebody, for how long, and how it is removed (PP5.4, PP6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.event import FileEvent, find_player, find_surely, load_any
from ronda.cli.operations import StoredEventCaller, decide
from ronda.cli.output import Misused, Output, Refused
from ronda.cli.stored_event import StoredEvent, is_there, load_any_stored, url_of
from ronda.core import Refusal
from ronda.core.erasing import people_in
from ronda.core.facts import Edited, Entered, Fact
from ronda.core.model import PERSONAL, Player, Tournament
from ronda.desk.actions import Body
from ronda.desk.bodies import FullErasure, PlayerErasure
from ronda.desk.people import Mention, mentions
from ronda.desk.permissions import phase
from ronda.operations.privacy import RetentionWish
from ronda.store.copies import copies_of
from ronda.store.privacy import all_known_of, is_due, known_of, retention_of
from ronda.views.events import RetentionState
from ronda.views.people import person_state

REFUSED = 1


# --- what is known -----------------------------------------------------------------------------------------


def person(values: Namespace, output: Output) -> None:
    """All that is stored about somebody."""
    place = load_any(values, output)
    tournament, output = place.tournament, output.about(place.tournament)
    player = find_player(tournament, values.player)
    if isinstance(place, FileEvent):
        report = known_of(tournament, player)
    else:
        report = all_known_of(place.store, place.stored, tournament, player, output.speaker.removed)
    value = person_state(report, output.speaker)
    output.data(value)
    name, event = output.speaker.name(player.id), tournament.setup.name or "–"
    output.tell("label.person.title", name=name, event=event)
    for key, told in value.player.items():
        if told not in (None, "", [], 0, False):
            output.line(f"  {key}: {told}")
    for part in ("history", "rounds", "reports", "wishes", "phones", "log", "texts"):
        _tell_part(part, getattr(value, part), output)
    if value.kept_until:
        output.tell("label.person.until", date=value.kept_until)


def _tell_part(part: str, rows: Sequence[dict[str, Any]], output: Output) -> None:
    output.tell(f"label.person.{part}", n=len(rows))
    for row in rows:
        if "text" in row:
            output.line(f"  {row.get('at') or row.get('round')}  {row['text']}")
            continue
        shown = (f"{key}: {_plain(value)}" for key, value in row.items() if value not in (None, "", [], False))
        output.line(f"  {'; '.join(shown)}")


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# --- removing it -------------------------------------------------------------------------------------------


def forget(values: Namespace, output: Output) -> int:
    """Name, club and licence of somebody, or of everybody, are removed for good: first what that means, then with
    --yes."""
    place = load_any(values, output)
    facts = place.facts
    players = _meant(place, values, output)
    people = [one for one in _people(facts, place.tournament) if one.id in players]
    told = mentions(facts, people)
    rounds = sorted({mention.round for mention in told if mention.named}) if values.texts else []
    if not values.yes:
        return _preview(place, people, told, values, output)
    after = place.act(*_asked(players, rounds, whole=values.player is None), confirmed=True)
    gone = [one.id for one in people]
    output.data(
        {
            "removed": gone,
            "rounds": rounds,
            **({"version": after.stored.version} if isinstance(after, StoredEvent) else {}),
        }
    )
    output.tell("say.forgotten", n=len(gone), numbers=", ".join(f"#{one}" for one in gone) or "–")
    _tell_copies(values, place, output)
    return 0


def _asked(players: Collection[int], rounds: list[int], *, whole: bool) -> tuple[str, Body]:
    if whole:
        return "forget-all", FullErasure(rounds)
    (player,) = players
    return "forget", PlayerErasure(player, rounds)


def _meant(place: FileEvent | StoredEvent, values: Namespace, output: Output) -> Collection[int]:
    """The numbers of those who are meant; of one who is only in the log still, since the entry was undone, as well."""
    if sum((values.player is not None, values.all, values.due)) != 1:
        raise Misused("forget_whom")
    if values.due:
        if isinstance(place, FileEvent):
            raise Misused("only_stored", file=values.tournament)
        with place.store.reads() as connection:
            until = retention_of(connection, place.code).until
            due = is_due(connection, place.code, date.today())
        if not due:
            named = "" if until is None else until.isoformat()
            raise Refused(Refusal("not_due", "PP6.4", {"until": named}), place.tournament)
    if values.player is None:
        return {player.id for player in place.tournament.players}
    number = values.player.removeprefix("#")
    if number.isascii() and number.isdecimal() and int(number) in people_in(place.facts):
        return {int(number)}
    if not values.yes:  # nothing is removed yet
        return {find_player(place.tournament, values.player).id}
    return {find_surely(place.tournament, values.player, output).id}


def _people(facts: Sequence[Fact], tournament: Tournament) -> list[Player]:
    """Everybody who still has a name somewhere, as last known."""
    last = {fact.player.id: fact.player for fact in facts if isinstance(fact, Entered | Edited)}
    last |= {player.id: player for player in tournament.players}
    return [player for player in last.values() if not player.removed]


def _preview(
    place: FileEvent | StoredEvent,
    people: Sequence[Player],
    told: Sequence[Mention],
    values: Namespace,
    output: Output,
) -> int:
    named = [mention for mention in told if mention.named]
    if output.json:
        output.data(
            {
                "removed": [],
                "would_remove": [{"id": one.id, **{key: getattr(one, key) for key in PERSONAL}} for one in people],
                "texts": [{"round": one.round, "text": one.text} for one in named],
                "copies": [str(copy) for copy in _copies(values, place)],
            }
        )
        return REFUSED
    output.tell("say.forget_goes", n=len(people))
    for one in people:
        particulars = ", ".join(f"{key}={value}" for key in PERSONAL if (value := getattr(one, key)))
        output.line(f"  #{one.id}  {particulars}")
    output.tell("say.forget_stays")
    for mention in named:
        output.line(f"  {output.say('label.round_short', round=mention.round)}  {mention.text}")
    if named:
        output.tell("say.forget_texts_option")
    _tell_copies(values, place, output)
    refusal = Refusal("confirm_first", "PP6", {"action": "forget", "phase": phase(place.tournament)})
    raise Refused(refusal, place.tournament)


def _copies(values: Namespace, place: FileEvent | StoredEvent) -> list[Path]:
    return [] if isinstance(place, FileEvent) else copies_of(url_of(values))


def _tell_copies(values: Namespace, place: FileEvent | StoredEvent, output: Output) -> None:
    copies = _copies(values, place)
    if copies:
        output.tell("say.forget_copies", n=len(copies), folder=str(copies[0].parent))


# --- for how long ------------------------------------------------------------------------------------------


def keep(values: Namespace, output: Output) -> None:
    """Until when personal data are kept, or with --until from now on."""
    if not is_there(url_of(values)):
        raise Misused("no_such_code", code=values.tournament)
    place = load_any_stored(values, output)
    caller = StoredEventCaller(place.store, output.speaker, event=place.store.live.of(place.stored))
    if values.until is not None:
        decide("setRetention", caller, body=_wish(values.until))
    found: RetentionState = decide("getRetention", caller)
    output.data(found)
    key = "say.kept_for_ever" if found.until is None else "say.kept_until"
    output.tell(key, code=place.code, date=str(found.until))
    if found.due:
        output.tell("say.due", code=place.code)


def _wish(until: str) -> RetentionWish:
    match until:
        case "usual" | "never":
            return RetentionWish(until)
    try:
        return RetentionWish("date", date.fromisoformat(until))
    except ValueError:
        raise Misused("bad_date", found=until) from None
