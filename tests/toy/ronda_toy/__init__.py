"""A system that another package brings: everybody meets everybody in turn, three points for a win."""

from ronda.systems.declarations import PlayerField, ResultForm, Sides
from ronda.systems.results import score_text
from ronda.systems.system import Option, System
from ronda_toy.check import check
from ronda_toy.codes import CODES
from ronda_toy.pair import EDITION, pair
from ronda_toy.rules import accepted, criteria, placed, play, read_result, rounds, scoring, validate

SYSTEM = System(
    id="meeting",
    edition=EDITION,
    side_size=1,
    options=(
        Option("rounds", "int", None, "T1", low=1, high=100),
        Option("double", "bool", False, "T1"),
        Option("opening", "choice", "list", "T2", choices=("list", "lot"), frozen_after="draw"),
        Option("tiebreaks", "text", "WINS,DIFF", "T4", accepts=accepted, example="WINS,DIFF"),
    ),
    scoring=scoring,
    rounds=rounds,
    validate=validate,
    read_result=read_result,
    write_result=score_text,
    criteria=criteria,
    placed=placed,
    pair=pair,
    check=check,
    result_form=ResultForm(lambda setup: "4-2"),
    sides=Sides(("label.meeting.host", "label.meeting.guest")),
    play=play,
    player_fields=(PlayerField("rating"), PlayerField("title", choices=("A", "B")), PlayerField("email")),
    tiebreaks="tiebreaks",
    byes_on_request=lambda setup: ("H", "Z"),
    codes=CODES,
)
