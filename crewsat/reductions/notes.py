"""What all reductions say of a witness that is none."""

from __future__ import annotations

from crewsat.errors import CrewsatError


class NotAWitness(CrewsatError):  # noqa: N818 - the message says the rest
    """A witness that does not solve the problem, or a play that does not follow one."""
