"""One hand of The Crew, for the page: what the player whose turn it is knows, and what is advised then.

Everything about hidden hands is imported when it is asked for: the engine in a browser starts without it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import WrongOption
from crewsat.base.said import saying, spoken
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.hidden.view import View

GAME = "crew"
"""The only game of which there are views."""
SECONDS = 4.0
MOST_SECONDS = 60.0
"""Seconds that advice may take by default, and at most."""
DEALS_A_SECOND = 10
"""How many deals are tried at most for each second that the advice may take."""


def view_answer(instance: Instance) -> dict[str, Any]:
    """Return what the player whose turn it is knows: the `view`, null if the game is over; or `why` there is none.

    Raises:
        WrongOption: if it is another game.
    """
    deal = _crew(instance)
    why = _why_no_view(deal)
    if why is not None:
        return {"why": spoken(saying("The bots cannot play this deal: {why}.", why=why), deal.names)}
    view = _view(deal)
    return {"view": None if view is None else view.as_dict()}


def advice_answer(instance: Instance, seconds: float) -> dict[str, Any]:
    """Return the `advice` in the form of ``crewsat advise --json``, and the `limit` in seconds; or `why` there is none.

    Args:
        instance: the deal or position.
        seconds: how long it may take, with what is imported for it.

    Raises:
        WrongOption: if it is another game, or the game is over.
    """
    deadline = time.monotonic() + seconds
    seen = view_answer(instance)
    if "why" in seen:
        return seen
    view = _view(_crew(instance))
    if view is None:
        raise WrongOption("there is nothing to advise: the game is over")
    from crewsat.hidden.advice import Advisor  # noqa: PLC0415 - only where advice is wanted

    samples = max(1, round(DEALS_A_SECOND * seconds))
    left = max(deadline - time.monotonic(), 0.001)
    found = Advisor(view, samples=samples, time_limit=left).advise()
    return {"advice": found.as_dict(), "limit": seconds}


def _crew(instance: Instance) -> Crew:
    """Return a deal.

    Raises:
        WrongOption: if it is another game.
    """
    if not isinstance(instance, Crew):
        raise WrongOption("one hand only can be seen in The Crew only")
    return instance


@reads("a view", ALL)
def _view(deal: Crew) -> View | None:
    """Return what the player whose turn it is knows; None if the game is over."""
    from crewsat.hidden.talking import talk_of  # noqa: PLC0415 - only for views
    from crewsat.hidden.view import view_of  # noqa: PLC0415

    player = Walk(deal).player
    return None if player is None else view_of(deal, player, signals_left=talk_of(deal).left)


@reads("a view", ALL | CHANGES | COVERED | PASSING)
def _why_no_view(deal: Crew) -> str | None:
    """Return why bots, and so what is advised, cannot play a deal; None if they can."""
    from crewsat.hidden.board import MOST_PLAYERS, MOST_SUITS  # noqa: PLC0415 - only for views
    from crewsat.hidden.games import why_not_played  # noqa: PLC0415
    from crewsat.hidden.pack import MOST_CARDS  # noqa: PLC0415

    suits = {card.suit for cards in (*deal.hands, *deal.played) for card in cards}
    too_large = deal.players > MOST_PLAYERS or len(suits) > MOST_SUITS or deal.size > MOST_CARDS
    reasons: tuple[tuple[object, str], ...] = (
        (deal.features & PASSING, saying("cards may be passed")),
        (deal.features & COVERED, saying("cards are covered")),
        (deal.features & CHANGES, saying("goals may be handed over, or tokens changed")),
        (deal.leader is None, saying("it is open who leads")),
        (too_large, _most(MOST_PLAYERS, MOST_SUITS, MOST_CARDS)),
        (deal.free_tasks or (deal.free and deal.assignment != "any"), saying("goals are still to be shared out")),
        (why_not_played(deal), saying("the owner of a task announces a number first")),
    )
    return next((why for holds, why in reasons if holds), None)


def _most(players: int, suits: int, cards: int) -> str:
    """Say what bots know."""
    return saying(
        "they know {players} players, {suits} suits and {cards} cards at most",
        players=players,
        suits=suits,
        cards=cards,
    )
