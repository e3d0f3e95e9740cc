"""The log of a tournament: its facts as entries that are put into words."""
