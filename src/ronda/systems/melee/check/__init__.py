"""melee: a round verified against the rulebook (M3–M6), from the recorded facts alone (`ronda.systems.melee.field`).

M3.4, M4, S3 `partners`; M5.2 `opponents`; PS1 `nobody_rests`. Nothing here knows how rounds are made. The facts of the
findings: `free_game_tier` {free_games, fewest}; `free_game_wrong`, `free_game_moved` and `free_game_moved_unrecorded`
{expected}, with `ahead` true where only the rounds to come can have been the reason (M4.4); `partner_repeat` and its
like {rounds}; `better_setting` {difference, squares, repeats, least_difference, least_squares, least_repeats}, of which
the milder ones are null where a graver one decides; avoid {hard, relation}. What was relaxed has {relaxation,
avoidable}, and {made, least} where there was more of it than needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ronda.checking.proofs import (
    Deviation,
    Excess,
    MissingStatement,
    avoid_happening,
    everybody_once,
    judged,
)
from ronda.core import Avoided, Book, Facts, Finding, Round, replace
from ronda.systems.melee import rules
from ronda.systems.melee.check.nobody_rests import check_filled
from ronda.systems.melee.check.opponents import NAMES, Setting, least
from ronda.systems.melee.check.partners import Field, field_of, late_needlessly, needless, unchanged

SIDE = 2


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made."""
    if rules.settings(book.setup).filled:
        return check_filled(book, round_)
    broken = list(_structure(book, round_))
    if broken:
        return broken  # without everybody once (S1) there is nothing else to verify
    field = field_of(book, round_)
    excess = needless(field)
    setting = _setting(book, field)
    pairs = [(at, at + 1) for at in range(0, len(field.teams), 2)]
    made, best = setting.total(pairs), least(setting, pairs)
    worse = _first_worse(made, best)
    happenings = [
        *_late(field),
        *_moved(round_, field, excess),
        *_partners(field, excess),
        *_opponents(field, setting, _opponent_excess(excess, worse)),
    ]
    return [
        *_tiers(field),
        *judged(round_, happenings),
        *_better_setting(field, made, best, worse),
        *_guarantee(book, field),
    ]


def _violation(number: int, code: str, article: str, players: tuple[int, ...], facts: Facts) -> Finding:
    return Finding(code, article, "violation", number, players, facts)


def _structure(book: Book, round_: Round) -> Iterator[Finding]:
    """Everybody of the pool exactly once, nobody else (S1), two to a side, as many free games as M3.1 says."""
    pool, number = book.pool(), round_.number
    yield from everybody_once(book, round_, SIDE)
    rested, expected = tuple(bye.player for bye in round_.byes), len(pool) % rules.AT_A_TABLE
    if len(pool) < rules.AT_A_TABLE:
        facts = {"players": len(pool), "least": rules.AT_A_TABLE}
        yield _violation(number, "too_few_players", "M3.1", (), facts)
    elif len(rested) != expected:
        yield _violation(number, "bye_count", "M3.1", rested, {"byes": len(rested), "expected": expected})


# --- free games (M3, M6) -----------------------------------------------------------------------------------


def _tiers(field: Field) -> Iterator[Finding]:
    """M3.2: nobody rests while somebody with fewer free games plays; who has just come does not count (M6)."""
    playing = [field.free_games[p] for p in field.seated if p not in field.late]
    fewest = min(playing, default=None)
    for player in sorted(field.resting - field.late):
        if fewest is not None and field.free_games[player] > fewest:
            facts = {"free_games": field.free_games[player], "fewest": fewest}
            yield _violation(field.number, "free_game_tier", "M3.2", (player,), facts)


def _late(field: Field) -> list[Deviation]:
    """M6: no free game in the entry round if avoidable."""
    resting = sorted(field.late & field.resting)
    if not resting:
        return []
    avoidable, unstated = late_needlessly(field), MissingStatement("free_game_on_entry_unrecorded", "M6")
    return [Deviation("free_game_on_entry", "M6", (player,), avoidable, unstated, shared=True) for player in resting]


def _moved(round_: Round, field: Field, excess: Excess) -> list[Deviation]:
    """M3.3, and M3.4: others of the tier only where the proper ones leave no legal partners, now or in the
    rounds to come (M4.4), and it is said."""
    if not field.keeps_tiers:
        return []
    proper = field.proper_rest()
    resting = field.chosen(field.resting)
    movers = tuple(p for p, q in zip(resting, proper, strict=True) if field.rank[p] > field.rank[q])
    if not movers:
        return []
    beyond = excess.get("free_game_moved")
    said = any(
        reason.player in field.resting
        and (reason.code == "free_game_moved" or (reason.code == "recorded" and reason.article == "M3.4"))
        for reason in round_.reasons
    )
    ahead = beyond is not None and not field.slack()
    avoidable = beyond is not None and not (ahead and said)
    facts: dict[str, object] = {"expected": [player for player in proper if player not in field.resting]}
    if ahead and said:
        facts["ahead"] = True
    if avoidable:
        unstated = MissingStatement("free_game_wrong", "M3.3")
    elif said:
        unstated = MissingStatement("free_game_moved", "M3.4", "note")
    else:
        unstated = MissingStatement("free_game_moved_unrecorded", "M3.4")
    return [Deviation("free_game_moved", "M3.4", movers, avoidable, unstated, facts, shared=True)]


# --- partners (M4) -----------------------------------------------------------------------------------------


def _partners(field: Field, excess: Excess) -> list[Deviation]:
    upper = field.upper(field.seated)
    found = []
    for a, b in field.teams:
        hard, halves, repeat, soft = field.harm(a, b, upper)
        if repeat:
            beyond = excess.get("partner_repeat") or excess.get("partner_worn")
            facts = {"rounds": list(field.partnered[a][b]), **(beyond or {})}
            unstated = MissingStatement("partner_repeat_unrecorded", "M4.1")
            found.append(Deviation("partner_repeat", "M4.5", (a, b), beyond is not None, unstated, facts))
        if halves:
            beyond, unstated = excess.get("halves_broken"), MissingStatement("halves_broken_unrecorded", "M4.2")
            found.append(
                Deviation("halves_broken", "M4.2", (a, b), beyond is not None, unstated, beyond or {}, shared=True)
            )
        if hard or soft:
            found.append(_wish((a, b), excess, hard=bool(hard), relation="partners"))
    return found


def _wish(players: tuple[int, int], excess: Excess, *, hard: bool, relation: str) -> Deviation:
    happening = avoid_happening(players, excess, hard=hard)
    return replace(happening, facts={**happening.facts, "relation": relation})


def _guarantee(book: Book, field: Field) -> list[Finding]:
    """M4.4: in an unchanged field no partners need ever repeat. An earlier round led into the dead end."""
    repeated = field.repeated
    possible = field.number <= field.rounds <= rules.most_rounds(len(field.pool))
    promised = possible and not book.setup.avoid
    if not repeated or not promised or not unchanged(book):
        return []
    players = tuple(player for pair in repeated for player in pair)
    return [Finding("guarantee_missed", "M4.4", "note", field.number, players, {"repeats": len(repeated)})]


# --- the setting (M5.2) ------------------------------------------------------------------------------------


def _setting(book: Book, field: Field) -> Setting:
    if not rules.settings(book.setup).power:
        return Setting(field.teams, [0] * len(field.teams), defaultdict(set), field.opponents, by_lot=True)
    points = {player: book.halves[player] // rules.POINT for player in field.pool}
    met: Mapping[int, set[int]] = {player: set(book.met(player)) for player in field.pool}
    return Setting(field.teams, [points[a] + points[b] for a, b in field.teams], met, field.opponents)


def _first_worse(made: tuple[int, ...], best: tuple[int, ...]) -> Excess:
    """The gravest of what the setting has too much of."""
    for name, one, other in zip(NAMES, made, best, strict=True):
        if one != other:
            assert one > other, "nothing is better than the best"
            return {name: {"made": one, "least": other}}
    return {}


def _opponent_excess(excess: Excess, worse: Excess) -> Excess:
    """Other partners can keep hard wishes about opponents; soft ones are for the setting alone."""
    hard = worse.get("hard_avoid") or excess.get("hard_avoid")
    soft = worse.get("soft_avoid")
    return {name: more for name, more in (("hard_avoid", hard), ("soft_avoid", soft)) if more}


def _opponents(field: Field, setting: Setting, excess: Excess) -> list[Deviation]:
    wishes: Avoided = setting.avoided
    if not wishes.any:
        return []
    return [
        _wish((a, b), excess, hard=wishes.is_hard(a, b), relation="opponents")
        for at in range(0, len(field.teams), 2)
        for a in field.teams[at]
        for b in field.teams[at + 1]
        if wishes.is_hard(a, b) or wishes.is_soft(a, b)
    ]


def _better_setting(field: Field, made: tuple[int, ...], best: tuple[int, ...], worse: Excess) -> Iterator[Finding]:
    """M5.2: differences, squares and repeated meetings, in this order."""
    decided = [name for name in ("difference", "squares", "repeats") if name in worse]
    if not decided:
        return
    facts: dict[str, int | None] = {}
    for at, name in enumerate(NAMES[1:4], start=1):
        facts[name] = made[at]
        facts[f"least_{name}"] = best[at] if at <= NAMES.index(decided[0]) else None
    yield _violation(field.number, "better_setting", "M5.2", (), facts)
