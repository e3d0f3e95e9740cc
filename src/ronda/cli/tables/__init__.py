"""`ronda tables`: rounds and points for the five tables in somebody's own database."""
