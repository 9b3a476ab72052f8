"""Algorithms that decide without a formula: proved bounds and exhaustive search."""
