"""A deck of solitaire Hanabi to walk through, which knows whether the current position can still be won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.rules import Step
from crewsat.games.hanabi_solitaire.walk import Walk
from crewsat.games.scope import reads
from crewsat.questions.hanabi_solitaire.answers import HanabiSolitaireAnswers, StepOption
from crewsat.questions.state_questions import StateQuestions

if TYPE_CHECKING:
    from crewsat.engine.asking import Decider
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


@reads("State", ALL)
class HanabiSolitaireState(Walk, StateQuestions[Step, tuple[Step, ...], StepOption]):
    """A play of solitaire Hanabi in progress, which knows whether it can still be won.

    Copies share what they find out, so a state and its copies are for one thread at a time.

    Args:
        instance: the deck.
        decider: a child process for the questions; by default they are answered where `crewsat.decide` would answer
            them.
        seed: varies the search.
    """

    def __init__(self, instance: HanabiSolitaire, *, decider: Decider | None = None, seed: int | None = None) -> None:
        super().__init__(instance)
        self.asks(HanabiSolitaireAnswers(instance), decider, seed)
