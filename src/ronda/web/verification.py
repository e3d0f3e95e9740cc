"""Verification of an event: fully, with progress, and afterwards only of what was added since."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.store import StoreTrouble, Verified
from ronda.store.event_log import goes_on
from ronda.store.live_events import LiveEvent
from ronda.store.replay import KnownState, Replayed, replay
from ronda.web.runtime import Runtime

AT_ONCE = 1_000  # entries that nobody needs to see the progress of

_log = logging.getLogger(__name__)


class Checked(NamedTuple):
    """What was found, and with which fact the event ended then. `full_at`: when everything was looked at; `before`: the
    version up to which it was not looked at again this time."""

    found: Verified
    again: Replayed
    last: Fact
    tournament: Tournament
    full_at: datetime
    before: int = 0

    @property
    def holds(self) -> bool:
        return self.again.holds and not self.found.problems


@dataclass(slots=True)
class VerificationJob:
    """A full verification that is running."""

    total: int
    done: int = 0
    failed: bool = False
    checked: Checked | None = field(default=None)

    @property
    def running(self) -> bool:
        return self.checked is None and not self.failed

    def at(self, version: int) -> None:
        self.done = version


# what stands in the lasting parts of an event
_CHECKED, _JOB = "verified", "verification"


def verify_on(runtime: Runtime, event: LiveEvent) -> Checked | None:
    """From the last link that was found right; None where there is none, or the facts do not lead on from it."""
    known: Checked | None = event.lasting.get(_CHECKED)
    if known is None or not goes_on(event.stored, known.found.version, known.last):
        return None
    found = runtime.store.verified_since(event.stored, known.found)
    if found is None:
        return None
    start = KnownState(known.found.version, known.tournament)
    again = replay(event.stored.facts, start, known.again.rounds, tournament=event.tournament)
    return _kept(event, Checked(*_of(event, found, again), known.full_at, known.found.version))


def verify_fully(runtime: Runtime, event: LiveEvent, job: VerificationJob | None = None) -> Checked:
    """Every fact, the chain, and every round made again."""
    found = runtime.store.verified(event.code)
    again = replay(event.stored.facts, on_step=job.at if job else lambda _: None)
    return _kept(event, Checked(*_of(event, found, again), runtime.now()))


def begin(runtime: Runtime, event: LiveEvent) -> VerificationJob:
    """A full verification in a thread of its own, unless one is under way."""
    present = under_way(event)
    if present is not None and present.running:
        return present
    job = VerificationJob(event.version)
    event.lasting.put(_JOB, job)
    runtime.aside(_run, runtime, event, job)
    return job


def under_way(event: LiveEvent) -> VerificationJob | None:
    """The last one that was begun."""
    job: VerificationJob | None = event.lasting.get(_JOB)
    return job


def _run(runtime: Runtime, event: LiveEvent, job: VerificationJob) -> None:
    try:
        job.checked = verify_fully(runtime, event, job)
    except StoreTrouble as trouble:
        _log.warning("not verified: %s", trouble)
    finally:
        job.failed = job.checked is None


def _of(event: LiveEvent, found: Verified, again: Replayed) -> tuple[Verified, Replayed, Fact, Tournament]:
    return found, again, event.stored.facts[-1], event.tournament


def _kept(event: LiveEvent, checked: Checked) -> Checked:
    """Only what holds, and ends where both looked, is gone on from."""
    if checked.holds and checked.found.hash == event.stored.hash:
        event.lasting.put(_CHECKED, checked)
    return checked
