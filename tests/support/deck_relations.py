"""Relations between decks of solitaire Hanabi that need no oracle: what may be done to a deck, and what it changes.

Each takes a deck, whose values and colours are written out so that the goal stays the same, a judge of decks and a
source of randomness, and yields whether it held, once for every way to apply it that it tries. They see what replay
cannot: a wrong *no*.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Sequence

    Won = Callable[[HanabiSolitaire], bool]
    Relation = Callable[[HanabiSolitaire, Won, random.Random], Iterator[bool]]


def with_goal(i: HanabiSolitaire) -> HanabiSolitaire:
    """The same question with values and colours written out; such a deck may lose and gain any cards of theirs."""
    return with_deck(i, i.deck, values=i.highest, colours=i.colours_in_order)


def with_deck(i: HanabiSolitaire, deck: Sequence[Card], **changes: Any) -> HanabiSolitaire:  # noqa: ANN401
    goal = {"hand_size": i.hand_size, "values": i.values, "colours": i.colours}
    return HanabiSolitaire(**{**goal, "deck": deck, **changes})


def with_hand(i: HanabiSolitaire, hand_size: int) -> HanabiSolitaire:
    return with_deck(i, i.deck, hand_size=hand_size)


def least_hand(i: HanabiSolitaire, won: Won) -> int:
    """The least hand that wins a deck in which no card is missing."""
    return next(h for h in range(i.size + 1) if won(with_hand(i, h)))


def without(i: HanabiSolitaire, place: int) -> list[Card]:
    return [*i.deck[:place], *i.deck[place + 1 :]]


def moved(i: HanabiSolitaire, place: int, to: int) -> HanabiSolitaire:
    """The card at one place is taken out and put in at another; places are counted from 0."""
    rest = without(i, place)
    return with_deck(i, [*rest[:to], i.deck[place], *rest[to:]])


def of_colour(i: HanabiSolitaire, colour: str) -> HanabiSolitaire:
    return with_deck(i, [card for card in i.deck if card.suit == colour], colours=[colour])


def with_copies(i: HanabiSolitaire, kept: Callable[[Card, int], bool]) -> HanabiSolitaire:
    """Only the copies of which this holds, given the card and its draw, counted from 1."""
    return with_deck(i, [card for draw, card in enumerate(i.deck, 1) if kept(card, draw)])


def drawn(i: HanabiSolitaire, rng: random.Random) -> int | None:
    """A place in the deck, counted from 0, if there is any."""
    return rng.randrange(i.size) if i.size else None


# True ---------------------------------------------------------------------------------------------------------------


def permuting_colours(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    names = i.colours_in_order
    other = dict(zip(names, rng.sample(names, len(names)), strict=True))
    yield won(i) == won(with_deck(i, [Card(other[card.suit], card.value) for card in i.deck]))
    yield won(i) == won(with_deck(i, i.deck, colours=rng.sample(names, len(names))))


def a_larger_hand(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if won(i):
        yield won(with_hand(i, i.hand_size + 1))


def inserting_a_card(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    if won(i) and i.size:
        card = Card(rng.choice(i.colours_in_order), rng.randint(1, i.highest))
        place = rng.randint(0, i.size)
        yield won(with_deck(i, [*i.deck[:place], card, *i.deck[place:]]))


def dropping_a_card_of_a_lost_deck(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    place = drawn(i, rng)
    if place is not None and not won(i):
        yield not won(with_deck(i, without(i, place)))


def equal_neighbours_are_one_card(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    yield won(i) == won(with_deck(i, [card for card, _ in groupby(i.deck)]))
    place = drawn(i, rng)
    if place is not None:
        yield won(i) == won(with_deck(i, [*i.deck[:place], i.deck[place], *i.deck[place:]]))


def only_the_first_copy_of_a_lowest_card_counts(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    yield won(i) == won(with_copies(i, lambda card, draw: card.value > 1 or draw == i.copies[card][0]))


def only_the_last_copy_of_a_highest_card_counts(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if i.highest > 1:
        yield won(i) == won(with_copies(i, lambda card, draw: card.value < i.highest or draw == i.copies[card][-1]))


def one_copy_of_a_card_is_used(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    """The strongest one, in place of a first step: it ties a deck to those with one copy of the card left."""
    if i.size:
        chosen = rng.choice([card for card in sorted(i.copies) if len(i.copies[card]) == i.multiplicity])
        ways = (
            with_copies(i, lambda card, draw, used=used: card != chosen or draw == used)  # type: ignore[misc]
            for used in i.copies[chosen]
        )
        yield won(i) == any(map(won, ways))


def a_first_card_of_value_1_is_played(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    """Its colour then starts one higher: all its values go down by one, and a new highest card comes last."""
    if i.size and i.deck[0].value == 1:
        colour = i.deck[0].suit
        lower = [Card(c, v - 1) if c == colour else Card(c, v) for c, v in i.deck]
        yield won(i) == won(with_deck(i, [card for card in lower if card.value] + [Card(colour, i.highest)]))


def dropping_a_colour(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    if won(i) and i.colours_in_order:
        gone = rng.choice(i.colours_in_order)
        rest = [name for name in i.colours_in_order if name != gone]
        yield won(with_deck(i, [card for card in i.deck if card.suit != gone], colours=rest))


def dropping_the_highest_value(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if won(i) and i.highest:
        yield won(with_deck(i, [card for card in i.deck if card.value < i.highest], values=i.highest - 1))


def a_new_highest_value_at_the_end(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    names = rng.sample(i.colours_in_order, len(i.colours_in_order))
    top = [Card(name, i.highest + 1) for name in names]
    yield won(i) == won(with_deck(i, [*i.deck, *top], values=i.highest + 1))


def a_new_colour_in_rising_order(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    """Wherever its cards come, they never wait."""
    deck = list(i.deck)
    places = sorted((rng.randint(0, i.size) for _ in range(i.highest)), reverse=True)
    for value, place in zip(range(i.highest, 0, -1), places, strict=True):
        deck.insert(place, Card("new", value))
    yield won(i) == won(with_deck(i, deck, colours=[*i.colours_in_order, "new"]))


def a_lowest_card_earlier(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    place = drawn(i, rng)
    if place is not None and won(i) and i.deck[place].value == 1:
        yield won(moved(i, place, rng.randint(0, place)))


def a_highest_card_later(i: HanabiSolitaire, won: Won, rng: random.Random) -> Iterator[bool]:
    place = drawn(i, rng)
    if place is not None and won(i) and i.deck[place].value == i.highest > 1:
        yield won(moved(i, place, rng.randint(place, i.size - 1)))


def greedy_decides_decks_without_a_second_copy(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    once = with_copies(i, lambda card, draw: draw == i.copies[card][0])
    yield won(once) == greedy_wins(once)


def a_hand_for_all_but_the_lowest_cards(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    """Cards of value 1 never wait, so a hand of c·(n-1) cards wins if no card is missing."""
    enough = len(i.colours_in_order) * max(0, i.highest - 1)
    yield won(with_hand(i, enough)) == (i.missing is None)


def as_many_passes_as_values_need_no_hand(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    """The deck is gone through n times: each pass plays at least one value of every colour."""
    yield won(with_deck(i, i.deck * i.highest, hand_size=0)) == (i.missing is None)


def changing_two_neighbours_changes_the_least_hand_by_one_at_most(
    i: HanabiSolitaire, won: Won, rng: random.Random
) -> Iterator[bool]:
    if i.size >= 2 and i.missing is None:
        place = rng.randrange(i.size - 1)
        yield abs(least_hand(i, won) - least_hand(moved(i, place, place + 1), won)) <= 1


def the_least_hand_is_between_that_of_a_colour_and_of_all_together(
    i: HanabiSolitaire, won: Won, _: random.Random
) -> Iterator[bool]:
    if i.size and i.missing is None:
        apart = [least_hand(of_colour(i, name), won) for name in i.colours_in_order]
        yield max(apart) <= least_hand(i, won) <= sum(apart)


TRUE: list[Relation] = [
    permuting_colours,
    a_larger_hand,
    inserting_a_card,
    dropping_a_card_of_a_lost_deck,
    equal_neighbours_are_one_card,
    only_the_first_copy_of_a_lowest_card_counts,
    only_the_last_copy_of_a_highest_card_counts,
    one_copy_of_a_card_is_used,
    a_first_card_of_value_1_is_played,
    dropping_a_colour,
    dropping_the_highest_value,
    a_new_highest_value_at_the_end,
    a_new_colour_in_rising_order,
    a_lowest_card_earlier,
    a_highest_card_later,
    greedy_decides_decks_without_a_second_copy,
    a_hand_for_all_but_the_lowest_cards,
    as_many_passes_as_values_need_no_hand,
    changing_two_neighbours_changes_the_least_hand_by_one_at_most,
    the_least_hand_is_between_that_of_a_colour_and_of_all_together,
]


# Tempting and false: each tries every way to apply it ---------------------------------------------------------------


def reverse_and_complement(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    yield won(i) == won(with_deck(i, [Card(c, i.highest + 1 - v) for c, v in reversed(i.deck)]))


def any_card_earlier(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if won(i):
        yield from (won(moved(i, place, to)) for place in range(i.size) for to in range(place))


def any_card_later(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if won(i):
        yield from (won(moved(i, place, to)) for place in range(i.size) for to in range(place + 1, i.size))


def the_least_hand_is_that_of_the_worst_colour(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if i.size and i.missing is None:
        yield least_hand(i, won) == max(least_hand(of_colour(i, name), won) for name in i.colours_in_order)


def the_least_hand_is_that_of_all_colours_together(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if i.missing is None:
        yield least_hand(i, won) == sum(least_hand(of_colour(i, name), won) for name in i.colours_in_order)


def greedy_decides(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    """Play what can be played, store whatever will be needed and is not stored yet, while there is room."""
    yield won(i) == greedy_wins(i)


def greedy_wins(i: HanabiSolitaire) -> bool:
    reached = dict.fromkeys(i.colours_in_order, 0)
    hand: set[Card] = set()
    for card in i.deck:
        if card.value == reached[card.suit] + 1:
            reached[card.suit] += 1
            while (following := Card(card.suit, reached[card.suit] + 1)) in hand:
                hand.remove(following)
                reached[card.suit] += 1
        elif card.value > reached[card.suit] and len(hand) < i.hand_size:
            hand.add(card)
    return all(value == i.highest for value in reached.values())


def only_first_copies_count(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    yield won(i) == won(with_copies(i, lambda card, draw: draw == i.copies[card][0]))


def only_last_copies_count(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    yield won(i) == won(with_copies(i, lambda card, draw: draw == i.copies[card][-1]))


def a_copy_too_many_may_go(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    if won(i):
        spare = [place for place, card in enumerate(i.deck) if len(i.copies[card]) > 1]
        yield from (won(with_deck(i, without(i, place))) for place in spare)


def copies_with_one_card_between_are_one_card(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    """As neighbours are; the later one is left out."""
    for place in range(2, i.size):
        if i.deck[place] == i.deck[place - 2]:
            yield won(i) == won(with_deck(i, without(i, place)))


def neighbours_of_two_colours_may_change_places(i: HanabiSolitaire, won: Won, _: random.Random) -> Iterator[bool]:
    for place in range(i.size - 1):
        if i.deck[place].suit != i.deck[place + 1].suit:
            yield won(i) == won(moved(i, place, place + 1))


FALSE: dict[Relation, str] = {
    reverse_and_complement: "hand 1; deck a2,3,1",
    any_card_earlier: "hand 0; deck a1,2",
    any_card_later: "hand 0; deck a1,2",
    the_least_hand_is_that_of_the_worst_colour: "hand 0; deck a2 b2 a1 b1",
    the_least_hand_is_that_of_all_colours_together: "hand 0; deck a2,1 b2,1",
    greedy_decides: "hand 1; deck a2,3,1,2",
    only_first_copies_count: "hand 0; deck a2,1,2",
    only_last_copies_count: "hand 0; deck a1,2,1",
    a_copy_too_many_may_go: "hand 0; deck a1,2,1",
    copies_with_one_card_between_are_one_card: "hand 0; deck a2,1,2",
    neighbours_of_two_colours_may_change_places: "hand 1; deck a2,1 b2,1",
}
"""With each a deck on which it fails; there is none with fewer cards."""
