"""Where pieces lie on the pages so that the cut stacks, laid on each other, are in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def cut_and_stack(pieces: Sequence[T], on_a_page: int) -> list[list[T | None]]:
    """Pages of `on_a_page` places. The first place holds the first pieces page by page, the second goes on where the
    first ends, and so on; places left over are None."""
    pages = -(-len(pieces) // on_a_page)
    places = range(on_a_page)
    return [
        [pieces[at] if (at := place * pages + page) < len(pieces) else None for place in places]
        for page in range(pages)
    ]
