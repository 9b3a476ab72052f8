"""The Crew with one suit, objectives anywhere: an algorithm that replaces the published one of theorem 5.3.

The published algorithm goes from the highest objective down and settles all cards of one trick before it looks at the
next. This one first fixes the cards that win, all of them, and then everything else player by player.

With one suit every player may play anything and the highest card wins, so a play is a set of tricks: who leads, and
which trick comes first, does not matter. A card of player j is of one of three kinds: an objective of j itself (it must
win its trick), an objective of another player w (it must lose to a card of w), or not an objective, a *spare* card.

**Which cards win.** If player j holds m objectives of w, they fall into m different tricks, and for each k the k
highest of them need k winning cards of w above the k-th. Winning cards are w's own objectives, all of them, and t spare
cards; these bounds give the least t for every w, or show that no t will do. Let w win with the t *highest* of its spare
cards. Both choices lose nothing. Exchange: in a winning play that wins with a spare card b and not with a higher spare
card a, swap a and b; the trick won stays won, and where a lost, b loses too. Fewest: winning cards beyond t are dropped
from the lowest up, each with its trick. The cards that covered the other tricks still do, but objectives that lost in
the dropped trick need a new place. There is one:

**Mendelsohn and Dulmage.** Ask two things of player j's hand: to give every trick not won by j a lower card that may go
there, and to give every objective of another player in it a trick of that player with a higher winner. Their theorem
on bipartite graphs says that if one matching does the first and one the second, then one does both. The second can be
done, by the choice of t, so the first decides. And once the winning cards are fixed, the players are independent.

**The other cards.** Player j's objectives of w fit only into w's tricks, j's unreserved spare cards into all
tricks, always those with a higher winner. So walk the tricks from the lowest winner up and take an objective of
that owner that fits, if one is left, else the lowest spare card left. Objectives must all be used anyway, and using
them early leaves the higher tricks to spare cards. Where neither is left, the tricks passed so far ask for more cards
than j has for them: Hall's condition fails, and that is the reason given.

**The reason holds for every play**, not only for the winning cards chosen here: whatever w wins with, at least as many
of w's winning cards are as low as x or lower as among the t highest. So j must add a lower card to at least as many
tricks, and the spare cards below and fitting objectives that j holds are all it has for them. Cards j reserved are not
among them: were one, so would be all of j's unreserved spare cards, still too few; the objectives of others that j has
left need tricks beyond these, so there would be more tricks than cards in j's hand, and that is checked first.

Every trick made so completes an objective: t is least, so some player has k objectives for the k winning cards above
the k-th, and all of the reserved spare cards are among them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.scope import in_turn, one_suit, only_such_cards, owners, shortest_hand
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.said import Listed, saying
from crewsat.base.wording import MOST_LISTED, listed
from crewsat.games.cards import Card
from crewsat.games.crew.features import PLAIN, SHARES
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.games.crew.instance import Crew


@reads("method 'single-suit'", PLAIN | SHARES)
def decide_single_suit(instance: Crew) -> Decision[tuple[int, tuple[Card, ...]]]:
    """Decide an instance in which all cards dealt are of one suit, in O(n log n).

    Args:
        instance: the deal.

    Returns:
        A winning play, the reason in words why there is none, or `NOT_APPLICABLE` if the instance is not of this kind.
    """
    if not one_suit(instance):
        return NOT_APPLICABLE
    if not instance.objectives:
        return Win([])
    hands = _sorted_hands(instance)
    suit = instance.objectives[0].card.suit
    why = _Reasons(suit, hands)
    for claim in _claims(hands):
        if hands[claim.winner - 1].winners_above(claim.above) < claim.tricks:
            return Refutation(why.too_few_winners(claim))
        hands[claim.winner - 1].reserve(claim)
    winners = sorted((value, player) for player, hand in enumerate(hands, 1) for value in hand.winners)
    if len(winners) > instance.tricks:
        return Refutation(why.too_many_tricks(instance))
    turns: list[list[int]] = []
    for player, hand in enumerate(hands, 1):
        turn = _lower_cards(player, hand, winners)
        if len(turn) < len(winners):
            return Refutation(why.too_few_lower_cards(player, winners[: len(turn) + 1], turn))
        turns.append(turn)
    leaders = [instance.leader or winners[0][1], *(player for _, player in winners)]
    return Win(_tricks(suit, leaders, turns))


@dataclass(frozen=True, slots=True)
class _Claim:
    """Player `winner` must win `tricks` tricks with cards above `above`, the lowest of that many cards of `holder`."""

    winner: int
    tricks: int
    above: int
    holder: int


@dataclass(slots=True)
class _Hand:
    """The values of one player's cards by kind, each list rising."""

    own: list[int] = field(default_factory=list)
    """The player's own objectives."""
    foreign: dict[int, list[int]] = field(default_factory=dict)
    """Objectives of each other player."""
    spare: list[int] = field(default_factory=list)
    """Cards that are not objectives."""
    reserved: int = 0
    """Number of spare cards, the highest, that must win (t)."""
    claim: _Claim | None = None
    """The claim that determined `reserved`."""

    @property
    def winners(self) -> list[int]:
        return self.own + self.spare[len(self.spare) - self.reserved :]

    def winners_above(self, value: int) -> int:
        return _above(self.own, value) + _above(self.spare, value)

    def reserve(self, claim: _Claim) -> None:
        """Reserve as many spare cards as this claim needs besides the player's own objectives."""
        needed = claim.tricks - _above(self.own, claim.above)
        if needed > self.reserved:
            self.reserved, self.claim = needed, claim


def _sorted_hands(instance: Crew) -> list[_Hand]:
    owner_of = {card.value: owner for card, owner in owners(instance).items()}
    hands = []
    for player, cards in enumerate(instance.hands, 1):
        hand = _Hand()
        for value in sorted([card.value for card in cards]):
            owner = owner_of.get(value)
            if owner is None:
                hand.spare.append(value)
            elif owner == player:
                hand.own.append(value)
            else:
                hand.foreign.setdefault(owner, []).append(value)
        hands.append(hand)
    return hands


def _claims(hands: Sequence[_Hand]) -> Iterable[_Claim]:
    """Yield what each player must win from the hand of each other player: as many claims as objectives in all."""
    for holder, hand in enumerate(hands, 1):
        for winner, values in hand.foreign.items():
            for k, value in enumerate(reversed(values), 1):
                yield _Claim(winner, k, value, holder)


def _lower_cards(player: int, hand: _Hand, winners: Sequence[tuple[int, int]]) -> list[int]:
    """Return a card of this player for each trick, from the lowest winner up; stop where none is left."""
    foreign = {owner: values[::-1] for owner, values in hand.foreign.items()}  # the lowest last, to be popped
    spare = hand.spare[: len(hand.spare) - hand.reserved][::-1]
    turn: list[int] = []
    for value, winner in winners:
        objectives = foreign.get(winner)
        if winner == player:
            turn.append(value)
        elif objectives and objectives[-1] < value:
            turn.append(objectives.pop())
        elif spare and spare[-1] < value:
            turn.append(spare.pop())
        else:
            break
    return turn


def _tricks(suit: str, leaders: Sequence[int], turns: Sequence[Sequence[int]]) -> list[tuple[int, tuple[Card, ...]]]:
    """Return the tricks of these leaders; a turn holds the values one player plays, trick by trick."""
    tricks = zip(*([Card(suit, value) for value in turn] for turn in turns), strict=True)
    return [in_turn(leader, cards) for leader, cards in zip(leaders, tricks, strict=False)]


def _above(values: Sequence[int], value: int) -> int:
    return len(values) - bisect_right(values, value)


class _Reasons:
    """Writer of the reasons why there is no winning play."""

    def __init__(self, suit: str, hands: Sequence[_Hand]) -> None:
        self.suit = suit
        self.hands = hands

    def too_few_winners(self, claim: _Claim) -> str:
        """Say that a player has too few cards to win with above some objectives in one other hand."""
        held = self.hands[claim.winner - 1].winners_above(claim.above)
        return saying(
            "player {player} needs {winners}, but holds {only} apart from objectives of others",
            player=claim.winner,
            winners=self._winners_for(claim),
            only=only_such_cards(held),
        )

    def too_many_tricks(self, instance: Crew) -> str:
        """Say that there are more winning cards than cards in the smallest hand."""
        needs = {player: len(hand.winners) for player, hand in enumerate(self.hands, 1) if hand.winners}
        parts: list[tuple[int, str]] = [
            (number, saying("for player {player} ({needs})", player=player, needs=self._needs(player)))
            for player, number in needs.items()
        ]
        return saying(
            "at least {n} tricks are needed{shared}, but {few}",
            one="at least 1 trick is needed{shared}, but {few}",
            n=sum(needs.values()),
            shared=_shared_out(parts),
            few=shortest_hand(instance),
        )

    def too_few_lower_cards(self, player: int, winners: Sequence[tuple[int, int]], turn: Sequence[int]) -> str:
        """Say that a player has too few cards to add to the tricks of others.

        Args:
            player: that player.
            winners: value and player of the winning cards, from the lowest to the first that could not be served.
            turn: the player's cards in all of these tricks but the last.
        """
        hand = self.hands[player - 1]
        # Up to the last trick of an owner that took a spare card, all fitting objectives had been used up before.
        spare = set(hand.spare)
        highest = {owner: top for (top, owner), card in zip(winners, turn, strict=False) if card in spare}
        highest.pop(player, None)
        limit, last = winners[-1]
        highest[last] = limit
        fits = hand.spare[: bisect_left(hand.spare, limit)]
        parts = []
        for owner, top in sorted(highest.items()):
            objectives = hand.foreign.get(owner, [])
            fits += objectives[: bisect_left(objectives, top)]
            parts.append(self._tricks_of(owner, top))
        held = saying("no card for that")
        if fits:
            held = saying(
                "only {n} cards for that ({cards})",
                one="only 1 card for that ({cards})",
                n=len(fits),
                cards=self._cards(sorted(fits)),
            )
        return saying(
            "player {player} must play a lower card to at least {n} tricks{shared}, but holds {held}",
            one="player {player} must play a lower card to at least 1 trick{shared}, but holds {held}",
            n=sum(number for number, _ in parts),
            player=player,
            shared=_shared_out(parts),
            held=held,
        )

    def _tricks_of(self, owner: int, top: int) -> tuple[int, str]:
        """Return how many tricks this owner must win with a card up to `top`, and which."""
        hand = self.hands[owner - 1]
        number = sum(value <= top for value in hand.winners)
        own = hand.own[: bisect_right(hand.own, top)]
        if len(own) == number:
            return number, saying("that player {player} must win with {cards}", player=owner, cards=self._cards(own))
        return number, saying(
            "that player {player} must win with {card} or lower (it must win {needs})",
            player=owner,
            card=self._cards([top]),
            needs=self._needs(owner),
        )

    def _needs(self, player: int) -> str:
        """Return which tricks a player needs, in all."""
        hand = self.hands[player - 1]
        claim = hand.claim
        if claim is None:
            return saying("with {cards}", cards=self._cards(hand.own))
        below = hand.own[: bisect_left(hand.own, claim.above)]
        winners = self._winners_for(claim)
        if not below:
            return saying("with {cards}", cards=winners)
        return saying("with {cards} and with {winners}", cards=self._cards(below), winners=winners)

    def _winners_for(self, claim: _Claim) -> str:
        """Return which winning cards a claim asks for."""
        taken = self.hands[claim.holder - 1].foreign[claim.winner][-claim.tricks :]
        return saying(
            "{n} cards above {card} to take {cards} from player {player}",
            one="1 card above {card} to take {cards} from player {player}",
            n=claim.tricks,
            card=self._cards([claim.above]),
            cards=self._cards(taken),
            player=claim.holder,
        )

    def _cards(self, values: Iterable[int]) -> str:
        return listed(Card(self.suit, value) for value in values)


def _shared_out(parts: Sequence[tuple[int, str]]) -> str:
    """Add to a number of tricks whose they are, one part per player; after `MOST_LISTED` the rest is counted."""
    if len(parts) == 1:
        return saying(" {whose}", whose=parts[0][1])
    texts = [saying("{number} {whose}", number=number, whose=whose) for number, whose in parts]
    if len(parts) > MOST_LISTED:
        rest = sum(number for number, _ in parts[MOST_LISTED:])
        others = saying(
            "{number} for {n} other players",
            one="{number} for 1 other player",
            n=len(parts) - MOST_LISTED,
            number=rest,
        )
        texts = [*texts[:MOST_LISTED], others]
    return saying(", {parts}", parts=Listed.made(texts, "and"))
