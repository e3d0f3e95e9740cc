"""What can be wrong with input from outside: a code, its facts and the place. No prose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import msgspec

Step = str | int  # a key of an object or a position in a list

# Every code with the names of its facts. Sentences are made from these, outside.
FACTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        code: frozenset(names.split())
        for code, names in (
            # the text as a whole
            ("not_text", "byte"),  # binary, or not in an encoding that is read here
            ("unknown_encoding", "found known"),
            ("too_large", "bytes most"),
            ("too_many", "what found most"),  # what: values | rows | cells | parts
            ("bad_workbook", ""),  # damaged, or locked with a password
            ("unpacks_too_large", "bytes most"),  # a workbook is a packed file
            ("cell_too_far", "cell most"),  # a sheet reaches so far that it has too many cells
            ("too_heavy", ""),  # reading it took more memory or time than there is for it
            # JSON
            ("not_json", "expected found"),  # expected: value | key | colon | comma | quote | escape | end
            ("too_deep", "most"),
            ("not_a_number", "found"),  # NaN and the infinities
            ("number_too_large", "found"),
            ("duplicate_key", "key"),
            # keys and single values
            ("unknown_key", "key known"),
            ("missing_key", "key"),
            ("wrong_type", "expected found"),
            ("wrong_length", "expected found"),
            ("wrong_value", "expected found"),
            ("unknown_choice", "found known"),
            ("out_of_range", "found low high"),
            ("not_half", "found"),  # not a multiple of one half
            ("between_steps", "found step"),  # not a multiple of the part of a point that is counted
            ("blank", ""),
            ("too_long", "found most"),
            ("control_character", "character"),
            ("bad_version", "found known"),
            ("unknown_system", "found known"),
            ("bad_rating", "found least article"),  # neither 0 nor at least `least`
            ("round_after_draft", "round draft"),
            ("bad_result", "code article facts"),  # the system's own refusal
            # values that belong together
            ("duplicate_id", "id"),
            ("duplicate_value", "key value"),
            ("unknown_player", "player"),
            ("unknown_table", "table"),
            ("player_twice", "player"),
            ("not_in_pool", "player round"),
            ("not_at_table", "player"),
            # lists of players
            ("no_players", ""),
            ("no_name_column", ""),
            ("bad_number", "meaning value"),  # meaning: id | rating | national_rating | licence
            ("too_many_cells", "expected found"),
            # tournament report files
            ("bad_trf", "count defects"),  # everything that is wrong with it, see `trf.fields`
        )
    }
)
CODES = frozenset(FACTS)
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
        assert facts.keys() == FACTS[code], (code, facts)
        super().__init__(code, facts, path, line, column)
        self.code = code
        self.facts = facts
        self.path = path
        self.line = line
        self.column = column


class Fault(Exception):
    """Something wrong inside a structure. It travels outwards; each level adds its own step to the place."""

    def __init__(self, code: str, /, **facts: Any) -> None:
        assert facts.keys() == FACTS[code], (code, facts)
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
