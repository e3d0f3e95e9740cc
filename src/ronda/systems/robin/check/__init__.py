"""robin: how a round is judged."""
