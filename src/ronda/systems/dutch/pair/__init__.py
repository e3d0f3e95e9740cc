"""dutch: how a round is made."""
