"""Verdicts for people, one module per game."""

from crewsat.report.explanation import explained
from crewsat.report.verdict import competition, picture, report, words_of

__all__ = ["competition", "explained", "picture", "report", "words_of"]
