"""A game reviewed: after every move, whether it could still be won; which move lost it, and what would have kept it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack, overload

from crewsat.base.errors import Stopped, WrongOption
from crewsat.base.stopwatch import cpu_seconds
from crewsat.base.wording import json_text
from crewsat.engine.frontend import decide_with
from crewsat.engine.many import Decided, each_decided
from crewsat.engine.options import Options
from crewsat.games import GAMES, check_instance
from crewsat.games.scope import check_reader
from crewsat.questions.asking import ask
from crewsat.questions.frontend import check_question

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Generator, Iterable, Mapping

    from crewsat.base.errors import InvalidInstance
    from crewsat.engine.limits import Limits
    from crewsat.engine.many import Given
    from crewsat.games.crew.instance import Crew
    from crewsat.games.game import Play
    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Answer, Checked, Proof, Verdict
    from crewsat.questions.hanabi.review_result import HanabiReview
    from crewsat.workers.process import Tell

    Reviewer = Callable[[Any, Verdict, Limits], Any]
    """A function that reviews the games of one name; its review has the fields of `Review` common to all games."""

Rendered = TypeVar("Rendered")


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
        step: the number of the move that lost it, from 1; 0 if it was lost from the start.
        because: why it was lost then, if there is an argument in words.
        instead: the moves that would have kept it winnable.
        play: a winning play with one of them, from the position before the move.
        position: that position.
    """

    step: int
    because: str | None = None
    instead: tuple[str, ...] = ()
    play: Play = ()
    position: Instance | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """The course of a game, move by move.

    Attributes:
        game: by its name.
        parts: how many tricks (or the like) were played, by their names in JSON.
        won: whether the game was won; None if it was not over.
        ending: how a finished game ended, in words.
        steps: its moves up to the one that ended it.
        lost_with: how it became lost; None if nothing lost it, or that is unknown.
        play: a winning continuation of a game that is not over and can still be won.
        position: the instance that was reviewed.
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
        out["steps"] = [step.as_dict() for step in self.steps]
        optional = {
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

    def to_json(self) -> str:
        """Return the review as JSON on one line."""
        return json_text(self.as_dict())

    def _loss(self, loss: Loss) -> dict[str, Any]:
        because = {} if loss.because is None else {"because": loss.because}
        if loss.step == 0:
            return {"step": 0, **because}
        play = [move.as_dict() for move in loss.play]
        move = self.steps[loss.step - 1].move
        return {"step": loss.step, **move, **because, "instead": list(loss.instead), "play": play}


def reviewer_of(game: str, narrow: int | None = None) -> Reviewer:
    """Return the function that reviews the games of this name.

    Args:
        game: the name.
        narrow: the most narrow moments that are named; None for the default.

    Raises:
        WrongOption: if there is none, or if `narrow` is given and it names all narrow moments.
    """
    check_question("review", game, "review applies to {}, not to {}")
    found: Any = GAMES[game].questions["review"].code.load()
    if narrow is not None and "narrow" not in signature(found).parameters:
        raise WrongOption(f"narrow does not apply to {game}, of which all narrow moments are named")
    if narrow is not None and narrow < 0:
        raise WrongOption(f"narrow is {narrow}; allowed: 0, 1, 2, …")
    reviewer: Reviewer = found if narrow is None else partial(found, narrow=narrow)
    return reviewer


def check_reviewed(instance: Instance, narrow: int | None = None) -> None:
    """Check that there is a review of an instance.

    Raises:
        WrongOption: as `reviewer_of` does.
        UnknownFeature: if what does so does not know a feature of the instance.
    """
    reviewer = reviewer_of(instance.game, narrow)
    check_reader(reviewer.func if isinstance(reviewer, partial) else reviewer, instance)


class _Keywords(TypedDict, total=False):
    """The arguments of `review` beside the instance."""

    time_limit: float | None
    memory_limit: float | None
    seed: int | None
    proof: str | os.PathLike[str] | None
    narrow: int | None


@overload
def review(instance: Crew, **keywords: Unpack[_Keywords]) -> Review: ...


@overload
def review(instance: Hanabi, **keywords: Unpack[_Keywords]) -> HanabiReview: ...


@overload
def review(instance: Instance, **keywords: Unpack[_Keywords]) -> Any: ...  # noqa: ANN401 - of some game


def review(  # noqa: PLR0913 - one argument per option
    instance: Instance,
    *,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
    proof: str | os.PathLike[str] | None = None,
    narrow: int | None = None,
) -> Review | HanabiReview:
    """Review a game: after every move, whether it could still be won; of Hanabi, the best score.

    Args:
        instance: the game: a position in progress; everything that was played is reviewed.
        time_limit: seconds of wall time for everything; None for no limit.
        memory_limit: as in `crewsat.decide`.
        seed: varies the search.
        proof: a folder for the proof that the game was lost with the move that is said to have lost it.
        narrow: for Hanabi, the most narrow moments that are named, the last ones; None for 10.

    Returns:
        The review, as far as time and memory allowed; if something is unknown, its `reason` says why. For every
        position that could still be won, a winning play has been replayed.

    Raises:
        TypeError: for something that is not an instance.
        WrongOption: for a game that cannot be reviewed, or a limit that is not positive.
    """
    options = Options(time_limit=time_limit, memory_limit=memory_limit, seed=seed, proof=proof)
    return review_with(options, instance, narrow=narrow)


def review_with(options: Options, instance: Instance, *, narrow: int | None = None) -> Review:
    """Review a game as `review` does."""
    check_instance(instance)
    check_reviewed(instance, narrow)
    reviewer = reviewer_of(instance.game, narrow)
    cpu = cpu_seconds()
    limits = options.limits()
    verdict = decide_with(_without_proof(options), instance)
    try:
        found = ask(_asked, instance, reviewer, verdict, limits=limits)
    except Stopped as stopped:
        found = broken_off(reviewer, instance, verdict, stopped.reason)
    return replace(found, cpu_seconds=cpu_seconds() - cpu)


def _without_proof(options: Options) -> Options:
    """Return the options with which the last position is decided."""
    return replace(options, proof=None, proof_limit=None)


def review_many(
    instances: Iterable[Given],
    *,
    jobs: int | None,
    options: Options,
    render: Callable[[Instance, Review], Rendered],
    narrow: int | None = None,
) -> Generator[Rendered | InvalidInstance]:
    """Review games in worker processes, and yield the rendered reviews in order.

    Args:
        instances: as in `crewsat.decide_many`.
        jobs: as in `crewsat.decide_many`.
        options: as in `crewsat.decide`; the limits are those of each game.
        render: called with instance and review in the worker; it and its result must be picklable.
        narrow: as in `review`.

    Raises:
        WrongOption, BugFound, OSError: as `crewsat.decide_many` does.
    """
    limits = options.limits()
    return each_decided(
        instances,
        jobs=jobs,
        options=_without_proof(options),
        suits=partial(check_reviewed, narrow=narrow),
        then=partial(_reviewed_with, proof=limits.proof, proof_bytes=limits.proof_bytes, narrow=narrow),
        render=partial(_rendered, render, narrow),
    )


def broken_off(reviewer: Reviewer, instance: Instance, verdict: Verdict, reason: str) -> Review:
    """Return the review with only what follows from the verdict on the last position."""
    found = _here(reviewer, instance, verdict, replace(Options().limits(), deadline=time.monotonic()))
    return replace(found, reason=reason)


def _here(reviewer: Reviewer, instance: Instance, verdict: Verdict, limits: Limits) -> Review:
    """Review a game whose last position has been decided."""
    found: Review = reviewer(instance, verdict, limits)
    return found


def _asked(instance: Instance, reviewer: Reviewer, verdict: Verdict, limits: Limits, *, note: Tell) -> Review:
    del note
    return _here(reviewer, instance, verdict, limits)


def _reviewed_with(  # noqa: PLR0913 - what a worker gets
    instance: Instance,
    verdict: Verdict,
    limits: Limits,
    *,
    proof: str | None,
    proof_bytes: float,
    narrow: int | None,
) -> Review:
    reviewer = reviewer_of(instance.game, narrow)
    return _here(reviewer, instance, verdict, replace(limits, proof=proof, proof_bytes=proof_bytes))


def _rendered(
    render: Callable[[Instance, Review], Rendered], narrow: int | None, instance: Instance, decided: Decided
) -> Rendered:
    """Render the review of a game."""
    verdict, found = decided.verdict, decided.made
    if found is None:
        reason = decided.reason or verdict.reason or "interrupted"
        found = broken_off(reviewer_of(instance.game, narrow), instance, verdict, reason)
    return render(instance, replace(found, cpu_seconds=verdict.statistics.cpu_seconds))
