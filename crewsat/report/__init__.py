"""Verdicts for people, one module a game."""

from crewsat.report.explanations import explained
from crewsat.report.verdicts import competition, picture, report

__all__ = ["competition", "explained", "picture", "report"]
