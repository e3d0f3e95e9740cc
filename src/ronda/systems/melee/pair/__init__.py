"""melee: how a round is made, by article.

M3, M6 `free_games` · M3.4, M4.2–M4.5 `partners` · M4.2, M4.3 `random_pairs` · M4.4 `look_ahead`, `plan` ·
M5.1, M5.2 `opponents` · S3 `wishes` with `exchange`, `all_rounds` · S7 `reasons` · PS1 `nobody_rests`. The facts are
those of `ronda.systems.melee.field`.
"""
