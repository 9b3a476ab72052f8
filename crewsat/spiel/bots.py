"""Bots that see one hand, seated in games of OpenSpiel: the name of `crewsat.studies.spiel.bots`."""

from crewsat.studies.spiel.bots import SeatedBot

__all__ = ["SeatedBot"]
