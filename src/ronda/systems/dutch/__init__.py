"""The FIDE (Dutch) system of 2026."""
