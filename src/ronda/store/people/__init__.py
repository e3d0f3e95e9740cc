"""People over many events: the list, what they played, and the lists of federations."""
