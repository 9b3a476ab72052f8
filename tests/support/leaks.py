"""Whether a bot learns anything that its views do not have: the true deal is replaced by another one that fits.

A game is played and every decision noted. Then, for a decision of a player, another deal is drawn that fits the view of
that moment, and the game is played again from the beginning, by the same seed and through the same code. Everybody
makes the same moves as before, so all views of the player are the same; and whatever the bot would have chosen for this
player up to that decision must be the same, too. The bot is asked for all other players as well, and sees other hands
there: if it remembers them, that is noticed.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.hidden.bots import Bot
from crewsat.hidden.dealing import consistent
from crewsat.hidden.generator import Generator
from crewsat.hidden.playing import play

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.hidden.signals import Signal
    from crewsat.hidden.view import View


class Decision(NamedTuple):
    """What a bot was asked, and what it answered."""

    kind: str
    view: View
    answer: object


class Enough(Exception):  # noqa: N818 - not an error
    """The game has been played as far as it is needed."""


class Noted(Bot):
    """Another bot, whose decisions are noted; up to a given number of them, moves are made as they are given."""

    name = "noted"

    def __init__(self, bot: Bot, moves: Sequence[object] | None = None) -> None:
        self.bot = bot
        self.moves = moves
        self.made: list[Decision] = []

    def choose(self, view: View, rng: Generator) -> Card:
        """Return the card that the moves say, or the bot."""
        answer: Card = self._noted("choose", view, rng)
        return answer

    def signal(self, view: View, rng: Generator) -> Signal | None:
        """Return the signal that the moves say, or the bot."""
        answer: Signal | None = self._noted("signal", view, rng)
        return answer

    def draft(self, view: View, rng: Generator) -> str | None:
        """Return the goal that the moves say, or the bot."""
        answer: str | None = self._noted("draft", view, rng)
        return answer

    def _noted(self, kind: str, view: View, rng: Generator) -> Any:  # noqa: ANN401 - as the bot answers
        if self.moves is not None and len(self.made) == len(self.moves):
            raise Enough
        answer = getattr(self.bot, kind)(view, rng)
        self.made.append(Decision(kind, view, answer))
        return answer if self.moves is None else self.moves[len(self.made) - 1]


def leaks(deal: Crew, made: Callable[[Crew], Bot], seed: int, *, tries: int = 3) -> tuple[Counter[str], list[str]]:
    """Play a deal, and play it again with other deals that fit what a player knows at some decision.

    Args:
        deal: the deal.
        made: makes the bot; it is given the true deal, which bots must not be.
        seed: of the game and of the choice of decisions and deals.
        tries: how many other deals.

    Returns:
        How many decisions were compared, by kind, and those that were different.
    """
    rng = Generator(seed)
    first = Noted(made(deal))
    game = play(deal, first, seed)
    assert game.fault is None, game.fault
    moves = [one.answer for one in first.made]
    compared: Counter[str] = Counter()
    different = []
    for _ in range(tries if first.made else 0):
        last = rng.below(len(first.made))
        view = first.made[last].view
        other = _dealt(deal, view, rng)
        again = Noted(made(other), moves[: last + 1])
        play(other, again, seed)
        assert len(again.made) == last + 1, (deal.to_json(), other.to_json(), last)
        for one, two in zip(first.made[: last + 1], again.made, strict=True):
            if one.view.me == view.me:
                compared[one.kind] += other.hands != deal.hands
                if one.answer != two.answer:
                    different.append(f"{one.kind}: {one.answer}, {two.answer}; {one.view.to_json()}")
    return compared, different


def _dealt(deal: Crew, view: View, rng: Generator) -> Crew:
    """Return a deal with other cards for all but one player, who has seen what the view has."""
    held = consistent(view).sample(rng)
    hands = [{*hand} for hand in held]
    for leader, cards in view.past:
        for k, card in enumerate(cards):
            hands[(leader - 1 + k) % view.players].add(card)
    order = [tuple(sorted(hand)) for hand in hands]
    order[view.me - 1] = deal.hands[view.me - 1]
    assert {*order[view.me - 1]} == hands[view.me - 1]
    return deal.with_fields(hands=tuple(order))
