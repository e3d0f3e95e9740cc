"""redemption: how a round is made (R3, R4, R5.1)."""
