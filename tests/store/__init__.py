"""The store: facts as text, one contract on both databases, races, crashes, old releases."""
