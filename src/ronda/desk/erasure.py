"""Erasing a person (PP6): who, what is removed with them, and what stays."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ronda.core.erasing import free_texts
from ronda.core.facts import Erased, Fact
from ronda.core.model import Player, Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.systems import system
from ronda.systems.labels import folded

_LEAST_LETTERS = 3  # of a word that may be somebody's name


def forget(
    tournament: Tournament, players: Iterable[int], rounds: Iterable[int] = (), *, known: Collection[int] = ()
) -> list[Erased] | Refusal:
    """The personal data of these players are removed for good, and so is what somebody wrote about these `rounds`.
    `known`: numbers that are in the log and in no list any more, since the entry was undone. Who is removed already
    stays so."""
    here = {player.id: player for player in tournament.players}
    wanted = sorted(set(players))
    for player in wanted:
        if player not in here and player not in known:
            return Refusal("unknown_player", "S4", {"player": player})
    named = tuple(player for player in wanted if player not in here or not here[player].removed)
    emptied = tuple(sorted(set(rounds)))
    return [Erased(named, _fixed_numbers(tournament), emptied)] if named or emptied else []


def forget_everybody(tournament: Tournament, rounds: Iterable[int] = ()) -> list[Erased] | Refusal:
    """The same for all who are in the list."""
    return forget(tournament, (player.id for player in tournament.players), rounds)


def _fixed_numbers(tournament: Tournament) -> dict[int, int]:
    """Start numbers of those who were in a round, where a file does not say them: names may have decided them, so they
    are fixed as they are."""
    declared = system(tournament.setup.system)
    if declared.forms.start_numbers is None or not tournament.rounds:
        return {}
    started = {pid for round_ in tournament.rounds for pid in round_.players}
    numbers = declared.forms.start_numbers({player.id: player for player in tournament.players})
    new = {player.id for player in tournament.players if player.number is None and player.id in started}
    moved = {player.id for player in tournament.players if player.number not in (None, numbers[player.id])}
    return {pid: numbers[pid] for pid in sorted(new | moved if new else new)}


# --- what goes with it -------------------------------------------------------------------------------------


class Mention(Frozen, frozen=True):
    """What somebody wrote about a round, and whether it may name one of the players."""

    round: int
    text: str
    named: bool


def mentions(facts: Sequence[Fact], players: Iterable[Player]) -> list[Mention]:
    """Everything that somebody wrote about rounds, also about those that were taken back; each text once (PP6.3)."""
    words = {word for player in players for word in _words(player.name)}
    found: dict[tuple[int, str], Mention] = {}
    for fact in facts:
        number, texts = free_texts(fact)
        for text in texts:
            if any(letter.isalnum() for letter in text):
                found.setdefault((number, text), Mention(number, text, not words.isdisjoint(_words(text))))
    return sorted(found.values(), key=lambda mention: mention.round)


def _words(text: str) -> set[str]:
    plain = "".join(letter if letter.isalnum() else " " for letter in folded(text))
    return {word for word in plain.split() if len(word) >= _LEAST_LETTERS}
