"""A game of The Crew reviewed move by move.

The last position has been decided already. If it can still be won, so could every position before it: the moves made
are the beginning of a play that wins. If it is lost, the review walks through the moves from the deal on and decides
every legal one; the losing move is the first one after which all positions are lost. One formula about all plays
of the deal answers most questions (`crewsat.questions.crew.answers`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from crewsat.base.said import Quoted, saying
from crewsat.engine.notes import ignore_progress
from crewsat.engine.plan import plan_of
from crewsat.engine.request import LARGE
from crewsat.engine.strategy import answer
from crewsat.games.crew.moves import described
from crewsat.questions.crew.answers import CrewAnswers
from crewsat.questions.review import Loss, Review, ReviewedMove

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice, Move
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.crew.walk import Walk
    from crewsat.games.verdict import Verdict
    from crewsat.questions.crew.option import Option


def review(game: Crew, verdict: Verdict, limits: Limits) -> Review:
    """Review all that was played of a deal.

    Args:
        game: the deal, with the cards played.
        verdict: whether it can still be won after them.
        limits: of the whole review; its proof is about the position after the losing card.
    """
    if game.effort >= LARGE and limits.late():
        return _not_begun(game, verdict)
    found = Reviewer(game, replace(limits, proof=None), verdict, CrewAnswers(_start_of(game)), moves_of(game)).review()
    if limits.proof is None or found.lost_with is None:
        return found
    return _proved(game, found, limits)


def moves_of(game: Crew) -> list[Move]:
    """Return the moves that have been made in a game."""
    return [card for trick in game.played for card in trick]


def _not_begun(game: Crew, verdict: Verdict) -> Review:
    """Return the review without its moves: just walking through a very large deal takes seconds."""
    play = verdict.play if verdict.answer == "yes" else None
    tricks = {"tricks": game.finished}
    return Review(
        game.game,
        tricks,
        won=None,
        ending=None,
        steps=(),
        play=play,
        position=game,
        reason="time",
        notes=game.notes,
        about=game.about,
    )


@dataclass
class Reviewer:
    """A walk through a game that decides its positions.

    Attributes:
        game: the deal, with what has been played.
        limits: of all decisions.
        verdict: whether the game can still be won.
        answers: about the deal from which it started.
        moves: what has been done since.
    """

    game: Crew
    limits: Limits
    verdict: Verdict
    answers: CrewAnswers
    moves: Sequence[Move]
    steps: list[ReviewedMove] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    lost_with: Loss | None = None

    def review(self) -> Review:
        """Return the review, without a proof."""
        answers = self.answers
        walk = _walked(answers, self.moves)
        answers.remember(walk, self.verdict)
        outcome, tricks, played = walk.outcome, len(walk.tricks), len(walk.path)
        while walk.path:
            walk.undo()
        dealt = answers.decide(walk, self.limits, ignore_progress)
        self._heard(dealt)
        if dealt.answer == "no":
            self.lost_with = Loss(0, dealt.because)
        checked = dealt
        for move in self.moves[:played]:
            checked = self._step(walk, move, checked)
        over = outcome.status != "open"
        goes_on = self.verdict.play if not over and self.verdict.answer == "yes" else None
        if self.verdict.answer == "unknown":
            self._heard(self.verdict)
        return Review(
            self.game.game,
            {"tricks": tricks},
            won=outcome.status == "won" if over else None,
            ending=str(outcome) if over else None,
            steps=tuple(self.steps),
            lost_with=self.lost_with,
            play=goes_on,
            position=self.game,
            reason=next(iter(self.unanswered), None),
            notes=(*self.game.notes, *_unread(len(self.moves) - played, tricks)),
            about=self.game.about,
        )

    def _step(self, walk: Walk, move: Move, before: Verdict) -> Verdict:
        """Review a move, make it, and return the verdict on the position after it."""
        legal, player, position = walk.legal(), walk.player, walk.instance
        said = {"trick": len(walk.tricks) + 1, "player": player, **described(move)}
        if before.answer == "no":
            walk.play(move)
            self.steps.append(ReviewedMove(said, "no", before.checked, len(legal), 0))
            return before
        options = self.answers.options(walk, self.limits, ignore_progress)
        before_choice = bool(walk.choices_due)
        walk.play(move)
        after = self.answers.decide(walk, self.limits, ignore_progress)
        self._heard(after, *options)
        kept = [option for option in options if option.answer == "yes"]
        known = all(option.answer != "unknown" for option in options)
        self.steps.append(ReviewedMove(said, after.answer, after.checked, len(legal), len(kept) if known else None))
        if (before.answer, after.answer) == ("yes", "no"):
            instead = tuple((Quoted if before_choice else str)(option.move) for option in kept)
            play = min((one.play for one in kept if one.play), key=len, default=())
            shortest = play if before_choice else self._short(position, play)
            self.lost_with = Loss(len(self.steps), after.because, instead, shortest, position)
        return after

    def _short(self, position: Crew, play: tuple[Trick | Choice, ...]) -> tuple[Trick | Choice, ...]:
        """Return a winning play from a position: a decision from scratch finds shorter ones than those of options."""
        limits = replace(self.limits, shown=True)
        verdict = answer(position, plan_of(position.game), limits, note=ignore_progress)
        return min((one for one in (play, verdict.play) if one), key=len, default=())

    def _heard(self, *answers: Verdict | Option) -> None:
        """Remember why questions were not answered."""
        self.unanswered += [one.reason or "incomplete" for one in answers if one.answer == "unknown"]


def _start_of(game: Crew) -> Crew:
    """Return the deal from which a game started; it has been validated as part of the game."""
    fields = {name: getattr(game, name) for name in type(game).fields}
    return type(game).model_construct(**{**fields, "hands": game.dealt, "played": ()})


def _walked(answers: CrewAnswers, moves: Sequence[Move]) -> Walk:
    """Return a walk through these moves, until the game was over."""
    walk = answers.begin()
    for move in moves:
        if walk.outcome.status != "open":
            break
        walk.play(move)
    return walk


def _unread(cards: int, tricks: int) -> list[str]:
    """Return notes that cards were played after the game was over."""
    if not cards:
        return []
    return [
        saying(
            "the game was over after trick {trick}; {n} cards played after that are not reviewed",
            one="the game was over after trick {trick}; 1 card played after that are not reviewed",
            n=cards,
            trick=tricks,
        )
    ]


def _proved(game: Crew, found: Review, limits: Limits) -> Review:
    """Add the proof that the game was lost at that point."""
    loss = found.lost_with
    if loss is None:
        return found
    walk = _walked(CrewAnswers(_start_of(game)), moves_of(game)[: loss.step])
    verdict = answer(walk.instance, plan_of(game.game), limits, note=ignore_progress)
    steps = list(found.steps)
    if verdict.answer == "no":
        for k in range(max(loss.step - 1, 0), len(steps)):
            steps[k] = replace(steps[k], checked=verdict.checked) if steps[k].answer == "no" else steps[k]
    return replace(found, steps=tuple(steps), proof=verdict.proof, unproved=verdict.unproved)
