"""A tournament as the text of its file: canonical, one player, table, bye and reason to a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from ronda.core.model import Approval, Avoid, Bye, OptionValue, Player, Round, Setup, Table, Tournament
from ronda.core.prize_rules import FeeBook
from ronda.core.verdicts import RECORDED, Reason, Relaxation
from ronda.formats.made_with import Difference, differences
from ronda.formats.strict_json.shape import from_halves, from_parts
from ronda.formats.tournament.known_texts import KnownTexts
from ronda.formats.tournament.penalties import appeal_line, penalty_line
from ronda.systems import Option, System, system

# of a player, where a system asks for them, and who that is in the list of people
FURTHER = ("title", "federation", "fide_id", "birth_year", "sex", "email", "person")

_packed = msgspec.json.Encoder().encode


def json_line(value: Any) -> str:
    """JSON with a space after each comma and colon, as Python writes it."""
    return msgspec.json.format(_packed(value), indent=0).decode()


def write(tournament: Tournament, known: KnownTexts | None = None) -> bytes:
    """The tournament file. Keys stand in a fixed order and what has its default value is left out."""
    known = known or KnownTexts()
    known.begin()
    setup = tournament.setup
    rules = system(setup.system)
    unit = rules.scoring(setup).unit
    made = differences(tournament)

    def written(round_: Round) -> str:
        if round_.number in made:
            return _round(round_, rules, unit, made[round_.number])
        return known.of(round_, (rules.id, unit), partial(_round, round_, rules, unit))

    parts = [
        *_head(setup, rules),
        known.of(tournament.players, (rules.id,), partial(_players, tournament.players, rules)),
        _block("rounds", 1, (written(round_) for round_ in tournament.rounds)),
    ]
    if setup.avoid:
        parts.append(_block("avoid", 1, (json_line(_avoid(avoid)) for avoid in setup.avoid)))
    if setup.penalties:
        parts.append(_block("penalties", 1, (json_line(penalty_line(one)) for one in setup.penalties)))
    if setup.stages:
        lines = stage_lines(tournament)
        if len(tournament.rounds) + 1 in made:  # what a stage began with whose first round is not made yet
            first = next(line for line in lines if line.get("after") == len(tournament.rounds))
            first["made_with"] = _made_with(made[len(tournament.rounds) + 1], rules)
        parts.append(_block("stages", 1, map(json_line, lines)))
    if tournament.prizes is not None:
        from ronda.formats.tournament.prizes import prizes_line

        parts.append(f'  "prizes": {json_line(prizes_line(tournament.prizes))}')
    if tournament.fees != FeeBook():
        from ronda.formats.tournament.fees import fees_line

        parts.append(f'  "fees": {json_line(fees_line(tournament.fees))}')
    if tournament.appeals:
        parts.append(_block("appeals", 1, (json_line(appeal_line(one)) for one in tournament.appeals)))
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode("utf-8")


def stage_lines(tournament: Tournament) -> list[dict[str, Any]]:
    """The stages as the file has them, each with the numbers of its rounds."""
    if not tournament.setup.stages:
        return []
    from ronda.formats.tournament.stages import stage_line  # few events have stages
    from ronda.systems.event_stages import begun_stages

    own = {one.number: [round_.number for round_ in one.rounds] for one in begun_stages(tournament)}
    return [stage_line(one, own.get(at, [])) for at, one in enumerate(tournament.setup.stages, start=1)]


def _block(key: str, depth: int, lines: Iterable[str]) -> str:
    """A key with a list, one line for each of its items."""
    margin = "  " * depth
    inner = f",\n{margin}  ".join(lines)
    return f'{margin}"{key}": [\n{margin}  {inner}\n{margin}]' if inner else f'{margin}"{key}": []'


def _head(setup: Setup, rules: System) -> Iterator[str]:
    options = option_values(setup, rules)
    values = {"ronda": 1, "name": setup.name, "system": setup.system, "options": options, "seed": setup.seed}
    return (f'  "{key}": {json_line(value)}' for key, value in values.items())


def option_values(setup: Setup, rules: System) -> dict[str, Any]:
    """The options that were set, as people write them."""
    return {
        option.name: option_value(option, setup.options[option.name])
        for option in rules.options
        if option.name in setup.options
    }


def option_value(option: Option, value: OptionValue) -> Any:
    """Halves as 1.5, everything else as it is."""
    return from_halves(value) if option.kind == "halves" and isinstance(value, int) else value


def _players(players: Sequence[Player], rules: System) -> str:
    return _block("players", 1, [json_line(_player(player, rules.number_key)) for player in players])


def _player(player: Player, number: str) -> dict[str, Any]:
    line: dict[str, Any] = {"id": player.id, "name": player.name}
    if player.rating:
        line["rating"] = player.rating
    if player.national_rating:
        line["national_rating"] = player.national_rating
    if player.licence:
        line["licence"] = player.licence
    if player.club:
        line["club"] = player.club
    if player.joined_round != 1:
        line["joined_round"] = player.joined_round
    if player.left_after is not None:
        line["left_after"] = player.left_after
    if player.missed:
        line["missed"] = player.missed
    if player.number is not None:
        line[number] = player.number
    if player.pinned_table is not None:
        line["pinned_table"] = player.pinned_table
    for key in FURTHER:
        if further := getattr(player, key):
            line[key] = further
    if player.byes:
        line["byes"] = {str(number): kind for number, kind in player.byes}
    return line


def _avoid(avoid: Avoid) -> dict[str, Any]:
    return {"players": avoid.players, "as": avoid.relation, "hard": avoid.hard}


def _made_with(difference: Difference, rules: System) -> dict[str, Any]:
    """Options, wishes and players as they were when the round was made, where that has changed since."""
    line: dict[str, Any] = {}
    if difference.options is not None:
        line["options"] = option_values(Setup(rules.id, options=difference.options), rules)
    if difference.avoid is not None:
        line["avoid"] = [_avoid(avoid) for avoid in difference.avoid]
    if difference.entered is not None:
        line["entered"] = difference.entered
    if difference.players:
        line["players"] = [_player(player, rules.number_key) for player in difference.players]
    if difference.penalties is not None:
        line["penalties"] = [penalty_line(one) for one in difference.penalties]
    return line


def _made_with_lines(line: dict[str, Any]) -> str:
    parts = (
        _block(key, 4, map(json_line, value)) if isinstance(value, list) else f'        "{key}": {json_line(value)}'
        for key, value in line.items()
    )
    return '      "made_with": {\n' + ",\n".join(parts) + "\n      }"


def _round(round_: Round, rules: System, unit: int, difference: Difference | None = None) -> str:
    parts = [
        f'      "number": {round_.number}',
        _block("tables", 3, (json_line(_table(table, rules)) for table in round_.tables)),
        _block("byes", 3, (json_line(_bye(bye, unit)) for bye in round_.byes)),
    ]
    if round_.seed is not None:
        parts.append(f'      "seed": {round_.seed}')
    made = round_.edition is not None  # then it says all of itself, also that no rule was relaxed
    if made:
        parts.append(f'      "system": {json_line(rules.id)}')
        parts.append(f'      "edition": {json_line(round_.edition)}')
    if made or round_.reasons:
        parts.append(_block("reasons", 3, (json_line(_reason(reason)) for reason in round_.reasons)))
    if made or round_.relaxations:
        parts.append(_block("relaxations", 3, (json_line(_relaxation(each)) for each in round_.relaxations)))
    if round_.approved is not None:
        parts.append(f'      "approved": {json_line(_approval(round_.approved))}')
    if round_.status != "published":
        parts.append(f'      "status": {json_line(round_.status)}')
    if round_.by_hand:
        parts.append('      "by_hand": true')
    if difference:
        parts.append(_made_with_lines(_made_with(difference, rules)))
    return "{\n" + ",\n".join(parts) + "\n    }"


def _approval(approval: Approval) -> dict[str, Any]:
    return {"by": approval.by, "reason": approval.reason}


def _table(table: Table, rules: System) -> dict[str, Any]:
    line: dict[str, Any] = {
        "number": table.number,
        "first": table.first,
        "second": table.second,
        "result": rules.written(table.result),
    }
    if table.absent:
        line["absent"] = table.absent
    if table.earlier:
        line["earlier"] = [
            {"result": rules.written(earlier.result), "until": earlier.until}
            | ({"absent": earlier.absent} if earlier.absent else {})
            for earlier in table.earlier
        ]
    return line


def _bye(bye: Bye, unit: int) -> dict[str, Any]:
    line: dict[str, Any] = {"player": bye.player}
    if bye.kind != "U":
        line["kind"] = bye.kind
    if bye.halves is not None:
        line["points"] = from_parts(bye.halves, unit)
    if bye.differential is not None:
        line["differential"] = bye.differential
    return line


def _reason(reason: Reason) -> dict[str, Any]:
    line: dict[str, Any] = {}
    if reason.table is not None:
        line["table"] = reason.table
    if reason.player is not None:
        line["player"] = reason.player
    return line | _told(reason)


def _relaxation(relaxation: Relaxation) -> dict[str, Any]:
    return {"players": relaxation.players} | _told(relaxation)


def _told(verdict: Reason | Relaxation) -> dict[str, Any]:
    line: dict[str, Any] = {"article": verdict.article} if verdict.article else {}
    if verdict.code == RECORDED and verdict.facts.keys() == {"text"}:
        return line | {"text": verdict.facts["text"]}
    line["code"] = verdict.code
    if verdict.facts:
        line["facts"] = verdict.facts
    return line
