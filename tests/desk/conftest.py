"""The databases of the store's own tests."""

from __future__ import annotations

from tests.store.conftest import place, postgres

__all__ = ["place", "postgres"]
