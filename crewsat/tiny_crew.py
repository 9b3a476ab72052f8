"""Tiny Crew, for players who see only their own cards: the public name of `crewsat.studies.tiny_crew`."""

from crewsat.studies.tiny_crew.study import TinyCrew

__all__ = ["TinyCrew"]
