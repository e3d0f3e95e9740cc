"""Names as a reader of the language looks for them; ICU is the judge."""

from __future__ import annotations

from itertools import combinations

import icu
import pytest

from ronda.sheets.context import alphabetical
from ronda.texts import LANGUAGES

NAMES = (
    "Ana", "ana", "Ána", "Anabel", "Ana María", "Ana-María", "Ñandú", "Nando", "Nuñez", "Núñez", "Nuzzo", "Nz", "Oz",
    "Österreich", "Oster", "Ostermann", "Zorn", "Ärger", "Arger", "Ühler", "Uhler", "Straße", "Strasse", "Strassen",
    "Çetin", "Cetin", "Şahin", "Sahin", "Ğ", "Gül", "Gur", "İbrahim", "Ibrahim", "Işık", "O’Neill", "O Neill", "Oneill",
    "Lefèvre", "Lefevre", "Côte", "Coté", "Côté", "Cote", "Łukasz", "Lukas", "Lz", "Øre", "Ore", "Æsop",
    "Aesop", "Player 2", "Player 10", "2 Fast", "#panic", "Ελένη", "Zeta", "Дмитрий", "de la Cruz", "De la Cruz",
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_ordered_as_the_language_orders_them(language: str) -> None:
    judge = icu.Collator.createInstance(icu.Locale(language))
    key = alphabetical(language)
    wrong = [
        (one, other)
        for one, other in combinations(NAMES, 2)
        if judge.compare(one, other) and (judge.compare(one, other) < 0) != (key(one) < key(other))
    ]
    assert not wrong


def test_different_names_have_different_keys() -> None:
    for language in LANGUAGES:
        assert len({str(alphabetical(language)(name)) for name in NAMES}) == len(NAMES)
