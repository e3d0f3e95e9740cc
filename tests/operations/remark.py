"""A new action as somebody would write it: a table is given a remark, kept as judge's notes on its players. Run as a
program, it uses a copy of Ronda that has the action, in every way there is, and writes down the answers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import ronda
from ronda.core.model import Tournament
from ronda.web.settings import ServerSettings
from tests.web.conftest import opened
from tools.reference import PAGES


class Insertion(NamedTuple):
    """A text that goes in before another, which stands in the file once."""

    file: str
    before: str
    text: str


CHANGES = (
    Insertion(
        "src/ronda/desk/bodies.py",
        "class LatePlayer(",
        '''class TableRemark(Body, frozen=True):
    """A remark on all who sit at a table: it changes nothing (PE2)."""

    round: Number
    table: Number
    text: Reason


''',
    ),
    Insertion("src/ronda/desk/penalties.py", ")\nfrom ronda.core.facts import (", "    fold,\n"),
    Insertion(
        "src/ronda/desk/penalties.py",
        "\nfrom ronda.desk.decisions import ",
        ", TableRemark",
    ),
    Insertion(
        "src/ronda/desk/penalties.py",
        "def lift(",
        """def remark(tournament: Tournament, body: TableRemark, person: Actor) -> Decided:
    table = find_table(tournament, body.round, body.table)
    if isinstance(table, Refusal):
        return table
    if not body.text.strip():
        return Refusal("note_needs_text", "PE2")
    facts: list[Fact] = []
    for player in table.players:
        given = Given(player, "note", round=body.round, table=body.table, reason=body.text, by=person.actor)
        noted = penalise(fold(facts, tournament), given)
        if isinstance(noted, Refusal):
            return noted
        facts += noted
    return facts


""",
    ),
    Insertion(
        "src/ronda/desk/actions.py",
        '    Action("appeal", ',
        '    Action("remark", "helper", "penalise", penalties.remark, _penalties, "Give a table a remark"),\n',
    ),
    Insertion(
        "src/ronda/web/templates/penalties.html",
        '{% include "parts/penalties.html" %}',
        """<section class="card"><h2>{{ t('web.penalties.remark') }}</h2>
<form method="post" action="{{ at }}/do/remark" hx-post="{{ at }}/do/remark" hx-target="#say">
  <input type="hidden" name="_version" value="{{ event.version }}">
  <label for="remark-round">{{ t('label.penalty.round') }}</label><input id="remark-round" name="round" required>
  <label for="remark-table">{{ t('label.penalty.table') }}</label><input id="remark-table" name="table" required>
  <label for="remark-text">{{ t('label.penalty.reason') }}</label><input id="remark-text" name="text" required>
  <p><button>{{ t('web.penalties.remark') }}</button></p>
</form></section>
""",
    ),
)
_WORDS = {
    "de": "Bemerkung zu einem Tisch",
    "en": "Remark on a table",
    "es": "Observación sobre una mesa",
    "fr": "Remarque sur une table",
    "tr": "Masa hakkında not",
}
TEXTS = tuple(
    Insertion(
        f"src/ronda/texts/catalogues/{language}.json",
        '  "web.penalties.rule_about"',
        f'  "web.penalties.remark": {json.dumps(text, ensure_ascii=False)},\n',
    )
    for language, text in _WORDS.items()
)


def used(folder: Path) -> dict[str, Any]:
    """What programs, pages, the API and the reference answer; an event after its first draw is left as a file."""
    event = ronda.new("dutch", ["Ana", "Bo", "Cem", "Dora"], seed=1)
    event = ronda.publish(event, ronda.pair(event))
    ronda.dump(event, folder / "event.json")
    after = ronda.act(event, "remark", round=1, table=2, text="Loud")
    with opened(ServerSettings(str(folder / "ronda.db"))) as desk:
        code = desk.make("dutch", players=4)
        desk.publish(code)
        page = desk.client.get(f"/e/{code}/penalties").text
        form = {"round": "1", "table": "1", "text": "Quiet"}
        posted = desk.client.post(f"/e/{code}/do/remark", data=form, follow_redirects=False).status_code
        called = desk.client.post(f"/api/events/{code}/remark", json={"round": 1, "table": 2, "text": "Late"})
        document = desk.client.get("/api/openapi.json").json()
        kept = desk.tournament(code)
    return {
        "program": ronda.__file__,
        "fields": list(ronda.actions(event)["remark"]),
        "library": notes(after),
        "page": page,
        "form": posted,
        "api": called.status_code,
        "desk": notes(kept),
        "operation": document["paths"]["/api/events/{code}/remark"]["post"],
        "schema": document["components"]["schemas"]["TableRemark"],
        "reference": {file: page() for file, page in PAGES.items()},
    }


def notes(event: Tournament) -> list[tuple[str, int | None, str]]:
    return [(one.kind, one.table, one.reason) for one in event.setup.penalties]


if __name__ == "__main__":
    target = Path(sys.argv[1])
    (target / "used.json").write_text(json.dumps(used(target)), "utf-8")
