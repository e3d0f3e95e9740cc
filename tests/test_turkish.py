"""Turkish upper case and order, compared with ICU where ICU is installed."""

from __future__ import annotations

import random
import unicodedata
from functools import cmp_to_key
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ronda.core.text_rules import collation_key, upper

icu = pytest.importorskip("icu")
TURKISH = icu.Locale("tr")
COLLATOR = icu.Collator.createInstance(TURKISH)

ALPHABET = " ABCÇDEFGĞHIİJKLMNOÖPQRSŞTUÜVWXYZ"  # C1.4
ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]))
EVERY_TEXT = st.text(st.characters(), max_size=12)  # lone surrogates included
NAME_LETTERS = st.sampled_from("AÂBCÇDEÊFGĞHIİÎJKLMNÑOÖPQRSŞTUÜÛVWXYZ '-.ÁÉÍÓÚÈÀÄËÏÔØÅÆŒßabcçıişü")
NAMES = "|".join(
    [
        "ÇİĞDEM ÇELİK|CEM ÇELİK|CAN ÇELİK|CANAN CELİK|ÇAĞLA IŞIK|ÇAĞLA İŞIK|ILGIN|İLGİN|IŞIL|İŞIL|ISPARTA",
        "İSPARTA|ÖMER|OMER|OKTAY|ÖZGÜR|ŞULE|SULE|SÜLE|UĞUR|ÜLKÜ|UMUT|ÜMİT|KÂMİL|KAMİL|KAMIL|KÂMURAN|HÂLE",
        "HALE|ALİ|ÂLİ|ALİ CAN|ALİCAN|ALİ-CAN|ALİ. CAN|GÜL|GÜLAY|GUL|GÜL NUR|GÜLNUR|YAĞMUR|YAGMUR|YAHYA",
        "NURİ|NURI|NÛRİ|MÎRZA|MIRZA|MİRZA|ZOZAN|XEZAL|WELAT|QADO|ROJÎN|ROJIN|ROJİN|BERFÎN|BERÎVAN|HÊVÎ",
        "HEVI|ŞÊRKO|ŞERKO|GULÊ|DÛRÛ|DURU|NUÑEZ|NUNEZ|MUÑOZ|MUNOZ|PEÑA|PENA|GARCÍA|GARCIA|LÓPEZ|LOPEZ",
        "D'ANGELO|D’ANGELO|DANGELO|D ANGELO|O'BRIEN|OBRIEN|O BRIEN|O-BRIEN|MÜLLER|MULLER|MUELLER|STRASSE",
        "STRAẞE|STRAßE|GROSS|GROẞ|JÄGER|JAGER|BÉATRICE|BEATRICE|ÉLOÏSE|ELOISE|FRANÇOIS|FRANCOIS|CŒUR",
        "COEUR|LÆTITIA|LAETITIA|JEAN-LUC|JEAN LUC|JEANLUC|ST. JOHN|ST JOHN|STJOHN|AYŞE (1)|AYŞE 1|AYŞE 2",
        "AYŞE 10|AYŞE|AYSE|ƏLİ|ELİ|EŞREF|ØYVIND|OYVIND|ÅSE|ASE|ŁUKASZ|LUKASZ|ÐORÐE|ĐORĐE|DORDE|ÞÓR|THOR",
        "ZÜMRÜT|ИВАН|ЙОРДАН|ЕЛЕНА|ЁЛКА|ΝΙΚΟΣ|ΆΝΝΑ|გიორგი|ԱՐԱՄ|דוד|أحمد|محمد|آدم",
    ]
).split("|")


def icu_upper(text: str) -> str:
    return str(icu.UnicodeString(text).toUpper(TURKISH))


def known(c: str) -> bool:
    """Whether both this Python's and this ICU's edition of Unicode know the letter and its capital."""
    return all(unicodedata.category(x) != "Cn" and icu.Char.isdefined(x) for x in c + icu_upper(c))


def agrees(one: str, other: str) -> bool:
    order: int = COLLATOR.compare(one, other)
    return order == 0 or (order < 0) == (collation_key(one) < collation_key(other))


def test_c1_2_dotted_and_dotless_i() -> None:
    assert upper("ışık çiğdem") == "IŞIK ÇİĞDEM"
    assert upper("ISPARTA İZMİR") == "ISPARTA İZMİR"
    assert upper("weiß") == "WEİSS"


def test_c1_2_every_character_as_icu() -> None:
    for c in map(chr, range(0x110000)):
        if not 0xD800 <= ord(c) < 0xE000 and known(c):
            assert upper(c) == icu_upper(c), hex(ord(c))


@given(ANY_TEXT | st.text("iıİI\u0307\u0301\u0328 jßŉΐσς", max_size=8))
def test_c1_2_every_text_as_icu(text: str) -> None:
    assume(all(map(known, text)))
    assert upper(text) == icu_upper(text)


@given(EVERY_TEXT)
def test_c1_2_upper_twice_is_upper(text: str) -> None:
    assert upper(upper(text)) == upper(text)


def test_c1_4_the_alphabet() -> None:
    assert sorted(ALPHABET, key=collation_key) == list(ALPHABET)
    for one, other in pairwise(ALPHABET):
        assert collation_key(one + "Z") < collation_key(other + " ")


def test_c1_4_space_is_first() -> None:
    for c in "-'.,_!0A\u00b4\u2013":
        assert collation_key("ALİ CAN") < collation_key(f"ALİ{c}CAN"), c
    assert collation_key("ALİ") < collation_key("ALİ CAN")
    assert collation_key("ALİ\tCAN")[:3] == collation_key("ALİ CAN")[:3]


def test_c1_4_accents_matter_last() -> None:
    assert sorted(["KÂMİL B", "KAMİL C", "KAMİL A"], key=collation_key) == ["KAMİL A", "KÂMİL B", "KAMİL C"]
    assert collation_key("KAMİL") < collation_key("KÂMİL") < collation_key("KAMİLE")


def test_c1_4_names_as_icu() -> None:
    wrong = [(a, b) for a in NAMES for b in NAMES if not agrees(a, b)]
    assert wrong == []
    shuffled = random.Random(1).sample(NAMES, len(NAMES))
    by_icu = sorted(sorted(shuffled), key=cmp_to_key(COLLATOR.compare))
    assert sorted(shuffled, key=collation_key) == by_icu


def test_c1_4_single_letters_as_icu() -> None:
    latin_and_greek = ((0x20, 0x250), (0x1E00, 0x1F00), (0x386, 0x3D0))
    cyrillic_and_others = ((0x400, 0x482), (0x48A, 0x557), (0x561, 0x587), (0x10A0, 0x10FB), (0x621, 0x64A))
    letters = [
        c
        for first, last in latin_and_greek + cyrillic_and_others
        for c in map(chr, range(first, last))
        if unicodedata.category(c) not in ("Cn", "Cc")
        and unicodedata.normalize("NFKD", c) == unicodedata.normalize("NFD", c) != "ς"  # no typographic forms
    ]
    assert [(a, b) for a in letters for b in letters if not agrees(a, b)] == []


@given(st.text(NAME_LETTERS, max_size=6), st.text(NAME_LETTERS, max_size=6))
def test_c1_4_random_names_as_icu(one: str, other: str) -> None:
    assert agrees(one, other)


@given(EVERY_TEXT, EVERY_TEXT)
def test_c1_4_never_crashes_and_tells_all_texts_apart(one: str, other: str) -> None:
    assert (collation_key(one) == collation_key(other)) == (one == other)


def test_c1_4_odd_characters() -> None:
    odd = [
        "\ud800",
        "😀",
        "👩‍👩‍👧",
        "\u0301",
        "A\u0301\u0327",
        "\0",
        "\ufe0f",
        "Ⅳ",
        "½",
        "一",
        "가",
        "あ",
        "क्षि",
        "\U0010ffff",
        "",
    ]
    assert len({collation_key(c) for c in odd}) == len(odd)
    assert collation_key("C\u0327A") > collation_key("CZ")  # decomposed Ç is Ç
