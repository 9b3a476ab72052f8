"""What commands about printed tasks and missions share: looking one up, and deals that are won and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from crewsat.base.layout import Prose, Verbatim
from crewsat.cli.declared import WrongUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import RenderableType

    from crewsat.games.crew.instance import Crew

Entry = TypeVar("Entry")
TIME_LIMIT = 10.0
"""Seconds for each deal."""


def looked_up(find: Callable[[str], Entry], number: str, place: str) -> Entry:
    """Return what has this number.

    Args:
        find: raises `ValueError` with what is allowed.
        number: as it was given.
        place: the name of the argument.
    """
    try:
        return find(number)
    except ValueError as error:
        raise WrongUsage(str(error), place=place) from None


def examples_among(deals: Iterable[Crew]) -> tuple[dict[str, Crew], int]:
    """Return the first won deal and the first lost one, by answer, and the number of deals that were decided."""
    from crewsat.engine.frontend import decide  # noqa: PLC0415 - solvers only when something is decided

    found: dict[str, Crew] = {}
    searched = 0
    for searched, instance in enumerate(deals, 1):  # noqa: B007 - the number is returned
        found.setdefault(decide(instance, time_limit=TIME_LIMIT).answer, instance)
        if found.keys() >= {"yes", "no"}:
            break
    return found, searched


def pieces_of_examples(known: dict[str, Any], among: str) -> Iterator[RenderableType]:
    """Yield the examples for people.

    Args:
        known: deals as text, or None, by ``won`` and ``lost``; perhaps the commands that print them.
        among: where they were looked for.
    """
    for answer in ("won", "lost"):
        yield ""
        if known[answer] is None:
            yield Prose(f"Among {among}, none was found that is {answer}.")
            continue
        command = known.get(f"{answer}_command")
        yield Prose(f"A deal that is {answer}{', and the command that prints it' if command else ''}:")
        yield from (Verbatim(text) for text in (command, known[answer]) if text)
