"""A game of The Crew reviewed move by move.

The last position has been decided already. If it can still be won, so could every position before it: the moves made
are the beginning of a play that wins. If it is lost, the review walks through the moves from the deal on and decides
every legal one; the losing move is the first one after which all positions are lost. One formula about all plays
of the deal answers most questions (`crewsat.questions.crew.answers`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from crewsat.base.said import Quoted, saying
from crewsat.engine.notes import ignore_progress
from crewsat.engine.plan import plan_of
from crewsat.engine.request import LARGE
from crewsat.engine.strategy import answer
from crewsat.games.crew.moves import Choice, cards_of, described
from crewsat.games.crew.passing import NOBODY_PASSES, choices_for
from crewsat.games.crew.results import tricks_of
from crewsat.games.crew.retokening import tokens_of
from crewsat.questions.crew.answers import CrewAnswers
from crewsat.questions.crew.settled import settled
from crewsat.questions.review import Loss, Review, ReviewedMove

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Move
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.crew.walk import Walk
    from crewsat.games.verdict import Verdict
    from crewsat.questions.crew.option import Option


def review(game: Crew, verdict: Verdict, limits: Limits) -> Review:
    """Review all that was played of a deal.

    If tokens may be changed, it is reviewed with the change, or none, that kept it winnable for longest.

    Args:
        game: the deal, with the cards played.
        verdict: whether it can still be won after them.
        limits: of the whole review; its proof is about the position after the losing card.
    """
    if game.effort >= LARGE and limits.late():
        return _not_begun(game, verdict)
    if game.retoken is not None:
        game, verdict, reason = settled(game, moves_of(game), verdict, limits)
        found = review(game, verdict, limits)
        return replace(found, tokens=tokens_of(game.objectives), reason=found.reason or reason)
    found = Reviewer(game, replace(limits, proof=None), verdict, CrewAnswers(game.as_dealt()), moves_of(game)).review()
    if limits.proof is None or found.lost_with is None:
        return found
    return _proved(game, found, limits)


def moves_of(game: Crew) -> list[Move]:
    """Return the moves that have been made in a game: the cards played, and in its place what was passed."""
    cards: list[Move] = [card for trick in game.played for card in trick]
    if game.passing is None or game.passed is None:
        return cards
    before = game.passing.after * game.players
    passed: list[Move] = [*choices_for(game.passed, game.passed_to or "left")] or [NOBODY_PASSES]
    return [*cards[:before], *passed, *cards[before:]]


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
    passed: Mapping[str, Any] | None = None
    lost_with: Loss | None = None
    _before_the_pass: Crew | None = None

    def review(self) -> Review:
        """Return the review, without a proof."""
        answers = self.answers
        walk = _walked(answers, self.moves)
        answers.remember(walk, self.verdict)
        outcome, tricks, made = walk.outcome, len(walk.tricks), walk.path
        while walk.path:
            walk.undo()
        dealt = answers.decide(walk, self.limits, ignore_progress)
        self._heard(dealt)
        if dealt.answer == "no":
            self.lost_with = Loss(0, dealt.because)
        checked = dealt
        for move in made:
            checked = (self._pass if self._is_passed(move) else self._step)(walk, move, checked)
        if (checked.answer, self.verdict.answer) == ("yes", "no"):  # in the middle of a pass
            self._lost_with_the_pass(walk, checked, self.verdict)
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
            passed=self.passed,
            lost_with=self.lost_with,
            play=goes_on,
            position=self.game,
            reason=next(iter(self.unanswered), None),
            notes=(*self.game.notes, *_unread(len(cards_of(self.moves)) - len(cards_of(made)), tricks)),
            about=self.game.about,
        )

    def _is_passed(self, move: Move) -> bool:
        """Return whether a move is a choice of what is passed."""
        return self.game.passing is not None and isinstance(move, Choice)

    def _pass(self, walk: Walk, move: Move, before: Verdict) -> Verdict:
        """Have a player pass a card; when all have, review the pass, and return the verdict on what follows."""
        if not walk.instance.passed:
            self._before_the_pass = walk.instance
        walk.play(move)
        if walk.choices_due:
            return before
        after = before if before.answer == "no" else self.answers.decide(walk, self.limits, ignore_progress)
        self._heard(after)
        self._say_what_was_passed(walk, after)
        if (before.answer, after.answer) == ("yes", "no"):
            self._lost_with_the_pass(walk, before, after)
        return after

    def _say_what_was_passed(self, walk: Walk, after: Verdict) -> None:
        passed = walk.instance.passed or ()
        said = {"passed": list(map(str, passed)), "passed_to": walk.instance.passed_to} if passed else {"passed": []}
        self.passed = {**said, "answer": after.answer, "checked": after.checked}

    def _lost_with_the_pass(self, walk: Walk, before: Verdict, after: Verdict) -> None:
        """Say what would have kept the game winnable, and that the pass, or what has been passed so far, lost it."""
        self._say_what_was_passed(walk, after)
        choices = [str(part) for part in before.play or () if isinstance(part, Choice)]
        instead = (Quoted(" ".join(choices or [str(NOBODY_PASSES)])),)
        self.lost_with = Loss(0, after.because, instead, before.play or (), self._before_the_pass, len(walk.path))

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
            play = min((one.play for one in kept if one.play), key=_tricks, default=())
            shortest = play if before_choice else self._short(position, play)
            self.lost_with = Loss(len(self.steps), after.because, instead, shortest, position, len(walk.path))
        return after

    def _short(self, position: Crew, play: tuple[Trick | Choice, ...]) -> tuple[Trick | Choice, ...]:
        """Return a winning play from a position: a decision from scratch finds shorter ones than those of options."""
        limits = replace(self.limits, shown=True)
        verdict = answer(position, plan_of(position.game), limits, note=ignore_progress)
        return min((one for one in (play, verdict.play) if one), key=_tricks, default=())

    def _heard(self, *answers: Verdict | Option) -> None:
        """Remember why questions were not answered."""
        self.unanswered += [one.reason or "incomplete" for one in answers if one.answer == "unknown"]


def _tricks(play: Sequence[Trick | Choice]) -> int:
    """Return how many tricks a play has."""
    return len(tricks_of(play))


def _walked(answers: CrewAnswers, moves: Sequence[Move]) -> Walk:
    """Return a walk through these moves up to the end of the game.

    `NOBODY_PASSES` is left out where a player had no card that may be passed: there was nothing to choose.
    """
    walk = answers.begin()
    for move in moves:
        if walk.outcome.status != "open":
            break
        if move != NOBODY_PASSES or walk.choices_due:
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
    answers = CrewAnswers(game.as_dealt())
    walk = _walked(answers, _walked(answers, moves_of(game)).path[: loss.made])
    verdict = answer(walk.instance, plan_of(game.game), limits, note=ignore_progress)
    steps = list(found.steps)
    if verdict.answer == "no":
        for k in range(max(loss.step - 1, 0), len(steps)):
            steps[k] = replace(steps[k], checked=verdict.checked) if steps[k].answer == "no" else steps[k]
    return replace(found, steps=tuple(steps), proof=verdict.proof, unproved=verdict.unproved)
