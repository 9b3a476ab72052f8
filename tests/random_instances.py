"""Random small instances of The Crew, a mix in which every variant is common (seeded, the same on every machine)."""

from __future__ import annotations

import random
from typing import Any

from crewsat.games.crew.instance import Crew


def small_crew(seed: int, *, most_cards: int = 12) -> Crew:
    """One instance with at most `most_cards` cards and a mix of all options; a bit less than half of them are won."""
    rng = random.Random(seed)
    players = rng.choice((1, 2, 2, 2, 3, 3, 3, 4))
    suits = rng.choice((1, 2, 2, 3, 3, 4))
    cards = [f"{'abcd'[s]}{v}" for s in range(suits) for v in range(1, rng.randint(2, 7) + 1)]
    rng.shuffle(cards)
    number = 0 if seed % 200 == 0 else max(rng.randint(players, most_cards), rng.randint(players, most_cards))
    cards = cards[:number]
    even = rng.random() < 0.6
    if even:
        cards = cards[: len(cards) // players * players]
    hands: list[list[str]] = [[] for _ in range(players)]
    for k, card in enumerate(cards):
        hands[k % players if even or k < 2 * players else rng.randrange(players)].append(card)
    data: dict[str, Any] = {"hands": hands}
    if rng.random() < 0.5:
        data["leader"] = rng.randint(1, players)
    if rng.random() < 0.6:
        data["trump"] = rng.choice(("z", *"abcd"[:suits]))
        data["suits"] = ["z", *"abcd"[:suits]]
    objectives = _objectives(rng, cards, players)
    if len(objectives) > 1 and rng.random() < 0.6:
        _add_order(rng, objectives)
        if rng.random() < 0.4:
            data["same_trick"] = "violates"
    data["objectives"] = objectives
    return Crew(**data)


def _objectives(rng: random.Random, cards: list[str], players: int) -> list[dict[str, Any]]:
    wanted = rng.sample(cards, min(len(cards), rng.choice((0, 1, 2, 2, 3, 3, 4, 5))))
    owners = [rng.randint(1, players) for _ in range(2)] if rng.random() < 0.5 else list(range(1, players + 1))
    return [{"card": card, "owner": rng.choice(owners)} for card in wanted]


def _add_order(rng: random.Random, objectives: list[dict[str, Any]]) -> None:
    """Tokens in order of the list, omega on the last, or pairs that follow the list."""
    kind = rng.choice(("numbers", "arrows", "omega", "pairs"))
    marked = rng.randint(1, len(objectives))
    if kind == "pairs":
        for k, objective in enumerate(objectives[:-1]):
            later = [str(o["card"]) for o in objectives[k + 1 :] if rng.random() < 0.5]
            if later:
                objective["before"] = later
            if k and rng.random() < 0.3:
                objective["after"] = [str(objectives[k - 1]["card"])]
        return
    if kind != "omega":
        for k in range(marked):
            objectives[k]["token"] = str(k + 1) if kind == "numbers" else ">" * (k + 1)
    if kind == "omega" or (marked < len(objectives) and rng.random() < 0.6):
        objectives[-1]["token"] = "omega"


def described(instance: Crew) -> set[str]:
    """The variants an instance belongs to."""
    sizes = {len(hand) for hand in instance.hands}
    facts = {
        "trump": instance.trump is not None,
        "trump nobody holds": instance.trump is not None and instance.trump not in instance.suits_in_order,
        "order": bool(instance.order),
        "strict order": bool(instance.order) and instance.same_trick == "violates",
        "fixed leader": instance.leader is not None,
        "free leader": instance.leader is None,
        "uneven hands": len(sizes) > 1,
        "3 tricks or more": instance.tricks >= 3,
    }
    return {name for name, holds in facts.items() if holds}
