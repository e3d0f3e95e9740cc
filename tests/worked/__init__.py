"""Worked cases: small sums that somebody brings, recomputed with the functions that events go by."""
