"""What can be saved from a damaged database."""
