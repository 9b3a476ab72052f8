"""The compiled kernel against its Python twins: the same lines, the same refutations, position by position."""

from __future__ import annotations

import json
import random
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar
from unittest.mock import Mock

import pytest

import crewsat
from crewsat.algorithms.crew import player, quick, relaxations
from crewsat.algorithms.crew.flat import Flat, flat
from crewsat.base.errors import Stopped
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.methods import METHODS
from crewsat.games.crew.replaying import replay
from tests.support.aimed_deals import goal_held_by_its_owner
from tests.support.chunks import few_of
from tests.support.command import run
from tests.support.kernel import KINDS, kernel_in_use
from tests.support.positions import after_card, as_played, playable
from tests.support.quick_deals import quick_flats

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.crew.instance import Crew

Answer = TypeVar("Answer")


@pytest.fixture(params=KINDS)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, request.param)


def _assert_alike(compiled: Any, deal: Flat, seed: int, instance: str, scale: int) -> tuple[bool, bool]:  # noqa: ANN401
    line = player.play(deal, seed=seed, positions=60 * scale, polish=40 * scale)
    tricks = None if line is None else [(leader, list(cards)) for leader, cards in line]
    assert compiled.play(*deal.arguments(), seed, 60 * scale, 40 * scale) == tricks, instance
    found = relaxations.refuting(deal, most_objectives=3, each=40 * scale, total=100 * scale)
    there = compiled.refuting(*deal.arguments(), 3, 40 * scale, 100 * scale, lambda: False)
    assert there == (list(found.objectives), found.positions, found.stopped), instance
    return line is not None, bool(found.objectives)


@pytest.mark.slow
@pytest.mark.parametrize(("first", "number"), few_of([(0, 500), *((2_000 * k, 2_000) for k in range(10))]))
def test_both_answer_alike(compiled: Any, first: int, number: int) -> None:  # noqa: ANN401
    won = lost = 0
    for seed in range(first, first + number):
        for instance, deal in quick_flats(seed):
            wins, loses = _assert_alike(compiled, deal, seed, instance.to_json(), 1)
            won += wins
            lost += loses
    assert won > number // 5
    assert lost > number // 40


@pytest.mark.slow
def test_both_answer_alike_on_decks_of_two_words(compiled: Any) -> None:  # noqa: ANN401
    """Sets of more than 64 cards are two words; objectives, too, may be more than 64."""
    won = 0
    for seed in range(60):
        rng = random.Random(seed)
        suits, values, trumps = rng.choice([(7, 10, 0), (9, 13, 11), (16, 8, 0), (6, 11, 4)])
        instance = RandomDeal(
            players=rng.randint(3, 8),
            objectives=rng.choice([2, 8, 66]),
            suits=suits,
            values=values,
            trumps=trumps,
            tokens=rng.choice([(), ("1", "2"), (">", "omega")]),
            assignment=rng.choice([None, None, "draft"]),
        ).with_seed(seed)
        deal = flat(instance)
        assert deal is not None
        assert len(deal.cards) > 64
        won += _assert_alike(compiled, deal, seed, instance.to_json(), 3)[0]
    assert won > 10


def test_both_refute_alike_on_decks_of_two_words(compiled: Any) -> None:  # noqa: ANN401
    """Player 2 leads, and has suits of which player 1 has none."""
    hands = [["b1", "b2", "b3"], [f"{suit}{value}" for suit in "acdefg" for value in range(1, 13)]]
    instance = crewsat.Crew.model_validate({"hands": hands, "leader": 2, "objectives": [{"card": "d7", "owner": 1}]})
    deal = flat(instance)
    assert deal is not None
    assert _assert_alike(compiled, deal, 0, instance.to_json(), 5) == (False, True)


@pytest.mark.slow
def test_both_answer_alike_on_goals_of_the_trump_suit(compiled: Any) -> None:  # noqa: ANN401
    won = lost = 0
    for seed in range(400):
        instance = goal_held_by_its_owner(random.Random(f"twins {seed}"), 16)
        deal = flat(instance)
        assert deal is not None
        wins, loses = _assert_alike(compiled, deal, seed, instance.to_json(), 5)
        won += wins
        lost += loses
    assert min(won, lost) > 50


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(20))
def test_both_answer_alike_with_more_effort(compiled: Any, chunk: int) -> None:  # noqa: ANN401
    for seed in range(10**6 + chunk * 1_000, 10**6 + (chunk + 1) * 1_000):
        for instance, deal in quick_flats(seed):
            _assert_alike(compiled, deal, seed, instance.to_json(), 20)


def _without_it(monkeypatch: pytest.MonkeyPatch, ask: Callable[[], Answer]) -> Answer:
    """What is said without the kernel."""
    with monkeypatch.context() as switched:
        switched.setenv("CREWSAT_KERNEL", "off")
        return ask()


@pytest.mark.slow
def test_auto_asks_the_player_and_answers_as_without_it(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    assert compiled is not None
    by_player = 0
    for seed in range(40):
        for assignment in (None, "draft"):
            instance = RandomDeal(players=3 + seed % 3, objectives=3 + seed % 5, assignment=assignment).with_seed(seed)
            without = _without_it(monkeypatch, partial(crewsat.decide, instance))
            verdict = crewsat.decide(instance)
            assert verdict.answer == without.answer, instance.to_json()
            assert without.method != "player"
            by_player += verdict.method == "player"
            if verdict.method == "player":
                assert verdict.checked == "replayed"
                assert verdict.solver is None
    assert by_player > 40


HARD = RandomDeal(players=3, objectives=4).with_seed(1205)
"""Lost, as one objective cannot be won, which takes a solver seconds to find out."""


def test_a_refutation_is_an_answer_of_its_own(compiled: Any) -> None:  # noqa: ANN401
    assert compiled is not None
    verdict = crewsat.decide(HARD)
    assert (verdict.answer, verdict.method, verdict.checked) == ("no", "relaxations", "algorithm")
    assert verdict.because is not None
    assert verdict.because.startswith("even pink1 (player 3) alone cannot be won: ")
    assert verdict.statistics.conflicts
    by_name = crewsat.decide(HARD, method="relaxations")
    assert by_name.because == verdict.because


def test_the_order_is_named_where_it_is_part_of_the_reason() -> None:
    hands = [["a1", "a2", "c5"], ["a3", "b2", "c2"]]
    objectives = [{"card": "a1", "owner": 1, "token": "1"}, {"card": "a3", "owner": 2, "token": "2"}]
    ordered = crewsat.decide(crewsat.Crew(hands=hands, objectives=objectives, leader=1), method="relaxations")
    assert ordered.because is not None
    assert "cannot both be won in the required order: " in ordered.because
    for one in objectives:
        del one["token"]
    assert crewsat.decide(crewsat.Crew(hands=hands, objectives=objectives, leader=1)).answer == "yes"


def test_who_asks_for_a_solver_gets_it(compiled: Any) -> None:  # noqa: ANN401
    assert compiled is not None
    instance = RandomDeal(players=4, objectives=3).with_seed(1)
    assert crewsat.decide(instance).method == "player"
    assert crewsat.decide(instance, solver="glucose4").method == "cnf-tricks"
    assert crewsat.decide(instance, method="cnf-tricks").method == "cnf-tricks"
    assert crewsat.decide(instance, fewest_tricks=True).method == "cnf-tricks"


def _position(seed: int, *, objectives: int) -> Crew:
    """Up to ten cards of a real deal played, the lowest that each player may play; fewer if that loses it."""
    instance = RandomDeal(players=3 + seed % 3, objectives=objectives).with_seed(seed)
    for _ in range(seed % 11):
        if offered := playable(instance):
            instance = after_card(instance, *offered[0])
    return instance


@pytest.mark.slow
def test_positions_are_played_on(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    assert compiled is not None
    by_player = 0
    for seed in range(60):
        instance = _position(seed, objectives=1 + seed % 3)
        without = _without_it(monkeypatch, partial(crewsat.decide, instance))
        verdict = crewsat.decide(instance)
        assert verdict.answer == without.answer, instance.to_json()
        by_player += verdict.method == "player"
    assert by_player > 5


@pytest.mark.slow
def test_options_are_the_same_with_and_without_it(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    assert compiled is not None
    answers = {"yes": 0, "no": 0}
    plays = 0
    for seed in range(40):
        instance = _position(seed, objectives=2 + seed % 6)
        without = _without_it(monkeypatch, partial(crewsat.options, instance))
        found = crewsat.options(instance)
        same = [(option.player, option.card, option.answer, option.checked) for option in found]
        assert same == [(option.player, option.card, option.answer, option.checked) for option in without]
        for option, other in zip(found, without, strict=True):
            answers[option.answer] += 1
            plays += option.play != other.play
            if option.play is not None:
                replay(instance, as_played(option.play))
    assert min(answers.values()) > 20, answers
    assert plays > 50


def test_small_deals_are_the_formulas(compiled: Any) -> None:  # noqa: ANN401
    assert compiled is not None
    instance = RandomDeal(players=3, objectives=2, suits=2, values=4, trumps=1).with_seed(0)
    assert crewsat.decide(instance).method == "cnf-tricks"


def test_a_seed_gives_the_same_verdict_again(compiled: Any) -> None:  # noqa: ANN401
    assert compiled is not None
    instance = RandomDeal(players=4, objectives=4).with_seed(2)
    plays = [crewsat.decide(instance, seed=seed).play for seed in (1, 1, 2, 3, 4)]
    assert plays[0] == plays[1]
    assert any(play != plays[0] for play in plays[2:])


def test_threads_run_side_by_side(compiled: Any) -> None:  # noqa: ANN401
    """The interpreter's lock is released: while one thread searches, another one counts."""
    deal = flat(HARD)
    assert deal is not None
    counted, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    seen = []
    for _ in range(50):  # in the milliseconds of a search a busy machine may have no time for the other thread
        before = counted[0]
        compiled.refuting(*deal.arguments(), 3, 10**6, 3 * 10**5, lambda: False)
        seen.append(counted[0] - before)
    done.set()
    thread.join()
    assert max(seen) > 3


def test_relaxed_deals_too_large_to_search_keep_the_limits(compiled: Any) -> None:  # noqa: ANN401
    """Each counts as a position, and the clock is looked at."""
    deal = flat(RandomDeal(players=8, objectives=60, suits=16, values=8, trumps=0).with_seed(1))
    assert deal is not None
    for twin in (partial(compiled.refuting, *deal.arguments(), 4, 10**5, 2_000), _in_python(deal)):
        late = Mock(return_value=False)
        assert twin(late)[1:] == (2_000, True)
        assert late.called


def _in_python(deal: Flat) -> Callable[[Callable[[], bool]], tuple[object, ...]]:
    def search(late: Callable[[], bool]) -> tuple[object, ...]:
        found = relaxations.refuting(deal, most_objectives=4, each=10**5, total=2_000, out_of_time=late)
        return found.objectives, found.positions, found.stopped

    return search


def test_relaxed_deals_are_given_up_when_it_is_late(compiled: Any) -> None:  # noqa: ANN401
    deal = flat(HARD)
    assert deal is not None
    asked = []

    def late() -> bool:
        asked.append(1)
        return len(asked) == 2

    assert compiled.refuting(*deal.arguments(), 1, 10**6, 10**6, late)[::2] == ([], True)
    assert len(asked) == 2
    with pytest.raises(Stopped):
        quick.refuted(HARD, out_of_time=lambda: True)
    with pytest.raises(ZeroDivisionError):
        compiled.refuting(*deal.arguments(), 1, 10**6, 10**6, lambda: 1 // 0)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 0),
        (0, 9),
        (1, 14),
        (2, 3),
        (3, 5),
        (5, 5),
        (6, b"\x01" * 40),
        (7, b"\x03" * 40),
        (8, b"\x28"),
        (8, b"\x00\x00"),
        (8, bytes(range(4))),
        (9, [(40, 0, 0, 0)]),
        (9, [(1, 3, 0, 0)]),
        (9, [(1, 0, 2, 0)]),
        (9, [(1, 0, 0, 0), (1, 0, 0, 0)]),
    ],
)
def test_what_is_no_deal_is_refused(compiled: Any, place: int, value: object) -> None:  # noqa: ANN401
    deal = flat(RandomDeal(players=3, objectives=2).with_seed(0))
    assert deal is not None
    arguments = list(deal.arguments())
    arguments[place] = value
    for function, more in ((compiled.play, (0, 10, 10)), (compiled.refuting, (1, 10, 10, lambda: False))):
        with pytest.raises(ValueError, match=r"must|too many|at most|only|no such"):
            function(*arguments, *more)


def test_the_table_says_whether_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    (helped,) = {method.faster_with for method in METHODS if method.faster_with is not None}
    monkeypatch.setattr("crewsat.base.libraries.find_spec", lambda _module: object())
    for version, told in (("9.9", "faster with the compiled kernel 9.9"), (None, f"not installed: {helped.install}")):
        monkeypatch.setattr("crewsat.base.libraries._installed", lambda _distribution, version=version: version)
        assert told in run("methods").stdout
    listed = json.loads(run("methods", "--json").stdout)["methods"]
    assert any(method.get("faster_with", {}).get("library") == helped.name for method in listed)
