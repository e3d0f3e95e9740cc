"""`ronda tables`: rounds and points for the five tables in somebody's own database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused, Refused, checked_seed
from ronda.cli.event import names_of
from ronda.cli.output import Output
from ronda.cli.tables.output import fault_value, tell_findings, tell_list, tell_pair, tell_score
from ronda.cli.tables.text import fault_text, place_of, source_label
from ronda.core.verdicts import Finding, Refusal
from ronda.five_tables.changes import next_rows, to_be_written
from ronda.five_tables.database import FoundTournament, Hand, OtherWriter, Rejected, look_at, look_at_all, work_on
from ronda.five_tables.findings import Seen, findings
from ronda.five_tables.reading import Theirs, undecided
from ronda.store.database.location import database_url
from ronda.store.importing.faults import NotImportable
from ronda.store.importing.rows import Faults

MISUSED = 2
_WRITING = ("pair", "score")


class _Faulty(Exception):
    """The rows of the tournament cannot be worked on."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(len(faults))
        self.faults = faults


def tables(values: Namespace, output: Output) -> int:
    if values.write and values.verb not in _WRITING:
        raise Misused("tables_only_looks", verb=values.verb)
    if values.seed is not None:
        checked_seed(values.seed)
    action = {"list": _list, "check": _check, "pair": _pair, "score": _score}[values.verb]
    try:
        return action(values, output)
    except NotImportable as trouble:
        output.fail(trouble.code, "", _refused(values.url, trouble, output))
        return MISUSED
    except _Faulty as faulty:
        _tell_faults(faulty.faults, output)
        return MISUSED
    except Rejected as rejected:
        raise Misused("tables_rejected", reason=rejected.reason) from rejected
    except OtherWriter:
        raise Refused(Refusal("other_writer", "R7")) from None


def _address(url: str) -> str:
    """A path is an SQLite file."""
    return url if "://" in url else database_url(Path(url)).render_as_string(hide_password=False)


def _list(values: Namespace, output: Output) -> int:
    tell_list(look_at_all(_address(values.url), values.code), output)
    return 0


def _check(values: Namespace, output: Output) -> int:
    """Every value and every round. Status 3 if something is wrong."""
    looked = look_at(_address(values.url), values.code)
    if not isinstance(looked.found, Theirs):
        return tell_findings(looked.found, None, output)
    found: list[Seen | Finding] = list(findings(looked.found, looked.strays))
    return tell_findings(found, looked.found.tournament, output)


def _pair(values: Namespace, output: Output) -> int:
    now = datetime.now(UTC)
    with _at_work(values) as (theirs, hand):
        if unset := list(undecided(theirs.event)):
            raise _Faulty(unset)
        made = next_rows(theirs, values.seed, now)
        if isinstance(made, Refusal):
            raise Refused(made, names_of(theirs.tournament))
        if hand is not None:
            for name, rows in made.rows.items():
                hand.insert(name, rows)
            for change in made.changes:
                hand.change(change)
    tell_pair(theirs, made, source_label(values.url), output, written=values.write)
    return 0


def _score(values: Namespace, output: Output) -> int:
    now = datetime.now(UTC)
    with _at_work(values) as (theirs, hand):
        changes = to_be_written(theirs, now)
        if hand is not None:
            for change in changes:
                hand.change(change)
    tell_score(theirs, changes, source_label(values.url), output, written=values.write)
    return 0


@contextmanager
def _at_work(values: Namespace) -> Iterator[tuple[Theirs, Hand | None]]:
    """The tournament, with a hand to write with if it is to be written to."""
    if values.write:
        with work_on(_address(values.url), values.code) as (looked, hand):
            yield _sound(looked), hand
    else:
        yield _sound(look_at(_address(values.url), values.code)), None


def _sound(looked: FoundTournament) -> Theirs:
    if not isinstance(looked.found, Theirs):
        raise _Faulty(looked.found)
    return looked.found


# --- what is wrong -----------------------------------------------------------------------------------------


def _refused(url: str, trouble: NotImportable, output: Output) -> str:
    where = ", ".join(part for part in (source_label(url), place_of(trouble, output)) if part)
    if trouble.code == "store_of_ronda":
        return f"{where}: {output.say('say.tables_of_a_store')}"
    return f"{where}: {fault_text(trouble, output)}"


def _tell_faults(faults: Faults, output: Output) -> None:
    """All of them, and that nothing was written."""
    nothing = output.say("say.tables_faulty", n=len(faults))
    if output.json:
        told = [fault_value(fault, output) for fault in faults]
        first = faults[0]
        error = {"code": first.code, "article": told[0]["article"], "message": nothing, "faults": told}
        output.data({"error": error})
        return
    for fault in faults:
        output.note(f"{place_of(fault, output)}: {fault_text(fault, output)}")
    output.note(nothing)
