"""Turkish upper case and Turkish alphabetical order, without a library (C1.2, C1.4).

The order is that of ICU's collator for Turkish, and the tables were read off it; the tests compare the two.

- The alphabet decides first, then accents, then small before capital: Â is an A unless all else is equal.
- Space, then punctuation and symbols, digits, then Latin, Greek, Cyrillic, Georgian, Armenian, Hebrew and
  Arabic letters, then every other letter by code point.
- Controls and invisible format characters do not count.

Where it differs from ICU:

- Every white-space character counts as a space, because "(space)" is first; ICU puts a tabulator before it.
- Letters outside the tables (phonetic and medieval Latin, other scripts), rare accents and rare symbols go by
  code point within their kind. Typographic forms (ª, ﬁ, final ך) count as the plain letters they stand for.
- Where ICU finds two texts equal, their code points decide: different texts have different keys.
"""

from __future__ import annotations

from functools import cache, lru_cache
from unicodedata import category, combining, digit, normalize

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
