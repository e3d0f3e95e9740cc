"""domino: every code that the system says, with the facts that may come with it, for those who put it
into words.

Facts in `[]` are lists; `skipped` and `more` are those of `ronda.pairing.explain`: entries of `skipped`
have `for` (whose wish it was), `player` (who was skipped), `why` (one of WHYS) and, by that, `last`
(the round), `pair` (the free pair that was passed) or `byes`.
"""

from __future__ import annotations

from typing import Literal

Said = Literal["reason", "relaxation", "refusal", "finding", "in_force", "player_note"]

WHYS = ("partner_window", "rival_window", "avoid", "completion", "had_bye", "rested", "old_partner", "old_rival")

_LEVEL = ("level", "partner_window", "rival_window", "crossed", "ways", "attempts", "proved", "pyramid")
_TABLE = ("pyramid", "first", "second", "skipped", "more")

CODES: dict[Said, dict[str, tuple[str, ...]]] = {
    "reason": {
        "consecutive": ("first", "second", "places", "by", "seed"),
        "moved_for_wish": ("first", "second", "places", "by", "seed"),
        "ideal_table": _TABLE,
        "moved_partner": _TABLE,
        "moved_rivals": _TABLE,
        "side_exchange": ("pyramid", "players", "places", "displacement", "fresh"),
        "search_stated": ("pyramid", "proved", "work", "budget"),
        "fresh": ("pyramid", "partners", "rivals", "proved"),
        "chosen_tables": (),
        "chosen_partners": (),
        "chosen_order": (),
        "level_failed": _LEVEL,
        "exchanges_compared": ("ways", "of", "proved"),
        "bye_end_of_list": ("player", "byes", "skipped", "more"),
        "bye_lowest": ("player", "byes", "skipped", "more"),
        "bye_last": ("player", "byes", "skipped", "more"),
        "many_byes": ("player", "byes"),
        "wish_not_kept": ("players", "as"),
    },
    "relaxation": {
        "partner_window": ("as", "last", "window"),
        "rival_window": ("as", "last", "window"),
        "pyramid_exchange": ("places", "displacement"),
        "forced": ("as", "last", "window"),
        "avoid_broken": ("as",),
    },
    "in_force": {
        "category": ("category", "partner_window", "rival_window", "by_hand"),
    },
    "player_note": {
        "games": ("played", "wins", "losses"),
        "winning_now": ("n",),
        "losing_now": ("n",),
        "longest_streak": ("n", "first_round", "last_round"),
        "best_partner": ("players", "wins", "difference"),
        "most_met": ("players", "times"),
    },
    "refusal": {
        "too_few_players": ("players", "least"),
        "late_entry_closed": ("players", "last"),
        "result_unreadable": ("text", "example", "negative", "fractional"),
        "draw_impossible": ("text",),
        "score_needs_confirmation": ("score", "target", "most"),
    },
    "finding": {
        "too_few_players": ("players", "least"),
        "late_entry_closed": ("joined_round", "last"),
        "repetitions_ahead": (
            *("players", "enough", "partner_window", "rival_window"),
            *("relaxed_percent", "forced_percent"),
        ),
    },
}
