"""Whether the parts of a view fit together: cards and the deck, the sizes of the hands, the signals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.wording import counted, json_path, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.base.wording import PathPart
    from crewsat.games.cards import Card
    from crewsat.games.crew.decks import Deck
    from crewsat.games.reading import Others, Reader

    Place = tuple[PathPart, ...]


def check_cards(
    reader: Reader,
    hand: Sequence[Card | None],
    played: Sequence[Sequence[Card | None] | None],
    cards: frozenset[Card] | None,
    deck: Deck | None,
) -> None:
    """Report cards that are in two places, or not in the deck.

    Args:
        reader: takes what is wrong.
        hand: the cards that the player of the view holds.
        played: the tricks.
        cards: all cards that were dealt; None if they are not known.
        deck: the published deck that they are, if they are one.
    """
    seen: dict[Card, Place] = {}
    for place, card in _places(hand, played):
        first = seen.setdefault(card, place)
        if first != place:
            where = f"{json_path(first)} ({reader.gloss(first)})"
            how = "played already" if first[0] == "played" else "in the hand already"
            still = first[0] == "hand" and place[0] == "played"
            reader.report(place, f"{visible(card)} is {'still in the hand' if still else how}: {where}")
        if cards is not None and card not in cards:
            reader.report(place, f"{visible(card)} is not a card of the deck{_meant(card, deck)}")


def _meant(card: Card, deck: Deck | None) -> str:
    """Return the end of a message about a foreign card: which deck it is, and what may have been meant."""
    if deck is None:
        return "; allowed: those in `deck`"
    like = deck.like(card, deck.cards)
    return f" '{deck.name}'; did you mean {like}?" if like else f" '{deck.name}'; allowed: {', '.join(deck.suits)}"


def _places(
    hand: Sequence[Card | None], played: Sequence[Sequence[Card | None] | None]
) -> Iterator[tuple[Place, Card]]:
    """Yield the cards of the hand and the tricks, each with its place."""
    yield from ((("hand", k), card) for k, card in enumerate(hand) if card is not None)
    for trick, cards in enumerate(played):
        yield from ((("played", trick, k), card) for k, card in enumerate(cards or ()) if card is not None)


def laid_by(played: Sequence[Sequence[Card]], leading: int, players: int) -> list[int]:
    """Return how many cards each player has played.

    Args:
        played: the tricks, of which the last one may be incomplete.
        leading: who led the incomplete trick; any player if there is none.
        players: number of players.
    """
    begun = len(played[-1]) % players if played else 0
    finished = len(played) - bool(begun)
    return [finished + ((player - leading) % players < begun) for player in range(1, players + 1)]


def equal_sizes(view: Others, number: int) -> tuple[int, ...] | None:
    """Return the sizes of the hands now if all players were dealt the same number of cards; None if they were not.

    Args:
        view: the view, whose sizes are not known; the tricks have the right numbers of cards.
        number: of cards that were dealt.
    """
    each, more = divmod(number, view.players)
    sizes = tuple(each - gone for gone in laid_by(view.played, view.leading, view.players))
    fits = not more and min(sizes) >= 0 and sizes[view.me - 1] == len(view.hand)
    return sizes if fits else None


def check_sizes(reader: Reader, view: Others, number: int | None) -> None:
    """Report sizes of hands that contradict the hand, the tricks, or the number of cards that were dealt.

    Args:
        reader: takes what is wrong.
        view: the view; the tricks have the right numbers of cards.
        number: of cards that were dealt; None if it is not known.
    """
    sizes, players = view.sizes, view.players
    if len(sizes) != players:
        reader.report(
            ("sizes",), f"{counted(len(sizes), 'size')} for {counted(players, 'player')}; allowed: one for each"
        )
        return
    held = None if view.hand is None else len(view.hand)
    if held is not None and view.me <= players and sizes[view.me - 1] != held:
        said = f"must be {held}, the number of cards in `hand`, not {sizes[view.me - 1]}"
        reader.report(("sizes", view.me - 1), said)
    gone = sum(map(len, view.played))
    if number is not None and sum(sizes) + gone != number:
        said = f"{sum(sizes)} cards are held and {gone} were played, of a deck of {number}"
        reader.report(("sizes",), f"{said}; allowed: sizes with the sum {max(number - gone, 0)}")
    if all(None not in trick for trick in view.played) and view.leader <= players:
        _check_to_follow(reader, view)


def _check_to_follow(reader: Reader, view: Others) -> None:
    """Report players who have no card for an unfinished trick."""
    for k in range(len(view.begun), view.players) if view.begun else ():
        player = (view.leading - 1 + k) % view.players + 1
        if not view.sizes[player - 1]:
            said = f"player {player} has no card left to complete trick {len(view.played)}"
            reader.report(("sizes", player - 1), f"{said}; allowed: at least 1")


def check_signals(
    reader: Reader, view: Others, cards: frozenset[Card] | None, deck: Deck | None, *, last: int | None
) -> None:
    """Report signals that no player can have given, each by itself.

    Args:
        reader: takes what is wrong.
        view: the view.
        cards: all cards that were dealt; None if they are not known.
        deck: the published deck that they are, if they are one.
        last: the number of the trick that has begun, or comes next; None if it is not known.
    """
    shown: dict[Card, int] = {}
    for k, signal in enumerate(view.signals):
        if signal is None:
            continue
        place, card = ("signals", k), signal.card
        if cards is not None and card not in cards:
            reader.report((*place, "card"), f"{visible(card)} is not a card of the deck{_meant(card, deck)}")
        if card.suit == view.trump:
            reader.report((*place, "card"), f"{visible(card)} cannot be shown; allowed: a card that is not a trump")
        if shown.setdefault(card, k) != k:
            reader.report(
                (*place, "card"), f"{visible(card)} is shown already by signals[{shown[card]}]; allowed: once"
            )
        if last is not None and signal.before_trick > last:
            said = f"trick {signal.before_trick} has not begun and is not the next one"
            reader.report((*place, "before_trick"), f"{said}; allowed: 1 to {last}")


def check_signals_left(reader: Reader, view: Others) -> None:
    """Report more signals left than a player was dealt cards to show; one is always allowed."""
    left, players = view.signals_left, view.players
    if len(left) != players:
        said = f"{counted(len(left), 'number')} for {counted(players, 'player')}; allowed: one for each"
        reader.report(("signals_left",), said)
    elif len(view.sizes) == players:
        for k, (number, size) in enumerate(zip(left, view.sizes, strict=True)):
            given = sum(signal is not None and signal.player == k + 1 for signal in view.signals)
            most = max(1, size + len(view.played) - given)
            if number > most:
                reader.report(("signals_left", k), f"must be at most {most}, not {visible(number)}")
