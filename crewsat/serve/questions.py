"""The questions of the table of games, asked by other programs."""

from __future__ import annotations

import time
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import WrongOption
from crewsat.engine.asking import answered
from crewsat.engine.decision import Decision
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.parts import check_has
from crewsat.questions.asking import request_for
from crewsat.questions.listing import Listing
from crewsat.serve.answering import Answer, Answering, instance_from
from crewsat.serve.parameters import DEAL, INSTANCE, Parameter, options_parameters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Request
    from crewsat.games.question import Question
    from crewsat.games.result import Result
    from crewsat.workers.process import Tell

_TABLE = frozenset(field.name for field in fields(Options))
_OWN = {"narrow": Parameter("narrow", ["integer"], "In Hanabi: the most narrow moments named, the last ones.", least=0)}
"""Options of questions that are not in the table of options."""
_COUNT = Parameter("count", ["integer"], "The most winning lines that are listed.", least=1)
_EXPLAIN = Parameter("explain", ["boolean"], "Explain a no: what is in conflict, why, and which changes would win.")
_LEAST_TIME = 1e-3


class Asking(Answering):
    """A question of the table of games."""

    def __init__(self, name: str, values: Mapping[str, Any], megabytes: float) -> None:
        self.instance = instance_from(values, **_reading(name))
        self.request = self.request_of(name, values, megabytes)
        self.request.check(self.instance)

    def request_of(self, name: str, values: Mapping[str, Any], megabytes: float) -> Request[Any]:
        """Return the request to the engine.

        Raises:
            WrongOption: if the game does not have the question.
        """
        own = {option: values[option] for option in _OWN if option in values}
        return request_for(self.instance.game, _records(name)[0].name, options_of(values, megabytes), **own)

    @classmethod
    def parameters(cls, name: str) -> list[Parameter]:
        """Return the instance and the options of the question."""
        names = {option for record in _records(name) for option in record.options}
        return [INSTANCE, DEAL, *options_parameters(names), *(_OWN[own] for own in sorted(names - _TABLE))]

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Ask, within the limits of the child."""
        limits = replace(self.request.limits(), shown=True)
        if deadline is not None:
            limits = replace(limits, deadline=min(deadline, limits.deadline or deadline))
        return self.shown(self.found(limits, note))

    def found(self, limits: Limits, note: Tell) -> Result:
        """Return the answer of the engine."""
        result: Result = answered(self.request.for_child(), self.instance, limits, note=note)
        return result

    def unfinished(self, reason: Reason, known: Mapping[str, Any], seconds: float) -> Answer:
        """Return what the question makes of what was noted."""
        return self.shown(self.request.unfinished(self.instance, reason, known, seconds))

    def shown(self, result: Result) -> Answer:
        """Return the answer with this result."""
        received: Result = self.request.received(result)
        return Answer(received.as_dict(), lambda: received.printed(self.instance), self.instance.names)


class Deciding(Asking):
    """Whether an instance can be won."""

    def __init__(self, name: str, values: Mapping[str, Any], megabytes: float) -> None:
        self._count: int | None = values.get("count")
        super().__init__(name, values, megabytes)
        if self._count is not None:
            check_has(self.instance.game, "lines", "count applies to {}, not to {}")

    @classmethod
    def parameters(cls, name: str) -> list[Parameter]:
        """Return the instance, and the options of the command."""
        del name
        return [INSTANCE, DEAL, *options_parameters(_TABLE), _COUNT, _EXPLAIN]

    def request_of(self, name: str, values: Mapping[str, Any], megabytes: float) -> Request[Any]:
        """Return the request to the engine."""
        del name
        options = options_of(values, megabytes)
        if not values.get("explain"):
            return Decision(options)
        if self._count is not None:
            raise WrongOption("count and explain exclude each other")
        return request_for(self.instance.game, "explain", options)

    def found(self, limits: Limits, note: Tell) -> Result:
        """Decide, and look for winning lines if some are wanted."""
        verdict = super().found(limits, note)
        if self._count is None or verdict.decided is None or verdict.decided.answer != "yes":
            return verdict
        listing = Listing()
        options = replace(self.request.options, memory_limit=None)  # the memory of this child is watched
        left = None if limits.deadline is None else max(_LEAST_TIME, limits.deadline - time.monotonic())
        listing.find(self.instance, self._count, options, seconds=left)
        return listing.added_to(verdict.decided)


def options_of(values: Mapping[str, Any], megabytes: float) -> Options:
    """Return the options of the table among parameters.

    Raises:
        WrongOption: if they are not allowed.
    """
    return Options(**{name: values[name] for name in _TABLE if name in values} | {"memory_limit": megabytes})


def _records(name: str) -> list[Question]:
    """Return a question as the games have it that have it."""
    return [one for game in GAMES.values() for one in game.questions.values() if one.command == name]


def _reading(name: str) -> Mapping[str, Any]:
    """Return how the instance of a question is read."""
    return next((record.reading for record in _records(name)), {})
