"""Small random deals of The Crew with tasks of some kinds, their bounds near what can be had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.crew.instance import Crew
from tests.support.aimed_deals import hands_of, perhaps_played_on
from tests.support.random_tasks import random_filter, some_cards

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    Maker = Callable[[random.Random, Crew, object], dict[str, Any]]
    """Makes a task, but for its owner."""


def small_deal(rng: random.Random, numbers: Sequence[int], most_cards: int = 9) -> Crew:
    """Two or three players as a rule, one to four tricks, one or two objectives perhaps."""
    players = rng.choice(numbers)
    suits = "tab"[: rng.choice((1, 2, 2, 3))]
    cards = [f"{suit}{value}" for suit in suits for value in range(1, rng.randint(2, 5) + 1)]
    rng.shuffle(cards)
    hands = hands_of(rng, cards[: rng.randint(players, most_cards if players > 1 else 4)], players)
    dealt = [card for hand in hands for card in hand]
    wanted = rng.sample(dealt, min(len(dealt), rng.choice((0, 0, 0, 1, 1, 2))))
    data: dict[str, Any] = {
        "hands": hands,
        "objectives": [{"card": card, "owner": rng.choice((None, *[rng.randint(1, players)] * 5))} for card in wanted],
    }
    if rng.random() < 0.6:
        data["leader"] = rng.randint(1, players)
    if rng.random() < 0.5:
        data |= {"trump": "t", "suits": [*"tab"]}
    return Crew(**data)


PLAYERS = (1, 2, 2, 2, 3, 3)
OWNERS = ("player", "player", "player", "everybody", "crew", None)


def with_tasks(
    *makers: Maker,
    owners: Sequence[str | None] = OWNERS,
    most: int = 2,
    players: Sequence[int] = PLAYERS,
    played: float = 0.15,
) -> Callable[[random.Random], Crew]:
    """Small deals with at most so many tasks of these kinds; a share of them are positions."""

    def aimed(rng: random.Random) -> Crew:
        deal = small_deal(rng, players)
        tasks = []
        for _ in range(rng.randint(1, most)):
            kind = rng.choice(owners)
            owner = rng.randint(1, deal.players) if kind == "player" else kind
            maker = rng.choice([one for one in makers if owner != "crew" or one not in NOT_OF_THE_CREW] or [tricks])
            tasks.append({"owner": owner, **maker(rng, deal, owner)})
        fields = {name: getattr(deal, name) for name in type(deal).fields if name != "about"}
        return perhaps_played_on(rng, Crew(**fields | {"tasks": tasks}), played)

    return aimed


def _bound(rng: random.Random, near: int) -> dict[str, Any]:
    """A bound near a number."""
    name = rng.choice(("exactly", "at_least", "at_least", "at_most"))
    judged = {"judged": "when_reached"} if name == "exactly" and rng.random() < 0.3 else {}
    return {name: max(0, near + rng.choice((-1, 0, 0, 1))), **judged}


def _numbers(rng: random.Random, deal: Crew) -> dict[str, Any]:
    if rng.random() < 0.5:
        return {}
    numbers = (*range(1, deal.tricks + 2), "last")
    return {"numbers": rng.sample(numbers, rng.randint(1, min(3, len(numbers))))}


def win_trick(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win one of the tricks, the last, or one that is not played."""
    del owner
    return {"kind": "win_trick", "trick": rng.choice(("last", *range(1, deal.tricks + 2)))}


def last_of(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win the last of some cards."""
    del owner
    return {"kind": "last_of", "cards": some_cards(rng, deal)}


def tricks(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win so many tricks, perhaps of some numbers."""
    del owner
    numbers = _numbers(rng, deal)
    return {"kind": "tricks", **numbers, **_bound(rng, rng.randint(0, min(deal.tricks, 3)))}


def filtered(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win so many tricks with certain cards."""
    del owner
    name = rng.choice(("won_with", "beating", "only", "total", "as_many"))
    return {"kind": "tricks", name: random_filter(rng, deal, name), **_bound(rng, rng.choice((1, 1, 2)))}


def beating(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win tricks that beat some cards, or with some cards."""
    del owner
    listed = [str(card) for card in rng.sample(sorted(deal.holder), rng.randint(1, min(3, deal.size)))]
    return {"kind": "tricks", rng.choice(("beating", "won_with")): listed, "at_least": rng.choice((1, 1, 2))}


def more_than(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win more of all tricks or of some cards than another player, or the leader."""
    what = rng.choice(({"kind": "tricks"}, {"kind": "cards", "cards": some_cards(rng, deal)}))
    others = [player for player in range(1, deal.players + 1) if player != owner]
    return {**what, "compared_with": rng.choice((*others, "leader")), "at_least": rng.choice((0, 1, 1))}


def lead_or_win_all(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Everybody leads a trick, one player wins all."""
    del rng
    return {
        "kind": "leads" if owner == "everybody" else "tricks",
        "at_least": 1 if owner == "everybody" else deal.tricks,
    }


def few_tricks(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win few of the tricks of some numbers."""
    del owner
    return {"kind": "tricks", **_numbers(rng, deal), rng.choice(("exactly", "at_most")): rng.choice((0, 0, 1))}


def cards(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win so many of some cards."""
    del owner
    listed = some_cards(rng, deal)
    return {"kind": "cards", "cards": listed, **_numbers(rng, deal), **_bound(rng, rng.randint(0, len(listed)))}


def leads(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Lead so many tricks, perhaps with certain cards."""
    del owner
    listed = {"cards": some_cards(rng, deal)} if rng.random() < 0.6 else {}
    return {"kind": "leads", **listed, **_numbers(rng, deal), **_bound(rng, rng.randint(1, 2))}


def row(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win so many tricks in a row."""
    del owner
    return {"kind": "row", **_bound(rng, rng.randint(1, max(1, deal.tricks)))}


def compared(rng: random.Random, deal: Crew, owner: object) -> dict[str, Any]:
    """Win more or fewer tricks or cards than somebody."""
    what: dict[str, Any] = {"kind": "tricks"}
    if rng.random() < 0.4:
        what = {"kind": "cards", "cards": some_cards(rng, deal)}
    others = [player for player in range(1, deal.players + 1) if player != owner]
    rival = rng.choice(("leader", "others", *others[:1]))
    always = {"judged": "always"} if rng.random() < 0.3 else {}
    number = rng.choice((-2, -1, -1, 0, 0, 1, 1, 2))
    bounded = rng.choice(("exactly", "at_least", "at_most"))
    return {**what, **_numbers(rng, deal), "compared_with": rival, bounded: number, **always}


NOT_OF_THE_CREW = (row, compared)
"""Tasks that the crew as a whole cannot have."""
