"""Requests for the questions in the table of a game; some are about an instance that has been decided before."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

from crewsat.base.errors import WrongOption
from crewsat.engine.decision import Decision
from crewsat.engine.options import Options
from crewsat.engine.request import Request
from crewsat.games import GAMES, check_instance
from crewsat.games.parts import question_of
from crewsat.solvers.opening import SOLVERS
from crewsat.workers.process import GRACE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.instance import Instance
    from crewsat.games.question import Question
    from crewsat.games.verdict import Verdict

ResultT = TypeVar("ResultT")

DECIDED = frozenset(field.name for field in fields(Options))
"""The options of a decision: all."""


@dataclass(frozen=True)
class Asking(Request[ResultT]):
    """A question of a game.

    Attributes:
        name: the name of the question.
    """

    name: str

    @cached_property
    def decision(self) -> Decision:
        """The decision with the same options."""
        return Decision(self.options)

    def question(self, game: str) -> Question:
        """Return the question as the game has it.

        Raises:
            WrongOption: if the game does not have it.
        """
        return question_of(game, self.name)

    def allowed(self, game: str) -> frozenset[str]:
        """Return the names of the options that it takes about a game."""
        return self.question(game).options

    def check(self, instance: Instance) -> None:
        """Check that the game of an instance has the question, with these options."""
        check_instance(instance)
        question = self.question(instance.game)
        self._check_options(instance.game)
        question.check(instance)
        if question.incremental:
            self.options.check_solver(SOLVERS)
        self.decision.check(instance)

    def _check_options(self, game: str) -> None:
        """Check that no option is given that the question does not take.

        Raises:
            WrongOption: if one is given.
        """
        allowed, plain = self.allowed(game), Options()
        for name in DECIDED - allowed:
            if getattr(self.options, name) != getattr(plain, name):
                if name in {"solver", "seed"} and not any(method.kind.formula for method in GAMES[game].methods):
                    raise WrongOption(f"{game} is not decided by a formula; a {name} does not apply")
                raise WrongOption(f"{self.name.replace('_', '-')} takes no {name}")

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


def request_for(game: str, name: str, options: Options, **own: Any) -> Request[Any]:  # noqa: ANN401 - of the request
    """Return the request for a question of a game.

    Args:
        game: by its name.
        name: of the question.
        options: those of the table.
        own: arguments of the request itself, as `Question.options` names them.

    Raises:
        WrongOption: if the game does not have the question.
    """
    request: Request[Any] = question_of(game, name).request(options, name, **own)
    return request


@dataclass(frozen=True)
class AfterDecision(Asking[ResultT]):
    """A question about a decided instance, which is decided first if no verdict is given.

    Attributes:
        verdict: whether the instance can be won; None to decide that first.
        grace: seconds before the deadline at which what follows the decision is to end.
    """

    verdict: Verdict | None = None
    grace: float = 0.0

    def for_child(self) -> Self:
        """Return the request as a child gets it: single steps may take a while, and a late result would be lost."""
        return replace(self, grace=GRACE)

    def allowed(self, game: str) -> frozenset[str]:
        """Return the names of its own options, and of those of the decision."""
        return super().allowed(game) | DECIDED

    def needs_child(self, instance: Instance, limits: Limits) -> bool:
        """Return whether it, or the decision that comes first, is answered in a child."""
        first = self.verdict is None and self.decision.needs_child(instance, limits)
        return first or super().needs_child(instance, limits)

    @abstractmethod
    def after(self, instance: Instance, verdict: Verdict, limits: Limits) -> ResultT:
        """Answer, once the instance has been decided."""

    @abstractmethod
    def broken_off(self, instance: Instance, verdict: Verdict, reason: str | None) -> ResultT:
        """Return what follows from the verdict alone; `reason` is why nothing followed it."""

    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> ResultT:
        """Decide if necessary, and answer in the time that is left."""
        if self.verdict is not None:
            return self.after(instance, self.verdict, limits)
        decision = self.decision
        proof = None if decision.options.proof is None else limits.proof
        verdict = decision.answer(instance, replace(limits, proof=proof), note=note)
        note({"decided": replace(verdict, model=None)})
        rest = None if limits.deadline is None else limits.deadline - self.grace
        return self.after(instance, verdict, replace(limits, deadline=rest, shown=False))

    def unfinished(self, instance: Instance, reason: Reason, notes: Mapping[str, Any], seconds: float) -> ResultT:
        """Return what follows from the verdict alone, or from what is known of it."""
        verdict = notes.get("decided") if self.verdict is None else self.verdict
        if verdict is not None:
            return self.broken_off(instance, verdict, reason)
        return self.broken_off(instance, self.decision.unfinished(instance, reason, notes, seconds), None)
