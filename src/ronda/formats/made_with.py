"""What a round was made with, where that has changed since: options, wishes, players. Then and only then it stands in
the file, so that everybody who opens it judges the round, and makes it again, by what was known (S4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ronda.core.facts import (
    AvoidChanged,
    Created,
    Edited,
    Entered,
    Fact,
    OptionsChanged,
    Paired,
    Penalised,
    PenaltyLifted,
    StageBegun,
    StagesPlanned,
)
from ronda.core.model import Avoid, OptionValue, Penalty, Player, Round, Setup, Tournament
from ronda.core.values import Frozen, replace
from ronda.formats.errors import Fault

Then = tuple[Setup, tuple[Player, ...]]


class Difference(Frozen, frozen=True):
    """What was otherwise when a round was made than when the next one was (after the last one: than it is now).
    `entered`: so many players of the list were there already. None: the same."""

    options: Mapping[str, OptionValue] | None = None
    avoid: tuple[Avoid, ...] | None = None
    entered: int | None = None
    players: tuple[Player, ...] = ()
    penalties: tuple[Penalty, ...] | None = None

    def __bool__(self) -> bool:
        return self != Difference()


def differences(tournament: Tournament) -> dict[int, Difference]:
    """By round, where there is any; also of the next one, if a stage that has begun makes it."""
    found: dict[int, Difference] = {}
    later: Then = (tournament.setup, tournament.players)
    for number in range(len(tournament.rounds) + 1, 0, -1):
        then = tournament.made_with.get(number, later)
        difference = _difference(then, later)
        if difference:
            found[number] = difference
        later = then
    return found


def _difference(then: Then, later: Then) -> Difference:
    (setup, players), (next_setup, next_players) = then, later
    if setup is next_setup and players is next_players:
        return Difference()
    known = {player.id: player for player in next_players}
    return Difference(
        None if setup.options == next_setup.options else setup.options,
        None if setup.avoid == next_setup.avoid else setup.avoid,
        None if len(players) == len(next_players) else len(players),
        tuple(player for player in players if player != known.get(player.id)),
        None if setup.penalties == next_setup.penalties else setup.penalties,
    )


def made_with(
    setup: Setup, players: Sequence[Player], rounds: Sequence[Round], found: Mapping[int, Difference]
) -> dict[int, Then]:
    """What each round was made with, from what stands in the file. Raises Fault."""
    made: dict[int, Then] = {}
    later: Then = (setup, tuple(players))
    for at in reversed(range(len(rounds) + 1)):
        difference = found.get(at + 1)
        if difference is not None:
            try:
                later = _earlier(difference, later)
            except Fault as fault:
                raise fault.within(at, "made_with") from None
        if difference is not None or at < len(rounds):
            made[at + 1] = later
    return made


def _earlier(difference: Difference, later: Then) -> Then:
    setup, players = later
    if difference.options is not None:
        for name in difference.options:  # an option that was set once stays set
            if name not in setup.options:
                raise Fault("unknown_key", key=name, known=list(setup.options)).within("options", name)
        setup = replace(setup, options=difference.options)
    if difference.avoid is not None:
        setup = replace(setup, avoid=difference.avoid)
    if difference.penalties is not None:
        setup = replace(setup, penalties=difference.penalties)
    if difference.entered is not None:
        if difference.entered > len(players):
            raise Fault("out_of_range", found=difference.entered, low=0, high=len(players)).within("entered")
        players = players[: difference.entered]
    known = {player.id: at for at, player in enumerate(players)}
    listed = list(players)
    for at, player in enumerate(difference.players):
        if player.id not in known:
            raise Fault("unknown_player", player=player.id).within("players", at, "id")
        listed[known[player.id]] = player
    for at, wish in enumerate(setup.avoid):
        for own, player_id in enumerate(wish.players):
            if player_id not in known:
                raise Fault("unknown_player", player=player_id).within("avoid", at, "players", own)
    return setup, tuple(listed) if difference.players else players


def retold(setup: Setup, players: Sequence[Player], rounds: Sequence[Round], made: Mapping[int, Then]) -> list[Fact]:
    """The facts from which it all follows again, each round from what it was made with. The event has its present name
    from the beginning."""
    now: Then = (setup, tuple(players))
    known = made.get(1, now)
    facts: list[Fact] = [Created(replace(known[0], name=setup.name, penalties=(), stages=()))]
    facts += map(Entered, known[1])
    facts += _penalties((), known[0].penalties)
    if setup.stages:
        facts.append(StagesPlanned(tuple(replace(stage, begun=None) for stage in setup.stages)))
    for round_ in rounds:
        then = made.get(round_.number, now)
        facts += _changes(known, then)
        facts += _begun(setup, round_.number - 1)
        facts.append(Paired(round_))
        known = then
    begun = made.get(len(rounds) + 1, now)
    facts += _changes(known, begun)
    facts += _begun(setup, len(rounds))
    facts += _changes(begun, now)
    return facts


def _begun(setup: Setup, after: int) -> Iterator[Fact]:
    """The stages that began after so many rounds."""
    for number, stage in enumerate(setup.stages, start=1):
        if stage.begun is not None and stage.begun.after == after:
            yield StageBegun(number, stage.begun)


def _changes(before: Then, after: Then) -> Iterator[Fact]:
    (setup, players), (next_setup, next_players) = before, after
    if setup.options != next_setup.options:
        yield OptionsChanged(next_setup.options)
    if players is not next_players:
        known = {player.id: player for player in players}
        for player in next_players:
            if player.id not in known:
                yield Entered(player)
            elif player != known[player.id]:
                yield Edited(player)
    if setup.avoid != next_setup.avoid:
        yield AvoidChanged(next_setup.avoid)
    yield from _penalties(setup.penalties, next_setup.penalties)


def _penalties(before: Sequence[Penalty], after: Sequence[Penalty]) -> Iterator[Fact]:
    """A file does not say who lifted a penalty, and why."""
    known = {one.id: one for one in before}
    for one in after:
        if one.id not in known:
            yield Penalised(replace(one, lifted=False))
        if one.lifted and not (one.id in known and known[one.id].lifted):
            yield PenaltyLifted(one.id, "", "")
