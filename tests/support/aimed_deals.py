"""Small random deals of The Crew, each kind aimed at what decides whether somebody may say no to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.tricks import legal_cards, winner_of
from tests.support.random_instances import progress

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from crewsat.games.cards import Card


def hands_of(rng: random.Random, cards: Sequence[str], players: int) -> list[list[str]]:
    """Deal cards out: at least one to everybody, two if there are so many, the others to anybody."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for k, card in enumerate(cards):
        hands[k % players if k < 2 * players else rng.randrange(players)].append(card)
    return hands


def goal_held_by_its_owner(rng: random.Random, most_cards: int = 10) -> Crew:
    """Few cards, uneven hands; objectives, of the trump suit as well, held by their owners more often than not.

    A quarter has a single low card as objective, a quarter a low trump, and a quarter two objectives in order.
    """
    players = rng.choice((2, 3, 3, 3))
    suits = "tab"[: rng.choice((2, 3))]
    cards = [f"{suit}{value}" for suit in suits for value in range(1, rng.randint(2, 5) + 1)]
    rng.shuffle(cards)
    hands = hands_of(rng, cards[: rng.randint(2 * players, most_cards)], players)
    owned = sorted((card[1:], card, player) for player, hand in enumerate(hands, 1) for card in hand)
    aim = rng.choice(("low", "trump", "order", "any"))
    trumps = [one for one in owned if one[1].startswith("t")] or owned
    low = {"low": owned[: len(owned) // 2 + 1], "trump": trumps[:2]}.get(aim, owned)
    wanted = rng.sample(low, min(len(low), {"low": 1, "trump": 1, "order": 2}.get(aim, rng.choice((1, 2, 3)))))
    held = rng.choice((0.2, 0.9))
    others = [rng.randint(1, players)] if rng.random() < 0.4 else range(1, players + 1)
    objectives: list[dict[str, Any]] = [
        {"card": card, "owner": player if rng.random() < held else rng.choice(others)} for _, card, player in wanted
    ]
    data: dict[str, Any] = {"hands": hands, "objectives": objectives}
    if aim == "order":
        objectives[0]["before"] = [objectives[1]["card"]]
        data["same_trick"] = rng.choice(("in_order", "in_order", "violates"))
    if rng.random() < 0.8:
        data["leader"] = rng.randint(1, players)
    if rng.random() < 0.7:
        data |= {"trump": "t", "suits": [*"tab"]}
    return perhaps_played_on(rng, Crew(**data), 0.2)


def perhaps_played_on(rng: random.Random, instance: Crew, share: float) -> Crew:
    """The deal, or with this probability a position of it: of a play that wins, if there is one, or of any."""
    if instance.played or not instance.tricks or rng.random() >= share:
        return instance
    fields: dict[str, Any] = {name: getattr(instance, name) for name in type(instance).fields if name != "about"}
    play = search(instance) if rng.random() < 0.7 else None
    if not play:
        return Crew(**fields | progress(rng, instance))
    tricks = [part for part in play if not isinstance(part, Choice)]
    cards = [card for _, trick in tricks for card in trick][: rng.randint(1, len(tricks) * instance.players)]
    played = [cards[k : k + instance.players] for k in range(0, len(cards), instance.players)]
    hands = [[card for card in hand if card not in cards] for hand in instance.hands]
    return Crew(**fields | {"leader": tricks[0][0], "hands": hands, "played": played})


def few_left(rng: random.Random) -> Crew:
    """A position of many objectives, in order, free or owned, most of them of a play that wins."""
    instance = only_objectives(rng)
    fields: dict[str, Any] = {name: getattr(instance, name) for name in type(instance).fields if name != "about"}
    if rng.random() < 0.5 and not instance.played:
        fields["objectives"] = [{"card": one.card, "owner": None} for one in instance.objectives]
        fields["assignment"] = rng.choice(MODES)
    return perhaps_played_on(rng, Crew(**fields), 0.95)


def only_objectives(rng: random.Random) -> Crew:
    """Many objectives for few tricks, with an order or without; a third of them are positions."""
    players = rng.choice((1, 2, 2, 3, 3))
    suits = "tab"[: rng.choice((2, 3))]
    cards = [f"{suit}{value}" for suit in suits for value in range(1, rng.randint(2, 5) + 1)]
    rng.shuffle(cards)
    hands = hands_of(rng, cards[: rng.randint(players, 9 if players > 1 else 5)], players)
    dealt = [card for hand in hands for card in hand]
    wanted = rng.sample(dealt, rng.randint(1, min(len(dealt), 5)))
    owners = [rng.randint(1, players)] if rng.random() < 0.5 else range(1, players + 1)
    objectives: list[dict[str, Any]] = [
        {"card": card, "owner": None if rng.random() < 0.15 else rng.choice(owners)} for card in wanted
    ]
    if rng.random() < 0.5:
        for k, one in enumerate(objectives):
            one["before"] = [other["card"] for other in objectives[k + 1 :] if rng.random() < 0.5]
    data: dict[str, Any] = {"hands": hands, "objectives": objectives}
    if rng.random() < 0.5:
        data["same_trick"] = "violates"
    if rng.random() < 0.5:
        data["leader"] = rng.randint(1, players)
    if rng.random() < 0.7:
        data |= {"trump": "t", "suits": [*"tab"]}
    return perhaps_played_on(rng, Crew(**data), 0.33)


def every_trick_needed(rng: random.Random) -> Crew:
    """As many tricks as the objectives need: those of a random play, most often with one or two exchanged."""
    players = rng.choice((2, 2, 3, 3, 4))
    suits = "tabcd"[: rng.choice((2, 3, 4, 5))]
    tricks = rng.randint(1, 3 if players > 2 else 4)
    cards = rng.sample([f"{suit}{value}" for suit in suits for value in range(1, 7)], players * tricks)
    hands = [cards[k::players] for k in range(players)]
    data: dict[str, Any] = {"hands": hands} | ({"trump": "t", "suits": [*"tabcd"]} if rng.random() < 0.5 else {})
    play = a_play(rng, Crew(**data))
    won: dict[int, list[dict[int, str]]] = {}
    for by_player, winner in play:
        won.setdefault(winner, []).append({player: str(card) for player, card in by_player.items()})
    wanted: dict[str, int] = {}
    for winner, taken in won.items():
        holder = winner if rng.random() < 0.6 else rng.randint(1, players)
        wanted |= {cards[holder]: winner for cards in taken}
        wanted |= {card: winner for card in taken[0].values() if rng.random() < 0.1}
    for old in rng.sample(sorted(wanted), min(len(wanted), rng.choice((0, 1, 2, 2)))):
        hand = next(hand for hand in hands if old in hand)
        wanted[rng.choice(hand)] = wanted.pop(old)
    data["objectives"] = [{"card": card, "owner": owner} for card, owner in wanted.items()]
    if rng.random() < 0.5:
        data["leader"] = next(iter(play[0][0])) if rng.random() < 0.6 else rng.randint(1, players)
    return perhaps_played_on(rng, Crew(**data), 0.1)


def a_play(rng: random.Random, deal: Crew) -> list[tuple[dict[int, Card], int]]:
    """A random play of a deal with even hands: the card of every player, the leader's first, and who wins."""
    leader = rng.randint(1, deal.players)
    hands = [list(hand) for hand in deal.hands]
    tricks = []
    for _ in range(deal.tricks):
        by_player: dict[int, Card] = {}
        led = None
        for turn in range(deal.players):
            player = (leader - 1 + turn) % deal.players + 1
            card = rng.choice(legal_cards(hands[player - 1], led))
            hands[player - 1].remove(card)
            by_player[player] = card
            led = led or card.suit
        leader = winner_of(leader, list(by_player.values()), deal.trump)
        tricks.append((by_player, leader))
    return tricks


def single_suit(rng: random.Random) -> Crew:
    """One suit, objectives anywhere or in the hands of their owners; hands of different sizes."""
    players = rng.choice((1, 2, 2, 3, 3))
    cards = [f"a{value}" for value in range(1, rng.randint(players, 9) + 1)]
    rng.shuffle(cards)
    hands = hands_of(rng, cards, players)
    owned = [(card, player) for player, hand in enumerate(hands, 1) for card in hand]
    held = rng.choice((0.1, 0.3, 1))
    objectives: list[dict[str, Any]] = [
        {"card": card, "owner": player if rng.random() < held else rng.randint(1, players)}
        for card, player in rng.sample(owned, rng.randint(1, min(len(owned), 5)))
    ]
    data: dict[str, Any] = {"hands": hands, "objectives": objectives, "suits": ["a", "b"]}
    if rng.random() < 0.5:
        data["leader"] = rng.randint(1, players)
    if rng.random() < 0.3:
        data["trump"] = "a"
    if rng.random() < 0.15:
        data["hands"] = [[f"{rng.choice('ab')}{card[1:]}" for card in hand] for hand in hands]
        suits = {card[1:]: card for hand in data["hands"] for card in hand}
        data["objectives"] = [one | {"card": suits[one["card"][1:]]} for one in objectives]
    return Crew(**data)


def single_value(rng: random.Random) -> Crew:
    """No two cards of a suit, or nearly; the objectives belong to one player, most of them."""
    players = rng.choice((1, 2, 2, 3))
    suits = rng.sample("abcdefgh", rng.randint(players, 7 if players > 1 else 4))
    cards = [f"{suit}{rng.randint(1, 3)}" for suit in suits]
    if rng.random() < 0.2:
        cards[0] = f"{cards[-1][0]}{int(cards[-1][1]) + 1}"
    hands = hands_of(rng, cards, players)
    owner = rng.randint(1, players)
    objectives = [
        {"card": card, "owner": owner if rng.random() < 0.85 else rng.randint(1, players)}
        for card in rng.sample(cards, rng.randint(1, min(len(cards), 4)))
    ]
    data: dict[str, Any] = {"hands": hands, "objectives": objectives, "suits": [*"abcdefghz"]}
    if rng.random() < 0.5:
        data["leader"] = rng.choice((owner, rng.randint(1, players)))
    if rng.random() < 0.4:
        data["trump"] = rng.choice(("z", rng.choice(suits)))
    return Crew(**data)
