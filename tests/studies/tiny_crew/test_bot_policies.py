"""Bots as policies, search with all deals, and exact replies, against games that are played card by card."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import crewsat
from crewsat.hidden.blueprint import SIZE, Blueprint
from crewsat.hidden.board import Position
from crewsat.hidden.bots import BlueprintBot, Bot, GreedyBot, RandomBot, SearchBot
from crewsat.hidden.dealing import consistent
from crewsat.hidden.playing import Game
from crewsat.hidden.search import Settings, finish, search
from crewsat.hidden.view import View
from crewsat.studies.tiny_crew import sweeps, unfolding
from crewsat.studies.tiny_crew.all_deals import chosen, preferences, searched
from crewsat.studies.tiny_crew.bot_policy import played_by
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.policy import Policy
from crewsat.studies.tiny_crew.replies import all_reply, best_reply, improved, reply_in_turn
from crewsat.studies.tiny_crew.rules import Play
from crewsat.studies.tiny_crew.views import Views, card_of, generator_at
from crewsat.tiny_crew import TinyCrew
from tests.studies.tiny_crew.test_policies import random_policy
from tests.support.chunks import few_of
from tests.support.tiny_crew_by_plays import all_deals

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.cards import Card
    from crewsat.hidden.generator import Generator

SIX = TinyCrew(colours=2, values=2, submarines=2)
NINE = TinyCrew(colours=2)
RELATIVES = (
    SIX,
    TinyCrew(colours=2, values=2, submarines=2, leader="captain"),
    TinyCrew(colours=3, values=2, submarines=0, leader=2, tasks="1 wins red1; 3 wins blue2; 2 wins at most 1 tricks"),
)
FREE = TinyCrew(colours=2, values=2, submarines=2, tasks="1 wins red1; anybody wins blue2")


def blueprint(seed: int) -> Blueprint:
    """Any weights."""
    rng = random.Random(seed)
    return Blueprint(tuple(rng.randrange(-900, 900) for _ in range(SIZE)))


def dealt(game: TinyCrew) -> list[tuple[int, ...]]:
    """The hands of every deal, as masks."""
    cards = len(game.deck.cards)
    whole, hands = (
        (1 << cards) - 1,
        [sum(1 << code for code in held) for held in combinations(range(cards), cards // 3)],
    )
    return [(one, two, whole ^ one ^ two) for one in hands for two in hands if not one & two]


def won_by_bots(game: TinyCrew, bot: Bot) -> int:
    """How many deals a bot wins in games that the referee replays."""
    silent = (0,) * game.rules.players
    return sum(Game(deal, bot, 1, signals_left=silent).run().won for deal in all_deals(game))


def best_value(game: TinyCrew, decides: Callable[[Play], int], player: int) -> int:
    """How many deals are won if one player replies as well as possible: by the tree of what that player sees."""

    def until(play: Play) -> Play:
        while play.won is None and play.player != player:
            play.play(decides(play))
        return play

    def most(plays: list[Play]) -> int:
        seen: dict[str, list[Play]] = {}
        for play in plays:
            if play.won is None:
                seen.setdefault(play.state_text(player, perfect=True), []).append(play)
        found = sum(play.won is True for play in plays)
        for group in seen.values():
            found += max(most([after(play, card) for play in group]) for card in group[0].legal())
        return found

    def after(play: Play, card: int) -> Play:
        other = play.copy()
        other.play(card)
        return until(other)

    return most([until(Play(game.rules, hands)) for hands in dealt(game)])


def listed(layers: Layers, array: Any) -> dict[str, list[int]]:  # noqa: ANN401 - an array
    """The cards with positive numbers in every state with a choice, the one with the largest number first."""
    states, found = layers.states, {}
    for text, start, count in zip(layers.texts(), states.start, states.count, strict=True):
        pairs = sorted(range(start, start + count), key=lambda pair: -array[pair]) if count > 1 else []
        found[text] = [int(states.code[pair]) for pair in pairs if array[pair] > 0]
    return {text: cards for text, cards in found.items() if cards}


def by_table(table: dict[str, list[int]]) -> Callable[[Play], int]:
    """What a deterministic policy plays; anything in states that are not listed."""

    def decides(play: Play) -> int:
        return (table.get(play.state_text(play.player, perfect=True)) or play.legal())[0]

    return decides


def decided(layers: Layers, seed: int) -> Any:  # noqa: ANN401 - an array
    """A random deterministic policy."""
    order = np.random.default_rng(seed).permutation(layers.pairs).astype(float)
    return chosen(layers, order, np.ones(layers.pairs, np.int8))


class Spy(RandomBot):
    """Notes its views."""

    def __init__(self) -> None:
        self.views: list[View] = []

    def choose(self, view: View, rng: Generator) -> Card:
        """Return a legal card."""
        self.views.append(view)
        return super().choose(view, rng)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*RELATIVES, FREE])
def test_views_are_those_of_a_validated_game_and_the_same_in_a_state(game: TinyCrew) -> None:
    views, rng = Views(game.rules), random.Random(5)
    known: dict[str, View] = {}
    for hands in dealt(game):
        play = Play(game.rules, hands)
        while play.won is None:
            player = play.player
            view = views.view(player, play.hands[player], play.leader, play.trick, play.past)
            text = play.state_text(player, perfect=True)
            assert known.setdefault(text, view) == view, text
            assert [game.rules.code(card) for card in view.legal] == play.legal(), text
            play.play(rng.choice(play.legal()))
    for text, view in rng.sample(sorted(known.items()), 40):
        assert View.parse(view.to_json()) == view, text
        assert view.signals_left == (0, 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("game", RELATIVES)
@pytest.mark.parametrize("bot", [GreedyBot(), BlueprintBot(blueprint(3))])
def test_a_policy_wins_the_games_that_its_bot_wins(game: TinyCrew, bot: Bot) -> None:
    policy = game.policy_of(bot)
    won = won_by_bots(game, bot)
    assert game.evaluate(policy).value * len(dealt(game)) == pytest.approx(won)
    assert game.won_by(bot) == won
    assert won > 0


def test_bots_that_draw_are_deterministic_given_a_seed() -> None:
    one, again, other = (SIX.policy_of(RandomBot(), seed=seed) for seed in (1, 1, 2))
    assert one == again != other
    assert {chance for said in one.table.values() for chance in said.values()} == {1.0}
    asked = {generator_at(seed, state).next() for seed in (1, 2) for state in ("hand:red1", "hand:red2")}
    assert len(asked) == 4


def test_what_is_reached_is_enough_to_count_wins() -> None:
    """The same number as from the policy with all states, for a bot that draws."""
    bot = SearchBot(blueprint(4), samples=3)
    assert SIX.won_by(bot, seed=9) == round(SIX.evaluate(SIX.policy_of(bot, seed=9)).value * 90)


def test_a_card_that_may_not_be_played_is_refused() -> None:
    class Wrong(Bot):
        name = "wrong"

        def choose(self, view: View, rng: Generator) -> Card:  # noqa: ARG002 - of every bot
            return view.cards[-1]

    with pytest.raises(crewsat.WrongOption, match="bot 'wrong' plays 'submarine2', which may not be played; allowed"):
        SIX.policy_of(Wrong())
    view = Views(SIX.rules).view(0, 3, 0, (), ())
    assert card_of(GreedyBot(), view, generator_at(0, "")) in {0, 1}


@pytest.mark.parametrize("seed", range(4))
def test_replies_with_six_cards_are_those_of_brute_force(seed: int) -> None:
    layers = Layers(SIX.rules, "perfect")
    array = decided(layers, seed)
    for player in (1, 2, 3):
        found = SIX.evaluate(SIX.reply(Policy.of(SIX, layers, array), player)).value * 90
        assert round(found, 6) == best_value(SIX, by_table(listed(layers, array)), player - 1), (seed, player)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(range(9)))
def test_replies_with_nine_cards_are_those_of_the_tree_of_what_a_player_sees(seed: int) -> None:
    player, layers = seed % 3, Layers(NINE.rules, "perfect")
    array = decided(layers, seed)
    replied = best_reply(layers, array, player)
    found = best_value(NINE, by_table(listed(layers, array)), player)
    assert sweeps.deals_won(layers, replied) == found > sweeps.deals_won(layers, array), seed
    assert (best_reply(layers, replied, player) == replied).all()
    others = np.repeat(layers.states.player != player, layers.states.count)
    assert (replied[others] == array[others]).all()


@pytest.mark.slow
def test_a_reply_to_players_who_mix_their_cards_is_worth_no_less_than_any_improvement() -> None:
    policy = random_policy(SIX, "printed", 8)
    before = SIX.evaluate(policy).value
    after = [SIX.evaluate(SIX.reply(policy, player)).value for player in (1, 2, 3)]
    assert min(after) >= before - 1e-9
    assert max(after) > before


@pytest.mark.slow
def test_replies_in_turn_end_where_no_player_can_win_more() -> None:
    layers = Layers(NINE.rules, "perfect")
    start = decided(layers, 11)
    end = reply_in_turn(layers, start)
    won = sweeps.deals_won(layers, end)
    assert [sweeps.deals_won(layers, best_reply(layers, end, player)) for player in range(3)] == [won] * 3
    assert sweeps.deals_won(layers, improved(layers, end)) == won > sweeps.deals_won(layers, start)
    together = all_reply(layers, start)
    for player in range(3):
        mine = np.repeat(layers.states.player == player, layers.states.count)
        assert (together[mine] == best_reply(layers, start, player)[mine]).all()


@pytest.mark.parametrize(("player", "shown"), [(0, "0"), (4, "4"), (True, "True"), ("1", "'1'")])
def test_players_who_do_not_play_cannot_reply(player: Any, shown: str) -> None:  # noqa: ANN401 - wrong on purpose
    with pytest.raises(crewsat.WrongOption, match=f"player {shown} is not valid; allowed: 1 to 3"):
        SIX.reply(SIX.policy_of(GreedyBot()), player)
    with pytest.raises(crewsat.WrongOption, match="the policy is for another game"):
        NINE.reply(SIX.policy_of(GreedyBot()), 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", few_of([*RELATIVES, NINE], usual=3))
def test_preferences_are_those_of_the_blueprint(game: TinyCrew) -> None:
    layers, policy = Layers(game.rules, "perfect"), blueprint(6)
    preferred = preferences(layers, policy)
    assert (chosen(layers, np.zeros(layers.pairs), preferred) == played_by(layers, BlueprintBot(policy))).all()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "states"), few_of([(SIX, 100), (NINE, 30)]))
def test_search_with_all_deals_is_that_of_bots_with_every_deal_once(game: TinyCrew, states: int) -> None:
    """In random states, by enumerating the deals that fit the view and playing each of them to the end."""
    layers, policy = Layers(game.rules, "perfect"), blueprint(2)
    preferred = preferences(layers, policy)
    found = searched(layers, chosen(layers, np.zeros(layers.pairs), preferred), preferred)
    numbers = np.flatnonzero(layers.states.count > 1).tolist()
    some = sorted(random.Random(1).sample(numbers, states))
    for number, (player, hand, leader, cards, past) in zip(some, layers.keys(some), strict=True):
        view = Views(game.rules).view(player, hand, leader, cards, past or ())
        start, count = layers.states.start[number], layers.states.count[number]
        place = int(np.argmax(found[start : start + count]))
        code = int(layers.states.code[start + place])
        assert game.rules.code(view.cards[searched_card(view, policy)]) == code, view.to_json()


def searched_card(view: View, policy: Blueprint) -> int:
    """The card that wins most of the deals that fit if the blueprint plays on; of equal ones the blueprint's."""
    position = Position.of(view)
    worth: dict[int, tuple[int, int]] = {}
    for one in search(position, policy, 0, Settings(samples=1, drops=False)):
        won = 0
        for hands in consistent(view).fitting.enumerate():
            held = list(hands)
            held[position.me] = position.hand & ~(1 << one.card)
            board = position.board.copy()
            board.play(position.rules, one.card)
            won += finish(position.rules, board, policy, held)
        worth[one.card] = won, one.score
    return max(worth, key=lambda card: worth[card])


@pytest.mark.slow
@pytest.mark.parametrize("pruned", [False, True])
def test_beliefs_count_only_deals_in_which_all_have_played_so(pruned: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By playing every deal card by card: in each state that is reached, no card wins more of the deals that get there.

    What plays on is a random policy, and so are ties; some cards count as equal to others. Layers of larger decks leave
    out what cannot be won.
    """
    monkeypatch.setattr(unfolding, "MOST_CARDS", 3 if pruned else 9)
    layers, rng = Layers(NINE.rules, "perfect"), np.random.default_rng(4)
    preferred = np.where(rng.random(layers.pairs) < 0.2, 0, 1 + rng.permutation(layers.pairs))
    preferred[layers.states.start] = layers.pairs + 1
    goes_on = decided(layers, 5)
    found = listed(layers, searched(layers, goes_on, preferred, believing=True))
    chooses, on = by_table(found), by_table(listed(layers, goes_on))
    worth: dict[str, dict[int, int]] = {}
    for hands in dealt(NINE):
        play = Play(NINE.rules, hands)
        while play.won is None:
            counted = worth.setdefault(play.state_text(play.player, perfect=True), {})
            for card in play.legal():
                counted[card] = counted.get(card, 0) + wins_after(play, card, on)
            play.play(chooses(play))
    allowed = listed(layers, preferred)
    compared = 0
    for text in worth.keys() & found.keys():
        (card,), won = found[text], worth[text]
        assert won[card] == max(won[one] for one in allowed[text]), text
        compared += len(set(won.values())) > 1
    assert compared > 300


def wins_after(play: Play, card: int, decides: Callable[[Play], int]) -> bool:
    """Whether a deal is won after a card, if a policy plays on."""
    play = play.copy()
    play.play(card)
    while play.won is None:
        play.play(decides(play))
    return bool(play.won)


@pytest.mark.slow
def test_the_yardstick_is_of_the_bots_themselves() -> None:
    policy = blueprint(7)
    found = SIX.yardstick([1, 2], blueprint=policy)
    assert found.digest == policy.digest
    assert found.deals == 90
    assert found.random == pytest.approx(3)
    assert found.greedy == SIX.won_by(GreedyBot())
    assert found.blueprint == SIX.won_by(BlueprintBot(policy))
    assert found.sampled == tuple((number, SIX.won_by(SearchBot(policy, samples=number))) for number in (1, 2))
    assert found.search <= min(found.replies)
    assert found.replies[0] <= found.in_turn <= 9
    assert found.as_dict()["replies"] == found.replies


@pytest.mark.slow
@pytest.mark.parametrize("game", few_of([SIX, NINE]))
def test_no_number_changes_if_what_cannot_be_won_is_left_out(game: TinyCrew, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is for larger decks."""
    policy = blueprint(8)
    whole = game.yardstick([2], blueprint=policy)
    monkeypatch.setattr(unfolding, "MOST_CARDS", 3)
    assert Layers(game.rules, "perfect").pruned
    again = game.yardstick([2], blueprint=policy)
    assert again.as_dict() == whole.as_dict() | {"random": pytest.approx(whole.random)}
    listed = game.policy_of(GreedyBot())
    assert round(game.evaluate(listed).value * whole.deals) == whole.greedy
