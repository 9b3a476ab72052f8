"""Reviews: every verdict is that of a decision from scratch, and the strip shows what was said."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.engine.many import ask_many
from crewsat.engine.options import Options
from crewsat.questions.review import Review, Reviewing
from tests.support.chunks import chunks, few_of, sizes
from tests.support.played_games import played, real_game
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def positions(game: crewsat.Crew) -> Iterator[crewsat.Crew]:
    """The deal, and the position after each card until the play is over, as instances of their own."""
    fields = {**game.as_dict(), "hands": game.dealt, "hands_are": "dealt"}
    cards = [card for trick in game.played for card in trick]
    state = crewsat.State(crewsat.Crew(**{**fields, "played": []}))
    for number in range(len(cards) + 1):
        tricks = [cards[k : min(k + game.players, number)] for k in range(0, number, game.players)]
        yield crewsat.Crew(**{**fields, "played": tricks})
        if state.outcome.status != "open":
            return
        if number < len(cards):
            state.play(cards[number])


def check(game: crewsat.Crew, review: Review, method: str) -> None:
    """Compare a review with decisions from scratch, and its parts with each other."""
    assert review.reason is None
    answers = [crewsat.decide(one, method=method).answer for one in positions(game)]
    assert [step.answer for step in review.steps] == answers[1:], game.to_json()
    assert len(review.strip) == len(review.steps)
    lost = review.lost_with
    assert (lost is None) == (answers[-1] == "yes")
    if lost is None:
        assert set(review.strip) <= set("+.!")
        return
    assert lost.step == answers.index("no")
    assert review.strip[max(lost.step, 1) - 1 :].strip("-") in {"x", ""}
    if lost.step == 0:
        assert not lost.instead
        return
    step = review.steps[lost.step - 1]
    assert len(lost.instead) == step.winning
    assert step.move["card"] not in lost.instead
    assert lost.position is not None
    crewsat.verify(lost.position, lost.play)


def counted(game: crewsat.Crew, method: str) -> list[tuple[int, int]]:
    """Before each card, how many legal ones keep the deal winnable, and how many there are; each decided by itself."""
    out = []
    for position in list(positions(game))[:-1]:
        state = crewsat.State(position)
        kept = 0
        for card in state.legal():
            state.play(card)
            kept += crewsat.decide(crewsat.Crew(**state.instance.as_dict()), method=method).answer == "yes"
            state.undo()
        out.append((kept, len(state.legal())))
    return out


def small_game(seed: int) -> crewsat.Crew:
    deal = whole_crew(seed)
    fields = {**deal.as_dict(), "hands": deal.dealt, "played": []}
    fields["leader"] = deal.leader or random.Random(seed).randrange(1, deal.players + 1)
    whole = crewsat.Crew(**fields)
    return played(whole, seed, care=(seed % 3) / 2, cards=None if seed % 4 else random.Random(seed).randrange(12))


@pytest.mark.slow
@pytest.mark.parametrize("part", chunks(100))
def test_small_games_against_exhaustive_search(part: int) -> None:
    """Tasks, tokens, free objectives, unequal hands, unfinished games: everything is as search says."""
    for seed in range(40 * part, 40 * part + 40):
        game = small_game(seed)
        if not game.played:
            continue
        review = crewsat.review(game)
        check(game, review, "exhaustive")
        found = [(step.winning, step.legal) for step in review.steps]
        assert found == counted(game, "exhaustive")[: len(found)], game.to_json()


@pytest.mark.slow
@pytest.mark.parametrize("players", few_of([4, 3, 5]))
def test_real_games_against_decisions_from_scratch(players: int) -> None:
    for seed in range(2):
        game = real_game(seed, players, care=0.9 * seed)
        review = crewsat.review(game)
        check(game, review, "auto")
        assert len(review.steps) == sum(map(len, game.played))


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("care", [0.0, 0.9])
def test_two_hundred_real_games(players: int, care: float) -> None:
    """Nothing is called lost that a second engine wins."""
    for seed in range(200):
        game = real_game(seed, players, care=care)
        review = crewsat.review(game)
        check(game, review, "auto")
        if review.lost_with is not None:
            lost = list(positions(game))[review.lost_with.step]
            assert crewsat.decide(lost, method="cpsat", time_limit=600).answer == "no", lost.to_json()


DEAL = "p9 b2 g1 / p2 b5 g2 / p4 b1 g3; leader 1; 1 wins p4; 2 wins b2"


def test_a_game_that_is_not_over() -> None:
    game = crewsat.parse_text(f"{DEAL}; dealt; played p9 p2 p4 / b2 b5")
    review = crewsat.review(game)
    assert (review.won, review.lost_with, review.strip) == (None, None, "+..+.")
    assert review.play is not None
    assert review.steps[0].as_dict() == {
        "trick": 1,
        "player": 1,
        "card": "p9",
        "answer": "yes",
        "checked": "replayed",
        "winning": 3,
        "legal": 3,
    }


def test_cards_played_after_the_end_are_left_out_and_noted() -> None:
    game = crewsat.parse_text("a2 a3 a4 / b1 a1 b2; leader 2; 1 wins b1; dealt; played b1 a2 / b2 a3 / a1 a4")
    review = crewsat.review(game)
    assert (review.won, review.parts, len(review.steps)) == (False, {"tricks": 1}, 2)
    assert review.notes == ("the game was over after trick 1; 4 cards played after that are not reviewed",)
    assert review.lost_with is not None
    assert json.loads(review.to_json())["notes"] == list(review.notes)


def test_a_deal_without_cards_played() -> None:
    review = crewsat.review(crewsat.parse_text("a1 b2 / a2 b1; leader 1; 1 wins b1"))
    assert (review.steps, review.won, review.reason) == ((), None, None)
    assert review.play is not None
    lost = crewsat.review(crewsat.parse_text("a1 / a2; leader 1; 1 wins a1")).as_dict()
    assert lost["lost_with"]["step"] == 0
    assert lost["lost_with"]["because"]


@pytest.mark.parametrize("seed", range(4))
def test_without_time_nothing_is_said_that_is_not_known(seed: int) -> None:
    game = real_game(seed, 4, care=0.5)
    whole, late = crewsat.review(game), crewsat.review(game, time_limit=1e-6)
    assert late.reason == "time"
    assert len(late.steps) == len(whole.steps)
    assert all(b.answer in {"unknown", a.answer} for a, b in zip(whole.steps, late.steps, strict=True))
    assert json.loads(late.to_json())["reason"] == "time"


def test_what_was_lost_can_be_proved(tmp_path: Path) -> None:
    game = real_game(1, 4, care=0.0)
    review = crewsat.review(game, proof=tmp_path)
    assert review.lost_with is not None
    assert review.proof is not None
    lost = list(positions(game))[review.lost_with.step]
    verdict = crewsat.decide(lost, proof=tmp_path / "again")
    assert verdict.proof is not None
    assert review.proof.formula.sha256 == verdict.proof.formula.sha256
    assert {step.checked for step in review.steps if step.answer == "no"} == {"proof"}


def test_games_that_cannot_be_reviewed() -> None:
    with pytest.raises(crewsat.WrongOption, match="review applies to crew and hanabi, not to hackenbush"):
        crewsat.review(crewsat.Hackenbush(strings=[[1]], coalition=[1]))
    wrong: Any = "game.json"
    with pytest.raises(TypeError, match=r"crewsat\.load"):
        crewsat.review(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(2, 3))
def test_many_games_are_reviewed_as_one_is(number: int) -> None:
    games = [real_game(seed, 3, care=0.8) for seed in range(number)]
    found = ask_many(Reviewing(Options()), games, jobs=2)
    assert list(found) == [crewsat.review(game) for game in games]
