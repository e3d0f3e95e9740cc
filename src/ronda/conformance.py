"""What any system must hold to, whoever brings it: `faults(name)` lists what does not. For tests of systems, and as
`python -m ronda.conformance NAME`.

Declarations fit the values they speak of; every text is there in English, and in each other language that the system
speaks; whole events with absences, people who leave and people who come late are made, checked, told, ranked, written
to a file and read again; and points are taken from somebody, as little as the system counts.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from ronda import registry
from ronda.checking import proofs
from ronda.core import Draw, Player, Setup, Tournament, before_round, fold
from ronda.core.verdicts import PASSED, PROOF, TEXTS, Codes, Refusal, joined, misfits
from ronda.desk import codes as desk_codes
from ronda.desk.penalties import Given, penalise
from ronda.formats.errors import Unreadable
from ronda.formats.option_text import fits
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.lab.simulate import SimulatedEvent, SimulationPlan, simulate
from ronda.pairing import explain
from ronda.systems import book_of, standings_book, system
from ronda.systems import codes as shared_codes
from ronda.systems.declarations import place_word
from ronda.systems.labels import names
from ronda.systems.system import Rules, System
from ronda.texts import LANGUAGES, Coded, Kind, Speaker
from ronda.texts.catalogue import catalogue, further, is_where, known, of_system, variants
from ronda.texts.speaker import composed_criterion

PLANS = ((4, 2, 0), (5, 3, 0), (8, 4, 0), (9, 4, 80), (12, 5, 60))  # players, rounds, per mille who miss a round

# the sentences that follow that of a code with these facts
FOLLOWING = {
    "say.skipped": PASSED,
    "say.proof": PROOF,
    "say.groups": PROOF,
    "say.systems_with_option": {"systems": TEXTS},
}


def faults(name: str) -> list[str]:
    """What is wrong with the system of that name, in English; nothing, if it can be used."""
    if not registry.known(name):
        return [f"{name}: not registered"]
    try:
        declared = system(name)
    except (ImportError, AttributeError, TypeError) as trouble:
        return [f"{name}: {trouble}"]
    found = [*_declarations(name, declared), *_texts(name, declared)]
    try:
        codes = joined(explain.CODES, proofs.CODES, shared_codes.CODES, desk_codes.CODES, declared.words.codes)
    except ValueError as twice:
        return [*found, str(twice)]
    for players, rounds, absences in PLANS:
        plan = SimulationPlan(
            name, players, rounds, seed=players, absences=absences, drop_outs=absences, late_entries=absences
        )
        event = simulate(plan)
        found += (f"{players} players: {fault}" for fault in _event(declared, codes, event))
    found += _chosen(name, declared.rules)
    return list(dict.fromkeys(found))


# --- declarations ------------------------------------------------------------------------------------------


def _declarations(name: str, system: System) -> Iterator[str]:
    if system.id != name:
        yield f"registered as {name}, and calls itself {system.id}"
    if not system.rules.edition:
        yield "no edition"
    for twice in (name for name, times in Counter(option.name for option in system.rules.options).items() if times > 1):
        yield f"option {twice}: twice"
    for option in system.rules.options:
        for value in {option.default, option.begins}:
            if not fits(option, value):
                yield f"option {option.name}: the default {value!r} is no value of it"
        if not option.article:
            yield f"option {option.name}: no article"
    if system.rules.tiebreaks.option and system.rules.tiebreaks.option not in {
        option.name for option in system.rules.options
    }:
        yield f"tie-breaks: there is no option {system.rules.tiebreaks.option}"
    for field in system.forms.player_fields:
        if field.name not in Player.__struct_fields__:
            yield f"player field {field.name}: a player has none"
    if system.rules.unit(Setup(name)) < 1:
        yield "a point has no parts"
    example = system.rules.results.form_for(Setup(name)).example_for(Setup(name))
    for text in (
        example,
        *system.rules.results.form_for(Setup(name)).keys.values(),
        *(written for _, written in system.rules.results.form_for(Setup(name)).quick),
    ):
        result = system.rules.results.read(text, Setup(name))
        if isinstance(result, Refusal):
            yield f"the result {text!r} is refused"
        elif system.rules.results.read(system.rules.results.write(result), Setup(name)) != result:
            yield f"the result {text!r} does not come back"


def _texts(name: str, system: System) -> Iterator[str]:
    needed = [f"system.{name}.{what}" for what in ("name", "about", "scoring")]
    for option in system.rules.options:
        needed.append(option.text(name))
        values = (True, False) if option.kind == "bool" else option.choices
        if values and option.kind != "int":
            needed += (f"{option.text(name)}.posted.{value}" for value in values)
        if values and option.default is None:
            needed.append(f"{option.text(name)}.posted.auto")
        if option.nothing:
            needed.append(f"{option.text(name)}.posted.{option.nothing}")
    for criterion in system.rules.criteria(Setup(name)):
        needed += (f"{criterion.label}{ends}" for ends in ("", ".short", ".about"))
    needed += (f"web.players.field.{field.name}" for field in system.forms.player_fields)
    yield from (f"text {key} is missing" for key in needed if not speakable(key, name))
    own = set(of_system("en", name))
    declared = [f"{kind}.{code}" for kind, codes in system.words.codes.items() for code in codes]
    yield from (f"text {key} is missing" for key in declared if not known(key, name))
    listed = {f"{key}.{ends}" for key, several in variants(name).items() for ends in several}
    ends = {key for key in own for code in declared if key.startswith(f"{code}.")}
    yield from (f"text {key}: variants.json does not say when it is told" for key in sorted(ends - listed))
    for kind, codes in system.words.codes.items():
        for code, one in codes.items():
            told = {text for text, facts in FOLLOWING.items() if facts.items() <= one.facts.items()}
            missing = told - further(name).get(f"{kind}.{code}", {}).keys()
            yield from (f"text {kind}.{code}: further.json does not list {text}" for text in sorted(missing))
    own = {key for key in own - catalogue("en").keys() if not is_where(key)}
    for language in spoken(name):
        said, general = of_system(language, name), catalogue(language)
        other = {key for key in said.keys() - general.keys() if not is_where(key)}
        yield from (f"text {key} is missing in {language}" for key in sorted(own - other))
        yield from (f"text {key} is in {language} only" for key in sorted(other - own))
        yield from (f"text {key} only repeats the general one" for key in said if said[key] == general.get(key))


def spoken(name: str) -> list[str]:
    """The languages of a system: English, and those that it has texts in."""
    return [language for language in LANGUAGES if language == "en" or of_system(language, name)]


def speakable(key: str, system: str) -> bool:
    """Whether there is such a text, or one that is put together from others: of a tie-break by its code."""
    if known(key, system):
        return True
    return composed_criterion(key.removeprefix("criterion."), lambda part, /, **facts: part) is not None  # noqa: ARG005


# --- whole events ------------------------------------------------------------------------------------------


def _event(system: System, codes: Codes, event: SimulatedEvent) -> Iterator[str]:
    tournament = event.tournament
    if event.ended is not None and not tournament.rounds:
        yield f"no round at all: {event.ended.code}"
    yield from (f"its own check finds {one.code}" for one in event.findings if one.severity == "violation")
    for round_ in tournament.rounds:
        yield from _round(system.rules, tournament, round_.number)
    yield from _standings(system.rules, tournament)
    yield from _penalty(system.rules, tournament)
    yield from _undeclared(codes, event)
    yield from _told(system, event)
    yield from _file(tournament)


def _chosen(name: str, rules: Rules) -> Iterator[str]:
    """Whatever an organiser chooses: an event that is written can be read."""
    for option in rules.options:
        for value in option.choices or ((True, False) if option.kind == "bool" else ()):
            if value != option.begins:
                event = simulate(SimulationPlan(name, 10, 2, seed=1, options={option.name: value}), checked=False)
                yield from (f"{option.name}={value}: {fault}" for fault in _file(event.tournament))


def _file(tournament: Tournament) -> Iterator[str]:
    written = write(tournament)
    try:
        again = fold(read(written))
    except Unreadable as trouble:
        yield f"the file that is written cannot be read: {trouble.code} at {trouble.path}"
        return
    if again != tournament or write(again) != written:
        yield "the file does not come back as it was"


def _round(rules: Rules, tournament: Tournament, number: int) -> Iterator[str]:
    """Everybody is in it once; chance is an argument; and the check sees when somebody is left out."""
    round_ = tournament.rounds[number - 1]
    book = book_of(before_round(tournament, number))
    expected = Counter([*book.pool(), *(player for player, _ in book.resting())])
    if Counter(round_.players) != expected:
        yield f"round {number}: not everybody of the pool is in it once"
    seed = round_.seed or 0
    made, once_more = (rules.again(book, Draw(seed), round_) for _ in range(2))
    if made != once_more:
        yield f"round {number}: the same seed gives another round"
    if not round_.tables:
        return
    without = replace(round_, tables=round_.tables[:-1])
    if not any(one.severity == "violation" for one in rules.check(book, without)):
        yield f"round {number}: the check does not miss a table that is taken away"


def _standings(rules: Rules, tournament: Tournament) -> Iterator[str]:
    book = standings_book(tournament)
    rows = rules.standings(book)
    if sorted(row.player for row in rows) != sorted(book.players):
        yield "standings: not everybody is there once"
    places = [row.place for row in rows if row.place is not None]
    if any(one > other for one, other in pairwise(places)):
        yield "standings: places do not follow each other"
    for row in rows:
        for measure in row.measures.values():
            terms = measure.terms
            if terms and sum(term.amount for term in terms if term.counted) != measure.amount:
                yield f"standings: the working of {measure.criterion.name} does not add up"


def _penalty(rules: Rules, tournament: Tournament) -> Iterator[str]:
    """PE2: the smallest part of a point that the system counts can be taken from somebody, and is; less than that is
    refused."""
    before = standings_book(tournament)
    step = Fraction(1, rules.unit(tournament.setup))
    was = rules.standings(before)[0]
    if not isinstance(penalise(tournament, Given(was.player, "points", step / 2, reason="late")), Refusal):
        yield f"penalty: {step / 2} of a point can be given, and is not counted"
    facts = penalise(tournament, Given(was.player, "points", step, reason="late"))
    if isinstance(facts, Refusal):
        yield f"penalty: {step} of a point is refused ({facts.code})"
        return
    after = fold(facts, tournament)
    book = standings_book(after)
    taken = {player: own - book.halves[player] for player, own in before.halves.items() if own != book.halves[player]}
    if taken != {was.player: 1} or book.earned != before.halves:
        yield f"penalty: {step} of a point is not what is taken"
    now = next(row for row in rules.standings(book) if row.player == was.player)
    if now.amounts == was.amounts:
        yield "penalty: the standings do not go by the points that are left"
    yield from (f"penalty: {fault}" for fault in (*_standings(rules, after), *_file(after)))


def _undeclared(codes: Codes, event: SimulatedEvent) -> Iterator[str]:
    """Verdicts that are not as the system declares them."""
    for round_ in event.tournament.rounds:
        for reason in round_.reasons:
            yield from misfits(codes, "reason", reason.code, reason.article, reason.facts)
        for relaxation in round_.relaxations:
            yield from misfits(codes, "relaxation", relaxation.code, relaxation.article, relaxation.facts)
    for finding in event.findings:
        yield from misfits(codes, "finding", finding.code, finding.article, finding.facts)


def _told(system: System, event: SimulatedEvent) -> Iterator[str]:
    called = names(event.tournament)
    for language in spoken(system.id):
        speaker = Speaker(language, called, strict=True, system=system.id, where=place_word(event.tournament.setup))
        for round_ in event.tournament.rounds:
            yield from _untold(speaker, "reason", round_.reasons)
            yield from _untold(speaker, "relaxation", round_.relaxations)
        yield from _untold(speaker, "finding", event.findings)


def _untold(speaker: Speaker, kind: Kind, verdicts: Iterable[Coded]) -> Iterator[str]:
    for one in verdicts:
        try:
            speaker.verdict(kind, one)
        except (KeyError, ValueError) as missing:
            yield f"{kind}.{one.code} cannot be told in {speaker.language} ({missing})"


def main() -> None:
    """`python -m ronda.conformance NAME`: what is wrong with it, line by line."""
    found = [fault for name in sys.argv[1:] for fault in faults(name)]
    sys.exit("\n".join(found) or None)


if __name__ == "__main__":
    main()
