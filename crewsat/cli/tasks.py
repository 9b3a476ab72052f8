"""``crewsat tasks``: the 96 tasks of Mission Deep Sea, and one of them with deals in which it is won and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from crewsat.base.layout import Grid, Prose, Verbatim
from crewsat.base.wording import counted, json_text
from crewsat.cli.common import errors_reported, out, show
from crewsat.cli.declared import Argument, Option, WrongUsage
from crewsat.cli.printed import examples_among, looked_up, pieces_of_examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from crewsat.games.crew.deep_sea import DeepSeaTask

_PLAYERS = (3, 4, 5)
_DEALS = 100
"""The number of deals among which a won and a lost one are looked for."""


def tasks(
    task: Annotated[
        str | None, Argument(metavar="TASK", help="The number of a task, to see it whole.", show_default=False)
    ] = None,
    *,
    players: Annotated[
        int | None, Option(metavar="P", help="With so many players, 3 to 5; for one task 4 by default.")
    ] = None,
    json: Annotated[bool, Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """List the 96 tasks of Mission Deep Sea with their difficulties; or show one, and deals that are won and lost."""
    from crewsat.games.crew.decks import why_not_hands  # noqa: PLC0415 - pydantic only when needed
    from crewsat.games.crew.deep_sea import deep_sea_tasks, task_numbered  # noqa: PLC0415

    why = None if players is None else why_not_hands(players)
    if players == 2:
        why = "two players have the difficulties of three; allowed: 3 to 5"
    if why is not None:
        raise WrongUsage(why, place="--players")
    if task is None:
        chosen, counts = deep_sea_tasks(), _PLAYERS if players is None else (players,)
        if json:
            out(json_text({"source": chosen[0].source, "tasks": [one.as_dict(players) for one in chosen]}))
        else:
            show([_list(chosen, counts)])
        return
    one = looked_up(task_numbered, task, "TASK")
    with errors_reported():
        known = {**one.as_dict(players or 4), **_examples(one, players or 4)}
    if json:
        out(json_text({"source": one.source, **known}))
    else:
        show(_pieces(one, players or 4, known))


def _list(chosen: tuple[DeepSeaTask, ...], counts: tuple[int, ...]) -> Grid:
    """Return the table of tasks."""
    totals = [f"{sum(one.difficulty(players) for one in chosen)} with {players}" for players in counts]
    return Grid(
        headings=["task", *(f"{players} players" for players in counts), "what its owner must do"],
        rows=[
            [
                str(one.number),
                *(str(one.difficulty(players)) for players in counts),
                f"{one.words}{'*' * bool(one.doubt)}",
            ]
            for one in chosen
        ],
        right=frozenset(range(len(counts) + 1)),
        title="Tasks of The Crew: Mission Deep Sea, with their difficulties",
        legend=f"* sources differ, see `crewsat tasks TASK`. All difficulties together: {', '.join(totals)} players.",
    )


def _examples(one: DeepSeaTask, players: int) -> dict[str, Any]:
    """Return the first deals in which a random player can and cannot meet the task alone."""
    from crewsat.games.crew.deep_sea_deals import DeepSeaDeal  # noqa: PLC0415
    from crewsat.games.crew.text import text_of  # noqa: PLC0415

    deal = DeepSeaDeal(players=players, tasks=(one.number,), drafted=True)
    found, searched = examples_among(deal.with_seed(seed).as_typed() for seed in range(1, _DEALS + 1))
    texts = {answer: text_of(instance) for answer, instance in found.items()}
    return {"deals": searched, "won": texts.get("yes"), "lost": texts.get("no")}


def _pieces(one: DeepSeaTask, players: int, known: dict[str, Any]) -> Iterator[RenderableType]:
    """Yield the description of a task for people."""
    numbers = [f"{one.difficulty(count)} with {count}" for count in _PLAYERS]
    yield Prose(one.words, label=[(f"Task {one.number}: ", "bold")])
    yield ""
    yield Prose(f"{', '.join(numbers)} players", label="    difficulty  ")
    if one.redeal:
        hands = " or ".join(", ".join(sorted(map(str, cards))) for cards in one.redeal)
        yield Prose(f"if one hand holds {hands}, the deal is dealt again", label="    redeal      ")
    for name in ("note", "doubt"):
        if getattr(one, name):
            yield Prose(getattr(one, name), label=f"    {name:12}")
    yield Prose(one.source, label="    source      ")
    yield from ("", Prose(f"With {players} players, as JSON and as text:"), Verbatim(json_text(known["task"])))
    yield Verbatim(known["text"])
    yield from pieces_of_examples(known, f"{counted(known['deals'], 'random deal')} with a random owner")
