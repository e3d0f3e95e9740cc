"""The command line and the databases of the other tests."""

from __future__ import annotations

from tests.cli.conftest import desk
from tests.store.conftest import place, postgres

__all__ = ["desk", "place", "postgres"]
