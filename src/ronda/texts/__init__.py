"""Sentences: a code and its facts become words in one of the languages that have a catalogue. Nothing in the core
imports this.

A catalogue is `catalogues/LANGUAGE.json`: flat, sorted by key; each system has its own beside it, in the `texts/` of
its folder. Under the key `language` the general one says what the language is (`ronda.texts.catalogue`): a language is
added by adding its files. A text may have fields in braces:

- `{n}`: the fact of that name as it is; a list is told as "1, 2 and 3".
- `{expected:name}`: the fact `expected` is a player, or a list of players, and is told by name.
- `{step:step}`: the text with the key `step.VALUE`; so for every namespace but `name`.
- `{button:web.start.new}`: what the button with that text says, so that a guide never calls it otherwise.
- `{amount:money}`: an amount as facts keep it (`12.50`), with the decimal sign of the language.
- `{until:day}`: a date as facts keep it (`2026-05-31`), in the way of the language.
- `{system:system}`: the name of the system.
- `{first:name}`: the first of the players that a relaxation or finding is about.
- `{groups:groups}`: players in groups, each in brackets.
- `{skipped:skipped more}`: who was passed over, and why; the fact `more` says whether there were others.
- `{code:refusal facts}`: the refusal of that code, with the facts that the fact `facts` holds.
- `{defects:defects}`: what is wrong with a file, a line for each.
- `{where.name}`: the word of the event for the place of a game (table, court, lane, field) in the form that the text
  asks for: the text `where.name`, an object by `where`. Each language has the forms it needs. What must agree with the
  word is a selector by it: `{where#lane:diese|field:dieses|other:dieser}`.

A system may have a word of its own for one that all texts use: under the key `words` of its file, `{"jugador":
"atleta"}`.

A text that depends on a number is an object `{"by": "rounds", "one": …, "other": …}`; the number is the fact
named by `by` (a list counts its entries), `n` where there is no `by`. Where a text has several numbers, or only a word
of it depends on one, a selector stands within the text: `{rounds} {rounds#one:round|other:rounds}`; its forms may have
fields of their own. Which texts have variants (`reason.CODE.ENDS`), and when each is told, is in `variants.json`; who
was skipped, and the proof that nothing better exists, follow as sentences of their own where `further.json` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping

from ronda.texts.catalogue import LANGUAGES
from ronda.texts.speaker import Coded, Kind, Speaker, number

__all__ = ["LANGUAGES", "Coded", "Kind", "Speaker", "language", "number"]


def language(choice: str | None, environ: Mapping[str, str]) -> str:
    """The language to speak: the one chosen, else RONDA_LANG, else that of the locale, else English."""
    for wish in (choice, environ.get("RONDA_LANG")):
        if wish and _primary(wish) in LANGUAGES:
            return _primary(wish)
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    return _primary(locale) if _primary(locale) in LANGUAGES else "en"


def _primary(tag: str) -> str:
    """`tr` of `tr_TR.UTF-8` or `tr-TR`."""
    return tag.replace("-", "_").replace(".", "_").partition("_")[0].lower()
