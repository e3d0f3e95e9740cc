"""Tournaments taken over from the users' five tables (R7)."""
