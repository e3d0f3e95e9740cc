"""The hall word of an event or a festival: whoever was in the hall has it, and nobody else.

Wall and poster show it to be typed, and their QR code carries a key that stands for it, too long to be guessed. Both
are derived from the secret of the event, and change together. Four signs can be tried, so wrong words are counted, for
all workers together: beyond a day's budget typed words are no longer heard, right or wrong, and phones wait for the
desk. Whoever scans is not touched by that."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

from litestar.datastructures import Cookie

from ronda.operations.event_settings import Display, Setting
from ronda.store import Damaged
from ronda.web.auth import cookies
from ronda.web.context import RequestContext, client_of
from ronda.web.runtime import Runtime
from ronda.web.settings import place_of

# Three letters and a digit among them: no vowels, also none that digits are read as, so that they never make a word,
# and nothing that looks like something else.
_LETTERS = "CDFHJKMNPRTVWX"
_DIGITS = "679"
_KEY_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_KEY_LENGTH = 12  # 60 bits
WORDS = len(_LETTERS) ** 3 * len(_DIGITS) * 2  # the digit comes second or third
MOST_WRONG = 24  # words in a day, from everywhere
MOST_WRONG_HERE = 16  # from one place

Heard = Literal["right", "wrong", "unheard"]


class HallWord(NamedTuple):
    """What is typed, and what a QR code carries in its stead."""

    word: str
    key: str


@dataclass(frozen=True, slots=True)
class WrongWords:
    """How many wrong words came on a day, by place; another word begins anew."""

    day: str = ""
    word_changes: int = 0
    places: Mapping[str, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return sum(self.places.values())

    @property
    def many(self) -> bool:
        """Whether somebody is not heard any more."""
        return self.count >= MOST_WRONG or any(count >= MOST_WRONG_HERE for count in self.places.values())

    def hears(self, place: str) -> bool:
        return self.count < MOST_WRONG and self.places.get(place, 0) < MOST_WRONG_HERE


def _read(value: Any) -> WrongWords:
    try:
        return WrongWords(**(value or {}))
    except TypeError as error:
        raise Damaged("", 0, "note wrong_words") from error


WRONG_WORDS: Setting[WrongWords] = Setting("wrong_words", _read, asdict)


def hall_word(runtime: Runtime, code: str) -> HallWord:
    """That of now. Who shows it asks first who looks (`visibility.shown_hall_word`)."""
    return _derived(runtime.key(code), code, runtime.display(code).word_changes)


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


def is_key(runtime: Runtime, code: str, key: str) -> bool:
    """Whether it is what the QR code of now carries."""
    return hmac.compare_digest(hall_word(runtime, code).key.encode(), key.upper().encode("utf-8", "replace"))


def change_word(runtime: Runtime, code: str, seen: int | None) -> bool:
    """Another word instead of the one that was seen, which lets nobody in any more; False if that is gone already."""

    def changed(standing: Display) -> Display | None:
        return replace(standing, word_changes=standing.word_changes + 1) if standing.word_changes == seen else None

    return runtime.amend_display(code, changed)


def wrong_words(runtime: Runtime, code: str) -> WrongWords:
    """Those of today, of the word of now."""
    return _of_now(runtime.setting(code, WRONG_WORDS), runtime, code)


def typed_word(runtime: Runtime, code: str, typed: str, host: str) -> Heard:
    """Whether it is the word; a wrong one is counted before anybody learns that it was wrong."""
    said = "".join(typed.upper().split()).replace("-", "")
    place = blake2b(place_of(host).encode("utf-8", "replace"), digest_size=12).hexdigest()
    right = hmac.compare_digest(hall_word(runtime, code).word.encode(), said.encode("utf-8", "replace"))
    heard: Heard = "right"

    def counted(kept: WrongWords) -> WrongWords | None:
        nonlocal heard
        standing = _of_now(kept, runtime, code)
        heard = "unheard" if not standing.hears(place) else "right" if right else "wrong"
        places = {**standing.places, place: standing.places.get(place, 0) + 1}
        return replace(standing, places=places) if heard == "wrong" else None

    while not runtime.amend(code, WRONG_WORDS, counted) and heard == "wrong":
        pass  # somebody else's was counted in the same moment
    return heard


def _of_now(standing: WrongWords, runtime: Runtime, code: str) -> WrongWords:
    day, changes = runtime.now().date().isoformat(), runtime.display(code).word_changes
    same = (standing.day, standing.word_changes) == (day, changes)
    return standing if same else WrongWords(day, changes)


_LONGEST = 100  # of what somebody types

Proof = Literal["right", "wrong", "unheard", "none"]


def has_hall_word(context: RequestContext, code: str) -> bool:
    """Whether it has scanned the code of the hall, or typed the word of now."""
    kept = cookies.read(context.request, cookies.hall(code))
    return bool(kept) and is_key(context.runtime, code, kept)


def proof_of(context: RequestContext, code: str, typed: str) -> Proof:
    """Whether it has the word of the event or festival; `unheard` if too many wrong ones were typed."""
    if has_hall_word(context, code):
        return "right"
    if not typed.strip():
        return "none"
    return typed_word(context.runtime, code, typed[:_LONGEST], client_of(context.request))


def kept_word(context: RequestContext, code: str, proof: Proof = "right") -> list[Cookie]:
    """What the browser keeps of it: who has typed the word once need not do so again."""
    if proof != "right":
        return []
    return [cookies.made(context.request, cookies.hall(code), hall_word(context.runtime, code).key)]
