"""Solitaire Hanabi by prices for room in the hand: a player, and a bound, in one.

Playing as soon as possible, and storing nothing that will not be played, lose nothing. So a play is a choice of a copy
of every card, and the card v waits after the draws X(v) ≤ t < P(v-1), where X(v) is the draw of its copy and P(v-1) the
draw at which the card below it is played; the play wins iff never more than h cards wait. The colours meet only in the
hand. If holding a card after draw t costs λ(t) ≥ 0, every colour can be played as cheaply as possible by itself:

- If these choices together never hold more than h cards, they are a winning play.
- If their costs add up to more than h·Σλ(t), the deck is lost: a winning play costs no more than that, and no play
  costs less than the cheapest choice for every colour. (This is the Lagrangian relaxation of the hand limits.)
- Else the price rises where the hand is too full and falls where it has room, and the round is repeated. Now and then
  the colours are rechosen one by one, with a surcharge where the others have filled the hand.

The search for the cheapest choice of a colour, from the lowest value up, keeps the choices so far for which P and cost
cannot both be smaller: a choice that is earlier and has cost no more can copy whatever the other does. Prices are
integers, so the bound is exact.

A round takes O(N) for N cards if few choices are kept of a colour, as is usual, and O(N n) for n values if all are.
Measured on 402 shuffled decks near the edge between won and lost, of 4 to 16 colours, 5 to 15 values and 2 to 4 copies,
that the bound `forced-holds` leaves open: 30 rounds found 285 plays and 38 refutations, in 1.9 ms on average.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.algorithms.result import NOT_APPLICABLE, Decision, Refutation, Win
from crewsat.base.said import Said, saying
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.hanabi_solitaire.rules import Step

    Copies = Sequence[int]
    """Draws of the copies of a card, rising."""

    Chosen = tuple[int, "Chosen | None"]
    """Draws that were chosen, that of the highest card first."""

FIRST_ROUNDS = 6
"""Rounds that found 246 of the 285 plays above, in 0.7 ms on average."""

ROUNDS = 30
"""Rounds by default; 60 decide 12 more of the 402 decks, in 1.6 times the time."""

WORK = 6_000
"""Cards visited in all rounds together: on decks of more than 200 cards there are fewer rounds. Reductions of 3-SAT,
which have thousands of cards and stay open, take 1.0 to 1.1 times as long as without this module."""

UNIT = 1024
"""The price of every draw in the first round."""


@reads("method 'player'", ALL)
def play_soon(instance: HanabiSolitaire) -> Decision[Step]:
    """Return a winning play found in a few rounds, or `NOT_APPLICABLE`."""
    rounds = min(FIRST_ROUNDS, WORK * FIRST_ROUNDS // (ROUNDS * max(1, instance.size)))
    found = decide_by_prices(instance, rounds=rounds)
    return found if isinstance(found, Win) else NOT_APPLICABLE


@reads("method 'prices'", ALL)
def decide_by_prices(instance: HanabiSolitaire, *, rounds: int = ROUNDS) -> Decision[Step]:
    """Decide a deck by prices.

    Args:
        instance: the deck.
        rounds: the most rounds to run; at least one is.

    Returns:
        A winning play, the reason in words why there is none, or `NOT_APPLICABLE` if the question stays open or a card
        is missing.
    """
    if instance.missing is not None:
        return NOT_APPLICABLE
    colours = list(_colours(instance))
    room, size = instance.hand_size, instance.size
    prices = [0, *([UNIT] * (size - 1)), 0][: size + 1]
    for number in range(max(1, min(rounds, WORK // max(1, size)))):
        spent = list(accumulate(prices, initial=0))
        cheapest = [_cheapest(cards, spent) for cards in colours]
        chosen = [draws for _, draws in cheapest]
        held = _held(chosen, size)
        least = sum(cost for cost, _ in cheapest)
        if least > room * sum(prices):
            return Refutation(_too_dear(prices, least, room))
        if max(held) > room and number % 2 and size * len(colours) <= WORK:
            _choose_anew(colours, chosen, held, prices, room)
        if max(held) <= room:
            return Win(line_of(instance, {draw for draws in chosen for draw in draws}))
        prices = _moved(prices, held, room, 6 * UNIT // (10 * (number + 2)))
    return NOT_APPLICABLE


def _colours(instance: HanabiSolitaire) -> Iterator[list[Copies]]:
    """Yield the copies of the cards of each colour, rising."""
    for colour in instance.colours_in_order:
        yield [instance.copies[Card(colour, value)] for value in range(1, instance.highest + 1)]


def _moved(prices: Sequence[int], held: Sequence[int], room: int, step: int) -> list[int]:
    """Raise the prices where too many cards are held, and lower them where there is room; no card waits at the ends."""
    moved = [max(0, price + step * (now - room)) for price, now in zip(prices, held, strict=True)]
    moved[0] = moved[-1] = 0
    return moved


def _cheapest(cards: Iterable[Copies], spent: Sequence[int]) -> tuple[int, list[int]]:
    """Return the least cost of a colour, and the draws it takes; `spent[t]` is what all draws before t cost."""
    front: list[tuple[int, int, Chosen | None]] = [(0, 0, None)]
    """When the cards so far are played, rising, what that costs, falling, and the copies."""
    for draws in cards:
        kept: list[tuple[int, int, Chosen | None]] = []
        k, copies = 0, len(draws)
        for place, (played, cost, chosen) in enumerate(front):
            while k < copies and draws[k] < played:
                k += 1
            if k:  # of the copies that come before, the last one waits for the shortest time
                waited = cost + spent[played] - spent[draws[k - 1]]
                if not kept or waited < kept[-1][1]:
                    kept.append((played, waited, (draws[k - 1], chosen)))
            first_after = k < copies and (place + 1 == len(front) or draws[k] < front[place + 1][0])
            if first_after and (not kept or cost < kept[-1][1]):
                kept.append((draws[k], cost, (draws[k], chosen)))
        front = kept
    _, cost, chosen = front[-1]
    return cost, list(_read(chosen))[::-1]


def _read(chosen: Chosen | None) -> Iterator[int]:
    while chosen is not None:
        draw, chosen = chosen
        yield draw


def _waits(draws: Iterable[int]) -> Iterator[range]:
    """Yield after which draws the cards of a colour wait, of those that do."""
    played = 0
    for draw in draws:
        if draw < played:
            yield range(draw, played)
        played = max(played, draw)


def _held(chosen: Iterable[Sequence[int]], size: int) -> list[int]:
    """Return how many cards wait after each draw, from 0."""
    change = [0] * (size + 1)
    for draws in chosen:
        for wait in _waits(draws):
            change[wait.start] += 1
            change[wait.stop] -= 1
    return list(accumulate(change))


def _choose_anew(
    colours: Sequence[Sequence[Copies]], chosen: list[list[int]], held: list[int], prices: Sequence[int], room: int
) -> None:
    """Rechoose the colours that hold cards when too many are held, one after the other; this changes the lists."""
    for number, cards in enumerate(colours):
        waits = list(_waits(chosen[number]))
        if not any(held[draw] > room for wait in waits for draw in wait):
            continue
        _add(held, waits, -1)
        asked = (_dearer(price, now - room) for price, now in zip(prices, held, strict=True))
        _, chosen[number] = _cheapest(cards, list(accumulate(asked, initial=0)))
        _add(held, _waits(chosen[number]), 1)


def _dearer(price: int, over: int) -> int:
    """Return the price of room where `over` more cards are held than there is room for."""
    return price + 1 + (4 * UNIT * (over + 4) if over >= 0 else 0)


def _add(held: list[int], waits: Iterable[range], number: int) -> None:
    for wait in waits:
        for draw in wait:
            held[draw] += number


def _too_dear(prices: Sequence[int], least: int, room: int) -> str:
    """Say why a deck is lost: cards need more room than there is, measured in places after draws that have a price."""
    dear = [draw for draw, price in enumerate(prices) if price]
    weighted = len({prices[draw] for draw in dear}) > 1
    whole = 1 if weighted else prices[dear[0]]
    what: dict[str, Any] = {
        "needed": _grouped(-(-least // whole)),
        "first": dear[0],
        "last": dear[-1],
        "cards": saying("{n} cards", one="1 card", n=room),
        "there": _grouped(room * sum(prices) // whole),
    }
    if weighted:
        return saying(
            "whichever copies are used, cards wait in at least {needed} places after draws {first} to {last}, some "
            "draws counting more than others, and a hand of {cards} has {there}",
            **what,
        )
    return saying(
        "whichever copies are used, cards wait in at least {needed} places after draws {first} to {last} and a hand of "
        "{cards} has {there}",
        **what,
    )


def _grouped(number: int) -> str:
    """Return a number with commas, which only English has between thousands."""
    return Said.made(f"{number:,}", "{number}", {"number": number})
