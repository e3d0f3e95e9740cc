"""What is stated of rounds that come from the five tables: rematches, which the tables do not mark."""

from __future__ import annotations

from ronda.core.verdict_codes import ROUNDS, Code, Codes

CODES: Codes = {"relaxation": {"rematch": Code("R4.4", {"rounds": ROUNDS})}}
