"""Whoever speaks to people: knows a language and the names of the players."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from fractions import Fraction
from string import Formatter
from typing import Any, Literal, Protocol
from unicodedata import category

import msgspec
from msgspec import field

from ronda.texts.catalogue import (
    BUTTON,
    SOURCE,
    WHERE,
    catalogue,
    choice,
    described,
    following,
    is_where,
    isolated,
    known,
    selector,
    template,
    variant,
)

_CODE = r"([A-Z]{2,4})((?:/[A-Z][+-]?[0-9]*)*)(\.short|\.about)?"
_MODIFIER = r"/([A-Z])([+-]?[0-9]*)"


def composed_criterion(name: str, say: Callable[..., str]) -> str | None:
    """The text of a criterion that is called by the code of a tie-break (`BH/C1`, `BH/C1.about`); None: it is none.
    Its short name is the code."""
    found = re.fullmatch(_CODE, name)
    if found is None or f"tiebreak.{found[1]}" not in catalogue("en"):
        return None
    if found[3] == ".short":
        return found[1] + found[2]
    text = say(f"tiebreak.{found[1]}{found[3] or ''}")
    more = [_modifier(letter, digits, say) for letter, digits in re.findall(_MODIFIER, found[2])]
    return f"{text} ({', '.join(more)})" if more else text


def _modifier(letter: str, digits: str, say: Callable[..., str]) -> str:
    return say(f"tiebreak.cut.{letter}", n=int(digits)) if digits else say(f"tiebreak.cut.{letter}")


Kind = Literal["reason", "relaxation", "finding", "refusal", "in_force", "player_note", "unreadable"]
Facts = Mapping[str, Any]

_CRITERION = "criterion."
_ACTORS = {"desk": "label.actor.desk", "owner": "label.actor.owner"}  # who signs without a name, as the log keeps it
_BYE = 0  # in proofs the bye is one more opponent, with this id

_MONTHS = (
    "label.month.january",
    "label.month.february",
    "label.month.march",
    "label.month.april",
    "label.month.may",
    "label.month.june",
    "label.month.july",
    "label.month.august",
    "label.month.september",
    "label.month.october",
    "label.month.november",
    "label.month.december",
)


class Coded(Protocol):
    """A reason, relaxation, finding, refusal or unreadable input: anything with a code and facts."""

    @property
    def code(self) -> str: ...

    @property
    def facts(self) -> Facts: ...


class Speaker(msgspec.Struct, frozen=True):
    """Puts codes and facts into words. What has no text is told in English, and what has none there as bare
    code and facts; a `strict` speaker, for tests, raises KeyError or ValueError instead. `names` are those that are
    told, each of one player only; `bare` are the names alone, which several players may have. `system`: the one of the
    event that is spoken of, whose own texts come first; `where`: what it calls the place of a game (M7)."""

    language: str = "en"
    names: Mapping[int, str] = field(default_factory=dict)
    bare: Mapping[int, str] = field(default_factory=dict)
    strict: bool = False
    system: str = ""
    where: str = "table"

    def say(self, key: str, /, **facts: Any) -> str:
        """The text with that key, its fields filled with the facts."""
        if key.startswith(_CRITERION) and not known(key, self.system):
            composed = composed_criterion(key.removeprefix(_CRITERION), self.say)
            if composed is not None:
                return composed
        for language in (self.language, SOURCE):
            try:
                text = template(language, key, facts, self.system)
                if text is None:
                    raise KeyError(key)
                return self._filled(text, facts)
            except (KeyError, ValueError):
                if self.strict:
                    raise
        told = ", ".join(f"{name}={self._plain(value)}" for name, value in facts.items())
        return f"{key} ({told})" if told else key

    def verdict(self, kind: Kind, verdict: Coded, /) -> str:
        """One or two sentences, and those that follow them where the facts ask for it: who was skipped, the proof."""
        facts, article = _all_facts(verdict), getattr(verdict, "article", "")
        more = following(f"{kind}.{verdict.code}", facts, article, self.system)
        return " ".join([self.sentence(kind, verdict), *(self.say(key, **facts) for key in more)])

    def sentence(self, kind: Kind, verdict: Coded, /) -> str:
        """The same without what follows."""
        facts, article = _all_facts(verdict), getattr(verdict, "article", "")
        return self.say(variant(f"{kind}.{verdict.code}", facts, article, self.system), **facts)

    def name(self, player: object) -> str:
        """The name of a player; of several "A, B and C"."""
        if isinstance(player, list | tuple):
            return self._names(player, self.name)
        if isinstance(player, int) and not isinstance(player, bool):
            return self.names.get(player) or (self.say("say.the_bye") if player == _BYE else str(player))
        return self._plain(player)

    def name_text(self, player: object) -> str:
        """The same as a part of a sentence or a page, where the direction of a name must not turn what is beside it."""
        if isinstance(player, list | tuple):
            return self._names(player, self.name_text)
        return isolated(self.language, self.name(player))

    def _names(self, players: Sequence[object], told: Callable[[object], str]) -> str:
        """ "A, B and C"; several byes are counted."""
        byes = players.count(_BYE)
        if byes < 2:
            return self.listed(map(told, players))
        return self.listed([*(told(one) for one in players if one != _BYE), self.say("say.the_byes", n=byes)])

    def removed(self, player: int) -> str:
        """What somebody is called who was erased (PP6.2)."""
        return self.say("label.removed", number=player)

    def actor(self, name: str) -> str:
        """Who did something, as the log has it; who has no name there is called by the place."""
        return self.say(_ACTORS[name]) if name in _ACTORS else name

    def bare_name(self, player: int) -> str:
        """The name alone, for those who get the number as well."""
        return self.bare.get(player) or self.name(player)

    def listed(self, items: Iterable[str]) -> str:
        """ "A, B and C"; with semicolons where an item has a comma of its own."""
        *head, last = [*items] or [""]
        if not head:
            return last
        own, comma = described(self.language), ", "
        if any("," in item for item in (*head, last)):
            comma = "\u00a0; " if ";" in own.spaced else "; "
        word = self.say("say.and")
        if own.and_before and re.match(own.and_before, last.casefold()):  # Ana e Isabel, but Ana y Iago
            word = own.and_then
        return f"{comma.join(head)} {word} {last}"

    def number(self, value: int | Fraction, *, decimals: int | None = None, percent: bool = False) -> str:
        """The number in the way of the language; with its sign of percent, which Turkish writes in front."""
        written = number(value, decimals=decimals, language=self.language)
        return self.say("label.unit.percent", value=written) if percent else written

    def money(self, hundredths: int, currency: str = "") -> str:
        """An amount in the way of the language: with two decimals, and the currency where it stands there."""
        written = self.number(Fraction(hundredths, 100), decimals=2)
        if not currency:
            return written
        sign = len(currency) == 1 and category(currency) == "Sc"  # €, not EUR
        return self.say("label.unit.money.sign" if sign else "label.unit.money", amount=written, currency=currency)

    def day(self, day: date, text: str = "label.date", **facts: str) -> str:
        """The date in the way of the language; or a text with one."""
        return self.say(text, day=day.day, month=self.say(_MONTHS[day.month - 1]), year=day.year, **facts)

    def _filled(self, text: str, facts: Facts) -> str:
        parts: list[str] = []
        for literal, name, spec, _ in Formatter().parse(text):
            parts.append(literal)
            if name is None:
                continue
            if name == BUTTON:
                parts.append(self.say(spec or ""))
                continue
            if is_where(name):
                parts.append(self.say(name, where=self.where))
                continue
            chosen = selector(name, spec or "")
            if chosen is None:
                parts.append(self._told(spec or "", facts[name], facts))
            else:
                fact, forms = chosen
                value = self.where if fact == WHERE else facts[fact]
                parts.append(self._filled(choice(self.language, forms, value), facts))
        return "".join(parts)

    def _told(self, spec: str, value: object, facts: Facts) -> str:
        """A value in the way that the text asks for: `{player:name}`, `{by:actor}`, `{proved:word}`,
        `{change:number}`, `{until:day}`, `{n}`. Some ways name a second fact: `{skipped:skipped more}`."""
        if spec == "name":
            return self.name_text(value)
        if spec == "actor" and isinstance(value, str):
            return self.actor(value)
        if spec == "number" and isinstance(value, str):  # as facts keep what is no whole number; a plus is kept
            return ("+" if value.startswith("+") else "") + self.number(Fraction(value))
        if spec == "money" and isinstance(value, str):  # as facts keep an amount: 12.50
            return self.number(Fraction(value), decimals=2)
        if spec == "day" and isinstance(value, str):  # as facts keep a date: 2026-05-31
            return self.day(date.fromisoformat(value))
        if spec == "system" and isinstance(value, str):
            key = f"system.{value}.name"
            return self.say(key) if known(key, value) else value
        if spec == "groups" and isinstance(value, list | tuple):
            return ", ".join(f"({self.name_text(group)})" for group in value)
        way, _, second = spec.partition(" ")
        if way == "skipped" and isinstance(value, list | tuple):  # whether there were others
            return self.listed([*map(self._skipped, value), *([self.say("say.more")] if facts.get(second) else [])])
        if way == "refusal" and isinstance(facts.get(second), Mapping):  # what is refused there
            return self.verdict("refusal", _Inner(str(value), facts[second]))
        if spec == "defects" and isinstance(value, list | tuple):
            return "\n".join(map(self._defect, value))
        if spec:
            key = f"{spec}.{value}"
            return self.say(key) if known(key, self.system) else self._plain(value)
        return self._plain(value)

    def _plain(self, value: object) -> str:
        match value:
            case str():
                return isolated(self.language, value)
            case Fraction():
                return self.number(value)
            case list() | tuple():
                return self.listed(map(self._plain, value))
            case bool() | None:
                return {True: "true", False: "false", None: "null"}[value]
            case int():
                return str(value)
            case _:
                return json.dumps(value, ensure_ascii=False, default=str)

    def _skipped(self, entry: object) -> str:
        """Somebody who was passed over, and why."""
        if not isinstance(entry, Mapping):
            return self._plain(entry)
        key = variant(f"skipped.{entry.get('why')}", entry, system=self.system)
        return self.say(key, **{name: value for name, value in entry.items() if name != "why"})

    def _defect(self, one: Facts) -> str:
        """Something that is wrong with a file, with its place."""
        place = [
            self.say(f"defect_at.{what}", **{"number" if what == "player" else what: one[what]})
            for what in ("line", "column", "player", "round")
            if one.get(what) is not None
        ]
        told = self.say(f"defect.{one['code']}", **one.get("facts", {}))
        return self.say("say.labelled", label=", ".join(place), text=told) if place else told


class _Inner(msgspec.Struct, frozen=True):
    """A refusal within the facts of another verdict."""

    code: str
    facts: Facts


def _all_facts(verdict: Coded) -> dict[str, Any]:
    """The facts, with what the verdict is about: player, players (and the `first` of them), table, round."""
    about = {name: getattr(verdict, name, None) for name in ("player", "players", "table", "round")}
    facts = {name: value for name, value in about.items() if value not in (None, ())} | dict(verdict.facts)
    players: Sequence[object] = getattr(verdict, "players", ())
    return {"first": players[0], **facts} if players else facts


def number(value: int | Fraction, *, decimals: int | None = None, language: str = "en") -> str:
    """With so many decimals, rounded half up; without a wish exactly: 3, 1½, 3.75, 1/3."""
    sign = "−" if value < 0 else ""  # the true minus sign, as wide as a plus
    size = abs(Fraction(value))
    if decimals is None:
        whole, rest = divmod(size, 1)
        if not rest:
            return f"{sign}{whole}"
        if rest == Fraction(1, 2):
            return f"{sign}{whole or ''}½"
        decimals = next((n for n in range(1, 7) if (size * 10**n).denominator == 1), None)
        if decimals is None:
            return f"{sign}{size}"
    scaled = int(size * 10**decimals + Fraction(1, 2))
    digits = str(scaled).zfill(decimals + 1)
    if not scaled:
        sign = ""
    if not decimals:
        return sign + digits
    return f"{sign}{digits[:-decimals]}{described(language).decimal}{digits[-decimals:]}"


def nearest(found: str, known: Iterable[str]) -> str:
    """The name that was perhaps meant; nothing if none is near."""
    return next(iter(get_close_matches(found.casefold(), list(known), n=1)), "")
