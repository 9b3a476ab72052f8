"""``tiny-crew show``: what the players do with a hand, with which probabilities, and the value of each of its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from crewsat.base.errors import WrongOption
from crewsat.base.layout import Grid, Prose
from crewsat.base.wording import visible
from crewsat.games.cards import cards_of_text
from crewsat.studies.tiny_crew import sweeps
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.rules import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from rich.console import RenderableType

    from crewsat.studies.tiny_crew.game import SmallGame
    from crewsat.studies.tiny_crew.policy import Policy
    from crewsat.studies.tiny_crew.states import Layer, StateKey

    Array = NDArray[Any]

MOST_ROWS = 40
"""The number of situations of a player that are shown, the most frequent ones."""


def picture(policy: Policy, hand: str) -> list[RenderableType]:
    """Return a table per player: a row per situation in which the player holds these cards, a column per card.

    An entry is how often the card is played there and, in brackets, the chance to win if it is; the row begins with how
    often the situation arises when the player holds these cards.

    Args:
        policy: what the players do.
        hand: the cards, as text.

    Raises:
        WrongOption: if no player can hold them, or there are too many situations.
    """
    mask = _mask_of(policy.game, hand)
    layers = Layers(policy.game.rules, policy.recall)
    if layers.pruned:
        raise WrongOption("policies with perfect recall can be shown for decks of up to 9 cards")
    array = policy.array(layers)
    said = "Entries: how often a card is played (what it is worth)"
    pieces: list[RenderableType] = [Prose(f"The crew wins {sweeps.value(layers, array):.6f}. {said}")]
    reach, worth = _worth(layers, array)
    states, keys = layers.states, list(layers.keys())
    for player in range(layers.players):
        chosen = np.flatnonzero((states.hand == mask) & (states.player == player) & (reach[states.start] > 0))
        often = sorted(chosen.tolist(), key=lambda k: -reach[states.start[k]])
        holds = reach[states.start[chosen]].sum()
        headings = f"player P{player}", "happens", *(str(layers.rules.deck[card]) for card in bits(mask))
        rows = []
        for k in often[:MOST_ROWS]:
            pairs = range(states.start[k], states.start[k] + states.count[k])
            said_of = {int(states.code[pair]): f"{array[pair]:.2f} ({worth[pair] / reach[pair]:.3f})" for pair in pairs}
            row = [said_of.get(card, "") for card in bits(mask)]
            rows.append([_situation(layers, keys[k]), f"{reach[pairs[0]] / holds:.4f}", *row])
        if often:
            pieces.append(Grid(headings, rows, frozenset(range(1, len(headings)))))
        if len(often) > MOST_ROWS:
            pieces.append(Prose(f"… and {len(often) - MOST_ROWS} more situations, which happen less often"))
    return pieces


def _situation(layers: Layers, key: StateKey) -> str:
    """Return what has been played, as far as the player sees it."""
    _, _, leader, cards, past = key
    before = [layers.rules.trick_text(*trick) for trick in past or ()]
    return " / ".join([*before, layers.rules.trick_text(leader, cards) or "leads"])


def _worth(layers: Layers, policy: Array) -> tuple[Array, Array]:
    """Return for each pair how often its state occurs, and that times the chance to win if the card is played."""
    reach, worth = np.zeros(layers.pairs), np.zeros(layers.pairs)
    values = iter(sweeps.values(layers, policy))

    def add(layer: Layer, reaches: list[Array]) -> None:
        here = next(values)
        ones = [np.ones(len(one)) for one in here]
        for player in range(layers.players):
            reach[:] += sweeps.gains(layers, layer, player, ones, reaches)
            worth[:] += sweeps.gains(layers, layer, player, here, reaches)

    sweeps.reaches(layers, policy, add)
    return reach, worth


def _mask_of(game: SmallGame, hand: str) -> int:
    try:
        cards = cards_of_text(hand)
    except ValueError as error:
        raise WrongOption(f"--hand: {error}") from None
    unknown = [card for card in cards if card not in game.deck.cards]
    most = game.rules.tricks
    if unknown or not 0 < len(cards) == len(set(cards)) <= most:
        wrong = f"'{visible(unknown[0])}' is not in the deck" if unknown else f"a hand has 1 to {most} different cards"
        raise WrongOption(f"--hand: {wrong}")
    return sum(1 << game.rules.code(card) for card in cards)
