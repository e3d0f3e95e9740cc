"""Tournament report files (TRF): read in every dialect, written as TRF26 or TRF16(x)."""
