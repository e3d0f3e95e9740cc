"""chess: how a round is made, by article.

C3.3, C5.6, S7 `round` · C4.2, C5.3 `relations` · C4.3, C4.4, C5.5 `ladder` · C5.1, C5.2 `round`, `relations` ·
C5.4 `look_ahead` with `rounds_to_come`, `ladder`, `plan`, `plan_exists`, `plan_exchange`. The facts are those of
`ronda.systems.chess.field`.
"""
