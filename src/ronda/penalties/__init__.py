"""Penalties as facts beside the results: kinds, ladders, and what they change (PE). What belongs to one game stands in
that game's own folder."""
