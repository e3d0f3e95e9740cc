"""domino: how a round is made, by article.

D4, D5 `first_round` · D6.1, D6.7, D9 `round` · D6.3, D6.6, D10.1 `pyramids` · D6.4, D6.5 `plain_walk`,
`lexicographic` · D10.5 `relations` · D7.1–D7.3 `ladder`, and for one pyramid `search` with `table_search`,
`table_swaps`, `lower_bounds` · D7.4, S7 `reasons`. The facts (D1.3, D6.2, D10.2) are those of
`ronda.systems.domino.field`.
"""
