"""Quantified Boolean formulas: the sources of reductions, their files, normal form, and families of them by name."""
