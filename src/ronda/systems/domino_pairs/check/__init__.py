"""domino_pairs: how a round is judged."""
