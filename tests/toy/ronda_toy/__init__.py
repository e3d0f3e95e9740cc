"""A system that another package brings: everybody meets everybody in turn, three points for a win."""

from ronda.systems.declarations import PlayerField, ResultForm, Sides
from ronda.systems.results import score_text
from ronda.systems.system import Byes, Forms, Option, Results, Rules, System, Tiebreaks, Trial, Wording
from ronda_toy.check import check
from ronda_toy.codes import CODES
from ronda_toy.pair import EDITION, pair
from ronda_toy.rules import accepted, criteria, placed, play, read_result, rounds, scoring, validate

SYSTEM = System(
    id="meeting",
    rules=Rules(
        edition=EDITION,
        options=(
            Option("rounds", "int", None, "T1", low=1, high=100),
            Option("double", "bool", False, "T1"),
            Option("opening", "choice", "list", "T2", choices=("list", "lot"), frozen_after="draw"),
            Option("tiebreaks", "text", "WINS,DIFF", "T4", accepts=accepted, example="WINS,DIFF"),
        ),
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(read=read_result, write=score_text, form=ResultForm("4-2")),
        pair=pair,
        check=check,
        placed=placed,
        byes=Byes(("H", "Z")),
        tiebreaks=Tiebreaks("tiebreaks"),
    ),
    trial=Trial(play),
    words=Wording(CODES, sides=Sides(("label.meeting.host", "label.meeting.guest"))),
    forms=Forms(player_fields=(PlayerField("rating"), PlayerField("title", choices=("A", "B")), PlayerField("email"))),
)
