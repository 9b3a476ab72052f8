"""Random small deals in which the crew may choose more than its cards: aimed at each choice by name.

Every deal has the feature it is aimed at, and about half of those with a choice can be won only by it or only without.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def tokens_may_change(rng: random.Random) -> Crew:
    """A deal with `retoken`."""
    return _of_goals(rng, retoken=rng.choice(("swap", "move")))


def goals_are_handed_over(rng: random.Random) -> Crew:
    """A deal with `handover`, of every assignment."""
    return _of_goals(rng, handover=rng.choice((1, 1, 2)))


def both_change(rng: random.Random) -> Crew:
    """A deal with `retoken` and `handover`."""
    return _of_goals(rng, retoken=rng.choice(("swap", "move")), handover=1)


def passing_first(rng: random.Random) -> Crew:
    """A deal with the distress signal, or a variation of it."""
    return _of_hands(rng, lambda hands: {"passing": _passing(rng, hands, 0)})


def passing_later(rng: random.Random) -> Crew:
    """A deal in which cards are passed after the first trick."""
    return _of_hands(rng, lambda hands: {"passing": _passing(rng, hands, 1)})


def covered(rng: random.Random) -> Crew:
    """A deal with cards that lie under others."""
    return _of_hands(rng, lambda hands: {"covered": _pairs(rng, hands)})


def passing_and_covered(rng: random.Random) -> Crew:
    """A deal with both."""

    def fields(hands: Sequence[Sequence[str]]) -> dict[str, Any]:
        passing = _passing(rng, hands, rng.choice((0, 0, 1)))
        if rng.random() < 0.4:
            passing["from"] = "covered"
        return {"passing": passing, "covered": _pairs(rng, hands)}

    return _of_hands(rng, fields)


AIMS: dict[str, Callable[[random.Random], Crew]] = {
    "retoken": tokens_may_change,
    "handover": goals_are_handed_over,
    "retoken and handover": both_change,
    "passing before the first trick": passing_first,
    "passing after the first trick": passing_later,
    "covered": covered,
    "passing and covered": passing_and_covered,
}


def choices_crew(seed: int, aim: str | None = None) -> Crew:
    """The deal of this seed, or a position of it: with the aim, else with each in turn."""
    names = sorted(AIMS)
    rng = random.Random(f"{aim} {seed}")
    return _played_on(rng, AIMS[aim or names[seed % len(names)]](rng))


def _of_goals(rng: random.Random, **fields: Any) -> Crew:  # noqa: ANN401 - of an instance
    """A deal with free objectives and tokens."""
    while True:
        hands = _hands(rng)
        cards = [card for hand in hands for card in hand]
        wanted: list[dict[str, Any]] = [
            {"card": card, "owner": rng.choice((None, None, 1, len(hands)))}
            for card in rng.sample(cards, rng.randint(2, min(5, len(cards))))
        ]
        numbered = rng.random() < 0.5
        tokens = rng.randint(1, len(wanted))
        for k, objective in enumerate(wanted[:tokens], 1):
            objective["token"] = str(k) if numbered else ">" * k
        if tokens < len(wanted) and rng.random() < 0.3:
            wanted[tokens]["token"] = "omega"
        if len(wanted) > 2 and rng.random() < 0.2:
            wanted[0]["after"] = [wanted[-1]["card"]]
        free = [{"owner": None, "kind": "tricks", "at_most": rng.choice((0, 1))}] if rng.random() < 0.2 else []
        if "handover" in fields:
            wanted[-1]["owner"] = None
        rng.shuffle(wanted)
        try:
            return Crew(**_table(rng, hands), **fields, objectives=wanted, tasks=free, assignment=rng.choice(MODES))
        except InvalidInstance as error:  # an order may be cyclic
            if "cyclic" not in str(error):
                raise


def _of_hands(rng: random.Random, fields: Callable[[Sequence[Sequence[str]]], dict[str, Any]]) -> Crew:
    """A deal with objectives and perhaps a task, and fields about its hands."""
    hands = _hands(rng)
    cards = [card for hand in hands for card in hand]
    wanted = [
        {"card": card, "owner": rng.choice((None, 1, 1, len(hands)))}
        for card in rng.sample(cards, rng.randint(1, min(4, len(cards))))
    ]
    tasks = [_task(rng, cards, len(hands))] if rng.random() < 0.3 else []
    mode = rng.choice(MODES)
    return Crew(**_table(rng, hands), **fields(hands), objectives=wanted, tasks=tasks, assignment=mode)


def _hands(rng: random.Random) -> list[list[str]]:
    """Two or three hands of two or three cards, one of them perhaps with a card more."""
    players = rng.choice((2, 3, 3))
    size = rng.choice((2, 3, 3) if players == 2 else (2, 2, 3))
    cards = [f"{suit}{value}" for suit in "abc" for value in range(1, 5)]
    rng.shuffle(cards)
    hands = [cards[k * size : (k + 1) * size] for k in range(players)]
    if rng.random() < 0.3:
        rng.choice(hands).append(cards[players * size])
    return hands


def _table(rng: random.Random, hands: list[list[str]]) -> dict[str, Any]:
    return {
        "hands": hands,
        "leader": rng.choice((1, 1, 1, None)),
        "trump": rng.choice((None, "a", "a")),
        "suits": [*"abc"],
        "same_trick": rng.choice(("in_order", "violates")),
    }


def _passing(rng: random.Random, hands: Sequence[Sequence[str]], after: int) -> dict[str, Any]:
    optional = rng.random() < 0.7
    passing: dict[str, Any] = {"after": min(after, min(map(len, hands)) - 1), "optional": optional}
    passing["to"] = rng.choice(("either", "left", "right"))
    if optional and rng.random() < 0.3:
        passing["not"] = rng.choice(([], ["b"]))
    return passing


def _pairs(rng: random.Random, hands: Sequence[Sequence[str]]) -> list[list[str]]:
    """Pairs of cards of some hands; at least one."""
    pairs: list[list[str]] = []
    for hand in hands:
        if rng.random() < 0.7 or not pairs:
            number = rng.randint(1, len(hand) // 2)
            cards = rng.sample(hand, 2 * number)
            pairs += [cards[2 * k : 2 * k + 2] for k in range(number)]
    return pairs


def _task(rng: random.Random, cards: list[str], players: int) -> dict[str, Any]:
    """A task whose meaning depends on who plays which card."""
    some = rng.sample(cards, 2)
    return rng.choice(
        [
            {"owner": 1, "kind": "tricks", "at_most": 1},
            {"owner": "crew", "kind": "tricks", "won_with": some, "at_least": 1},
            {"owner": players, "kind": "leads", "cards": some, "at_least": 1},
            {"owner": players, "kind": "tricks", "beating": some, "at_least": 1},
            {"owner": None, "kind": "tricks", "total": {"at_least": 6}, "at_least": 1},
            {"owner": 1, "kind": "cards", "cards": cards, "compared_with": "others", "at_least": 1},
        ]
    )


def _played_on(rng: random.Random, deal: Crew) -> Crew:
    """The deal, or after some random moves the position; it is still open, and read again."""
    walk = Walk(deal)
    for _ in range(rng.choice((0, 0, 0, 1, 2, 4, 6))):
        moves = walk.legal()
        if not moves:
            break
        walk.play(rng.choice(moves))
    return deal if walk.outcome.status != "open" else Crew.model_validate(walk.instance.as_dict())
