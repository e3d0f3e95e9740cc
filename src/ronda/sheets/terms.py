"""What the same thing is called in each system."""

from __future__ import annotations

from ronda.sheets.job import SheetJob
from ronda.systems import system


def side_names(job: SheetJob) -> list[str]:
    """What the two sides of a table are called."""
    return [job.say(key, n=n) for n, key in enumerate(system(job.system).sides.names, start=1)]


def side_marks(job: SheetJob) -> list[str]:
    """One sign for each side, where it matters on which one somebody sits."""
    if system(job.system).sides.coloured:
        return list(job.say("label.colour_letters").upper())
    return ["1", "2"] if job.in_pairs else []


def bye_word(job: SheetJob) -> str:
    return job.say(system(job.system).rest.name)
