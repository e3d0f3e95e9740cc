"""What the makers of Ronda use and no user does: benchmarks, studies, trials, builders of files. Not in the wheel."""
