"""domino: a round verified against the rulebook (D1, D4–D7, D9, D10), apart from what makes it.

`round` judges; D7 `relations`; D6.2, D6.3 `pyramids`; D6.4–D6.6, D10.5 `walk`; D7 `ladder` with `search`; D7.2
`exchanges`. The facts are those of `ronda.systems.domino.field`.
"""
