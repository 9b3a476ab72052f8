"""The referee: replays a play card by card and knows nothing of encodings.

The rules (contract; paper, section 2 and appendix A). A trick needs one card of every player. Its leader plays first,
the others follow in turn order; whoever holds a card of the led suit must play one. The highest trump wins the
trick, without trumps the highest card of the led suit; its player leads next. An objective is completed when its owner
wins its card, and lost when anybody else does. A pair (x before y) asks for trick(x) ≤ trick(y), or < where
`same_trick` is ``violates``. The play succeeds with the trick after which all objectives are completed, and is
over when a hand is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.errors import IllegalPlay, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.crew.cards import Card
    from crewsat.games.crew.instance import Crew

RULES = ("lead", "one card each", "hand", "follow suit", "objective", "order", "end", "claim")
"""The names a broken rule can have in `IllegalPlay.rule`."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as it was played.

    Attributes:
        leader: the player who led, from 1.
        cards: one card of every player, in the order played, the leader's first.
        winner: the player who took it.
        completes: ids of the objectives completed by it, in the order of the instance.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int
    completes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        return {
            "leader": self.leader,
            "cards": [str(card) for card in self.cards],
            "winner": self.winner,
            "completes": list(self.completes),
        }


def winner_of(leader: int, cards: Sequence[Card], trump: str | None) -> int:
    """Return the player who wins a complete trick; cards in the order played, players from 1."""
    best = 0
    for k in range(1, len(cards)):
        beaten, card = cards[best], cards[k]
        higher = card.suit == beaten.suit and card.value > beaten.value
        ruffed = card.suit == trump and beaten.suit != trump
        if higher or ruffed:
            best = k
    return (leader - 1 + best) % len(cards) + 1


def legal_cards(hand: Iterable[Card], led: str | None) -> list[Card]:
    """Return the cards of a hand that may be played: those of the led suit if there are any; all for the leader."""
    cards = list(hand)
    return [card for card in cards if card.suit == led] or cards


class Table:
    """A game in progress: hands, who leads, which objectives are open."""

    def __init__(self, instance: Crew) -> None:
        self.instance = instance
        self.hands: list[set[Card]] = [set(hand) for hand in instance.hands]
        self.leader: int | None = instance.leader
        self.played = 0
        self.done: dict[int, int] = {}
        """Completed objectives: position in the instance → number of the trick."""
        self._predecessors: dict[int, list[int]] = {}
        for x, y in instance.order:
            self._predecessors.setdefault(y, []).append(x)

    @property
    def succeeded(self) -> bool:
        """Whether all objectives are completed."""
        return len(self.done) == len(self.instance.objectives)

    def play(self, leader: int, cards: Sequence[Card]) -> Trick:
        """Play one whole trick.

        Args:
            leader: the player who leads, from 1.
            cards: one card of every player, the leader's first, then in turn order.

        Raises:
            IllegalPlay: naming trick, player and rule.
        """
        self.played += 1
        self._players_may_play()
        self._right_player_leads(leader)
        self._everybody_plays_once(cards)
        led = cards[0].suit
        for k, card in enumerate(cards):
            self._card_is_legal((leader - 1 + k) % len(cards) + 1, card, led)
        for k, card in enumerate(cards):
            self.hands[(leader - 1 + k) % len(cards)].remove(card)
        winner = winner_of(leader, cards, self.instance.trump)
        self.leader = winner
        return Trick(leader, tuple(cards), winner, self._complete(winner, set(cards)))

    def finish(self) -> None:
        """Check that the play may end here.

        Raises:
            IllegalPlay: if an objective is still open.
        """
        if not self.succeeded:
            open_ones = [o for k, o in enumerate(self.instance.objectives) if k not in self.done]
            names = ", ".join(visible(o.id) for o in open_ones[:5])
            more = f" and {len(open_ones) - 5} more" if len(open_ones) > 5 else ""
            raise IllegalPlay(
                f"the play ends after {self.played} tricks with open objectives: {names}{more}", rule="end"
            )

    def _fail(self, rule: str, message: str, player: int | None = None) -> IllegalPlay:
        return IllegalPlay(message, rule=rule, trick=self.played, player=player)

    def _players_may_play(self) -> None:
        if self.succeeded:
            raise self._fail("end", "the play has succeeded already and is over")
        for player, hand in enumerate(self.hands, 1):
            if not hand:
                raise self._fail("end", f"the play is over, player {player} has no card left", player)

    def _right_player_leads(self, leader: int) -> None:
        if not 1 <= leader <= len(self.hands):
            raise self._fail("lead", f"there is no player {visible(leader)} to lead", leader)
        if self.leader is not None and leader != self.leader:
            why = "the instance says so" if self.played == 1 else "the winner of the last trick leads"
            raise self._fail("lead", f"player {leader} cannot lead, player {self.leader} does: {why}", leader)

    def _everybody_plays_once(self, cards: Sequence[Card]) -> None:
        if len(cards) != len(self.hands):
            raise self._fail("one card each", f"{len(cards)} cards for {len(self.hands)} players")

    def _card_is_legal(self, player: int, card: Card, led: str) -> None:
        hand = self.hands[player - 1]
        if card not in hand:
            raise self._fail("hand", f"player {player} does not hold {visible(card)}", player)
        if card not in legal_cards(hand, led):
            raise self._fail("follow suit", f"player {player} must follow suit {visible(led)}", player)

    def _complete(self, winner: int, cards: set[Card]) -> tuple[str, ...]:
        """Complete the objectives on these cards; lost and untimely ones are the end."""
        objectives = self.instance.objectives
        now = [k for k, objective in enumerate(objectives) if objective.card in cards]
        for k in now:
            owner = objectives[k].owner
            if owner != winner:
                name = visible(objectives[k].id)
                raise self._fail("objective", f"objective {name} of player {owner} is won by player {winner}", winner)
            self.done[k] = self.played
        latest = self.played if self.instance.same_trick == "in_order" else self.played - 1
        for k in now:
            for x in self._predecessors.get(k, ()):
                if self.done.get(x, latest + 1) > latest:
                    first, second = visible(objectives[x].id), visible(objectives[k].id)
                    raise self._fail("order", f"objective {first} must be completed before {second}", winner)
        return tuple(objectives[k].id for k in now)


def replay(instance: Crew, tricks: Iterable[tuple[int, Sequence[Card]]]) -> tuple[Trick, ...]:
    """Replay a winning play from the first trick to the one that succeeds.

    Args:
        instance: the deal.
        tricks: leader and cards of every trick, the leader's card first.

    Returns:
        The same tricks with winners and completed objectives.

    Raises:
        IllegalPlay: at the first broken rule; also if the play stops before it succeeds or goes on afterwards.
    """
    table = Table(instance)
    out = tuple(table.play(leader, cards) for leader, cards in tricks)
    table.finish()
    return out


def play_until_success(instance: Crew, tricks: Iterable[tuple[int, Sequence[Card]]]) -> tuple[Trick, ...]:
    """Replay as `replay` does, but leave out the tricks after the one that succeeds.

    Raises:
        IllegalPlay: as `replay`.
    """
    table = Table(instance)
    out: list[Trick] = []
    for leader, cards in tricks:
        if table.succeeded:
            break
        out.append(table.play(leader, cards))
    table.finish()
    return tuple(out)
