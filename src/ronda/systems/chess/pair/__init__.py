"""chess: how a round is made, by article.

C3.3, C5.6 `round` · C4.2, C5.3 `colours` · C4.3, C4.4, C5.5 `ladder` · C5.1, C5.2 `round`, `colours` ·
C5.4 `look_ahead` with `rounds_to_come`, `ranked_rounds`, `plan`, `plan_exists`, `plan_exchange` · S7 `reasons`.
"""
