"""Reviews with what the players could know: where that is everything, what others hold, clear mistakes, and time."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance, UnknownFeature, WrongOption
from crewsat.engine.options import Options
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.walk import Walk
from crewsat.games.hanabi.decks import RandomGame
from crewsat.hidden import known as known_of
from crewsat.hidden.advice import Advisor, CardAdvice
from crewsat.hidden.dealing import consistent
from crewsat.hidden.generator import Generator
from crewsat.hidden.known import KnownCard, known_review
from crewsat.hidden.shares import Share
from crewsat.hidden.view import view_of
from tests.support.played_games import played

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.engine.limits import Limits
    from crewsat.hidden.known import KnownReview

FEW = 8
"""Deals that are looked at for a card, where no number matters."""


def reviewed(game: Crew, *, samples: int = FEW, **options: Any) -> KnownReview:  # noqa: ANN401 - those of a review
    """The review of a game."""
    return known_review(Options(**options), game, samples=samples)


def small_game(seed: int, players: int, care: float = 0.5) -> Crew:
    """A game with few cards."""
    deal = RandomDeal(players=players, suits=2, values=5, trumps=2, objectives=3).with_seed(seed)
    return played(deal, seed, care=care)


def cards_of(review: KnownReview) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The steps of a review as JSON, and what is known of them."""
    for step in review.as_dict()["steps"]:
        yield step, step["hidden"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2])
def test_who_can_know_all_hands_is_judged_by_open_hands(players: int) -> None:
    """Exactly one deal fits: a card keeps it won with open hands or not, and is a mistake if it lost the game."""
    lost = cards = 0
    for seed in range(14):
        game = small_game(seed, players)
        state = crewsat.State(game.as_dealt())
        review = reviewed(game)
        assert review.reason is None
        for number, (step, known) in enumerate(cards_of(review), 1):
            answers = {str(option.card): option.answer == "yes" for option in state.options()}
            assert (known["consistent"], known["deals"]) == (1, 1)
            expected = float(answers[step["card"]])
            assert [*known["wins_open"].values()] == [expected] * 3, game.to_json()
            assert [*known["best"]["wins_open"].values()] == [float(any(answers.values()))] * 3, game.to_json()
            lost_with = review.lost_with is not None and review.lost_with.step == number
            assert (known["mistake"] is True) == lost_with, game.to_json()
            if len(answers) == 1 or not any(answers.values()):
                assert known["mistake"] is False
            lost += lost_with
            cards += 1
            state.play(state.legal()[[*map(str, state.legal())].index(step["card"])])
    assert (lost > 5) == (players == 2)  # one player wins every trick
    assert cards > 40


@pytest.mark.slow
def test_the_last_trick_has_no_choice() -> None:
    """Nobody has a choice in it, and whoever plays the last card knows how the game ends."""
    tried = 0
    for seed in range(60):
        game = small_game(seed, 3, care=0.9)
        if len(game.played) < game.as_dealt().tricks or tried == 6:
            continue
        review = reviewed(game)
        steps = [*cards_of(review)][-3:]
        for step, known in steps:
            assert (step["legal"], known["mistake"]) == (1, False), game.to_json()
            assert known["best"]["card"] == step["card"]
            assert known["best"]["wins_open"] == known["wins_open"]
        known = steps[-1][1]
        assert known["consistent"] == 1
        assert known["wins_open"]["share"] == float(bool(review.won)), game.to_json()
        assert known["wins_bot"]["share"] == float(bool(review.won)), game.to_json()
        tried += 1
    assert tried > 5


@pytest.mark.slow
def test_a_card_is_judged_as_advice_does() -> None:
    """The numbers of a card are those of the advice in the view which its player had then, by the same seed."""
    game = small_game(3, 3)
    walk = Walk(game.as_dealt())
    for step, known in cards_of(reviewed(game, seed=5)):
        view = view_of(walk.instance, step["player"])
        found = Advisor(view, samples=FEW, seed=5).advise()
        of = {str(one.card): one.as_dict() for one in found.options}
        assert known["consistent"] == found.consistent
        assert {name: of[step["card"]][name] for name in ("wins_open", "wins_bot")} == {
            name: known[name] for name in ("wins_open", "wins_bot")
        }
        if known["best"]["card"] != step["card"]:
            assert known["best"]["card"] == str(found.card)
        walk.play(walk.legal()[[*map(str, walk.legal())].index(step["card"])])


@pytest.mark.slow
def test_nothing_is_known_of_other_hands() -> None:
    """In another deal that fits the view of a player, what is known of the player's card is the same."""
    other_hands = 0
    for seed in range(10, 12):
        game = small_game(seed, 3, care=0.8)
        review = reviewed(game)
        walk = Walk(game.as_dealt())
        for number, step in enumerate(review.steps):
            view = view_of(walk.instance, walk.player or 1)
            hands = consistent(view).sample(Generator(seed))
            card = walk.legal()[[*map(str, walk.legal())].index(step.move["card"])]
            position = walk.instance.with_fields(hands=hands)
            other_hands += position.hands != walk.instance.hands
            changed = Walk(position)
            changed.play(card)
            assert reviewed(changed.instance).known[number] == review.known[number], game.to_json()
            walk.play(card)
    assert other_hands > 10


@pytest.mark.slow
def test_a_clear_mistake_is_called_one() -> None:
    """Player 3 ends a trick that player 2 must win, and takes it; with the other card of the suit player 2 wins it."""
    deal: dict[str, Any] = {
        "hands": [["a2", "b1", "b5"], ["a3", "b3", "b4"], ["a5", "a1", "b2"]],
        "leader": 1,
        "objectives": [{"card": "a3", "owner": 2}],
        "hands_are": "dealt",
    }
    review = reviewed(Crew(**deal, played=[["a2", "a3", "a5"]]), samples=40)
    found = review.as_dict()["steps"][2]["hidden"]
    assert found["wins_open"] == {"share": 0.0, "low": 0.0, "high": 0.0}
    assert (found["best"]["card"], found["best"]["wins_open"]["share"]) == ("a1", 1.0)
    assert (found["mistake"], found["lost_in_all"]) == (True, True)
    assert review.mistakes == 1
    kept = reviewed(Crew(**deal, played=[["a2", "a3", "a1"]]), samples=40).as_dict()["steps"][2]["hidden"]
    assert (kept["mistake"], kept["best"]["card"]) == (False, "a1")


def weighed(card: str, *shares: tuple[float, float, float]) -> CardAdvice:
    """What is known of a card with these two shares and intervals."""
    wins_open, wins_bot = (Share(*share) for share in shares)
    return CardAdvice(crewsat.Card.parse(card), wins_open, wins_bot, lost_in_all=False, score=0.0)


@pytest.mark.parametrize(
    ("played_open", "played_bot", "mistake"),
    [
        ((0.5, 0.4, 0.6), (0.4, 0.3, 0.5), True),  # both are apart
        ((0.8, 0.7, 0.9), (0.4, 0.3, 0.5), True),  # one is
        ((0.8, 0.7, 0.9), (0.6, 0.5, 0.7), None),
        ((0.5, 0.4, 0.6), (0.7, 0.6, 0.8), True),  # as good by the other one
        ((0.5, 0.4, 0.6), (0.71, 0.6, 0.8), None),  # ahead by the other one
        ((0.5, 0.4, 0.8), (0.5, 0.4, 0.6), None),  # where one interval ends the other one begins
    ],
)
def test_what_is_called_a_mistake(
    played_open: tuple[float, float, float], played_bot: tuple[float, float, float], mistake: bool | None
) -> None:
    best = weighed("a2", (0.9, 0.8, 1.0), (0.7, 0.6, 0.8))
    found = KnownCard(weighed("a1", played_open, played_bot), best, choice=True, consistent=100, deals=40)
    assert found.mistake is mistake
    assert replace(found, played=best).mistake is False


def test_cards_of_equal_score_are_no_mistakes() -> None:
    """The first card of the hand is advised; another one that is as good is the best one, too."""
    deal = Crew(hands=[["b1", "b2", "a1"], ["b4", "b5", "a2"]], leader=1, objectives=[{"card": "a2", "owner": 2}])
    game = Crew(**{**deal.as_dict(), "played": [["b2", "b4"]], "hands_are": "dealt"})
    first = reviewed(game).as_dict()["steps"][0]
    assert (first["card"], first["legal"]) == ("b2", 3)
    assert (first["hidden"]["best"]["card"], first["hidden"]["mistake"]) == ("b2", False)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_review() -> None:
    deal = RandomDeal(players=3, suits=3, values=7, trumps=3, objectives=4).with_seed(2)
    game = played(deal, 2, cards=6)
    found = [reviewed(game, seed=seed).as_dict() for seed in (1, 1, 2)]
    steps = [[step["hidden"] for step in one["steps"]] for one in found]
    assert steps[0] == steps[1]
    assert steps[0] != steps[2]
    assert [one["hidden"]["seed"] for one in found] == [1, 1, 2]
    assert [*steps[0][0]] == ["consistent", "deals", "wins_open", "wins_bot", "best", "mistake"]
    assert [*found[0]["hidden"]] == ["bot", "samples", "seed", "choices", "mistakes", "possible"]
    without = {key: value for key, value in found[0].items() if key not in {"steps", "hidden", "statistics"}}
    plain = crewsat.review(game, seed=1).as_dict()
    assert without == {key: value for key, value in plain.items() if key not in {"steps", "statistics"}}
    assert [{**step, "hidden": 0} for step in plain["steps"]] == [{**step, "hidden": 0} for step in found[0]["steps"]]


@pytest.mark.slow
def test_cards_for_which_there_is_no_time_have_no_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were finished are the same as without a limit, and the review is incomplete."""
    game, weigh = small_game(0, 3), known_of._weighed
    whole, seen = reviewed(game), iter(range(100))

    def late(view: Any, card: Any, limits: Limits, drawn: tuple[int, int]) -> KnownCard | None:  # noqa: ANN401
        """Three cards have as much time as they need."""
        if limits.deadline is None or next(seen) < 3:
            return weigh(view, card, replace(limits, deadline=None), drawn)
        time.sleep(max(0.0, limits.deadline - time.monotonic()))
        return weigh(view, card, limits, drawn)

    monkeypatch.setattr(known_of, "_weighed", late)
    found = reviewed(game, time_limit=0.5)
    assert found.reason == "time"
    assert len(found.known) == len(whole.known) > 4
    assert found.known[3:] == (None,) * (len(whole.known) - 3)
    assert found.known[:3] == whole.known[:3]
    assert ["hidden" in step for step in found.as_dict()["steps"]] == [one is not None for one in found.known]
    assert "could not be looked at" in str(found.printed(game)[-1])


@pytest.mark.slow
def test_deals_are_not_all_decided_for_a_card_that_loses_in_those_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long that would take does not depend on the number of deals asked for."""
    monkeypatch.setattr("crewsat.hidden.advice.decide", None)
    lost = 0
    for seed in range(4):
        game = small_game(seed, 3, care=0.0)
        review = reviewed(game, samples=2)
        lost += sum(one.played.wins_open.share == 0 and one.deals < one.consistent for one in review.known if one)
    assert lost > 2


HELD = "a1,3 / a2 b1; leader 1; "


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        (f"{HELD}anybody wins at least 1 trick", InvalidInstance, "tasks[0].owner: missing"),
        (f"{HELD}1 wins a1; anybody wins a2", InvalidInstance, "objectives[1].owner: missing"),
        (f"{HELD}anybody wins a2 a1; handover 1", UnknownFeature, "'handover'"),
        (f"{HELD}1 wins a2 [1]; 2 wins b1; retoken swap", UnknownFeature, "'retoken=swap'"),
        (f"{HELD}1 wins a2; passing", UnknownFeature, "'passing'"),
        ("a1,3 b2 / a2 b1,3; covered a3/b2; leader 1; 1 wins a2", UnknownFeature, "'covered'"),
        ("a1,3 / a2 b1; 1 wins a2", InvalidInstance, "leader: missing"),
        ("a1 / a2 / a3 / a4 / a5 / a6 / a7 / a8 / a9; leader 1; 1 wins a2", InvalidInstance, "at most 8 players"),
    ],
)
def test_what_views_do_not_express_is_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as refused:
        reviewed(crewsat.parse_text(text, whole=True))  # type: ignore[arg-type]
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_other_games_are_refused() -> None:
    with pytest.raises(WrongOption, match="hidden hands are reviewed in The Crew only, not in hanabi"):
        known_review(Options(), RandomGame(players=3).with_seed(1))
