"""All heights that suits can have together in a small game of Hanabi, by trying everything on the referee's table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.hanabi.rules import Table

if TYPE_CHECKING:
    from collections.abc import Collection

    from crewsat.games.hanabi.instance import Hanabi


def heights_within_reach(game: Hanabi) -> set[tuple[int, ...]]:
    """The heights of all suits in every position that can be reached."""
    table = Table.after_actions(game)
    seen, found = set(), set()
    stack = [table]
    while stack:
        table = stack.pop()
        found.add(tuple(table.heights))
        for action in table.legal():
            after = table.copy()
            after.do(action)
            hands = tuple(tuple(sorted(game.deck[card] for card in hand)) for hand in after.hands)
            counts = after.drawn, after.tokens, after.strikes, after.turn, after.turns_left
            standing = hands, tuple(after.heights), counts
            if standing not in seen:
                seen.add(standing)
                stack.append(after)
    return found


def finished_together(game: Hanabi, suits: Collection[str], reached: set[tuple[int, ...]]) -> bool:
    """Whether suits can be finished, whatever becomes of the others."""
    numbers = [k for k, suit in enumerate(game.rules.suits) if suit.name in suits]
    return any(all(heights[k] == game.rules.values for k in numbers) for heights in reached)
