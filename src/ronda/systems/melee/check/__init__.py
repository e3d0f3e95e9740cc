"""melee: a round verified against the rulebook (M3–M6), apart from what makes it.

`round` judges with `relations`; M3.4, M4, S3 `partners`; M5.2 `opponents`; PS1 `nobody_rests`. The facts are those of
`ronda.systems.melee.field`.
"""
