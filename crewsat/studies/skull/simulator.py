"""Uniform random games of Skull & Roses, thousands in lockstep: each array holds one quantity for all games of a batch.

The rules are those of `crewsat.studies.skull.referee`, written a second time. A game has one kind of turn to take; one
after another, each method below takes the turn of its kind for all games that have it, so that numpy works on long
arrays. Random players choose uniformly between the ways of the referee's moves.

The positions and the moves of each kind of turn are counted, each in a column (`COLUMNS`), so that the meaning of
position and branching can be chosen afterwards: each reading is a sum of columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.studies.skull.referee import NOBODY, ROSE, SKULL, Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.studies.skull.rules import Rules

    Array = NDArray[Any]

COLUMNS = {
    "rounds": "rounds, each of which has one first turn",
    "successes": "successful challenges",
    "seats": "players in first turns",
    "placed": "cards placed in card turns",
    "openings": "bets that set a challenge",
    "raises": "bets that increase one",
    "passes": "passes",
    "own": "own cards that challengers turned up",
    "others": "others' cards that challengers turned up",
    "discards": "discards",
    "passed_over": "players with empty hands passed over before a challenge was set",
    "first_kinds": "joint moves in first turns, in kinds of card",
    "first_cards": "joint moves in first turns, in cards",
    "seat_kinds": "moves of single players in first turns, in kinds of card",
    "seat_cards": "moves of single players in first turns, in cards",
    "turn_kinds": "kinds of card that could be placed in card turns, also where a challenge was set",
    "turn_cards": "cards that could be placed there",
    "turn_bets": "bets that could set a challenge there",
    "raise_bets": "bets that could increase one, where one did",
    "pass_bets": "bets that could increase one, where a player passed",
    "own_piles": "piles whose top card could be turned up, where an own card was",
    "others_piles": "the same, where somebody else's card was",
    "discard_kinds": "kinds of card that could be discarded",
    "discard_cards": "cards that could be discarded",
    "forced_rounds": "first turns in which nobody has a choice between kinds of card",
    "forced_openings": "bets that set a challenge, by a player with nothing else to do",
    "forced_passes": "passes of players who could not bet",
    "forced_own": "own cards turned up where no other card could be",
    "forced_others": "others' cards turned up where no other card could be",
    "forced_discards": "discards by players with one kind of card",
}
"""What is counted in each game, by column."""

_FIRST, _CARD, _BID, _REVEAL, _DISCARD, _OVER = range(6)


class Games:
    """Random games, played to their ends.

    Args:
        rules: the rules.
        games: number of games.
        rng: the source of all choices.
        recorded: whether to keep all moves for `lines`.

    Attributes:
        counts: an array of whole numbers, exact below 2^53, for each of `COLUMNS`.
        winner: the winner of each game, or `NOBODY`.
    """

    def __init__(self, rules: Rules, games: int, rng: np.random.Generator, *, recorded: bool = False) -> None:
        self._rules, self._rng = rules, rng
        self.counts = {name: np.zeros(games) for name in COLUMNS}
        self.winner = np.full(games, NOBODY)
        shape = games, rules.players
        self._owned = np.empty((*shape, 2), np.int32)
        self._owned[:] = rules.roses, rules.skulls
        self._hand = self._owned.copy()
        self._pile = np.zeros((*shape, rules.cards), np.int8)
        self._wins, self._height, self._turned = (np.zeros(shape, np.int32) for _ in range(3))
        self._bidding = np.ones(shape, bool)
        self._turn = np.full(games, _FIRST, np.int8)
        self._player, self._challenger, self._skull_owner, self._bet, self._table = (
            np.zeros(games, np.int64) for _ in range(5)
        )
        seats = np.arange(rules.players)
        self._order = (seats[:, None] + 1 + seats) % rules.players
        self._moves: list[tuple[str, Array, Array]] | None = [] if recorded else None
        turns = self._first, self._card, self._bid, self._reveal, self._discard
        while (self._turn != _OVER).any():
            for turn, take in enumerate(turns):
                here = np.flatnonzero(self._turn == turn)
                if len(here):
                    take(here)

    def lines(self) -> list[list[Move]]:
        """Return the moves of each game; they must have been recorded."""
        found: list[list[Move]] = [[] for _ in self.winner]
        for what, games, choices in self._moves or ():
            for game, choice in zip(games.tolist(), choices.tolist(), strict=True):
                kinds = tuple(kind for kind in choice if kind >= 0) if isinstance(choice, list) else choice
                found[game].append(Move(what, kinds))  # type: ignore[arg-type]
        return found

    def _first(self, here: Array) -> None:
        cards = self._owned[here]
        numbers, kinds = _both(cards), _both(cards > 0)
        playing = numbers > 0
        skull = self._kind(self._ways(cards), self._rng.random(playing.shape))
        self._hand[here] = cards
        games, players = np.nonzero(playing)
        self._hand[here[games], players, skull[games, players]] -= 1
        self._pile[here, :, 0] = skull
        self._height[here] = playing
        self._turned[here] = 0
        self._bidding[here] = playing
        self._table[here] = playing.sum(1)
        self._turn[here] = _CARD
        joint = _joint(kinds)
        self._count(here, rounds=1, seats=self._table[here], first_kinds=joint, first_cards=_joint(numbers))
        self._count(here, seat_kinds=kinds.sum(1), seat_cards=numbers.sum(1), forced_rounds=joint == 1)
        self._record("first", here, np.where(playing, skull, NOBODY))
        self._card_turn_of_next(here, self._player[here] - 1)

    def _card(self, here: Array) -> None:
        player, table = self._player[here], self._table[here]
        hand = self._hand[here, player]
        ways, kinds = self._ways(hand), _both(hand > 0)
        placings, least = _both(ways), np.minimum(self._rules.least_opening, table)
        bets = table - least + 1
        choice = self._choice(placings + bets)
        self._count(here, turn_kinds=kinds, turn_cards=_both(hand), turn_bets=bets, forced_openings=kinds + bets == 1)
        places = choice < placings
        sets = ~places
        self._place(here[places], player[places], np.where(choice < ways[:, ROSE], ROSE, SKULL)[places])
        bet = (least + choice - placings)[sets]
        self._count(here[sets], openings=1)
        self._make_bet(here[sets], player[sets], bet)

    def _place(self, here: Array, player: Array, kind: Array) -> None:
        self._pile[here, player, self._height[here, player]] = kind
        self._height[here, player] += 1
        self._hand[here, player, kind] -= 1
        self._table[here] += 1
        self._count(here, placed=1)
        self._record("card", here, kind)
        self._card_turn_of_next(here, player)

    def _card_turn_of_next(self, here: Array, player: Array) -> None:
        playing = self._bidding[here]  # no player has passed
        if self._rules.empty_hand == "must_challenge":
            self._player[here] = self._next_of(playing, player)
            return
        able: Array = np.greater(_both(self._hand[here]), 0)
        able[~able.any(1)] = playing[~able.any(1)]
        self._player[here] = self._next_of(able, player)
        order = self._order[player]
        before = np.take_along_axis(able, order, 1).cumsum(1) == 0
        self._count(here, passed_over=(before & np.take_along_axis(playing, order, 1)).sum(1))

    def _bid(self, here: Array) -> None:
        player, bet = self._player[here], self._bet[here]
        raises = self._table[here] - bet
        choice = self._choice(raises + 1)
        passes = choice == 0
        self._count(here[passes], passes=1, pass_bets=raises[passes], forced_passes=raises[passes] == 0)
        self._count(here[~passes], raises=1, raise_bets=raises[~passes])
        self._bidding[here[passes], player[passes]] = False
        self._record("pass", here[passes], choice[passes])
        self._bid_of_next(here[passes])
        self._make_bet(here[~passes], player[~passes], (bet + choice)[~passes])

    def _make_bet(self, here: Array, player: Array, bet: Array) -> None:
        self._bet[here], self._challenger[here] = bet, player
        self._turn[here] = _BID
        self._record("bet", here, bet)
        self._bid_of_next(here)

    def _bid_of_next(self, here: Array) -> None:
        following = self._next_of(self._bidding[here], self._player[here])
        decided = following == self._challenger[here]
        if self._rules.bidding_ends == "at_maximum":
            decided |= self._bet[here] == self._table[here]
        self._player[here] = following
        self._turn[here[decided]] = _REVEAL

    def _reveal(self, here: Array) -> None:
        challenger = self._challenger[here]
        hidden = self._height[here] > self._turned[here]
        if self._rules.reveal == "own_first":
            own = hidden[np.arange(len(here)), challenger]
            hidden[own] = False
            hidden[own, challenger[own]] = True
        piles = hidden.sum(1)
        owner = (hidden.cumsum(1) > self._choice(piles)[:, None]).argmax(1)
        self._turned[here, owner] += 1
        skull = self._pile[here, owner, self._height[here, owner] - self._turned[here, owner]] == SKULL
        mine = owner == challenger
        self._count(here[mine], own=1, own_piles=piles[mine], forced_own=piles[mine] == 1)
        self._count(here[~mine], others=1, others_piles=piles[~mine], forced_others=piles[~mine] == 1)
        self._record("reveal", here, owner)
        self._skull_owner[here] = owner
        self._turn[here[skull]] = _DISCARD
        met = ~skull & (self._turned[here].sum(1) == self._bet[here])
        self._wins[here[met], challenger[met]] += 1
        self._count(here[met], successes=1)
        self._next_round(here[met])

    def _discard(self, here: Array) -> None:
        challenger = self._challenger[here]
        cards = self._owned[here, challenger]
        kinds, ways = _both(cards > 0), self._ways(cards)
        if self._rules.discard == "owner_blind":
            blind = self._skull_owner[here] != challenger
            ways = np.where(blind[:, None], cards, ways)
        kind = self._kind(ways, self._rng.random(len(here)))
        self._owned[here, challenger, kind] -= 1
        self._count(here, discards=1, discard_kinds=kinds, discard_cards=_both(cards), forced_discards=kinds == 1)
        self._record("discard", here, kind)
        self._next_round(here)

    def _next_round(self, here: Array) -> None:
        challenger, skull_owner = self._challenger[here], self._skull_owner[here]
        playing = _both(self._owned[here]) > 0
        number, rows = playing.sum(1), np.arange(len(here))
        won = self._wins[here, challenger] >= self._rules.wins
        last = ~won & (number == 1) & (self._rules.win == "wins_or_last")
        over = won | last | (number == 0)
        self.winner[here[won]] = challenger[won]
        self.winner[here[last]] = playing[last].argmax(1)
        self._turn[here] = np.where(over, _OVER, _FIRST)
        starts = self._next_of(playing, challenger)
        if self._rules.restart == "skull_owner":
            starts = np.where(playing[rows, skull_owner], skull_owner, starts)
        self._player[here] = np.where(playing[rows, challenger], challenger, starts)

    def _ways(self, cards: Array) -> Array:
        """Return in how many ways each kind can be chosen, given its number of cards."""
        return cards if self._rules.moves == "cards" else (cards > 0).astype(cards.dtype)

    def _kind(self, ways: Array, random: Array) -> Array:
        """Choose between roses and skulls."""
        return np.where(random * _both(ways) < ways[..., ROSE], ROSE, SKULL)

    def _choice(self, numbers: Array) -> Array:
        """Choose a number from 0 below `numbers`, in each game."""
        return (self._rng.random(len(numbers)) * numbers).astype(np.int64)

    def _next_of(self, players: Array, after: Array) -> Array:
        """Return the first of `players` in clockwise order, beginning with the one after a player."""
        steps = np.take_along_axis(players, self._order[after], 1).argmax(1)
        following: Array = (after + 1 + steps) % self._rules.players
        return following

    def _count(self, here: Array, **numbers: Array | int) -> None:
        for name, number in numbers.items():
            self.counts[name][here] += number

    def _record(self, what: str, here: Array, choices: Array) -> None:
        if self._moves is not None:
            self._moves.append((what, here, choices))


def _both(cards: Array) -> Array:
    """Add up the last axis, that of the two kinds of card; numpy's own sum is slow along so short an axis."""
    return cards[..., ROSE].astype(np.int64) + cards[..., SKULL]


def _joint(numbers: Array) -> Array:
    """Return the number of joint choices, given the number of each player; players with none are out."""
    product: Array = np.where(numbers > 0, numbers, 1).prod(1, dtype=float)
    return product
