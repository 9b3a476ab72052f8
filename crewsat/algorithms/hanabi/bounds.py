"""Quick reasons why a target cannot be reached, and bounds on the points that can.

A *step* is a play, a discard or a strike. Each draws a card while there are any, and after the last one every player
has one turn: of R cards in the pile and p players, R + p steps are left, and each lays down one card at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi_solitaire.copies import Copies
from crewsat.games.cards import Card
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.wording import counted

if TYPE_CHECKING:
    from crewsat.games.hanabi.instance import Hanabi


class Steps(NamedTuple):
    """The steps that are left.

    Attributes:
        draws: how many cards are in the pile, R.
        last: the number of the last step, R and the turns of the last round.
    """

    draws: int
    last: int


def steps_of(position: Position) -> Steps:
    """Return the steps that are left."""
    if position.over:
        return Steps(0, 0)
    if position.turns_left is not None:
        return Steps(0, position.turns_left)
    return Steps(len(position.pile), len(position.pile) + position.players)


def first_step(position: Position, card: int) -> int:
    """Return the first step in which a card can be played, from 1.

    A card is drawn in one step and can be played in the next one; the bottom card is played by whoever has drawn it, in
    the last turn of all, unless it may be played from the pile.
    """
    steps = steps_of(position)
    drawn_in = max(0, card - position.drawn + 1)
    if drawn_in == steps.draws > 0:
        return steps.draws if position.bottom else steps.last
    return drawn_in + 1


def earliest(position: Position, suit: int) -> list[int]:
    """Return for each rank of a suit above its height the first step after which it may lie there; as far as it can.

    Cards of a suit are laid down one after the other (the bound *pile*).
    """
    steps: list[int] = []
    last = steps_of(position).last
    for rank in range(position.heights[suit] + 1, position.values + 1):
        copies = position.copies.get((suit, rank))
        if not copies:
            break
        step = max(min(first_step(position, card) for card in copies), steps[-1] + 1 if steps else 1)
        if step > last:
            break
        steps.append(step)
    return steps


def heights_at_most(position: Position) -> list[int]:
    """Return how high each suit can come, by itself."""
    return [height + len(earliest(position, suit)) for suit, height in enumerate(position.heights)]


class Pace(NamedTuple):
    """The most points that steps allow.

    Attributes:
        points: how many points there can be in the end.
        step: the step that says so: after it there are at most `there` points on the table.
        there: how many.
    """

    points: int
    step: int
    there: int


def pace(position: Position) -> Pace:
    """Return how many points the steps allow: those possible by some step, and one for each after it (*pace*)."""
    last = steps_of(position).last
    soon = sorted(step for suit in range(len(position.heights)) for step in earliest(position, suit))
    best = Pace(position.points + last, 0, position.points)
    there = 0
    for step in range(1, last + 1):
        while there < len(soon) and soon[there] <= step:
            there += 1
        found = Pace(position.points + there + last - step, step, position.points + there)
        if found.points < best.points:
            best = found
    return best


def most_points(position: Position) -> int:
    """Return a bound on the points that can be on the table in the end."""
    return min(pace(position).points, sum(heights_at_most(position)))


def too_slow(instance: Hanabi) -> str | None:
    """Return why the steps that are left do not suffice for the target; None if they may."""
    position = Position.of(instance)
    if position.points >= position.target:
        return None
    found, last = pace(position), steps_of(position).last
    if found.points >= position.target:
        return None
    missing = position.target - position.points
    if found.step == 0:
        cards = counted(len(position.pile), "card")
        turns = counted(last - steps_of(position).draws, "turn")
        return f"{cards} to draw and {turns} of the last round allow {counted(last, 'play')}; {missing} are missing"
    soon = (
        f"when {counted(found.step, 'more card')} have been played or discarded, at most {found.there} points are there"
    )
    later = f"{counted(last - found.step, 'play')} at most are left after that"
    return f"{soon}, and {later}: {found.points} of {position.target} points at most"


def too_deep(instance: Hanabi) -> str | None:
    """Return why cards come too late in the pile, or are gone; None if they may do."""
    position = Position.of(instance)
    if position.points >= position.target:
        return None
    heights = heights_at_most(position)
    if sum(heights) >= position.target:
        return None
    short = [suit for suit, height in enumerate(heights) if height < position.values]
    words = "; ".join(_shortfall(position, suit, heights[suit]) for suit in short[:3])
    more = f"; and {counted(len(short) - 3, 'other suit')} cannot be finished" if len(short) > 3 else ""
    return f"{words}{more}: {sum(heights)} of {position.target} points at most"


def _shortfall(position: Position, suit: int, height: int) -> str:
    """Say why a suit comes no higher."""
    card = position.instance.card(suit, height + 1)
    copies = position.copies.get((suit, height + 1))
    if not copies:
        return f"no {card} is left"
    steps, step = steps_of(position), min(first_step(position, copy) for copy in copies)
    place = min(copies) - position.drawn + 1
    where = "is the last card of the pile" if place == steps.draws else f"is card {place} of {steps.draws} of the pile"
    if step > steps.last:
        return f"{card} {where}, and comes too late"
    before = position.instance.card(suit, height)
    return f"{before} can be played in turn {steps.last} of {steps.last} only, so that {card} comes too late"


def refuted(position: Position) -> bool:
    """Whether *pace* or *pile* says that the target cannot be reached."""
    return most_points(position) < position.target


def too_many_to_hold(instance: Hanabi) -> str | None:
    """Return why more cards would have to be held than there are hands for; None if they may fit."""
    return held_too_many(Position.of(instance))


def held_too_many(position: Position) -> str | None:
    """Return why more cards would have to be held than there are hands for; None if they may fit.

    The game is harder than the one of a single player who holds one card less than all hands together (the bound
    *hand*): in each step a card leaves the hands before the next one is drawn, and she may play as many as she wants.
    Where the bottom card may be played from the pile, no card need leave then, and she may hold them all.
    """
    full = position.target == position.values * len(position.heights)
    if position.over or not full or position.points == position.target or position.turns_left is not None:
        return None
    if any(height < position.values for height in heights_at_most(position)):
        return None
    alone = _for_one_player(position)
    lost = Copies(alone).lost
    if lost is None:
        return None
    return lost.replace("after draw", "after card")


def _for_one_player(position: Position) -> HanabiSolitaire:
    """Return the deck for one player: what lies there, then the hands, then the pile."""
    names = [suit.name for suit in position.instance.rules.suits]
    held = sum(map(len, position.hands))
    lying = [Card(names[suit], rank) for suit, height in enumerate(position.heights) for rank in range(1, height + 1)]
    left = [Card(names[suit], rank) for suit, rank in (position.ranks[card] for card in position.left)]
    return HanabiSolitaire.model_construct(
        deck=(*lying, *left),
        hand_size=held if position.bottom else held - 1,
        values=position.values,
        colours=tuple(names),
    )
