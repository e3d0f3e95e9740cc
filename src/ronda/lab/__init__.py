"""Simulation, quality reports and benchmarks."""
