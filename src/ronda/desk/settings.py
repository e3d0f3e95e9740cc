"""The set-up of an event: facts of a new one, its name, options and pairs to avoid, who enters, and a copy of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from ronda.core import Avoid, OptionValue, Player, Refusal, Setup, Tournament, base_rounds, fold, replace
from ronda.core.facts import (
    Appealed,
    Archived,
    AvoidChanged,
    Created,
    Deleted,
    Edited,
    Entered,
    Fact,
    OptionsChanged,
    PrizesPublished,
    Renamed,
)
from ronda.core.prize_rules import PrizeRules
from ronda.core.text_rules import hidden_text, unfit_text
from ronda.desk.bodies import Archive, AvoidList, Deletion, Name, Options, PlayerFields, PlayerList
from ronda.desk.desk import Decided
from ronda.desk.fees import come_in
from ronda.desk.penalties import uncountable
from ronda.desk.players import find_player, player_of, register
from ronda.desk.prizes import publish_prizes
from ronda.desk.stage_begin import plan_stages
from ronda.formats.errors import Unreadable
from ronda.formats.fact_text import facts_of_state
from ronda.formats.option_text import expected, fits, read_option
from ronda.formats.player_lists import understand
from ronda.formats.tournament.money import fee_facts
from ronda.systems import names, rules_of, system
from ronda.systems.players import fit_player, taken_values
from ronda.systems.presets import Preset
from ronda.systems.shared_options import ORDER

ALIKE = 0.75  # names of options that probably mean the same


def rename(tournament: Tournament, name: str) -> Renamed | Refusal:
    typed = " ".join(name.split())
    if typed == tournament.setup.name:
        return Refusal("nothing_changed", "S4")
    return unfit_text(typed) or Renamed(typed)


def decide_rename(tournament: Tournament, body: Name) -> Decided:
    return rename(tournament, body.name)


def archive(body: Archive) -> Archived:
    return Archived(body.away)


def delete(body: Deletion) -> Deleted:
    return Deleted(body.gone)


# --- options -----------------------------------------------------------------------------------------------


def read_options(name: str, given: Mapping[str, bool | float | str | None]) -> dict[str, OptionValue]:
    """Values as a form or JSON has them; what cannot be one is left as it is, to be refused by name."""
    known = {option.name: option for option in system(name).rules.options}
    found: dict[str, OptionValue] = {}
    for key, value in given.items():
        typed = (str(int(value)) if value.is_integer() else str(value)) if isinstance(value, float) else value
        try:
            found[key] = read_option(known[key], "" if typed is None else str(typed))
        except (KeyError, ValueError):
            found[key] = typed
    return found


def frozen_options(tournament: Tournament) -> dict[str, str]:
    """The options that can no longer be changed, with the articles that say so."""
    rules = rules_of(tournament.setup)
    begun = any(t.result is not None or t.earlier for round_ in tournament.rounds for t in round_.tables)
    drawn = rules.frozen("draw") if tournament.rounds else {}
    return {**drawn, **(rules.frozen("result") if begun else {})}


def change_options(
    tournament: Tournament, options: Mapping[str, OptionValue], by: str = ""
) -> OptionsChanged | Refusal:
    """Other values for some options. Those that stay the same may be among them. Another order of the standings needs a
    name once round 1 is published (CR1.4)."""
    rules = rules_of(tournament.setup)
    known = {option.name: option for option in rules.options}
    for name, value in options.items():
        if name not in known:
            elsewhere = {"systems": found} if (found := systems_with(name)) else {}
            return Refusal("unknown_option", "S4", {"option": name, "known": list(known), **elsewhere})
        if not fits(known[name], value):
            facts = {"option": name, "found": value, "expected": expected(known[name])}
            return Refusal("bad_option", known[name].article, facts)
    changed = {name: value for name, value in options.items() if rules.option(tournament.setup, name) != value}
    if not changed:
        return Refusal("nothing_changed", "S4")
    for name, article in frozen_options(tournament).items():
        if name in changed:
            return Refusal("frozen_option", article, {"option": name})
    setup = replace(tournament.setup, options={**tournament.setup.options, **changed})
    signed = " ".join(by.split()) if ORDER in changed else ""
    return (
        rules.refused(setup)
        or hidden_text(signed)
        or (Refusal("order_needs_name", "CR1.4") if ORDER in changed and begun(tournament) and not signed else None)
        or _unfit_rounds(tournament, setup, changed)
        or (uncountable(tournament, rules_of(setup).unit(setup)) if setup.penalties else None)  # PE2
        or _unfit_results(tournament, setup)
        or OptionsChanged(changed, signed)
    )


def begun(tournament: Tournament) -> bool:
    """Whether a round is published."""
    return any(round_.status != "draft" for round_ in tournament.rounds)


def fitting_options(
    tournament: Tournament, options: Mapping[str, OptionValue]
) -> tuple[dict[str, OptionValue], dict[str, Refusal]]:
    """Those that change something; where they cannot be, for each one that is wrong by itself why, or else why they
    cannot be together, for the last of them without which that would be another answer."""
    left, refused = dict(options), dict[str, Refusal]()
    while isinstance(answer := change_options(tournament, left), Refusal):
        blamed = answer.facts.get("option")
        if blamed in left:
            refused[blamed] = answer
            del left[blamed]
            continue
        if answer.code != "nothing_changed" and not refused:
            rules = rules_of(tournament.setup)
            changed = [name for name, value in left.items() if rules.option(tournament.setup, name) != value]
            others = ((one, {name: left[name] for name in left if name != one}) for one in reversed(changed))
            cures = (one for one, rest in others if change_options(tournament, rest) != answer)
            refused[next(cures, changed[-1])] = answer
        return {}, refused
    return dict(answer.options), refused


def systems_with(option: str) -> list[str]:
    """The systems that have an option of about this name."""
    return [
        name
        for name in names()
        if get_close_matches(option, [one.name for one in system(name).rules.options], 1, ALIKE)
    ]


def decide_options(tournament: Tournament, body: Options) -> list[Fact] | Refusal:
    """Other values for some options, and what follows from them at once: names are kept as the new ones say."""
    changed = change_options(tournament, read_options(tournament.setup.system, body.options), body.by)
    if isinstance(changed, Refusal):
        return changed
    setup = replace(tournament.setup, options={**tournament.setup.options, **changed.options})
    kept = system(setup.system).forms.name
    named = (replace(player, name=kept(setup, player.name)) for player in tournament.players)
    edited = (Edited(new) for new, old in zip(named, tournament.players, strict=True) if new != old)
    return [changed, *edited]


def _unfit_rounds(tournament: Tournament, setup: Setup, changed: Mapping[str, OptionValue]) -> Refusal | None:
    """Before the first draw the field may still grow: what it allows is asked then."""
    made = base_rounds(tournament)
    if not made:
        return None
    rules = rules_of(setup)
    planned = rules.rounds(setup, tournament.players)
    if "rounds" in changed and planned < made:
        article = next(option.article for option in rules.options if option.name == "rounds")
        return Refusal("rounds_already_made", article, {"rounds": planned, "made": made})
    unfit = _out_of_bounds(setup, tournament)
    return unfit if "rounds" in changed or unfit != _out_of_bounds(tournament.setup, tournament) else None


def _unfit_results(tournament: Tournament, setup: Setup) -> Refusal | None:
    """Whatever was entered could be entered under the other options, too: a file is read by those that hold at last.
    What stood there until it was corrected is in the file as well."""
    rules = rules_of(setup)
    for round_ in tournament.rounds:
        for table in round_.tables:
            for at, result in enumerate((table.result, *(earlier.result for earlier in table.earlier))):
                refused = None if result is None else rules.results.read(rules.results.write(result), setup)
                if isinstance(refused, Refusal):
                    place = {"round": round_.number, "table": table.number, "result": rules.results.written(result)}
                    why = {"code": refused.code, "facts": refused.facts, **({"corrected": True} if at else {})}
                    return Refusal("result_against_options", refused.article, place | why)
    return None


def _out_of_bounds(setup: Setup, tournament: Tournament) -> Refusal | None:
    """Why the field cannot play so many rounds under this set-up."""
    for finding in rules_of(setup).validate(setup, tournament.players):
        if finding.severity == "violation" and finding.code == "rounds_out_of_bounds":
            return Refusal(finding.code, finding.article, finding.facts)
    return None


# --- who should not meet -----------------------------------------------------------------------------------


def change_avoid(tournament: Tournament, avoid: Sequence[Avoid]) -> AvoidChanged | Refusal:
    """All pairs to avoid from now on; rounds that are made stay."""
    for pair in avoid:
        for player in pair.players:
            found = find_player(tournament, player)
            if isinstance(found, Refusal):
                return found
        if pair.players[0] == pair.players[1]:
            return Refusal("avoids_self", "S3", {"player": pair.players[0]})
    if tuple(avoid) == tournament.setup.avoid:
        return Refusal("nothing_changed", "S4")
    return AvoidChanged(tuple(avoid))


def decide_avoid(tournament: Tournament, body: AvoidList) -> Decided:
    return change_avoid(tournament, [Avoid(pair.players, pair.relation, pair.hard) for pair in body.avoid])


# --- the same event once more ------------------------------------------------------------------------------


def duplicate(tournament: Tournament, name: str, seed: int) -> list[Created | Entered]:
    """A new event with the same set-up and the same players, before its first round."""
    players = (
        replace(player, joined_round=1, left_after=None, missed=(), byes=(), number=None)
        for player in tournament.players
        if not player.removed
    )
    return [Created(replace(tournament.setup, name=name, seed=seed, penalties=())), *map(Entered, players)]


def founded(setup: Setup, players: Sequence[Player]) -> list[Created | Entered] | Refusal:
    """The facts of an event before its first round. Players keep the numbers that the list gives them."""
    entered = system(setup.system).rules.refused(setup) or joined(fold([Created(setup)]), players)
    if isinstance(entered, Refusal):
        return entered
    own = (Entered(replace(fact.player, id=player.id)) for fact, player in zip(entered, players, strict=True))
    return [Created(setup), *own]


def furnished(preset: Preset, facts: Sequence[Created | Entered], year: int) -> list[Fact]:
    """What a preset brings beside options: other values of some for a small field, the stages that are planned and the
    categories with their own standings; each only where it fits the field as it is now. `year`: the one that ages are
    counted in."""
    found: list[Fact] = _for_its_field(preset, facts)
    if preset.stages:
        planned = plan_stages(fold(found), preset.stages)
        found += [] if isinstance(planned, Refusal) else [planned]
    if preset.categories:
        published = publish_prizes(fold(found), PrizeRules((), preset.categories, year=year))
        found += [] if isinstance(published, Refusal) else [published]
    return found


def _for_its_field(preset: Preset, facts: Sequence[Created | Entered]) -> list[Fact]:
    """The facts with the values for a small field, if it is one and nobody chose others."""
    first, *entered = facts
    if not (isinstance(first, Created) and entered and preset.small_field):
        return list(facts)
    setup, rules = first.setup, rules_of(first.setup)
    if rules.rounds(setup, [one.player for one in entered if isinstance(one, Entered)]) < len(entered):
        return list(facts)
    usual = Setup(setup.system, options=preset_options(preset))
    unchosen = {
        name: value
        for name, value in _values(preset, preset.small_field).items()
        if rules.option(setup, name) == rules.option(usual, name)
    }
    return [Created(replace(setup, options={**setup.options, **unchosen})), *entered]


def preset_options(preset: Preset) -> dict[str, OptionValue]:
    """Its options as values."""
    return _values(preset, preset.options)


def _values(preset: Preset, texts: Mapping[str, str]) -> dict[str, OptionValue]:
    known = {option.name: option for option in system(preset.system).rules.options}
    return {name: read_option(known[name], text) for name, text in texts.items()}


def joined(tournament: Tournament, players: Sequence[Player]) -> list[Entered] | Refusal:
    """All of a list, from the next round on, or none of it: then it says whose fault it is. Each is looked at without
    the others, as in a long list that would take as many looks as there are pairs."""
    forms, alone = system(tournament.setup.system).forms, replace(tournament, players=())
    following = max((player.id for player in tournament.players), default=0) + 1
    taken = taken_values(forms, tournament.players, by_name=True)
    facts: list[Entered] = []
    for player in players:
        entered = register(alone, player)
        if isinstance(entered, Refusal):
            return replace(entered, facts={**entered.facts, "players": [player.name]})
        fit = fit_player(forms, tournament.setup, replace(entered.player, id=following + len(facts)), taken=taken)
        if isinstance(fit, Refusal):
            return fit
        taken |= taken_values(forms, [fit], by_name=True)
        facts.append(Entered(fit))
    return facts


def enter_player(tournament: Tournament, body: PlayerFields) -> Decided:
    entered = register(tournament, player_of(body))
    if isinstance(entered, Refusal) or not body.here:
        return entered
    arrived = come_in(fold([entered], tournament), entered.player)
    return [entered] if isinstance(arrived, Refusal) else [entered, arrived]


def enter_all(tournament: Tournament, body: PlayerList) -> list[Entered] | Refusal:
    """All of the list, or none of it."""
    try:
        found = understand(body.text.encode("utf-8", "replace"), encoding="utf-8")
    except Unreadable as trouble:
        return Refusal("unreadable_list", "S4", {"trouble": trouble})
    if found.remarks and not body.lenient:
        return Refusal("unreadable_list", "S4", {"trouble": found.remarks[0]})
    return joined(tournament, found.players) or Refusal("nothing_changed", "S4")


def taken_up(tournament: Tournament) -> list[Fact]:
    """The facts of a file for the store."""
    facts: list[Fact] = facts_of_state(tournament.setup, tournament.players, tournament.rounds, tournament.made_with)
    if tournament.prizes is not None:
        facts.append(PrizesPublished(tournament.prizes))
    facts += fee_facts(tournament.fees)
    facts += map(Appealed, tournament.appeals)
    return facts
