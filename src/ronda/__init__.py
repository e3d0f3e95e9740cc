"""Ronda: tournament desk software."""

__version__ = "0.1.0"
