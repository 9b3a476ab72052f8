"""Questions to a state of any game, within limits: whether it can be won, by which moves, and a hint."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from crewsat.base.errors import Stopped
from crewsat.engine.frontend import Decider, needs_child, verdict_of
from crewsat.engine.options import Options
from crewsat.engine.question import Question, ignore_progress
from crewsat.questions.asking import ask, call, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.questions.position_answers import PositionAnswers
    from crewsat.workers.process import Call, Reply, Tell

Move = TypeVar("Move")
PlayT = TypeVar("PlayT", bound=tuple[Any, ...])
OptionT = TypeVar("OptionT")


class StateQuestions(Generic[Move, PlayT, OptionT]):
    """The questions of a state, a mixin for the walk of a game.

    Attributes:
        start: the instance from which the walk started.
        path: the moves since then.
    """

    _answers: PositionAnswers[Move, Any, OptionT]
    _decider: Decider | None
    _seed: int | None

    if TYPE_CHECKING:  # the walk provides them

        @property
        def start(self) -> Instance: ...  # noqa: D102
        @property
        def path(self) -> tuple[Move, ...]: ...  # noqa: D102

    def winnable(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> Verdict[PlayT]:
        """Decide whether the position can still be won.

        Args:
            time_limit: seconds of wall time, kept as `crewsat.decide` keeps it.
            memory_limit: MB, as in `crewsat.decide`.

        Returns:
            A verdict on the position as `crewsat.decide` returns it; the play of a yes has been replayed from here.
        """
        limits = self._limits(time_limit, memory_limit)
        known = self._answers.known(self)
        if known is not None:
            return known
        if self._apart(limits):
            return self._heard(self._run(self._call(_winnable, limits)))
        return self._answers.decide(self, limits, ignore_progress)

    async def winnable_async(
        self, *, time_limit: float | None = None, memory_limit: float | None = None
    ) -> Verdict[PlayT]:
        """Decide as `winnable` does, in a child while the event loop goes on; cancelling kills the work at once.

        The state must not change meanwhile.
        """
        limits = self._limits(time_limit, memory_limit)
        known = self._answers.known(self)
        return self._heard(await self._run_async(self._call(_winnable, limits))) if known is None else known

    def options(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> tuple[OptionT, ...]:
        """Decide for every legal move whether the game can still be won after it.

        Args:
            time_limit: seconds of wall time for all moves together.
            memory_limit: as in `winnable`.

        Returns:
            One option per move, in the order of `legal`; the answer is unknown if it was not decided within the limits.
        """
        limits = self._limits(time_limit, memory_limit)
        if self._apart(limits):
            return self._heard_options(self._run(self._call(_options, limits)))
        return self._answers.options(self, limits, ignore_progress)

    async def options_async(
        self, *, time_limit: float | None = None, memory_limit: float | None = None
    ) -> tuple[OptionT, ...]:
        """Decide as `options` does, in a child while the event loop goes on; cancelling kills the work at once.

        The state must not change meanwhile.
        """
        limits = self._limits(time_limit, memory_limit)
        return self._heard_options(await self._run_async(self._call(_options, limits)))

    def hint(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> Move | None:
        """Return a move that keeps the game winnable; arguments as in `winnable`.

        None if the play is over, cannot be won, or was not decided within the limits; `winnable` says which.
        """
        move = self._answers.hint(self)
        if move is None:
            self.winnable(time_limit=time_limit, memory_limit=memory_limit)
            move = self._answers.hint(self)
        return move

    async def hint_async(self, *, time_limit: float | None = None, memory_limit: float | None = None) -> Move | None:
        """Return what `hint` does, by `winnable_async`."""
        move = self._answers.hint(self)
        if move is None:
            await self.winnable_async(time_limit=time_limit, memory_limit=memory_limit)
            move = self._answers.hint(self)
        return move

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the position only: another process finds out anew what is known about it."""
        return _walked, (type(self), self.start, self.path, self._seed)

    def _limits(self, time_limit: float | None, memory_limit: float | None) -> Limits:
        """Start the clock."""
        return Options(time_limit=time_limit, memory_limit=memory_limit, seed=self._seed).limits()

    def _apart(self, limits: Limits) -> bool:
        """Return whether a question is answered in a child."""
        return self._decider is not None or needs_child(self.start, limits)

    def _call(self, function: Callable[..., Any], limits: Limits) -> Call:
        return call(function, _Position(type(self._answers), self.start, self.path), limits, limits=limits)

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

    def _heard(self, reply: Reply) -> Verdict[PlayT]:
        return self._answers.remember(self, verdict_of(Question.of(self.start, "auto"), reply))

    def _heard_options(self, reply: Reply) -> tuple[OptionT, ...]:
        """Return what a child has found or, if it was ended, what it had noted until then."""
        try:
            found: tuple[OptionT, ...] = value(reply)
        except Stopped as stopped:
            found = _noted(reply.notes, self._answers.unknown(self, stopped.reason))
        return self._answers.remember_options(self, found)


def options_of(
    kind: type[PositionAnswers[Any, Any, OptionT]], instance: Instance, limits: Limits
) -> tuple[OptionT, ...]:
    """Decide for every legal move of an instance whether it can still be won, here or in a child.

    Args:
        kind: what answers about positions of the game.
        instance: the position.
        limits: of all moves together.

    Raises:
        Stopped: if a limit is reached before it is known which moves there are.
    """
    known: dict[str, Any] = {}
    try:
        return ask(_options_from, instance, kind, limits=limits, known=known)
    except Stopped as stopped:
        if "unknown" not in known:
            raise
        return _noted(known, [replace(option, reason=stopped.reason) for option in known["unknown"]])


def _options_from(instance: Instance, kind: type[PositionAnswers[Any, Any, Any]], limits: Limits, *, note: Tell) -> Any:  # noqa: ANN401 - options of a game
    answers, walk = kind(instance), kind.walk(instance)
    note({"unknown": answers.unknown(walk, "time")})
    return answers.options(walk, limits, note)


def _noted(known: Mapping[str, Any], unknown: Sequence[OptionT]) -> tuple[OptionT, ...]:
    """Return what was noted about each move before an interruption, or else what says that nothing is known."""
    return tuple(known.get(f"option {k}", option) for k, option in enumerate(unknown))


def _walked(kind: type[Any], start: Instance, path: Sequence[Any], seed: int | None) -> Any:  # noqa: ANN401 - a state
    """Return a state at a position."""
    state = kind(start, seed=seed)
    for move in path:
        state.play(move)
    return state


class _Position(NamedTuple):
    """What a child needs to know about a state."""

    kind: type[PositionAnswers[Any, Any, Any]]
    start: Instance
    path: Sequence[Any]


_WARM: list[tuple[PositionAnswers[Any, Any, Any], Any]] = []
"""In a child: the answers about the most recent instance, and a walk from there."""


def _warm(position: _Position) -> tuple[PositionAnswers[Any, Any, Any], Any]:
    """Return the answers about an instance, and a walk at a position."""
    kind, start, path = position
    if not (_WARM and type(_WARM[0][0]) is kind and _WARM[0][0].start == start):
        _WARM[:] = [(kind(start), kind.walk(start))]
    answers, walk = _WARM[0]
    common = sum(1 for _ in takewhile(bool, map(eq, walk.path, path)))
    for _ in walk.path[common:]:
        walk.undo()
    for move in path[common:]:
        walk.play(move)
    return answers, walk


def _winnable(position: _Position, limits: Limits, *, deadline: float | None, note: Tell) -> Verdict:
    answers, walk = _warm(position)
    return answers.decide(walk, replace(limits, deadline=deadline), note)


def _options(position: _Position, limits: Limits, *, deadline: float | None, note: Tell) -> tuple[Any, ...]:
    answers, walk = _warm(position)
    return answers.options(walk, replace(limits, deadline=deadline), note)
