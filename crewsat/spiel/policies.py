"""Policies of Tiny Crew as those of OpenSpiel, and back: the names of `crewsat.studies.spiel.policies`."""

from crewsat.studies.spiel.policies import from_openspiel, game_string, to_openspiel

__all__ = ["from_openspiel", "game_string", "to_openspiel"]
