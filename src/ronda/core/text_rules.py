"""What a line of text may hold that somebody typed: a name, a club, the name of an event.

Some characters nobody sees: they turn the direction of a line round, join or hide letters, or make two names that look
alike different. They come with copied text, or with bad intent. `CODES` are the refusals of such a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from unicodedata import category, combining, digit, normalize

from ronda.core.verdicts import COUNT, TEXT, Codes, Refusal, citing

_JOINERS = "\u200c\u200d"  # part of the spelling between letters without case (Persian, Hindi), and in emoji
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"  # which shape the character before has: an emoji, a Japanese name
_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_WIDTHLESS = "\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb"
_OF_SCRIPTS = "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
_TAGS = "\U000e0001\U000e0020-\U000e007f"
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0"  # letters by name, with no shape

_NEVER = f"{_DIRECTION}{_WIDTHLESS}{_OF_SCRIPTS}{_TAGS}{_FILLERS}"
_JOINED = frozenset(("Lo", "Mn", "Mc", "So", "Sk"))
_SELECTED = frozenset(("So", "Lo", "Po", "Nd"))


_PERHAPS = re.compile(f"[{_JOINERS}{_SELECTORS}{_NEVER}]")
_SOFT_HYPHEN, _NEXT = "\u00ad", "\u034f"  # the first of them, and the one after it


def _is_plain(text: str) -> bool:
    """Most names are: in nearly all of them, one look at the letters tells that nothing is hidden."""
    return text.isascii() or (max(text) < _NEXT and _SOFT_HYPHEN not in text)


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def visible_text(text: str) -> str:
    """The text without them."""
    if _is_plain(text) or not _PERHAPS.search(text):
        return text
    hidden = frozenset(_invisible(text))
    return "".join(sign for at, sign in enumerate(text) if at not in hidden)


def invisible_character(text: str) -> str | None:
    """The first of them, as U+202E."""
    at = None if _is_plain(text) else next(_invisible(text), None)
    return None if at is None else f"U+{ord(text[at]):04X}"


def _invisible(text: str) -> Iterator[int]:
    for found in _PERHAPS.finditer(text):
        at, sign = found.start(), found[0]
        before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if sign in _JOINERS:
            hidden = not (_is_joined(before) and _is_joined(after))
        elif _is_selector(sign):
            hidden = not before or category(before) not in _SELECTED
        else:
            hidden = True
        if hidden:
            yield at


def _is_joined(neighbour: str) -> bool:
    return bool(neighbour) and (category(neighbour) in _JOINED or _is_selector(neighbour))


MOST_LETTERS = 200
MOST_WORDS = 1000  # of a reason, or who gives it
MOST_NUMBER = 1_000_000_000  # for ids, ratings and their like

# control characters, line and paragraph separators, surrogates: as part of a regular expression
FORBIDDEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_FORBIDDEN = re.compile(f"[{FORBIDDEN}]")
_INVISIBLE = frozenset(("Zs", "Cf"))


def forbidden_character(line: str) -> str | None:
    """The first character that no name may have, as U+0007."""
    found = _FORBIDDEN.search(line)
    return None if found is None else f"U+{ord(found[0]):04X}"


def is_blank(line: str) -> bool:
    if line.isprintable():
        return not line.strip()
    return all(category(c) in _INVISIBLE for c in line)


def unfit_text(text: str, *, may_be_empty: bool = False) -> Refusal | None:
    """Why a name cannot be kept like this: one line, with something to see in it, and not endless."""
    if len(text) > MOST_LETTERS:
        return Refusal("text_too_long", "S4", {"found": len(text), "most": MOST_LETTERS})
    character = forbidden_character(text)
    if character is not None:
        return Refusal("text_unprintable", "S4", {"character": character})
    if not may_be_empty and is_blank(text):
        return Refusal("name_missing", "S4")
    return hidden_text(text)


def hidden_text(*texts: str, most: int = MOST_WORDS) -> Refusal | None:
    """Why texts cannot be kept that hold more than one sees, or are endless: nobody could read what stands there, and
    no file could tell of it."""
    longest = max(map(len, texts), default=0)
    if longest > most:
        return Refusal("text_too_long", "S4", {"found": longest, "most": most})
    unprintable = next(filter(None, map(forbidden_character, texts)), None)
    if unprintable is not None:
        return Refusal("text_unprintable", "S4", {"character": unprintable})
    found = next(filter(None, map(invisible_character, texts)), None)
    return None if found is None else Refusal("text_invisible", "S4", {"character": found})


CODES: Codes = {
    "refusal": {
        "name_missing": citing("S4"),
        "text_invisible": citing("S4", character=TEXT),
        "text_too_long": citing("S4 PE1", found=COUNT, most=COUNT),
        "text_unprintable": citing("S4 PE1", character=TEXT),
    }
}


Key = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str]


def upper(text: str) -> str:  # C1.2
    """Upper case by Turkish rules: i becomes İ, ı becomes I.

    Identical to ICU for every letter that this Python's edition of Unicode knows.
    """
    return text.replace("i", "İ").upper()


# Small letters in order. Any other is one of these with an accent, or stands in _SPELT, or goes last.
_LATIN = (
    "aⱥbƀɓƃcçȼƈdɖɗƌȡẟeɇǝəɛfƒgğǥɠɣƣhƕʻʽıiɨɩjȷɉkƙlỻƚȴƛmnɲƞȵŋoöɔɵȣpƥqɋĸrʀɍsşȿẜẝʃƪtŧⱦƫƭʈȶuüʉɯʊvʋỽʌwxyɏƴỿȝzƍƶȥɀʒƹƺþƿƻƨƽƅɂ"
    "ˀʼˮʾʿˁǀǁǂǃ"
)
_GREEK = "αβγδεϝͷϛζͱηθιϳκϗλμνξοπϻϟϙρϼσͼͻͽτυφχψωϡͳϸϣϥϧϩϫϭϯ"
_CYRILLIC = (
    "аәӕбвгғӻҕӷдԁђԃҙеєжԫҗзԅԑѕӡԇиҋійјкқӄҡҟҝԟԛлӆԯԓԡљԉԕмӎнԩӊңӈԣҥњԋоөпԥҧҁрҏԗсԍҫтԏҭћуүұѹфхӽӿҳһԧѡѿѽѻцҵчԭҷӌҹҽҿџшщъыьҍѣэю"
    "яԙѥѧѫѩѭѯѱѳѵҩԝӏ"
)
_GEORGIAN = "აⴀბⴁგⴂდⴃეⴄვⴅზⴆჱⴡთⴇიⴈკⴉლⴊმⴋნⴌჲⴢოⴍპⴎჟⴏრⴐსⴑტⴒჳⴣუⴓფⴔქⴕღⴖყⴗშⴘჩⴙცⴚძⴛწⴜჭⴝხⴞჴⴤჯⴟჰⴠჵⴥჶჷⴧჸჹჺჽⴭჾჿ"
_ARMENIAN = "աՠբգդեզէըթժիլխծկհձղճմյֈնշոչպջռսվտրցւփքօֆՙ"
_HEBREW = "אבגדהוזחטיׯכלמנסעפצקרשת"
_ARABIC = (
    "ءآأٲٱؤإٳئاٮبٻپڀةتثٹٺټٽٿجڃڄچڿڇحخځڂڅدذڈډڊڋڌڍڎڏڐۮرزڑڒړڔڕږڗژڙۯسشښڛڜۺصضڝڞۻطظڟعغڠۼفڡڢڣڤڥڦٯقڧڨكکڪګڬڭڮگڰڱڲڳڴػؼلڵڶڷڸمن"
    "ںڻڼڽڹهھہۃۿەوۄۅۆۇۈۉۊۋۏىيیۍێېۑؽؾؿؠے"
)
_LETTERS = _LATIN + _GREEK + _CYRILLIC + _GEORGIAN + _ARMENIAN + _HEBREW + _ARABIC

_PUNCTUATION = (
    " ‾_‗-‐‒–—―,;:!¡?¿‽.·'‹›\"«»()[]{}‖§¶@*/\\&#%‰‱†‡•‣‧′‵※`´˜^¯˘˙¨˚˝¸˛ʹʺˆˇˈˉˊˋ°©®+±÷×<=>¬|¦~⁄ːˑ"
    "¤¢$£¥₠₡₢₣₤₥₦₩₪₫€₭₮₯₰₱₲₳₴₵₶₷₸₹₺₻₼₽₾₿"
)

# Accents in order; any other goes after them by code point, and the mark of a variant letter goes last.
_ACCENTS = (
    "\u0332\u0313\u0314\u0301\u0300\u0306\u0302\u030c\u030a\u0342\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304"
    "\u0335\u0305\u0309\u030f\u0310\u0311\u031b\u0321\u0322\u0323\u0324\u0325\u0326\u032d\u032e\u0330\u0331\u0334"
    "\u0339\u0345\u0358\u0360\u0361"
)
_VARIANT = "\0"  # cannot be met in a text: controls are dropped before

# Letters and marks that are ordered as if they were spelt with others.
_SPELT = {
    "ø": "o\u0338", "ł": "l\u0335", "đ": "d\u0335", "ħ": "h\u0335",
    "ð": "d\0", "ß": "s\0s", "æ": "a\0e", "œ": "o\0e", "ґ": "г\0", "ς": "σ", "ȸ": "db", "ȹ": "qp", "ƾ": "ts",
    "Ĳ": "I\u0307J",
    "ך": "כ", "ם": "מ", "ן": "נ", "ף": "פ", "ץ": "צ", "װ": "וו", "ױ": "וי", "ײ": "יי",
    "ٴ": "ء", "ۥ": "و", "ۦ": "ي", "ـ": "",
    "‘": "'\0", "’": "'\0", "‚": "'\0", "‛": "'\0", "“": '"\0', "”": '"\0', "„": '"\0', "‟": '"\0',
}  # fmt: skip

# Where each kind begins; what is not in a table has its code point added, hence the wide steps.
_SYMBOLS, _DIGITS, _NUMBERS, _ALPHABET, _OTHERS, _BEYOND = (n * 0x200000 for n in range(1, 7))
_ACCENT_WEIGHTS = {a: place for place, a in enumerate(_ACCENTS, 1)} | {_VARIANT: _BEYOND}


@cache
def _weights() -> dict[str, tuple[int, int]]:
    """Every listed character, decomposed: its place, and 1 if it is a capital."""
    weights = {c: (place, 0) for place, c in enumerate(_PUNCTUATION)}
    for place, letter in enumerate(_LETTERS, _ALPHABET):
        weights[normalize("NFD", upper(letter))] = (place, 1)
        weights[normalize("NFD", letter)] = (place, 0)
    return weights


def collation_key(text: str) -> Key:  # C1.4
    """A key that sorts texts in Turkish alphabetical order; different texts have different keys."""
    letters: list[int] = []
    accents: list[int] = []
    capitals: list[int] = []
    for cluster in _clusters(text):
        place, marks, capital = _element(cluster)
        if place is not None:
            letters.append(place)
        accents += marks
        capitals += capital
    return tuple(letters), tuple(accents), tuple(capitals), text


def _clusters(text: str) -> list[str]:
    """Each character with the accents that follow it."""
    clusters: list[str] = []
    for c in "".join(map(_spelling, normalize("NFD", text))):
        if clusters and _is_accent(c):
            clusters[-1] += c
        else:
            clusters.append(c)
    return clusters


@lru_cache(maxsize=1024)
def _element(cluster: str) -> tuple[int | None, tuple[int, ...], tuple[int, ...]]:
    """Place, weights of the accents (0 for the letter itself) and capital or not of a letter with accents."""
    if _is_accent(cluster[0]):  # at the very beginning of a text
        return None, _accents(cluster), (0,) * len(cluster)
    base, marks = cluster[0], cluster[1:]
    classes = [combining(m) for m in marks]
    for i, mark in enumerate(marks):
        # The accent makes it another letter of the table (Ç) if no other of its kind stands between.
        if base + mark in _weights() and classes.index(classes[i]) == i:
            base, marks = base + mark, marks[:i] + marks[i + 1 :]
            break
    place, capital = _weights().get(base) or _unlisted(base)
    return place, (0, *_accents(marks)), (capital, *(0 for _ in marks))


def _accents(marks: str) -> tuple[int, ...]:
    return tuple(_ACCENT_WEIGHTS.get(m) or _SYMBOLS + ord(m) for m in marks)


@lru_cache(maxsize=1024)
def _is_accent(c: str) -> bool:
    return c == _VARIANT or combining(c) != 0


@lru_cache(maxsize=1024)
def _spelling(c: str) -> str:
    """The character as the tables have it: ß as ss, a ligature as its letters, any white space as a space."""
    if c in _weights() or combining(c):
        return c
    if c.isspace():
        return " "
    if category(c) in ("Cc", "Cf") or "\ufe00" <= c <= "\ufe0f":
        return ""
    if c in _SPELT:
        return _SPELT[c]
    if c.lower() in _SPELT:
        return _SPELT[c.lower()].upper()
    plain = normalize("NFKD", c)
    return c if plain.startswith(" ") else plain


def _unlisted(c: str) -> tuple[int, int]:
    match category(c)[0]:
        case "P" | "S":
            return _SYMBOLS + ord(c), 0
        case "N":
            value = digit(c, None)
            return (_NUMBERS + ord(c), 0) if value is None else (_DIGITS + value, 0)
        case _:
            return _OTHERS + ord(c.lower()), int(c != c.lower())
