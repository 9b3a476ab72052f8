"""A deal as integers, for the quick player and the relaxations, in Python and in the compiled kernel.

Cards are numbered suit by suit, low cards first: a set of cards is a mask, the higher card of a suit the higher bit.
Players are numbered from 0. What the kernel cannot hold, the Python twins do not accept either, so that both give the
same answers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.games.crew.assignment import MODES, in_effect
from crewsat.games.crew.features import CHANGES, PASSING, WITHOUT_TASKS
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crewsat.games.cards import Card
    from crewsat.games.crew.assignment import Mode
    from crewsat.games.crew.instance import Crew

MOST_CARDS = 128
MOST_PLAYERS = 8

WORD = 2**64 - 1

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Target:
    """An objective.

    Attributes:
        card: its card, by number.
        owner: who must win it; `NOBODY` for a free one.
        before: a mask of the objectives that must be completed before it, by position: the whole order, not only the
            generating pairs.
    """

    card: int
    owner: int
    before: int


@dataclass(frozen=True, slots=True)
class Flat:
    """What is left of a deal without tasks: all of it, or a position.

    Attributes:
        cards: those not in a finished trick, by suit as in `Crew.suits_in_order`, then by value.
        players: number of players.
        tricks: how many can be played, the one that has begun included.
        leader: who leads the first one; `NOBODY` if the crew chooses.
        trump: the suit, by number; `NOBODY` if no trump was dealt.
        strict: whether two objectives in order must be completed in different tricks.
        assignment: how free objectives are shared out.
        suit: of every card.
        holder: of every card, also of those of the trick that has begun.
        targets: the objectives that are still open.
        begun: the cards of the trick that has begun, by number, in the order played; perhaps all of them.
    """

    cards: tuple[Card, ...]
    players: int
    tricks: int
    leader: int
    trump: int
    strict: bool
    assignment: Mode
    suit: tuple[int, ...]
    holder: tuple[int, ...]
    targets: tuple[Target, ...]
    begun: tuple[int, ...] = ()

    @property
    def suits(self) -> int:
        """The number of suits dealt."""
        return self.suit[-1] + 1 if self.suit else 0

    def arguments(self) -> tuple[object, ...]:
        """Return the deal as arguments for the functions of the kernel: numbers, bytes and masks."""
        return (
            self.players,
            self.tricks,
            self.leader,
            self.trump,
            self.strict,
            MODES.index(self.assignment),
            bytes(self.suit),
            bytes(self.holder),
            bytes(self.begun),
            [(target.card, target.owner, target.before & WORD, target.before >> 64) for target in self.targets],
        )


@reads("the kernel", WITHOUT_TASKS | CHANGES | PASSING)
def flat(instance: Crew) -> Flat | None:
    """Return the deal as integers, with its tokens as they are and nothing to hand over or to pass.

    Nothing in its past may be lost.

    None if there are too many cards or players, or if free objectives may have been taken in the past.
    """
    if instance.players > MOST_PLAYERS or (instance.finished and instance.free):
        return None
    place, dealt = _left(instance)
    if len(dealt) > MOST_CARDS:
        return None
    cards = tuple([card for _, _, card, _ in dealt])
    number = {card: k for k, card in enumerate(cards)}
    return Flat(
        cards=cards,
        players=instance.players,
        tricks=instance.tricks - instance.finished,
        leader=NOBODY if instance.leading is None else instance.leading - 1,
        trump=NOBODY if instance.trump is None else place.get(instance.trump, NOBODY),
        strict=instance.same_trick == "violates",
        assignment=in_effect(instance.assignment, len(instance.free), instance.players),
        suit=tuple([suit for suit, _, _, _ in dealt]),
        holder=tuple([holder for _, _, _, holder in dealt]),
        targets=_targets(instance, number),
        begun=tuple([number[card] for card in instance.begun]),
    )


def _left(instance: Crew) -> tuple[dict[str, int], list[tuple[int, int, Card, int]]]:
    """Return the numbers of the suits left, and the cards left in order: number of the suit, value, card, holder."""
    left = instance.held_by.items()
    suits = {card.suit for card, _ in left}
    place = {suit: number for number, suit in enumerate(suit for suit in instance.suits_in_order if suit in suits)}
    return place, sorted([(place[card.suit], card.value, card, player - 1) for card, player in left])


def _targets(instance: Crew, number: Mapping[Card, int]) -> tuple[Target, ...]:
    """Return the objectives on cards that have a number."""
    before = _all_before(instance)
    still_open = [k for k, objective in enumerate(instance.objectives) if objective.card in number]
    targets = []
    for k in still_open:
        objective = instance.objectives[k]
        earlier = sum([1 << place for place, other in enumerate(still_open) if before[k] >> other & 1])
        owner = NOBODY if objective.owner is None else objective.owner - 1
        targets.append(Target(number[objective.card], owner, earlier))
    return tuple(targets)


def _all_before(instance: Crew) -> list[int]:
    """Return for each objective those before it in the whole order, as a mask: the transitive closure, O(l²)."""
    before = [0] * len(instance.objectives)
    for x, y in instance.order:
        before[y] |= 1 << x
    for middle in range(len(before) if instance.order else 0):
        for later, mask in enumerate(before):
            if mask >> middle & 1:
                before[later] |= before[middle]
    return before


def bits_of(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, the lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
