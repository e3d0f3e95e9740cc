"""`ronda console`: an event as a dialogue."""
