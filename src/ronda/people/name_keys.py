"""Keys under which names and numbers are the same, and names that are near (PP3.1, PP3.2, PP3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import combining, normalize

_LETTERS = str.maketrans({"ı": "i", "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "đ": "d"})


def name_key(name: str) -> str:
    """PP3.1: small letters without marks, everything else a space, the words in alphabetical order."""
    plain = name.replace("İ", "i").casefold().translate(_LETTERS)
    bare = "".join(sign for sign in normalize("NFKD", plain) if not combining(sign)).casefold()
    return " ".join(sorted("".join(sign if sign.isalnum() else " " for sign in bare).split()))


def number_key(number: str) -> str:
    """PP3.2: letters and digits in capitals; leading zeros stay."""
    return "".join(sign for sign in number.upper() if sign.isalnum())


def near(one: str, other: str) -> bool:
    """PP3.2: two keys that differ by one letter inserted, left out or changed, or by two neighbours exchanged."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, others = one[start:], other[start:]
    if len(rest) == len(others):
        if rest[1:] == others[1:]:
            return " " not in (rest[0], others[0])
        exchanged = rest[:2] == others[1::-1] and rest[2:] == others[2:]
        return exchanged and " " not in rest[:2]
    longer, shorter = (rest, others) if len(rest) > len(others) else (others, rest)
    return longer[1:] == shorter and longer[0] != " "


def near_buckets(key: str) -> Iterator[str]:
    """PP3.4: the key, and the key with each one letter left out: near names share one of them."""
    yield key
    for at, sign in enumerate(key):
        if sign != " ":
            yield key[:at] + key[at + 1 :]
