"""Proofs of "no": a formula, a proof that it has no model, and the code that checks it; one idea per module."""
