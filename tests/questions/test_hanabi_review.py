"""Reviews of Hanabi: best scores, the action that lost, and narrow moments as exhaustive search has them."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.engine.many import ask_many
from crewsat.engine.options import Options
from crewsat.games.hanabi import hanab_live
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.rules import Table, play_until_success
from crewsat.questions.hanabi.options import different_actions
from crewsat.questions.review import Reviewing
from tests.support.hanabi_games import careless_game, played_on, small_game
from tests.support.places import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from crewsat.games.hanabi.instance import Hanabi
    from crewsat.games.instance import Instance
    from crewsat.questions.hanabi.review_result import HanabiReview

LOST = (ROOT / "docs" / "hanabi-lost-game.txt").read_text().strip()
"""A game of which turn 50 was the one that lost a point."""


def reviewed(game: Instance, **options: Any) -> HanabiReview:  # noqa: ANN401 - those of a review
    assert isinstance(game, crewsat.Hanabi)
    review: HanabiReview = crewsat.review(game, **options)
    return review


def finished(seed: int) -> Hanabi:
    """A small game played to its end by chance, or nearly so."""
    game = small_game(seed)
    rng = random.Random(f"played {seed}")
    return played_on(game.model_copy(update={"actions": ()}), rng, rng.choice((40, 40, 40, 3)))


def after(game: Hanabi, actions: int, **others: object) -> Hanabi:
    return game.model_copy(update={"actions": game.actions[:actions], **others})


def best_scores(game: Hanabi) -> list[int]:
    """After each action, the most points that some play reaches; each target asked for by itself."""
    best = []
    for k in range(len(game.actions) + 1):
        targets = range(game.most_points, -1, -1)
        best.append(next(points for points in targets if search(after(game, k, target=points)) is not None))
    return best


def winning(game: Hanabi) -> list[str]:
    """The actions that keep the target."""
    actions = different_actions(game)
    kept = (one for one in actions if search(after_action(game, one)) is not None)
    return [str(one) if one.clue is None else "clue" for one in kept]


def after_action(game: Hanabi, action: object) -> Hanabi:
    return game.model_copy(update={"actions": (*game.actions, action)})


def check(game: Hanabi) -> str:
    """Compare a review with exhaustive search, and say what became of the game."""
    review = reviewed(game, narrow=3)
    assert review.reason is None, game.to_json()
    told, best, target = review.as_dict(), best_scores(game), game.points_to_reach
    assert told["best_score"] == best, game.to_json()
    drops = [{"move": k, "from": best[k - 1], "to": best[k]} for k in range(1, len(best)) if best[k] < best[k - 1]]
    assert told["drops"] == drops
    assert told["won"] == (Table.after_actions(game).score >= target)
    move = next((k for k, score in enumerate(best) if score < target), None)
    assert told.get("lost_with", {}).get("move") == move, game.to_json()
    narrow = []
    for k in range(1, (len(game.actions) if move is None else move) + 1):
        before = after(game, k - 1)
        kept, legal = len(winning(before)), len(different_actions(before))
        narrow += [{"move": k, "winning": kept, "legal": legal}] if 2 * kept < legal else []
    assert told["narrow"] == narrow[-3:], game.to_json()
    if move:
        check_loss(game, review, move)
    return "won" if told["won"] else "lost as dealt" if move == 0 else "lost" if move else "open"


def check_loss(game: Hanabi, review: HanabiReview, move: int) -> None:
    before, lost = after(game, move - 1), review.lost_with
    assert lost is not None
    assert lost.instead is not None
    assert [str(one) if one.clue is None else "clue" for one in lost.instead] == winning(before), game.to_json()
    assert lost.action == game.actions[move - 1]
    if Table.after_actions(before).points >= game.points_to_reach:  # lost with the last strike after it was reached
        assert lost.play == lost.instead[:1]
        return
    assert play_until_success(before, lost.play) == lost.play
    assert lost.play[0] in lost.instead


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(k, marks=pytest.mark.thorough) for k in range(1, 40))])
def test_small_games_against_exhaustive_search(part: int) -> None:
    """Every flag, targets, unfinished games: best scores, the loss, what would have kept it, and narrow moments."""
    ends = [check(finished(seed)) for seed in range(40 * part, 40 * part + 40)]
    assert {"won", "lost", "lost as dealt"} <= set(ends)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "kept"), [(57, 1), (212, 0)])
def test_a_target_that_was_reached_is_lost_with_the_last_strike(seed: int, kept: int) -> None:
    game = finished(seed)
    assert check(game) == "lost"
    lost = reviewed(game).lost_with
    assert lost is not None
    assert Table.after_actions(after(game, lost.move - 1)).points >= game.points_to_reach
    assert len(lost.play) == kept


def test_the_example_of_the_contract() -> None:
    review = reviewed(hanab_live.read(LOST))
    told = review.as_dict()
    assert list(told) == [
        *("format", "game", "moves", "score", "won", "best_score", "pace", "tokens"),
        *("lost_with", "drops", "narrow", "statistics"),
    ]
    assert (told["moves"], told["score"], told["won"]) == (53, 24, False)
    assert told["best_score"] == [25] * 50 + [24] * 4
    assert (told["pace"][0], told["pace"][-1], told["tokens"][0], told["tokens"][-1]) == (13, -1, 8, 2)
    assert {type(number) for number in told["tokens"]} == {int}
    play = [{"action": "play", "player": 2, "card": "red5"}]
    assert told["lost_with"] == {
        "move": 50,
        "turn": 50,
        "player": 2,
        "action": {"action": "clue", "player": 2, "to": 3, "value": 2},
        "best_score": 24,
        "checked": "algorithm",
        "because": "red5 is held by player 2, who has no turn left: 24 of 25 points at most",
        "instead": play,
        "play": play,
        "replay": LOST.rpartition("/")[2].replace("a3pcodxa-lb", "a3aK") + "#50",
    }
    assert (told["drops"], told["narrow"]) == (
        [{"move": 50, "from": 25, "to": 24}],
        [{"move": 50, "winning": 1, "legal": 9}],
    )
    kept = hanab_live.read(told["lost_with"]["replay"], whole=True)
    assert Table.after_actions(kept).points == 25
    assert json.loads(review.to_json()) == told


@pytest.mark.slow
def test_a_link_to_a_turn_is_a_place_in_the_whole_game() -> None:
    whole, cut = hanab_live.read(f"{LOST}#20", whole=True), hanab_live.read(f"{LOST}#20")
    assert (len(whole.actions), len(cut.actions)) == (53, 19)
    review = reviewed(whole)
    assert (review.turn, review.about) == (20, {"turn": 20})
    assert reviewed(hanab_live.read(LOST)).turn is None
    assert reviewed(cut).as_dict()["best_score"] == [25] * 20


@pytest.mark.parametrize("about", [{"turn": "20"}, {"turn": True}, {"turn": None}, {}])
def test_notes_that_are_no_turn_are_left_alone(about: dict[str, Any]) -> None:
    game = hanab_live.read(LOST).model_copy(update={"about": about})
    assert reviewed(game, narrow=0).turn is None


def test_a_deck_that_was_lost_as_dealt() -> None:
    game = crewsat.parse_text("hanabi; players 2; hand 2; suits a 1,1,1,1,1; deck a5 a4 a3 a2 a1; actions clue, clue")
    told = reviewed(game).as_dict()
    assert set(told["lost_with"]) == {"move", "because"}
    assert told["lost_with"]["move"] == 0
    assert (told["narrow"], told["best_score"][0] < 5) == ([], True)


def test_half_tokens_and_the_last_strike() -> None:
    text = "hanabi; players 2; hand 2; strikes 1; suits a 1,1,1 b 1,1,1; half gains; deck a2 a1 b1 b2 a3 b3; actions {}"
    told = reviewed(crewsat.parse_text(text.format("clue, play b1, discard a2, strike a3"))).as_dict()
    assert told["tokens"] == [8, 7, 7, 7.5, 7.5]
    assert (told["score"], told["won"], told["best_score"][-1]) == (0, False, 0)
    reached = reviewed(crewsat.parse_text(text.format("clue, play b1, discard a2, strike a3") + "; target 1")).as_dict()
    assert ("lost_with" in reached, reached["won"], reached["score"]) == (True, False, 0)


def test_a_game_that_has_not_begun() -> None:
    told = reviewed(RandomGame(players=3).with_seed(1)).as_dict()
    assert (told["moves"], told["score"], told["best_score"]) == (0, 0, [25])
    assert (told["drops"], told["narrow"], "lost_with" in told) == ([], [], False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_real_games_against_decisions_from_scratch(seed: int) -> None:
    game = careless_game((5, 9, 10, 12)[seed], (3, 3, 4, 2)[seed])
    review = reviewed(game)
    lost = review.lost_with
    assert lost is not None
    for move, answer in ((lost.move - 1, "yes"), (lost.move, "no")):
        assert crewsat.decide(after(game, move)).answer == answer
    for drop in review.drops[:2]:
        for move, points in ((drop.move - 1, drop.before), (drop.move, drop.after)):
            assert crewsat.best_score(after(game, move)).at_least == points


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1e-6, 0.05, 0.2])
def test_without_time_nothing_is_said_that_is_not_known(limit: float) -> None:
    game = careless_game(12, 2)
    whole, late = reviewed(game).as_dict(), reviewed(game, time_limit=limit).as_dict()
    assert late["reason"] == "time"
    best = late.get("best_score", [])
    assert best == whole["best_score"][: len(best)]
    assert all(drop in whole["drops"] for drop in late["drops"])
    assert (late["pace"], late["tokens"], late["score"]) == (whole["pace"], whole["tokens"], whole["score"])
    if "lost_with" in late:
        kept = {key: late["lost_with"][key] for key in ("move", "player", "action")}
        assert kept.items() <= whole["lost_with"].items()


@pytest.mark.slow
def test_how_many_narrow_moments_are_named() -> None:
    game = careless_game(0, 2)
    all_of_them = reviewed(game, narrow=200).narrow
    assert len(all_of_them) > 2
    assert reviewed(game, narrow=2).narrow == all_of_them[-2:]
    assert reviewed(game, narrow=0).narrow == ()
    assert all(2 * one.winning < one.legal for one in all_of_them)
    with pytest.raises(crewsat.WrongOption, match="narrow is -1; allowed: 0, 1, 2, …"):
        reviewed(game, narrow=-1)
    deal = crewsat.parse_text("a1 / a2; leader 1; 1 wins a1")
    with pytest.raises(crewsat.WrongOption, match="narrow does not apply to crew"):
        crewsat.review(deal, narrow=2)


@pytest.mark.slow
def test_what_was_lost_can_be_proved(tmp_path: Path) -> None:
    review = reviewed(hanab_live.read(LOST), proof=tmp_path)
    assert review.lost_with is not None
    assert review.lost_with.checked == "proof"
    assert review.proof is not None
    verdict = crewsat.decide(after(hanab_live.read(LOST), 50), proof=tmp_path / "again")
    assert verdict.proof is not None
    assert review.proof.formula.sha256 == verdict.proof.formula.sha256


@pytest.mark.slow
def test_many_games_are_reviewed_as_one_is() -> None:
    games = [hanab_live.read(LOST), finished(5), finished(7)]
    found = ask_many(Reviewing(Options(), narrow=2), games, jobs=2)
    assert list[object](found) == [reviewed(game, narrow=2) for game in games]
