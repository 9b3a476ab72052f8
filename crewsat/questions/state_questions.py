"""Questions to a state of any game, within limits: whether it can be won, by which moves, and a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, Unpack

from crewsat.base.errors import Stopped
from crewsat.engine.asking import Decider, ask_async
from crewsat.engine.notes import ignore_progress
from crewsat.engine.options import Limited, Options
from crewsat.engine.request import needs_child
from crewsat.engine.signatures import takes
from crewsat.questions.position_requests import OptionsThere, Position, Winnable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Request
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.questions.position_answers import PositionAnswers

Move = TypeVar("Move")
PlayT = TypeVar("PlayT", bound=tuple[Any, ...])
OptionT = TypeVar("OptionT")
ResultT = TypeVar("ResultT")


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

    def asks(
        self, answers: PositionAnswers[Move, Any, OptionT], decider: Decider | None = None, seed: int | None = None
    ) -> None:
        """Have questions answered by these answers, in a child process if one is given."""
        self._answers = answers
        self._decider = decider
        self._seed = seed

    @takes(Limited)
    def winnable(self, **limits: Unpack[Limited]) -> Verdict[PlayT]:
        """Decide whether the position can still be won.

        Args:
            limits: options of `crewsat.decide`.

        Returns:
            A verdict on the position as `crewsat.decide` returns it; the play of a yes has been replayed from here.
        """
        options = self._options(limits)
        known = self._answers.known(self)
        if known is not None:
            return known
        own = options.limits()
        if self._apart(own):
            return self._answers.remember(self, self._asked(Winnable(options, self._position)))
        return self._answers.decide(self, own, ignore_progress)

    @takes(Limited)
    async def winnable_async(self, **limits: Unpack[Limited]) -> Verdict[PlayT]:
        """Decide as `winnable` does, in a child while the event loop goes on; cancelling kills the work at once.

        The state must not change meanwhile.
        """
        options = self._options(limits)
        known = self._answers.known(self)
        if known is not None:
            return known
        return self._answers.remember(self, await self._asked_async(Winnable(options, self._position)))

    @takes(Limited)
    def options(self, **limits: Unpack[Limited]) -> tuple[OptionT, ...]:
        """Decide for every legal move whether the game can still be won after it.

        Args:
            limits: options of `crewsat.decide`, for all moves together.

        Returns:
            One option per move, in the order of `legal`; the answer is unknown if it was not decided within the limits.
        """
        options = self._options(limits)
        own = options.limits()
        if not self._apart(own):
            return self._answers.options(self, own, ignore_progress)
        try:
            found = self._asked(OptionsThere(options, self._position))
        except Stopped as stopped:
            return self._answers.unknown(self, stopped.reason)
        return self._answers.remember_options(self, found)

    @takes(Limited)
    async def options_async(self, **limits: Unpack[Limited]) -> tuple[OptionT, ...]:
        """Decide as `options` does, in a child while the event loop goes on; cancelling kills the work at once.

        The state must not change meanwhile.
        """
        request = OptionsThere(self._options(limits), self._position)
        try:
            found = await self._asked_async(request)
        except Stopped as stopped:
            return self._answers.unknown(self, stopped.reason)
        return self._answers.remember_options(self, found)

    @takes(Limited)
    def hint(self, **limits: Unpack[Limited]) -> Move | None:
        """Return a move that keeps the game winnable; arguments as in `winnable`.

        None if the play is over, cannot be won, or was not decided within the limits; `winnable` says which.
        """
        move = self._answers.hint(self)
        if move is None:
            self.winnable(**limits)
            move = self._answers.hint(self)
        return move

    @takes(Limited)
    async def hint_async(self, **limits: Unpack[Limited]) -> Move | None:
        """Return what `hint` does, by `winnable_async`."""
        move = self._answers.hint(self)
        if move is None:
            await self.winnable_async(**limits)
            move = self._answers.hint(self)
        return move

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the position only: another process finds out anew what is known about it."""
        return _walked, (type(self), self.start, self.path, self._seed)

    @property
    def _position(self) -> Position:
        """The position, as a child process gets it."""
        return Position(type(self._answers), self.path)

    def _options(self, limits: Limited) -> Options:
        return Options(**limits, seed=self._seed)

    def _apart(self, limits: Limits) -> bool:
        """Return whether a question is answered in a child."""
        return self._decider is not None or needs_child(self.start, limits)

    def _asked(self, request: Request[ResultT]) -> ResultT:
        if self._decider is not None:
            return self._decider.ask(request, self.start)
        with Decider() as decider:
            return decider.ask(request, self.start)

    async def _asked_async(self, request: Request[ResultT]) -> ResultT:
        if self._decider is not None:
            return await self._decider.ask_async(request, self.start)
        return await ask_async(request, self.start)


def _walked(kind: type[Any], start: Instance, path: Sequence[Any], seed: int | None) -> Any:  # noqa: ANN401 - a state
    """Return a state at a position."""
    state = kind(start, seed=seed)
    for move in path:
        state.play(move)
    return state
