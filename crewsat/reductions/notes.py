"""The error of all reductions about an invalid witness."""

from __future__ import annotations

from crewsat.base.errors import CrewsatError


class NotAWitness(CrewsatError):  # noqa: N818 - the message says the rest
    """A witness that does not solve the problem, or a play that does not follow one."""
