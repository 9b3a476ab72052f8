"""A second opinion on the choices before and during a play: owners, tokens, the pass, covered cards, positions.

Plain and slow, written from the words of the contract alone; nothing of `crewsat` is imported. The judge reads the
canonical JSON object of an instance, goes back to the hands as dealt, and plays from there: first what the position
records, then every legal continuation. After each trick it asks of the whole list of tricks whether the crew has won.
Of the tasks it knows the kinds `tricks` (with `won_with` and `beating`) and `leads`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Data = dict[str, Any]
Order = frozenset[tuple[str, str]]
"""Pairs of ids, the first before the second."""


class Card(NamedTuple):
    """One card; written `pink9` or `3:7`."""

    suit: str
    value: int


class Pair(NamedTuple):
    """Two places in the hand of a player (from 0): the card above covers the one below."""

    player: int
    above: Card
    below: Card


class Trick(NamedTuple):
    """A complete trick: who led it (from 0), the cards in the order played, and who won it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


Hands = tuple[frozenset[Card], ...]


@dataclass(frozen=True)
class Deal:
    """What the instance says, with the hands as dealt; players are numbered from 0 here."""

    hands: Hands
    leader: int
    trump: str | None
    objectives: tuple[tuple[str, Card, int | None], ...]
    tasks: tuple[Data, ...]
    orders: tuple[Order, ...]
    strict: bool
    mode: str
    handover: int
    passing: Data | None
    passed: tuple[Card, ...] | None
    step: int | None
    pairs: tuple[Pair, ...]
    played: tuple[tuple[Card, ...], ...]

    @property
    def last(self) -> int:
        """The number T of the last trick."""
        return min(map(len, self.hands))


class Table(NamedTuple):
    """How far the play has come."""

    hands: Hands
    pairs: tuple[Pair, ...]
    leader: int
    tricks: tuple[Trick, ...] = ()
    passed: bool = False
    """Whether the moment of the pass is over, with or without a pass."""


KNOWN = {"owner", "kind", "id", "exactly", "at_least", "at_most", "judged", "won_with", "beating", "cards"}
"""The fields of tasks that are known here."""


def knows(data: Data) -> bool:
    """Whether hands are those held now, and all tasks are of a kind and with filters that are known here."""
    tasks = data.get("tasks", ())
    known = (task.keys() <= KNOWN and task["kind"] in {"tricks", "leads"} for task in tasks)
    return (
        data.get("hands_are", "held") == "held" and all(known) and all(task["owner"] != "everybody" for task in tasks)
    )


def winnable(data: Data) -> bool:
    """Whether the crew can win the deal, or the position, that this canonical JSON object describes.

    Raises:
        ValueError: for a deal that `knows` refuses, and if the position cannot have been reached, and this is noticed
            on the way.
    """
    if not knows(data):
        raise ValueError(data)
    leader = data.get("leader")
    leaders = range(len(data["hands"])) if leader is None else [leader - 1]
    deals = (read(data, first) for first in leaders)
    return any(can_win(deal, Table(deal.hands, deal.pairs, deal.leader)) for deal in deals)


# Play --------------------------------------------------------------------------------------------------------------


def can_win(deal: Deal, table: Table) -> bool:
    """Whether some continuation succeeds."""
    if succeeded(deal, table.tricks):
        return True
    if len(table.tricks) == deal.last or spoilt(deal, table.tricks):
        return False
    if deal.passing is not None and not table.passed and len(table.tricks) == deal.passing.get("after", 0):
        return any(can_win(deal, following) for following in after_pass(deal, table))
    return any(can_win(deal, following) for following in after_trick(deal, table, ()))


def after_trick(deal: Deal, table: Table, cards: tuple[Card, ...]) -> Iterator[Table]:
    """All tables after the next trick, of which these cards are on the table."""
    players = len(deal.hands)
    if len(cards) == players:
        winner = (table.leader + best(cards, deal.trump)) % players
        played = set(cards)
        yield table._replace(
            hands=tuple(hand - played for hand in table.hands),
            leader=winner,
            tricks=(*table.tricks, Trick(table.leader, cards, winner)),
        )
        return
    turn = (table.leader + len(cards)) % players
    choices = legal(table, turn, cards)
    k, recorded = len(table.tricks), deal.played
    if k < len(recorded) and len(cards) < len(recorded[k]):
        if recorded[k][len(cards)] not in choices:
            message = f"trick {k + 1}: {recorded[k][len(cards)]} may not be played"
            raise ValueError(message)
        choices = {recorded[k][len(cards)]}
    for card in sorted(choices):
        yield from after_trick(deal, table, (*cards, card))


def legal(table: Table, player: int, cards: tuple[Card, ...]) -> set[Card]:
    """What the player may add to these cards: a card of the led suit if one lies open, else any open card."""
    visible = table.hands[player] - covered(table, player)
    following = {card for card in visible if cards and card.suit == cards[0].suit}
    return following or set(visible)


def covered(table: Table, player: int) -> set[Card]:
    """The cards of the hand that lie under another one; in a trick nothing is uncovered before it is complete."""
    hand = table.hands[player]
    return {pair.below for pair in table.pairs if pair.player == player and {pair.above, pair.below} <= hand}


def best(cards: tuple[Card, ...], trump: str | None) -> int:
    """Which card wins, from 0: the highest trump, without one the highest card of the led suit."""
    return max(range(len(cards)), key=lambda k: rank(cards[k], cards[0].suit, trump))


def rank(card: Card, led: str, trump: str | None) -> tuple[bool, bool, int]:
    """What a card is worth in a trick."""
    return (card.suit == trump, card.suit == led, card.value)


# The pass ----------------------------------------------------------------------------------------------------------


def after_pass(deal: Deal, table: Table) -> Iterator[Table]:
    """All tables after the moment of the pass: those the position allows if it says what was chosen."""
    passing = deal.passing or {}
    choices = [passable(deal, table, player) for player in range(len(deal.hands))]
    nobody = passing.get("optional", True) or not all(choices)
    if nobody if deal.passed is None else deal.passed == ():
        if not nobody:
            message = "the pass is required"
            raise ValueError(message)
        yield table._replace(passed=True)
    if deal.passed == ():
        return
    for player, card in enumerate(deal.passed or ()):
        if card not in choices[player]:
            message = f"{card} may not be passed"
            raise ValueError(message)
        choices[player] = {card}
    steps = {"either": {1, -1}, "left": {1}, "right": {-1}}[passing.get("to", "either")]
    for step in steps if deal.step is None else {deal.step}:
        for given in product(*choices):
            yield with_passed(table, given, step)


def passable(deal: Deal, table: Table, player: int) -> set[Card]:
    """The cards the player may pass."""
    passing = deal.passing or {}
    barred = passing.get("not", [deal.trump] if passing.get("optional", True) else [])
    under = covered(table, player)
    choices = under if under and passing.get("from") == "covered" else table.hands[player] - under
    return {card for card in choices if card.suit not in set(map(str, barred))}


def with_passed(table: Table, given: tuple[Card, ...], step: int) -> Table:
    """The table after the pass; a card received lies where the card given lay."""
    players = len(given)
    received = [given[(player - step) % players] for player in range(players)]
    hands = tuple(hand - {given[k]} | {received[k]} for k, hand in enumerate(table.hands))
    places = [
        Pair(k, *(received[k] if card == given[k] else card for card in (above, below)))
        for k, above, below in table.pairs
        if above in table.hands[k]  # Another pair covers nothing any more.
    ]
    return table._replace(hands=hands, pairs=tuple(places), passed=True)


# Goals -------------------------------------------------------------------------------------------------------------


def spoilt(deal: Deal, tricks: tuple[Trick, ...]) -> bool:
    """Whether an objective has gone to somebody else; no later trick can mend that."""
    lost = ((card, owner) for _, card, owner in deal.objectives if owner is not None)
    return any(card in trick.cards and trick.winner != owner for card, owner in lost for trick in tricks)


def succeeded(deal: Deal, tricks: tuple[Trick, ...]) -> bool:
    """Whether all objectives are completed, rightly owned and in order, and all tasks are met for good."""
    numbers = {card: k for k, trick in enumerate(tricks) for card in trick.cards}
    if spoilt(deal, tricks) or any(card not in numbers for _, card, _ in deal.objectives):
        return False
    when = {name: numbers[card] for name, card, _ in deal.objectives}
    if not any(all(when[x] + deal.strict <= when[y] for x, y in order) for order in deal.orders):
        return False
    owned = [task for task in deal.tasks if task["owner"] is not None]
    if not all(met(deal, tricks, task, task["owner"]) for task in owned):
        return False
    takers = [(tricks[when[name]].winner,) for name, _, owner in deal.objectives if owner is None]
    able = [
        tuple(player for player in range(len(deal.hands)) if met(deal, tricks, task, player + 1))
        for task in deal.tasks
        if task["owner"] is None
    ]
    allowed = owners_allowed(deal.mode, deal.handover, len(deal.hands), len(takers) + len(able), deal.leader)
    return any(owners in allowed for owners in product(*takers, *able))


@cache
def owners_allowed(mode: str, handover: int, players: int, goals: int, leader: int) -> frozenset[tuple[int, ...]]:
    """All owners that the free goals can have after the sharing out and the handing over."""
    every = list(product(range(players), repeat=goals))
    first = [owners for owners in every if shared(mode, owners, players, leader)]
    return frozenset(
        owners for owners in every if any(sum(map(int.__ne__, owners, start)) <= handover for start in first)
    )


def shared(mode: str, owners: tuple[int, ...], players: int, leader: int) -> bool:
    """Whether the sharing out may give the free goals to these owners."""
    if not owners:
        return True
    shares = [owners.count((leader + k) % players) for k in range(players)]
    few, more = divmod(len(owners), players)
    drafted = shares == [few + (k < more) for k in range(players)]
    return {
        "any": True,
        "draft": drafted,
        "draft_or_pass": max(shares) < 2 if len(owners) < players else drafted,
        "balanced": max(shares) - min(shares) < 2,
        "one_player": len(set(owners)) == 1,
        "one_player_but_leader": len(set(owners)) == 1 and leader not in owners,
    }[mode]


def met(deal: Deal, tricks: tuple[Trick, ...], task: Data, owner: int | str) -> bool:
    """Whether the owner (a player from 1, or the crew) has met the task for good."""
    counts = [number(tricks[:k], task, owner) for k in range(len(tricks) + 1)]
    if "at_least" in task:
        return bool(counts[-1] >= task["at_least"])
    if task.get("judged") == "when_reached":
        return task["exactly"] in counts
    fits = counts[-1] == task["exactly"] if "exactly" in task else counts[-1] <= task["at_most"]
    return bool(fits) and len(tricks) == deal.last


def number(tricks: tuple[Trick, ...], task: Data, owner: int | str) -> int:
    """How many of the tricks the task counts."""
    listed = {key: {card_of(card) for card in task[key]} for key in ("cards", "won_with", "beating") if key in task}
    if task["kind"] == "leads":
        leads = [trick.cards[0] for trick in tricks if owner in {"crew", trick.leader + 1}]
        return sum(card in listed.get("cards", {card}) for card in leads)
    found = 0
    for trick in tricks:
        winning = trick.cards[(trick.winner - trick.leader) % len(trick.cards)]
        beaten = set(trick.cards) - {winning}
        fits = [
            owner in {"crew", trick.winner + 1},
            winning in listed.get("won_with", {winning}),
            "beating" not in listed or not beaten.isdisjoint(listed["beating"]),
        ]
        found += all(fits)
    return found


# Reading -----------------------------------------------------------------------------------------------------------


def read(data: Data, leader: int) -> Deal:
    """The deal, if this player (from 0) leads the first trick."""
    trump = None if data.get("trump") is None else str(data["trump"])
    played = tuple(tuple(map(card_of, trick)) for trick in data.get("played", ()))
    step = {"left": 1, "right": -1, None: None}[data.get("passed_to")]
    passed = None if data.get("passed") is None else tuple(map(card_of, data["passed"]))
    hands = hands_as_dealt(data, played, leader, trump)
    if step is not None and passed is not None and len(passed) == len(hands):
        back = [passed[(k - step) % len(hands)] for k in range(len(hands))]
        hands = tuple(hand - {back[k]} | {passed[k]} for k, hand in enumerate(hands))
    objectives = data.get("objectives", [])
    return Deal(
        hands=hands,
        leader=leader,
        trump=trump,
        objectives=tuple((name_of(o), card_of(o["card"]), o["owner"] and o["owner"] - 1) for o in objectives),
        tasks=tuple(data.get("tasks", ())),
        orders=tuple(orders(objectives, data.get("retoken"))),
        strict=data.get("same_trick") == "violates",
        mode=data.get("assignment", "any"),
        handover=data.get("handover", 0),
        passing=data.get("passing"),
        passed=passed,
        step=step,
        pairs=tuple(pairs_of(data, hands)),
        played=played,
    )


def hands_as_dealt(data: Data, played: tuple[tuple[Card, ...], ...], leader: int, trump: str | None) -> Hands:
    """What each player holds and has played together."""
    hands = [set(map(card_of, hand)) for hand in data["hands"]]
    for trick in played:
        for k, card in enumerate(trick):
            hands[(leader + k) % len(hands)].add(card)
        leader = (leader + best(trick, trump)) % len(hands)
    return tuple(map(frozenset, hands))


def pairs_of(data: Data, hands: Hands) -> Iterator[Pair]:
    """The covered cards, each pair in the hand it was dealt to."""
    for above, below in data.get("covered", ()):
        pair = {card_of(above), card_of(below)}
        yield from (Pair(k, card_of(above), card_of(below)) for k, hand in enumerate(hands) if pair <= hand)


def card_of(card: Any) -> Card:  # noqa: ANN401 - a text or the paper's pair
    """One card; without a colon the suit ends in no digit."""
    if not isinstance(card, str):
        value, suit = card
        return Card(str(suit), int(value))
    suit, _, value = card.partition(":")
    if not value:
        suit = card.rstrip("0123456789")
        value = card[len(suit) :]
    return Card(suit, int(value))


def name_of(objective: Data) -> str:
    """The id: by default the text of the card, with a colon only where one is needed."""
    suit, value = card_of(objective["card"])
    return str(objective.get("id") or f"{suit}{':' if suit[-1].isdigit() else ''}{value}")


# Order -------------------------------------------------------------------------------------------------------------


def orders(objectives: list[Data], retoken: str | None) -> Iterator[Order]:
    """The order as dealt, and after each change of tokens that leaves it without a cycle."""
    token = {name_of(objective): str(objective.get("token") or "") for objective in objectives}
    lists = {pair for objective in objectives for pair in pairs_listed(objective)}
    ways = [token]
    for a, b in permutations(token, 2):
        if token[a] and retoken == ("swap" if token[b] else "move"):
            ways.append(token | {a: token[b], b: token[a]})
    yield from (order for order in (frozenset(lists | set(pairs_by_token(way))) for way in ways) if acyclic(order))


def pairs_listed(objective: Data) -> Iterator[tuple[str, str]]:
    """The pairs of the lists `after` and `before`."""
    yield from ((other, name_of(objective)) for other in objective.get("after", ()))
    yield from ((name_of(objective), other) for other in objective.get("before", ()))


def pairs_by_token(token: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The pairs of the tokens: numbers before everything else, arrows in their row, omega last."""
    for x, y in permutations(token, 2):
        first, second = token[x], token[y]
        reasons = [
            first.isdigit() and (not second.isdigit() or int(first) < int(second)),
            second == "omega" and first != "omega",
            set(first) == set(second) == {">"} and len(first) < len(second),
        ]
        if any(reasons):
            yield x, y


def acyclic(order: Iterable[tuple[str, str]]) -> bool:
    """Whether the objectives can be put in a row."""
    left = set(order)
    while left:
        behind = {y for _, y in left}
        rest = {(x, y) for x, y in left if x in behind}
        if rest == left:
            return False
        left = rest
    return True
