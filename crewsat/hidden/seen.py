"""What a player expects the others to hold: for each card the chance that each of them holds it.

Chances are integers of `SURE`. They are those of cards that are dealt independently, made to agree once with the sizes
of the hands: quick, and good enough to compare cards by. Cards that the same players may hold have the same chances.
The kernel has a twin (``kernel/src/hidden/seen.cpp``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import bits_of

if TYPE_CHECKING:
    from crewsat.hidden.board import Board, Rules

SURE = 4096


def both(one: int, other: int) -> int:
    """Return the chance of two independent things."""
    return one * other >> 12


class Seen:
    """What the player whose turn it is knows and expects.

    Args:
        rules: of the game.
        board: what everybody knows.
        me: the player.
        hand: the cards of this player.

    Attributes:
        mine: the hand.
        unseen: the cards that the others hold.
        holds: for each other player and unseen card, the chance that the player holds it.
        none_below: for each other player and card, the chance that the player holds no lower card of its suit.
        none_above: the same of higher ones.
        none_of: for each other player and suit, the chance that the player has none of it.
    """

    def __init__(self, rules: Rules, board: Board, me: int, hand: int) -> None:
        self.mine = hand
        self.unseen = rules.whole & ~board.out & ~hand
        cards, players = len(rules.suit), rules.players
        self.holds = [[0] * cards for _ in range(players)]
        self.none_below = [[SURE] * cards for _ in range(players)]
        self.none_above = [[SURE] * cards for _ in range(players)]
        self.none_of = [[SURE] * len(rules.of_suit) for _ in range(players)]
        self._others = [player for player in range(players) if player != me]
        self._chances(board)
        for player in self._others:
            self._of_suits(rules, player)

    def _chances(self, board: Board) -> None:
        known = 0
        for player in self._others:
            known |= board.known[player]
        places = {player: max(0, board.count[player] - board.known[player].bit_count()) for player in self._others}
        classes: dict[tuple[int, ...], int] = {}
        for card in bits_of(self.unseen & ~known):
            holders = tuple([player for player in self._others if not board.cannot[player] >> card & 1])
            classes[holders] = classes.get(holders, 0) | 1 << card
        scale = _scaled(places, classes)
        for holders, mask in classes.items():
            for player, chance in _shares(holders, scale):
                for card in bits_of(mask):
                    self.holds[player][card] = chance
        for player in self._others:
            for card in bits_of(board.known[player] & self.unseen):
                self.holds[player][card] = SURE

    def _of_suits(self, rules: Rules, player: int) -> None:
        holds, below, above = self.holds[player], self.none_below[player], self.none_above[player]
        for suit, mask in enumerate(rules.of_suit):
            cards = range((mask & -mask).bit_length() - 1, mask.bit_length())
            chance = SURE
            for card in cards:
                below[card] = chance
                if self.unseen >> card & 1:
                    chance = both(chance, SURE - holds[card])
            self.none_of[player][suit] = chance
            chance = SURE
            for card in reversed(cards):
                above[card] = chance
                if self.unseen >> card & 1:
                    chance = both(chance, SURE - holds[card])


def _scaled(places: dict[int, int], classes: dict[tuple[int, ...], int]) -> dict[int, int]:
    """Return how likely each player is to hold a card that several may hold, so that hands have about their sizes."""
    scale = {player: free << 8 for player, free in places.items()}
    expected = dict.fromkeys(places, 0)
    for holders, mask in classes.items():
        for player, chance in _shares(holders, scale):
            expected[player] += chance * mask.bit_count()
    for player, number in expected.items():
        if number:
            scale[player] = scale[player] * places[player] * SURE // number
    return scale


def _shares(holders: tuple[int, ...], scale: dict[int, int]) -> list[tuple[int, int]]:
    """Return for each player who may hold a card the chance to do so."""
    whole = sum(scale[player] for player in holders)
    return [(player, scale[player] * SURE // whole) for player in holders] if whole else []
