"""Random small instances of The Crew, a mix in which every variant is common (seeded, the same on every machine)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from crewsat.games.crew.instance import Crew
from crewsat.games.crew.tricks import legal_cards, winner_of

if TYPE_CHECKING:
    from crewsat.games.cards import Card


MODES = ("any", "draft", "draft", "balanced", "one_player", "one_player_but_leader")
KINDS = ("cards", "tricks", "win_trick")
"""Other kinds, filters and owners of tasks, and the mode for them: `tests.support.random_tasks`."""


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


def whole_crew(seed: int, *, most_cards: int = 12) -> Crew:
    """A small instance as above, most of them with free objectives, tasks, or a position in progress."""
    rng = random.Random(-1 - seed)
    plain = small_crew(seed, most_cards=most_cards)
    data: dict[str, Any] = {name: getattr(plain, name) for name in type(plain).fields if name != "about"}
    if rng.random() < 0.7:
        share = rng.choice((0.3, 0.7, 1.0))
        data["objectives"] = [
            objective.model_copy(update={"owner": None}) if rng.random() < share else objective
            for objective in plain.objectives
        ]
        data["assignment"] = rng.choice(MODES)
    if rng.random() < 0.6:
        if rng.random() < 0.5:
            data["objectives"] = data["objectives"][: rng.randint(0, 2)]
            data["objectives"] = [
                o.model_copy(update={"token": None, "after": (), "before": ()}) for o in data["objectives"]
            ]
        data["tasks"] = [_task(rng, plain) for _ in range(rng.choice((1, 1, 2, 3)))]
    if rng.random() < 0.4 and all(plain.hands):
        data |= progress(rng, plain)
    return Crew(**data)


def _task(rng: random.Random, instance: Crew) -> dict[str, Any]:
    owner = rng.randint(1, instance.players)
    kind = rng.choice(("cards", "cards", "tricks", "tricks", "win_trick"))
    if kind == "win_trick":
        return {"kind": kind, "owner": owner, "trick": rng.choice(("last", *range(1, instance.tricks + 2)))}
    bound = rng.choice(("exactly", "exactly", "at_least", "at_most"))
    task: dict[str, Any] = {"kind": kind, "owner": owner}
    if kind == "cards":
        cards = sorted(instance.holder)
        task["cards"] = rng.sample(cards, min(len(cards), rng.choice((1, 2, 3, 3, 4, 6))))
        task[bound] = rng.randint(0, len(task["cards"]) + (rng.random() < 0.1))
    else:
        task[bound] = rng.randint(0, instance.tricks + (rng.random() < 0.1))
    if bound == "exactly" and rng.random() < 0.5:
        task["judged"] = "when_reached"
    return task


def progress(rng: random.Random, instance: Crew) -> dict[str, Any]:
    """Some legal tricks, the last one perhaps unfinished, played at random."""
    leader = instance.leader or rng.randint(1, instance.players)
    hands = [list(hand) for hand in instance.hands]
    number = rng.randint(1, instance.tricks * instance.players)
    played: list[list[Card]] = []
    first, turn = leader, leader - 1
    for k in range(number):
        if k % instance.players == 0:
            if played:
                first = winner_of(first, played[-1], instance.trump)
            played.append([])
            turn = first - 1
        card = rng.choice(legal_cards(hands[turn], played[-1][0].suit if played[-1] else None))
        hands[turn].remove(card)
        played[-1].append(card)
        turn = (turn + 1) % instance.players
    return {"leader": leader, "hands": hands, "played": played}


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
    return {name for name, holds in _facts(instance).items() if holds}


def _facts(instance: Crew) -> dict[str, bool]:
    sizes = {len(hand) for hand in instance.dealt}
    tasks = instance.tasks
    facts = {
        "trump": instance.trump is not None,
        "trump nobody holds": instance.trump is not None and instance.trump not in instance.suits_in_order,
        "order": bool(instance.order),
        "strict order": bool(instance.order) and instance.same_trick == "violates",
        "fixed leader": instance.leader is not None,
        "free leader": instance.leader is None,
        "uneven hands": len(sizes) > 1,
        "3 tricks or more": instance.tricks >= 3,
        "owners fixed": bool(instance.objectives) and not instance.free,
        "tasks without objectives": bool(tasks) and not instance.objectives,
        "position between tricks": bool(instance.played) and not instance.begun,
        "position within a trick": bool(instance.begun),
        **{f"free owners, {mode}": bool(instance.free) and instance.assignment == mode for mode in MODES},
        **{f"task {kind}": any(task.kind == kind for task in tasks) for kind in KINDS},
        "several tasks": len(tasks) > 1,
    }
    for name in ("exactly", "at_least", "at_most"):
        facts[name] = any(getattr(task, name, None) is not None for task in tasks)
    facts["when reached"] = any(getattr(task, "judged", "") == "when_reached" for task in tasks)
    return facts


VARIANTS = tuple(_facts(Crew(hands=[[]])))
"""All variants the mix is to contain."""
