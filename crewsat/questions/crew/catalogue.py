"""The printed tasks and missions, and one of them with deals that are won and lost, as JSON objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.engine.frontend import decide
from crewsat.games.crew.decks import why_not_hands
from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.missions import planet_nine_missions
from crewsat.games.crew.text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from crewsat.games.crew.deep_sea import DeepSeaTask
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.missions import Mission

DEALS_OF_A_TASK = 100
"""The number of deals among which a won and a lost one are looked for."""
DEALS_OF_A_MISSION = 40
"""The number of deals as the crew finds them, and of deals with tasks given out, among which examples are sought."""
PLAYERS = 4
"""How many players the examples have by default."""
TIME_LIMIT = 10.0
"""Seconds for each deal."""


def why_not_tasks(players: int) -> str | None:
    """Return why there are no difficulties for this number of players, and what is allowed; None if there are."""
    if players == 2:
        return "two players have the difficulties of three; allowed: 3 to 5"
    return why_not_hands(players)


def task_list(players: int | None = None) -> dict[str, Any]:
    """Return the 96 tasks of Mission Deep Sea, with their difficulties for a number of players, or for all."""
    every = deep_sea_tasks()
    return {"source": every[0].source, "tasks": [one.as_dict(players) for one in every]}


def task_entry(one: DeepSeaTask, players: int | None = None) -> dict[str, Any]:
    """Return a task, with the first deals in which a random player can and cannot meet it alone."""
    count = players or PLAYERS
    deal = DeepSeaDeal(players=count, tasks=(one.number,), drafted=True)
    found, searched = _examples_among(deal.with_seed(seed).as_typed() for seed in range(1, DEALS_OF_A_TASK + 1))
    texts = {answer: text_of(instance) for answer, instance in found.items()}
    examples = {"deals": searched, "won": texts.get("yes"), "lost": texts.get("no")}
    return {"source": one.source, **one.as_dict(count), **examples}


def mission_list() -> dict[str, Any]:
    """Return the fifty missions of The Quest for Planet Nine."""
    every = planet_nine_missions()
    return {"source": every[0].source, "missions": [one.as_dict() for one in every]}


def mission_entry(one: Mission, players: int | None = None) -> dict[str, Any]:
    """Return a mission, with the first deals won and lost: as the crew finds them, and if need be with tasks given out.

    Each has the command that prints it.
    """
    count = players or PLAYERS
    made = [MissionDeal(mission=one.number, players=count, drafted=drafted) for drafted in (False, True)]
    free_or_owned = made if one.is_given_out else made[:1]
    deals = (deal.with_seed(seed) for deal in free_or_owned for seed in range(1, DEALS_OF_A_MISSION + 1))
    found, searched = _examples_among(deals)
    entry: dict[str, Any] = {"source": one.source, **one.as_dict(), "players": count, "deals": searched}
    for name, answer in (("won", "yes"), ("lost", "no")):
        instance = found.get(answer)
        entry[name] = None if instance is None else text_of(instance)
        entry[f"{name}_command"] = None if instance is None else _command(instance)
    return entry


def _command(instance: Crew) -> str:
    """Return the command that prints a deal."""
    about: dict[str, Any] = instance.about or {}
    given = about["parameters"]
    drafted = " --drafted" if given["drafted"] else ""
    start = f"crewsat generate crew --mission {given['mission']} --players {given['players']}"
    return f"{start}{drafted} --seed {about['seed']} --text"


def _examples_among(deals: Iterable[Crew]) -> tuple[dict[str, Crew], int]:
    """Return the first won deal and the first lost one, by answer, and the number of deals that were decided."""
    found: dict[str, Crew] = {}
    searched = 0
    for searched, instance in enumerate(deals, 1):  # noqa: B007 - the number is returned
        found.setdefault(decide(instance, time_limit=TIME_LIMIT).answer, instance)
        if found.keys() >= {"yes", "no"}:
            break
    return found, searched
