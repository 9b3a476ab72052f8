"""Winning plays of solitaire Hanabi in all their ways, clever or not, and what the plain formula says of each.

A play is told by two draws for every card: X, which brought the copy that is played, and P, after which it is played,
before the next one. Found by trying every step the rules allow, useless ones too: this is not how formulas are made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.games.hanabi_solitaire.rules import replay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

    Times = Mapping[Card, tuple[int, int]]
    Position = tuple[int, frozenset[tuple[Card, int, int]], frozenset[int]]
    """Cards drawn, cards played with their X and P, draws of the copies in the hand."""


def every_winning_play(instance: HanabiSolitaire) -> Iterator[Times]:
    """All that differ in an X or a P; a copy that is held is known by its draw."""
    start: Position = (0, frozenset(), frozenset())
    seen, stack = {start}, [start]
    while stack:
        position = stack.pop()
        if len(position[1]) == instance.highest * len(instance.colours_in_order):
            yield {card: (came, played) for card, came, played in position[1]}
            continue
        following = set(_steps_from(instance, position)) - seen
        seen |= following
        stack += following


def _steps_from(instance: HanabiSolitaire, position: Position) -> Iterator[Position]:
    drawn, played, hand = position
    for came in hand:
        yield drawn, played, hand - {came}
        if _is_next(instance, played, came):
            yield drawn, played | {(instance.deck[came - 1], came, drawn)}, hand - {came}
    if drawn < instance.size:
        now = drawn + 1
        yield now, played, hand
        if len(hand) < instance.hand_size:
            yield now, played, hand | {now}
        if _is_next(instance, played, now):
            yield now, played | {(instance.deck[now - 1], now, now)}, hand


def _is_next(instance: HanabiSolitaire, played: frozenset[tuple[Card, int, int]], came: int) -> bool:
    card = instance.deck[came - 1]
    return card.value == 1 + sum(other.suit == card.suit for other, _, _ in played)


def some_winning_play(instance: HanabiSolitaire) -> Times | None:
    """The one that trying everything finds: it draws on for as long as it can before it plays from the hand."""
    steps = search(instance)
    if steps is None:
        return None
    times: dict[Card, tuple[int, int]] = {}
    held: dict[Card, list[int]] = {}
    drawn = 0
    for step in replay(instance, steps):
        drawn += step.source == "deck"
        came = drawn if step.source == "deck" else held[step.card].pop()
        if step.action == "play":
            times[step.card] = came, drawn
        elif step.action == "store":
            held.setdefault(step.card, []).append(came)
    return times


def said_of(encoding: Any, play: Times) -> list[int]:  # noqa: ANN401 - perhaps one with mistakes
    """The literals of had and done that are true of a play."""
    said = []
    for name, k in (("had", 0), ("done", 1)):
        family = encoding.formula.families[name]
        for card, draw in family.rows:
            variable = family.now((card, draw))
            said.append(variable if play[card][k] <= draw else -variable)
    return said
