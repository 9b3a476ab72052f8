"""A game reviewed with what its players could know: was a card a mistake in the view of the player who played it?

For each card the deals are looked at that fit the view which its player had then, with all cards that could have been
played, in the same deals and in the way of `crewsat.hidden.advice`. A game does not say what was signalled: no signal
is taken to have been given, and the bot may give those that the deal allows.

A card is not a mistake if it was the only legal one, or no other card has a better score. It is a mistake if, for one
of the two shares, its interval lies entirely below that of the best card, and for the other share it is not ahead.
Otherwise it is a possible mistake. (Two intervals of 95 % that do not overlap are stronger evidence than a paired test
at the level of 5 %: a bad card may remain a possible mistake until more deals are looked at.)

The numbers depend on the game, the seed and the number of deals alone: a card for which there is not enough time has
none. For that reason no more deals are decided to prove that a card loses in all of them, as advice does.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, cast

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.engine.asking import ask
from crewsat.games.cards import Card
from crewsat.games.code import Code
from crewsat.games.crew.features import ALL
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads
from crewsat.hidden.advice import BOT, Advisor
from crewsat.hidden.bots import SAMPLES, bot_named
from crewsat.hidden.talking import talk_of
from crewsat.hidden.view import view_of
from crewsat.questions.review import Review, Reviewing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from crewsat.engine.limits import Limits
    from crewsat.engine.options import Options
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict
    from crewsat.hidden.advice import Advice, CardAdvice
    from crewsat.hidden.bots import BotKey
    from crewsat.hidden.view import View
    from crewsat.questions.review import ReviewedMove


@dataclass(frozen=True, slots=True)
class KnownCard:
    """What the player of a card could know of it.

    Attributes:
        played: the card that was played.
        best: the best one that could have been played; the one that was, if none is better.
        choice: whether there was another one.
        consistent: how many deals fit the view.
        deals: how many of them were looked at.
    """

    played: CardAdvice
    best: CardAdvice
    choice: bool
    consistent: int
    deals: int

    @property
    def mistake(self) -> bool | None:
        """Whether the card was a mistake; None if it may have been one."""
        if self.played.card == self.best.card:
            return False
        by_open = self.played.wins_open, self.best.wins_open
        by_bot = self.played.wins_bot, self.best.wins_bot
        apart = any(one.high < other.low for one, other in (by_open, by_bot))
        ahead = any((one.share or 0) > (other.share or 0) for one, other in (by_open, by_bot))
        return True if apart and not ahead else None

    def as_dict(self) -> dict[str, Any]:
        """Return the field `hidden` of a step."""
        played = {key: value for key, value in self.played.as_dict().items() if key != "card"}
        seen = {"consistent": self.consistent, "deals": self.deals}
        return {**seen, **played, "best": self.best.as_dict(), "mistake": self.mistake}


@dataclass(frozen=True)
class KnownReview(Review):
    """A review that also says what the players could know.

    Attributes:
        bot: who plays on in the deals that fit.
        samples: the most deals that are looked at for a card.
        seed: by which they are drawn.
        known: for each step what its player could know; None if there was not enough time.
    """

    bot: BotKey | None = None
    samples: int = SAMPLES
    seed: int = 0
    known: tuple[KnownCard | None, ...] = ()

    @property
    def choices(self) -> tuple[tuple[int, KnownCard], ...]:
        """The numbers of the steps at which there was a choice, with what is known of it."""
        return tuple((k, one) for k, one in enumerate(self.known, 1) if one is not None and one.choice)

    @property
    def mistakes(self) -> int:
        """How many cards were mistakes."""
        return sum(one.mistake is True for _, one in self.choices)

    @property
    def possible(self) -> int:
        """How many other cards may have been mistakes."""
        return sum(one.mistake is None for _, one in self.choices)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the review, with `hidden` in each step and for the whole game."""
        out = super().as_dict()
        for step, one in zip(out["steps"], self.known, strict=True):
            if one is not None:
                step["hidden"] = one.as_dict()
        bot = {} if self.bot is None else {"bot": self.bot._asdict()}
        counts = {"choices": len(self.choices), "mistakes": self.mistakes, "possible": self.possible}
        return out | {"hidden": {**bot, "samples": self.samples, "seed": self.seed, **counts}}

    def printed(self, instance: Instance, *, picture: bool = False) -> list[RenderableType]:
        """Return what a terminal shows, at the end what the players could know."""
        return [*super().printed(instance, picture=picture), *Code("crewsat.report.review:known_pieces")(self)]


@dataclass(frozen=True)
class KnownReviewing(Reviewing):
    """The review of a game, and then of each card with what its player could know.

    Attributes:
        samples: the most deals that are looked at for a card.
    """

    samples: int = SAMPLES

    def check(self, instance: Instance) -> None:
        """Check that the game can be reviewed, and that its players have views.

        Raises:
            WrongOption: for another game than The Crew.
            UnknownFeature: if there are choices that views do not express.
            InvalidInstance: if there is no view of the deal, or a goal has no owner.
        """
        super().check(instance)
        if not isinstance(instance, Crew):
            raise WrongOption(f"hidden hands are reviewed in The Crew only, not in {instance.game}")
        check_views(instance)

    def after(self, instance: Instance, verdict: Verdict, limits: Limits) -> KnownReview:
        """Review a game whose last position has been decided."""
        found, bot = super().after(instance, verdict, limits), bot_named(BOT)
        seed = self.options.seed or 0
        known = _known(instance, found.steps, limits, (self.samples, seed)) if isinstance(instance, Crew) else []
        own = {field.name: getattr(found, field.name) for field in fields(Review)}
        if found.reason is None and not all(known):
            own["reason"] = "time" if limits.late() else "memory"
        return KnownReview(**own, bot=bot.key, samples=self.samples, seed=seed, known=tuple(known))


@reads("a review with hidden hands", ALL)
def check_views(deal: Crew) -> None:
    """Check that each player of a deal has a view, and that all goals have owners.

    Raises:
        InvalidInstance: if a player has no view, or a goal has no owner.
    """
    view_of(deal, 1)
    for name, goals in (("objectives", deal.objectives), ("tasks", deal.tasks)):
        free = next((k for k, goal in enumerate(goals) if goal in deal.free_goals), None)
        if free is not None:
            message = "missing: hidden hands are reviewed if all goals have been shared out"
            raise InvalidInstance([Defect(f"{name}[{free}].owner", message)])


def known_review(
    options: Options, instance: Instance, *, narrow: int | None = None, samples: int | None = None
) -> KnownReview:
    """Review a game of The Crew, and each of its cards with what its player could know.

    Args:
        options: those of a review; the time limit is that of everything, and the seed also that of deals and bot.
        instance: the game; everything that was played is reviewed.
        narrow: as of `crewsat.review`.
        samples: the most deals that are looked at for a card; by default 40.

    Raises:
        WrongOption, UnknownFeature, InvalidInstance: as `KnownReviewing.check` does.
    """
    asked = KnownReviewing(options, narrow=narrow, samples=samples or SAMPLES)
    return cast("KnownReview", ask(asked, instance))


@reads("a review with hidden hands", ALL)
def _known(game: Crew, steps: Sequence[ReviewedMove], limits: Limits, drawn: tuple[int, int]) -> list[KnownCard | None]:
    """Return what the player of each card could know of it; None where there was not enough time.

    Args:
        game: the game.
        steps: its cards.
        limits: of everything.
        drawn: at most how many deals are looked at for a card, and the seed.
    """
    walk, left = Walk(game.as_dealt()), talk_of(game).left
    known: list[KnownCard | None] = []
    for step in steps:
        card = Card.parse(step.move["card"])
        view = view_of(walk.instance, walk.player or 1, signals_left=left)
        known.append(_weighed(view, card, limits, drawn))
        walk.play(card)
    return known


def _weighed(view: View, card: Card, limits: Limits, drawn: tuple[int, int]) -> KnownCard | None:
    """Return what a player could know of a card; None if there was not enough time."""
    if limits.late():
        return None
    samples, seed = drawn
    left = None if limits.deadline is None else limits.deadline - time.monotonic()
    found = Advisor(view, samples=samples, seed=seed, time_limit=left, proves=False).advise()
    if found.deals < min(samples, found.consistent):
        return None
    return _compared(found, card)


def _compared(found: Advice, card: Card) -> KnownCard:
    """Return how a card compares with the one advised."""
    of = {one.card: one for one in found.options}
    played, best = of[card], of[found.card or card]
    if (played.lost_in_all, played.score) == (best.lost_in_all, best.score):
        best = played
    return KnownCard(played, best, len(of) > 1, found.consistent, found.deals)
