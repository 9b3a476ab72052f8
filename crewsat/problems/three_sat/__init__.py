"""Formulas of propositional logic: the sources of reductions, their files, and families of them by name."""
