"""Skull & Roses: rules that can be run, random play, exact sizes; a study beside the games (paper 003)."""

from __future__ import annotations

from crewsat.skull.rules import Rules

__all__ = ["Rules"]
