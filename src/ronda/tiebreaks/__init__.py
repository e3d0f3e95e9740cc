"""Tie-breaks after C.07 for individual events: chosen and ordered by their codes (TB)."""
