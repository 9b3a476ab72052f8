"""Reductions of hard problems to games: `reduce`, `play_of` (from witness to play), `witness_of` (back)."""

from crewsat.reductions import hamiltonian_path_to_crew, qbf_to_hackenbush, three_sat_to_hanabi

__all__ = ["hamiltonian_path_to_crew", "qbf_to_hackenbush", "three_sat_to_hanabi"]
