"""melee: the next round (M3–M5)."""

from __future__ import annotations

from ronda.book import Book
from ronda.lots import Draw
from ronda.model import Bye, Proposal, Round, Table
from ronda.systems.melee.floor import floor_of
from ronda.systems.melee.partners import partnering
from ronda.systems.melee.resting import free_game_queue
from ronda.systems.melee.rules import AT_A_TABLE, EDITION, settings
from ronda.systems.melee.setting import power_setting, random_setting
from ronda.systems.melee.teams import Team, teams_of
from ronda.systems.melee.told import free_games_told, partners_told, tables_told
from ronda.verdicts import Refusal


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """Who rests, who plays with whom, who meets whom."""
    floor = floor_of(book, book.round)
    if len(floor.order) < AT_A_TABLE:
        return Refusal("too_few_players", "M3.1", {"players": len(floor.order), "least": AT_A_TABLE})
    queue = free_game_queue(book, floor, draw)
    made = partnering(book, floor, queue, draw)
    tables = _tables(book, [(floor.order[a], floor.order[b]) for a, b in made.stage.teams], draw)
    told = (
        tables_told(book, tables, draw.seed),
        free_games_told(book, floor, queue, made, draw.seed),
        partners_told(floor, made, draw.seed),
    )
    return Proposal(
        Round(
            number=book.round,
            tables=tuple(tables),
            byes=tuple(Bye(floor.order[v]) for v in made.stage.resting),
            seed=draw.seed,
            edition=EDITION,
            reasons=tuple(reason for reasons, _ in told for reason in reasons),
            relaxations=tuple(relaxation for _, relaxations in told for relaxation in relaxations),
        )
    )


def _tables(book: Book, pairs: list[Team], draw: Draw) -> list[Table]:
    """`power`: the strongest table and team first, level ones by lot. `random`: all by lot."""
    teams = teams_of(book, pairs, draw)
    if settings(book.setup).power:
        found = sorted(sorted(table) for table in power_setting(teams, draw))
    else:
        lots = draw.about("M5.2", "tables")
        found = [lots.shuffled(table) for table in lots.shuffled(random_setting(teams, draw))]
    return [
        Table(number, teams.members[first], teams.members[second])
        for number, (first, second) in enumerate(found, start=1)
    ]
