"""Verdicts for people, one module a game."""

from crewsat.report.verdicts import competition, picture, report

__all__ = ["competition", "picture", "report"]
