"""SQLite and PostgreSQL: where they are, how they are opened, and their tables."""
