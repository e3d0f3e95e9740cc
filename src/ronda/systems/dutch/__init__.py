"""dutch: the FIDE (Dutch) system of 2026, for one player against one (rulebook DU1–DU10). Not endorsed by FIDE.

`SYSTEM` is made when it is first asked for: who only wants a round of plain columns (`exchange`) does not wait for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ronda.systems.dutch.declarations import SYSTEM as SYSTEM


def __getattr__(name: str) -> Any:
    if name == "SYSTEM":
        from ronda.systems.dutch.declarations import SYSTEM

        return SYSTEM
    raise AttributeError(name)
