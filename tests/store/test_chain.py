"""What the links of the chain are made of."""

from __future__ import annotations

import json
from hashlib import sha256

from hypothesis import example, given
from hypothesis import strategies as st

from ronda.store import chain


@given(st.lists(st.text() | st.integers(-(2**53), 2**53) | st.none()))
@example(["\x7f", '\x00\x1f"\\/', "é", "\U0001f3b2", None, 7])
def test_links_are_made_as_they_always_were(parts: list[str | int | None]) -> None:
    text = json.dumps(parts, separators=(",", ":"))
    assert chain._digest(*parts) == sha256(text.encode("ascii")).hexdigest()
