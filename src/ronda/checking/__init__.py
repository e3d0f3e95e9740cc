"""What the checks of all systems share: the proofs. Nothing here knows how rounds are made."""
