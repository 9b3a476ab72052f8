"""A game of Hanabi to walk through, which knows whether the target can still be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.walk import Walk
from crewsat.games.scope import reads
from crewsat.questions.hanabi.answers import HanabiAnswers
from crewsat.questions.hanabi.option import ActionOption
from crewsat.questions.state_questions import StateQuestions

if TYPE_CHECKING:
    from crewsat.engine.asking import Decider
    from crewsat.games.hanabi.instance import Hanabi


@reads("State", ALL)
class HanabiState(Walk, StateQuestions[Action, tuple[Action, ...], ActionOption]):
    """A game of Hanabi in progress, which knows whether its target can still be reached.

    Copies share what they find out, so a state and its copies are for one thread at a time.

    Args:
        instance: the game or position to start from; its actions cannot be taken back.
        decider: a child process for the questions; by default they are answered where `crewsat.decide` would answer
            them.
        seed: varies the search.
    """

    def __init__(self, instance: Hanabi, *, decider: Decider | None = None, seed: int | None = None) -> None:
        super().__init__(instance)
        self.asks(HanabiAnswers(instance), decider, seed)
