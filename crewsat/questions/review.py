"""A game reviewed: after every move, whether it could still be won; which move lost it, and what would have kept it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Unpack, overload

from crewsat.base.errors import WrongOption
from crewsat.base.stopwatch import cpu_seconds
from crewsat.engine.asking import ask
from crewsat.engine.decision import Decision
from crewsat.engine.options import Options, Reviewed
from crewsat.engine.signatures import takes
from crewsat.games.result import Result
from crewsat.questions.asking import AfterDecision

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.engine.limits import Limits
    from crewsat.engine.request import Tell
    from crewsat.games.crew.instance import Crew
    from crewsat.games.game import Play
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Answer, Checked, Proof, Verdict
    from crewsat.questions.hanabi.review_result import HanabiReview


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game, and the answer for the game after it.

    Attributes:
        move: its description by the game, as JSON: in The Crew trick, player and card.
        answer: ``yes`` if the game could still be won after it, ``no``, or ``unknown``.
        checked: how far the answer has been checked by code that did not find it.
        legal: how many moves were allowed.
        winning: how many of them kept the game winnable; None if that is unknown.
    """

    move: Mapping[str, Any]
    answer: Answer
    checked: Checked
    legal: int
    winning: int | None

    @property
    def narrow(self) -> bool:
        """Whether only one of several moves kept the game winnable."""
        return self.winning == 1 < self.legal

    @property
    def sign(self) -> str:
        """The sign of the move in a strip, as `Review.strip` describes it."""
        if self.answer != "yes":
            return "-" if self.answer == "no" else "?"
        return "." if self.legal == 1 else "!" if self.narrow else "+"

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        known = {} if self.winning is None else {"winning": self.winning}
        return {**self.move, "answer": self.answer, "checked": self.checked, **known, "legal": self.legal}


@dataclass(frozen=True, slots=True)
class Loss:
    """How the game became lost.

    Attributes:
        step: the number of the move that lost it, from 1; 0 if it was lost from the start or, where something would
            have kept it winnable, with the pass.
        because: why it was lost then, if there is an argument in words.
        instead: the moves that would have kept it winnable.
        play: a winning play with one of them, from the position before the move.
        position: that position.
        made: how many moves had been made with it, choices of the crew included.
    """

    step: int
    because: str | None = None
    instead: tuple[str, ...] = ()
    play: Play = ()
    position: Instance | None = None
    made: int = 0


@dataclass(frozen=True, slots=True)
class Review(Result):
    """The course of a game, move by move.

    Attributes:
        game: by its name.
        parts: how many tricks (or the like) were played, by their names in JSON.
        won: whether the game was won; None if it was not over.
        ending: how a finished game ended, in words.
        steps: its moves up to the one that ended it.
        passed: what the players passed besides, and the answer after it, as JSON; None if nothing was passed.
        tokens: where tokens may be changed, and the position does not say how they were, those of the review, by id.
        lost_with: how it became lost; None if nothing lost it, or that is unknown.
        play: a winning continuation of a game that is not over and can still be won.
        position: the instance that was reviewed, with these `tokens`.
        reason: why the review is incomplete: ``time``, ``memory`` or ``interrupted``; None if it is complete.
        proof: the files of the proof that the game was lost then, if one was requested and has been checked.
        unproved: why there is none, as in `Verdict.unproved`.
        notes: what looks like a mistake in the instance, and moves that are not reviewed.
        about: the field `about` of the instance, copied.
        cpu_seconds: processor time of the review, including the decision.
    """

    game: str
    parts: Mapping[str, int]
    won: bool | None
    ending: str | None
    steps: tuple[ReviewedMove, ...]
    passed: Mapping[str, Any] | None = None
    tokens: Mapping[str, str] | None = None
    lost_with: Loss | None = None
    play: Play | None = None
    position: Instance | None = field(default=None, repr=False, compare=False)
    reason: str | None = None
    proof: Proof | None = None
    unproved: str | None = None
    notes: tuple[str, ...] = ()
    about: Mapping[str, Any] | None = None
    cpu_seconds: float | None = field(default=None, compare=False)

    @property
    def narrow(self) -> tuple[int, ...]:
        """The numbers of the moves before which only one of several moves kept the game winnable."""
        return tuple(number for number, step in enumerate(self.steps, 1) if step.narrow)

    @property
    def strip(self) -> str:
        """One sign per move, as `crewsat.report.review.LEGEND` explains them.

        A narrow moment at which the game was lost is shown as ``x``.
        """
        lost_with = None if self.lost_with is None else self.lost_with.step
        return "".join("x" if k == lost_with else step.sign for k, step in enumerate(self.steps, 1))

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract; what is absent is left out."""
        out: dict[str, Any] = {"format": 1, "game": self.game, **self.parts, "won": self.won}
        out["steps"] = [*([dict(self.passed)] if self.passed else []), *(step.as_dict() for step in self.steps)]
        optional = {
            "tokens": self.tokens,
            "lost_with": None if self.lost_with is None else self._loss(self.lost_with),
            "play": None if self.play is None else [move.as_dict() for move in self.play],
            "reason": self.reason,
            "proof": None if self.proof is None else self.proof.as_dict(),
            "unproved": self.unproved,
            "notes": list(self.notes) or None,
            "about": None if self.about is None else dict(self.about),
            "statistics": None if self.cpu_seconds is None else {"cpu_seconds": round(self.cpu_seconds, 6)},
        }
        out["strip"] = self.strip
        out["narrow"] = [{"step": k, "winning": 1, "legal": self.steps[k - 1].legal} for k in self.narrow]
        return out | {key: value for key, value in optional.items() if value is not None}

    def _loss(self, loss: Loss) -> dict[str, Any]:
        because = {} if loss.because is None else {"because": loss.because}
        if loss.step == 0 and not loss.instead:
            return {"step": 0, **because}
        play = [move.as_dict() for move in loss.play]
        move = self.steps[loss.step - 1].move if loss.step else {}
        return {"step": loss.step, **move, **because, "instead": list(loss.instead), "play": play}


@dataclass(frozen=True)
class Reviewing(AfterDecision[Review]):
    """The review of a game; whether it can be won after all that was played is decided first.

    Attributes:
        narrow: the most narrow moments that are named; None for the default.
    """

    name: str = "review"
    narrow: int | None = None

    @property
    def decision(self) -> Decision:
        """The decision of the last position; the proof of a review is about another one."""
        return Decision(replace(self.options, proof=None, proof_limit=None))

    def check(self, instance: Instance) -> None:
        """Check that the game can be reviewed, and that `narrow` applies to it."""
        super().check(instance)
        if self.narrow is not None and "narrow" not in self.question(instance.game).options:
            raise WrongOption(f"narrow does not apply to {instance.game}, of which all narrow moments are named")
        if self.narrow is not None and self.narrow < 0:
            raise WrongOption(f"narrow is {self.narrow}; allowed: 0, 1, 2, …")

    def answer(self, instance: Instance, limits: Limits, *, note: Tell) -> Review:
        """Decide the last position if necessary, and review the game."""
        cpu = cpu_seconds()
        steps = replace(limits, shown=False)  # the play after a loss is shortened where it is found
        return replace(super().answer(instance, steps, note=note), cpu_seconds=cpu_seconds() - cpu)

    def after(self, instance: Instance, verdict: Verdict, limits: Limits) -> Review:
        """Review a game whose last position has been decided."""
        own = {} if self.narrow is None else {"narrow": self.narrow}
        found: Review = self.question(instance.game).code(instance, verdict, limits, **own)
        return found

    def broken_off(self, instance: Instance, verdict: Verdict, reason: str | None) -> Review:
        """Return the review with only what follows from the verdict on the last position."""
        late = replace(Options().limits(), deadline=time.monotonic())
        found = self.after(instance, verdict, late)
        spent = verdict.statistics.cpu_seconds
        return replace(found, reason=reason or verdict.reason or "interrupted", cpu_seconds=spent)


@overload
def review(instance: Crew, *, narrow: int | None = None, **keywords: Unpack[Reviewed]) -> Review: ...


@overload
def review(instance: Hanabi, *, narrow: int | None = None, **keywords: Unpack[Reviewed]) -> HanabiReview: ...


@overload
def review(instance: Instance, *, narrow: int | None = None, **keywords: Unpack[Reviewed]) -> Any: ...  # noqa: ANN401 - of some game


@takes(Reviewed)
def review(instance: Instance, *, narrow: int | None = None, **keywords: Unpack[Reviewed]) -> Review | HanabiReview:
    """Review a game: after every move, whether it could still be won; of Hanabi, the best score.

    Args:
        instance: the game: a position in progress; everything that was played is reviewed.
        narrow: for Hanabi, the most narrow moments that are named, the last ones; None for 10.
        keywords: options of `crewsat.decide`; the time limit is that of everything, and the proof is one that the game
            was lost with the move that is said to have lost it.

    Returns:
        The review, as far as time and memory allowed; if something is unknown, its `reason` says why. For every
        position that could still be won, a winning play has been replayed.

    Raises:
        TypeError: for something that is not an instance.
        WrongOption: for a game that cannot be reviewed, or a limit that is not positive.
    """
    return review_with(Options(**keywords), instance, narrow=narrow)


def review_with(options: Options, instance: Instance, *, narrow: int | None = None) -> Review:
    """Review a game as `review` does."""
    cpu = cpu_seconds()
    found = ask(Reviewing(options, narrow=narrow), instance)
    return replace(found, cpu_seconds=cpu_seconds() - cpu)  # also of a child that was lost
