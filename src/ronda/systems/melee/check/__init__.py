"""melee: a round verified against the rulebook (M3–M6), apart from what makes it.

`round` judges; `relations` is the field; M3.4, M4 `partners`; M5.2 `opponents`; S3 `all_rounds`.
"""
