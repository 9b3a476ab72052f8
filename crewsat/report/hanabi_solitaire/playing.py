"""A play of solitaire Hanabi in progress, in words: the deck, the stored cards, the progress of the colours."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from crewsat.base.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.rules import Step
    from crewsat.questions.hanabi_solitaire.state import HanabiSolitaireState

MOST_CARDS = 20
"""The most of the next cards of the deck, and of the stored cards, that are listed; the rest is counted."""

_DONE = {"play": "played", "store": "stored", "discard": "discarded"}


def position(state: HanabiSolitaireState, *, whole: bool = False) -> Iterator[str]:
    """Yield the next draw and the stored cards; if everything is wanted, also the deck and the colours."""
    deck, drawn = state.start.deck, state.drawn
    if drawn < len(deck):
        yield f"Draw {drawn + 1} of {len(deck)} brings {visible(deck[drawn])}."
    else:
        yield "The deck is empty."
    if whole and drawn + 1 < len(deck):
        yield f"After it: {_cards(islice(deck, drawn + 1, None), len(deck) - drawn - 1)}."
    yield f"Stored: {_cards(state.hand, len(state.hand))} (at most {state.start.hand_size})."
    highest = state.start.highest
    colours = [f"{visible(colour)} {value or 'nothing'}" for colour, value in state.reached.items()]
    yield f"Played of 1 to {highest}: {', '.join(colours) or 'nothing'}."
    yield f"Completed: {', '.join(map(visible, state.completed)) or 'nothing'}."


def choices(state: HanabiSolitaireState) -> Iterator[tuple[str, Sequence[Step]]]:
    """Yield the legal steps, in their order."""
    steps = state.legal()
    if steps:
        yield "You may", steps


def name(_state: HanabiSolitaireState, step: Step) -> str:
    """Return the step in words."""
    return f"{step.action} {visible(step.card)}{' from the hand' if step.source == 'hand' else ''}"


def move_of(state: HanabiSolitaireState, text: str) -> Step:
    """Return the legal step that a text means: its name, or a unique prefix of it.

    Raises:
        ValueError: if there is none, or more than one.
    """
    words = " ".join(text.casefold().split())
    named = {name(state, step): step for step in state.legal()}
    found = [one for one in named if one.casefold().startswith(words)]
    exact = [one for one in found if one.casefold() == words]
    if len(exact or found) != 1:
        several = f"could be {' or '.join(exact or found)}" if found else "is not a possible step or a command"
        raise ValueError(f"'{visible(text)}' {several}")
    return named[(exact or found)[0]]


def happened(state: HanabiSolitaireState) -> Iterator[str]:
    """Yield the step taken last, and the colour that it has completed."""
    step = state.steps[-1]
    start = f"Draw {state.drawn}" if step.source == "deck" else "From the hand"
    done = step.action == "play" and step.card.value == state.start.highest
    words = f" Completed: {visible(step.card.suit)}." if done else ""
    yield f"{start}: {visible(step.card)} is {_DONE[step.action]}.{words}"


def _cards(cards: Iterable[Card], number: int) -> str:
    shown = " ".join(map(visible, islice(cards, MOST_CARDS)))
    more = f" and {counted(number - MOST_CARDS, 'more card')}" if number > MOST_CARDS else ""
    return f"{shown}{more}" or "nothing"
