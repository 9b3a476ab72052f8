"""The Crew with one suit, when every objective card is held by its owner (paper, theorem 4.1).

With one suit every player may play anything and the highest card wins. An objective card held by its owner is won by
its owner exactly if it is the highest card of its trick. So every objective makes a trick of its own, to which every
other player adds a lower card that is not an objective (a *spare* card); tricks without an objective can be left out.
The tricks do not depend on who leads, nor on their sequence, and the players do not get in each other's way: player j
needs a spare card of their own below each objective that j does not own.

So objectives are matched with spare cards, and pairing the smallest with the smallest works if anything does: if j's
k-th smallest spare card is not below the k-th smallest such objective, then j has at most k - 1 spare cards for the k
lowest of these tricks. The paper plays the same cards greedily and searches for each of them; sorting once makes that
unnecessary.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.scope import in_turn, one_suit, only_such_cards, owners
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.games.crew.features import PLAIN, SHARES
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


@reads("method 'owned-objectives'", PLAIN | SHARES)
def decide_owned_objectives(instance: Crew) -> Decision[tuple[int, tuple[Card, ...]]]:
    """Decide an instance with one suit and every objective card in the hand of its owner, in O(n log n).

    Args:
        instance: the deal.

    Returns:
        A winning play, the reason in words why there is none, or `NOT_APPLICABLE` if the instance is not of this kind.
    """
    if not one_suit(instance):
        return NOT_APPLICABLE
    owner_of = owners(instance)
    if any(instance.holder[card] != owner for card, owner in owner_of.items()):
        return NOT_APPLICABLE
    wanted = sorted(owner_of, key=_value)
    turns: list[list[Card]] = []
    for player, hand in enumerate(instance.hands, 1):
        turn = _turn(player, hand, wanted, owner_of)
        if isinstance(turn, Refutation):
            return turn
        turns.append(turn)
    winners = [owner_of[card] for card in wanted]
    leaders = [instance.leader or 1, *winners]
    return Win([in_turn(leader, cards) for leader, cards in zip(leaders, zip(*turns, strict=True), strict=False)])


def _turn(
    player: int, hand: Sequence[Card], wanted: Sequence[Card], owner_of: Mapping[Card, int]
) -> list[Card] | Refutation:
    """Return this player's card in the trick of each objective (rising), or why there are too few spare cards."""
    spare = sorted((card for card in hand if card not in owner_of), key=_value)
    foreign = [card for card in wanted if owner_of[card] != player]
    missing = _cannot_stay_below(player, spare, foreign)
    if missing is not None:
        return Refutation(missing)
    unused = iter(spare)
    return [card if owner_of[card] == player else next(unused) for card in wanted]


def _value(card: Card) -> int:
    return card.value


def _cannot_stay_below(player: int, spare: Sequence[Card], foreign: Sequence[Card]) -> str | None:
    """Return why this player's spare cards do not suffice for the objectives of the others (both rising), or None."""
    for k, (low, objective) in enumerate(zip_longest(spare[: len(foreign)], foreign), 1):
        if low is None or low.value > objective.value:
            return saying(
                "player {player} must play a lower card that is not an objective to each of the tricks of {cards}, but "
                "holds {only} below {card}",
                one="player {player} must play a lower card that is not an objective to the trick of {cards}, but "
                "holds {only} below {card}",
                n=k,
                player=player,
                cards=listed(foreign[:k]),
                only=only_such_cards(k - 1),
                card=visible(objective),
            )
    return None
