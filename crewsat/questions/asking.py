"""Requests for the questions in the table of a game; some are about what has been decided before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from crewsat.base.errors import WrongOption
from crewsat.engine.decision import Decision
from crewsat.engine.request import Request
from crewsat.games import check_instance
from crewsat.games.parts import question_of
from crewsat.workers.process import GRACE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.options import Options
    from crewsat.engine.request import Tell
    from crewsat.games.game import Question
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict

ResultT = TypeVar("ResultT")

LACKING = {
    "options": "options applies to {}, not to {}",
    "explain": "there are no explanations for {1}",
    "review": "review applies to {}, not to {}",
    "best_score": "the best score is a question about {}, not about {}",
    "least_hand_size": "the least hand is a question about {}, not about {}",
    "coalitions": "coalitions are a question about {}, not about {}",
}
"""What is said of a game that does not have a question."""


@dataclass(frozen=True)
class Asking(Request[ResultT]):
    """A question of a game.

    Attributes:
        name: the name of the question.
    """

    name: str

    def question(self, game: str) -> Question:
        """Return the question as the game has it.

        Raises:
            WrongOption: if the game does not have it, or it does not take one of the options.
        """
        question = question_of(game, self.name, lacking(self.name))
        for option in ("solver", "seed"):
            if getattr(self.options, option) is not None and option not in question.options:
                raise WrongOption(f"{game} is not decided by a formula; a {option} does not apply")
        return question

    def check(self, instance: Instance) -> None:
        """Check that the game of an instance has the question, with these options."""
        check_instance(instance)
        self.question(instance.game).check(instance)
        Decision(self.options).check(instance)

    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> ResultT:
        """Answer in this process."""
        found: ResultT = self.question(instance.game).code(instance, limits, note=note)
        return found

    def unfinished(self, instance: Instance, reason: Reason, notes: Mapping[str, Any], seconds: float) -> ResultT:
        """Return what the question makes of what had been noted."""
        code = self.question(instance.game).unfinished
        if code is None:
            return super().unfinished(instance, reason, notes, seconds)
        known: ResultT = code(instance, reason, notes)
        return known


def request_for(game: str, name: str, options: Options) -> Request[Any]:
    """Return the request for a question of a game.

    Raises:
        WrongOption: if the game does not have the question.
    """
    request: Request[Any] = question_of(game, name, lacking(name)).request(options, name)
    return request


def lacking(name: str) -> str:
    """Return what is said of a game that does not have a question, as `crewsat.games.parts.check_has` takes it."""
    return LACKING.get(name, f"{name.replace('_', '-')} applies to {{}}, not to {{}}")


@dataclass(frozen=True)
class AfterDecision(Asking[ResultT]):
    """A question about what has been decided, which is decided first if it is not known.

    Attributes:
        verdict: whether the instance can be won; None to decide that first.
        grace: seconds before the deadline at which what follows the decision is to end.
    """

    verdict: Verdict | None = None
    grace: float = 0.0

    def for_child(self) -> Self:
        """Return the request as a child gets it: single steps may take a while, and a late result would be lost."""
        return replace(self, grace=GRACE)

    @property
    def decision(self) -> Decision:
        """The decision that comes first."""
        return Decision(self.options)

    def after(self, instance: Instance, verdict: Verdict, limits: Limits) -> ResultT:
        """Answer, once the instance has been decided."""
        raise NotImplementedError

    def broken_off(self, instance: Instance, verdict: Verdict, reason: str | None) -> ResultT:
        """Return what follows from the verdict alone; `reason` is why nothing followed it."""
        raise NotImplementedError

    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> ResultT:
        """Decide if necessary, and answer in the time that is left."""
        if self.verdict is not None:
            return self.after(instance, self.verdict, limits)
        decision = self.decision
        proof = None if decision.options.proof is None else limits.proof
        verdict = decision.answer(instance, replace(limits, proof=proof), note=note)
        note({"decided": verdict})
        rest = None if limits.deadline is None else limits.deadline - self.grace
        return self.after(instance, verdict, replace(limits, deadline=rest))

    def unfinished(self, instance: Instance, reason: Reason, notes: Mapping[str, Any], seconds: float) -> ResultT:
        """Return what follows from the verdict alone, or from what is known of it."""
        verdict = notes.get("decided") if self.verdict is None else self.verdict
        if verdict is not None:
            return self.broken_off(instance, verdict, reason)
        return self.broken_off(instance, self.decision.unfinished(instance, reason, notes, seconds), None)
