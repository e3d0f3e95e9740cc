"""What people praised, and which test stands for each of it: none of it is lost by a change that does not notice."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

KEPT = {
    "one next step, and one primary button": [
        "tests/web/test_rounds.py::test_the_desk_always_has_one_next_step",
        "tests/web/test_next_step.py::test_the_primary_button_never_offers_a_round_of_one",
    ],
    "every tab is of this moment": [
        "tests/browser/test_events.py::test_nothing_passes_a_page_by",
        "tests/web/test_of_this_moment.py::test_every_look_is_of_this_moment",
    ],
    "pairing twice, and the back button": [
        "tests/browser/test_frequent_jobs.py::test_a_double_click_does_everything_once_and_says_nothing",
        "tests/web/test_setup.py::test_two_clicks_make_one_event_and_another_form_another_seed",
    ],
    "results keep their rhythm, also after a question": [
        "tests/browser/test_frequent_jobs.py::test_ten_chess_results_in_ten_keys_from_wherever_one_came",
        "tests/browser/test_frequent_jobs.py::test_the_next_table_may_be_typed_while_a_question_waits",
    ],
    "entries that were not sent survive a stopped server and a closed tab": [
        "tests/browser/test_events.py::test_a_restart_in_the_middle_of_a_round_loses_nothing",
        "tests/web/test_results.py::test_a_repeated_request_after_a_restart_is_acknowledged_too",
    ],
    "a player joins with two letters and no account": [
        "tests/web/test_join.py::test_a_player_finds_themselves_and_is_checked_in",
        "tests/web/test_join.py::test_one_letter_suggests_nobody_and_many_are_cut",
    ],
    "both sides confirm, or the desk looks": [
        "tests/web/test_phone.py::test_both_sides_say_the_same_and_it_is_stored",
        "tests/web/test_phone.py::test_different_reports_go_to_the_desk",
    ],
    "phones report without a connection, and their page is small": [
        "tests/web/test_phone.py::test_the_same_report_twice_counts_once",
        "tests/web/test_phone.py::test_the_page_is_small",
    ],
    "a correction shows who moves before it is saved": [
        "tests/web/test_results.py::test_a_correction_shows_who_moves_before_it_is_saved",
    ],
    "a swap says what the rules say": [
        "tests/web/test_rounds.py::test_a_swap_says_what_it_breaks_before_it_is_saved",
        "tests/browser/test_frequent_jobs.py::test_the_draft_is_looked_over_and_changed_from_the_keyboard",
    ],
    "why, below its table; what could not be kept, on top": [
        "tests/web/test_rounds.py::test_a_round_with_its_reasons_and_its_check",
        "tests/web/test_rounds.py::test_a_forced_round_is_approved_with_name_and_reason",
    ],
    "a pasted list is looked at first, with who is there twice and what is to be decided of the rounds": [
        "tests/web/test_setup.py::test_a_pasted_list_is_shown_before_anything_is_made",
        "tests/web/test_setup.py::test_duplicates_are_flagged",
        "tests/web/test_setup.py::test_only_what_is_to_be_decided_is_said_of_the_rounds",
    ],
    "the card of a player beside the list": ["tests/web/test_players.py::test_the_card_beside_the_list_and_as_a_page"],
    "deleting and discarding say what they remove": [
        "tests/web/test_settings.py::test_delete_says_what_it_does_in_numbers",
        "tests/web/test_settings.py::test_every_action_that_asks_first_has_its_question",
    ],
    "a banner where the line is gone": [
        "tests/browser/test_frequent_jobs.py::test_a_lost_line_is_said_and_dark_is_dark"
    ],
    "dark mode": ["tests/browser/test_frequent_jobs.py::test_a_lost_line_is_said_and_dark_is_dark"],
    "paper with a check code, cut into stacks in order": [
        "tests/sheets/test_check_code.py::test_it_is_eight_signs_that_cannot_be_confused",
        "tests/sheets/test_pages.py::test_slips_are_four_to_a_page_and_stack_in_table_order",
        "tests/web/test_paper.py::test_every_sheet_can_be_made",
    ],
    "Turkish letters": [
        "tests/web/test_setup.py::test_c1_2_capitals_are_chosen_by_the_language_of_the_page",
        "tests/web/test_static.py::test_what_every_page_needs_is_small_and_has_all_letters_of_the_languages",
    ],
}


@pytest.mark.parametrize("praised", KEPT)
def test_something_stands_for_it(praised: str) -> None:
    for named in KEPT[praised]:
        path, _, name = named.partition("::")
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, named
