"""Each verdict code is declared once, with its articles and what its facts are; texts and raising places keep to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from ronda import registry
from ronda.conformance import FOLLOWING
from ronda.core.verdicts import ABOUT, COUNT, PLAYER, SKIPPED, TEXT, Code, Codes, cited, joined, misfits, uncited
from ronda.systems import NAMES
from ronda.systems.codes import SHARED
from ronda.texts import LANGUAGES, Speaker
from ronda.texts import speaker as speaker_module
from ronda.texts.catalogue import (
    WHERE,
    Text,
    catalogue,
    conditions_in,
    everything,
    fields,
    further,
    known,
    of_system,
    selector,
    variant,
    variants,
)
from tests.corpus.test_released import corpus, opened
from tests.texts.declared import KINDS, codes_of, modules, places, read, system_of, systems


def own_text(language: str, system: str, key: str) -> Text | None:
    """As an event of the system has it."""
    own = of_system(language, system).get(key) if system else None
    return own if own is not None else catalogue(language).get(key)


def counted(text: Text) -> set[str]:
    """The facts that a text only counts: `{n#one:…|other:…}`, or the number that its form depends on."""
    forms = [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]
    chosen = [selector(name, spec or "") for form in forms for _, name, spec, _ in Formatter().parse(form) if name]
    by = set() if isinstance(text, str) else {text.get("by", "n")}
    return {one[0] for one in chosen if one is not None and one[0] != WHERE} | by


def declared() -> Iterator[tuple[str, str, str, Code]]:
    """Every declaration: module, system, key of the text, and the code."""
    for module, codes in modules().items():
        for kind, own in codes.items():
            for code, one in own.items():
                yield module, system_of(module), f"{kind}.{code}", one


def told_as(system: str, key: str, code: Code) -> Iterator[str]:
    """The keys of the texts by which a declared code can be told: its own, and those of its variants that can be."""
    for ends, condition in variants(system).get(key, {}).items() if system else variants_in_general(key):
        what, _, name = condition.partition(" ")
        if name in code.facts if what in ("has", "some", "no") else name in code.articles.split():
            yield f"{key}.{ends}"
    yield key


def variants_in_general(key: str) -> Iterator[tuple[str, str]]:
    folder = registry.texts_folder(NAMES[0])
    assert folder is not None
    general = folder.parents[2] / "texts" / "catalogues"
    yield from conditions_in(general, "variants.json").get(key, {}).items()


# --- the declarations --------------------------------------------------------------------------------------


def test_every_system_declares_its_codes() -> None:
    assert set(NAMES) <= set(systems())


def test_a_code_is_declared_once() -> None:
    """Once for all, or once by each system that says it; never by two packages that stand beside each other."""
    shared: dict[str, list[str]] = {}
    for module, system, key, _ in declared():
        if not system:
            shared.setdefault(key, []).append(module)
    assert {key: found for key, found in shared.items() if len(found) > 1} == {}


def test_what_several_systems_say_is_declared_where_they_share_it() -> None:
    """A system only cites articles of its own: the facts are those of the one declaration."""
    facts: dict[str, list[tuple[str, object]]] = {}
    for module, _, key, code in declared():
        facts.setdefault(key, []).append((module, code.facts))
    again = {
        key: [module for module, _ in several]
        for key, several in facts.items()
        if any(own is not several[0][1] for _, own in several)
    }
    assert again == {}


def test_two_declarations_of_different_facts_are_refused() -> None:
    one: Codes = {"reason": {"x": Code("A1", {"n": COUNT})}, "finding": {"x": Code("A1", {"player": PLAYER})}}
    cites = cited(one, {"reason": {"x": "B2"}})
    assert joined(one, cites)["reason"]["x"] == Code("B2", {"n": COUNT})
    assert joined(one, cites)["finding"] == one["finding"]
    with pytest.raises(ValueError, match=r"reason\.x is declared twice"):
        joined(one, {"reason": {"x": Code("B2", {"n": PLAYER})}})
    with pytest.raises(KeyError):
        cited(one, {"reason": {"y": "B2"}})


def test_misfits_are_found() -> None:
    codes: Codes = {"reason": {"x": Code("A1", {"player": PLAYER, "n": COUNT, "skipped": SKIPPED})}}
    assert [*misfits(codes, "reason", "x", "A1", {"player": 3, "n": 0})] == []
    assert [*misfits(codes, "reason", "y", "A1", {})] == ["reason.y is not declared"]
    assert [*misfits(codes, "reason", "x", "A2", {"n": -1, "m": 2, "player": True})] == [
        "reason.x is not declared with A2",
        "reason.x: n is no count: -1",
        "reason.x: the fact m is not declared",
        "reason.x: player is no player: True",
    ]
    assert [*misfits(codes, "reason", "x", "A1", {"skipped": [{"player": 1, "why": "met"}]})] == [
        "skipped.met is not declared"
    ]
    whole: Codes = {"unreadable": {"x": uncited(n=COUNT, found=TEXT)}}
    assert [*misfits(whole, "unreadable", "x", "", {"n": 1, "found": ""})] == []
    assert [*misfits(whole, "unreadable", "x", "", {"n": 1})] == ["unreadable.x: the fact found is missing"]


# --- texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_declared_code_has_its_text(language: str) -> None:
    missing = [
        f"{module}: {text}"
        for module, system, key, code in declared()
        for text in told_as(system, key, code)
        if own_text(language, system, text) is None
    ]
    assert not missing, "\n".join(missing)


def test_every_verdict_text_is_of_a_declared_code() -> None:
    told = {text for _, system, key, code in declared() for text in told_as(system, key, code)}
    spoken = {key for key in everything("en") if key.partition(".")[0] in KINDS}
    assert sorted(spoken - told) == []


WAYS = ("actor", "name", "groups", "skipped")  # each only for facts of one type


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_tell_facts_of_their_code_and_players_by_name(language: str) -> None:
    """What is a player is told as `{…:name}`, and nothing else is; what comes in groups as `{…:groups}`."""
    wrong: list[str] = []
    for module, system, key, code in declared():
        for text in told_as(system, key, code):
            said = own_text(language, system, text) or ""
            wrong += (
                f"{module}: {text} counts {name}, which is no fact of it"
                for name in counted(said)
                if not code.fact_type(name)
            )
            for name, spec in fields(said):
                fact = code.fact_type(name)
                if fact is None:
                    wrong.append(f"{module}: {text} tells {name}, which is no fact of it")
                elif spec != fact.told and (fact.told or spec.split(" ")[0] in WAYS):
                    wrong.append(f"{module}: {text} tells {name} as {spec or 'it is'!r}, but it is: {fact.name}")
                with_it = spec.partition(" ")[2]  # `{code:refusal facts}`
                if with_it and not code.fact_type(with_it):
                    wrong.append(f"{module}: {text} tells {name} with {with_it}, which is no fact of it")
    assert not wrong, "\n".join(wrong)


def test_facts_that_are_told_in_sentences_of_their_own_are_what_they_should_be() -> None:
    """`further.json` lists the sentences that follow that of a code, by what is declared of its facts."""
    for module, system, key, code in declared():
        told = {text for text, facts in FOLLOWING.items() if facts.items() <= code.facts.items()}
        assert further(system).get(key, {}).keys() == told, (module, key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_that_follow_tell_their_facts_in_the_declared_way(language: str) -> None:
    for text, facts in FOLLOWING.items():
        ends = ("", *(f".{one}" for one in variants("").get(text, {})))
        for name, spec in (field for one in ends for field in fields(catalogue(language)[f"{text}{one}"])):
            way, _, second = spec.partition(" ")
            assert facts[name].told == way, (text, name)
            assert not second or second in facts, (text, second)


def test_every_sentence_that_follows_is_there_and_is_of_a_declared_code() -> None:
    keys = {key for _, _, key, _ in declared()}
    for system in ("", *NAMES):
        assert further(system).keys() <= keys
        assert {text for own in further(system).values() for text in own} <= FOLLOWING.keys()


# --- variants ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["", *NAMES])
def test_every_variant_is_listed_and_told(system: str) -> None:
    """A text `KIND.CODE.ENDS` is a variant of `KIND.CODE`: then `variants.json` says when it is told."""
    texts = of_system("en", system) if system else catalogue("en")
    written = {key for key in texts if key.partition(".")[0] in KINDS and key.count(".") > 1}
    listed = {f"{key}.{ends}" for key, own in variants(system).items() for ends in own}
    assert written <= listed
    assert {key for key in listed if not known(key, system)} == set()


def test_the_first_variant_whose_condition_holds_is_told() -> None:
    key = "relaxation.avoid_broken"
    assert variant(key, {}) == key
    assert variant(key, {"relation": "partners"}) == f"{key}.relation"
    assert variant(key, {"relation": "partners", "compared": "all"}) == f"{key}.compared"
    assert variant("refusal.confirm_correction", {"by": ""}) == "refusal.confirm_correction.no_by"
    assert variant("refusal.confirm_correction", {"by": "Ana"}) == "refusal.confirm_correction"
    assert variant("reason.bye_lowest", {}, "R3.1", "redemption") == "reason.bye_lowest.R3.1"
    assert variant("reason.bye_lowest", {}, "R3.1", "chess") == "reason.bye_lowest"


def test_what_a_fact_is_does_not_follow_from_its_name() -> None:
    """The same name, once players and once how many."""
    speaker = Speaker("en", {3: "Ana", 4: "Luis"}, strict=True)
    assert speaker.say("refusal.absent_but_played", players=[3, 4]).endswith("Ana and Luis.")
    assert (
        speaker.say("refusal.too_few_players", players=3, least=4) == "A round needs at least 4 players; there are 3."
    )


def test_the_speaker_knows_no_fact_by_its_name() -> None:
    """What a verdict is about, and what entries of a list are made of, are no facts of a code."""
    names = {name for _, _, _, code in declared() for name in code.facts} - ABOUT.keys()
    asked: set[object] = set()
    for node in ast.walk(ast.parse(Path(speaker_module.__file__).read_text("utf-8"))):
        match node:
            case (
                ast.Subscript(value=ast.Name(id="facts"), slice=ast.Constant(value=name))
                | ast.Call(
                    func=ast.Attribute(value=ast.Name(id="facts"), attr="get"), args=[ast.Constant(value=name), *_]
                )
                | ast.Compare(left=ast.Constant(value=name), comparators=[ast.Name(id="facts")])
            ):
                asked.add(name)
            case _:
                pass
    assert asked & names == set()


# --- places that raise a code ------------------------------------------------------------------------------


def test_every_place_keeps_to_the_declaration() -> None:
    wrong: list[str] = []
    common = joined(codes_of(""), SHARED)  # where several systems have one home for what they say
    for place in places():
        codes = codes_of(place.system) if place.system else common
        for code in place.codes:
            one = codes.get(place.kind, {}).get(code)
            if one is None:
                wrong.append(f"{place.where}: {place.kind}.{code} is not declared")
                continue
            wrong += (f"{place.where}: {code} does not cite {a}" for a in place.articles if not one.cites(a))
            if len(place.codes) == 1:
                undeclared = sorted(place.facts - one.facts.keys())
                wrong += (f"{place.where}: {code} has no fact {name}" for name in undeclared)
    assert not wrong, "\n".join(wrong)


def test_most_places_can_be_read() -> None:
    """The others are judged by what they say in whole events."""
    readable = [place for place in places() if place.codes and place.whole]
    assert len(readable) > 0.8 * len(places())


def test_a_place_that_does_not_keep_to_it_is_seen() -> None:
    source = """
def f(x):
    facts = {"a": 1}
    facts |= {"b": 2, **skipped_facts(x)}
    facts["c"] = 3
    return Refusal("one" if x else "other", "S4", facts), Finding("two", x, facts={**x})
"""
    one, two = sorted(read(source, "desk.x"), key=lambda place: place.kind, reverse=True)
    assert (one.kind, one.whole, one.codes, one.articles) == (
        "refusal",
        True,
        frozenset({"one", "other"}),
        frozenset({"S4"}),
    )
    assert one.facts == {"a", "b", "c", "skipped", "more"}
    assert (two.kind, two.whole, two.codes) == ("finding", False, frozenset({"two"}))
    assert not two.articles | two.facts


# --- whole events ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_reasons_of_earlier_releases_keep_to_it(name: str) -> None:
    codes = codes_of(name)
    wrong = set()
    for record in (one for one in corpus() if one["plan"]["system"] == name):
        for round_ in opened(record).rounds:
            for reason in round_.reasons:
                wrong |= {*misfits(codes, "reason", reason.code, reason.article, reason.facts)}
            for one in round_.relaxations:
                wrong |= {*misfits(codes, "relaxation", one.code, one.article, one.facts)}
    assert wrong == set()
