"""Answers about the positions of one deck of solitaire Hanabi.

A position is decided as the deck that begins with the cards that have been played and those that are stored. A play of
that deck determines which copy of each card is used; the same copies win from the position, by plays as `line_of` makes
them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crewsat.engine.plan import plan_of
from crewsat.engine.strategy import answer
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.rules import Step
from crewsat.games.hanabi_solitaire.walk import Walk
from crewsat.games.verdict import Verdict
from crewsat.questions.position_answers import PositionAnswers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.verdict import Answer, Checked
    from crewsat.workers.process import Tell


@dataclass(frozen=True, slots=True)
class StepOption:
    """A step that may be taken next, and the answer for the deck after it.

    Attributes:
        step: the step.
        answer: ``yes`` if the deck can still be won then, ``no``, or ``unknown``.
        checked: how far the answer has been checked by code that did not find it.
        play: for a yes, a winning play that starts with this step.
        reason: why the answer is unknown.
    """

    step: Step
    answer: Answer
    checked: Checked
    play: tuple[Step, ...] | None = None
    reason: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object; what is absent is left out."""
        out = {
            **self.step.as_dict(),
            "answer": self.answer,
            "checked": self.checked,
            "reason": self.reason,
            "play": None if self.play is None else [step.as_dict() for step in self.play],
        }
        return {key: value for key, value in out.items() if value is not None}


class HanabiSolitaireAnswers(PositionAnswers[Step, Walk, StepOption]):
    """Answers about the walks through a deck."""

    walk = Walk

    def find(self, walk: Walk, limits: Limits, note: Tell) -> Verdict[tuple[Step, ...]]:
        """Decide a position by the methods of `crewsat.decide`."""
        found = answer(walk.instance, plan_of(self.start.game), limits, note=note)
        if found.play is None:
            return found
        return self.won(walk, _line(walk, found.play), replace(found, model=None)) if walk.path else found

    def moves_of(self, _walk: Walk, play: Sequence[Step]) -> Sequence[Step]:
        """Return the steps."""
        return play

    def moved(self, walk: Walk) -> tuple[Step, ...]:
        """Return the steps taken."""
        return walk.steps

    def option(self, _walk: Walk, move: Step, verdict: Verdict) -> StepOption:
        """Return the option for a step."""
        return StepOption(move, verdict.answer, verdict.checked, verdict.play, verdict.reason)

    def verdict_of(self, option: StepOption) -> tuple[Step, Verdict[tuple[Step, ...]]]:
        """Return the step of an option, and its content as a verdict."""
        common: dict[str, Any] = {"game": self.start.game, "about": self.start.about, "play": option.play}
        return option.step, Verdict(option.answer, "auto", option.checked, **common)


def _line(walk: Walk, play: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps from a position that use the copies a play of its deck uses.

    A copy that has been played already was at the beginning of that deck; whichever copy the play used instead, none is
    needed now. Stored cards that are not used are thrown away to make room.
    """
    reached, stored = walk.reached, set[Card]()
    used = {draw for draw, _ in _copies(play)}
    head = sum(reached.values())
    hand = [(card, head + k in used) for k, card in enumerate(walk.hand, 1)]
    for card, wanted in hand:
        if wanted and card.value > reached[card.suit] and card not in stored:
            stored.add(card)
        else:
            yield Step("discard", card, "hand")
    for colour in reached:
        yield from _follow(colour, reached, stored)
    for draw, card in enumerate(walk.start.deck[walk.drawn :], head + len(hand) + 1):
        if draw not in used or card.value <= reached[card.suit]:
            yield Step("discard", card)
        elif card.value == reached[card.suit] + 1:
            yield Step("play", card)
            reached[card.suit] += 1
            yield from _follow(card.suit, reached, stored)
        else:
            yield Step("store", card)
            stored.add(card)


def _copies(play: Sequence[Step]) -> Iterator[tuple[int, Card]]:
    """Yield the cards that a play plays, with the draws that brought them, counted from 1."""
    held: dict[Card, list[int]] = {}
    draw = 0
    for step in play:
        draw += step.source == "deck"
        if step.action == "store":
            held.setdefault(step.card, []).append(draw)
            continue
        origin = draw if step.source == "deck" else held[step.card].pop()
        if step.action == "play":
            yield origin, step.card


def _follow(colour: str, reached: dict[str, int], stored: set[Card]) -> Iterator[Step]:
    """Play the stored cards that have become playable."""
    while (following := Card(colour, reached[colour] + 1)) in stored:
        yield Step("play", following, "hand")
        stored.remove(following)
        reached[colour] += 1
