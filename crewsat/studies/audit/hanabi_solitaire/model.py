"""The claims about the model in sections 1.3 and 5 of the paper on Hanabi: sizes, original rules, safe moves."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from crewsat.studies.audit.claims import Claim, Failure, Reading
from crewsat.studies.audit.hanabi_solitaire.decks import Deck, wrong
from crewsat.studies.audit.hanabi_solitaire.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.studies.audit.claims import Finding
    from crewsat.studies.audit.hanabi_solitaire.positions import Position

# Section 1.3


def _size(deck: Deck) -> Finding:
    instance = deck.instance
    most = instance.highest * len(instance.colours_in_order) * instance.multiplicity
    return wrong(instance.size > most, "there are more than ncr cards", deck)


DECK_SIZE: Claim[Deck] = Claim(
    "deck-size",
    "section 1.3",
    "A deck has N ≤ ncr cards, if r is the largest number of copies of a card.",
    "several-colours",
    (Reading("as-printed", "N ≤ ncr", _size),),
)

Rules = Literal["taken", "full-hand", "last-turn"]


def _won_with_hand(game: Positions, size: int, rules: Rules) -> bool:
    """Return whether a deck is won if every card is taken into a hand of this size before it is played.

    Args:
        game: the deck.
        size: size of the hand.
        rules: ``taken``: a card may be drawn whenever there is room. ``full-hand``: the first cards are dealt; then a
            card is played or thrown away, and the next one is drawn, until the hand is empty. ``last-turn``: the same,
            but with only one turn after the last card is drawn.
    """
    deck = game.instance.deck

    @cache
    def wins(drawn: int, position: Position) -> bool:
        if game.is_complete(position):
            return True
        if len(position.hand) < size and drawn < len(deck) and wins(drawn + 1, game.stored(position, deck[drawn])):
            return True
        if rules != "taken" and len(position.hand) < size and drawn < len(deck):
            return False
        if rules == "last-turn" and drawn == len(deck):
            return any(game.is_complete(after) for after in game.from_hand(position))
        return any(wins(drawn, after) for after in (*game.from_hand(position), *game.thrown_away(position)))

    return wins(0, game.start)


def _original(rules: Rules) -> Callable[[Deck], Finding]:
    def fails(deck: Deck) -> Finding:
        won = _won_with_hand(deck.game, deck.instance.hand_size + 1, rules)
        if won == deck.won:
            return False
        return Failure(
            f"{'won' if won else 'lost'} with a card more by the original rules, but not here", deck.instance
        )

    return fails


ORIGINAL_HAND: Claim[Deck] = Claim(
    "original-hand",
    "section 1.3",
    "A hand of h here, where a card may be played from the top of the deck, is like one of h + 1 in the original "
    "rules, where every card is taken in hand first.",
    "several-colours",
    (
        Reading("taken", "every card is taken in hand, one whenever there is room", _original("taken")),
        Reading(
            "full-hand",
            "as in the original, a hand is dealt, and in each turn one card is played or thrown away and one drawn; "
            "turns go on without a deck until the hand is empty",
            _original("full-hand"),
        ),
        Reading(
            "last-turn",
            "as in the original, a hand is dealt, in each turn one card is played or thrown away and one drawn, and "
            "there is one turn after the last card was drawn",
            _original("last-turn"),
        ),
    ),
    remark="Clues, which let a player of the original wait, are left out, as in the paper.",
)

# Section 5, Assumptions, and 5.1


def _at_once(game: Positions) -> Finding:
    """Report whether playing a card that can be played loses some position that is won."""
    for draws, positions in enumerate(game.reached):
        for position in positions:
            if game.wins(draws, position) and not all(game.wins(*after) for after in _played(game, draws, position)):
                return Failure("a card that is played at once loses a position that is won", game.instance)
    return False


def _played(game: Positions, draws: int, position: Position) -> Iterator[tuple[int, Position]]:
    """Yield what a position becomes by playing a card from the hand, or the next one of the deck."""
    for after in game.from_hand(position):
        yield draws, after
    if draws < game.instance.size and game.is_next(position, game.instance.deck[draws]):
        yield draws + 1, game.with_played(position, game.instance.deck[draws])


def _won_at_once(game: Positions, draws: int, position: Position) -> bool:
    """Return whether a position is won by always playing a card that can be played."""
    for after in _played(game, draws, position):
        return _won_at_once(game, *after)
    if draws == game.instance.size:
        return game.is_complete(position)
    return any(_won_at_once(game, draws + 1, after) for after in game.drawn(position, game.instance.deck[draws]))


AT_ONCE: Claim[Deck] = Claim(
    "play-at-once",
    "section 5, assumptions",
    "Where a card can be played, nothing is gained by storing or discarding it.",
    "several-colours",
    (
        Reading(
            "some-play",
            "a deck that is won is won by a play that plays every card as soon as it can",
            lambda deck: (
                wrong(not _won_at_once(deck.game, 0, deck.game.start), "no such play wins", deck) if deck.won else None
            ),
        ),
        Reading(
            "every-position",
            "a position that can be reached and is won stays so when any card that can be played is played, from the "
            "deck or the hand",
            lambda deck: _at_once(deck.game),
        ),
        Reading(
            "thrown-away",
            "a position that is won stays so when any card that can be played is played, if stored cards may be thrown "
            "away",
            lambda deck: _at_once(Positions(deck.instance, throws=True)),
        ),
    ),
    remark="Where it fails, a card is played from the deck while a copy of it is in the hand, and stays there to the "
    "end: section 1.3 has no way to throw it away. To play that copy instead, or not to store it, is as good.",
)


def _second_copies(deck: Deck) -> Finding:
    """Report whether storing a card that is in the hand or has been played wins a position that is lost without it."""
    game = deck.game
    for draws, card in enumerate(deck.instance.deck):
        for position in game.reached[draws]:
            if not game.has_room(position) or not (card in position.hand or game.is_played(position, card)):
                continue
            if game.wins(draws + 1, game.stored(position, card)) and not game.wins(draws + 1, position):
                return Failure("a second copy in the hand wins a position that is lost without it", deck.instance)
    return False


ONE_COPY: Claim[Deck] = Claim(
    "one-copy",
    "section 5.1, fixed multiplicity",
    "A second copy of a card need never be stored or played.",
    "several-colours",
    (
        Reading(
            "every-position",
            "a position that can be reached and is lost without a card, which is in the hand or has been played, is "
            "lost with another copy of it in the hand, too",
            _second_copies,
        ),
    ),
    remark="That no second copy can be played is a rule of the game.",
)

SECTION_1 = (DECK_SIZE, ORIGINAL_HAND)
SECTION_5 = (AT_ONCE, ONE_COPY)
