"""What the pairing of every system is made of: matching, the walk that completes, relations, costs, explanations.

A check never imports from here (see `tests/test_architecture.py`)."""
