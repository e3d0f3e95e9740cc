"""The personal link of each player, the phones that speak for them, and what they ask the desk for: an arbiter at the
table, or to leave the event. What they ask for stands beside the facts until the desk has answered; only the desk makes
a fact of it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from ronda.core import Frozen, Player, Refusal, Tournament, replace
from ronda.desk.actions import Body
from ronda.desk.bodies import Number, Text
from ronda.desk.permissions import Phase, phase
from ronda.operations.event import known_player
from ronda.operations.event_settings import Display, EventSettings, Setting
from ronda.operations.operation import EventCaller, Operation, Outcome, PhoneCaller
from ronda.operations.phone_sessions import Answer, LetIn, answer, end_all, holders
from ronda.store.live_events import LiveEvent, places_of, podium_of_event
from ronda.store.notes import CALL_NOTES, notes_of
from ronda.systems import rules_of
from ronda.views.rounds import TableLine, table_line
from ronda.views.seat import Seat, as_published, seat_of

MOST_CALLS = 5  # within an hour: who needs more goes to the desk
_HOUR = timedelta(hours=1)


class PhoneState(Frozen):
    """What a player sees. Results have the first side first, as at the table. When the event is finished: the final
    `place` (null: none), by how many it is `shared`, and whether the player is among the `winners`."""

    code: str
    version: int
    phase: Phase
    player: int
    name: str
    label: str
    state: str
    round: int | None
    table: TableLine | None
    partners: list[int]
    opponents: list[int]
    said: dict[str, str]
    place: int | None
    shared: int
    winners: list[int]


class PhoneLine(Frozen):
    """A phone that joined with the public code; a `waiting` one is let in by the desk. `let_in`: by the hall word, by
    the desk, or (empty) by nobody; of those the desk confirms what they report."""

    id: str
    since: str
    waiting: bool
    let_in: LetIn


class LinkState(Frozen):
    """The personal link of a player; `changes` counts how often it was renewed, `card`: somebody has opened it."""

    player: int
    link: str
    mark: str
    changes: int
    card: bool
    phones: list[PhoneLine]


class Renewal(Body):
    """`changes` is what was seen: if the link was renewed since, it stays as it is."""

    changes: Number


class PhoneAnswer(Body):
    answer: Answer


class CallLine(Frozen):
    """What a player asks for: an arbiter at a `table`, or (null) to leave the event."""

    player: int
    name: str
    what: Literal["arbiter", "leave"]
    table: int | None
    since: str


class CallsState(Frozen):
    calls: list[CallLine]


class CallAnswer(Body):
    """What is answered; `seen` is since when it was asked for, as it was told."""

    what: Literal["arbiter", "leave"]
    seen: Text


class CallWish(Body):
    """What the player asks the desk for, or does not want any more."""

    what: Literal["arbiter", "arbiter_off", "leave", "leave_off"]


class OwnCalls(Frozen):
    """What stands there: the table where an arbiter is wanted, and since when the player wants to leave; else null."""

    table: int | None
    leave: str | None


# --- links and phones --------------------------------------------------------------------------------------


def player_with_link(caller: EventCaller, number: int) -> Player | Outcome:
    """Nobody speaks for who was erased."""
    found = known_player(caller, number)
    if found is None:
        return Outcome.MISSING
    return Outcome.NO_LINK if found.removed else found


def link(caller: EventCaller, player: int) -> LinkState | Outcome:
    found = player_with_link(caller, player)
    if isinstance(found, Outcome):
        return found
    settings, code = caller.settings, caller.code
    mark, held = settings.mark(code, player), holders(settings, code, player)
    return LinkState(
        player,
        f"{caller.address}/p/{code}/{mark}",
        mark,
        settings.display(code).editions.get(str(player), 0),
        held.card,
        [PhoneLine(one.id, one.since, one.waiting, one.let_in) for one in held.phones],
    )


def renew_link(caller: EventCaller, player: int, body: Renewal) -> LinkState | Outcome:
    """Another link instead of the one that was seen, which opens nothing any more."""
    found = player_with_link(caller, player)
    if isinstance(found, Outcome):
        return found
    number = str(player)

    def renewed(standing: Display) -> Display | None:
        edition = standing.editions.get(number, 0)
        same = edition == body.changes
        return replace(standing, editions={**standing.editions, number: edition + 1}) if same else None

    if not caller.settings.amend_display(caller.code, renewed):
        return Outcome.CONFLICT
    end_all(caller.settings, caller.code, player)
    return link(caller, player)


def answer_phone(caller: EventCaller, player: int, phone: str, body: PhoneAnswer) -> LinkState | Outcome:
    """A phone that joined with the public code is let in, sent away, or ended."""
    found = player_with_link(caller, player)
    if isinstance(found, Outcome):
        return found
    done = answer(caller.settings, caller.code, player, phone, body.answer)
    return link(caller, player) if done else Outcome.NO_LINK


class Final(NamedTuple):
    """How a player ended: the place (None: none), by how many it is shared, and who has won; all of it perhaps
    `provisional`."""

    place: int | None = None
    shared: int = 0
    winners: tuple[int, ...] = ()
    provisional: bool = False


def final_place(event: LiveEvent, player: int) -> Final:
    """The player's end of an event that is decided or played out; before, nothing."""
    podium = podium_of_event(event)
    if podium is None:
        return Final()
    final = places_of(event, len(event.tournament.rounds))
    place = final.get(player)
    shared = 0 if place is None else sum(other == place for other in final.values())
    return Final(place, shared, podium.winners, podium.provisional)


def own_seat(caller: PhoneCaller) -> Seat:
    player = known_player(caller, caller.person.player or 0)
    assert player is not None, "a phone belongs to a player"
    return seat_of(caller.tournament, player)


def phone_state(caller: PhoneCaller) -> PhoneState:
    player, speaker, setup = caller.person.player or 0, caller.speaker, caller.tournament.setup
    seat, rules, ended = own_seat(caller), rules_of(setup), final_place(caller.event, player)
    reports = caller.tournament.reports.get(seat.table.number, {}) if seat.table else {}
    final = Final() if ended.provisional else ended
    return PhoneState(
        caller.code,
        caller.version,
        phase(as_published(caller.tournament)),
        player,
        speaker.bare_name(player),
        speaker.name(player),
        seat.state,
        seat.round.number if seat.round else None,
        table_line(seat.table, rules, speaker, blank=None, setup=setup) if seat.table else None,
        list(seat.partners),
        list(seat.opponents),
        {str(who): rules.results.write(result) for who, result in reports.items()},
        final.place,
        final.shared,
        list(final.winners),
    )


# --- what players ask for ----------------------------------------------------------------------------------


class Calls(Frozen):
    """Of one player. `table` and `round` are where the arbiter is wanted, 0 if nowhere; `leave` since when the player
    wants to leave, nothing if not; `times` when an arbiter was called within the last hour."""

    table: int = 0
    round: int = 0
    since: str = ""
    leave: str = ""
    times: tuple[str, ...] = ()

    def wanted(self, tournament: Tournament) -> bool:
        """Whether an arbiter is wanted at a table that is still playing."""
        if not self.table or self.round != len(tournament.rounds):
            return False
        return any(table.number == self.table and table.result is None for table in tournament.rounds[-1].tables)


class Call(NamedTuple):
    """What the desk is asked for: an arbiter at a `table`, or (0) to leave."""

    player: int
    table: int
    since: datetime


def calls_of(player: int) -> Setting[Calls]:
    return Setting(f"{CALL_NOTES}:{player}", lambda times=(), **others: Calls(**others, times=tuple(times)), asdict)


def asked(standing: Calls, what: str, seat: tuple[int, int], now: datetime) -> Calls | Refusal:
    """What stands there after the player asked; `seat` is the round and the table, 0 if there is none."""
    at = now.isoformat(timespec="seconds")
    if what == "arbiter_off":
        return replace(standing, table=0, round=0, since="")
    if what == "leave_off":
        return replace(standing, leave="")
    if what == "leave":
        return standing if standing.leave else replace(standing, leave=at)
    round_, table = seat
    if not table or (standing.table, standing.round) == (table, round_):
        return standing
    times = tuple(time for time in standing.times if datetime.fromisoformat(time) > now - _HOUR)
    if len(times) >= MOST_CALLS:
        return Refusal("call_too_often", "S4", {"most": MOST_CALLS})
    return replace(standing, table=table, round=round_, since=at, times=(*times, at))


def open_calls(settings: EventSettings, code: str, tournament: Tournament) -> list[Call]:
    """What waits for the desk, the longest first. Who has left by now asks no more."""
    active = {player.id for player in tournament.players if player.left_after is None}
    with settings.store.reads() as connection:
        numbered = ((int(name.partition(":")[2]), note) for name, note in notes_of(connection, code, f"{CALL_NOTES}:"))
        found = [(player, calls_of(player).read(note.value)) for player, note in numbered]
    calls = [
        Call(player, one.table, datetime.fromisoformat(one.since)) for player, one in found if one.wanted(tournament)
    ]
    leaving = [
        Call(player, 0, datetime.fromisoformat(one.leave)) for player, one in found if one.leave and player in active
    ]
    return sorted([*calls, *leaving], key=lambda call: call.since)


def list_calls(caller: EventCaller) -> CallsState:
    return CallsState(
        [
            CallLine(
                call.player,
                caller.speaker.name(call.player),
                "arbiter" if call.table else "leave",
                call.table or None,
                call.since.isoformat(timespec="seconds"),
            )
            for call in open_calls(caller.settings, caller.code, caller.tournament)
        ]
    )


def answer_call(caller: EventCaller, player: int, body: CallAnswer) -> Outcome | None:
    if known_player(caller, player) is None:
        return Outcome.MISSING

    def answered(standing: Calls) -> Calls | None:
        """None if that is not what was seen."""
        if body.what == "arbiter":
            return replace(standing, table=0, round=0, since="") if body.seen == standing.since else None
        return replace(standing, leave="") if body.seen == standing.leave else None

    return None if caller.settings.amend(caller.code, calls_of(player), answered) else Outcome.CONFLICT


def ask(caller: PhoneCaller, body: CallWish) -> OwnCalls | Refusal:
    """An arbiter to the table, or to leave the event, where the organiser lets phones ask for it."""
    display, seat, refused = caller.settings.display(caller.code), own_seat(caller), list[Refusal]()
    if not (display.calls if body.what.startswith("arbiter") else display.leaving):
        return Refusal("calls_off", "S4")
    place = (seat.round.number, seat.table.number) if seat.round and seat.table and not seat.table.result else (0, 0)

    def change(standing: Calls) -> Calls | None:
        made = asked(standing, body.what, place, caller.now())
        if isinstance(made, Refusal):
            refused.append(made)
            return None
        return made if made != standing else None

    setting = calls_of(caller.person.player or 0)
    caller.settings.amend(caller.code, setting, change)
    made = caller.settings.setting(caller.code, setting)
    return refused[0] if refused else OwnCalls(made.table or None, made.leave or None)


OPERATIONS = (
    Operation(
        "getLink",
        "GET /players/{player}/link",
        "helper",
        link,
        "The personal link of a player, and the phones that speak for them",
    ),
    Operation(
        "renewLink",
        "POST /players/{player}/link",
        "helper",
        renew_link,
        "Give a player another link; all before it end",
        answers="The link afterwards",
    ),
    Operation(
        "answerPhone",
        "POST /players/{player}/phones/{phone}",
        "helper",
        answer_phone,
        "Let a phone in that waits, send it away, or end one",
        answers="The phones afterwards",
    ),
    Operation(
        "listCalls",
        "GET /calls",
        "helper",
        list_calls,
        "What players ask the desk for, the longest first",
    ),
    Operation(
        "answerCall",
        "POST /calls/{player}",
        "helper",
        answer_call,
        "Answer what a player asked for",
        then=list_calls,
        answers="What is left",
    ),
    Operation(
        "getPhone",
        "GET ",
        "public",
        phone_state,
        "What the player with this link sees: table, partner, opponents, what was said",
    ),
    Operation(
        "phoneAsk",
        "POST /ask",
        "player",
        ask,
        "Call an arbiter, or ask to leave the event",
        answers="What stands there afterwards",
    ),
)
