"""Who may say no to a deck of solitaire Hanabi, each with decks that can just be won, and claims that are too strong.

Not every stronger claim is wrong. A draw puts a card into the hand or takes cards out of it, never both; so a card may
be said to wait from the draw before it comes, or until after the draw with which it is played.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.algorithms.hanabi_solitaire.exhaustive import search
from crewsat.algorithms.result import Refutation
from crewsat.engine.limits import Limits
from crewsat.engine.notes import ignore_progress
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from tests.support.by_name import Claim, Mistake
from tests.support.hanabi_beside import won_beside
from tests.support.hanabi_second_opinion import can_be_won

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from types import ModuleType

LEAST_HAND = "crewsat.questions.hanabi_solitaire.least_hand"
LAID_ASIDE = "crewsat.questions.hanabi_solitaire.laid_aside"
INSTANCE = "crewsat.games.hanabi_solitaire.instance"
ALGORITHMS = "crewsat.algorithms.hanabi_solitaire"
MISSING, LINE = f"{ALGORITHMS}.missing", f"{ALGORITHMS}.line"
UNIQUE, ONE_COLOUR = f"{ALGORITHMS}.unique", f"{ALGORITHMS}.one_colour"
COPIES, PRICES, TABLE = f"{ALGORITHMS}.copies", f"{ALGORITHMS}.prices", f"{ALGORITHMS}.table"


def won(instance: HanabiSolitaire) -> bool:
    """Whether a deck can be won: by exhaustive search, and the second opinion must say the same."""
    found = search(instance) is not None
    assert can_be_won(instance.as_dict()) is found, instance.to_json()
    return found


def near_the_edge(rng: random.Random, shapes: tuple[tuple[int, int], ...], most_cards: int) -> HanabiSolitaire:
    """A deck in rising order, more or less, with the smallest hand that wins, rarely with a smaller one.

    Args:
        rng: where chance comes from.
        shapes: numbers of colours and values.
        most_cards: of the deck.
    """
    cards = cards_of(*rng.choice(shapes))
    deck = cards + [rng.choice(cards) for _ in range(rng.randint(0, max(0, most_cards - len(cards))))]
    disorder = rng.choice((2, 4, 100))
    places = [card.value + disorder * rng.random() for card in deck]
    return with_least_hand(rng, [deck[k] for k in sorted(range(len(deck)), key=places.__getitem__)])


def with_least_hand(rng: random.Random, deck: list[Card]) -> HanabiSolitaire:
    """A deck with the smallest hand that wins, rarely with a smaller one."""
    hands = (HanabiSolitaire(deck=deck, hand_size=size) for size in range(len(deck) + 1))
    least = next(instance.hand_size for instance in hands if search(instance) is not None)
    return HanabiSolitaire(deck=deck, hand_size=max(0, least - (rng.random() < 0.2)))


def cards_of(colours: int, values: int) -> list[Card]:
    """Each card once."""
    return [Card("abc"[colour], value) for colour in range(colours) for value in range(1, values + 1)]


def any_deck(rng: random.Random) -> HanabiSolitaire:
    """A deck of up to three colours, with copies."""
    return near_the_edge(rng, ((1, 3), (1, 4), (2, 2), (2, 3), (2, 3), (2, 4), (3, 2)), 10)


def for_a_table(rng: random.Random) -> HanabiSolitaire:
    """A deck of two colours in which each card comes twice, or one in which much follows from the hand."""
    if rng.random() < 0.3:
        return near_the_edge(rng, ((1, 3), (1, 4), (2, 3)), 8)
    deck = 2 * cards_of(2, 3)
    rng.shuffle(deck)
    return with_least_hand(rng, deck)


def each_card_once(rng: random.Random) -> HanabiSolitaire:
    """A deck in which no card comes twice, rarely one with copies."""
    return near_the_edge(rng, ((1, 3), (1, 5), (2, 2), (2, 3), (3, 2)), 7 if rng.random() < 0.2 else 0)


def one_colour(rng: random.Random) -> HanabiSolitaire:
    """A deck of one colour, rarely of two."""
    return near_the_edge(rng, ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 2)), 10)


def perhaps_incomplete(rng: random.Random) -> HanabiSolitaire:
    """A deck, perhaps with values and colours named, of which it need not have all cards."""
    deck = [Card(colour, value) for colour in "ab"[: rng.randint(0, 2)] for value in range(1, rng.randint(1, 3) + 1)]
    deck += rng.choices(deck, k=rng.randint(0, 2)) if deck else []
    rng.shuffle(deck)
    if rng.random() < 0.2:
        deck = deck[1:]
    data: dict[str, Any] = {"deck": deck, "hand_size": len(deck)}
    if rng.random() < 0.3:
        data["values"] = max((card.value for card in deck), default=0) + (rng.random() < 0.1)
    if rng.random() < 0.3:
        data["colours"] = sorted({card.suit for card in deck} | set("b" if rng.random() < 0.2 else ""))
    return HanabiSolitaire(**data)


class Beside(NamedTuple):
    """A deck, and the cards that take no room."""

    instance: HanabiSolitaire
    aside: tuple[Card, ...]

    def to_json(self) -> str:
        """Return it as text."""
        return f"{self.instance.to_json()}, laid aside: {' '.join(map(str, self.aside))}"


def some_laid_aside(rng: random.Random) -> Beside:
    """A deck with some cards that take no room, and the smallest hand that wins then, rarely a smaller one."""
    cards = cards_of(*rng.choice(((1, 3), (1, 4), (2, 2), (2, 3))))
    deck = cards + rng.choices(cards, k=rng.randint(0, 7 - len(cards)))
    rng.shuffle(deck)
    aside = tuple(card for card in cards if rng.random() < 0.6)
    hands = (HanabiSolitaire(deck=deck, hand_size=size) for size in range(len(deck) + 1))
    least = next(instance.hand_size for instance in hands if won_beside(instance, aside))
    return Beside(HanabiSolitaire(deck=deck, hand_size=max(0, least - (rng.random() < 0.2))), aside)


NO_LIMITS = Limits(None, None, resident=False, solver=None, seed=None)


def _least_hand_is_larger(module: ModuleType, instance: HanabiSolitaire) -> bool:
    return bool(module.least_hand_size(instance, NO_LIMITS, note=ignore_progress).at_least > instance.hand_size)


def _least_bound_is_larger(module: ModuleType, instance: HanabiSolitaire) -> bool:
    return bool(module._bounds(instance)[0] > instance.hand_size)


def _lost_with_copies_put_in(module: ModuleType, asked: Beside) -> bool:
    return search(module.laid_aside(asked.instance, asked.aside)) is None


def _lacks(module: ModuleType, instance: HanabiSolitaire) -> bool:
    return module.card_missing(sys.modules[INSTANCE].HanabiSolitaire(**instance.as_dict())) is not None


def _refuted_by(decide: str) -> Callable[[ModuleType, HanabiSolitaire], bool]:
    return lambda module, instance: isinstance(getattr(module, decide)(instance), Refutation)


CLAIMS = [
    Claim(
        "missing",
        [INSTANCE, MISSING],
        _lacks,
        perhaps_incomplete,
        won,
        [
            Mistake(
                "a value more is needed",
                "default=0) if self.values is None",
                "default=0) + 1 if self.values is None",
                INSTANCE,
            ),
        ],
        method="missing",
    ),
    Claim(
        "unique-cards",
        [LINE, MISSING, UNIQUE],
        _refuted_by("decide_unique_cards"),
        each_card_once,
        won,
        [
            Mistake("copies do not matter", "if instance.multiplicity > 1:", "if instance.multiplicity > 2:"),
            Mistake(
                "the hand has room for one less", "len(held) > instance.hand_size", "len(held) >= instance.hand_size"
            ),
            Mistake("what has been played stays in the hand", "del held[step.card]", "pass"),
            Mistake(
                "what follows from the hand waits",
                "(following := Card(card.suit, reached[card.suit] + 1)) in stored",
                "(following := Card(card.suit, reached[card.suit] + 1)) in set()",
                LINE,
            ),
        ],
        method="unique-cards",
    ),
    Claim(
        "one-colour",
        [LINE, MISSING, ONE_COLOUR],
        _refuted_by("decide_one_colour"),
        one_colour,
        won,
        [
            Mistake(
                "two colours are one",
                "if len(instance.colours_in_order) > 1:",
                "if len(instance.colours_in_order) > 2:",
            ),
            Mistake(
                "the hand has room for one less",
                "if len(earliest) > instance.hand_size else",
                "if len(earliest) >= max(1, instance.hand_size) else",
            ),
            Mistake(
                "first copies are the last useful ones", "reversed(instance.copies[card])", "instance.copies[card]"
            ),
            Mistake("the earliest of the draws is the limit", "-earliest[0] if", "-max(earliest) if"),
        ],
        method="one-colour",
    ),
    Claim(
        "forced-holds",
        [COPIES],
        lambda module, instance: module.refuted(instance) is not None,
        any_deck,
        won,
        [
            Mistake(
                "last copies say how early a card is",
                "max(earliest, first), max(latest, last)",
                "max(earliest, last), max(latest, last)",
            ),
            Mistake(
                "first copies say how late a card is",
                "max(earliest, first), max(latest, last)",
                "max(earliest, first), max(latest, first)",
            ),
            Mistake("a card waits when it is played", "change[earliest] -= 1", "change[earliest + 1] -= 1"),
            Mistake(
                "the first copy is waited with",
                "first, last = self.draws[card][0], self.draws[card][-1]",
                "first = last = self.draws[card][0]",
            ),
            Mistake("the hand has room for one less", "if number > room)", "if number >= room)"),
            Mistake("hands are full a card before", "self.waiting[draw] >= room", "self.waiting[draw] >= room - 1"),
            Mistake(
                "a copy is no good until it is sure to come too late",
                "until = min(self.earliest[self.below[card]], self.draws[card][-1])",
                "until = self.latest[self.below[card]]",
            ),
            Mistake(
                "a card that surely waits needs room twice",
                "until = min(self.earliest[self.below[card]], self.draws[card][-1])",
                "until = self.earliest[self.below[card]]",
            ),
            Mistake(
                "a card waits when it can be played", "self.next_full[draw] < until", "self.next_full[draw] <= until"
            ),
            Mistake(
                "no copy before the card below is needed",
                "self.earliest[self.below[card]]) - 1)",
                "self.earliest[self.below[card]]))",
            ),
            Mistake(
                "copies are the same that come before the card below may come last",
                "bisect_right(draws, self.earliest",
                "bisect_right(draws, self.latest",
            ),
            Mistake(
                "copies are the same that come after the card below may come first",
                "bisect_left(draws, self.latest",
                "bisect_left(draws, self.earliest",
            ),
            Mistake("of all cards only the last copy matters", "card.value == self.instance.highest and self", "self"),
            Mistake("one card that waits is too many", "return extra > room", "return extra >= room"),
            Mistake("cards that surely wait count twice", "sum(until < draw for", "sum(True for"),
            Mistake(
                "first copies of higher cards have to be used", "insort(above, (left[-1],", "insort(above, (left[0],"
            ),
            Mistake(
                "one card between two copies is none",
                "in pairwise(alive)",
                "in zip(alive, alive[2:], strict=False)",
            ),
        ],
        method="forced-holds",
    ),
    Claim(
        "prices",
        [LINE, PRICES],
        _refuted_by("decide_by_prices"),
        any_deck,
        won,
        [
            Mistake(
                "as much room as there is is too much",
                "if least > room * sum(prices):",
                "if least >= room * sum(prices):",
            ),
            Mistake(
                "the hand has room for one less",
                "if least > room * sum(prices):",
                "if least > (room - 1) * sum(prices):",
            ),
            Mistake("the first copy waits", "spent[draws[k - 1]]", "spent[draws[0]]"),
            Mistake(
                "cards do not wait for a later copy of one", "if first_after and (", "if first_after and not k and ("
            ),
            Mistake("who is earlier is cheaper", "or cost < kept[-1][1]", "or cost < 0"),
            Mistake("only the earliest choice is kept", "if not kept or waited < kept[-1][1]:", "if not kept:"),
        ],
        method="prices",
    ),
    Claim(
        "table",
        [LINE, TABLE],
        lambda module, instance: module.search(instance) is None,
        for_a_table,
        won,
        [
            Mistake("the hand has room for one less", "if len(stored) < hand_size:", "if len(stored) < hand_size - 1:"),
            Mistake("a card that comes again must be kept", "if not draw.last:", "if False:"),
            Mistake("the smaller value is kept", "table[new_key][0] < new_best[0]", "table[new_key][0] > new_best[0]"),
            Mistake("the first copy is the last", "[card][-1] == number", "[card][0] == number"),
            Mistake("what has been played stays in the hand", "rest = stored - {", "rest = stored or {"),
        ],
        method="table",
    ),
    Claim(
        "laid aside",
        [LAID_ASIDE],
        _lost_with_copies_put_in,
        some_laid_aside,
        lambda asked: won_beside(*asked),
        [
            Mistake("cards laid aside take room", "if card in cards:", "if False:"),
            Mistake(
                "they come the other way round", "sorted(come[card.suit])", "sorted(come[card.suit], reverse=True)"
            ),
            Mistake("what follows the card drawn does not come", "value > card.value]", "value > card.value + 1]"),
            Mistake("one of them comes", "if value > card.value]", "if value > card.value][:1]"),
            Mistake(
                "each comes once more only",
                "if value > card.value]",
                "if value > card.value]; come[card.suit].clear()",
            ),
            Mistake(
                "the first of all cards is laid aside",
                "come[card.suit].add(card.value)",
                "come[card.suit] = come[card.suit] or {card.value}",
            ),
            Mistake(
                "there is room for one less", "hand_size=instance.hand_size", "hand_size=max(0, instance.hand_size - 1)"
            ),
        ],
    ),
    Claim(
        "least hand, first bound",
        [COPIES, LEAST_HAND],
        _least_bound_is_larger,
        any_deck,
        won,
        [
            Mistake("a card more waits", ".waiting, default=0)", ".waiting, default=0) + 1"),
            Mistake(
                "cards wait in all",
                "max(Copies(roomy, rounds=0).waiting, default=0)",
                "sum(Copies(roomy, rounds=0).waiting)",
            ),
            Mistake(
                "the first copy is waited with",
                "first, last = self.draws[card][0], self.draws[card][-1]",
                "first = last = self.draws[card][0]",
                COPIES,
            ),
        ],
    ),
    Claim(
        "least hand",
        [LEAST_HAND],
        _least_hand_is_larger,
        any_deck,
        won,
        [
            Mistake(
                "a no is one for a card more",
                "low, refuted = middle + 1, verdict",
                "low, refuted = middle + 2, verdict",
            ),
            Mistake(
                "a yes is not the last word",
                "            best = verdict.play or ()\n",
                "            best, low = verdict.play or (), middle + 1\n",
            ),
        ],
    ),
]
