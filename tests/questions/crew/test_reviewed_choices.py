"""Games in which cards were passed, reviewed: every answer is that of exhaustive search."""

from __future__ import annotations

import random
from collections import Counter

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.walk import Walk
from crewsat.questions.review import review
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
