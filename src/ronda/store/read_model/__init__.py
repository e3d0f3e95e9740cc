"""The users' five tables (R7) kept true beside the facts."""
