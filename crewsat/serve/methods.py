"""What may be asked: the questions of the table of games, under the names of their commands, and a few more.

Only what is listed here is loaded by the parent; the code of a method is imported by the child that answers it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from crewsat.games import GAMES
from crewsat.games.code import Code

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Method:
    """Something that may be asked.

    Attributes:
        name: its name in requests.
        words: what it does.
        code: the class that answers it, a `crewsat.serve.answering.Answering`.
    """

    name: str
    words: str
    code: Code


_DECIDING = partial(Method, code=Code("crewsat.serve.questions:Deciding"))
_QUESTION = partial(Method, code=Code("crewsat.serve.questions:Asking"))


def _methods() -> dict[str, Method]:
    questions = {one.command: one.words for game in GAMES.values() for one in game.questions.values()}
    found = [
        _DECIDING("decide", "Decide whether a game can be won, and show how."),
        *(_QUESTION(name, words) for name, words in questions.items()),
        *(Method(name, words, Code(f"crewsat.serve.others:{code}")) for name, (code, words) in _OTHERS.items()),
    ]
    return {method.name: method for method in found}


_OTHERS = {
    "verify": ("Verifying", "Check an answer: replay the play of a yes by the rules; of a no, check its proof."),
    "show": ("Showing", "Show an instance: hands, objectives, tasks and what has been played, or the deck."),
    "generate": ("Generating", "Make a random instance; the same seed gives the same instance everywhere."),
    "convert": ("Converting", "Write an instance as text and as JSON, or in the form of another program."),
    "tasks": ("Tasks", "List the 96 tasks of Mission Deep Sea; or describe one, with deals that are won and lost."),
    "missions": (
        "Missions",
        "List the fifty missions of The Quest for Planet Nine; or describe one, with deals that are won and lost.",
    ),
    "schema": ("Schemas", "Return the JSON Schema of a game's instances."),
    "methods": ("Methods", "List what may be asked, with the JSON Schema of the parameters."),
}
"""Each method that is not a question: the class that answers it, and what it does."""

METHODS: Mapping[str, Method] = _methods()
"""By name."""


def tool_name(method: str) -> str:
    """Return the name of a method as a tool."""
    return f"crewsat_{method.replace('-', '_')}"
