"""Ronda as the engine of somebody else's tables (R7): the five tables of the users, in a database without a store."""

from __future__ import annotations
