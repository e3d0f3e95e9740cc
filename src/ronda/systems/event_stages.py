"""Stages over the facts of an event: whose rounds are whose, the standings of a stage, and the event's own list (ST1,
ST5.7, ST6, ST9). Who asks brings the rules of the system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ronda.core import (
    Book,
    Criterion,
    Frozen,
    RankedRow,
    Refusal,
    Round,
    Setup,
    Standings,
    Table,
    Tournament,
    open_book,
    replace,
    source_of,
)
from ronda.core.stage_plan import Stage, StageStart
from ronda.stages.elimination import continued, read_take, rounds_of
from ronda.stages.fixtures import StageProgress, groups_of, played
from ronda.stages.groups import rounds_of_table
from ronda.systems.system import Rules
from ronda.tiebreaks.library import parse_order

EVERYBODY_LIST = "PTS,DE,WIN,SB"  # ST5.7, for systems with draws


class Running(Frozen):
    """A stage that has begun, with its number in the list and its rounds: those with a table of it, and only these.
    `ended`: a stage that takes from it began early, and nothing of it is played any more (ST1.4)."""

    number: int
    stage: Stage
    begun: StageStart
    rounds: tuple[Round, ...]
    ended: bool = False

    @property
    def played(self) -> StageProgress:
        state = played(self.stage, self.begun, self.rounds)
        return replace(state, coming=(), ended=True) if self.ended else state


def begun_stages(tournament: Tournament) -> list[Running]:
    """Every stage that has begun and is not the rounds of the system itself."""
    found = []
    for number, stage in enumerate(tournament.setup.stages, start=1):
        if stage.begun is not None and stage.kind != "rounds":
            rounds = _rounds_of(tournament, number, stage.begun)
            found.append(Running(number, stage, stage.begun, rounds, _ended(tournament.setup.stages, number)))
    return found


def _ended(stages: Sequence[Stage], number: int) -> bool:
    """Whether another stage took over before the last round. Who takes losers lets the source go on."""
    for at, stage in enumerate(stages[number:], start=number + 1):
        if stage.begun is not None and stage.begun.early and source_of(stages, at) == number:
            take = read_take(stage.take)
            if take is None or take.kind != "losers":
                return True
    return False


def begun_stage(tournament: Tournament, number: int) -> Running | None:
    """The stage of that number; None where it has not begun."""
    return next((one for one in begun_stages(tournament) if one.number == number), None)


def _rounds_of(tournament: Tournament, number: int, begun: StageStart) -> tuple[Round, ...]:
    """The rounds of a stage: a table belongs to the last stage that its players had entered when it was made."""
    own = set(begun.players)
    later = [
        (stage.begun.after, set(stage.begun.players))
        for stage in tournament.setup.stages[number:]
        if stage.begun is not None
    ]

    def is_own(round_: Round, table: Table) -> bool:
        return own.issuperset(table.players) and not any(
            after < round_.number and not players.isdisjoint(table.players) for after, players in later
        )

    found = []
    for round_ in tournament.rounds[begun.after :]:
        tables = tuple(table for table in round_.tables if is_own(round_, table))
        if tables:
            found.append(replace(round_, tables=tables, byes=()))
    return tuple(found)


def stage_of(tournament: Tournament, number: int) -> list[int]:
    """The numbers of the stages that have tables in a round; none: it is a round of the system."""
    return [one.number for one in begun_stages(tournament) if any(round_.number == number for round_ in one.rounds)]


def waves(running: Running) -> int:
    """How many rounds the stage has if no match needs another game."""
    match running.stage.kind:
        case "elimination":
            return max(1, rounds_of(len(running.begun.entrants)))
        case "table":
            return 3 if running.stage.form == "rotate" else 1
        case _:
            groups = groups_of(running.stage, running.begun)
            return max(rounds_of_table(len(group), double=running.stage.double) for group in groups)


def planned_rounds(rules: Rules, tournament: Tournament) -> int:
    """How many rounds the event has: those of the system, and those of the stages that have begun."""
    stages = tournament.setup.stages
    own = rules.rounds(tournament.setup, tournament.players)
    if not stages:
        return own
    begun = begun_stages(tournament)
    if not begun:
        return own if stages[0].kind == "rounds" else 0
    return max(len(tournament.rounds), *map(_last_round, begun))


def _last_round(running: Running) -> int:
    """The number of the stage's last round, as far as that is known."""
    state, made = running.played, len(running.rounds)
    if state.over:
        return running.rounds[-1].number if running.rounds else running.begun.after
    return running.begun.after + max(waves(running), made + bool(state.coming))


# --- the standings of a stage ------------------------------------------------------------------------------


def group_rows(rules: Rules, tournament: Tournament, running: Running) -> list[Standings]:
    """The standings of each group of a round robin or of groups, by the games of the stage (ST5.7)."""
    chosen = None
    if rules.tiebreaks.points is not None and not rules.tiebreaks.option:
        listed = rules.chosen_criteria(tournament.setup, EVERYBODY_LIST)
        chosen = None if isinstance(listed, Refusal) else listed
    if running.stage.order:
        listed = stage_order(rules, tournament.setup, running.stage)
        chosen = chosen if isinstance(listed, Refusal) else listed
    found = []
    for group in groups_of(running.stage, running.begun):
        own = {player for seed in group for player in running.begun.entrants[seed - 1]}
        book = _group_book(rules, tournament, running, own)
        found.append(rules.standings(book, chosen))
    return found


def stage_order(rules: Rules, setup: Setup, stage: Stage) -> tuple[Criterion, ...] | Refusal:
    """The criteria that a group of a stage is ranked by, where it names some (CR1.1)."""
    return parse_order(stage.order, replace(rules.terms(setup), scheduled=True), rules.criteria(setup))


def _group_book(rules: Rules, tournament: Tournament, running: Running, own: set[int]) -> Book:
    rounds = tuple(
        replace(round_, number=at, tables=tuple(table for table in round_.tables if own.issuperset(table.players)))
        for at, round_ in enumerate(running.rounds, start=1)
    )
    players = tuple(
        replace(player, joined_round=1, missed=(), left_after=None if player.left_after is None else 0)
        for player in tournament.players
        if player.id in own
    )
    order = {player: at for at, player in enumerate(running.begun.players)}
    inside = replace(
        tournament,
        setup=replace(tournament.setup, penalties=(), stages=()),
        players=tuple(sorted(players, key=lambda player: order[player.id])),
        rounds=rounds,
    )
    return open_book(inside, rules.scoring(tournament.setup), len(rounds))


class Placed(Frozen):
    """Everybody of a stage in its order, with the place; `still_in`: those who have none yet (ST9.4)."""

    order: tuple[tuple[int, int], ...]
    still_in: frozenset[int] = frozenset()


def stage_places(rules: Rules, tournament: Tournament, running: Running) -> Placed:
    """ST3.4, ST5.7, ST7.4: places inside the stage; those who are still in share the first."""
    if running.stage.everybody:
        rows = [row for group in group_rows(rules, tournament, running) for row in group if row.place is not None]
        places = sorted((row.place, row.player) for row in rows if row.place is not None)
        return Placed(tuple((player, _first_with(places, place)) for place, player in places))
    state, sides = running.played, running.begun.entrants
    size = max(map(len, sides))
    still_in = [seed for seed in range(1, len(sides) + 1) if seed not in state.places]
    order = [(player, 1) for seed in still_in for player in sides[seed - 1]]
    for seed, place in sorted(state.places.items(), key=lambda item: (item[1], item[0])):
        first = 1 + size * (place - 1)  # a place may be empty (ST3.11); members of a side share theirs (ST7.4)
        behind = running.stage.places == "source" and size > 1
        order += [(player, first + (at if behind else 0)) for at, player in enumerate(sides[seed - 1])]
    return Placed(tuple(order), frozenset(player for seed in still_in for player in sides[seed - 1]))


def _first_with(places: Sequence[tuple[int | None, int]], place: int | None) -> int:
    return 1 + sum(own < place for own, _ in places if own is not None and place is not None)


# --- the standings of the event (ST9) ----------------------------------------------------------------------


class EventList(Frozen):
    """Everybody's place in the event; `still_in`: those who are playing on, above the others, without one."""

    places: Mapping[int, int]
    still_in: frozenset[int]


def event_list(rules: Rules, tournament: Tournament, rows: Iterable[RankedRow]) -> EventList | None:
    """ST9.1–ST9.4: from the last stage backwards; None: no stage has begun but the rounds. `rows`: the standings of the
    rounds alone."""
    begun = begun_stages(tournament)
    if not begun:
        return None
    stages = tournament.setup.stages
    children: dict[int, list[Running]] = {}
    for one in begun:
        children.setdefault(source_of(stages, one.number), []).append(one)
    still_in: set[int] = set()

    def combined(own: Sequence[tuple[int, int]], number: int) -> dict[int, int]:
        if number not in children:
            return dict(own)
        found: dict[int, int] = {}
        position = {player: at for at, (player, _) in enumerate(own, start=1)}
        for child in children.get(number, ()):
            placed = stage_places(rules, tournament, child)
            still_in.update(placed.still_in)
            inside = combined(placed.order, child.number)
            take = read_take(child.stage.take)
            first = min((position.get(player, 1) for player in inside), default=1)
            offset = (take.one if take is not None and take.kind == "places" else first) - 1
            found |= {player: offset + place for player, place in inside.items()}
        return continued(found, [(player, place) for player, place in own])

    top = [(row.player, row.place) for row in rows if row.place is not None]
    first = stages[0] if stages else None
    if first is not None and first.kind != "rounds":  # the first stage takes all players
        return EventList(combined(top, 0), frozenset(still_in))
    return EventList(combined(top, 1), frozenset(still_in))


def with_stages(rules: Rules, tournament: Tournament, book: Book) -> Book:
    """The book with the places that stages give."""
    found = event_list(rules, tournament, rules.standings(book))
    return book if found is None else replace(book, settled=found.places, still_in=found.still_in)
