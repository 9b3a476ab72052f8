"""Quick reasons why a target cannot be reached, and bounds on the points that can.

A *step* is a play, a discard or a strike. Each draws a card while there are any, and after the last one every player
has one turn: of R cards in the pile and p players, R + p steps are left, and each lays down one card at most.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.hanabi_solitaire.copies import Copies
from crewsat.base.said import Listed, Said, saying
from crewsat.base.wording import listed
from crewsat.games.cards import Card
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.position import Position
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.hanabi.instance import Hanabi

MOST_NAMED = 30
"""The most cards of a list that are named; the rest is counted."""


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
    """Return the first step in which a card can be played, from 1; a number beyond the last step if it never can.

    A card is drawn in one step and can be played in the next one; the bottom card is played by whoever has drawn it, in
    the last turn of all, unless it may be played from the pile. In the last round every player has one turn.
    """
    steps = steps_of(position)
    if position.turns_left is not None:
        return (position.holder[card] - position.turn) % position.players + 1
    drawn_in = max(0, card - position.drawn + 1)
    if drawn_in == steps.draws > 0:
        return steps.draws if position.bottom else steps.last
    return drawn_in + 1


def step_after(position: Position, copies: Iterable[int], step: int) -> int | None:
    """Return the first step after a given one in which one of some copies can be played; None if none can be.

    In the last round a card can be played in one turn only, that of its holder.
    """
    last = steps_of(position).last
    first = (first_step(position, card) for card in copies)
    if position.turns_left is not None:
        return min((turn for turn in first if step < turn <= last), default=None)
    return min((found for each in first if (found := max(each, step + 1)) <= last), default=None)


def earliest(position: Position, suit: int) -> list[int]:
    """Return the first step after which each rank of a suit above its height may lie there, as far as it can.

    Cards of a suit are laid down one after the other (the bound *pile*).
    """
    steps: list[int] = []
    for rank in range(position.heights[suit] + 1, position.values + 1):
        copies = position.copies.get((suit, rank), ())
        step = step_after(position, copies, steps[-1] if steps else 0)
        if step is None:
            break
        steps.append(step)
    return steps


def heights_at_most(position: Position) -> list[int]:
    """Return the height each suit can reach by itself."""
    return [height + len(earliest(position, suit)) for suit, height in enumerate(position.heights)]


class Pace(NamedTuple):
    """The most points that steps allow.

    Attributes:
        points: how many points there can be in the end.
        step: the step that gives the bound: after it there are at most `there` points on the table.
        there: how many.
    """

    points: int
    step: int
    there: int


def pace_of(soon: Iterable[int], points: int, last: int) -> Pace:
    """Return how many points there can be: those possible by some step, and one for each step after it (*pace*).

    Args:
        soon: for each point that is missing, the first step after which it may be there.
        points: how many points are there.
        last: the number of the last step.
    """
    best = Pace(points + last, 0, points)
    for number, (step, following) in enumerate(pairwise([0, *sorted(soon), last + 1])):
        then = min(following - 1, last)
        found = Pace(points + number + last - then, then, points + number)
        if step <= then and found.points < best.points:
            best = found
    return best


def pace(position: Position) -> Pace:
    """Return how many points the steps allow."""
    soon = (step for suit in range(len(position.heights)) for step in earliest(position, suit))
    return pace_of(soon, position.points, steps_of(position).last)


def most_points(position: Position) -> int:
    """Return a bound on the points that can be on the table in the end."""
    return min(pace(position).points, sum(heights_at_most(position)))


@reads("method 'pace'", ALL)
def too_slow(instance: Hanabi) -> str | None:
    """Return why the steps that are left do not suffice for the target; None if they may."""
    position = Position.of(instance)
    if position.over or position.points >= position.target:
        return position.loss
    found = pace(position)
    if found.points >= position.target or found.step == steps_of(position).last:  # the last step is left to *pile*
        return None
    return pace_in_words(position, found)


def pace_in_words(position: Position, found: Pace, suits: Sequence[int] | None = None) -> str:
    """Say why the steps that are left do not suffice for the target, or for all points of some suits."""
    steps = steps_of(position)
    plays = saying("{n} plays", one="1 play", n=steps.last - found.step)
    needed, there, of = position.target, position.points, ""
    if suits is not None and len(suits) < len(position.heights):
        needed, there = position.values * len(suits), sum(position.heights[suit] for suit in suits)
        of = saying(" of {suits}", suits=listed(position.instance.rules.suits[suit].name for suit in suits))
    if found.step == 0:
        return _too_few_steps(steps, plays, needed - there, of)
    if found.step == steps.last:
        return saying(
            "there can be at most {n} points{of} in the end, and {needed} are needed",
            one="there can be at most 1 point{of} in the end, and {needed} are needed",
            n=found.there,
            of=of,
            needed=needed,
        )
    return saying(
        "{when} there are at most {n} points{of}, and {plays} at most after that: {most} of {needed} points at most",
        one="{when} there is at most 1 point{of}, and {plays} at most after that: {most} of {needed} points at most",
        when=moment_after(position, found.step),
        n=found.there,
        of=of,
        plays=plays,
        most=found.points,
        needed=needed,
    )


def _too_few_steps(steps: Steps, plays: str, missing: int, of: str) -> str:
    """Say that from now on there are fewer steps than points are missing."""
    what = {"n": steps.last - steps.draws, "plays": plays, "missing": missing, "of": of}
    if not steps.draws:
        return saying(
            "{n} turns allow {plays} at most, and {missing} points{of} are missing",
            one="1 turn allows {plays} at most, and {missing} points{of} are missing",
            **what,
        )
    return saying(
        "{cards} to draw and {n} turns of the last round allow {plays} at most, and {missing} points{of} are missing",
        one="{cards} to draw and 1 turn of the last round allow {plays} at most, and {missing} points{of} are missing",
        cards=saying("{n} cards", one="1 card", n=steps.draws),
        **what,
    )


def moment_after(position: Position, step: int) -> str:
    """Say when a step is over."""
    draws = steps_of(position).draws
    if step < draws:
        return moment_drawn(step)
    if step == draws:
        return saying("when all cards have been drawn")
    if draws:
        return saying("after {n} turns of the last round", one="after 1 turn of the last round", n=step - draws)
    return saying("after {n} more turns", one="after 1 more turn", n=step)


def moment_drawn(number: int) -> str:
    """Say when a card of the pile has been drawn, counted from 1; now if it is none."""
    if number == 0:
        return saying("now")
    return saying("when card {number} of the pile has been drawn", number=number)


@reads("method 'pile'", ALL)
def too_deep(instance: Hanabi) -> str | None:
    """Return why cards come too late in the pile, or are gone; None if they may suffice."""
    position = Position.of(instance)
    if position.over or position.points >= position.target:
        return position.loss
    heights = heights_at_most(position)
    if sum(heights) >= position.target:
        return None
    short = [suit for suit, height in enumerate(heights) if height < position.values]
    parts = [_shortfall(position, suit, heights[suit]) for suit in short[:3]]
    if len(short) > 3:
        more = len(short) - 3
        parts.append(
            saying("and {n} other suits cannot be finished", one="and 1 other suit cannot be finished", n=more)
        )
    return saying(
        "{parts}: {most} of {needed} points at most",
        parts=Listed.made(parts, ";"),
        most=sum(heights),
        needed=position.target,
    )


def _shortfall(position: Position, suit: int, height: int) -> str:
    """Say why a suit cannot reach a greater height."""
    card = str(position.instance.card(suit, height + 1))
    copies = position.copies.get((suit, height + 1))
    if not copies:
        return saying("no {card} is left", card=card)
    before = "" if height == position.heights[suit] else str(position.instance.card(suit, height))
    if position.turns_left is None:
        return saying(
            "{before} can be played in the very last turn only, and {card}, {place}, after it",
            before=before,
            card=card,
            place=place_of(position, min(copies, key=lambda copy: first_step(position, copy))),
        )
    players = sorted({position.holder[copy] + 1 for copy in copies})
    what = {"n": len(players), "card": card, "place": held_by(players)}
    if not before:
        return saying("{card} is {place}, who have no turn left", one="{card} is {place}, who has no turn left", **what)
    return saying(
        "{card} is {place}, who have no turn after {before} is played",
        one="{card} is {place}, who has no turn after {before} is played",
        before=before,
        **what,
    )


def held_by(players: Sequence[int]) -> str:
    """Say that a card is held by some players."""
    if len(players) == 1:
        return saying("held by player {player}", player=players[0])
    return saying("held by {players}", players=players_in_words(players))


def players_in_words(players: Sequence[int]) -> str:
    """Return an enumeration of players; in English it says ``players`` once, other languages say it of each."""
    who = listed([saying("player {player}", player=player) for player in players])
    return who if len(players) == 1 else Said.made(f"players {listed(players)}", "{players}", {"players": who})


def place_of(position: Position, card: int) -> str:
    """Say where a card is."""
    if card in position.holder:
        return held_by([position.holder[card] + 1])
    if card == len(position.ranks) - 1:
        return saying("the last card of the pile")
    return saying("card {number} of the pile", number=card - position.drawn + 1)


def named(cards: Sequence[object]) -> str:
    """Return an enumeration of cards, shortened if there are more than `MOST_NAMED`."""
    if not 1 < len(cards) <= MOST_NAMED:
        return listed(cards)
    return Listed.made([str(card) for card in cards], "and")


def refuted(position: Position) -> bool:
    """Return whether *pace* or *pile* says that the target cannot be reached."""
    return most_points(position) < position.target


@reads("method 'hand'", ALL)
def too_many_to_hold(instance: Hanabi) -> str | None:
    """Return why more cards would have to be held than there are hands for; None if they may fit."""
    return held_too_many(Position.of(instance))


def held_too_many(position: Position) -> str | None:
    """Return why more cards would have to be held than there are hands for; None if they may fit.

    The game is harder than the one of a single player who holds one card less than all hands together (the bound
    *hand*): in each step a card leaves the hands before the next one is drawn, and the single player may play any
    number of cards. Where the bottom card may be played from the pile, no card need leave then, and the single player
    may hold them all.
    """
    full = position.target == position.values * len(position.heights)
    if position.over:
        return position.loss
    if not full or position.points == position.target or position.turns_left is not None:
        return None
    if any(height < position.values for height in heights_at_most(position)):
        return None
    copies = Copies(_for_one_player(position))
    numbers = {suit.name: number for number, suit in enumerate(position.instance.rules.suits)}
    if copies.unusable is not None:
        card = position.instance.card(numbers[copies.unusable.suit], copies.unusable.value)
        return saying(
            "no {card} can be used: each would have to be held, or waited for, while the hands are full", card=str(card)
        )
    if copies.crowded is None:
        return None
    draw, waiting = copies.crowded
    step = max(0, draw - position.points - sum(map(len, position.hands))) + 1
    words = crowd_in_words(position, step, [(numbers[card.suit], card.value) for card in waiting])
    return without_some_copies(words) if copies.rounds else words


def without_some_copies(words: str) -> str:
    """Say that a sentence disregards copies that cannot be used."""
    return saying("{this} (copies that cannot be used are not counted on)", this=words)


def crowd_in_words(position: Position, step: int, waiting: Sequence[tuple[int, int]]) -> str:
    """Say that more cards must be held than fit into the hands.

    Args:
        position: the game.
        step: a step that draws a card.
        waiting: suits and ranks that must be held when it begins, and when a card has left the hands in it.
    """
    held = sum(map(len, position.hands))
    full = len(waiting) == held
    return saying(
        "{when}, the hands must hold {cards}: no more of them come, and none of these {number} cards can be played "
        "before the next one is drawn; but {room}",
        when=moment_drawn(step - 1),
        cards=named([position.instance.card(*kind) for kind in waiting]),
        number=len(waiting),
        room=saying("one card has to leave before that") if full else saying("there is room for {n} only", n=held),
    )


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
