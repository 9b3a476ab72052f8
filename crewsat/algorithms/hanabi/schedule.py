"""When the cards of Hanabi can be played, one a step, and which must be held meanwhile: the bound *schedule*.

It joins *pace* and *hand*. All cards of some suits are to be laid down. A copy of a card comes *too late* if there are
fewer steps after it than cards that are played on it. The copies that are left determine the first step in which a card
can be played, and it is later than that of the card below. A card *must be held* in a step that draws a card if the
copies that are left have all been drawn before, and it cannot be played in it yet. In each such step a card leaves the
hands before the next is drawn, so the hands must have room for one card more than must be held; only where the bottom
card is played from the pile, none need leave. A copy *cannot be kept* if in a step before which it has been drawn, and
in which it cannot be played yet, others must be held that leave no room for it. Copies that come too late or cannot be
kept are struck out, as long as there are any; each round is linear in the number of cards, except for sorting.

The game is lost if too many cards must be held in some step, if no copy of a card is left, or if steps do not suffice
for what cannot be played before. Tokens, and who holds what, are not considered.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi.bounds import (
    Pace,
    crowd_in_words,
    first_step,
    pace_in_words,
    pace_of,
    step_after,
    steps_of,
    without_some_copies,
)
from crewsat.base.said import saying
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.position import Position
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from crewsat.games.hanabi.instance import Hanabi

Kind = tuple[int, int]
"""Suit and rank."""


class Crowd(NamedTuple):
    """Cards that must be held.

    Attributes:
        step: the step in which they must.
        waiting: the cards.
    """

    step: int
    waiting: tuple[Kind, ...]


class Struck(NamedTuple):
    """A copy that cannot be used.

    Attributes:
        card: the copy.
        crowd: the cards for which it cannot be kept; None if it comes too late.
    """

    card: int
    crowd: Crowd | None


class Schedule:
    """The copies that are left of each card, and why the suits cannot be finished.

    Attributes:
        copies: of each card that is missing, the copies that are left.
        earliest: the first step in which a card can be played; beyond the last one if it never can.
        struck: the copies struck out, in the order in which they were found.
        crowd: cards that must be held and do not fit, if that is why the game is lost.
        unusable: a card of which no copy is left, if that is why the game is lost.
        pace: how many points there can be, if there are too few.

    Args:
        position: the game.
        suits: those to be finished; all by default.
        kept: copies that are never struck out.
    """

    def __init__(
        self, position: Position, *, suits: Collection[int] | None = None, kept: Collection[int] = frozenset()
    ) -> None:
        self.position = position
        self.draws, self.last = steps_of(position)
        self.suits = sorted(range(len(position.heights)) if suits is None else suits)
        self.copies = {kind: list(position.copies.get(kind, ())) for kind in self._missing()}
        self.earliest: dict[Kind, int] = {}
        self.struck: list[Struck] = []
        self.crowd: Crowd | None = None
        self.unusable: Kind | None = None
        self.pace: Pace | None = None
        self._kept = kept
        self._counts: list[int] = []
        self._strike_out(self._too_late())
        while not self._refuted() and self._strike_out(self._not_to_be_kept()):
            pass

    @property
    def lost(self) -> bool:
        """Whether the suits cannot be finished."""
        return self.crowd is not None or self.unusable is not None or self.pace is not None

    def drawn_in(self, card: int) -> int:
        """Return the step that draws a card; 0 if it is held."""
        return max(0, card - self.position.drawn + 1)

    def crowd_in(self, step: int) -> Crowd:
        """Return the cards that must be held in a step."""
        return Crowd(step, tuple(kind for kind in self.copies if step in self._must_be_held(kind)))

    def _missing(self) -> Iterator[Kind]:
        heights = self.position.heights
        return ((suit, rank) for suit in self.suits for rank in range(heights[suit] + 1, self.position.values + 1))

    def _room(self, step: int) -> int:
        """Return how many cards can be held in a step."""
        held = sum(map(len, self.position.hands))
        return held if self.position.bottom and step == self.draws else held - 1

    def _must_be_held(self, kind: Kind) -> range:
        """Return the steps in which a card must be held, if a copy is left."""
        last = max(map(self.drawn_in, self.copies[kind]), default=self.draws)
        return range(last + 1, min(self.earliest[kind] - 1, self.draws) + 1)

    def _refuted(self) -> bool:
        """Compute when cards can be played and how many must be held; return whether the game is lost."""
        for suit, rank in self.copies:
            before = self.earliest.get((suit, rank - 1), 0)
            step = step_after(self.position, self.copies[suit, rank], before)
            self.earliest[suit, rank] = self.last + 1 if step is None else step
        self.unusable = next((kind for kind, copies in self.copies.items() if not copies), None)
        if self.unusable is not None:
            return True
        change = [0] * (self.draws + 2)
        for kind in self.copies:
            steps = self._must_be_held(kind)
            if steps:
                change[steps.start] += 1
                change[steps.stop] -= 1
        self._counts = list(accumulate(change))
        crowded = (step for step in range(1, self.draws + 1) if self._counts[step] > self._room(step))
        step = next(crowded, 0)
        if step:
            self.crowd = self.crowd_in(step)
            return True
        there = sum(self.position.heights[suit] for suit in self.suits)
        pace = pace_of(self.earliest.values(), there, self.last)
        if pace.points < there + len(self.copies):
            self.pace = pace
        return self.lost

    def _too_late(self) -> Iterator[Struck]:
        """Yield the copies after which there are too few steps for the cards that are played on them."""
        for (_, rank), copies in self.copies.items():
            for card in copies:
                if first_step(self.position, card) + self.position.values - rank > self.last:
                    yield Struck(card, None)

    def _not_to_be_kept(self) -> Iterator[Struck]:
        """Yield the copies for which a step before they can be played has no room."""
        full = [step for step in range(1, self.draws + 1) if self._counts[step] == self._room(step)]
        for kind, copies in self.copies.items():
            until = min(self.earliest[kind] - 1, max(map(self.drawn_in, copies)))
            for card in copies:
                where = bisect_left(full, self.drawn_in(card) + 1)
                if where < len(full) and full[where] <= until:
                    yield Struck(card, self.crowd_in(full[where]))

    def _strike_out(self, found: Iterator[Struck]) -> bool:
        """Strike out copies, and return whether there were any."""
        struck = [each for each in found if each.card not in self._kept]
        for each in struck:
            self.copies[self.position.ranks[each.card]].remove(each.card)
        self.struck += struck
        return bool(struck)


@reads("method 'schedule'", ALL)
def cannot_be_scheduled(instance: Hanabi) -> str | None:
    """Return why not all cards can be played in time and held until then; None if they may."""
    position = Position.of(instance)
    full = position.target == position.values * len(position.heights)
    if position.over or not full or position.points == position.target:
        return position.loss
    schedule = Schedule(position)
    if not schedule.lost:
        return None
    words = schedule_in_words(schedule)
    return without_some_copies(words) if schedule.struck else words


def schedule_in_words(schedule: Schedule) -> str:
    """Say why suits that are lost cannot be finished."""
    position = schedule.position
    if schedule.crowd is not None:
        return crowd_in_words(position, *schedule.crowd)
    if schedule.pace is not None:
        return pace_in_words(position, schedule.pace, schedule.suits)
    unusable = schedule.unusable or (0, 1)
    card = str(position.instance.card(*unusable))
    if unusable not in position.copies:
        return saying("no {card} is left", card=card)
    return saying("no {card} can be used", card=card)
