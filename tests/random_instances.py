"""Random small instances of The Crew, a mix in which every variant is common (seeded, the same on every machine)."""

from __future__ import annotations

import random

from crewsat.games.crew.instance import Crew

VARIANTS = ("trump", "order", "strict", "fixed leader", "uneven", "free leader")


def small_crew(seed: int, *, most_cards: int = 10) -> Crew:
    """One instance with at most `most_cards` cards and a mix of all options; about half of them are won."""
    rng = random.Random(seed)
    players = rng.choice((1, 2, 2, 2, 3, 3, 3, 4))
    suits = rng.choice((1, 2, 2, 3, 3, 4))
    cards = [f"{'abcd'[s]}{v}" for s in range(suits) for v in range(1, rng.randint(2, 6) + 1)]
    rng.shuffle(cards)
    even = rng.random() < 0.6
    cards = cards[: rng.randint(0 if seed % 50 == 0 else players, most_cards)]
    if even:
        cards = cards[: len(cards) // players * players]
        hands = [cards[k::players] for k in range(players)]
    else:
        hands = [[] for _ in range(players)]
        for k, card in enumerate(cards):
            hands[k % players if k < players else rng.randrange(players)].append(card)
    data: dict[str, object] = {"hands": hands}
    if rng.random() < 0.5:
        data["leader"] = rng.randint(1, players)
    if rng.random() < 0.6:
        data["trump"] = rng.choice("abcd"[:suits])
        data["suits"] = list("abcd"[:suits])
    objectives = _objectives(rng, cards, hands)
    if len(objectives) > 1 and rng.random() < 0.6:
        _add_order(rng, objectives)
        if rng.random() < 0.4:
            data["same_trick"] = "violates"
    data["objectives"] = objectives
    return Crew(**data)  # type: ignore[arg-type]


def _objectives(rng: random.Random, cards: list[str], hands: list[list[str]]) -> list[dict[str, object]]:
    wanted = rng.sample(cards, min(len(cards), rng.choice((0, 1, 2, 2, 3, 3, 4, 5))))
    few = [rng.randint(1, len(hands)) for _ in range(2)]
    narrow = rng.random() < 0.5
    return [{"card": card, "owner": rng.choice(few) if narrow else rng.randint(1, len(hands))} for card in wanted]


def _add_order(rng: random.Random, objectives: list[dict[str, object]]) -> None:
    kind = rng.randrange(4)
    some = rng.randint(1, len(objectives))
    if kind == 0:
        for k in range(some):
            objectives[k]["token"] = str(k + 1)
    elif kind == 1:
        for k in range(some):
            objectives[k]["token"] = ">" * (k + 1)
    if kind in (0, 1, 2) and (kind == 2 or some < len(objectives)) and rng.random() < 0.6:
        objectives[-1]["token"] = "omega"
    if kind == 3:
        for k, objective in enumerate(objectives[:-1]):
            later = [str(o["card"]) for o in objectives[k + 1 :] if rng.random() < 0.5]
            if later:
                objective["before"] = later
            if k and rng.random() < 0.3:
                objective["after"] = [str(objectives[k - 1]["card"])]
