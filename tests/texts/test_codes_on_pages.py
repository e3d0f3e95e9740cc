"""What pages say is said in words: codes of options are for commands and files."""

from __future__ import annotations

import re

import pytest

from ronda.texts import LANGUAGES
from ronda.texts.catalogue import Text, everything

CODE = re.compile(r"\b[a-z_]+=[\w-]+")
TYPED = ("help.", "unimportable.")  # of commands, and of what stands in files


def said(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_shows_the_code_of_an_option(language: str) -> None:
    shown = {
        key: found
        for key, text in everything(language).items()
        if not key.startswith(TYPED)
        for form in said(text)
        for found in CODE.findall(form)
    }
    assert not shown
    assert CODE.findall("only by the windows (variety=windows)") == ["variety=windows"], "what it looks for"
