"""Who may come in: accounts, sessions, and wrong tries of late."""
