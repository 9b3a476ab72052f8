"""The source problems of the reductions, decided directly: the other side of every cross-check.

The answers here come from code that knows nothing about cards, those of the game from code that knows nothing about
graphs and formulas. Solutions are checked before they are returned.
"""

from crewsat.engine.sources.paths import PathVerdict, hamiltonian_path
from crewsat.engine.sources.quantified import QbfVerdict, qbf
from crewsat.engine.sources.satisfiability import SatVerdict, three_sat

__all__ = ["PathVerdict", "QbfVerdict", "SatVerdict", "hamiltonian_path", "qbf", "three_sat"]
