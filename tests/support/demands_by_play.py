"""Which demands of a deal can be met together, by trying every play to its end; by the words of the contract alone.

Built on the second opinion (`tests.support.second_opinion`), which imports nothing of `crewsat`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from tests.support.second_opinion import number, taker
from tests.support.second_opinion_deal import Card, Deal, Trick, legal, read, seat, tricks_and_table, winner
from tests.support.second_opinion_tasks import able, first_leader, secured

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tests.support.second_opinion_deal import Hands


def full_plays(deal: Deal) -> Iterator[list[Trick]]:
    """All plays that go on until some hand is empty, the past included."""
    done, leader, table = tricks_and_table(deal)
    for first in range(1, deal.players + 1) if leader is None else [leader]:
        yield from _trick(deal, deal.hands, done, first, table) if table else _tricks(deal, deal.hands, done, first)


def _tricks(deal: Deal, hands: Hands, tricks: list[Trick], leader: int) -> Iterator[list[Trick]]:
    if all(hands):
        yield from _trick(deal, hands, tricks, leader, ())
    else:
        yield tricks


def _trick(
    deal: Deal, hands: Hands, tricks: list[Trick], leader: int, table: tuple[Card, ...]
) -> Iterator[list[Trick]]:
    if len(table) == deal.players:
        trick = Trick(leader, table)
        yield from _tricks(deal, hands, [*tricks, trick], winner(deal, trick))
        return
    turn = seat(deal, leader, len(table))
    for card in legal(hands[turn], table):
        rest = tuple(c for c in hands[turn] if c != card)
        yield from _trick(deal, (*hands[:turn], rest, *hands[turn + 1 :]), tricks, leader, (*table, card))


def met_together(deal: Deal, tricks: list[Trick], kept: Collection[str]) -> bool:
    """Whether a play to the end meets these demands."""
    if not tricks and deal.leader is None:  # the crew may choose who would lead
        return any(met_together(replace(deal, leader=player), tricks, kept) for player in range(1, deal.players + 1))
    cards = {card for trick in tricks for card in trick.cards}
    wanted = {name: card for name, card in deal.objectives.items() if name in kept}
    if not all(card in cards for card in wanted.values()):
        return False
    takers = {name: taker(deal, tricks, card) for name, card in wanted.items()}
    if any(deal.owners[name] not in {None, takers[name]} for name in wanted):
        return False
    tasks = [task for k, task in enumerate(deal.tasks, 1) if task.get("id", f"task{k}") in kept]
    choices = [able(deal, tricks, task) for task in tasks if task["owner"] is None]
    won = [takers[name] for name, owner in deal.owners.items() if owner is None and name in takers]
    return (
        all(secured(deal, tricks, task) for task in tasks if task["owner"] is not None)
        and ("order" not in kept or _in_order(deal, tricks, wanted))
        and any("assignment" not in kept or _shared_out(deal, tricks, [*won, *some]) for some in product(*choices))
    )


def _in_order(deal: Deal, tricks: list[Trick], wanted: dict[str, Card]) -> bool:
    when = {name: number(tricks, card) for name, card in wanted.items()}
    pairs = set(deal.pairs)
    while longer := {(x, z) for (x, y), (y2, z) in product(pairs, pairs) if y == y2} - pairs:
        pairs |= longer
    kept = [(when[x], when[y]) for x, y in pairs if x in when and y in when]
    return all(first < second if deal.strict else first <= second for first, second in kept)


def _shared_out(deal: Deal, tricks: list[Trick], owners: list[int]) -> bool:
    free = [*deal.owners.values(), *(task["owner"] for task in deal.tasks)].count(None)
    leader, players = first_leader(deal, tricks), deal.players
    if not owners:
        return True
    if deal.mode in {"one_player", "one_player_but_leader"}:
        return len(set(owners)) == 1 and not (deal.mode == "one_player_but_leader" and leader in owners)
    few, more = divmod(free, players)
    drafted = deal.mode == "draft" or (deal.mode == "draft_or_pass" and free >= players)
    most = [few + (k < more) for k in range(players)] if drafted else [few + (more > 0)] * players
    shares = [owners.count(seat(deal, leader, k) + 1) for k in range(players)]
    fewest = min(shares) if len(owners) == free and deal.mode == "balanced" else few
    return all(share <= bound for share, bound in zip(shares, most, strict=True)) and fewest >= few


def can_be_met(data: dict[str, Any], kept: Collection[str]) -> bool:
    """Whether these demands of the deal of a JSON object can be met together."""
    deal = read(data)
    return any(met_together(deal, tricks, kept) for tricks in full_plays(deal))
