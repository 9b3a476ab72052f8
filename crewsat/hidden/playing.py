"""Whole games played by bots, each of whom gets nothing but views and a random generator for each decision.

The order of a game: free goals are drafted (`crewsat.hidden.drafting`); before each trick, in turn from the player who
leads it, whoever may still signal is asked for one (`crewsat.hidden.talking`); then each player in turn plays a card.

What is drawn at a decision depends on the seed, on the number of the decision and on the player alone, and everybody
who could signal by what all know is asked: nothing else about the deal can be learned from a generator.

A bot that returns something that is not allowed, or raises an error, is named, and the game counts as lost. A game that
is won is replayed by the referee.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from crewsat.base.errors import BugFound, IllegalPlay
from crewsat.base.wording import counted, visible
from crewsat.engine.verify import verified
from crewsat.games.cards import Card
from crewsat.games.crew.features import ALL
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads
from crewsat.hidden.drafting import ALL_TO_ONE, drafted, may_pass, offered
from crewsat.hidden.generator import Generator
from crewsat.hidden.talking import talk_of, true_signals
from crewsat.hidden.view import view_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.hidden.bots import Bot
    from crewsat.hidden.signals import Signal
    from crewsat.hidden.talking import Talk
    from crewsat.hidden.view import View


@dataclass(frozen=True, slots=True)
class Fault:
    """What a bot did that is not allowed.

    Attributes:
        bot: its name.
        player: for whom it played.
        place: at which decision: ``draft``, ``signal before trick 2``, ``trick 3``.
        message: what was wrong.
    """

    bot: str
    player: int
    place: str
    message: str

    def __str__(self) -> str:
        return f"bot '{visible(self.bot)}', player {self.player}, {self.place}: {self.message}"

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object."""
        return {"bot": self.bot, "player": self.player, "place": self.place, "message": self.message}


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that bots have played.

    Attributes:
        deal: the deal with the owners of all goals.
        drafted: who took which free goal, by its id, in that order.
        signals: those given, in that order.
        tricks: those played.
        won: whether it was won, which the referee has confirmed.
        fault: what a bot did that is not allowed; None if none did.
    """

    deal: Crew
    drafted: tuple[tuple[int, str], ...]
    signals: tuple[Signal, ...]
    tricks: tuple[Trick, ...]
    won: bool
    fault: Fault | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object; what is absent is left out."""
        out: dict[str, Any] = {"deal": self.deal.as_dict(), "won": self.won}
        out |= {"drafted": [{"player": player, "id": name} for player, name in self.drafted]} if self.drafted else {}
        out |= {"signals": [signal.model_dump() for signal in self.signals]} if self.signals else {}
        out |= {"tricks": [trick.as_dict() for trick in self.tricks]}
        return out | ({} if self.fault is None else {"fault": self.fault.as_dict()})


class _Faulty(Exception):  # noqa: N818 - it ends the game
    """A bot has done something that is not allowed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault)
        self.fault = fault


def rng_for(seed: int, decision: int, player: int) -> Generator:
    """Return the generator of one decision.

    Args:
        seed: of the game.
        decision: its number in the game, from 0.
        player: who decides.
    """
    state = seed
    for part in (decision, player):
        state = Generator(state).next() ^ part
    return Generator(Generator(state).next())


@reads("a game of bots", ALL)
class Game:
    """A game in progress.

    Args:
        deal: a deal or position.
        bots: one for all players, or one for each.
        seed: of all decisions.
        signals: those given before.
        signals_left: how many each player may still give; by default what the deal allows.
    """

    def __init__(
        self,
        deal: Crew,
        bots: Bot | Sequence[Bot],
        seed: int,
        *,
        signals: Iterable[Signal] = (),
        signals_left: Iterable[int] | None = None,
    ) -> None:
        self.bots = list(bots) if isinstance(bots, Sequence) else [bots] * deal.players
        if len(self.bots) != deal.players:
            raise ValueError(f"{counted(len(self.bots), 'bot')} for {counted(deal.players, 'player')}")
        if deal.leader is None:
            deal = deal.with_fields(leader=1 + Generator(seed).below(deal.players))
        self.seed = seed
        self.deal = deal
        self.signals = list(signals)
        self.drafted: tuple[tuple[int, str], ...] = ()
        self._talk: Talk = talk_of(deal)
        self._left = [*(self._talk.left if signals_left is None else signals_left)]
        self._decisions = 0
        self._walk: Walk | None = None

    def run(self) -> PlayedGame:
        """Play the game to its end."""
        fault: Fault | None = None
        try:
            if not self.deal.played and not self._share_out():
                return PlayedGame(self.deal, (), (), (), won=False)
            self._play(Walk(self.deal))
        except _Faulty as error:
            fault = error.fault
        walk = self._walk
        tricks = () if walk is None else walk.tricks
        won = fault is None and walk is not None and walk.outcome.status == "won"
        game = PlayedGame(self.deal, self.drafted, tuple(self.signals), tricks, won, fault)
        if won:
            replay(game)
        return game

    def _share_out(self) -> bool:
        """Share the free goals out; return False if nobody may take them."""
        deal = self.deal
        if deal.free_goals and deal.assignment in ALL_TO_ONE and deal.players == 1 and deal.assignment != "one_player":
            return False
        self.deal, self.drafted = drafted(deal, self._draft, rng_for(self.seed, 0, 0))
        return True

    def _draft(self, deal: Crew, player: int) -> str | None:
        """Return the goal that a player takes."""
        view = view_of(deal, player, self.signals, self._left)
        name = self._asked(player, "draft", view, "draft")
        allowed = offered(deal, player)
        if name not in allowed and not (name is None and may_pass(deal, player)):
            self._fail(player, "draft", f"{_shown(name)} is not one of the goals offered: {', '.join(allowed)}")
        return name if name is None else str(name)

    def _play(self, walk: Walk) -> None:
        """Play all tricks."""
        self._walk = walk
        while walk.player is not None:
            if not walk.current and any(self._left) and len(walk.tricks) + 1 >= self._talk.first:
                self._ask_for_signals(walk)
            player, place = walk.player, f"trick {len(walk.tricks) + 1}"
            view = view_of(walk.instance, player, self.signals, self._left)
            card = self._asked(player, "choose", view, place)
            if not isinstance(card, Card) or card not in view.legal:
                allowed = ", ".join(map(str, view.legal))
                self._fail(player, place, f"{_shown(card)} is not a card that may be played; allowed: {allowed}")
            walk.play(card)

    def _ask_for_signals(self, walk: Walk) -> None:
        """Ask in turn, from the leader of the next trick, everybody who may still signal."""
        players = walk.deal.players
        for k in range(players):
            player = ((walk.leader or 1) - 1 + k) % players + 1
            if self._left[player - 1]:
                view = view_of(walk.instance, player, self.signals, self._left)
                place = f"signal before trick {len(walk.tricks) + 1}"
                given = self._asked(player, "signal", view, place)
                if given is None:
                    continue
                true = next((signal for signal in true_signals(view) if signal == given), None)
                if true is None:
                    self._fail(player, place, f"{_shown(given)} is not a signal that this player can give")
                self.signals.append(true)
                self._left[player - 1] -= 1

    def _asked(self, player: int, method: str, view: View, place: str) -> object:
        """Return what the bot of a player answers."""
        rng = rng_for(self.seed, self._decisions, player)
        self._decisions += 1
        ask: Callable[[View, Generator], object] = getattr(self.bots[player - 1], method)
        try:
            return ask(view, rng)
        except Exception as error:  # noqa: BLE001 - whatever a bot of somebody's raises
            self._fail(player, place, f"{type(error).__name__}: {visible(error, 200)}")

    def _fail(self, player: int, place: str, message: str) -> NoReturn:
        bot = self.bots[player - 1]
        raise _Faulty(Fault(bot.name or type(bot).__name__, player, place, message))


def _shown(answer: object) -> str:
    return f"'{visible(answer)}'"


@reads("a game of bots", ALL)
def play(deal: Crew, bots: Bot | Sequence[Bot], seed: int) -> PlayedGame:
    """Have bots play a game.

    Args:
        deal: a deal, or a position without signals; what the crew may change besides its cards is refused
            (`crewsat.hidden.games` says what can be left as it is).
        bots: one for all players, or one for each.
        seed: of all decisions.

    Raises:
        UnknownFeature: if cards may be passed or are covered, or goals handed over, or tokens changed.
        InvalidInstance: if there is no view of the deal, as it has too many cards or players.
    """
    return Game(deal, bots, seed).run()


def replay(game: PlayedGame) -> None:
    """Have the referee replay a game that was won.

    Raises:
        BugFound: if the referee does not accept it.
    """
    try:
        verified(game.deal, game.tricks[game.deal.finished :])
    except IllegalPlay as error:
        raise BugFound(f"a game of bots is not won ({error}): {game.deal.to_json()}") from error
