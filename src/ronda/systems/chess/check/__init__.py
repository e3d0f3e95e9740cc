"""chess: a round verified against the rulebook (C3.3, C4, C5), apart from what makes it.

`round` judges; `relations` is what lies between the players; C5.4 is `look_ahead` and `alternatives`. The facts are
those of `ronda.systems.chess.field`.
"""
