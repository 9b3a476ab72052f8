"""Games for OpenSpiel, registered on import: ``python_tiny_crew``, ``python_crew`` and ``python_skull``.

This package needs the extra ``spiel``: ``pip install -e '.[spiel]'``.
"""

from crewsat.base.libraries import OPEN_SPIEL

if OPEN_SPIEL.version() is None:
    raise ModuleNotFoundError(OPEN_SPIEL.missing("crewsat.spiel"), name=OPEN_SPIEL.module)

from crewsat.studies.spiel.games import CREW, TINY_CREW
from crewsat.studies.spiel.skull_game import SKULL

__all__ = ["CREW", "SKULL", "TINY_CREW"]
