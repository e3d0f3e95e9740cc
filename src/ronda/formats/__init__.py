"""Exchange formats: text to facts and back. Nothing here decides about a tournament."""
