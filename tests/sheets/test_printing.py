"""Every sheet of every system in every language: it is made, it says what it must, and each page has its head."""

from __future__ import annotations

import datetime
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from ronda.core.model import Approval, Forfeit, OptionValue, Player, Tournament
from ronda.core.prize_rules import FeeBook, FeeRules, OwnFee, Payment, PublishedFee
from ronda.core.stage_plan import Stage, StageStart
from ronda.core.text_rules import upper
from ronda.core.verdicts import Refusal, Relaxation
from ronda.desk import standings_after
from ronda.people import initials
from ronda.sheets import SHEETS, SheetOrder, check_code, pdf
from ronda.sheets.context import job_of
from ronda.sheets.event_sheets import rules_sheet
from ronda.systems import NAMES, Option, Rules, book_of, system
from ronda.systems.chess.rules import start_numbers
from ronda.systems.lists import standings_columns
from ronda.texts import LANGUAGES, Speaker
from ronda.views.verdicts import worded
from tests.sampling import in_turn
from tests.sheets.events import crowd, small
from tests.sheets.reading import SIZES, order, pages, plain, printed, size, stands

OF_A_ROUND = ("tables", "names", "slips", "scores", "standings", "cross")
SIDEWAYS = ("scores", "cross")
# The others only some events have.
ALWAYS = tuple(sheet for sheet in SHEETS if sheet not in ("bracket", "fees", "prizes", "certificates"))
EVERY = [(name, sheet) for name in NAMES for sheet in ALWAYS if sheet != "scores" or name == "domino"]


def refused(made: bytes | Refusal) -> str:
    """The sentence of a refusal."""
    assert isinstance(made, Refusal), "no refusal"
    return Speaker("en", strict=True).verdict("refusal", made)


# --- every sheet -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("which", "sheet", "language"), in_turn(EVERY, list(LANGUAGES)))
def test_every_sheet_of_every_system_in_every_language(which: str, sheet: str, language: str) -> None:
    tournament = small(which)
    job = job_of(tournament, SheetOrder(sheet, language))
    found = pages(tournament, sheet, language=language)
    assert found
    for number, text in enumerate(found, start=1):
        assert "Open de la Ciudad" in text
        assert plain(job.day(datetime.date(2026, 3, 14))) in text
        assert plain(job.say("label.sheet.page", page=number, pages=len(found))) in text
        assert plain(job.say("label.sheet.seed", seed=81)) in text
        if sheet in OF_A_ROUND:
            assert check_code(tournament.rounds[-1]) in text
    if sheet not in ("rules", "audit", "poster"):
        everything = " ".join(found)
        names = [upper(p.name) if (which, sheet) == ("chess", "start") else p.name for p in on(sheet, tournament)]
        assert [name for name in names if not stands(name, everything)] == []


def on(sheet: str, tournament: Tournament) -> list[Player]:
    """Who has to be on the sheet: who rests needs no slip."""
    seated = {pid for table in tournament.rounds[-1].tables for pid in table.players}
    return [player for player in tournament.players if sheet not in ("slips", "scores") or player.id in seated]


@pytest.mark.parametrize(("which", "sheet"), EVERY)
def test_the_same_order_gives_the_same_bytes(which: str, sheet: str) -> None:
    tournament = small(which)
    assert pdf(tournament, order(tournament, sheet)) == pdf(tournament, order(tournament, sheet))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bracket_of_an_event_with_stages(language: str) -> None:
    played = small("redemption")
    assert refused(pdf(played, SheetOrder("bracket")))
    begun = StageStart(after=2, entrants=((3,), (1,), (4,), (2,)), seed=5)
    stages = (Stage("rounds"), Stage("elimination", take="top 4", begun=begun))
    text = " ".join(pages(replace(played, setup=replace(played.setup, stages=stages)), "bracket", language=language))
    assert [p.name for p in played.players[:4] if not stands(p.name, text)] == []
    assert not stands(played.players[4].name, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pr7_2_the_fees_of_an_event_that_has_some(language: str) -> None:
    played = small("redemption")
    assert refused(pdf(played, SheetOrder("fees")))
    payments = (Payment(1, 400, "cash", "Dora"),)
    fees = FeeBook(FeeRules((PublishedFee(1000),), "EUR"), {2: OwnFee(0, "invited")}, payments)
    text = " ".join(pages(replace(played, fees=fees), "fees", language=language))
    assert [player.name for player in played.players if not stands(player.name, text)] == []
    due = 10 * (len(played.players) - 1)
    amounts = (Speaker(language).money(one) for one in (600, 100 * due, 100 * due - 400))
    assert all(stands(words, text) for words in ("invited", *amounts, "EUR"))


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("sheet", ALWAYS)
def test_paper(sheet: str, paper: str) -> None:
    width, height = SIZES[paper]
    reader = printed(small("domino"), sheet, paper=paper)
    assert size(reader) == ((height, width) if sheet in SIDEWAYS else (width, height))
    assert len(reader.pages) == len(printed(small("domino"), sheet).pages)


@pytest.mark.parametrize("sheet", [sheet for sheet in ALWAYS if sheet not in OF_A_ROUND[:4]])
def test_before_the_first_round(sheet: str) -> None:
    for which in NAMES:
        empty = replace(small(which), rounds=())
        assert "Open de la Ciudad" in pages(empty, sheet)[0]
        assert pages(replace(empty, players=()), sheet)


# --- what they say -----------------------------------------------------------------------------------------


def test_tables_tell_points_results_and_byes() -> None:
    tournament = small("chess")
    job = job_of(tournament, SheetOrder("tables"))
    first, second = (pages(tournament, "tables", round=number)[0] for number in (1, 2))
    assert "Pairings of round 1" in first
    assert "1–0" in first
    assert "Points" not in first  # nobody has any yet
    for table in tournament.rounds[1].tables:
        before = book_of(replace(tournament, rounds=tournament.rounds[:1])).halves
        numbers = start_numbers({player.id: player for player in tournament.players})  # C8: they stand beside the names
        points = [job.number(Fraction(before[p], 2), 2) for p in table.players]
        first_side, second_side = ([str(numbers[p]), job.name(p)] for p in table.players)
        assert stands(" ".join([str(table.number), *first_side, *points, *second_side[::-1]]), second)
    resting = job.name(tournament.rounds[1].byes[0].player)
    assert second.index("BYE") < second.index(resting)
    assert "free game" in pages(small("melee"), "tables")[0]


def test_relaxations_and_how_the_round_was_made_stand_on_top() -> None:
    tournament = small("domino")
    relaxed = Relaxation("forced", "D7.3", (1, 2), {"as": "partners", "last": 1})
    approved = Approval("Dora Pérez", "few players")
    last = replace(tournament.rounds[-1], relaxations=(relaxed,) * 9, approved=approved, by_hand=True, status="draft")
    text = " ".join(pages(replace(tournament, rounds=(tournament.rounds[0], last)), "tables"))
    assert "Draft: this round is not published yet." in text
    assert "Arranged by hand by the director." in text
    assert "Round 2 approved by Dora Pérez: few players" in text
    assert "9 rules were relaxed: 3 more follow after the tables." in text
    assert text.count("Forced:") == 9
    assert text.index("Forced:") < text.index("Pair 1") < text.rindex("Forced:")
    unapproved = replace(last, approved=None)
    assert (
        "nobody has approved it" in pages(replace(tournament, rounds=(tournament.rounds[0], unapproved)), "tables")[0]
    )


def test_names_tell_table_and_colour() -> None:
    tournament = small("chess")
    job = job_of(tournament, SheetOrder("names", "de"))
    text = pages(tournament, "names", language="de")[0]
    for table in tournament.rounds[-1].tables:
        assert f"{job.name(table.first[0])} {table.number} W" in text
        assert f"{job.name(table.second[0])} {table.number} S" in text
    assert f"{job.name(tournament.rounds[-1].byes[0].player)} Freilos" in text
    assert "W Weiß S Schwarz" in text


@pytest.mark.parametrize(
    ("which", "boxes"), [("chess", "1–0 ½–½ 0–1"), ("redemption", "To 5 points"), ("domino", "To 200 points")]
)
def test_slips_fit_the_system(which: str, boxes: str) -> None:
    text = pages(small(which), "slips")[0]
    assert boxes in text
    assert "Signature" in text


def test_score_sheets_are_for_systems_with_hands() -> None:
    text = pages(small("domino"), "scores")[0]
    assert all(word in text for word in ("Hand", "Total", "Pair 1", "Pair 2", "Arbiter", " 18 "))
    assert "“Club chess, Swiss system” has no score sheets" in refused(pdf(small("chess"), SheetOrder("scores")))


@pytest.mark.parametrize("which", NAMES)
def test_standings_explain_their_headings(which: str) -> None:
    tournament = small(which)
    text = pages(tournament, "standings", language="es", round=1)[0]
    speaker = Speaker("es", strict=True)
    columns = standings_columns(
        system(which).rules.standings(book_of(replace(tournament, rounds=tournament.rounds[:1])))
    )
    for column in columns:
        if column.label:
            assert plain(f"{worded(column.heading, speaker)} {speaker.say(f'{column.label}.about')}") in text
    assert sum(bool(column.label) for column in columns) >= 2
    assert "faltan" not in text
    assert "Provisional: faltan" in pages(tournament, "standings", language="es")[0]


def test_numbers_stand_as_the_language_writes_them() -> None:
    text = pages(small("domino"), "standings", language="de", round=1)[0]
    assert "100,0 %" in text
    assert "1800,00" in text
    assert "−2" in pages(small("redemption"), "standings", language="de", round=1)[0]


def test_the_cross_table_goes_by_place() -> None:
    tournament = replace(small("redemption"), rounds=small("redemption").rounds[:1])
    text = pages(tournament, "cross")[0]
    order_ = [row.player for row in system("redemption").rules.standings(book_of(tournament))]
    position = {player: at for at, player in enumerate(order_, start=1)}
    table = tournament.rounds[0].tables[0]
    one, other = table.first[0], table.second[0]
    job = job_of(tournament, SheetOrder("cross"))
    assert f"{position[one]} {job.name(one)} {position[other]} 3 3" in text
    assert f"{position[other]} {job.name(other)} {position[one]} 0 0" in text
    assert "5 3 against number 5 of this list, 3 points" in text


def test_c8_the_cross_table_of_chess_goes_by_start_number() -> None:
    whole = small("chess")
    given = {player.id: replace(player, licence=str(700 + player.id)) for player in whole.players}
    absent = replace(whole.rounds[0].tables[0], result=Forfeit(first_absent=False, second_absent=True))
    first = replace(whole.rounds[0], tables=(absent, *whole.rounds[0].tables[1:]))
    tournament = replace(whole, players=tuple(given.values()), rounds=(first,))
    text = pages(tournament, "cross")[0]
    numbers = start_numbers(given)
    job = job_of(tournament, SheetOrder("cross"))

    def begins(player: int) -> str:
        return f"{numbers[player]} {700 + player} {job.name(player)}"

    assert "No. Lic. Name R1 Points" in text  # nobody has an Elo
    by_number = [text.index(begins(player)) for player in sorted(given, key=numbers.__getitem__)]
    assert by_number == sorted(by_number)
    table = first.tables[1]
    white, black = table.first[0], table.second[0]
    assert f"{begins(white)} {numbers[black]} W 1 1.00" in text
    assert f"{begins(black)} {numbers[white]} B 0 0.00" in text
    assert f"{begins(absent.first[0])} {numbers[absent.second[0]]} W + 1.00" in text  # + and − tell that nobody played
    assert f"{begins(absent.second[0])} {numbers[absent.first[0]]} B − 0.00" in text
    assert "5 W 1 against number 5 of this list with white, 1 point" in text


def test_rounds_that_do_not_fit_follow_on_further_pages() -> None:
    found = pages(crowd("domino", 40, 30), "cross")
    assert len(found) > 3
    assert "R1" in found[0]
    assert "R30" not in found[0]
    assert "R30" in found[-1]


def where_it_matters(rules: Rules, option: Option) -> dict[str, OptionValue]:
    """Values of at most two other options with which this one says anything."""
    usual = {one.name: one.default for one in rules.options}
    values = [
        (one.name, value) for one in rules.options for value in (*one.choices, *((1,) if one.kind == "int" else ()))
    ]
    tries = (dict(chosen) for size in range(3) for chosen in combinations(values, size))
    return next(one for one in tries if option in rules.relevant(usual | one))


@pytest.mark.parametrize("which", NAMES)
def test_rules_tell_every_setting_and_criterion(which: str) -> None:
    tournament = small(which)
    for option in system(which).rules.options:
        for value in option.choices if option.kind == "choice" else (True, False) if option.kind == "bool" else ():
            needed = where_it_matters(system(which).rules, option)
            set_so = replace(tournament.setup, options={**tournament.setup.options, **needed, option.name: value})
            for language in LANGUAGES:
                data = rules_sheet(job_of(replace(tournament, setup=set_so), SheetOrder("rules", language=language)))
                told = Speaker(language, strict=True, system=which).say(f"{option.text(which)}.posted.{value}")
                assert told in " ".join(data["options"])
    text = pages(tournament, "rules", language="en")[0]
    for criterion in system(which).rules.criteria(tournament.setup):
        assert plain(Speaker("en", strict=True).say(f"{criterion.label}.about")) in text


def test_cards_and_poster_carry_addresses() -> None:
    found = " ".join(pages(small("chess"), "cards"))
    assert all(f"ronda.example/p/{n}-token" in found for n in range(1, 12))
    poster = pages(small("chess"), "poster", wifi=r"WIFI:T:WPA;S:Club\; Hall;P:se\\cret;;")[0]
    assert all(words in poster for words in ("ronda.example/7K3M9Q", "7K3M9Q", "Club; Hall", r"se\cret"))
    assert "Network" not in pages(small("chess"), "poster")[0]


def test_a_player_without_a_link_has_a_card_all_the_same() -> None:
    found = " ".join(pages(small("chess"), "cards", links={}))
    assert all(stands(player.name, found) for player in small("chess").players)
    assert "Scan" not in found


def test_the_audit_report_tells_who_when_and_what() -> None:
    text = pages(small("chess"), "audit")[0]
    assert "1 2026-03-14 10:00 Dora Event made 2 2026-03-14 10:05 Ana Ben entered" in text
    assert "No entries." in pages(small("chess"), "audit", log=())[0]


# --- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", ["start", "tables", "names", "slips", "standings", "cross", "cards"])
@pytest.mark.parametrize("naming", ["initials", "number"])
def test_nobody_is_named_where_names_are_not_to_be_shown(sheet: str, naming: Any) -> None:
    tournament = small("redemption")
    found = " ".join(pages(tournament, sheet, names=naming))
    assert not any(stands(player.name, found) for player in tournament.players)
    job = job_of(tournament, SheetOrder(sheet, names=naming))
    assert all(stands(job.name(player.id), found) for player in on(sheet, tournament))


def test_no_rating_tells_who_somebody_is_where_names_are_hidden() -> None:
    event = crowd("domino", 12, 2)
    assert "1005" in pages(event, "standings")[0]
    assert "1005" not in " ".join(pages(event, "standings", names="number"))


def test_initials() -> None:
    assert initials("Ann Lee") == "A. L."
    assert initials("*a* (Bob)") == "a. B."
    assert initials("***") == "*."


def test_numbers_are_listed_by_number() -> None:
    text = pages(small("redemption"), "names", names="number")[0]
    assert text.index("#2 ") < text.index("#10 ")


# --- refusals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", OF_A_ROUND)
def test_there_is_no_such_round(sheet: str) -> None:
    assert "no round 3" in refused(pdf(small("domino"), SheetOrder(sheet, round=3)))
    assert "no round -1" in refused(pdf(small("domino"), SheetOrder(sheet, round=-1)))
    if sheet not in ("standings", "cross"):
        assert "no round 1." in refused(pdf(replace(small("domino"), rounds=()), SheetOrder(sheet)))


def test_what_cannot_be_printed_is_refused() -> None:
    tournament = small("chess")
    assert "no sheet" in refused(pdf(tournament, SheetOrder("napkin")))
    assert "address" in refused(pdf(tournament, SheetOrder("poster")))
    assert "too long" in refused(pdf(tournament, SheetOrder("poster", join="https://" + 2000 * "x")))
    assert "too long" in refused(pdf(tournament, SheetOrder("cards", links={1: 2000 * "x"})))


def test_an_unknown_language_is_english() -> None:
    assert "Pairings of round 2" in pages(small("chess"), "tables", language="xx")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pr_certificates_name_the_first_three(language: str) -> None:
    played = small("redemption")
    found = pages(played, "certificates", language=language)
    first = [row.player for row in standings_after(played, len(played.rounds)) if row.place and row.place <= 3]
    names = {player.id: player.name for player in played.players}
    assert len(found) == len(first)
    assert all(stands(names[player], text) for player, text in zip(first, found, strict=True))
    assert refused(pdf(replace(played, rounds=()), SheetOrder("certificates")))
    assert refused(pdf(played, SheetOrder("prizes")))
