"""Advice to one player: what is known of each card that may be played, in the deals that fit the player's view.

Two numbers, and neither is the probability of winning:

*wins_open*: in what share of the deals the game can still be won after the card if everybody sees all hands. It says
too much: players do not see all hands.

*wins_bot*: what share of the deals a bot wins that plays for everybody from then on. It says too little where players
are better than the bot.

Deals are drawn with equal probability; if no more fit than would be drawn, all are looked at, in random order, and the
shares are exact
(of *wins_bot* only for this play of the bot, so its interval stays). A card is *lost in all* deals if it ends a trick
that loses the game, whatever the hidden cards are; or if all deals that fit, at most `MOST_ENUMERATED`, have been
decided, and it can be won in none. That is tried for cards that can be won in no deal drawn, as long as there is time.

The card advised has the best score: a deal counts 1 if the bot wins it, and 1/2 if it can be won and the bot does not.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance, Stopped, WrongOption
from crewsat.engine.frontend import decide
from crewsat.games.crew.features import ALL
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads
from crewsat.hidden.bots import SAMPLES, bot_named
from crewsat.hidden.dealing import MOST_ENUMERATED, consistent
from crewsat.hidden.generator import Generator
from crewsat.hidden.playing import Game, rng_for
from crewsat.hidden.shares import Share, share_of
from crewsat.hidden.view import shared_part
from crewsat.questions.frontend import options

if TYPE_CHECKING:
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.hidden.bots import Bot, BotKey
    from crewsat.hidden.dealing import Consistent
    from crewsat.hidden.view import View

BOT = "blueprint"
"""The bot that plays on if no other is named."""


@dataclass(frozen=True, slots=True)
class CardAdvice:
    """What is known of a card.

    Attributes:
        card: the card.
        wins_open: the share of the deals that can still be won with open hands.
        wins_bot: the share of the deals that the bot wins.
        lost_in_all: whether it is proved that the game is lost in every deal that fits.
        score: by which cards are compared.
    """

    card: Card
    wins_open: Share
    wins_bot: Share
    lost_in_all: bool
    score: float

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        out = {"card": str(self.card), "wins_open": self.wins_open.as_dict(), "wins_bot": self.wins_bot.as_dict()}
        return out | ({"lost_in_all": True} if self.lost_in_all else {})


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known of all cards that may be played.

    Attributes:
        consistent: how many deals fit the view.
        enumerated: whether the shares are of all of them.
        deals: how many deals the shares are of.
        bot: who plays on.
        options: the cards, in the order of the hand; none if the game is over, or no deal was looked at in time.
        late: whether there was a card to be played, and no time to look at a deal.
    """

    consistent: int
    enumerated: bool
    deals: int
    bot: BotKey
    options: tuple[CardAdvice, ...]
    late: bool = False

    @property
    def card(self) -> Card | None:
        """The card advised: no card lost in all deals if there is another one, of the others one with the best score.

        Of several, it is the first one of the hand.
        """
        return max(self.options, key=lambda one: (not one.lost_in_all, one.score)).card if self.options else None

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contract."""
        found: dict[str, Any] = {"view": 1, "consistent": self.consistent, "enumerated": self.enumerated}
        found |= {"deals": self.deals, "bot": self.bot._asdict(), "options": [one.as_dict() for one in self.options]}
        return found | {"advice": None if self.card is None else str(self.card)}


@dataclass(slots=True)
class _Tally:
    """What has been counted of a card."""

    won: int = 0
    unknown: int = 0
    bot_won: int = 0
    score: float = 0.0

    def count(self, answer: str, *, bot_won: bool) -> None:
        """Count a deal."""
        self.won += answer == "yes"
        self.unknown += answer == "unknown"
        self.bot_won += bot_won
        self.score += 1 if bot_won else (answer == "yes") / 2


@dataclass
class Advisor:
    """Advises one player.

    Attributes:
        view: what the player knows; it is the player's turn.
        bot: who plays on, by name.
        samples: how many deals are drawn.
        seed: of the deals and of the bot.
        time_limit: seconds for everything; None for no limit. Where it is reached, the deals finished so far count.
        proves: whether more deals are decided to prove that a card is lost in all; how far that gets depends on time.
    """

    view: View
    bot: str = BOT
    samples: int = SAMPLES
    seed: int = 0
    time_limit: float | None = None
    proves: bool = True
    _deadline: float | None = field(default=None, init=False, repr=False)

    def advise(self) -> Advice:
        """Return what is known of the cards that may be played.

        Raises:
            InvalidInstance: if it is another player's turn, or a task has no owner.
            WrongOption: if there is no such bot, or it does what is not allowed.
        """
        self._check_turn()
        self._check_goals()
        self._deadline = None if self.time_limit is None else time.monotonic() + self.time_limit
        bot, fits = bot_named(self.bot), consistent(self.view)
        count = fits.count
        whole = count <= self.samples
        legal = self._legal(fits)
        tallies = {card: _Tally() for card in legal}
        deals = self._looked_at(fits, bot, tallies, whole=whole) if legal else 0
        whole = whole and deals == count
        lost = self._lost_in_all(fits, tallies, whole=whole) if deals else set()
        cards = legal if deals else []
        found = (_advice(card, tallies[card], deals, whole=whole, lost_in_all=card in lost) for card in cards)
        return Advice(count, whole, deals, bot.key, tuple(found), late=bool(legal) and not deals)

    def _check_goals(self) -> None:
        free = next((k for k, task in enumerate(self.view.tasks) if task.owner is None), None)
        if free is not None:
            message = "missing: advice is given once all tasks have been shared out"
            raise InvalidInstance([Defect(f"tasks[{free}].owner", message)])

    def _check_turn(self) -> None:
        turn = self.view.turn
        if turn not in {None, self.view.me}:
            message = f"it is the turn of player {turn}, and the view is that of player {self.view.me}"
            raise InvalidInstance([Defect("me", message)])

    def _legal(self, fits: Consistent) -> list[Card]:
        """Return the cards that may be played; none if the game has been won or lost already."""
        some = Walk(self._position(next(fits.enumerate())))
        return [*self.view.legal] if some.legal() else []

    def _position(self, hands: tuple[tuple[Card, ...], ...]) -> Crew:
        return shared_part(self.view).with_fields(hands=hands)

    def _late(self) -> bool:
        return self._deadline is not None and time.monotonic() > self._deadline

    def _left(self) -> float | None:
        """Return the seconds that are left."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.001)

    def _looked_at(self, fits: Consistent, bot: Bot, tallies: dict[Card, _Tally], *, whole: bool) -> int:
        """Decide and play deals; return how many were finished in time."""
        rng, done = Generator(self.seed), 0
        hands = _in_random_order(fits, rng) if whole else (fits.sample(rng) for _ in range(self.samples))
        for number, held in enumerate(hands):
            position = self._position(held)
            try:
                answers = {option.card: option.answer for option in options(position, time_limit=self._left())}
            except Stopped:
                break
            games = {card: self._bot_wins(position, card, bot, number) for card in tallies if not self._late()}
            if self._late() or len(games) < len(tallies):
                break
            for card, tally in tallies.items():
                tally.count(answers[card], bot_won=games[card])
            done += 1
        return done

    def _bot_wins(self, position: Crew, card: Card, bot: Bot, number: int) -> bool:
        """Return whether a bot wins a deal after a card."""
        walk = Walk(position)
        walk.play(card)
        view, seed = self.view, rng_for(self.seed, number, 0).next()
        game = Game(walk.instance, bot, seed, signals=view.signals, signals_left=view.signals_left).run()
        if game.fault is not None:
            raise WrongOption(str(game.fault))
        return game.won

    def _lost_in_all(self, fits: Consistent, tallies: dict[Card, _Tally], *, whole: bool) -> set[Card]:
        """Return the cards that are proved to lose the game in every deal."""
        losing = {card for card, tally in tallies.items() if not tally.won and not tally.unknown}
        if whole:
            return losing
        at_once = {card for card in losing if self._loses_at_once(fits, card)}
        return at_once | (self._refuted(fits, losing - at_once) if self.proves else set())

    def _loses_at_once(self, fits: Consistent, card: Card) -> bool:
        """Return whether a card ends a trick that loses the game: all can see that, whoever holds what."""
        walk = Walk(self._position(next(fits.enumerate())))
        walk.play(card)
        return not walk.current and walk.outcome.status == "lost"

    def _refuted(self, fits: Consistent, candidates: set[Card]) -> set[Card]:
        """Return those of some cards that lose in every deal, if all deals are decided in time."""
        if fits.count > MOST_ENUMERATED:
            return set()
        for held in fits.enumerate():
            for card in sorted(candidates):
                if self._late() or not candidates:
                    return set()
                if _can_be_won(self._position(held), card, self._left()):
                    candidates.remove(card)
        return candidates


def _in_random_order(fits: Consistent, rng: Generator) -> list[tuple[tuple[Card, ...], ...]]:
    """Return all deals that fit; if there is not enough time for all, those that are looked at are a random sample."""
    deals = list(fits.enumerate())
    for k in range(len(deals) - 1, 0, -1):
        other = rng.below(k + 1)
        deals[k], deals[other] = deals[other], deals[k]
    return deals


@reads("advice", ALL)
def _can_be_won(position: Crew, card: Card, seconds: float | None) -> bool:
    """Return whether a position can perhaps be won after a card."""
    walk = Walk(position)
    walk.play(card)
    return decide(walk.instance, time_limit=seconds).answer != "no"


def _advice(card: Card, tally: _Tally, deals: int, *, whole: bool, lost_in_all: bool) -> CardAdvice:
    """Return what is known of a card."""
    wins_open = share_of(tally.won, deals, tally.unknown)
    if whole:  # there are no others
        wins_open = Share(tally.won / deals, tally.won / deals, (tally.won + tally.unknown) / deals)
    wins_bot = Share(0.0, 0.0, 0.0) if lost_in_all else share_of(tally.bot_won, deals)
    return CardAdvice(card, wins_open, wins_bot, lost_in_all, tally.score / deals)
