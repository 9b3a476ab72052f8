"""A deal of The Crew to walk through, which knows whether the position it has come to can still be won."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any, Self

from crewsat.engine.frontend import Decider, needs_child, verdict_of
from crewsat.engine.options import Options
from crewsat.engine.question import Question
from crewsat.errors import Stopped
from crewsat.games.crew.walk import Walk
from crewsat.questions.children import call, value
from crewsat.questions.crew import Option
from crewsat.questions.crew_answers import CrewAnswers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.verdict import Verdict
    from crewsat.workers.process import Call, Reply, Tell


class CrewState(Walk):
    """A play of The Crew in progress, which knows whether it can still be won.

    Copies share what they find out, so a state and its copies are for one thread at a time.

    Args:
        instance: the deal or position to start from; cards before it cannot be taken back.
        decider: a child process for the questions; by default they are answered where `crewsat.decide` would.
    """

    def __init__(self, instance: Crew, *, decider: Decider | None = None) -> None:
        super().__init__(instance)
        self._decider = decider
        self._answers = CrewAnswers(instance)

    def winnable(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> Verdict:
        """Decide whether the position can still be won.

        Args:
            time_limit: seconds of wall time, kept as `crewsat.decide` keeps it.
            memory_limit: MB, as in `crewsat.decide`.

        Returns:
            A verdict as `crewsat.decide` returns; the play of a yes starts with the trick that is not complete, and has
            been replayed from here.
        """
        limits = Options(time_limit=time_limit, memory_limit=memory_limit).limits()
        known = self._answers.known(self)
        if known is not None:
            return known
        if self._apart(limits):
            return self._heard(self._run(self._call(_winnable, limits)))
        return self._answers.decide(self, limits, _nobody)

    async def winnable_async(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> Verdict:
        """Decide as `winnable` does, in a child while the event loop goes on; cancelling kills the work at once.

        The state must stay as it is meanwhile.
        """
        limits = Options(time_limit=time_limit, memory_limit=memory_limit).limits()
        known = self._answers.known(self)
        return self._heard(await self._run_async(self._call(_winnable, limits))) if known is None else known

    def options(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> tuple[Option, ...]:
        """Decide for every legal card whether the deal can still be won when it has been played.

        Args:
            time_limit: seconds of wall time for all cards together.
            memory_limit: as in `winnable`.

        Returns:
            One option per card of `legal`, as `crewsat.options` returns them.
        """
        limits = Options(time_limit=time_limit, memory_limit=memory_limit).limits()
        if self._apart(limits) and self.legal():
            return self._heard_options(self._run(self._call(_options, limits)))
        return self._answers.options(self, limits, _nobody)

    async def options_async(
        self, *, time_limit: float | None = None, memory_limit: float | None = None
    ) -> tuple[Option, ...]:
        """Decide as `options` does, in a child while the event loop goes on; cancelling kills the work at once.

        The state must stay as it is meanwhile.
        """
        limits = Options(time_limit=time_limit, memory_limit=memory_limit).limits()
        return self._heard_options(await self._run_async(self._call(_options, limits))) if self.legal() else ()

    def hint(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> Card | None:
        """Return a card that keeps the deal winnable; arguments as in `winnable`.

        None if the play is over, cannot be won, or was not decided within the limits; `winnable` tells which.
        """
        card = self._answers.hint(self)
        if card is None:
            self.winnable(time_limit=time_limit, memory_limit=memory_limit)
            card = self._answers.hint(self)
        return card

    async def hint_async(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> Card | None:
        """Return what `hint` does, by `winnable_async`."""
        card = self._answers.hint(self)
        if card is None:
            await self.winnable_async(time_limit=time_limit, memory_limit=memory_limit)
            card = self._answers.hint(self)
        return card

    def copy(self) -> Self:
        """Return a state that goes on from here on its own; it can take back the same cards and knows as much."""
        return super().copy()

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process gets the position, and finds out anew what is known of it."""
        return _walked, (self.start, self.path)

    def _apart(self, limits: Limits) -> bool:
        """Whether a question is answered in a child."""
        return self._decider is not None or needs_child(self.start, limits)

    def _call(self, function: Callable[..., Any], limits: Limits) -> Call:
        return call(function, self.start, self.path, limits, limits=limits)

    def _run(self, wanted: Call) -> Reply:
        if self._decider is not None:
            return self._decider.run(wanted)
        with Decider() as decider:
            return decider.run(wanted)

    async def _run_async(self, wanted: Call) -> Reply:
        if self._decider is not None:
            return await self._decider.run_async(wanted)
        with Decider() as decider:
            return await decider.run_async(wanted)

    def _heard(self, reply: Reply) -> Verdict:
        return self._answers.remember(self, verdict_of(Question.of(self.start, "auto"), reply))

    def _heard_options(self, reply: Reply) -> tuple[Option, ...]:
        """Return what a child has found; if it was ended, what it had noted until then."""
        try:
            found: tuple[Option, ...] = value(reply)
        except Stopped as stopped:
            players = ((self.player or self.start.holder[card], card) for card in self.legal())
            unknown = (Option(player, card, "unknown", "none", reason=stopped.reason) for player, card in players)
            found = tuple(reply.notes.get(f"option {k}", option) for k, option in enumerate(unknown))
        return self._answers.remember_options(self, found)


def _walked(start: Crew, path: Sequence[Card]) -> CrewState:
    """Return a state at a position."""
    state = CrewState(start)
    for card in path:
        state.play(card)
    return state


_WARM: list[tuple[Walk, CrewAnswers]] = []
"""In a child: the deal that was asked about last, and what is known of it."""


def _warm(start: Crew, path: Sequence[Card]) -> tuple[Walk, CrewAnswers]:
    """Return a walk at a position, and the answers about its deal."""
    if not (_WARM and _WARM[0][0].start == start):
        _WARM[:] = [(Walk(start), CrewAnswers(start))]
    walk, answers = _WARM[0]
    common = sum(1 for _ in takewhile(bool, map(eq, walk.path, path)))
    for _ in walk.path[common:]:
        walk.undo()
    for card in path[common:]:
        walk.play(card)
    return walk, answers


def _winnable(start: Crew, path: Sequence[Card], limits: Limits, *, deadline: float | None, note: Tell) -> Verdict:
    walk, answers = _warm(start, path)
    return answers.decide(walk, replace(limits, deadline=deadline), note)


def _options(
    start: Crew, path: Sequence[Card], limits: Limits, *, deadline: float | None, note: Tell
) -> tuple[Option, ...]:
    walk, answers = _warm(start, path)
    return answers.options(walk, replace(limits, deadline=deadline), note)


def _nobody(_known: object) -> None:
    """Take note of nothing."""


State = CrewState
"""The name under which `crewsat.State` finds it."""
