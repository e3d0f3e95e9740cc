"""The check code of a round: eight signs that tell whether two pieces of paper, or a paper and a screen, show the same
round. Results do not change it; a seat, a bye, the seed or the number of the round do."""

from __future__ import annotations

import json
from hashlib import blake2b

from ronda.core.model import Round

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: nothing to confuse when it is read out
LENGTH = 8


def canonical(round_: Round) -> str:
    """What the code is taken from: one text for one round, whatever the order in which its tables are kept."""
    tables = sorted([table.number, list(table.first), list(table.second)] for table in round_.tables)
    byes = sorted(bye.player for bye in round_.byes)
    return json.dumps([round_.number, tables, byes, round_.seed], separators=(",", ":"))


def check_code(round_: Round) -> str:
    """The code of the round, such as 7K3M9QXR."""
    digest = int.from_bytes(blake2b(canonical(round_).encode(), digest_size=5 * LENGTH // 8).digest())
    return "".join(ALPHABET[digest >> 5 * place & 31] for place in reversed(range(LENGTH)))
