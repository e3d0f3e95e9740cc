"""robin: how a round is made."""
