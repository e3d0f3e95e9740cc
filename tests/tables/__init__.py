"""Ronda as the engine of somebody else's five tables, on both databases."""
