"""The reduction from 3-SAT to solitaire Hanabi (paper, section 5), as printed and as repaired."""

from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, play_of, reduce, source_of, witness_of

__all__ = ["Reduction", "play_of", "reduce", "source_of", "witness_of"]
