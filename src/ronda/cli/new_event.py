"""`ronda systems`, `presets`, `new`; and the players one by one: `ronda enter`, `bye`, `leave`, `return`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda import registry
from ronda.cli.event import find_player, find_surely, load
from ronda.cli.kept_event import KeptEvent, bytes_of, located, save
from ronda.cli.output import Misused, Output, Refused, checked_seed, granted
from ronda.core import Finding, OptionValue, Player, Refusal, Setup, Tournament, fold, replace
from ronda.core.chance import fresh_seed as fresh_seed
from ronda.core.facts import Created, Entered, Fact
from ronda.core.text_rules import unfit_text
from ronda.desk.bodies import ByeWish, OnePlayer, PlayerFields
from ronda.desk.settings import founded, furnished, preset_options, systems_with
from ronda.formats.option_text import expected, read_option
from ronda.formats.player_lists import Understood, understand_file
from ronda.formats.tournament.writing import FURTHER, option_value
from ronda.lab.forecast import Advice, advice, forecast
from ronda.systems import Option, System, names, rules_of, system
from ronda.systems.declarations import TEXTS
from ronda.systems.presets import Preset, find_preset, presets
from ronda.views import plain
from ronda.views.events import preset_line, system_view

STORE = "store"  # as the target of `new`: no file, but a code
_PREVIEWED = 5
_FORECAST = 40  # up to so many players a forecast takes no time


def systems(_: Namespace, output: Output) -> None:
    """The systems with their options, defaults and rulebook edition."""
    found = [system(name) for name in names()]
    output.data({"systems": [system_view(one, output.speaker) for one in found]})
    for one in found:
        output.speak_of(Setup(one.id))
        output.line(f"{one.id} – {output.say(f'system.{one.id}.name')} ({one.rules.edition})")
        output.line(f"  {output.say(f'system.{one.id}.about')}")
        rows = [
            (
                f"  {o.name}",
                _shown_default(o, output),
                expected(o),
                o.article,
                output.say(o.text(one.id)),
            )
            for o in one.rules.options
        ]
        keys = ("option", "default", "choices", "article", "meaning")
        output.table([f"  {output.say('label.option')}", *(output.say(f"label.{k}") for k in keys[1:])], rows, range(5))
        output.line()


def list_presets(_: Namespace, output: Output) -> None:
    """The house rules that an event can begin with, by system."""
    found = [preset for name in names() for preset in presets(name)]
    output.data({"presets": [_preset_value(preset, output) for preset in found]})
    for preset in found:
        output.line(f"{preset.system} {preset.id} – {output.say(preset.key)} ({preset.edition})")
        output.line(f"  {output.say(f'{preset.key}.about')}")
        output.line("  " + " ".join(f"{name}={value}" for name, value in preset.options.items()))
        output.line(f"  {output.say('say.preset_source', source=preset.source)}")
        output.line()


def _preset_value(preset: Preset, output: Output) -> dict[str, Any]:
    line = plain(preset_line(preset, output.speaker))
    return {**line, "stages": line["stage_plan"], "categories": line["category_list"]}


def chosen_preset(system_name: str, name: str | None) -> Preset | None:
    """The preset of that name; None where none is asked for."""
    if name is None:
        return None
    known_system(system_name)
    found = find_preset(system_name, name)
    if found is None:
        known = ", ".join(one.id for one in presets(system_name)) or "–"
        raise Misused("unknown_preset", found=name, known=known).suggesting(name, known.split(", "))
    return found


def _shown_default(option: Option, output: Output) -> str:
    """The value of a new event, and where it is another one, what an event without the option has."""
    own, absent = (_shown_value(option, value, output) for value in (option.begins, option.default))
    return own if own == absent else output.say("label.default_else", value=own, absent=absent)


def _shown_value(option: Option, value: OptionValue, output: Output) -> str:
    shown = option_value(option, value)
    if shown is None:
        return output.say("label.automatic")
    return str(shown).lower() if isinstance(shown, bool) else str(shown)


def new(values: Namespace, output: Output) -> None:
    """Make a tournament in a file or in the store, with the players of a list if one is given."""
    output.speak_of(Setup(values.system))
    path = Path(values.target)
    stored = values.target == STORE
    if not stored and not path.suffix and path.name == values.target:
        raise Misused("file_or_store", found=values.target)
    if not stored and path.exists() and not values.force:
        raise Misused("already_there", file=values.target)
    players: tuple[Player, ...] = ()
    understood: Understood | None = None
    if values.players:
        understood = players_of(Path(values.players), values.encoding)
        players = understood.players
    seed = fresh_seed() if values.seed is None else checked_seed(values.seed)
    preset = chosen_preset(values.system, values.preset)
    given = options_of(values.system, values.option, players)
    options = {**(preset_options(preset) if preset else {}), **given}
    tournament = founded_tournament(values.system, values.name, options, seed, players)
    begun: list[Created | Entered] = [Created(tournament.setup), *map(Entered, tournament.players)]
    facts: list[Fact] = list(begun)
    if preset is not None:
        facts = furnished(preset, begun, date.today().year)
        tournament = fold(facts)
    understood = understood and replace(understood, players=tournament.players)  # as they are kept
    notes = examined(tournament)
    code = None
    if stored:
        code = code_in_store(values, facts)
    else:
        save(path, tournament)
    _tell(output.about(tournament), tournament, path, code, understood, notes)


def code_in_store(values: Namespace, facts: Sequence[Fact]) -> str:
    """The code of a new event, kept in the database."""
    from ronda.cli.stored_event import create  # a file needs no database

    return create(values, facts).code


def players_of(path: Path, encoding: str | None) -> Understood:
    with located(path):
        return understand_file(bytes_of(path), encoding=encoding)


def options_of(system_name: str, words: Iterable[str], players: Sequence[Player] = ()) -> dict[str, OptionValue]:
    """`k=v` words as options, for an event of these players."""
    system = known_system(system_name)
    known = {option.name: option for option in system.rules.options}
    options: dict[str, OptionValue] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in known:
            wrong = Misused("unknown_option", found=name, known=", ".join(known)).suggesting(name, known)
            if elsewhere := systems_with(name):
                wrong.ways.append(("say.systems_with_option", {"systems": ", ".join(elsewhere)}))
            raise wrong
        if not equals:
            raise Misused("option_without_value", found=word)
        try:
            options[name] = read_option(known[name], text)
        except ValueError:
            possible = _possible(system, known[name], players)
            raise Misused("bad_option", option=name, found=text, expected=possible) from None
    return options


def _possible(system: System, option: Option, players: Sequence[Player]) -> str:
    """What the option may be; of the number of rounds, with these players."""
    if option.kind == "int" and option.high is not None:
        for finding in system.rules.validate(Setup(system.id, "", {option.name: option.high}), players):
            if finding.code == "rounds_out_of_bounds":
                return f"{finding.facts['least']}…{finding.facts['most']}"
    return expected(option)


def known_system(name: str) -> System:
    if not registry.known(name):
        raise Misused("unknown_system", found=name, known=", ".join(names())).suggesting(name, names())
    return system(name)


def founded_tournament(
    system_name: str, name: str, options: dict[str, OptionValue], seed: int, players: Iterable[Player]
) -> Tournament:
    """The event before its first round, as the desk founds it everywhere. Raises Refused."""
    rules = known_system(system_name).rules
    unfit = unfit_text(name, may_be_empty=True)
    facts = unfit or founded(Setup(system_name, name, rules.new_options(options), seed), tuple(players))
    return fold(granted(facts))


def _ahead(tournament: Tournament) -> Iterator[Finding]:
    """A forecast for small fields, where the rounds may not all be possible without a relaxation."""
    if 0 < len(tournament.players) <= _FORECAST:
        ahead = forecast(tournament)
        if ahead.secure < ahead.planned:
            yield from ahead.findings()


def examined(tournament: Tournament) -> list[Finding]:
    """What the system has against the field is told before anything is written; what is only worth a note comes
    back."""
    findings = rules_of(tournament.setup).validate(tournament.setup, tournament.players)
    for finding in findings:
        if finding.severity == "violation" and tournament.players:
            raise Refused(Refusal(finding.code, finding.article, finding.facts))
    return [finding for finding in findings if finding.severity == "note"]


def _tell(
    output: Output,
    tournament: Tournament,
    path: Path,
    code: str | None,
    understood: Understood | None,
    notes: list[Finding],
) -> None:
    declared = system(tournament.setup.system)
    texts = [f"{output.speaker.verdict('finding', note)} ({note.article})" for note in [*notes, *_ahead(tournament)]]
    advised = [_advice_value(one, output) for one in _advised(tournament)]
    output.data(
        {
            **({"file": str(path)} if code is None else {"code": code}),
            "system": declared.id,
            "players": len(tournament.players),
            "rounds": declared.rules.rounds(tournament.setup, tournament.players) if tournament.players else None,
            "seed": tournament.setup.seed,
            "understood": _understood_value(understood, output),
            "notes": texts,
            "advice": advised[0] if advised else None,
            "further_advice": advised[1:],
        }
    )
    if understood:
        preview(understood, output)
    n = len(tournament.players)
    if code is None:
        output.tell("say.made", file=str(path), n=n, seed=tournament.setup.seed)
    else:
        output.tell("say.made_stored", code=code, n=n, seed=tournament.setup.seed)
    if n:
        output.tell("say.planned_rounds", n=declared.rules.rounds(tournament.setup, tournament.players))
    for text in texts:
        output.line(text)
    for one in advised:
        output.line(one["text"])
        if one["better"] is not None:
            output.tell("say.advice", option=one["option"], value=one["better"])


def _advised(tournament: Tournament) -> Sequence[Advice]:
    """What to expect with the values of an option that are worth a trial."""
    if not system(tournament.setup.system).trial.comparisons:
        return ()
    return advice(tournament.setup, tournament.players)


def _advice_value(advised: Advice, output: Output) -> dict[str, Any]:
    return {
        "option": advised.option,
        "better": advised.better,
        "players": advised.players,
        "rounds": advised.rounds,
        "runs": advised.runs,
        "values": {str(one.value): dict(zip(advised.measures, one.counts, strict=True)) for one in advised.tried},
        "text": output.say(advised.key, **advised.facts()),
    }


def _understood_value(understood: Understood | None, output: Output) -> dict[str, Any] | None:
    if understood is None:
        return None
    return {
        "encoding": understood.encoding,
        "delimiter": understood.delimiter,
        "header": understood.header,
        "columns": list(understood.columns),
        "notes": [output.say(f"note.{code}", **facts) for code, facts in understood.notes],
        "remarks": [
            {"line": one.line, "column": one.column, "text": output.speaker.verdict("unreadable", one)}
            for one in understood.remarks
        ],
    }


def preview(understood: Understood, output: Output) -> None:
    """What was understood of a list of players."""
    delimiter = {None: "line", ",": "comma", ";": "semicolon", "\t": "tab"}[understood.delimiter]
    output.tell(
        "say.understood_header" if understood.header else "say.understood",
        n=len(understood.players),
        encoding=understood.encoding,
        delimiter=output.say(f"label.delimiter.{delimiter}"),
        columns=[output.say(f"label.column.{column or 'ignored'}") for column in understood.columns],
    )
    shown = understood.players[:_PREVIEWED]
    keys = ("id", "name", "licence", "rating", "national_rating", "club", *FURTHER)
    used = [key for key in keys if key in ("id", "name") or any(getattr(p, key) for p in understood.players)]
    rows = [[getattr(player, key) for key in used] for player in shown]
    words = [at for at, key in enumerate(used) if key in TEXTS and key != "licence"]
    output.table(output.headings("column", used), rows, words)
    if len(understood.players) > _PREVIEWED:
        output.line("…")
    for code, facts in understood.notes:
        output.tell(f"note.{code}", **facts)
    for one in understood.remarks[:_PREVIEWED]:
        place = output.say("say.line_column", line=one.line, column=one.column)
        output.line("  " + output.say("web.list.at", place=place, text=output.speaker.verdict("unreadable", one)))
    if len(understood.remarks) > _PREVIEWED:
        output.line("  …")


def enter(values: Namespace, output: Output) -> None:
    """A new player, from the next round on."""
    body = PlayerFields(
        name=values.name,
        rating=values.rating,
        national_rating=values.national_rating,
        licence=values.licence,
        club=values.club,
    )
    after = load(values, output).act("enter", body, confirmed=values.yes)
    _tell_player(after, after.tournament.players[-1].id, "say.entered", output)


def leave(values: Namespace, output: Output) -> None:
    """Out of the pool from the next pairing on."""
    _moved("leave", "say.left", values, output)


def come_back(values: Namespace, output: Output) -> None:
    """Back in the pool from the next pairing on."""
    _moved("return", "say.returned", values, output)


def bye(values: Namespace, output: Output) -> None:
    """A bye in a round to come, for the asking; `none` takes the wish back."""
    event = load(values, output)
    player, kind = find_player(event.tournament, values.player).id, None if values.kind == "none" else values.kind
    wish = ByeWish(player=player, round=values.round, kind=kind)
    output = output.about(event.act("bye", wish, confirmed=values.yes).tournament)
    key = "say.bye_withdrawn" if kind is None else "say.bye_requested"
    facts = {"player": player, "round": values.round, "kind": kind}
    output.answer(facts, key, **facts)


def _moved(name: str, key: str, values: Namespace, output: Output) -> None:
    event = load(values, output)
    wish = values.player
    leaves = name == "leave"  # who comes back by mistake leaves again
    player = (find_surely(event.tournament, wish, output) if leaves else find_player(event.tournament, wish)).id
    _tell_player(event.act(name, OnePlayer(player), confirmed=values.yes), player, key, output)


def _tell_player(after: KeptEvent, player: int, key: str, output: Output) -> None:
    number = after.tournament.next_round
    output = output.about(after.tournament)
    output.answer({"player": player, "round": number}, key, player=player, id=player, round=number)
