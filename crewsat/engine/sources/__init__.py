"""The source problems of the reductions, decided directly: the other side of every cross-check.

What is found here comes from code that knows nothing of cards, and what the game says from code that knows nothing of
graphs and formulas. What is found is checked before it is returned.
"""

from crewsat.engine.sources.paths import PathVerdict, hamiltonian_path
from crewsat.engine.sources.quantified import QbfVerdict, qbf
from crewsat.engine.sources.satisfiability import SatVerdict, three_sat

__all__ = ["PathVerdict", "QbfVerdict", "SatVerdict", "hamiltonian_path", "qbf", "three_sat"]
