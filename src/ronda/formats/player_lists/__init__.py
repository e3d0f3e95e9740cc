"""Lists of players as people have them, and the lists of federations."""
