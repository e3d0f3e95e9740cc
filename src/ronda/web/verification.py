"""Verification of an event: fully, with progress, and afterwards only of what was added since."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from ronda.core.cache import CacheKind
from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.store import StoreTrouble, Verified
from ronda.store.log.pages import goes_on
from ronda.store.log.steps import KnownState
from ronda.store.replay import Replayed, replay
from ronda.web.runtime import LiveEvent, Runtime

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


_CHECKED: CacheKind[Checked] = CacheKind("verified", most=16)
_JOB: CacheKind[VerificationJob] = CacheKind("verifications", most=64)


def verify_on(runtime: Runtime, event: LiveEvent) -> Checked | None:
    """From the last link that was found right; None where there is none, or the facts do not lead on from it."""
    known = runtime.cache.get(_CHECKED, event.code)
    if known is None or not goes_on(event.stored, known.found.version, known.last):
        return None
    found = runtime.store.verified_since(event.stored, known.found)
    if found is None:
        return None
    start = KnownState(known.found.version, known.tournament)
    again = replay(event.stored.facts, start, known.again.rounds, tournament=event.tournament)
    return _kept(runtime, event, Checked(*_of(event, found, again), known.full_at, known.found.version))


def verify_fully(runtime: Runtime, event: LiveEvent, job: VerificationJob | None = None) -> Checked:
    """Every fact, the chain, and every round made again."""
    found = runtime.store.verified(event.code)
    again = replay(event.stored.facts, on_step=job.at if job else lambda _: None)
    return _kept(runtime, event, Checked(*_of(event, found, again), runtime.now()))


def begin(runtime: Runtime, event: LiveEvent) -> VerificationJob:
    """A full verification in a thread of its own, unless one is under way."""
    present = runtime.cache.get(_JOB, event.code)
    if present is not None and present.running:
        return present
    job = VerificationJob(event.version)
    runtime.cache.put(_JOB, event.code, job)
    runtime.aside(_run, runtime, event, job)
    return job


def under_way(runtime: Runtime, code: str) -> VerificationJob | None:
    """The last one that was begun."""
    return runtime.cache.get(_JOB, code)


def _run(runtime: Runtime, event: LiveEvent, job: VerificationJob) -> None:
    try:
        job.checked = verify_fully(runtime, event, job)
    except StoreTrouble as trouble:
        _log.warning("not verified: %s", trouble)
    finally:
        job.failed = job.checked is None


def _of(event: LiveEvent, found: Verified, again: Replayed) -> tuple[Verified, Replayed, Fact, Tournament]:
    return found, again, event.stored.facts[-1], event.tournament


def _kept(runtime: Runtime, event: LiveEvent, checked: Checked) -> Checked:
    """Only what holds, and ends where both looked, is gone on from."""
    if checked.holds and checked.found.hash == event.stored.hash:
        runtime.cache.put(_CHECKED, event.code, checked)
    return checked
