"""Answers about the positions of one play, and what is known about them so far; for every game.

Results are kept: a line that wins answers for all positions along it, a no for all positions after it. Every yes is
replayed from the position it is about, by the walk itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from crewsat.base.errors import BugFound, IllegalPlay
from crewsat.games import GAMES
from crewsat.games.verdict import Statistics, Verdict
from crewsat.questions.position_cache import PositionCache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.game import Play
    from crewsat.games.instance import Instance
    from crewsat.games.outcome import Outcome
    from crewsat.workers.process import Tell

Move = TypeVar("Move")


class Walking(Protocol[Move]):
    """What the walks of all games can do."""

    @property
    def start(self) -> Instance: ...  # noqa: D102
    @property
    def instance(self) -> Instance: ...  # noqa: D102
    @property
    def path(self) -> tuple[Move, ...]: ...  # noqa: D102
    @property
    def outcome(self) -> Outcome: ...  # noqa: D102
    def legal(self) -> tuple[Move, ...]: ...  # noqa: D102
    def play(self, move: Move, /) -> None: ...  # noqa: D102
    def undo(self) -> Move: ...  # noqa: D102


WalkT = TypeVar("WalkT", bound=Walking[Any])
OptionT = TypeVar("OptionT")


class PositionAnswers(ABC, Generic[Move, WalkT, OptionT]):
    """Answers about the walks that start from an instance; all of them must start there.

    Attributes:
        walk: the type of these walks.
    """

    walk: ClassVar[type[Any]]

    def __init__(self, start: Instance) -> None:
        self.start = start
        self._known: PositionCache[Move] = PositionCache()

    @abstractmethod
    def find(self, walk: WalkT, limits: Limits, note: Tell) -> Verdict:
        """Decide a position in this process; nothing is known about it, and the play is not over."""

    @abstractmethod
    def moves_of(self, walk: WalkT, play: Play) -> Sequence[Move]:
        """Return the moves of a play from a position on."""

    @abstractmethod
    def moved(self, walk: WalkT) -> Play:
        """Return the parts of the play so far."""

    @abstractmethod
    def option(self, walk: WalkT, move: Move, verdict: Verdict) -> OptionT:
        """Return the option for a legal move; the play of its verdict begins with the move."""

    @abstractmethod
    def verdict_of(self, option: OptionT) -> tuple[Move, Verdict]:
        """Return the move of an option, and its content as a verdict."""

    def hint(self, walk: WalkT) -> Move | None:
        """Return the next move of a line that is known to win; None if none is known."""
        return next(self._known.line(walk.path), None)

    def known(self, walk: WalkT) -> Verdict[Any] | None:
        """Return the verdict on a position if it is already known: the play is over, or it has been found before."""
        if walk.outcome.status != "open":
            return self._over(walk)
        verdict = self._known.verdict(walk.path)
        if verdict is None:
            return None
        if verdict.answer == "no":
            return replace(verdict, statistics=Statistics())
        return self.won(walk, self._known.line(walk.path), verdict)

    def remember(self, walk: WalkT, verdict: Verdict) -> Verdict[Any]:
        """Keep a verdict on a position, and return it."""
        if walk.outcome.status != "lost":
            if verdict.answer == "no":
                self._known.lost(walk.path, verdict)
            elif verdict.answer == "yes":
                self._known.won(walk.path, self.moves_of(walk, verdict.play or ()), verdict)
        return verdict

    def decide(self, walk: WalkT, limits: Limits, note: Tell) -> Verdict[Any]:
        """Decide a position in this process."""
        known = self.known(walk)
        return self.remember(walk, self.find(walk, limits, note)) if known is None else known

    def options(self, walk: WalkT, limits: Limits, note: Tell) -> tuple[OptionT, ...]:
        """Decide every legal move in this process; each answer is noted as soon as it is known."""
        found: list[OptionT] = []
        for move in walk.legal():
            found.append(self._decided(walk, move, limits))
            note({f"option {len(found) - 1}": found[-1]})
        return tuple(found)

    def unknown(self, walk: WalkT, reason: str) -> tuple[OptionT, ...]:
        """Return the options if nothing is known about them."""
        verdict: Verdict = Verdict("unknown", "auto", "none", self.start.game, reason=reason)
        return tuple(self.option(walk, move, verdict) for move in walk.legal())

    def remember_options(self, walk: WalkT, found: Iterable[OptionT]) -> tuple[OptionT, ...]:
        """Store what another process has found about the legal moves, and return it."""
        kept = tuple(found)
        for option in kept:
            move, verdict = self.verdict_of(option)
            moves = self.moves_of(walk, verdict.play or ())
            if verdict.answer == "yes":
                self._known.won(walk.path, moves, verdict)
            walk.play(move)
            if verdict.answer == "no" and walk.outcome.status == "open":
                self._known.lost(walk.path, verdict)
            walk.undo()
        return kept

    def won(self, walk: WalkT, line: Iterable[Move], found: Verdict) -> Verdict[Any]:
        """Return the yes that a line gives, replayed from here; `found` says how it was found."""
        play, results = self._replayed(walk, line)
        verdict = replace(found, answer="yes", checked="replayed", play=play, **results)
        return replace(verdict, model=None, statistics=Statistics())

    def _over(self, walk: WalkT) -> Verdict:
        """Return the verdict on a play that is over."""
        common = {"game": self.start.game, "about": self.start.about}
        outcome = walk.outcome
        if outcome.status == "won":
            return self.won(walk, (), Verdict("yes", "past", "replayed", **common))
        why = outcome.why if outcome.rule == "end" else f"in {outcome.unit} {outcome.number}: {outcome.why}"
        return Verdict("no", "past", "algorithm", **common, because=why)

    def _decided(
        self,
        walk: WalkT,
        move: Move,
        limits: Limits,
        decide: Callable[[WalkT, Limits, Tell], Verdict[Any]] | None = None,
    ) -> OptionT:
        """Make a move, decide the position, as `decide` does or by another function, and take the move back."""
        before = len(self.moved(walk))
        walk.play(move)
        try:
            verdict = (decide or self.decide)(walk, limits, lambda _known: None)
            if verdict.play is not None:
                verdict = replace(verdict, play=(*self.moved(walk)[before:], *verdict.play))
        finally:
            walk.undo()
        return self.option(walk, move, verdict)

    def play_on(self, walk: WalkT, move: Move) -> None:
        """Make a move of a line that has been found."""
        walk.play(move)

    def _replayed(self, walk: WalkT, line: Iterable[Move]) -> tuple[Play, dict[str, Any]]:
        """Play a line until it wins, and take it back.

        Returns:
            The play, and what a verdict says of it, as `Game.results` does.

        Raises:
            BugFound: if it breaks a rule or does not win.
        """
        before, start, begin = len(self.moved(walk)), len(walk.path), walk.instance
        try:
            for move in line:
                if walk.outcome.status != "open":
                    break
                self.play_on(walk, move)
            play, outcome, end = self.moved(walk)[before:], walk.outcome, walk.instance
        except IllegalPlay as error:
            raise BugFound(f"a play was found that breaks the rules ({error}): {walk.instance.to_json()}") from error
        finally:
            while len(walk.path) > start:
                walk.undo()
        if outcome.status != "won":
            raise BugFound(f"a play was found that does not win ({outcome}): {walk.instance.to_json()}")
        game = GAMES[self.start.game]
        return play, {"assignment": game.owners(end, ()), "chosen": game.choices(begin, play)}
