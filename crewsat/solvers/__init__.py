"""Back ends that solve formulas; they know nothing of games."""
