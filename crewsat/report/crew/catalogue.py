"""The printed tasks and missions for people: lists of them, and one of them with deals that are won and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.layout import Grid, Prose, Verbatim
from crewsat.base.wording import counted, json_text
from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.crew.missions import TEMPLATE, UNPLAYED, planet_nine_missions
from crewsat.questions.crew.catalogue import DEALS_OF_A_MISSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from crewsat.games.crew.deep_sea import DeepSeaTask
    from crewsat.games.crew.missions import Mission

_PLAYERS = (3, 4, 5)


def tasks_printed(players: int | None = None) -> list[RenderableType]:
    """Return the table of tasks, with their difficulties for a number of players, or for all."""
    chosen, counts = deep_sea_tasks(), _PLAYERS if players is None else (players,)
    totals = [f"{sum(one.difficulty(players) for one in chosen)} with {players}" for players in counts]
    grid = Grid(
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
    return [grid]


def task_printed(one: DeepSeaTask, known: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield the description of a task.

    Args:
        one: the task.
        known: its entry, see `crewsat.questions.crew.catalogue.task_entry`.
    """
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
    yield from ("", Prose(f"With {known['players']} players, as JSON and as text:"), Verbatim(json_text(known["task"])))
    yield Verbatim(known["text"])
    yield from _examples(known, f"{counted(known['deals'], 'random deal')} with a random owner")


def missions_printed(players: int | None = None) -> list[RenderableType]:
    """Return the table of missions."""
    every = planet_nine_missions()
    handed = players in {None, 5}
    grid = Grid(
        headings=["mission", "tasks", "tokens", "rule"],
        rows=[
            [
                f"{one.number}{'*' * bool(one.handover and handed)}",
                str(one.tasks or "-"),
                " ".join(one.tokens),
                one.rule,
            ]
            for one in every
        ],
        right=frozenset({0, 1}),
        title="Missions of The Crew: The Quest for Planet Nine",
        legend="* with five players, one task may be handed over after all are given out." if handed else "",
    )
    return [grid]


def mission_printed(one: Mission, known: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield the description of a mission.

    Args:
        one: the mission.
        known: its entry, see `crewsat.questions.crew.catalogue.mission_entry`.
    """
    yield Prose(one.title, label=[(f"Mission {one.number}: ", "bold")])
    yield ""
    for name, said in _said(one).items():
        yield Prose(said, label=f"    {name:14}")
    asked = [{key: known[key]} for key in TEMPLATE if key in known]
    if asked:
        yield from ("", Prose("Besides the task cards, as JSON that a deal fills in:"))
        yield from (Verbatim(json_text(part)) for part in asked)
    yield from _examples(known, _among(one, known))


def _among(one: Mission, known: Mapping[str, Any]) -> str:
    """Return where examples were sought."""
    number = known["deals"]
    among = f"{counted(number, 'random deal')} with {counted(known['players'], 'player')}"
    if not one.is_given_out or number <= DEALS_OF_A_MISSION:
        return among
    found, given_out = DEALS_OF_A_MISSION, number - DEALS_OF_A_MISSION
    return f"{among}, {found} as the crew finds them and {given_out} with tasks given out at random"


def _said(one: Mission) -> dict[str, str]:
    """Return what is said of a mission, by headings."""
    said = {"tokens": f"{' '.join(one.tokens)}, from left to right"} if one.tokens else {}
    if one.is_given_out:
        said["shared out"] = one.shared_out
    if one.handover:
        said["five players"] = "one task may be handed over to another player after all are given out"
    if one.communication:
        said["not asked"] = f"{one.communication} (all cards are known)"
    if one.has_two_readings:
        said |= {f"{way:6}": f"--unplayed {way}: {one.reading(way)}" for way in UNPLAYED}
    elif one.reading():
        said["reading"] = one.reading()
    return said | {"source": one.source}


def _examples(known: Mapping[str, Any], among: str) -> Iterator[RenderableType]:
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
