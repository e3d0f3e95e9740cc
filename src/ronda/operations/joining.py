"""Joining with a phone: the hall word of an event or a festival, the phones that wait, and what came from one hand.

Whoever was in the hall has the word, and nobody else. Wall and poster show it to be typed, and their QR code carries a
key that stands for it, too long to be guessed. Both are derived from the secret of the event, and change together. Four
signs can be tried, so wrong words are counted, for all workers together: beyond a day's budget typed words are no
longer heard, right or wrong, and phones wait for the desk. Whoever scans is not touched by that."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import blake2b
from typing import Literal, NamedTuple

from ronda.core import Frozen, replace
from ronda.desk.actions import Body
from ronda.desk.bodies import Number, Text
from ronda.operations.collections import CollectionCaller
from ronda.operations.event_settings import Display, EventSettings, Joining, Setting
from ronda.operations.operation import Caller, EventCaller, Operation, Outcome
from ronda.operations.phone_sessions import all_phones, alone_asking, answer_all, asking, crowds
from ronda.operations.phones import Renewal

# Three letters and a digit among them: no vowels, also none that digits are read as, so that they never make a word,
# and nothing that looks like something else.
_LETTERS = "CDFHJKMNPRTVWX"
_DIGITS = "679"
_KEY_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_KEY_LENGTH = 12  # 60 bits
MOST_WRONG = 24  # words in a day, from everywhere
MOST_WRONG_HERE = 16  # from one place

Heard = Literal["right", "wrong", "unheard"]


class HallWord(NamedTuple):
    """What is typed, and what a QR code carries in its stead."""

    word: str
    key: str


class WrongWords(Frozen):
    """How many wrong words came on a day, by place; another word begins anew."""

    day: str = ""
    word_changes: int = 0
    places: Mapping[str, int] = {}

    @property
    def count(self) -> int:
        return sum(self.places.values())

    @property
    def many(self) -> bool:
        """Whether somebody is not heard any more."""
        return self.count >= MOST_WRONG or any(count >= MOST_WRONG_HERE for count in self.places.values())

    def hears(self, place: str) -> bool:
        return self.count < MOST_WRONG and self.places.get(place, 0) < MOST_WRONG_HERE


WRONG_WORDS: Setting[WrongWords] = Setting("wrong_words", WrongWords, asdict)


def hall_word(settings: EventSettings, code: str) -> HallWord:
    """That of now. Who shows it asks first who looks (`web.joining.shown_hall_word`)."""
    return _derived(settings.key(code), code, settings.display(code).word_changes)


def _derived(key: str, code: str, changes: int) -> HallWord:
    signs = (_LETTERS, _LETTERS, _LETTERS, _DIGITS, "23")
    first, second, third, digit, place = _drawn(key, f"{code}/hall word/{changes}", signs)
    word = f"{first}{digit}{second}{third}" if place == "2" else f"{first}{second}{digit}{third}"
    return HallWord(word, "".join(_drawn(key, f"{code}/hall key/{changes}", (_KEY_SIGNS,) * _KEY_LENGTH)))


def _drawn(key: str, what: str, signs: tuple[str, ...]) -> list[str]:
    """One of each, by a number that nobody knows without the key."""
    number = int.from_bytes(blake2b(what.encode(), key=key.encode()[:64], digest_size=16).digest())
    drawn = []
    for some in signs:
        number, at = divmod(number, len(some))
        drawn.append(some[at])
    return drawn


def is_key(settings: EventSettings, code: str, key: str) -> bool:
    """Whether it is what the QR code of now carries."""
    return hmac.compare_digest(hall_word(settings, code).key.encode(), key.upper().encode("utf-8", "replace"))


def change_word(settings: EventSettings, code: str, seen: int | None) -> bool:
    """Another word instead of the one that was seen, which lets nobody in any more; False if that is gone already."""

    def changed(standing: Display) -> Display | None:
        return replace(standing, word_changes=standing.word_changes + 1) if standing.word_changes == seen else None

    return settings.amend_display(code, changed)


def wrong_words(settings: EventSettings, code: str) -> WrongWords:
    """Those of today, of the word of now."""
    return _of_now(settings.setting(code, WRONG_WORDS), settings, code)


def typed_word(settings: EventSettings, code: str, typed: str, place: str) -> Heard:
    """Whether it is the word; a wrong one is counted before anybody learns that it was wrong."""
    said = "".join(typed.upper().split()).replace("-", "")
    place = blake2b(place.encode("utf-8", "replace"), digest_size=12).hexdigest()
    right = hmac.compare_digest(hall_word(settings, code).word.encode(), said.encode("utf-8", "replace"))
    heard: Heard = "right"

    def counted(kept: WrongWords) -> WrongWords | None:
        nonlocal heard
        standing = _of_now(kept, settings, code)
        heard = "unheard" if not standing.hears(place) else "right" if right else "wrong"
        places = {**standing.places, place: standing.places.get(place, 0) + 1}
        return replace(standing, places=places) if heard == "wrong" else None

    settings.amend(code, WRONG_WORDS, counted)
    return heard


def _of_now(standing: WrongWords, settings: EventSettings, code: str) -> WrongWords:
    day, changes = settings.now().date().isoformat(), settings.display(code).word_changes
    same = (standing.day, standing.word_changes) == (day, changes)
    return standing if same else WrongWords(day, changes)


def needed_word(caller: Caller, code: str, *joinings: str) -> HallWord | None:
    """None while phones do not find the desk, or where none of the `joinings` asks for the word."""
    return hall_word(caller.settings, code) if "word" in joinings and caller.phones_reach else None


def scanned_address(caller: Caller, code: str, word: HallWord | None) -> str:
    """What the QR code of an event or a festival carries: the shorter, the coarser. With the hall word, who scans has
    nothing to type."""
    return f"{caller.address}/j/{code}/{word.key}" if word else f"{caller.address}/j/{code}"


# --- operations --------------------------------------------------------------------------------------------


class WaitingPhone(Frozen):
    """A phone that asks to speak for a player."""

    player: int
    phone: str
    since: str


class CrowdLine(Frozen):
    """Many players in one hand: phones from one address that nobody let in (`address`), or one browser (`phone`).
    `until` is when the last of them came."""

    id: str
    kind: Literal["address", "phone"]
    players: list[int]
    until: str


class JoiningState(Frozen):
    """How phones come in. `word` is the hall word and `link` what the QR code of the hall carries; both are null while
    nobody needs them: where no word is asked for, or no phone finds the desk. `changes` counts how often the word was
    changed, `wrong_words` the wrong ones of today. With `heard` false some who type it wait for the desk."""

    joining: Joining
    word: str | None
    link: str | None
    changes: int
    wrong_words: int
    heard: bool
    waiting: list[WaitingPhone]
    crowds: list[CrowdLine]


class JoiningWish(Body):
    """`change_word` makes another hall word instead of the one with so many `changes`; `let_in` lets in all who wait,
    up to the one that came at `until`, but nobody as a player who is taken or whom two phones ask for; `keep` and
    `send_away` let the phones of a `crowd` in or end them, up to `until`."""

    do: Literal["change_word", "let_in", "keep", "send_away"]
    changes: Number | None = None
    until: Text | None = None
    crowd: Text | None = None


class FestivalWord(Frozen):
    """The hall word and what the QR code carries, null while nobody needs them; `changes` counts how often it was
    changed."""

    word: str | None
    link: str | None
    changes: int


def joining(caller: EventCaller) -> JoiningState:
    settings, code, display = caller.settings, caller.code, caller.settings.display(caller.code)
    word, wrong, phones = (
        needed_word(caller, code, display.joining),
        wrong_words(settings, code),
        all_phones(settings, code),
    )
    return JoiningState(
        display.joining,
        word.word if word else None,
        scanned_address(caller, code, word) if word else None,
        display.word_changes,
        wrong.count,
        not wrong.many,
        [WaitingPhone(one.player, one.phone.id, one.phone.since) for one in asking(phones)],
        [CrowdLine(one.id, "phone" if one.device else "address", one.players, one.until) for one in crowds(phones)],
    )


def set_joining(
    caller: EventCaller, body: JoiningWish
) -> Literal[Outcome.FORBIDDEN, Outcome.UNSEEN, Outcome.CONFLICT] | None:
    """Only an arbiter changes the word."""
    if body.do == "change_word":
        if not caller.person.may("arbiter"):
            return Outcome.FORBIDDEN
        if body.changes is None:
            return Outcome.UNSEEN
        return None if change_word(caller.settings, caller.code, body.changes) else Outcome.CONFLICT
    if body.until is None:
        return Outcome.UNSEEN
    phones = all_phones(caller.settings, caller.code)
    found = alone_asking(phones)  # nobody is let in as a player whom two phones ask for
    if body.do != "let_in":
        crowd = next((one for one in crowds(phones) if one.id == body.crowd), None)
        if crowd is None:
            return Outcome.CONFLICT
        found = list(crowd.phones)
    seen = [one for one in found if one.phone.since <= body.until]
    answer_all(caller.settings, caller.code, seen, "end" if body.do == "send_away" else "allow")
    return None


def festival_word(caller: CollectionCaller) -> FestivalWord:
    festival, settings = caller.of_kind("festival"), caller.settings
    word = needed_word(caller, festival.code, *(settings.display(code).joining for code in festival.codes))
    link = scanned_address(caller, festival.code, word) if word else None
    return FestivalWord(word.word if word else None, link, settings.display(festival.code).word_changes)


def change_festival_word(caller: CollectionCaller, body: Renewal) -> Outcome | None:
    code = caller.of_kind("festival").code
    return None if change_word(caller.settings, code, body.changes) else Outcome.CONFLICT


OPERATIONS = (
    Operation(
        "getJoining",
        "GET /joining",
        "helper",
        joining,
        "The hall word, the phones that wait, and many players in one hand",
    ),
    Operation(
        "setJoining",
        "POST /joining",
        "helper",
        set_joining,
        "Let in all who wait, keep or send away a crowd (helper), change the hall word (arbiter)",
        then=joining,
        answers="What stands there afterwards",
    ),
)
OF_FESTIVALS = (
    Operation(
        "getFestivalWord",
        "GET /hall-word",
        "helper",
        festival_word,
        "The hall word of a festival, for all of its events",
    ),
    Operation(
        "changeFestivalWord",
        "POST /hall-word",
        "arbiter",
        change_festival_word,
        "Change the hall word of a festival",
        then=festival_word,
        answers="What stands there afterwards",
    ),
)
