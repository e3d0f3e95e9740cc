"""Who takes part: entered, edited, checked in, pausing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ronda.core import Player, Refusal, RequestedBye, Tournament, personal, replace
from ronda.core.facts import ByeRequested, CheckedIn, Edited, Entered, Fact, Missed
from ronda.core.text_rules import unfit_text
from ronda.desk.bodies import ByeWish, Links, OnePlayer, OwnBye, Particulars, PlayerEdit, PlayerFields
from ronda.desk.decisions import come_back, enter, leave
from ronda.desk.desk import Decided
from ronda.desk.permissions import Actor
from ronda.systems import rules_of, system, system_rounds
from ronda.systems.declarations import PhoneByes
from ronda.systems.labels import folded
from ronda.systems.players import fit_player, taken_values


def register(tournament: Tournament, player: Player) -> Entered | Refusal:
    """A new player as typed at the desk, from the next round on."""
    forms = system(tournament.setup.system).forms
    # PP3.5: a person is in an event once, and it is said where
    own = next((one.id for one in tournament.players if player.person and one.person == player.person), None)
    twice = None if own in (None, player.id) else Refusal("person_twice", "PP3.5", {"player": own})
    if twice is not None:
        return twice
    fit = fit_player(forms, tournament.setup, player, taken=taken_values(forms, tournament.players))
    return fit if isinstance(fit, Refusal) else enter(tournament, fit)


def gone_by_name(tournament: Tournament, name: str) -> Player | None:
    """Who has left and is called so; nobody, where somebody of that name still plays."""
    number, wanted = tournament.next_round, folded(name)
    named = [player for player in tournament.players if folded(player.name) == wanted]
    here = any(player.left_after is None or player.left_after >= number for player in named)
    return None if here else next(iter(named), None)


def edit(tournament: Tournament, player: Player) -> Edited | Refusal:
    """Other particulars for the player of that id. Who plays when, and the start number, stay as they are."""
    known = find_player(tournament, player.id)
    if isinstance(known, Refusal):
        return known
    forms = system(tournament.setup.system).forms
    others = (other for other in tournament.players if other.id != player.id)
    fit = fit_player(forms, tournament.setup, player, known=known, taken=taken_values(forms, others))
    edited = replace(
        player if isinstance(fit, Refusal) else fit,
        name=forms.name(tournament.setup, " ".join(player.name.split())),
        joined_round=known.joined_round,
        left_after=known.left_after,
        missed=known.missed,
        byes=known.byes,
        number=known.number,
    )
    if edited == known:
        return Refusal("nothing_changed", "S4")
    if known.removed and personal(edited) != personal(known):  # what no rule needs does not come back
        return Refusal("player_removed", "PP6.2", {"player": player.id})
    if edited.removed and not known.removed:
        return Refusal("name_reserved", "PP6.2", {"name": edited.name})
    return fit if isinstance(fit, Refusal) else Edited(edited)


def check_in(tournament: Tournament, player: Player, *, here: bool = True) -> CheckedIn | Refusal:
    if (player.id in tournament.here) == here:
        return Refusal("nothing_changed", "S4")
    return CheckedIn(player.id, here)


def pause(tournament: Tournament, player: Player) -> Missed | Refusal:
    """Not in the next round; afterwards again, by itself (M6). `come_back` takes it back."""
    number = tournament.next_round
    if not player.plays_in(number):
        return Refusal("not_in_pool", "S1", {"player": player.id, "round": number})
    return Missed(player.id, number)


def request_bye(
    tournament: Tournament, player: Player, number: int, kind: RequestedBye | None
) -> ByeRequested | Refusal:
    """A bye in a round to come, where the system gives such byes for the asking; None takes the wish back."""
    rules = rules_of(tournament.setup)
    if kind is not None and kind not in rules.byes.on_request(tournament.setup):
        return Refusal("bye_not_offered", "S4", {"kind": kind})
    if number < tournament.next_round:
        return Refusal("round_made", "AG4.3", {"player": player.id, "round": number})
    planned = system_rounds(tournament)  # a stage has its own byes
    if kind is not None and number > planned:
        return Refusal("no_such_round", "AG4.4", {"round": number, "rounds": planned})
    if kind is not None and not player.takes_part(number):
        return Refusal("not_in_pool", "S1", {"player": player.id, "round": number})
    if player.bye_asked(number) == kind:
        return Refusal("nothing_changed", "S4")
    return ByeRequested(player.id, number, kind)


def request_own_bye(
    tournament: Tournament, player: Player, number: int, kind: RequestedBye | None
) -> ByeRequested | Refusal:
    """A bye that the player asks for, as far as the event leaves that to players. What the desk gave stays."""
    offered = rules_of(tournament.setup).byes.on_phones(tournament.setup)
    standing = player.bye_asked(number)
    if not offered.kinds or (standing is not None and standing not in offered.kinds):
        return Refusal("phone_byes_off", "S4")
    found = request_bye(tournament, player, number, kind)
    if kind is None or isinstance(found, Refusal):
        return found
    return _unfit_own_bye(offered, system_rounds(tournament), player, number, kind) or found


def own_bye_choices(tournament: Tournament, player: Player) -> list[tuple[int, RequestedBye]]:
    """What the player can ask for now, by round and kind."""
    offered = rules_of(tournament.setup).byes.on_phones(tournament.setup)
    planned = system_rounds(tournament)  # a stage has its own byes
    return [
        (number, kind)
        for number in range(tournament.next_round, planned + 1)
        if player.takes_part(number)
        if (standing := player.bye_asked(number)) is None or standing in offered.kinds
        for kind in offered.kinds
        if kind != standing and _unfit_own_bye(offered, planned, player, number, kind) is None
    ]


def _unfit_own_bye(offered: PhoneByes, planned: int, player: Player, number: int, kind: RequestedBye) -> Refusal | None:
    if kind not in offered.kinds:
        return Refusal("bye_not_offered", "S4", {"kind": kind})
    if kind == "Z":
        return None
    if number > planned - offered.last:
        return Refusal("bye_in_last_rounds", "S4", {"last": offered.last})
    if sum(other != number and worth != "Z" for other, worth in player.byes) >= offered.each:
        return Refusal("byes_used_up", "S4", {"most": offered.each})
    return None


def pause_absent(tournament: Tournament) -> list[Missed]:
    """Everybody in the pool of the next round who is not checked in."""
    number = tournament.next_round
    return [
        Missed(player.id, number)
        for player in tournament.players
        if player.plays_in(number) and player.id not in tournament.here
    ]


def link(tournament: Tournament, people: Mapping[int, str]) -> list[Edited] | Refusal:
    """Who these players are in the list of people (PP2); nothing else of them changes. Nobody is there twice, and of
    who was erased nothing is known."""
    known = {player.id: player for player in tournament.players}
    for pid in people:
        if pid not in known:
            return Refusal("unknown_player", "S4", {"player": pid})
        unfit = unfit_text(people[pid], may_be_empty=True)
        if unfit is not None:
            return unfit
        if known[pid].removed and people[pid]:
            return Refusal("player_removed", "PP6.2", {"player": pid})
    others = {player.person: player.id for player in tournament.players if player.person and player.id not in people}
    for pid, person in people.items():
        if person and others.setdefault(person, pid) != pid:
            return Refusal("person_twice", "PP3.5", {"player": others[person]})
    facts = [
        Edited(replace(known[pid], person=person)) for pid, person in people.items() if known[pid].person != person
    ]
    return facts or Refusal("nothing_changed", "S4")


def find_player(tournament: Tournament, player: int) -> Player | Refusal:
    for known in tournament.players:
        if known.id == player:
            return known
    return Refusal("unknown_player", "S4", {"player": player})


def player_of(body: Particulars, number: int = 0) -> Player:
    """The player as asked for. Licences and ids are texts; who sends a number means its digits."""
    given = {name: getattr(body, name) for name in Particulars.__struct_fields__}
    texts = {name: str(given[name] or "") for name in ("licence", "fide_id")}
    return Player(number, **{**given, **texts})


def with_player(
    tournament: Tournament, number: int | None, decide: Callable[[Tournament, Player], Fact | Refusal]
) -> Decided:
    player = find_player(tournament, number or 0)
    return player if isinstance(player, Refusal) else decide(tournament, player)


# --- by the bodies of requests -----------------------------------------------------------------------------


def has_left(tournament: Tournament, body: PlayerFields) -> Refusal | None:
    """Somebody of that name has left: perhaps it is the same person, who should come back."""
    gone = gone_by_name(tournament, body.name)
    return None if gone is None else Refusal("has_left", "S4", {"player": gone.id})


def decide_edit(tournament: Tournament, body: PlayerEdit) -> Decided:
    return edit(tournament, player_of(body, body.player))


def decide_link(tournament: Tournament, body: Links) -> Decided:
    return link(tournament, {one.player: one.person for one in body.links})


def decide_leave(tournament: Tournament, body: OnePlayer) -> Decided:
    return with_player(tournament, body.player, leave)


def decide_return(tournament: Tournament, body: OnePlayer) -> Decided:
    return with_player(tournament, body.player, come_back)


def decide_pause(tournament: Tournament, body: OnePlayer) -> Decided:
    return with_player(tournament, body.player, pause)


def decide_bye(tournament: Tournament, body: ByeWish) -> Decided:
    return with_player(tournament, body.player, lambda t, p: request_bye(t, p, body.round, body.kind))


def decide_own_bye(tournament: Tournament, body: OwnBye, person: Actor) -> Decided:
    return with_player(tournament, person.player, lambda t, p: request_own_bye(t, p, body.round, body.kind))
