"""Games for OpenSpiel, registered when it is imported: ``python_tiny_crew``, ``python_crew`` and ``python_skull``.

It needs the extra ``spiel``: ``pip install '.[spiel]'``.
"""

try:
    import pyspiel  # noqa: F401 - whether it is there
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"crewsat.spiel needs open-spiel ({error}): pip install '.[spiel]'", name="pyspiel"
    ) from None

from crewsat.spiel.games import CREW, TINY_CREW
from crewsat.spiel.skull_game import SKULL

__all__ = ["CREW", "SKULL", "TINY_CREW"]
