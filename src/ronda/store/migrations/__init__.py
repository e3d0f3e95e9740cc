"""How the tables of one release become those of the next: one script for each step, run by `open_store`."""
