"""redemption: a round verified against the rulebook (R3, R4, R5.1), apart from what makes it."""
