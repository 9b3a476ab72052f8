"""Skull & Roses with one player acting at a time: the cards of a first turn are placed one by one, unseen.

The rules are the default ones of `crewsat.studies.skull.referee`. A discard after another player's skull is left to
chance, each card equally likely; after their own, challengers pick a kind. A card in a pile is seen by its owner until
it is turned up, and a discarded one only by the player who loses it.

Actions are numbers: 0 for a rose and 1 for a skull, to place or to discard; 2 for a pass; 2 + b for a bet of b; then,
from 3 + the number of all cards, the piles whose top card can be turned up, by owner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from crewsat.studies.skull import referee
from crewsat.studies.skull.referee import NOBODY, Move, State
from crewsat.studies.skull.rounds import in_order

if TYPE_CHECKING:
    from crewsat.studies.skull.rules import Rules

KINDS = "rose", "skull"
PASS = 2


class Event(NamedTuple):
    """An action that has been taken.

    Attributes:
        what: as in `Move`.
        player: who has taken it; in a discard, whose card it is.
        number: the bet, or the owner of the pile.
        kind: the kind of the card.
        public: whether all players have seen the kind, not only the player who acted.
    """

    what: str
    player: int
    number: int = 0
    kind: int = NOBODY
    public: bool = True

    def text(self, *, seen: bool) -> str:
        """Return the event in words; `seen` says whether the kind of a card is known."""
        card = KINDS[self.kind] if seen or self.public else "card"
        words = {
            "card": f"places {card}",
            "bet": f"bets {self.number}",
            "pass": "passes",
            "reveal": f"turns up {card} of P{self.number}",
            "discard": f"loses {card}",
        }
        return f"P{self.player} {words[self.what]}"


@dataclass(frozen=True, slots=True, eq=False)
class Play:
    """A game in progress; it is immutable, and so never copied.

    Attributes:
        rules: the rules.
        single_round: whether the first round decides: a successful challenger wins, an unsuccessful one loses.
        state: the state of the referee; in a first turn, the one before it.
        placed: the kinds placed so far in a first turn, in order.
        past: what has been done.
        returns: what each player gets once the game is over: the winner gets 1 from each of the others, or the loser
            gives 1 to each of them.
    """

    rules: Rules
    single_round: bool
    state: State
    placed: tuple[int, ...] = ()
    past: tuple[Event, ...] = ()
    returns: tuple[int, ...] | None = None

    def __deepcopy__(self, _memo: object) -> Play:
        return self

    @property
    def player(self) -> int:
        """Whose turn it is, or `NOBODY` if a card is discarded blindly."""
        state = self.state
        if state.turn == "first":
            return in_order(state.owned, state.player)[len(self.placed)]
        return NOBODY if state.turn == "discard" and state.skull_owner != state.challenger else state.player

    @property
    def piles(self) -> tuple[tuple[int, ...], ...]:
        """The piles, with the cards that have been placed in a first turn."""
        if not self.placed:
            return self.state.piles
        placed = dict(zip(in_order(self.state.owned, self.state.player), self.placed, strict=False))
        return tuple((placed[seat],) if seat in placed else () for seat in range(self.rules.players))

    def hand(self, player: int) -> tuple[int, int]:
        """Return the roses and the skulls in a player's hand."""
        return self.state._replace(piles=self.piles).hand(player)

    def actions(self) -> dict[int, int]:
        """Return all actions, each with its number of ways: for a blind discard, the number of cards."""
        if self.returns is not None:
            return {}
        if self.state.turn == "first":
            return {kind: 1 for kind, number in enumerate(self.state.owned[self.player]) if number}
        moves = referee.moves(self.rules, self.state)
        return {self._action(move): ways for move, ways in moves.items()}

    def _action(self, move: Move) -> int:
        first = {"pass": PASS, "bet": PASS, "reveal": first_pile(self.rules)}
        return first.get(move.what, 0) + int(move.choice)  # type: ignore[arg-type]  # not in a first turn

    def event(self, action: int) -> Event:
        """Return the event of an action."""
        player, state = self.player, self.state
        if action >= first_pile(self.rules):
            owner = action - first_pile(self.rules)
            kind = state.piles[owner][-state.turned[owner] - 1]
            return Event("reveal", player, owner, kind)
        if action == PASS:
            return Event("pass", player)
        if action > PASS:
            return Event("bet", player, action - PASS)
        if state.turn == "discard":
            return Event("discard", state.challenger, kind=action, public=False)
        return Event("card", player, kind=action, public=False)

    def after(self, action: int) -> Play:
        """Return the game after an action."""
        event = self.event(action)
        past = (*self.past, event)
        if self.state.turn == "first":
            placed = (*self.placed, action)
            players = in_order(self.state.owned, self.state.player)
            if len(placed) < len(players):
                return replace(self, placed=placed, past=past)
            kinds = tuple(kind for _, kind in sorted(zip(players, placed, strict=True)))
            state = referee.after(self.rules, self.state, Move("first", kinds))
        else:
            choice = event.number if event.kind == NOBODY or event.what == "reveal" else event.kind
            state = referee.after(self.rules, self.state, Move(event.what, choice))  # type: ignore[arg-type]
        return replace(self, state=state, placed=(), past=past, returns=self._returns(state))

    def _returns(self, state: State) -> tuple[int, ...] | None:
        """Return what each player gets if the game ends in this state, else None."""
        seats = range(self.rules.players)
        if self.single_round and self.state.turn == "reveal" and state.turn == "discard":
            loser = state.challenger
            return tuple(1 - len(seats) if seat == loser else 1 for seat in seats)
        if state.turn == "over" or (self.single_round and state.turn == "first"):
            winner = state.player
            return tuple(len(seats) - 1 if seat == winner else -1 for seat in seats)
        return None


def first_pile(rules: Rules) -> int:
    """Return the first action that turns up a card."""
    return PASS + 1 + rules.players * rules.cards


def most_rounds(rules: Rules, *, single_round: bool) -> int:
    """Return a number of rounds that no game exceeds: each takes a card or adds a win."""
    return 1 if single_round else rules.players * (rules.cards + rules.wins - 1)


def longest(rules: Rules, *, single_round: bool) -> int:
    """Return a number of actions that no game exceeds.

    With n cards, a round has at most n cards placed, n bets, a pass by each player but one, n cards turned up, and a
    discard. Rounds that are won are counted first, so that they have all cards.
    """
    table, players = rules.players * rules.cards, rules.players
    first = 3 * table + players
    if single_round:
        return first
    return players * (rules.wins - 1) * first + sum(3 * cards + players for cards in range(1, table + 1))
