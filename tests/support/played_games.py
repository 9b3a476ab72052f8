"""Games of The Crew as people play them, for reviews: by chance, or well but carelessly."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import crewsat

if TYPE_CHECKING:
    from crewsat.questions.crew.state import CrewState


def played(deal: crewsat.Crew, seed: int, *, care: float = 0.0, cards: int | None = None) -> crewsat.Crew:
    """A game to its end, or so many cards of it.

    Args:
        deal: the deal; somebody leads.
        seed: of the players.
        care: how often they play a card that keeps the deal winnable, if there is one; else any legal card.
        cards: how many are played at the most.
    """
    rng = random.Random(seed)
    state: CrewState = crewsat.State(deal)
    while state.legal() and (cards is None or len(state.path) < cards):
        hint = state.hint() if rng.random() < care else None
        state.play(hint or rng.choice(state.legal()))
    return crewsat.Crew(**{**deal.as_dict(), "played": state.instance.played, "hands_are": "dealt"})


def real_game(seed: int, players: int, *, care: float) -> crewsat.Crew:
    """A game with the whole deck and two to six objectives."""
    deal = crewsat.RandomDeal(players=players, objectives=2 + seed % 5).with_seed(seed)
    return played(deal, seed, care=care)
