"""What it takes to win an objective of The Crew, read off the hands: with which cards, and what must be played before.

A player wins another one's card by beating it with a higher card of its suit, by trumping it when out of the suit, or
by winning a trick to which its holder throws it. One's own card, unless it is a trump, wins only if its suit is led and
no player beats it; a player who has only higher ones must have played them all before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.said import saying
from crewsat.base.wording import listed, visible
from crewsat.questions.crew.demands import difficulty
from crewsat.questions.explanation import Reason

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew

MOST_SENTENCES = 4
"""The number of objectives of a conflict for which the report says what they take."""


def what_they_take(instance: Crew, conflict: tuple[str, ...]) -> list[Reason]:
    """Say of the objectives of a conflict, the hardest of those that are still open, what it takes to win them."""
    if instance.begun or instance.finished == instance.tricks:  # one who has played already need not follow any more
        return []
    held = {card: player for player, hand in enumerate(instance.hands, 1) for card in hand}
    open_ones = [
        objective
        for objective in instance.objectives
        if objective.id in conflict and objective.owner is not None and objective.card in held
    ]
    hard = difficulty(instance)
    hardest = sorted(open_ones, key=lambda objective: hard(objective.id), reverse=True)[:MOST_SENTENCES]
    return [
        Reason(_what_it_takes(instance, objective.card, objective.owner or 0, held[objective.card]), "algorithm")
        for objective in open_ones
        if objective in hardest
    ]


def _what_it_takes(instance: Crew, card: Card, owner: int, holder: int) -> str:
    if card.suit == instance.trump:
        return _with_own_trump(instance, card, owner) if holder == owner else _beating_a_trump(instance, card, owner)
    if holder == owner:
        return _with_own_card(instance, card, owner)
    return _taking_a_card(instance, card, owner, holder)


def _beating_a_trump(instance: Crew, card: Card, owner: int) -> str:
    """Say what it takes to win another player's trump: a higher one."""
    name = visible(card)
    higher = [c for c in instance.hands[owner - 1] if c.suit == card.suit and c.value > card.value]
    if higher:
        cards = listed(higher, "or")
        return saying("to win {card}, player {player} must beat it with {cards}", card=name, player=owner, cards=cards)
    return saying("player {player} has no higher trump than {card}, and so cannot win it", player=owner, card=name)


def _taking_a_card(instance: Crew, card: Card, owner: int, holder: int) -> str:
    """Say what it takes to win another player's card, not a trump: beating it, trumping it, or being thrown it."""
    hand, name = instance.hands[owner - 1], visible(card)
    own = [c for c in hand if c.suit == card.suit]
    higher = [c for c in own if c.value > card.value]
    trumps = [c for c in hand if c.suit == instance.trump]
    what: dict[str, Any] = {"card": name, "player": owner, "holder": holder}
    ways = [saying("beat it with {cards}", cards=listed(higher, "or"))] if higher else []
    if trumps and own:
        once = saying("once {cards} are played", one="once {cards} is played", n=len(own), cards=listed(own))
        ways.append(saying("trump it with {cards}, {once}", cards=listed(trumps, "or"), once=once))
    elif trumps:
        ways.append(saying("trump it with {cards}", cards=listed(trumps, "or")))
    if not ways:
        return saying(
            "player {player} cannot beat {card}; what is needed is a trick that player {player} wins and to which "
            "player {holder}, having none of the suit led, throws it",
            **what,
        )
    if len(ways) > 1:
        ways = [saying("{way}, or {other}", way=ways[0], other=ways[1])]
    return saying(
        "to win {card}, player {player} must {way}, or win a trick to which player {holder}, having none of the suit "
        "led, throws it",
        way=ways[0],
        **what,
    )


class Obstacles(NamedTuple):
    """What keeps a card that is not a trump from winning for its own holder.

    Attributes:
        gone: by player, cards that must have been played before: all cards of the suit, if all of them are higher.
        low: players with higher and lower cards, who must play a lower one or have none of the suit left.
        trumps: whether another player holds a trump.
    """

    gone: dict[int, list[Card]]
    low: list[int]
    trumps: bool


def obstacles(instance: Crew, card: Card) -> Obstacles:
    """Return what keeps a card, not a trump, from winning for its holder, between tricks."""
    owner = instance.holder[card]
    others = {player: hand for player, hand in enumerate(instance.hands, 1) if player != owner}
    gone: dict[int, list[Card]] = {}
    low: list[int] = []
    for player, hand in others.items():
        cards = sorted(other for other in hand if other.suit == card.suit)
        if cards and cards[0].value > card.value:
            gone[player] = cards
        elif cards and cards[-1].value > card.value:
            low.append(player)
    trumps = any(other.suit == instance.trump for hand in others.values() for other in hand)
    return Obstacles(gone, low, trumps)


def _with_own_trump(instance: Crew, card: Card, owner: int) -> str:
    """Say what it takes to win a trump of one's own: no player may play a higher one."""
    hands = (hand for player, hand in enumerate(instance.hands, 1) if player != owner)
    higher = sorted(c for hand in hands for c in hand if c.suit == card.suit and c.value > card.value)
    name = visible(card)
    if higher:
        return saying(
            "{card} only wins for player {player} if none of the higher trumps is played to it: {cards}",
            card=name,
            player=owner,
            cards=listed(higher),
        )
    return saying(
        "nobody else has a higher trump than player {player}'s {card}, which always wins", player=owner, card=name
    )


def _with_own_card(instance: Crew, card: Card, owner: int) -> str:
    """Say what it takes to win a card of one's own that is not a trump: its suit is led, and no player beats it."""
    suit = visible(card.suit)
    what: dict[str, Any] = {"player": owner, "card": visible(card), "suit": suit}
    gone, low, trumps = obstacles(instance, card)
    if not gone and not low:
        ruff = saying("only a trump beats it") if trumps else saying("nothing beats it")
        return saying(
            "nobody else has a higher {suit} than player {player}'s {card}: once {suit} is led, {so}", so=ruff, **what
        )
    parts = [_played_before(gone, instance.tricks - instance.finished)] if gone else []
    lower = listed([saying("player {player}", player=player) for player in low])
    if low:
        parts.append(saying("{players} must play lower or have no {suit} left", n=len(low), players=lower, suit=suit))
    parts += [saying("nobody may trump")] if trumps else []
    needed = parts[0]
    for part in parts[1:]:
        needed = saying("{this}; {rest}", this=needed, rest=part)
    return saying(
        "for player {player} to win {card}, {suit} must be led and nobody may beat it: {needed}", needed=needed, **what
    )


def _played_before(gone: dict[int, list[Card]], left: int) -> str:
    """Say which cards must be played before, and how many of the remaining tricks this takes."""
    whose = listed([saying("player {player}'s {cards}", player=k, cards=listed(cards)) for k, cards in gone.items()])
    longest = max(map(len, gone.values()))
    before = saying("{cards} must be played before", cards=whose)
    if longest >= left:
        return saying(
            "{before}, but with its own trick that makes {number}, and there are only {n}",
            one="{before}, but with its own trick that makes {number}, and there is only 1",
            before=before,
            number=longest + 1,
            n=left,
        )
    return saying("{before} (at least {number} tricks)", before=before, number=longest) if longest > 1 else before
