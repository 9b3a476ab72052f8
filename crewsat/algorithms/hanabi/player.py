"""A player of Hanabi that sees all cards and follows rules of thumb: most random decks are won in a few games.

In a turn: play a card that fits, preferring the one after which most cards in the next hands can follow; else, if there
are few tokens and enough actions, discard the card that is least needed; else give a clue. What counts as few tokens
differs from game to game, at first by a fixed list, then at random. A game costs less than a millisecond.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.errors import IllegalPlay, Stopped
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.position import CLUE, PASS, Move, Position, actions_of
from crewsat.games.hanabi.rules import play_until_success
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi

GAMES = 60
"""How many games are played."""


class Style(NamedTuple):
    """What differs from game to game.

    Attributes:
        few: a card is discarded if there are at most this many tokens
        slack: and at least this many more actions are left than points are missing.
        noise: how much chance influences what is discarded or played.
    """

    few: int
    slack: int
    noise: float = 0.0


FIRST_STYLES = tuple(Style(few, slack) for slack in (1, 3) for few in (4, 2, 6, 0))


@reads("method 'player'", ALL)
def winning_line(
    instance: Hanabi, *, seed: int = 0, shorten: bool = False, out_of_time: Callable[[], bool] = lambda: False
) -> list[Action] | None:
    """Return a play that reaches the target, or None if no game does; it is as short as the player makes it.

    The player assumes that there is a clue to give if there is a token. Where that need not hold, because the variant
    has cards that no clue touches or all other hands may be empty, the game is replayed.

    Raises:
        Stopped: if time runs out.
    """
    del shorten  # a game of Hanabi lasts as long as its deck
    position = Position.of(instance)
    best = best_game(position, seed=seed, out_of_time=out_of_time)
    if position.loss is not None or best.points < position.target:
        return None
    actions = actions_of(position, best.moves)
    trusted = position.free_clues and instance.cards_in_hand > 1
    return actions if trusted or _succeed(instance, actions) else None


def _succeed(instance: Hanabi, actions: Sequence[Action]) -> bool:
    """Return whether actions reach the target: the player does not check whether a clue touches a card."""
    try:
        play_until_success(instance, actions)
    except IllegalPlay:
        return False
    return True


class Game(NamedTuple):
    """The result of a game."""

    points: int
    moves: list[Move]


def best_game(
    position: Position, *, games: int = GAMES, seed: int = 0, out_of_time: Callable[[], bool] = lambda: False
) -> Game:
    """Return the first game that reaches the target, else the best one.

    Raises:
        Stopped: if time runs out.
    """
    best = Game(position.points, [])
    if position.over or position.points >= position.target:
        return best
    for style, rng in islice(_styles(seed), games):
        if out_of_time():
            raise Stopped("time")
        game = _Player(position, style, rng).play(out_of_time)
        if game.points > best.points:
            best = game
            if best.points >= position.target:
                break
    return best


def _styles(seed: int) -> Iterator[tuple[Style, random.Random]]:
    rng = random.Random(seed)
    yield from ((style, rng) for style in FIRST_STYLES)
    while True:
        yield Style(rng.randint(0, 7), rng.randint(0, 4), rng.choice((0.0, 0.3, 1.0))), rng


class _Player:
    """A player in one game."""

    def __init__(self, position: Position, style: Style, rng: random.Random) -> None:
        p = position
        self._p, self._style, self._rng = p, style, rng
        self._ranks = p.ranks
        self._hands = [list(hand) for hand in p.hands]
        self._heights = list(p.heights)
        self._points = p.points
        self._drawn, self._turn = p.drawn, p.turn
        self._tokens, self._strikes = p.tokens, p.strikes
        self._turns_left = p.turns_left
        self._held = Counter((player, *p.ranks[card]) for player, hand in enumerate(p.hands) for card in hand)
        self._copies = {kind: len(cards) for kind, cards in p.copies.items()}
        self._most = [self._reachable(suit) for suit in range(len(p.heights))]
        self._moves: list[Move] = []

    def play(self, out_of_time: Callable[[], bool]) -> Game:
        """Play until the target is reached, or nothing more can be done.

        Raises:
            Stopped: if time runs out.
        """
        p = self._p
        while self._points < p.target and self._turns_left != 0:
            if out_of_time():
                raise Stopped("time")
            move = self._chosen()
            if move is None:
                break
            self._moves.append(move)
            self._do(move)
        return Game(self._points, self._moves)

    def _chosen(self) -> Move | None:
        """Return what is done in this turn; None to give up."""
        p, last = self._p, len(self._ranks) - 1
        card = self._best_play()
        if card is not None:
            return Move("play", card)
        if p.bottom and self._drawn == last and self._fits(last):
            return Move("play", last)
        return self._without_play()

    def _without_play(self) -> Move | None:
        """Return what is done if nothing can be played; None to give up."""
        p = self._p
        may_discard = (self._tokens < p.full or p.discard_at_full) and self._hands[self._turn]
        clue = self._tokens >= p.price
        if self._turns_left is not None:
            return CLUE if clue else PASS if may_discard else None
        slack = len(self._ranks) - self._drawn + p.players - (p.target - self._points)
        if may_discard and (not clue or (self._tokens <= self._style.few * p.price and slack >= self._style.slack)):
            return Move("discard", self._least_needed(self._last_of_pile()))
        if clue:
            return CLUE
        may_strike = self._strikes > 1 and self._hands[self._turn]
        return Move("strike", self._least_needed()) if may_strike else None

    def _last_of_pile(self) -> list[int]:
        """Return the last card of the pile if it may be discarded from there."""
        return [self._drawn] if self._p.bottom_discards and self._drawn == len(self._ranks) - 1 else []

    def _fits(self, card: int) -> bool:
        suit, rank = self._ranks[card]
        return rank == self._heights[suit] + 1

    def _best_play(self) -> int | None:
        best, most = None, -1.0
        for card in self._hands[self._turn]:
            if self._fits(card):
                worth = self._followers(card) + self._noise()
                if worth > most:
                    best, most = card, worth
        return best

    def _followers(self, card: int) -> int:
        """Return how many cards of the suit can follow at once, in turn."""
        suit, rank = self._ranks[card]
        number, player, players = 0, self._turn, self._p.players
        for _ in range(players):
            player = (player + 1) % players
            if self._held[player, suit, rank + number + 1]:
                number += 1
        if rank + number == self._p.values:
            number += 1
        return number

    def _least_needed(self, besides: Sequence[int] = ()) -> int:
        return max([*self._hands[self._turn], *besides], key=self._uselessness)

    def _uselessness(self, card: int) -> float:
        """Return how dispensable a card is: useless, or another copy is in a hand, or others must come first."""
        suit, rank = self._ranks[card]
        if not self._heights[suit] < rank <= self._most[suit]:
            return 1000.0
        if self._copies[suit, rank] == 1:
            return -1000.0 + rank - self._heights[suit]
        held = sum(self._held[player, suit, rank] for player in range(self._p.players))
        another_held = held > (card != self._drawn)
        return (500.0 if another_held else 0.0) + rank - self._heights[suit] + 3 * self._noise()

    def _noise(self) -> float:
        return self._rng.random() * self._style.noise if self._style.noise else 0.0

    def _reachable(self, suit: int) -> int:
        """Return the height a suit can reach with the copies that are left."""
        rank = self._heights[suit]
        while self._copies.get((suit, rank + 1)):
            rank += 1
        return rank

    def _do(self, move: Move) -> None:
        p = self._p
        if move.kind == "clue":
            self._tokens -= p.price
        elif move.kind != "pass":
            self._lay(move)
        if self._turns_left is not None:
            self._turns_left -= 1
        elif move.kind != "clue":
            if move.card != self._drawn:
                self._hands[self._turn].append(self._drawn)
                self._held[self._turn, *self._ranks[self._drawn]] += 1
            self._drawn += 1
            if self._drawn == len(self._ranks):
                self._turns_left = p.players
        self._turn = (self._turn + 1) % p.players

    def _lay(self, move: Move) -> None:
        """Lay a card down, or discard it."""
        p, card = self._p, move.card
        suit, rank = self._ranks[card]
        if card != self._drawn:
            self._hands[self._turn].remove(card)
            self._held[self._turn, suit, rank] -= 1
        if (suit, rank) in self._copies:
            self._copies[suit, rank] -= 1
        if move.kind == "play":
            self._heights[suit] = rank
            self._points += 1
            gained = rank == p.values and p.finished_gains
        else:
            gained = move.kind == "discard"
            self._strikes -= move.kind == "strike"
            if rank > self._heights[suit]:
                self._most[suit] = min(self._most[suit], self._reachable(suit))
        if gained:
            self._tokens = min(p.full, self._tokens + 1)
