"""Worked cases: small sums that a federation or an arbiter can bring, answered by the functions that events go by."""
