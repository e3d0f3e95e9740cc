"""melee: the partners of a round as teams at numbered tables (M5.2)."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Table
from ronda.systems.melee.pair.opponents import power_setting, random_setting
from ronda.systems.melee.pair.plan import Stage
from ronda.systems.melee.pair.relations import Field
from ronda.systems.melee.pair.teams import teams_of
from ronda.systems.melee.rules import settings


def tables_of(book: Book, field: Field, stage: Stage, draw: Draw) -> list[Table]:
    """`power`: the strongest table and team first, level ones by lot. `random`: all by lot."""
    teams = teams_of(book, [(field.order[a], field.order[b]) for a, b in stage.teams], draw)
    if settings(book.setup).power:
        found = sorted(sorted(table) for table in power_setting(teams, draw))
    else:
        lots = draw.about("M5.2", "tables")
        found = [lots.shuffled(table) for table in lots.shuffled(random_setting(teams, draw))]
    return [
        Table(number, teams.members[first], teams.members[second])
        for number, (first, second) in enumerate(found, start=1)
    ]
