"""The fonts of the pages, cut into what nearly every page needs and the rest, which browsers fetch only for a name that
has such a letter. Nothing is lost: the two parts together have every letter that the family has here.

    pip install fonttools brotli
    python tools/subset_fonts.py FOLDER    # with Inter-Regular.woff2, Inter-SemiBold.woff2 and Inter-Bold.woff2

Writes `src/ronda/web/static/fonts/*.woff2`, each with a hash of its content in its name, so that browsers may keep it
for ever, and the lines for them in `app.css`.
"""

from __future__ import annotations

import re
import sys
from hashlib import blake2b
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

STATIC = Path(__file__).parent.parent / "src" / "ronda" / "web" / "static"
TEXTS = Path(__file__).parent.parent / "src" / "ronda"
WEIGHTS = {"Regular": 400, "SemiBold": 600, "Bold": 700}
LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "–—‘’“”„‚…•‹›€−→←↑↓½¼¾×÷✓✗ȘșȚțẞİı\u202f\u2009\u2011▲▼")}
BEGIN, END = "/* fonts: tools/subset_fonts.py */", "/* end of fonts */"


def spoken() -> set[int]:
    """Every character of the catalogues, the pages and the code behind them."""
    found: set[int] = set()
    for ending in ("json", "html", "js", "css", "py"):
        for file in (TEXTS if ending == "json" else STATIC.parent).rglob(f"*.{ending}"):
            found |= set(map(ord, file.read_text("utf-8")))
    return found - {letter for letter in found if 0x300 <= letter < 0x1E00}


def cut(source: Path, letters: set[int]) -> bytes:
    font = TTFont(source)
    options = Options()
    options.flavor = "woff2"
    options.layout_features = ["*"]
    options.hinting = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def ranges(letters: set[int]) -> str:
    """As CSS has them."""
    runs: list[list[int]] = []
    for letter in sorted(letters):
        if runs and letter == runs[-1][1] + 1:
            runs[-1][1] = letter
        else:
            runs.append([letter, letter])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)


def main(folder: Path) -> None:
    fonts = {name: (folder / f"Inter-{name}.woff2") for name in WEIGHTS}
    sources = {name: BytesIO(path.read_bytes()) for name, path in fonts.items()}
    for old in (STATIC / "fonts").glob("*.woff2"):
        old.unlink()
    lines = [BEGIN]
    for name, weight in WEIGHTS.items():
        present = set(TTFont(sources[name]).getBestCmap())
        first = present & (LATIN | spoken())
        for part, letters in (("latin", first), ("more", present - first)):
            data = cut(sources[name], letters)  # type: ignore[arg-type]
            file = f"Inter-{name}-{part}.{blake2b(data, digest_size=4).hexdigest()}.woff2"
            (STATIC / "fonts" / file).write_bytes(data)
            lines.append(
                f"@font-face {{ font-family: Inter; font-weight: {weight}; font-display: swap; "
                f'src: url(fonts/{file}) format("woff2"); unicode-range: {ranges(letters)}; }}'
            )
            print(f"{file}: {len(data)} bytes, {len(letters)} characters")
    css = STATIC / "app.css"
    text = css.read_text("utf-8")
    block = "\n".join([*lines, END])
    pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
    css.write_text(re.sub(pattern, lambda _: block, text, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
