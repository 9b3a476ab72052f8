"""What tasks mean, for the second opinion: each is asked of the whole list of tricks since the deal.

Nothing of `crewsat` is imported; a task is the JSON object of the instance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from tests.support.second_opinion_deal import read_card, winner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.second_opinion_deal import Card, Deal, Trick

Task = dict[str, Any]
Who = int | Literal["crew"]
"""Whose tricks are looked at: those of a player, or those of anybody."""


def secured(deal: Deal, tricks: list[Trick], task: Task) -> bool:
    """Whether the owner has met the task, and nothing that may still be played can spoil it; not for a free task."""
    if task["owner"] == "everybody":
        return len(able(deal, tricks, task)) == deal.players
    return secured_by(deal, tricks, task, task["owner"])


def able(deal: Deal, tricks: list[Trick], task: Task) -> list[int]:
    """The players who have secured the task, each counting alone; one of them must be the owner of a free task."""
    return [player for player in range(1, deal.players + 1) if secured_by(deal, tricks, task, player)]


def secured_by(deal: Deal, tricks: list[Trick], task: Task, who: Who) -> bool:
    """Whether the task is met for good if `who` is its owner."""
    if task["kind"] in {"all", "any"}:
        members = [secured_by(deal, tricks, member, who) for member in task["of"]]
        return all(members) if task["kind"] == "all" else any(members)
    if task["kind"] in {"win_trick", "last_of"}:
        number = last_of(tricks, cards_of(task["cards"])) if "cards" in task else task["trick"]
        k: int = deal.last if number == "last" else number
        return 1 <= k <= len(tricks) and who in {"crew", winner(deal, tricks[k - 1])}
    if task.get("compared_with") is not None:
        return len(tricks) == deal.last and compares_well(deal, tricks, task, who)
    if task.get("at_least") is not None:
        return fits(task, count(deal, tricks, task, who))  # A number never falls.
    if task.get("judged", "end") == "when_reached":
        # Reached after some trick or at the very start, whatever comes later; a count that jumps over it never does.
        return any(fits(task, count(deal, tricks[:k], task, who)) for k in range(len(tricks) + 1))
    return len(tricks) == deal.last and fits(task, count(deal, tricks, task, who))


def last_of(tricks: list[Trick], cards: list[Card]) -> int:
    """The number of the trick after which all of these cards have been played; 0 if there is none so far."""
    numbers = {card: k for k, trick in enumerate(tricks, 1) for card in trick.cards}
    return max((numbers.get(card, 0) for card in cards), default=0) if set(cards) <= set(numbers) else 0


def fits(task: Task, found: int) -> bool:
    """Whether a number is within the bound."""
    if task.get("exactly") is not None:
        return bool(found == task["exactly"])
    if task.get("at_least") is not None:
        return bool(found >= task["at_least"])
    return bool(found <= task["at_most"])


def compares_well(deal: Deal, tricks: list[Trick], task: Task, who: Who) -> bool:
    """Whether all differences are within the bound: at the end of this list, or all along it if always judged."""
    moments = range(len(tricks) + 1) if task.get("judged") == "always" else [len(tricks)]
    other = task["compared_with"]
    if isinstance(other, list):
        sides: list[tuple[Task, Who]] = [(task | {"cards": other}, who)]
    elif other == "others":
        sides = [(task, player) for player in range(1, deal.players + 1) if player != who]
    else:
        sides = [(task, first_leader(deal, tricks) if other == "leader" else other)]
        if sides == [(task, who)]:
            return False  # Nobody is compared with himself.
    return all(
        fits(task, count(deal, tricks[:k], task, who) - count(deal, tricks[:k], counted, side))
        for counted, side in sides
        for k in moments
    )


def first_leader(deal: Deal, tricks: list[Trick]) -> int:
    """Who leads the first trick."""
    leader = tricks[0].leader if tricks else deal.leader
    assert leader is not None, "somebody must be said to lead"
    return leader


# Numbers -----------------------------------------------------------------------------------------------------------


def count(deal: Deal, tricks: list[Trick], task: Task, who: Who) -> int:
    """The number the bound is about."""
    if task["kind"] == "row":
        return longest_run([winner(deal, trick) == who for trick in tricks])
    listed = [trick for k, trick in enumerate(tricks, 1) if is_listed(deal, task, k)]
    if task["kind"] == "leads":
        led = [trick.cards[0] for trick in listed if who in {"crew", trick.leader}]
        return len(led) if task.get("cards") is None else sum(card in cards_of(task["cards"]) for card in led)
    won = [trick for trick in listed if who in {"crew", winner(deal, trick)}]
    if task["kind"] == "cards":
        return sum(card in trick.cards for card in cards_of(task["cards"]) for trick in won)
    assert task["kind"] == "tricks"
    return sum(all(filters(deal, task, trick)) for trick in won)


def longest_run(wins: list[bool]) -> int:
    """The longest stretch of tricks of which all are won."""
    stretches = [(i, j) for i in range(len(wins) + 1) for j in range(i, len(wins) + 1) if all(wins[i:j])]
    return max(j - i for i, j in stretches)


def is_listed(deal: Deal, task: Task, k: int) -> bool:
    """Whether trick k counts, by its number."""
    numbers = task.get("numbers")
    return numbers is None or k in numbers or ("last" in numbers and k == deal.last)


def filters(deal: Deal, task: Task, trick: Trick) -> Iterator[bool]:
    """What the filters of the task say of a trick, one after the other."""
    k = (winner(deal, trick) - trick.leader) % deal.players
    best, others = trick.cards[k], trick.cards[:k] + trick.cards[k + 1 :]
    if task.get("won_with") is not None:
        yield best in cards_of(task["won_with"])
    if task.get("beating") is not None:
        yield any(card in cards_of(task["beating"]) for card in others)
    if task.get("only") is not None:
        yield all(card in cards_of(task["only"]) for card in trick.cards)
    if task.get("total") is not None:
        total = sum(card.value for card in trick.cards)
        least, most = task["total"].get("at_least"), task["total"].get("at_most")
        yield (least is None or total >= least) and (most is None or total <= most)
    if task.get("as_many") is not None:
        first, second = ([card for card in trick.cards if card in cards_of(some)] for some in task["as_many"])
        yield len(first) == len(second) >= 1
    if task.get("led") is not None:
        yield trick.cards[0] in cards_of(task["led"])
    for listed in task.get("each_of") or ():
        yield not set(trick.cards).isdisjoint(cards_of(listed))


def cards_of(listed: list[Any]) -> list[Card]:
    """The cards of a list."""
    return [read_card(card) for card in listed]
