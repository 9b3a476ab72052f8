"""Whole games of bots: their order, the rule of the greedy bot, limits on signals, faults, and the referee."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.crew.plain_play import greedy, wins
from crewsat.base.errors import BugFound, InvalidInstance, UnknownFeature, WrongOption
from crewsat.engine.verify import verify
from crewsat.games.cards import Card
from crewsat.games.crew.assignment import fits
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.missions import planet_nine_missions
from crewsat.hidden import playing
from crewsat.hidden.bots import BOTS, Bot, GreedyBot, RandomBot, bot_named
from crewsat.hidden.drafting import drafted, given_to, may_pass, offered
from crewsat.hidden.games import why_not_played, without_choices
from crewsat.hidden.generator import Generator
from crewsat.hidden.playing import PlayedGame, play, replay
from crewsat.hidden.signals import Signal
from crewsat.hidden.talking import talk_of, true_signals
from crewsat.hidden.view import view_of

if TYPE_CHECKING:
    from crewsat.hidden.view import View

TINY = Crew(hands=[["a1", "b2"], ["a2", "b1"]], leader=1, objectives=[{"card": "b1", "owner": 1}])


class Scripted(RandomBot):
    """Answers as it is told, and notes what it was asked."""

    name = "scripted"

    def __init__(self, **answers: Any) -> None:  # noqa: ANN401 - of bots, right or wrong
        self.answers = answers
        self.asked: list[tuple[str, int]] = []

    def choose(self, view: View, rng: Generator) -> Card:
        """Return the answer, or a random card."""
        self.asked.append(("choose", view.me))
        card: Card = self._answer("choose", view, super().choose(view, rng))
        return card

    def signal(self, view: View, rng: Generator) -> Signal | None:  # noqa: ARG002 - of every bot
        """Return the answer, or none."""
        self.asked.append(("signal", view.me))
        signal: Signal | None = self._answer("signal", view, None)
        return signal

    def draft(self, view: View, rng: Generator) -> str | None:
        """Return the answer, or a random goal."""
        self.asked.append(("draft", view.me))
        name: str | None = self._answer("draft", view, super().draft(view, rng))
        return name

    def _answer(self, kind: str, view: View, otherwise: Any) -> Any:  # noqa: ANN401
        answer = self.answers.get(kind, otherwise)
        return answer(view) if callable(answer) else answer


def owned_deal(seed: int) -> Crew:
    """A deal of some kind whose goals all have owners."""
    rng = random.Random(seed)
    players = rng.choice((3, 4, 5))
    kind = rng.randrange(3)
    if kind == 0:
        return RandomDeal(players=players, objectives=rng.randint(1, 5)).with_seed(seed)
    if kind == 1:
        return DeepSeaDeal(players=players, difficulty=rng.randint(1, 12), drafted=True).with_seed(seed)
    mission = rng.choice([one.number for one in planet_nine_missions()])
    return MissionDeal(mission=mission, players=players, drafted=True).with_seed(seed)


@pytest.mark.slow
def test_the_greedy_bot_plays_by_the_rule_of_plain_play() -> None:
    """It sees a view only, and wins the same deals as the rule does that is used by sweeps."""
    won = 0
    for seed in range(240):
        deal = without_choices(owned_deal(seed))
        if why_not_played(deal) is None and not deal.free_goals:
            game = play(deal, GreedyBot(), seed)
            assert game.won == wins(deal, greedy, random.Random(seed)), deal.to_json()
            won += game.won
    assert won > 20


@pytest.mark.slow
def test_games_that_are_won_are_replayed_by_the_referee_and_others_are_not_won(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed: list[PlayedGame] = []
    monkeypatch.setattr(playing, "replay", replayed.append)
    for seed in range(60):
        game = play(RandomDeal(players=3, objectives=2).with_seed(seed), GreedyBot(), seed)
        assert (game in replayed) == game.won
        if game.won:
            verify(game.deal, game.tricks)
            replay(game)
    assert len(replayed) > 10
    game = replayed[0]
    wrong = PlayedGame(game.deal, (), (), game.tricks[:-1], won=True)
    with pytest.raises(BugFound, match="a game of bots is not won"):
        replay(wrong)


def test_the_order_of_a_game() -> None:
    """Drafts in turn from the leader, signals before each trick by those who have one left, then cards in turn."""
    for seed in range(100):
        deal = RandomDeal(players=3, objectives=4, suits=2, values=6, trumps=0, leader=2, assignment="draft").with_seed(
            seed
        )
        bot = Scripted(signal=lambda view: true_signals(view)[0] if view.me == 1 and view.finished == 1 else None)
        game = play(deal, bot, seed)
        if len(game.tricks) > 2:
            break
    turns = [*(("draft", k) for k in (2, 3, 1, 2)), *((kind, k) for kind in ("signal", "choose") for k in (2, 3, 1))]
    assert bot.asked[:10] == turns
    assert [player for player, _ in game.drafted] == [2, 3, 1, 2]
    assert {goal.id: goal.owner for goal in game.deal.goals} == {name: player for player, name in game.drafted}
    assert game.deal.assignment == "any"
    asked = [who for kind, who in bot.asked if kind == "signal"]
    assert asked[3:6] == [(game.tricks[0].winner - 1 + k) % 3 + 1 for k in range(3)]
    assert [(one.player, one.before_trick) for one in game.signals] == [(1, 2)]
    assert 1 not in asked[6:]
    assert len(asked[6:]) == 2 * (len(game.tricks) - 2)


@pytest.mark.parametrize("mode", ["any", "draft", "balanced", "draft_or_pass", "one_player", "one_player_but_leader"])
def test_free_goals_are_shared_out_as_the_assignment_allows(mode: Any) -> None:  # noqa: ANN401 - a literal
    for seed in range(30):
        objectives = 1 + seed % 5
        deal = RandomDeal(players=3, objectives=objectives, assignment=mode).with_seed(seed)
        game = play(deal, RandomBot(), seed)
        owners = [objective.owner for objective in game.deal.objectives]
        shares = [owners.count(player) for player in (1, 2, 3)]
        assert sum(shares) == objectives
        assert fits(mode, shares, deal.leader or 1), game.deal.to_json()
        assert sorted(name for _, name in game.drafted) == sorted(goal.id for goal in deal.free_goals)


def test_players_pass_only_where_others_can_take_the_rest() -> None:
    deal = RandomDeal(players=3, objectives=2, leader=1, assignment="draft_or_pass").with_seed(1)
    assert [may_pass(deal, player) for player in (1, 2, 3)] == [True, False, False]
    game = play(deal, Scripted(draft=lambda view: None if view.me == 1 else offered(view, view.me)[0]), 0)
    assert [player for player, _ in game.drafted] == [2, 3]
    late = play(deal, Scripted(draft=lambda view: None if view.me == 2 else offered(view, view.me)[0]), 0)
    assert [player for player, _ in late.drafted] == [1, 3]
    none = play(deal, Scripted(draft=lambda _: None), 0)
    assert none.fault is not None
    assert (none.fault.player, none.fault.place) == (2, "draft")
    many = RandomDeal(players=3, objectives=4, leader=1, assignment="draft_or_pass").with_seed(1)
    assert not any(may_pass(many, player) for player in (1, 2, 3))


def test_tasks_that_nobody_in_a_seat_can_meet_are_not_offered_there() -> None:
    deal = DeepSeaDeal(players=4, tasks=(53, 1)).with_seed(3)
    captain = deal.leader or 1
    other = captain % 4 + 1
    assert offered(deal, captain) == ("1",)
    assert offered(deal, other) == ("53", "1")
    alone = given_to(deal, "1", other)
    assert offered(alone, captain) == ()
    forced = alone.with_fields(assignment="draft")
    assert offered(forced, captain) == ("53",)


def test_a_single_player_who_may_not_take_goals_has_lost() -> None:
    deal = Crew(
        hands=[["a1"]], leader=1, objectives=[{"card": "a1", "owner": None}], assignment="one_player_but_leader"
    )
    game = play(deal, RandomBot(), 0)
    assert (game.won, game.fault, game.tricks) == (False, None, ())
    assert play(deal.model_copy(update={"assignment": "one_player"}), RandomBot(), 0).won


def test_who_leads_is_drawn_if_the_crew_may_choose() -> None:
    deal = RandomDeal(players=4, leader="free").with_seed(1)
    leaders = {play(deal, RandomBot(), seed).deal.leader for seed in range(20)}
    assert leaders == {1, 2, 3, 4}


def test_limits_on_signals_are_those_of_the_mission() -> None:
    limited = {one.number for one in planet_nine_missions() if one.communication}
    kinds: dict[int, Any] = {}
    for number in sorted(limited | {1}):
        deal = MissionDeal(mission=number, players=4).with_seed(2)
        talk = talk_of(deal)
        kinds[number] = (sum(talk.left), talk.first)
    assert {number for number, kind in kinds.items() if kind == (0, 1)} == {6, 14, 21, 25, 29, 39}
    assert {number for number, kind in kinds.items() if kind == (3, 1)} == {11}
    assert {number for number, kind in kinds.items() if kind == (4, 2)} == {18, 30}
    assert {number for number, kind in kinds.items() if kind == (4, 3)} == {19, 28, 38}
    assert kinds[1] == (4, 1)
    for about in (None, {}, {"mission": "6"}, {"mission": 60}, {"mission": True}):
        assert talk_of(RandomDeal(players=3).with_seed(1).with_fields(about=about)) == ((1, 1, 1), 1)


@pytest.mark.parametrize("mission", [6, 11, 19])
def test_limits_on_signals_are_kept(mission: int) -> None:
    deal = without_choices(MissionDeal(mission=mission, players=4, drafted=True).with_seed(5))
    bot = Scripted(signal=lambda view: true_signals(view)[0] if true_signals(view) else None)
    game = play(deal, bot, 1)
    givers = [signal.player for signal in game.signals]
    assert len(givers) == len({*givers})
    assert all(signal.before_trick >= talk_of(deal).first for signal in game.signals)
    assert len(givers) <= sum(talk_of(deal).left)
    if mission == 11:
        assert len(givers) == 3
        assert (deal.leader or 1) - 2 not in {(player - 1) % 4 for player in givers} | {-1} or deal.leader == 1


def test_true_signals() -> None:
    deal = Crew(hands=[["a1", "a5", "a3", "b2", "z1"], ["a2", "a4", "b1", "b3", "z2"]], leader=1, trump="z")
    found = [(str(one.card), one.says) for one in true_signals(view_of(deal, 1))]
    expected = [("a1", "lowest"), ("a5", "highest"), ("b2", "only"), ("b2", "highest"), ("b2", "lowest")]
    assert found == expected
    assert {(one.player, one.before_trick) for one in true_signals(view_of(deal, 1))} == {(1, 1)}


LATER = Signal(player=1, card=Card("b", 2), says="highest", before_trick=2)

FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a card that is not held": (
        {"choose": Card("a", 2)},
        "trick 1: 'a2' is not a card that may be played; allowed: a1",
    ),
    "a text": ({"choose": "a1"}, "trick 1: 'a1' is not a card"),
    "nothing": ({"choose": lambda _: None}, "trick 1: 'None' is not a card"),
    "an error": ({"choose": lambda _: 1 // 0}, "trick 1: ZeroDivisionError: "),
    "an error with controls": ({"choose": lambda _: BOTS["\x1b[31m"]}, "trick 1: KeyError: "),
    "a signal of another trick": ({"signal": LATER}, "signal before trick 1: "),
    "a word": ({"signal": "b2 highest"}, "signal before trick 1: 'b2 highest' is not a signal"),
    "an error of a signal": ({"signal": lambda _: TINY.hands[2]}, "signal before trick 1: IndexError: "),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_bot_that_does_what_is_not_allowed_is_named_and_has_lost(name: str) -> None:
    answers, message = FAULTS[name]
    game = play(TINY, [Scripted(**answers), RandomBot()], 0)
    assert not game.won
    assert f"bot 'scripted', player 1, {message}" in str(game.fault)
    assert str(game.fault).isprintable()
    assert game.as_dict()["fault"]["bot"] == "scripted"


def test_faults_in_drafts() -> None:
    deal = RandomDeal(players=3, objectives=2, leader=1, assignment="draft").with_seed(1)
    for answer in ("nonsense", None, 3, deal.goals[0]):
        game = play(deal, Scripted(draft=lambda _, answer=answer: answer), 0)
        assert game.fault is not None
        assert str(game.fault).startswith("bot 'scripted', player 1, draft: ")
        assert not game.tricks


class Broken(Bot):
    """It raises an error."""

    def choose(self, view: View, rng: Generator) -> Card:  # noqa: ARG002 - of every bot
        """Do what is not allowed."""
        raise RuntimeError("broken")


def test_a_bot_that_raises_is_at_fault() -> None:
    game = play(TINY, Broken(), 0)
    assert str(game.fault) == "bot 'Broken', player 1, trick 1: RuntimeError: broken"


def test_a_bot_must_choose_cards() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Bot()  # type: ignore[abstract]


def test_as_many_bots_as_players() -> None:
    with pytest.raises(ValueError, match="3 bots for 2 players"):
        play(TINY, [RandomBot()] * 3, 0)


def test_what_bots_do_not_know_is_refused_in_one_line() -> None:
    covered = MissionDeal(mission=1, players=2).with_seed(1)
    must_pass = MissionDeal(mission=12, players=4).with_seed(1)
    may = RandomDeal(distress=True).with_seed(1)
    tokens = MissionDeal(mission=23, players=4).with_seed(1)
    for deal in (covered, must_pass, may, tokens):
        with pytest.raises(UnknownFeature, match="a game of bots does not support") as refused:
            play(deal, RandomBot(), 0)
        assert "\n" not in str(refused.value)
    assert why_not_played(covered) == "cards are covered"
    assert why_not_played(must_pass) == "cards must be passed"
    assert why_not_played(DeepSeaDeal(tasks=(95,)).with_seed(1)) is not None
    assert (why_not_played(may), why_not_played(tokens)) == (None, None)
    for deal in (may, tokens):
        assert not play(without_choices(deal), RandomBot(), 0).fault
    many = RandomDeal(players=9, suits=2, values=9).with_seed(1)
    assert why_not_played(many) == "there are 9 players and 22 cards, and bots know at most 8 players and 64 cards"
    with pytest.raises(InvalidInstance):
        play(many, RandomBot(), 0)


def test_every_mission_is_played_or_left_out_with_a_reason() -> None:
    left_out = set()
    for mission in planet_nine_missions():
        deal = MissionDeal(mission=mission.number, players=5).with_seed(mission.number)
        if why_not_played(deal) is None:
            assert play(without_choices(deal), GreedyBot(), 1).fault is None, deal.to_json()
        else:
            left_out.add(mission.number)
    assert left_out == {12}


def test_the_same_seed_gives_the_same_game() -> None:
    deal = RandomDeal(players=4, objectives=1).with_seed(3)
    games = [play(deal, RandomBot(), seed).as_dict() for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_position_goes_on() -> None:
    deal = RandomDeal(players=3, objectives=3).with_seed(2)
    tricks = play(deal, RandomBot(), 2).tricks
    assert tricks
    begun = Crew(**{**deal.given(), "hands_are": "dealt", "played": [tricks[0].cards[:2]]})
    game = play(begun, RandomBot(), 1)
    assert game.tricks[0].cards[:2] == tricks[0].cards[:2]


def test_the_bots_by_name() -> None:
    assert [*BOTS] == ["random", "greedy", "blueprint", "search"]
    assert bot_named("random").key == RandomBot().key
    assert bot_named("random").key != bot_named("greedy").key
    assert bot_named(f"{__name__}:Scripted").name == "scripted" if "." in __name__ else True
    wrong = {
        "greedi": "'greedi' is not a bot; did you mean greedy?",
        "nonsense:Bot": "there is no bot 'nonsense:Bot': No module named 'nonsense'",
        "crewsat.hidden.bots:Nobody": "there is no bot 'crewsat.hidden.bots:Nobody': ",
        "crewsat.hidden.bots:bot_named": "is not a class with a method 'choose'",
        "crewsat.games.crew.instance:Crew": "is not a class with a method 'choose'",
        ":": "':' is not a bot",
        "crewsat.hidden.bots:": "is not a bot",
        "..:Bot": "there is no bot '..:Bot'",
    }
    for name, message in wrong.items():
        with pytest.raises(WrongOption) as refused:
            bot_named(name)
        assert message in str(refused.value)
        assert "\n" not in str(refused.value)


def test_a_digest_is_of_the_text_of_the_class_and_the_version() -> None:
    class Other(GreedyBot):
        version = "2"

    assert Other().digest != GreedyBot().digest
    assert len(Broken().digest) == 64
    assert Broken().digest == Broken().digest


def test_who_takes_it_all_is_drawn_from_the_generator() -> None:
    deal = RandomDeal(players=4, objectives=3, assignment="one_player_but_leader").with_seed(1)
    takers = {drafted(deal, lambda *_: None, Generator(seed))[1][0][0] for seed in range(30)}
    assert takers == {1, 2, 3, 4} - {deal.leader}
