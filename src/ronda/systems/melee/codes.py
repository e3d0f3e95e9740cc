"""melee: every code that this system says, with its article and its facts, for those who write the texts.

Players are ids, teams are lists of two ids, points are whole points. A `skipped` entry is
`{"player", "why", …}`; `more` counts those that are not listed. A proof (`hub_size`, `group_count`, and for
small fields `hub`, `groups`) reads: without the players of the hub, the others fall into that many groups of
odd size that cannot mix, more than the hub has players (id 0 stands for a free game). `compared` stands where
hard wishes about opponents decided over partners or free games: "all" – every round that could be made was
compared, and none does less harm; "some" – the field is too large for that, and no exchange of players was found
that lessens it.
"""

from __future__ import annotations

from collections.abc import Mapping

Facts = tuple[str, ...]

_PROOF = ("hub_size", "group_count", "hub", "groups")
_SKIPPED = ("skipped", "more")
_RANKED = ("buchholz", "difference", "points_for")  # the first, or by option the other two

REASONS: Mapping[str, tuple[str, Facts]] = {
    # about one player; why: "free_games" (count), "late_entry", "no_partnering", "no_plan", "hard_wish"
    "free_game_due": ("M3.2", ("player", "free_games", "resting", "tier")),
    "free_game_bottom": ("M3.3", ("player", "free_games", "points", *_RANKED, "tier", *_SKIPPED)),
    "free_game_lot": ("M3.3", ("player", "free_games", "tier", "seed")),
    "free_game_moved": ("M3.4", ("player", "free_games", "tier", *_SKIPPED)),
    # about the round
    "partners_halves": ("M4.2", ("players", "seed")),
    "partners_lot": ("M4.3", ("players", "seed")),
    "rounds_ahead": ("M4.4", ("rounds", "planned")),
    "power_total": ("M5.2", ("difference", "squares", "repeats")),
    # about one table; repeats: [{"players": [a, b], "rounds": […]}]
    "set_by_power": ("M5.2", ("first", "second", "first_points", "second_points", "difference", "repeats")),
    "set_by_lot": ("M5.2", ("first", "second", "first_points", "second_points", "difference", "seed")),
}

RELAXATIONS: Mapping[str, tuple[str, Facts]] = {
    # beyond: the last round without repeated partners, where the director lets the event go on after it
    "partner_repeat": ("M4.5", ("rounds", "fewest", "beyond", "compared", *_PROOF)),
    "halves_broken": ("M4.2", ("compared",)),
    "free_game_on_entry": ("M6", ("players", "resting")),
    "avoid_broken": ("S3", ("relation", "compared", *_PROOF)),  # relation: "partners" or "opponents"
}

REFUSALS: Mapping[str, tuple[str, Facts]] = {
    "too_few_players": ("M3.1", ("players", "least")),
    "result_unreadable": ("M2", ("text", "example", "negative", "fractional")),
    "draw_impossible": ("M2", ("text",)),
}

FINDINGS: Mapping[str, tuple[str, Facts]] = {
    "too_few_players": ("M3.1", ("players", "least")),
    "rounds_out_of_bounds": ("M4.1", ("rounds", "most", "players")),
    "repeats_ahead": ("M4.1", ("rounds", "most", "players", "repeats")),
}
