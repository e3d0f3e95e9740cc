"""One person over many events (PP): when two are the same, merging, lists of federations, what the public sees."""
