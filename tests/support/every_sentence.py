"""Everything that the program says of an instance, and what no sentence may contain."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import crewsat
from crewsat.base.layout import rendered
from crewsat.engine.asking import ask
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.parts import has
from crewsat.pages.words import sentences, why
from crewsat.questions.asking import Asking
from crewsat.report import competition, picture

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from crewsat.games.instance import Instance
    from crewsat.games.result import Result

ANYWHERE = {
    "a Python constant": r"\b(None|True|False|nan|NaN|inf)\b",
    "a brace": r"\{(?![1-9][0-9]*(, [0-9]+)*\})|(?<![0-9])\}",  # sets of players have them, too
    "a representation": r"<[\w.]+( object)? at 0x|<class|\[\(|\(\(|\)\]|['\"], ['\"]|\b(frozenset|tuple|range)\(",
}
"""What must not be printed: names of faults, and how to see them."""
IN_SENTENCES = {
    **ANYWHERE,
    "a doubled blank": r"\S {2,}\S|^ | $",
    "an empty name": r"(?:^|\s)[,;.:](?:\s|$)|,,|\(\s*\)|\[\s*\]|''|\"\"|\b(?:of|and|or|as)[,;.](?:\s|$)",
    "nothing at all": r"^$",
}
"""What must not be in a sentence; tables have doubled blanks."""
KEYS = frozenset({"because", "words", "why", "message", "notes"})
"""The keys of JSON objects whose texts are sentences."""


def faults(text: str, kinds: dict[str, str]) -> list[str]:
    """Return what is wrong with a text."""
    return [name for name, pattern in kinds.items() if re.search(pattern, text)]


def sentences_of(instance: Instance, results: Iterable[Any]) -> Iterator[str]:
    """Yield all sentences about an instance in what has been found out about it, in JSON and on pages."""
    for result in results:
        yield from _in_json(result.as_dict(), sentence=False)
        if not isinstance(result, crewsat.BestScore):
            yield from sentences(instance, result)
            yield from (line for part in why(instance, result) for line in ([part] if isinstance(part, str) else part))
    if has(instance.game, "state"):
        outcome = crewsat.State(instance).outcome
        yield from [] if outcome.why is None else [outcome.why]


def printed_of(instance: Instance, results: Iterable[Result]) -> Iterator[str]:
    """Yield what commands print about an instance."""
    yield _printed(picture(instance))
    for result in results:
        yield _printed(result.printed(instance, picture=True))
        yield from result.sentences(instance)
        if isinstance(result, crewsat.Verdict):
            yield competition(instance, result)
    questions = GAMES[instance.game].questions
    for name in ("options", "least_hand_size", "coalitions"):
        if name in questions:
            yield _printed(ask(Asking(Options(), name), instance).printed(instance))


def results_of(instance: Instance) -> Iterator[Any]:
    """Yield the answer, its explanation, a review and the best score, as far as the game has them."""
    yield crewsat.decide(instance)
    with suppress(crewsat.WrongOption):  # no explanations for this game
        yield crewsat.explain(instance)
    questions = GAMES[instance.game].questions
    if "review" in questions and (instance.game == "hanabi" or getattr(instance, "played", ())):
        yield crewsat.review(instance)
    if "best_score" in questions:
        yield crewsat.best_score(instance)


def _printed(pieces: Iterable[RenderableType]) -> str:
    return rendered(pieces, 1000)


def _in_json(value: Any, *, sentence: bool) -> Iterator[str]:  # noqa: ANN401 - JSON
    """Yield the texts of a JSON object that are sentences."""
    if isinstance(value, str):
        yield from [value] if sentence else []
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _in_json(each, sentence=sentence)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _in_json(each, sentence=key in KEYS)
