"""Games in which cards were passed, reviewed: every answer is that of exhaustive search."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.text import parse_text
from crewsat.games.crew.walk import Walk
from crewsat.pages.lines import lines
from crewsat.questions.review import review
from crewsat.report.review import summary
from tests.support.random_choices import choices_crew

AIMS = ("passing before the first trick", "passing after the first trick", "covered", "passing and covered", "handover")


def played_game(seed: int) -> tuple[Crew, list[str]]:
    """A game played at random, and the answers of exhaustive search after the pass and after every card."""
    rng = random.Random(seed)
    deal = choices_crew(seed, AIMS[seed % len(AIMS)])
    start = {**deal.as_dict(), "hands": [list(map(str, hand)) for hand in deal.dealt], "played": [], "passed": None}
    walk = Walk(Crew(**{name: value for name, value in start.items() if name not in {"game", "passed_to"}}))
    answers: list[str] = []
    passed: list[str] = []
    dealt = "no" if search(walk.instance) is None else "yes"
    for _ in range(rng.randint(1, 9)):
        moves = walk.legal()
        if not moves:
            break
        move = rng.choice(moves)
        walk.play(move)
        won = walk.outcome.status == "won" or (walk.outcome.status == "open" and search(walk.instance) is not None)
        answer = "yes" if won else "no"
        if not isinstance(move, Choice):
            answers.append(answer)
        elif not walk.choices_due:
            passed = [answer]
        elif (answers[-1] if answers else dealt) == "yes":  # a pass that is not complete is a step if it has lost
            passed = ["no"] if answer == "no" else []
    return Crew.model_validate(walk.instance.as_dict()), [*passed, *answers]


def test_answers_are_those_of_exhaustive_search() -> None:
    seen: Counter[str] = Counter()
    for seed in range(90):
        game, answers = played_game(seed)
        if not game.played and game.passed is None:
            continue
        found = review(game)
        said = found.as_dict()
        assert [step["answer"] for step in said["steps"]] == answers, game.to_json()
        if said["steps"] and "passed" in said["steps"][0] and game.passed is not None:
            assert said["steps"][0]["passed"] == list(map(str, game.passed))
            seen["passed"] += 1
        lost = found.lost_with
        if lost is not None and lost.step == 0 and lost.instead:
            assert said["lost_with"]["instead"], game.to_json()
            seen["lost with the pass"] += 1
        seen["reviewed"] += 1
    assert seen["reviewed"] > 50, seen
    assert seen["passed"] > 20, seen
    assert seen["lost with the pass"] > 2, seen


A_PASS = (
    "pink4,1 / green4,1 / green5 pink9; leader 1; 1 wins pink4; 3 wins green5; passing after 1; {passed}"
    "played blue2 blue1 green3"
)


@pytest.mark.parametrize(
    ("hands", "passed"),
    [
        ("pink9,1 / pink4 green4 / green5,1", "passed left pink4 green1 pink9; "),
        ("pink4,1 / green4,1 / green5 pink9", "passed left pink4; "),
    ],
)
def test_a_pass_that_has_lost_is_said_whole_or_not(hands: str, passed: str) -> None:
    game = parse_text(A_PASS.format(passed=passed).replace("pink4,1 / green4,1 / green5 pink9", hands))
    found = review(game)
    said = " ".join(map(str, summary(game, found)))
    assert "cannot be won any more. It was lost with the pass. To the right, it could still be won if player 1" in said
    assert "player 1 passed pink4, player 2 passed green4 and player 3 passed green5." in said
    played, kept = lines(game, found)
    shown = [part.get("choice") for part in played["play"] if "choice" in part]
    assert shown == ["left pink4", "green1", "pink9"][: len(shown)]
    assert (len(shown), played["made"], played["lost"], played["start"]) == (len(game.passed or ()),) * 2 + (
        3 + len(shown),
    ) * 2
    assert [part["choice"] for part in kept["play"] if "choice" in part] == ["right pink4", "green4", "green5"]


def test_a_line_goes_on_from_every_step_of_a_game_with_a_pass() -> None:
    """The names of its steps are the moves from the deal on."""
    for seed in range(60):
        game, _ = played_game(seed)
        walk = Walk(game.as_dealt())
        names: list[str] = []
        for part in lines(game, None)[0]["play"]:
            names += [part["choice"]] if "choice" in part else part["cards"]
        for name in names[: lines(game, None)[0]["start"]]:
            move = next((one for one in walk.legal() if str(one) == name), None)
            assert move is not None, (name, game.to_json())
            walk.play(move)
        assert walk.instance.as_dict() == game.as_dict() or walk.outcome.status != "open"
