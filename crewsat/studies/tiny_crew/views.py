"""What a player sees in an information state, as a view for bots; and the generator that a bot gets there.

A bot at the table has seen all cards played, so a view has the tricks before this one, whatever a policy remembers of
them. No signals are given in these games. That the captain holds the highest trump is part of a view if the deck is the
one of a published game; in other decks bots do not know it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from crewsat.base.errors import WrongOption
from crewsat.base.wording import visible
from crewsat.games.crew.decks import deck_of
from crewsat.hidden.generator import Generator
from crewsat.hidden.view import View, view_of
from crewsat.studies.tiny_crew.rules import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.hidden.bots import Bot
    from crewsat.studies.tiny_crew.rules import Rules, Trick


class Views:
    """The views of a game.

    Args:
        rules: the game.

    Raises:
        InvalidInstance: if there are too many players or cards for a view.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        some = rules.goals.instance
        published = deck_of(rules.deck, rules.players)
        if published is not None and published.trump == rules.trump and rules.captain_leads:
            some = some.with_fields(rules=published.name)
        view = view_of(some, 1, (), (0,) * rules.players)
        self._shared = {name: getattr(view, name) for name in view.fields}

    def view(self, player: int, hand: int, leader: int, cards: Sequence[int], past: Sequence[Trick]) -> View:
        """Return what a player sees.

        Args:
            player: the player, from 0.
            hand: the cards that the player holds.
            leader: who leads this trick, from 0.
            cards: those played to it.
            past: the tricks before it.
        """
        rules = self._rules
        deck, players = rules.deck, rules.players
        sizes = [size - len(past) for size in rules.sizes]
        for k in range(len(cards)):
            sizes[(leader + k) % players] -= 1
        tricks = [played for _, played in past] + ([cards] if cards else [])
        own = {
            "me": player + 1,
            "hand": tuple([deck[code] for code in bits(hand)]),
            "sizes": tuple(sizes),
            "leader": (past[0][0] if past else leader) + 1,
            "played": tuple([tuple([deck[code] for code in trick]) for trick in tricks]),
        }
        return View.model_construct(**{**self._shared, **own})


def generator_at(seed: int, state: str) -> Generator:
    """Return the generator for the decision in an information state: the same one whenever play gets there."""
    return Generator(int.from_bytes(hashlib.sha256(f"{seed} {state}".encode()).digest()[:8], "big"))


def card_of(bot: Bot, view: View, rng: Generator) -> int:
    """Return the place of the card that a bot plays among those that may be played, in the order of their codes.

    Raises:
        WrongOption: if it may not be played.
    """
    card, legal = bot.choose(view, rng), view.legal
    if card not in legal:
        name, allowed = visible(bot.key.name), ", ".join(map(str, legal))
        raise WrongOption(f"bot '{name}' plays '{visible(card)}', which may not be played; allowed: {allowed}")
    return legal.index(card)
