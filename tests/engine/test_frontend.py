"""`decide` and `verify` as the library offers them."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from typing import Any

import pytest

import crewsat
from crewsat.algorithms.crew.bounds import too_few_tricks, tricks_needed
from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import BugFound, IllegalPlay, Undecided
from crewsat.engine import backends
from crewsat.engine.methods import METHODS, methods_for
from crewsat.games.cards import Card
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.solvers.outcome import Outcome
from tests.support.random_instances import small_crew

LOST = Crew(hands=[["a1", "b2"], ["a2", "b1"]], leader=1, objectives=[{"card": "a1", "owner": 1}])
WON = Crew(hands=[["a1", "b2"], ["a2", "b1"]], leader=1, objectives=[{"card": "b1", "owner": 1}])
HARD = RandomDeal(players=3, objectives=9).with_seed(0)


def test_a_yes_comes_with_a_replayed_play() -> None:
    verdict = crewsat.decide(WON, time_limit=5)
    assert verdict
    assert (verdict.answer, verdict.checked, verdict.method) == ("yes", "replayed", "cnf-tricks")
    assert verdict.play is not None
    assert verdict.play[-1].completes == ("b1",)
    assert verdict.assignment == {"b1": 1}
    crewsat.verify(WON, verdict.play)
    crewsat.verify(WON, verdict.as_dict()["play"])


def test_a_no_says_how_far_it_is_checked() -> None:
    verdict = crewsat.decide(LOST)
    assert not verdict
    assert (verdict.answer, verdict.checked, verdict.play) == ("no", "none", None)
    assert crewsat.decide(LOST, method="exhaustive").checked == "search"


def test_an_unknown_has_no_truth_value() -> None:
    verdict = crewsat.decide(HARD, method="exhaustive", time_limit=0.05)
    assert (verdict.answer, verdict.reason, verdict.checked) == ("unknown", "time", "none")
    with pytest.raises(Undecided, match="time"):
        bool(verdict)


@pytest.mark.slow
def test_limits_have_reasons() -> None:
    assert crewsat.decide(HARD, memory_limit=0.1).reason == "memory"
    assert crewsat.decide(HARD, method="exhaustive", memory_limit=0.1).reason == "memory"
    assert crewsat.decide(HARD, method="bounds").reason == "incomplete"
    for none in (None, float("inf"), 1e305):
        assert crewsat.decide(HARD, memory_limit=none).answer == "no"


def test_nothing_to_do_is_yes_however_large_the_deal() -> None:
    hands = [[f"a{5 * k + player}" for k in range(1, 2_000)] for player in range(5)]
    verdict = crewsat.decide(Crew(hands=hands))
    assert (verdict.answer, verdict.method, verdict.play, verdict.checked) == ("yes", "past", (), "replayed")


@pytest.mark.slow
@pytest.mark.parametrize(
    "deal",
    [
        {  # a counter of 3,000 x 1,502 cells
            "hands": [[f"{'ab'[k % 2]}{2 * k + player}" for k in range(1, 3_001)] for player in range(2)],
            "objectives": [{"card": f"{'ab'[k % 2]}{2 * k}", "owner": None} for k in range(1, 3_001)],
            "assignment": "balanced",
        },
        {  # 5,000 x 2,500 cells
            "hands": [[f"{'ab'[k % 2]}{k}" for k in range(1, 5_001)], ["a5001"]],
            "tasks": [
                {"owner": 1, "kind": "cards", "cards": [f"{'ab'[k % 2]}{k}" for k in range(1, 5_001)], "at_most": 2_500}
            ],
        },
        {  # 2,000 players x 2,000 cards
            "hands": [[f"{'ab'[k % 2]}{k}"] for k in range(1, 2_001)],
            "objectives": [{"card": f"{'ab'[k % 2]}{k}", "owner": None} for k in range(1, 2_001)],
            "assignment": "one_player",
        },
    ],
    ids=["shares", "cards of a task", "takings"],
)
def test_variables_count_towards_the_memory_limit(deal: dict[str, Any]) -> None:
    instance = Crew(**deal)
    verdict = crewsat.decide(instance, memory_limit=100)
    assert (verdict.answer, verdict.reason) == ("unknown", "memory")
    assert crewsat.decide(instance, time_limit=0.2, memory_limit=float("inf")).reason == "time"


@pytest.mark.slow
def test_time_holds_while_the_past_is_replayed() -> None:
    tasks = [{"owner": 1, "kind": "tricks", "at_most": 3_000}] * 2_000
    played = [[f"a{2 * k}", f"a{2 * k - 1}"] for k in range(1, 1_001)]
    instance = Crew(hands=[["b1"], ["b2"]], leader=1, played=played, tasks=tasks)
    verdict = crewsat.decide(instance, time_limit=0.8)
    assert (verdict.answer, verdict.reason) == ("unknown", "time")
    assert verdict.method in {"past", "auto"}  # auto if the child that begins with the past has not started yet


@pytest.mark.slow
def test_time_holds_while_a_formula_is_built() -> None:
    hands = [[f"{'ab'[k % 2]}{2 * k + player}" for k in range(1, 2_000)] for player in range(2)]
    deal = Crew(hands=hands, objectives=[{"card": "b2", "owner": 1}])
    verdict = crewsat.decide(deal, time_limit=0.3, memory_limit=float("inf"))
    assert (verdict.answer, verdict.reason) == ("unknown", "time")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "magic"}, "unknown method 'magic' for crew; allowed: auto, all, past"),
        ({"solver": "kissat404"}, "unknown solver 'kissat404'; did you mean kissat"),
        ({"method": "exhaustive", "solver": "glucose4"}, "method 'exhaustive' does not solve a formula"),
        ({"method": "bounds", "seed": 1}, "method 'bounds' is deterministic"),
        ({"time_limit": 0}, "time_limit must be a positive number"),
        ({"time_limit": float("nan")}, "time_limit must be a positive number"),
        ({"memory_limit": -1}, "memory_limit must be a positive number"),
        ({"time_limit": "1"}, "time_limit must be a positive number, not '1'"),
        ({"time_limit": True}, "time_limit must be a positive number, not True"),
        ({"time_limit": 10**400}, "time_limit must be a positive number, not a number of more than 50 digits"),
        ({"memory_limit": [1]}, r"memory_limit must be a positive number, not \[1\]"),
        ({"proof": "p", "proof_limit": "1"}, "proof_limit must be a positive number, not '1'"),
        ({"proof": ""}, "proof must name a folder; allowed: '.' for the current one"),
        ({"seed": "x"}, "seed must be a whole number, not 'x'"),
        ({"seed": 1.5}, "seed must be a whole number, not 1.5"),
        ({"seed": True}, "seed must be a whole number, not True"),
        ({"fewest_tricks": "no"}, "fewest_tricks must be True or False, not 'no'"),
        ({"fewest_tricks": 1}, "fewest_tricks must be True or False, not 1"),
        ({"method": "past", "fewest_tricks": True}, "method 'past' does not look for the fewest tricks"),
        ({"method": "all", "fewest_tricks": True}, "method 'all' does not look for the fewest tricks"),
        ({"method": "cpsat", "solver": "glucose4"}, "method 'cpsat' does not solve a formula"),
        ({"solver": "kissat", "fewest_tricks": True}, "kissat answers one question"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], words: str) -> None:
    for ask in (crewsat.decide, lambda *given, **more: crewsat.decide_many([*given], **more)):
        with pytest.raises(crewsat.WrongOption, match=words):
            ask(WON, **options)


def test_numbers_of_other_types_are_numbers() -> None:
    import numpy as np  # noqa: PLC0415 - for its numbers

    for limit in (np.float32(60), np.int64(60), Fraction(60), 60, float("inf")):
        assert crewsat.decide(WON, time_limit=limit, seed=np.int64(3)).answer == "yes"  # type: ignore[call-overload]
    wrong: list[Any] = ["2", 1.5, True, 0]
    for jobs in wrong:
        with pytest.raises(crewsat.WrongOption, match="jobs must be 1 or more"):
            crewsat.decide_many([WON], jobs=jobs)


@pytest.mark.slow
def test_all_methods_and_solvers_agree() -> None:
    for seed in range(200):
        instance = small_crew(seed)
        answers = {crewsat.decide(instance, method=method).answer for method in ("auto", "cnf-tricks", "exhaustive")}
        answers |= {crewsat.decide(instance, solver=solver).answer for solver in ("minisat22", "cadical195")}
        assert len(answers) == 1, instance.to_json()


def test_the_table_of_methods_is_true() -> None:
    assert all(method.load() for methods in METHODS.values() for method in methods)
    names = [method.name for method in methods_for("crew")]
    cheap = ["past", "bounds"]
    assert names == [*cheap, "single-value", "owned-objectives", "single-suit", "player", "cnf-tricks"]
    others = [method.name for method in METHODS["crew"] if method.name not in names]
    assert others == ["relaxations", "cpsat", "asp", "exhaustive"]


def test_a_bound_refutes_with_a_reason() -> None:
    deal = Crew(
        hands=[["a1", "a2", "a3"], ["b1", "b2"]],
        objectives=[{"card": c, "owner": o} for c, o in (("a1", 1), ("a2", 1), ("b1", 2))],
    )
    assert tricks_needed(deal) == {1: 2, 2: 1}
    verdict = crewsat.decide(deal)
    assert (verdict.answer, verdict.method, verdict.checked) == ("no", "bounds", "algorithm")
    assert verdict.because is not None
    assert verdict.because.startswith("at least 3 tricks must be won, 2 by player 1 (for a1 and a2, cards of one hand)")


@pytest.mark.slow
def test_the_bound_never_refutes_what_can_be_won() -> None:
    refuted = 0
    for seed in range(5_000):
        instance = small_crew(seed)
        if too_few_tricks(instance) is not None:
            refuted += 1
            assert search(instance) is None, instance.to_json()
    assert refuted > 300


def test_a_play_the_referee_rejects_is_a_bug_and_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = backends.Finding("yes", [(1, (Card("b", 2), Card("a", 2)))])
    monkeypatch.setitem(backends._RUN, "cnf", lambda *_: wrong)
    with pytest.raises(BugFound) as error:
        crewsat.decide(WON)
    assert "must follow suit b" in str(error.value)
    assert WON.to_json() in str(error.value)


def test_what_a_solver_does_not_know_is_never_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if it forgets to say why."""
    monkeypatch.setattr(backends, "solve", lambda *_args, **_options: Outcome("unknown", "glucose4"))
    assert crewsat.decide(LOST).answer == "unknown"


def test_a_yes_without_a_play_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends._RUN, "cnf", lambda *_: backends.Finding("yes", []))
    with pytest.raises(BugFound, match="open objectives: a1"):
        crewsat.decide(LOST)


GOOD_PLAY: list[dict[str, Any]] = [{"leader": 1, "cards": ["b2", "b1"], "winner": 1, "completes": ["b1"]}]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"winner": 2}, "trick 1: player 1 wins, not 2"),
        ({"winner": 1.0}, "trick 1: player 1 wins, not 1.0"),
        ({"winner": True}, "trick 1: player 1 wins, not True"),
        ({"completes": ["b1", "b1"]}, "trick 1: the trick completes b1"),
        ({"completes": [1]}, "trick 1: the trick completes b1"),
        ({"completes": []}, "trick 1: the trick completes b1"),
        ({"completes": ["b1", "x"]}, "trick 1: the trick completes b1"),
        ({"completes": "b1"}, "invalid trick"),
        ({"completes": 3}, "invalid trick"),
        ({"cards": ["b2", "pink"]}, "invalid trick"),
        ({"cards": None}, "invalid trick"),
        ({"leader": "1"}, "invalid trick"),
        ({"leader": True}, "invalid trick"),
        ({"leader": 2, "cards": ["b1", "b2"]}, "player 2 cannot lead"),
        ({"cards": ["b2", "a2"]}, "must follow suit b"),
    ],
)
def test_corrupted_plays_are_refuted(changes: dict[str, Any], words: str) -> None:
    crewsat.verify(WON, GOOD_PLAY)
    with pytest.raises(IllegalPlay, match=words):
        crewsat.verify(WON, [{**GOOD_PLAY[0], **changes}])


def test_what_is_no_list_of_tricks_is_refuted() -> None:
    wrong: list[Any] = [3, None, "b2", {}, [], {"leader": 1}, {"cards": ["b2", "b1"]}]
    for trick in wrong:
        with pytest.raises(IllegalPlay, match="invalid trick"):
            crewsat.verify(WON, [trick])
    with pytest.raises(IllegalPlay, match="open objectives: b1"):
        crewsat.verify(WON, [])
    with pytest.raises(IllegalPlay, match="there is no play"):
        crewsat.verify(WON, crewsat.decide(LOST).play)  # type: ignore[arg-type]


@pytest.mark.slow
def test_every_corrupted_trick_of_real_plays_is_refuted() -> None:
    """Swap two cards of a trick, drop a trick, repeat one: the referee accepts none."""
    for seed in range(20):
        instance = RandomDeal(players=4, objectives=4).with_seed(seed)
        play: list[dict[str, Any]] = crewsat.decide(instance).as_dict().get("play", [])
        for k, trick in enumerate(play):
            first, second, *rest = trick["cards"]
            swapped = {**trick, "cards": [second, first, *rest]}
            for wrong in (
                [*play[:k], swapped, *play[k + 1 :]],
                [*play[:k], *play[k + 1 :]],
                [*play[: k + 1], *play[k:]],
            ):
                with pytest.raises(IllegalPlay):
                    crewsat.verify(instance, wrong)


def test_a_verdict_as_json() -> None:
    verdict = crewsat.decide(Crew(**{**WON.as_dict(), "about": {"seed": 3}}))
    answer = json.loads(verdict.to_json())
    assert answer["about"] == {"seed": 3}
    assert answer["statistics"]["clauses"] > 0
    assert None not in answer.values()
    assert list(answer)[:3] == ["format", "game", "answer"]


def test_the_same_question_has_the_same_verdict() -> None:
    instance = RandomDeal(players=4, objectives=5).with_seed(7)
    first, second = (crewsat.decide(instance) for _ in range(2))
    assert first.play == second.play
    assert first.model == second.model
    assert crewsat.decide(instance, seed=1).play == crewsat.decide(instance, seed=1).play


@pytest.mark.slow
def test_winning_lines_are_short() -> None:
    """The preferences make a difference: without them the solver would use nearly all tricks."""
    lengths = []
    for seed in range(30):
        verdict = crewsat.decide(RandomDeal(players=3, objectives=3).with_seed(seed))
        lengths += [len(verdict.play)] if verdict.play else []
    assert sum(lengths) / len(lengths) < 8


@pytest.mark.slow
def test_threads_do_not_disturb_each_other() -> None:
    instances = [RandomDeal(players=4, objectives=4).with_seed(seed) for seed in range(12)]
    alone = [crewsat.decide(instance).play for instance in instances]
    with ThreadPoolExecutor(4) as pool:
        together = [verdict.play for verdict in pool.map(crewsat.decide, instances)]
    assert together == alone
    assert threading.active_count() < 10
