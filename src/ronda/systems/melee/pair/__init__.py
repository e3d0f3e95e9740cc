"""melee: how a round is made, by article.

M3, M6 `free_games` · M3.4, M4.2–M4.5 `partners` · M4.2, M4.3 `random_pairs` · M4.4 `look_ahead`, `plan` ·
M4.5 `least_harm` · M5.1 `teams` · M5.2 `opponents` · S3 `wishes` with `cost`, `all_rounds`, `exchange` · S7 `reasons` ·
PS1 `filled`.
"""
