"""A deal of The Crew to walk through, which knows whether the current position can still be won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.moves import Choice, Move
from crewsat.games.crew.tricks import Trick
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads
from crewsat.questions.crew.answers import CrewAnswers
from crewsat.questions.crew.option import Option
from crewsat.questions.state_questions import StateQuestions

if TYPE_CHECKING:
    from crewsat.engine.asking import Decider
    from crewsat.games.crew.instance import Crew


@reads("State", ALL | CHANGES | COVERED | PASSING)
class CrewState(Walk, StateQuestions[Move, tuple[Trick | Choice, ...], Option]):
    """A play of The Crew in progress, which knows whether it can still be won.

    Copies share what they find out, so a state and its copies are for one thread at a time. The play of a yes starts
    with the incomplete trick.

    Args:
        instance: the deal or position to start from; moves before it cannot be taken back.
        decider: a child process for the questions; by default they are answered where `crewsat.decide` would answer
            them.
        seed: varies the search.
    """

    def __init__(self, instance: Crew, *, decider: Decider | None = None, seed: int | None = None) -> None:
        super().__init__(instance)
        self.asks(CrewAnswers(instance), decider, seed)
