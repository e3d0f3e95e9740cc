"""swiss: results as they are typed, in four forms (AG2): who won, a score, games of a match, sets. Kept is what was
typed, in one spelling; who won a single game is kept as that game."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ronda.core import Draw, Forfeit, Refusal, Result, Scored, Setup
from ronda.systems.declarations import Game, MatchParts, ResultForm
from ronda.systems.results import (
    GAME_KEYS,
    forfeit_text,
    read_forfeit,
    read_game,
    read_scores,
    unreadable,
    with_hyphens,
)
from ronda.systems.score_to_target import CEILING
from ronda.systems.swiss.rules import MatchForm, read_games, settings

DRAWN = "½-½"
_WINNER: dict[str, Result] = {"1-0": Scored(1, 0), "0-1": Scored(0, 1), DRAWN: Scored(0, 0, 1)}
_SET = re.compile(r"(\d{1,6})-(\d{1,6})")
_SHORT = re.compile(r"(-?)(\d{1,6})")
QUICK = (("won", "1-0"), ("draw", DRAWN), ("lost", "0-1"))
EXAMPLES = {"winner": "1-0", "games": "2-1", "sets": "11-7 9-11 11-5"}


def example(own: MatchForm) -> str:
    """A result as it is written in this event."""
    match own.form:
        case "score":
            return f"{own.target or 13}-{(own.target or 13) // 2}"
        case "games":
            return f"{own.best_of // 2 + 1 if not own.all_games else own.best_of}-0"
        case "sets":
            high, needed = own.set_target or 11, own.best_of if own.all_games else own.best_of // 2 + 1
            return " ".join([f"{high}-{high // 2}"] * needed)
        case "winner":
            return "1-0"


def form(setup: Setup) -> ResultForm:
    own, minutes = settings(setup).match, settings(setup).walk.round_minutes
    game = Game(own.target, minutes) if own.target else None
    if own.form == "winner":
        quick = tuple(one for one in QUICK if own.draws or one[0] != "draw")
        keys = {key: text for key, text in GAME_KEYS.items() if own.draws or text != DRAWN}
        return ResultForm("1-0", keys=keys, quick=quick, game=game, width=4)
    if own.form == "score":
        return ResultForm(example(own), game=game, any_score=not own.target)
    return ResultForm(example(own), game=game, parts=parts(own), width=5)


def parts(own: MatchForm) -> MatchParts:
    """What a match of games or sets consists of."""
    return MatchParts(
        own.best_of,
        0 if own.all_games else own.best_of // 2 + 1,
        own.form == "games" and own.draws,
        own.form == "sets",
        own.set_target,
        own.set_lead,
        own.set_cap,
    )


def read_result(text: str, setup: Setup) -> Result | Refusal:
    return read(text, settings(setup).match)


def read(text: str, own: MatchForm) -> Result | Refusal:
    """AG2.1, AG2.7: an absence, or what the form has."""
    forfeit = read_forfeit(text)
    if forfeit is not None:
        return forfeit
    match own.form:
        case "winner":
            found = read_game(text, _WINNER, "AG2.2")
        case "score":
            found = _score(text, own)
        case "games":
            found = _games(text, own)
        case "sets":
            found = _sets(text, own)
    if isinstance(found, Scored) and found.first == found.second and not own.draws:
        return Refusal("draw_impossible", "AG2.2", {"text": text})
    return found


def decided(result: Scored, own: MatchForm) -> bool:
    """Whether it ended by itself, and not because time was called (AG2.3–AG2.5)."""
    most = max(result.first, result.second)
    if own.form == "winner" or (own.form == "score" and (own.ending == "open" or not own.target)):
        return True
    if own.form == "score":
        return most >= own.target
    played = result.first + result.second + result.drawn
    return played >= own.best_of or (not own.all_games and most > own.best_of // 2)


def scores(result: Scored, own: MatchForm) -> tuple[int, int]:
    """What each side made: points, those of all sets, or games; nothing where only who won is said."""
    if own.form == "winner":
        return 0, 0
    if own.form == "sets":
        return sum(one for one, _ in result.sets), sum(other for _, other in result.sets)
    return result.first, result.second


def write(result: Result) -> str:
    """One spelling of every result (AG2.8)."""
    match result:
        case Forfeit():
            return forfeit_text(result)
        case Scored(sets=sets) if sets:
            return " ".join(f"{one}-{other}" for one, other in sets)
        case Scored(first=0, second=0, drawn=1):
            return DRAWN
        case Scored(first=first, second=second, drawn=drawn):
            return f"{first}-{second}-{drawn}" if drawn else f"{first}-{second}"


def doubt(result: Result, setup: Setup) -> Refusal | None:
    """AG2.8: a score far above the target has to be confirmed."""
    own = settings(setup).match
    if own.form != "score" or own.ending != "open" or not own.target or not isinstance(result, Scored):
        return None
    most, highest = CEILING * own.target, max(result.first, result.second)
    if highest <= most:
        return None
    return Refusal("score_needs_confirmation", "AG2.8", {"score": highest, "target": own.target, "most": int(most)})


# --- a score (AG2.3) ---------------------------------------------------------------------------------------


def _score(text: str, own: MatchForm) -> Result | Refusal:
    found = read_scores(text)
    if found is None:
        return unreadable(text, "AG2.1", example(own))
    if own.ending == "open" or not own.target:
        return found
    low, high = sorted((found.first, found.second))
    facts = {"text": text, "most": own.target}
    if own.ending == "exact" and high > own.target:
        return Refusal("score_too_high", "AG2.3", facts)
    if low >= own.target:
        return Refusal("both_at_target", "AG2.3", facts)
    if high < own.target and not own.time:
        return Refusal("target_not_reached", "AG2.3", facts)
    return found


# --- games and sets (AG2.4–AG2.6) --------------------------------------------------------------------------


def _games(text: str, own: MatchForm) -> Result | Refusal:
    if with_hyphens(text).replace("1/2", "½") in (DRAWN, "="):
        text = "0-0-1"
    found = read_games(text) if text.strip() else None
    return unreadable(text, "AG2.1", example(own)) if found is None else _match(Scored(*found), text, own)


def _match(found: Scored, text: str, own: MatchForm) -> Result | Refusal:
    """AG2.4: whether so many games can have been played."""
    low, high = sorted((found.first, found.second))
    needed, played = own.best_of // 2 + 1, low + high + found.drawn
    many = played > own.best_of if own.all_games else high > needed or low >= needed or low + high > own.best_of
    facts = {"text": text, "games": own.best_of}
    if many:
        return Refusal("too_many_games", "AG2.4", facts)
    return found if own.time or decided(found, own) else Refusal("not_decided", "AG2.4", facts)


def _sets(text: str, own: MatchForm) -> Result | Refusal:
    typed = re.sub(r"(?<=\d) - (?=\d)", "-", with_hyphens(text)).replace(",", " ").split()
    sets: list[tuple[int, int]] = []
    won = [0, 0]
    for number, word in enumerate(typed, start=1):
        one = _set(word, own)
        if one is None:
            return unreadable(text, "AG2.1", example(own))
        if not _possible(*one, own):
            facts = {"text": text, "number": number, "set": f"{one[0]}-{one[1]}", "possible": parts(own).possible}
            return Refusal("set_impossible", "AG2.5", facts)
        if number > own.best_of or (not own.all_games and max(won) > own.best_of // 2):
            return Refusal("sets_after_end", "AG2.5", {"text": text, "number": number})
        won[one[0] < one[1]] += 1
        sets.append(one)
    if not sets:
        return unreadable(text, "AG2.1", example(own))
    return _match(Scored(won[0], won[1], 0, tuple(sets)), text, own)


def _set(word: str, own: MatchForm) -> tuple[int, int] | None:
    """A set, or in short what its loser made, with a minus where the first side lost it (AG2.6)."""
    whole = _SET.fullmatch(word)
    if whole is not None:
        return int(whole[1]), int(whole[2])
    short = _SHORT.fullmatch(word)
    if short is None or not own.set_target:
        return None
    low = int(short[2])
    high = own.set_target if low <= own.set_target - own.set_lead else low + own.set_lead
    high = min(high, own.set_cap or high)
    return (low, high) if short[1] else (high, low)


def _possible(one: int, other: int, own: MatchForm) -> bool:
    """AG2.5."""
    low, high, target, cap = min(one, other), max(one, other), own.set_target, own.set_cap
    if low == high or not target or own.set_lead == 1:
        return low < high and (not target or high == target)
    if high == target and low <= target - 2:
        return True
    return (high > target and high - low == 2 and (not cap or high <= cap)) or (
        bool(cap) and (high, low) == (cap, cap - 1)
    )


# --- as it might be played ---------------------------------------------------------------------------------


def play(odds: int, setup: Setup, draw: Draw) -> str:
    """A result of this event: of a thousand games the first side wins so many."""
    own = settings(setup).match
    match own.form:
        case "winner":
            if own.draws and draw.below(10) == 0:
                return DRAWN
            return "1-0" if draw.below(1000) < odds else "0-1"
        case "score":
            return "-".join(map(str, _race(odds, own.target or 13, 1, 0, draw)))
        case "games":
            return "-".join(map(str, _series(odds, own, draw)))
        case "sets":
            sets: list[tuple[int, int]] = []
            for first in _course(_series(odds, own, draw), draw):
                high, low = _race(1000, own.set_target or 11, own.set_lead, own.set_cap, draw)
                sets.append((high, low) if first else (low, high))
            return " ".join(f"{one}-{other}" for one, other in sets)


def _series(odds: int, own: MatchForm, draw: Draw) -> list[int]:
    """Games won by either side."""
    won = [0, 0]
    while sum(won) < own.best_of and (own.all_games or max(won) <= own.best_of // 2):
        won[draw.below(1000) >= odds] += 1
    if won[0] == won[1] and not own.draws:
        won = [won[0] + 1, won[1] - 1]
    return won


def _course(won: Sequence[int], draw: Draw) -> list[bool]:
    """Who won each set, the winner the last one."""
    first_wins = won[0] > won[1]
    every = [True] * won[0] + [False] * won[1]
    every.remove(first_wins)
    return [*draw.shuffled(every), first_wins]


def _race(odds: int, target: int, lead: int, cap: int, draw: Draw) -> tuple[int, int]:
    """Points up to the target: who wins has it, the other one less."""
    low = draw.below(max(target - lead + 1, 1))
    high = max(target, low + lead)
    high = min(high, cap or high)
    return (high, low) if draw.below(1000) < odds else (low, high)
