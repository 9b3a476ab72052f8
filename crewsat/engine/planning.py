"""Planning problems for planners, and their plans back into plays.

A planner's plan is not trusted: it is carried out step by step from the first state of the problem, it must reach all
goals, and the play in it is replayed by the referee.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.base.strips import text_of_plan
from crewsat.engine.building import build
from crewsat.engine.export import TooLong, origin
from crewsat.engine.limits import MEMORY_LIMIT, SIZE_LIMIT
from crewsat.engine.options import Options
from crewsat.games import GAMES, check_instance
from crewsat.games.parts import part_of
from crewsat.games.verdict import Verdict

if TYPE_CHECKING:
    from crewsat.games.game import Play
    from crewsat.games.instance import Instance

METHOD = "pddl"
"""What a verdict names as its method if a plan was read."""


@dataclass(frozen=True, slots=True)
class Planned:
    """An instance for planners.

    Attributes:
        domain: the rules of the game, in PDDL; the same for all instances.
        problem: the instance, in PDDL.
    """

    domain: str
    problem: str


def planned(instance: Instance, *, memory_limit: float = MEMORY_LIMIT, size_limit: float = SIZE_LIMIT) -> Planned:
    """Return domain and problem of an instance as text.

    Args:
        instance: the question; the problem has a plan iff the answer is yes.
        memory_limit: MB the facts may be estimated to take.
        size_limit: MB the text of the problem may be estimated to take.

    Raises:
        Stopped: if the facts are estimated to take more; `TooLong` if the text is.
        TypeError: for something that is not an instance.
        UnknownFeature: if the domain does not state what the instance asks.
        WrongOption: if there is no domain for the game.
    """
    made = _made(instance, memory_limit)
    megabytes = made.problem.size / 1e6
    if megabytes > size_limit:
        raise TooLong(megabytes)
    about = origin(instance, "a plan exists iff the game can be won")
    return Planned(made.problem.domain.text, made.text(about))


def plan_of(instance: Instance, play: Play, *, memory_limit: float = MEMORY_LIMIT) -> str:
    """Return a winning play as a plan, a step a line.

    Args:
        instance: the deal or position.
        play: what the referee has returned.
        memory_limit: MB the facts of the problem may be estimated to take.

    Raises:
        Stopped: if they are estimated to take more.
        UnknownFeature: as `planned`; and so for the others.
    """
    return text_of_plan(_made(instance, memory_limit).plan_of(play))


def decode(instance: Instance, plan: str, *, memory_limit: float = MEMORY_LIMIT) -> Verdict:
    """Turn a plan into a verdict.

    Raises:
        InvalidInstance: if the plan is not one of this instance: with the line of the first step that cannot be taken,
            or the goals that it does not reach.
        IllegalPlay: if it is one and still does not represent a winning play.
        Stopped: if the facts are estimated to take more than the memory limit.
        UnknownFeature: as `planned`; and so for the others.
    """
    game = GAMES[instance.game]
    play = game.replay(instance, _made(instance, memory_limit).read(plan))
    return Verdict(
        "yes",
        METHOD,
        "replayed",
        instance.game,
        None,
        play,
        notes=instance.notes,
        about=instance.about,
        **game.results(instance, play),
    )


def _made(instance: Instance, memory_limit: float) -> Any:  # noqa: ANN401 - each game has its own
    """Return an instance as a planning problem."""
    check_instance(instance)
    make = part_of(instance.game, "planning", "there is a planning domain for {}, not for {}")
    return build(make, instance, Options(memory_limit=memory_limit).limits())
