"""Games of Hanabi that end with their last strike: nothing counts then, and every answer says why.

The cases of `tests/cases/public.json` are real games; those of `struck_out.json` are small ones, each with another rule
of a variant.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

import crewsat
from crewsat.algorithms.hanabi.exhaustive import search
from crewsat.base.errors import IllegalPlay
from crewsat.engine.limits import Limits
from crewsat.games.hanabi.methods import METHODS
from crewsat.games.hanabi.rules import Table, replay
from crewsat.questions.hanabi.explain import explain
from crewsat.solvers import cpsat
from crewsat_encodings.hanabi import turns_cpsat
from tests.support.command import run
from tests.support.places import ROOT

CASES = ROOT / "tests" / "cases"
SMALL: list[dict[str, Any]] = json.loads((CASES / "struck_out.json").read_text())["cases"]
PUBLIC = [case for case in json.loads((CASES / "public.json").read_text())["cases"] if "-struck-" in case["id"]]
GAMES = [*SMALL, *(case["input"] for case in PUBLIC)]
NAMES = [*(f"small-{k}" for k in range(len(SMALL))), *(case["id"] for case in PUBLIC)]
NO_LIMITS = Limits(deadline=None, max_bytes=None, resident=False, solver=None, seed=None)
USED_UP = "the last strike has been used up"

every_case = pytest.mark.parametrize("case", GAMES, ids=NAMES)


def game_of(case: dict[str, Any]) -> crewsat.Hanabi:
    return crewsat.Hanabi(**{key: value for key, value in case.items() if key != "game"})


@every_case
def test_the_best_score_is_none(case: dict[str, Any]) -> None:
    told = json.loads(run("best-score", "-", "--json", stdin=json.dumps(case)).stdout)
    assert told["best_score"] == {"at_least": 0, "at_most": 0, "proved": True}
    assert (told["checked"], told["because"], told["play"]) == ("algorithm", USED_UP, [])


@every_case
def test_the_review_ends_with_nothing(case: dict[str, Any]) -> None:
    told = json.loads(run("review", "-", "--json", stdin=json.dumps(case)).stdout)
    assert (told["score"], told["won"], told["best_score"][-1]) == (0, False, 0)
    assert told["lost_with"]["move"] <= told["moves"]
    assert "None" not in told["lost_with"].get("because", "")
    printed = " ".join(run("review", "-", stdin=json.dumps(case)).stdout.split())
    assert "last strike ended the game" in printed
    assert "It was, in" not in printed
    assert "None" not in printed


@every_case
def test_the_answer_is_no_by_every_method(case: dict[str, Any]) -> None:
    game = game_of(case)
    verdict = crewsat.decide(game)
    assert (verdict.answer, verdict.because) == ("no", USED_UP)
    for method in (method for method in METHODS if method.name != "cpsat"):
        found = crewsat.decide(game, method=method.name)
        assert found.answer != "yes", method.name
        assert found.because in {None, USED_UP}, method.name
    assert search(game) is None
    assert cpsat.solve(turns_cpsat.Encoding(game).model).status == "unsatisfiable"
    with pytest.raises(IllegalPlay):
        replay(game, ())


@every_case
def test_the_explanation_and_the_options_say_so(case: dict[str, Any]) -> None:
    game = game_of(case)
    for method in ("auto", "exhaustive"):  # the second one gives no reason itself
        explanation = explain(game, crewsat.decide(game, method=method), NO_LIMITS)
        assert [reason.words for reason in explanation.reasons] == [USED_UP]
        assert explanation.conflict is None
    assert crewsat.options(game) == ()
    assert f"The game is over: {USED_UP}." in run("options", "-", stdin=json.dumps(case)).stdout


@every_case
def test_the_state_is_lost(case: dict[str, Any]) -> None:
    state = crewsat.State(game_of(case))
    assert (state.outcome.status, state.outcome.why) == ("lost", USED_UP)
    assert not state.winnable()
    assert (state.player, state.legal()) == (None, ())


def test_a_target_that_was_on_the_table_is_lost_with_the_last_strike() -> None:
    case = next(case for case in PUBLIC if case["id"] == "hanabi-struck-target")
    game = game_of(case["input"])
    assert (Table.after_actions(game).points, game.target) == (3, 2)
    told = crewsat.review(game).as_dict()
    last = len(game.actions)
    assert told["lost_with"]["move"] == last
    assert told["lost_with"]["because"] == USED_UP
    assert told["lost_with"]["best_score"] == 0
    assert {one["action"] for one in told["lost_with"]["instead"]} == {"discard", "clue"}
    assert len(told["lost_with"]["play"]) == 1
    assert [drop for drop in told["drops"] if drop["move"] == last] == [
        {"move": last, "from": told["best_score"][-2], "to": 0}
    ]
    before = game.model_copy(update={"actions": game.actions[:-1]})
    assert crewsat.decide(before).answer == "yes"
    assert crewsat.review(before).as_dict()["won"]


def test_a_last_strike_that_nobody_could_help() -> None:
    suits = [{"name": "a", "copies": [1, 2]}, {"name": "b", "copies": [1, 1]}, {"name": "c", "copies": [2, 1]}]
    actions = [("play", "c1"), ("play", "c2"), ("strike", "b2")]
    game = crewsat.Hanabi(
        players=3,
        deck=["b2", "c1", "c2", "a1", "a2", "b1", "a2", "c1"],
        hand_size=1,
        clue_tokens=0,
        strikes=1,
        variant={"suits": suits},
        first_player=2,
        target=2,
        actions=[{"action": action, "card": card} for action, card in actions],
    )
    assert crewsat.review(game).as_dict()["lost_with"]["instead"] == []
    printed = " ".join(run("review", "-", stdin=game.to_json()).stdout.split())
    assert "No action would have kept 2 points." in printed
    assert "From there" not in printed
