"""Verdicts for people, one module a game."""

from crewsat.report.explanations import explanation_of
from crewsat.report.verdicts import competition, picture, report

__all__ = ["competition", "explanation_of", "picture", "report"]
