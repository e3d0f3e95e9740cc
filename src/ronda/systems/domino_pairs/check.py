"""domino_pairs: a round verified (PS3.3, PS3.4), from the recorded facts alone."""

from __future__ import annotations

from ronda.checking.proofs import structure, without_asked
from ronda.checking.unmet_walk import OwnRules, check_unmet
from ronda.core import Book, Finding, Round
from ronda.systems.domino_pairs.rules import draw_numbers, pairing_order, settings


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made."""
    own = settings(book.setup)
    order = pairing_order(book, book.pool(), draw_numbers(book.players, book.setup.seed))
    found = check_unmet(book, round_, order, OwnRules(own.first_table, own.even_byes))
    allocated = without_asked(round_)
    if book.round > 1 or own.first_round == "lot" or book.setup.avoid or structure(book, allocated):
        return found
    return [*found, *_first_round(book, allocated, order)]


def _first_round(book: Book, round_: Round, order: list[int]) -> list[Finding]:
    """PS3.3: by Elo the n-th of the top half meets the n-th of the bottom half; by clubs nobody meets the own club
    while another club has somebody of the same turn. The last of the order rests (PS3.4)."""
    resting = [bye.player for bye in round_.byes]
    found = []
    if resting and resting != order[-1:]:
        facts = {"expected": order[-1]}
        found.append(Finding("bye_wrong", "PS3.4", "violation", 1, (*resting, order[-1]), facts))
    seated = [player for player in order if player not in resting]
    partner = {a: b for table in round_.tables for a, b in (table.players, table.players[::-1])}
    if settings(book.setup).first_round == "elo":
        half = len(seated) // 2
        wrong = [player for at, player in enumerate(seated[:half]) if partner[player] != seated[at + half]]
    else:
        wrong = _with_own_club(book, seated, partner)
    if wrong:
        found.append(Finding("first_round_order", "PS3.3", "violation", 1, tuple(wrong[:4])))
    return found


def _with_own_club(book: Book, seated: list[int], partner: dict[int, int]) -> list[int]:
    """Walking down the order: whose opponent is not the first free one of another club."""
    free, wrong = list(seated), []
    while free:
        first, *others = free
        clubs = {player: book.players[player].club.strip().casefold() for player in free}
        apart = [player for player in others if not clubs[first] or clubs[player] != clubs[first]]
        expected = (apart or others)[0]
        if partner[first] != expected:
            wrong.append(first)
        free = [player for player in others if player != partner[first]]
    return wrong
