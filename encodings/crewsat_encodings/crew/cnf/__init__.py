"""The Crew as a formula of propositional logic."""
