"""What can be wrong with input from outside: a code, its facts and the place. No prose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import msgspec

from ronda.core.verdicts import CODE, COUNT, NUMBER, ROUND, TEXT, TEXTS, VALUE, Codes, misfits, uncited

Step = str | int  # a key of an object or a position in a list

_SIZE = uncited(bytes=COUNT, most=COUNT)
_CHOICE = uncited(found=VALUE, known=VALUE)
_LENGTH = uncited(expected=COUNT, found=COUNT)
_ID = uncited(player=VALUE)  # as the file has it: nobody is known by it

CODES: Codes = {
    "unreadable": {
        # the text as a whole
        "not_text": uncited(byte=TEXT),  # binary, or not in an encoding that is read here
        "unknown_encoding": _CHOICE,
        "too_large": _SIZE,
        "too_many": uncited(what=CODE, found=COUNT, most=COUNT),  # what: values | rows | cells | parts
        "bad_workbook": uncited(),  # damaged, or locked with a password
        "unpacks_too_large": _SIZE,  # a workbook is a packed file
        "cell_too_far": uncited(cell=TEXT, most=COUNT),  # a sheet reaches so far that it has too many cells
        "too_heavy": uncited(),  # reading it took more memory or time than there is for it
        # JSON
        "not_json": uncited(expected=CODE, found=TEXT),  # value | key | colon | comma | quote | escape | end
        "too_deep": uncited(most=COUNT),
        "not_a_number": uncited(found=TEXT),  # NaN and the infinities
        "number_too_large": uncited(found=TEXT),
        "duplicate_key": uncited(key=TEXT),
        # keys and single values
        "unknown_key": uncited(key=TEXT, known=TEXTS),
        "missing_key": uncited(key=TEXT),
        "wrong_type": uncited(expected=CODE, found=CODE),
        "wrong_length": _LENGTH,
        "wrong_value": uncited(expected=VALUE, found=VALUE),
        "unknown_choice": _CHOICE,
        "out_of_range": uncited(found=VALUE, low=VALUE, high=VALUE),
        "not_half": uncited(found=VALUE),  # not a multiple of one half
        "between_steps": uncited(found=VALUE, step=TEXT),  # not a multiple of the part of a point that is counted
        "blank": uncited(),
        "too_long": uncited(found=COUNT, most=COUNT),
        "control_character": uncited(character=TEXT),
        "bad_version": _CHOICE,
        "unknown_system": _CHOICE,
        "bad_rating": uncited(found=NUMBER, least=NUMBER, article=TEXT),  # neither 0 nor at least `least`
        "round_after_draft": uncited(round=ROUND, draft=ROUND),
        "bad_options": uncited(code=CODE, article=TEXT, facts=VALUE),  # the system's own refusal
        "bad_result": uncited(code=CODE, article=TEXT, facts=VALUE),  # the system's own refusal
        # values that belong together
        "duplicate_id": uncited(id=NUMBER),
        "duplicate_value": uncited(key=TEXT, value=VALUE),
        "unknown_player": _ID,
        "unknown_table": uncited(table=NUMBER),
        "player_twice": _ID,
        "not_in_pool": uncited(player=VALUE, round=ROUND),
        "not_at_table": _ID,
        # lists of players
        "no_players": uncited(),
        "no_name_column": uncited(),
        "bad_number": uncited(meaning=CODE, value=TEXT),  # meaning: id | rating | national_rating | licence
        "too_many_cells": _LENGTH,
        # tournament report files
        "bad_trf": uncited(count=COUNT, defects=VALUE),  # everything that is wrong with it, see `trf.fields`
    }
}
_SHOWN = 60  # a value from outside is quoted up to this length


class Unreadable(Exception):
    """Input that cannot be read. `path` is the place in the structure (`rounds[0].tables[1].first`, or
    `line 7` in a list of players), "" for the whole. `line` and `column` count from 1; `column` counts
    characters, in a list of players cells. They are None where no single place is to blame."""

    def __init__(
        self,
        code: str,
        facts: Mapping[str, Any],
        path: str = "",
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        assert not (wrong := [*misfits(CODES, "unreadable", code, "", facts)]), wrong
        super().__init__(code, facts, path, line, column)
        self.code = code
        self.facts = facts
        self.path = path
        self.line = line
        self.column = column


class Fault(Exception):
    """Something wrong inside a structure. It travels outwards; each level adds its own step to the place."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        assert not (wrong := [*misfits(CODES, "unreadable", code, "", facts)]), wrong
        super().__init__(code, facts)
        self.code = code
        self.facts = facts
        self.steps: tuple[Step, ...] = ()

    def within(self, *steps: Step) -> Fault:
        self.steps = steps + self.steps
        return self

    def at(self, line: int | None, column: int | None) -> Unreadable:
        """The same for those outside, with its place in the text."""
        return Unreadable(self.code, self.facts, path_text(self.steps), line, column)


@contextmanager
def within(*steps: Step) -> Iterator[None]:
    """A Fault raised inside gets these steps."""
    try:
        yield
    except Fault as fault:
        raise fault.within(*steps) from None


def shown(text: str) -> str:
    """Text from outside, short enough to be quoted and free of what cannot be encoded."""
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return short.encode("utf-8", "backslashreplace").decode("utf-8")


def path_text(steps: tuple[Step, ...]) -> str:
    """The steps as they are written in JavaScript: `rounds[0].tables[1].first`."""
    parts: list[str] = []
    for step in steps:
        if isinstance(step, int):
            parts.append(f"[{step}]")
        elif step.isidentifier() and len(step) <= _SHOWN:
            parts.append(f".{step}" if parts else step)
        else:
            parts.append(f"[{msgspec.json.encode(shown(step)).decode()}]")
    return "".join(parts)
