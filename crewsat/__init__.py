"""CrewSAT: exact, certified decisions about cooperative card games.

The names listed in ``__init__.pyi`` are loaded when they are first used, so that ``import crewsat`` costs next to
nothing.
"""

from __future__ import annotations

__version__ = "0.7.1"


def __getattr__(name: str) -> object:
    from crewsat.base import lazy  # noqa: PLC0415 - only if a name is used

    value = lazy.attribute(__name__, __file__, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from crewsat.base import lazy  # noqa: PLC0415 - only if it is asked for

    return lazy.names(__file__)
