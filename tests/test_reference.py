"""The reference pages of the guide are what the program says of itself today."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tools.reference import GUIDE, PAGES


@pytest.mark.parametrize(("file", "page"), PAGES.items(), ids=list(PAGES))
def test_a_reference_page_is_up_to_date(file: str, page: Callable[[], str]) -> None:
    assert (GUIDE / file).read_text("utf-8") == page(), "make reference"
