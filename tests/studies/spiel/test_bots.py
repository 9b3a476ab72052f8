"""Bots that see one hand, seated in OpenSpiel: the policy that is evaluated, by the views of one player."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pyspiel
import pytest

import crewsat
import crewsat.spiel
from crewsat.hidden.blueprint import SIZE, Blueprint
from crewsat.hidden.bots import BlueprintBot, Bot, GreedyBot, RandomBot, SearchBot
from crewsat.hidden.view import View
from crewsat.spiel.bots import SeatedBot
from crewsat.spiel.policies import game_string
from crewsat.tiny_crew import TinyCrew
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.cards import Card
    from crewsat.hidden.generator import Generator

SIX = TinyCrew(colours=2, values=2, submarines=2)
RNG = random.Random(3)
POLICY = Blueprint(tuple(RNG.randrange(-900, 900) for _ in range(SIZE)))


class Spy(RandomBot):
    """Notes its views."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, rng: Generator) -> Card:
        """Return a legal card."""
        self.views.append(view)
        return super().choose(view, rng)


def dealt(game: Any, seed: int) -> Any:  # noqa: ANN401 - states and games of OpenSpiel
    """A random deal."""
    rng, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, chances)[0])
    return state


def all_dealt(state: Any) -> Iterator[Any]:  # noqa: ANN401
    """All deals of a game."""
    if not state.is_chance_node():
        yield state
        return
    for action, _ in state.chance_outcomes():
        yield from all_dealt(state.child(action))


@pytest.mark.slow
@pytest.mark.parametrize("recall", few_of(["printed", "perfect"]))
def test_the_policy_of_a_bot_is_what_it_plays_at_the_table(recall: Any) -> None:  # noqa: ANN401
    """Over all deals of six cards, for bots that draw and bots that do not, whatever states remember."""
    start = pyspiel.load_game(game_string(SIX, recall)).new_initial_state()
    for bot in (RandomBot(), GreedyBot(), BlueprintBot(POLICY), SearchBot(POLICY, samples=4)):
        seated = SeatedBot(bot, seed=5)
        won = sum(pyspiel.evaluate_bots(state, [seated] * 3, 0)[0] for state in all_dealt(start))
        assert won == SIX.won_by(bot, seed=5), bot.name


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "python_tiny_crew",
        "python_tiny_crew(leader=0,recall=perfect)",
        "python_crew",
        "python_crew(players=5,suits=2,values=4,trumps=3,tasks=anybody wins pink4;2 wins at least 1 tricks)",
    ],
)
def test_a_bot_sees_one_hand(name: str) -> None:
    """Its view is valid, and has the player's hand and what has been played."""
    game, spy = pyspiel.load_game(name), Spy()
    seated = SeatedBot(spy, seed=1)
    for seed in range(3):
        state = dealt(game, seed)
        while not state.is_terminal():
            player, play = state.current_player(), state.play
            policy, card = seated.step_with_policy(state)
            assert policy == seated.get_policy(state) == [(one, float(one == card)) for one in state.legal_actions()]
            view = spy.views[-1]
            deck = play.rules.deck
            assert view.me == player + 1
            assert set(view.hand) == {one for code, one in enumerate(deck) if play.hands[player] >> code & 1}
            assert [*view.played] == [
                tuple(deck[code] for code in cards)
                for cards in [*(cards for _, cards in play.past), play.trick][: len(play.past) + bool(play.trick)]
            ]
            assert View.parse(view.to_json()) == view
            state.apply_action(card)


def test_the_captain_of_a_published_deck_is_known_to_hold_the_highest_trump() -> None:
    spy = Spy()
    state = dealt(pyspiel.load_game("python_crew"), 1)
    captain = state.current_player()
    state.apply_action(state.legal_actions()[0])
    SeatedBot(spy).step(state)
    view = spy.views[0]
    assert (view.rules, view.leader) == ("planet-nine", captain + 1)
    assert view.pack.cards[-1] in state.play.rules.deck
    assert view.known[captain] == view.pack.bit[view.pack.cards[-1]]


def test_a_bot_keeps_nothing_of_a_game() -> None:
    game = pyspiel.load_game("python_tiny_crew")
    seated, state = SeatedBot(RandomBot(), seed=7), dealt(game, 4)
    first = seated.step(state)
    seated.restart()
    seated.restart_at(state)
    assert seated.provides_policy()
    seated.step(dealt(pyspiel.load_game(game_string(SIX)), 4))
    assert seated.step(state.clone()) == first == SeatedBot(RandomBot(), seed=7).step(state)


def test_what_bots_cannot_play_is_refused() -> None:
    class Wrong(Bot):
        name = "wrong"

        def choose(self, view: View, rng: Generator) -> Card:  # noqa: ARG002 - of every bot
            return next(card for card in view.cards if card not in view.hand)

    seated = SeatedBot(Wrong())
    with pytest.raises(crewsat.WrongOption, match=r"bot 'wrong' plays '.+', which may not be played; allowed: "):
        seated.step(dealt(pyspiel.load_game("python_tiny_crew"), 2))
    for game in ("python_skull", "python_crew"):
        with pytest.raises(TypeError, match="play cards of python_crew and python_tiny_crew"):
            seated.step(pyspiel.load_game(game).new_initial_state())
    large = pyspiel.load_game("python_crew(players=3,suits=8,values=9)")
    with pytest.raises(crewsat.InvalidInstance, match="a view is of at most 64 cards"):
        seated.step(dealt(large, 1))
