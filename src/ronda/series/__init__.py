"""Seasons, circuits and rankings over several events, and a rating of the house (SE). Everything is derived: a series
owns no results, so a corrected event corrects it."""
