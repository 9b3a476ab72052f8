"""What looks like a mistake in a legal deal: a card of a real deck that is missing, suits that differ by a letter.

A deal of *Mission Deep Sea* that a printed task would have dealt again is likewise decided as it stands.

Without `rules`, any cards are a deck: ``blu8`` is then a card of a suit of its own. Such a deal is decided as it
stands, with a note for the person who typed it. A deck of more than `MOST` cards is generated, not typed.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from crewsat.base.said import Quoted, saying
from crewsat.base.wording import listed, visible
from crewsat.games.cards import Card, text_of_cards
from crewsat.games.crew.decks import DECKS, why_not_hands
from crewsat.games.crew.task import is_player

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from crewsat.games.crew.decks import Deck
    from crewsat.games.crew.deep_sea import DeepSeaTask
    from crewsat.games.crew.instance import Crew

MOST = 1_000
"""The most cards of a deal that is examined."""

MOST_SUITS = 20
"""The most suits that are compared with each other."""

REAL = 30
"""With this many cards of a real deck, a deal is likely to be meant as all of it."""


def notes_of(instance: Crew) -> tuple[str, ...]:
    """Return sentences about what looks like a mistake, in a fixed order."""
    if instance.size > MOST:
        return ()
    if instance.rules is not None:
        return (*_uneven_hands(instance), *_dealt_again(instance))
    dealt = {card for hand in instance.dealt for card in hand}
    suits = sorted({card.suit for card in dealt})
    return (*_few_cards(instance), *_real_decks(instance, dealt), *_suits_alike(suits))


def _few_cards(instance: Crew) -> Iterator[str]:
    if 0 < instance.size < instance.players:
        yield saying(
            "{players} players hold {n} cards, so some hands are empty and no trick can be played",
            one="{players} players hold 1 card, so some hands are empty and no trick can be played",
            n=instance.size,
            players=instance.players,
        )


def _real_decks(instance: Crew, dealt: AbstractSet[Card]) -> Iterator[str]:
    meant = [(deck, cards) for deck in DECKS.values() for cards in (dealt, _in_full(deck, dealt))]
    deck, dealt = max(meant, key=lambda one: len(one[1] & set(one[0].cards)))
    missing = [card for card in deck.cards if card not in dealt]
    known = len(deck.cards) - len(missing)
    if known < REAL:  # a deck that is larger than this one is another, too
        return
    use = saying("with `rules {deck}` they are checked, and trump and leader follow", deck=deck.name)
    if not missing:
        yield from _other_tables(instance, use)
    elif set(deck.challenge) != dealt and not _whole_suits(deck, dealt) and len(dealt) <= len(deck.cards):
        yield saying(
            "{number} of the {most} cards of a real deck are dealt, without {cards}; {use}",
            number=known,
            most=len(deck.cards),
            cards=Quoted(text_of_cards(missing)),
            use=use,
        )


def _other_tables(instance: Crew, use: str) -> Iterator[str]:
    """Say how a deal of a real deck differs from the published game."""
    if instance.trump is None and instance.leader is None:
        yield saying("a real deck is dealt, but no trump and no leader is named; {use}", use=use)
    elif instance.trump is None:
        yield saying("a real deck is dealt, but no trump is named; {use}", use=use)
    elif instance.leader is None:
        yield saying("a real deck is dealt, but no leader is named; {use}", use=use)
    why = why_not_hands(instance.players)
    if why is not None:
        one = "a real deck is dealt to 1 player, but {why}"
        yield saying("a real deck is dealt to {n} players, but {why}", one=one, n=instance.players, why=why)


def _in_full(deck: Deck, dealt: AbstractSet[Card]) -> AbstractSet[Card]:
    """Return the cards with the suits of a deck, if each of their suits abbreviates a different one."""
    try:
        suits = {suit: deck.suit_named(suit) for suit, _ in dealt}
    except ValueError:
        return dealt
    return {Card(suits[suit], value) for suit, value in dealt} if len({*suits.values()}) == len(suits) else dealt


def _uneven_hands(instance: Crew) -> Iterator[str]:
    sizes = [len(hand) for hand in instance.dealt]
    if max(sizes) - min(sizes) > 1:
        yield saying(
            "hands of {sizes} cards are dealt; in the published game they differ by one at most", sizes=listed(sizes)
        )


def _dealt_again(instance: Crew) -> Iterator[str]:
    """Yield the printed tasks of Mission Deep Sea that ask for a new deal if one hand holds certain cards."""
    if instance.rules != "deep-sea":
        return
    from crewsat.games.crew.deep_sea import deep_sea_tasks  # noqa: PLC0415 - only for such deals

    asked = [_asked(task.model_dump()) for task in instance.tasks if task.owner is None or is_player(task.owner)]
    for printed in deep_sea_tasks() if asked else ():
        if printed.redeal and _asked(printed.asked(instance.players).model_dump()) in asked:
            yield from _redeals(printed, instance)


def _redeals(printed: DeepSeaTask, instance: Crew) -> Iterator[str]:
    for player, hand in enumerate(instance.dealt, 1):
        held = next((cards for cards in printed.redeal if cards <= set(hand)), None)
        if held is not None:
            yield saying(
                "this deal would be dealt again, as task {number} of Mission Deep Sea ({words}) says, because player "
                "{player} holds {cards}",
                number=printed.number,
                words=Quoted(printed.words),
                player=player,
                cards=Quoted(text_of_cards(sorted(held))),
            )


def _asked(task: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return what a task asks for, regardless of its owner and of the order of its cards and members."""
    if isinstance(task, dict):
        return {key: _asked(value) for key, value in task.items() if key not in {"owner", "id"}}
    return sorted(map(_asked, task), key=str) if isinstance(task, list | tuple) and not isinstance(task, Card) else task


def _whole_suits(deck: Deck, dealt: AbstractSet[Card]) -> bool:
    """Return whether whole suits and high trumps are missing, as in decks reduced on purpose."""
    held = {suit: sum(card.suit == suit for card in dealt) for suit in deck.suits}
    lowest = {Card(suit, value) for suit, size in held.items() for value in range(1, size + 1)}
    sizes = [held[suit] for suit in deck.suits if suit != deck.trump]
    return lowest == dealt and all(size in {0, max(sizes)} for size in sizes)


def _suits_alike(suits: list[str]) -> Iterator[str]:
    if len(suits) > MOST_SUITS:
        return
    for one, other in combinations(suits, 2):
        names = {"suit": Quoted(visible(one)), "other": Quoted(visible(other))}
        if one.casefold() == other.casefold():
            yield saying("suits '{suit}' and '{other}' differ only by case, and are two suits", **names)
        elif min(sum(map(str.isalpha, suit)) for suit in (one, other)) >= 3 and _differ_by_a_letter(one, other):
            yield saying("suits '{suit}' and '{other}' differ by one letter, and are two suits", **names)


def _differ_by_a_letter(one: str, other: str) -> bool:
    """Return whether two names differ in one letter, or in one added letter."""
    short, long = sorted((one, other), key=len)
    same = next((k for k, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if not long[same : same + 1].isalpha():
        return False
    if len(short) == len(long):
        return short[same].isalpha() and short[same + 1 :] == long[same + 1 :]
    return short[same:] == long[same + 1 :]
