"""Use cases: load, decide, append. `decisions` are pure; `actions` is the table of what can be done,
`phases` that of when."""

from ronda.desk.decisions import (
    check_rounds,
    come_back,
    enter,
    erase_result,
    find_table,
    leave,
    missing_results,
    next_round,
    record_result,
    standings_after,
    waiting_for,
)

__all__ = [
    "check_rounds",
    "come_back",
    "enter",
    "erase_result",
    "find_table",
    "leave",
    "missing_results",
    "next_round",
    "record_result",
    "standings_after",
    "waiting_for",
]
