"""Bots: players who decide by a view, and by a random generator that is made for each decision.

A bot never gets a deal. Four are built in:

*random*: every legal card is equally likely; no signals.

*greedy*: the rule of `crewsat.algorithms.crew.plain_play`: who needs something in the trick wins it with the lowest
legal card that beats the cards on the table, or leads it with the highest; otherwise the lowest legal card is played.
It gives no signals, and reads none.

*blueprint*: a small learned policy (`crewsat.hidden.blueprint`), with signals.

*search*: deals that fit the view are sampled, and each card is tried in them (`crewsat.hidden.search`); ties, signals
and drafts are the blueprint's.

The first two choose free goals at random, all being equally likely, and never pass; the others choose them by sampled
deals (`crewsat.hidden.draft_rollouts`).

Anybody's bot is a subclass of `Bot` with a name and a method `choose`; by `bot_named` it is ``package.module:Class``.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
from abc import ABC, abstractmethod
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from crewsat.algorithms.crew.plain_play import Sight, greedy
from crewsat.base.errors import WrongOption
from crewsat.base.wording import alternatives, visible
from crewsat.games.cards import Card
from crewsat.games.crew.task import Seats, Taken
from crewsat.games.crew.tricks import winner_of
from crewsat.hidden.drafting import offered
from crewsat.hidden.signals import Signal

if TYPE_CHECKING:
    from crewsat.hidden.blueprint import Blueprint
    from crewsat.hidden.board import Position
    from crewsat.hidden.generator import Generator
    from crewsat.hidden.view import View

SAMPLES = 40
"""Deals that the search tries each card in."""


class BotKey(NamedTuple):
    """What identifies a bot in results: its share of games won is a lower bound that changes with the bot.

    Attributes:
        name: its name.
        version: its version.
        digest: of what decides how it plays.
    """

    name: str
    version: str
    digest: str


class Bot(ABC):
    """A player who sees a view; subclasses say how they choose.

    Attributes:
        name: its name in results.
        version: its version, to be changed when it plays differently.
    """

    name: str = ""
    version: str = "1"

    @property
    def digest(self) -> str:
        """A digest of what decides how it plays; by default of the text of its class."""
        kind = type(self)
        try:
            text = inspect.getsource(kind)
        except (OSError, TypeError):
            text = f"{kind.__module__}:{kind.__qualname__}"
        return hashlib.sha256(f"{self.version}\n{text}".encode()).hexdigest()

    @property
    def key(self) -> BotKey:
        """What identifies it in results."""
        return BotKey(self.name or type(self).__name__, self.version, self.digest)

    @abstractmethod
    def choose(self, view: View, rng: Generator) -> Card:
        """Return the card to be played: one of `View.legal`.

        Args:
            view: what the player knows.
            rng: made for this decision.
        """

    def signal(self, view: View, rng: Generator) -> Signal | None:  # noqa: ARG002 - of every bot
        """Return a signal to be given before the next trick, one of `true_signals`; None for none."""
        return None

    def draft(self, view: View, rng: Generator) -> str | None:
        """Return the id of the free goal to be taken, one of `offered`; None to pass, where `may_pass`."""
        names = offered(view, view.me)
        return names[rng.below(len(names))]


class Ruled(Bot):
    """A bot that follows a rule stated in this module; its digest is of its name and version alone."""

    @property
    def digest(self) -> str:
        """A digest of name and version."""
        return hashlib.sha256(f"{self.name} {self.version}".encode()).hexdigest()


class RandomBot(Ruled):
    """Every legal card is equally likely."""

    name = "random"

    def choose(self, view: View, rng: Generator) -> Card:
        """Return a legal card."""
        legal = view.legal
        return legal[rng.below(len(legal))]


class Glance(Sight):
    """What the rule of plain play looks at, of a view.

    Args:
        view: of the player whose turn it is.
    """

    def __init__(self, view: View) -> None:
        seats = Seats(view.players, view.leader)
        super().__init__(view, seats, tuple(task.start(seats) for task in view.tasks))
        self._view = view
        for number, (leader, cards) in enumerate(view.past[: view.finished] if view.tasks else (), 1):
            winner = winner_of(leader, cards, view.trump)
            self.states = self.after(Taken(number, number == view.tricks, leader, winner, cards))

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards of which one must be played."""
        return self._view.legal

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of the unfinished trick, in the order played."""
        return self._view.begun

    @property
    def turn(self) -> tuple[int, int, int]:
        """The number of the trick, who leads it, and whose turn it is."""
        return self._view.finished + 1, self._view.leading, self._view.me


class GreedyBot(Ruled):
    """The card that wins what the player needs, else the lowest."""

    name = "greedy"

    def choose(self, view: View, rng: Generator) -> Card:
        """Return the card that the rule says."""
        card = greedy(Glance(view), rng)
        if not isinstance(card, Card):  # a view has no choices but cards
            raise TypeError(card)
        return card


@cache
def _packaged() -> Blueprint:
    from crewsat.hidden.blueprint import Blueprint  # noqa: PLC0415 - only for bots that need it

    return Blueprint.load()


def _position(view: View) -> Position:
    from crewsat.hidden.board import Position  # noqa: PLC0415 - only for bots that need it

    return Position.of(view)


class BlueprintBot(Bot):
    """A small learned policy.

    Args:
        policy: by default the one that is part of the package.
    """

    name = "blueprint"

    def __init__(self, policy: Blueprint | None = None) -> None:
        self.policy = policy or _packaged()
        self.version = str(self.policy.version)

    @property
    def digest(self) -> str:
        """The digest of the data file."""
        return self.policy.digest

    def choose(self, view: View, rng: Generator) -> Card:  # noqa: ARG002 - of every bot
        """Return the card that the policy values most."""
        return view.cards[self.policy.card(_position(view))]

    def signal(self, view: View, rng: Generator) -> Signal | None:  # noqa: ARG002 - of every bot
        """Return the signal that the policy values most; None if it values none of them more than silence."""
        from crewsat.hidden.board import SAYS  # noqa: PLC0415 - only for bots that need it

        found = self.policy.signal(_position(view))
        if found is None:
            return None
        card, says = view.cards[found[0]], SAYS[found[1]]
        fields = {"player": view.me, "card": card, "says": says, "before_trick": view.finished + 1}
        return Signal.model_construct(**fields)

    def draft(self, view: View, rng: Generator) -> str | None:
        """Return the goal with which the policy wins most of some deals that fit."""
        from crewsat.hidden.draft_rollouts import goal_by_rollouts  # noqa: PLC0415 - only for bots that need it

        return goal_by_rollouts(view, self.policy, rng)


class SearchBot(BlueprintBot):
    """Each card is tried in deals that fit the view.

    Args:
        policy: as of `BlueprintBot`.
        samples: how many deals.
    """

    name = "search"

    def __init__(self, policy: Blueprint | None = None, samples: int = SAMPLES) -> None:
        super().__init__(policy)
        self.samples = samples

    @property
    def digest(self) -> str:
        """The digest of the blueprint, and of the number of deals."""
        return hashlib.sha256(f"{self.policy.digest} {self.samples}".encode()).hexdigest()

    def choose(self, view: View, rng: Generator) -> Card:
        """Return the card that does best in the deals; of equal ones the blueprint's."""
        from crewsat.hidden.search import Settings, best_of, search  # noqa: PLC0415 - only for bots that need it

        if len(view.legal) == 1:
            return view.legal[0]
        found = search(_position(view), self.policy, rng.next(), Settings(samples=self.samples))
        return view.cards[best_of(found).card]


BOTS: dict[str, type[Bot]] = {one.name: one for one in (RandomBot, GreedyBot, BlueprintBot, SearchBot)}
"""The bots that are built in, by name."""


def bot_named(name: str) -> Bot:
    """Return a new bot: one of `BOTS`, or one of a class of the caller's, ``package.module:Class``.

    Raises:
        WrongOption: if there is none of this name.
    """
    kind = _kind_of(name)
    try:
        bot = kind()
    except Exception as error:
        if name in BOTS:
            raise
        raise WrongOption(f"'{visible(name)}' cannot be made: {visible(error, 200)}") from None
    return bot


@cache
def _kind_of(name: str) -> type[Bot]:
    if name in BOTS:
        return BOTS[name]
    module, colon, own = name.partition(":")
    if not (colon and module and own):
        raise WrongOption(f"'{visible(name)}' is not a bot{alternatives(name, [*BOTS, 'package.module:Class'])}")
    if os.getcwd() not in sys.path:  # noqa: PTH109 - a module beside the user, as `python -m` finds it
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        kind = getattr(import_module(module), own)
    except Exception as error:  # noqa: BLE001 - whatever a module of somebody's raises
        raise WrongOption(f"there is no bot '{visible(name)}': {visible(error, 200)}") from None
    if not (isinstance(kind, type) and callable(getattr(kind, "choose", None))):
        raise WrongOption(f"'{visible(name)}' is not a class with a method 'choose'")
    return kind
