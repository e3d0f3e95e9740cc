"""What the same thing is called in each system."""

from __future__ import annotations

from ronda.sheets.job import Job


def side_names(job: Job) -> list[str]:
    """What the two sides of a table are called."""
    match job.system:
        case "chess":
            return [job.say("label.whites"), job.say("label.blacks")]
        case "domino":
            return [job.say("label.sheet.pair", n=n) for n in (1, 2)]
        case "melee":
            return [job.say("label.sheet.team", n=n) for n in (1, 2)]
        case _:
            return [job.say("label.first"), job.say("label.second")]


def side_marks(job: Job) -> list[str]:
    """One sign for each side, where it matters on which one somebody sits."""
    if job.system == "chess":
        return list(job.say("label.colour_letters").upper())
    return ["1", "2"] if job.in_pairs else []


def bye_word(job: Job) -> str:
    return job.say("label.sheet.free_game" if job.system == "melee" else "label.bye")
