"""domino: what the rulebook has against a field, and what to expect of it (D1.5, D9)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.model import Player, Round, Setup, starters
from ronda.core.verdicts import Finding
from ronda.systems.domino.rules import CATEGORIES, LAST_ENTRY, LEAST_PLAYERS, settings, windows

ENOUGH_PLAYERS = 16  # D1.5: fewer are warned


def guarantee(book: Book) -> tuple[int, str]:
    """D1.5: no bound is proved for a field, unless nothing counts as a repetition."""
    free = windows(book.setup, book.players.values()) == (0, 0)
    return settings(book.setup).rounds if free else 0, "D1.5"


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """D1.5 and D9."""
    findings = [
        Finding(
            "late_entry_closed",
            "D9",
            players=(player.id,),
            facts={"joined_round": player.joined_round, "last": LAST_ENTRY},
        )
        for player in players
        if player.joined_round > LAST_ENTRY
    ]
    count = len(starters(players))  # D1.2
    if count < LEAST_PLAYERS:
        findings.append(Finding("too_few_players", "D1.5", facts={"players": count, "least": LEAST_PLAYERS}))
    elif count < ENOUGH_PLAYERS:
        findings.append(Finding("repetitions_ahead", "D1.5", "note", facts=_forecast(setup, players)))
    return findings


# D1.5: of a hundred tables from round 2 on, how many needed a relaxation (exchanges between pyramids are some) and how
# many a forced one, in a hundred simulated events of seven rounds with windows 1/2; by whether new partners are
# preferred (D10.5) and the number of players
FORECAST: dict[bool, dict[int, tuple[int, int]]] = {
    False: {
        4: (100, 100),
        5: (100, 100),
        6: (47, 5),
        7: (69, 5),
        8: (72, 0),
        9: (73, 0),
        10: (64, 0),
        11: (45, 0),
        12: (32, 0),
        13: (31, 0),
        14: (23, 0),
        15: (13, 0),
    },
    True: {
        4: (100, 100),
        5: (100, 100),
        6: (47, 3),
        7: (66, 5),
        8: (72, 0),
        9: (74, 0),
        10: (66, 0),
        11: (47, 0),
        12: (36, 0),
        13: (33, 0),
        14: (22, 0),
        15: (14, 0),
    },
}


def _forecast(setup: Setup, players: Sequence[Player]) -> dict[str, object]:
    """What to expect of a small field."""
    count = len(starters(players))  # D1.2
    own = windows(setup, players)
    facts: dict[str, object] = {
        "players": count,
        "enough": ENOUGH_PLAYERS,
        "partner_window": own.partner,
        "rival_window": own.rival,
    }
    chosen = settings(setup)
    usual = (chosen.tables, chosen.partners, chosen.exchange_first) == ("sides", "alternate", False)
    if usual and own == CATEGORIES[0][2]:
        facts["relaxed_percent"], facts["forced_percent"] = FORECAST[chosen.fresh][count]
    return facts


def contingency_counts(round_: Round) -> tuple[int, int]:
    """D10.6: how many pairs repeat inside a window, and how many exchanges between the pyramids there are."""
    exchanged = sum(relaxation.code == "pyramid_exchange" for relaxation in round_.relaxations)
    return len(round_.relaxations) - exchanged, exchanged
