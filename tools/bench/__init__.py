"""Benchmarks: what people wait for, measured so that it holds on a busy machine."""
