"""Two languages that nobody speaks, made from the English texts: `qpl` is longer by 40 % and full of accents, `qpr`
runs from right to left. What holds for them holds for a language that somebody adds: files, and no code.
`python -m tests.pseudo FOLDER` writes them; `RONDA_TEXTS=FOLDER ronda serve` speaks them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

from ronda import registry
from ronda.texts.catalogue import HEADER, Text, Texts, catalogue, of_system

LONG, TURNED = "qpl", "qpr"
HEADERS = {
    LONG: {"name": "Ļöñĝ", "plural": "one: i = 1 and v = 0; other", "decimal": ",", "spaced": ":;?!"},
    # As many forms as any language has, by the rules of Arabic.
    TURNED: {
        "name": "תישמאל",
        "plural": "zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99; other",
        "decimal": ",",
        "direction": "rtl",
    },
}
FORMS = {LONG: ("one", "other"), TURNED: ("zero", "one", "two", "few", "many", "other")}
ACCENTED = str.maketrans("aceghilnorsuyACEGHILNORSUY", "åçéĝĥîļñöŕšûýÅÇÉĜĤÎĻÑÖŔŠÛÝ")
HEBREW = str.maketrans("abcdefghijklmnopqrstuvwxyz", "אבגדהוזחטיכלמנסעפצקרשתםןףץ")
WORD = re.compile(r"[A-Za-z][A-Za-z’]*")
FILLING = "åñð šö îţ ĝöéš öñ "


def longer(words: str) -> str:
    """With accents; four more letters for every ten, at least three."""
    letters = sum(map(len, WORD.findall(words)))
    more = max(3, round(letters * 0.4)) if letters else 0
    text, end = words.rstrip(), words[len(words.rstrip()) :]
    return text.translate(ACCENTED) + (FILLING * (more // len(FILLING) + 1))[:more].rstrip() + end


def turned(words: str) -> str:
    """The same number of letters, of a script that runs from right to left."""
    return WORD.sub(lambda found: found[0].lower().translate(HEBREW), words)


def retold(text: str, told: Callable[[str], str]) -> str:
    """The words outside of fields and within the forms of selectors; what is typed as it stands is left alone."""
    parts, at = [], 0
    for start, end in _fields(text):
        parts += [told(text[at:start]) if text[at:start].strip() else text[at:start], _field(text[start:end], told)]
        at = end
    return "".join([*parts, told(text[at:]) if text[at:].strip() else text[at:]])


def _fields(text: str) -> list[tuple[int, int]]:
    """Where each outermost field begins and ends."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        if sign == "{":
            start, depth = (at, 1) if not depth else (start, depth + 1)
        elif sign == "}":
            depth -= 1
            if not depth:
                found.append((start, at + 1))
    return found


def _field(field: str, told: Callable[[str], str]) -> str:
    name, mark, forms = field[1:-1].partition("#")
    if not mark:
        return field
    said = (form.partition(":") for form in forms.split("|"))
    return "{" + name + "#" + "|".join(f"{form}:{retold(words, told)}" for form, _, words in said) + "}"


def _text(language: str, text: Text) -> Text:
    told = longer if language == LONG else turned
    if isinstance(text, str):
        return retold(text, told)
    names = FORMS[language] if "other" in text else [form for form in text if form != "by"]
    forms = {form: retold(text.get(form) or text["other"], told) for form in names}
    return {**({"by": text["by"]} if "by" in text else {}), **forms}


def texts_of(language: str, texts: Texts) -> dict[str, Text]:
    """All texts of one catalogue in such a language."""
    return {key: _text(language, text) for key, text in texts.items()}


def write(folder: Path) -> Path:
    """The files of both languages, as a translator would deliver them."""
    for language, header in HEADERS.items():
        _write(folder / f"{language}.json", {**texts_of(language, catalogue("en")), HEADER: header})
        for system in registry.names():
            _write(folder / system / f"{language}.json", texts_of(language, of_system("en", system)))
    return folder


def _write(path: Path, texts: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(texts, ensure_ascii=False, indent=2), "utf-8")


if __name__ == "__main__":
    print(write(Path(sys.argv[1])))
