"""domino_pairs: how a round is made."""
