"""No decision of a bot depends on cards that it cannot see; a bot that peeks is noticed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.hidden import playing
from crewsat.hidden.blueprint import SIZE, Blueprint
from crewsat.hidden.bots import BlueprintBot, Bot, GreedyBot, RandomBot, SearchBot
from crewsat.hidden.games import why_not_played, without_choices
from crewsat.hidden.playing import play
from crewsat.hidden.talking import true_signals
from crewsat.hidden.view import view_of
from tests.support.chunks import sizes
from tests.support.kernel import kernel_in_use
from tests.support.leaks import leaks

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.hidden.generator import Generator
    from crewsat.hidden.signals import Signal
    from crewsat.hidden.view import View

GENERATORS: tuple[Any, ...] = (
    RandomDeal(players=4, objectives=4),
    RandomDeal(players=3, objectives=3, assignment="draft", rules="planet-nine"),
    RandomDeal(players=5, objectives=5, tokens=("1", "2", "omega"), assignment="any"),
    RandomDeal(players=3, objectives=1, suits=2, values=5, trumps=1, assignment="one_player"),
    DeepSeaDeal(players=4, difficulty=9),
    DeepSeaDeal(players=3, difficulty=4),
    MissionDeal(mission=19, players=5),
    MissionDeal(mission=11, players=3),
)


class Talking(RandomBot):
    """Plays at random, and gives a signal at random in half of its turns to do so."""

    name = "talking"

    def signal(self, view: View, rng: Generator) -> Signal | None:
        """Return a signal, or none."""
        possible = true_signals(view)
        return possible[rng.below(len(possible))] if possible and rng.below(2) else None


class FirstOf(Bot):
    """Plays by what it knows of the hand of the next player."""

    name = "first"

    def __init__(self, deal: Crew | None = None) -> None:
        self.deal = deal
        self.hands: dict[int, tuple[Card, ...]] = {}

    def known(self, view: View) -> tuple[Card, ...]:  # noqa: ARG002 - of each
        """What it knows of that hand."""
        return ()

    def choose(self, view: View, rng: Generator) -> Card:  # noqa: ARG002 - of every bot
        """Return the card that it counts to."""
        legal = view.legal
        return legal[sum(card.value for card in self.known(view)) % len(legal)]


class Peeking(FirstOf):
    """Has the deal."""

    def known(self, view: View) -> tuple[Card, ...]:
        """The first cards dealt."""
        assert self.deal is not None
        return self.deal.hands[view.me % view.players][:5]


class Remembering(FirstOf):
    """Is asked for all players, and remembers their hands."""

    def known(self, view: View) -> tuple[Card, ...]:
        """The cards seen last."""
        self.hands[view.me] = view.hand
        return self.hands.get(view.me % view.players + 1, ())


class Attached(FirstOf):
    """Finds the position attached to its view."""

    def known(self, view: View) -> tuple[Card, ...]:
        """All cards held."""
        hands: tuple[tuple[Card, ...], ...] = vars(view)["position"].hands
        return hands[view.me % view.players]


def tried(made: Callable[[Crew], Bot], games: int) -> tuple[Counter[str], list[str]]:
    """Play games of all kinds; return how many decisions were compared and those that were different."""
    compared: Counter[str] = Counter()
    different: list[str] = []
    for seed in range(games):
        deal = without_choices(GENERATORS[seed % len(GENERATORS)].with_seed(seed))
        if why_not_played(deal) is None:
            found, wrong = leaks(deal, made, seed, tries=6)
            compared += found
            different += wrong
    return compared, different


@pytest.mark.slow
@pytest.mark.parametrize("games", sizes(40, 1_200))
@pytest.mark.parametrize("made", [RandomBot, GreedyBot, Talking])
def test_a_decision_depends_on_the_view_alone(made: type[Bot], games: int) -> None:
    compared, different = tried(lambda _: made(), games)
    assert not different, different[0]
    assert compared["choose"] > 4 * games
    assert compared["draft"] > games
    assert made is not Talking or compared["signal"] > 2 * games


def some_policy() -> Blueprint:
    """A policy with random weights, which is enough to depend on whatever it sees."""
    rng = random.Random(1)
    return Blueprint(tuple(rng.randint(-300, 300) for _ in range(SIZE)))


@pytest.mark.slow
@pytest.mark.parametrize("games", sizes(16, 600))
@pytest.mark.parametrize("samples", [0, 3])
def test_neither_a_policy_nor_a_search_depends_on_more(
    samples: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With samples, they are searched; the policy is asked for signals and drafts."""
    kernel_in_use(monkeypatch)
    policy = some_policy()
    compared, different = tried(lambda _: SearchBot(policy, samples) if samples else BlueprintBot(policy), games)
    assert not different, different[0]
    assert compared["choose"] > 2 * games
    assert compared["signal"] > games


@pytest.mark.slow
@pytest.mark.parametrize("made", [Peeking, Remembering])
def test_a_bot_that_peeks_is_noticed(made: type[FirstOf]) -> None:
    _, different = tried(made, 16)
    assert len(different) > 5


def test_a_view_with_more_in_it_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_position(position: Crew, *others: Any) -> View:  # noqa: ANN401 - as of `view_of`
        view = view_of(position, *others)
        vars(view)["position"] = position
        return view

    monkeypatch.setattr(playing, "view_of", with_position)
    _, different = tried(Attached, 8)
    assert different


def test_generators_of_decisions_are_apart_and_depend_on_seed_number_and_player_alone() -> None:
    first = [playing.rng_for(*one).next() for one in ((0, 0, 1), (0, 0, 2), (0, 1, 1), (1, 0, 1), (0, 1, 0), (1, 1, 0))]
    assert len({*first}) == len(first)
    assert playing.rng_for(7, 3, 2).next() == playing.rng_for(7, 3, 2).next()
    each = product(range(20), range(20), range(1, 5))
    words = [playing.rng_for(*one).next() >> 60 for one in each]
    assert max(Counter(words).values()) < 150  # 100 each are expected


def test_the_numbers_of_decisions_do_not_depend_on_hands() -> None:
    """Whoever has only trumps cannot signal, and is asked all the same: else others would know."""
    deal = RandomDeal(players=3, objectives=2, suits=1, values=6, trumps=3, leader=1).with_seed(3)
    cards = [card for hand in deal.hands for card in hand]
    hands = sorted(cards, key=lambda card: (card.suit == deal.trump, card.value))
    asked: list[list[int]] = []
    for order in ((0, 1, 2), (2, 0, 1)):
        parts = [tuple(hands[3 * k : 3 * k + 3]) for k in order]
        bot = Counting()
        play(deal.with_fields(hands=tuple(parts)), bot, 0)
        asked.append(bot.asked[:3])
    assert asked == [[1, 2, 3], [1, 2, 3]]


class Counting(GreedyBot):
    """Notes who is asked for a signal."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def signal(self, view: View, rng: Generator) -> Signal | None:  # noqa: ARG002 - of every bot
        """Return none."""
        self.asked.append(view.me)
        return None
