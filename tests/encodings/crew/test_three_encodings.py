"""CNF, CP-SAT and ASP, written apart from each other, against the oracle and against each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.replaying import play_until_success
from crewsat_encodings.crew.asp.encoding import Encoding as Program
from crewsat_encodings.crew.cnf.encoding import Encoding as Clauses
from crewsat_encodings.crew.cpsat.encoding import Encoding as Constraints
from tests.support.chunks import sizes
from tests.support.random_instances import VARIANTS, described, whole_crew
from tests.support.random_tasks import VARIANTS as TASKS
from tests.support.random_tasks import described_tasks, task_crew
from tests.support.ways import by_constraints, by_formula, by_program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.games.crew.instance import Crew

ENGINES = ("cnf-tricks", "cpsat", "asp")


WAYS: dict[Any, Any] = {Clauses: by_formula, Constraints: by_constraints, Program: by_program}


def check_agreement(instances: Iterable[Crew], names: Callable[[Crew], set[str]] = described) -> Counter[str]:
    """Ask all three and the search, replay every play; count answers and what the instances have."""
    seen: Counter[str] = Counter()
    for instance in instances:
        won = search(instance) is not None
        for encoding, way in WAYS.items():
            play = way(encoding, instance)
            assert (play is not None) == won, (encoding.__module__, instance.to_json())
            if play is not None:
                play_until_success(instance, play)
        seen.update(names(instance) | {"yes" if won else "no"})
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(150, 500))
def test_three_encodings_agree_with_the_search(number: int) -> None:
    seen = check_agreement(map(whole_crew, range(number)))
    assert all(seen[name] * 50 >= number for name in ("yes", "no", *VARIANTS)), seen


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(50))
def test_three_encodings_agree_with_the_search_fifty_thousand_times(chunk: int) -> None:
    first = 20_000_000 + 1_000 * chunk
    seen = check_agreement(map(whole_crew, range(first, first + 1_000)))
    assert seen["yes"] + seen["no"] == 1_000


SIZES = (8, 8, 9, 10)
"""Most cards of the instances with tasks; the smaller ones are many, for they are quick."""


def with_tasks(seed: int) -> Crew:
    """An instance with tasks of any kind."""
    return task_crew(seed, most_cards=SIZES[seed % len(SIZES)])


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(150, 500))
def test_three_encodings_agree_on_tasks_of_all_kinds(number: int) -> None:
    """Several at once, with objectives and within games; `test_aimed_tasks` looks at each by itself."""
    seen = check_agreement(map(with_tasks, range(number)), described_tasks)
    assert min(seen["yes"], seen["no"]) * 5 >= number, seen
    missing = [name for name in TASKS if not seen[name]]
    assert len(missing) <= 3, missing  # of a hundred, some of them rare


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("chunk", range(25))
def test_three_encodings_agree_on_tasks_fifty_thousand_times(chunk: int) -> None:
    first = 40_000_000 + 2_000 * chunk
    seen = check_agreement(map(with_tasks, range(first, first + 2_000)), described_tasks)
    assert seen["yes"] + seen["no"] == 2_000


def task(owner: object, **fields: object) -> dict[str, object]:
    """A task that a test names by its fields."""
    return {"owner": owner, "kind": "tricks", **fields}


TWO = [["a9", "b1"], ["a2", "b2"]]
LARGE = 10**29


@pytest.mark.parametrize(
    ("hands", "tasks", "won"),
    [
        ([[], []], [task(None, compared_with="leader", exactly=0)], True),
        ([[], []], [task("everybody", compared_with="others", at_least=0, judged="always")], True),
        ([[], []], [task(1, compared_with=2, at_most=-1, judged="always")], False),
        ([["a1"]], [task(1, compared_with="others", at_least=5)], True),
        ([["a1"]], [task(None, compared_with="leader", at_least=0)], False),
        (TWO, [task("everybody", compared_with="leader", at_least=-LARGE)], False),
        (TWO, [task(2, compared_with=1, at_least=-LARGE)], True),
        (TWO, [task(2, compared_with=1, at_most=-LARGE)], False),
        (TWO, [task(2, compared_with=1, exactly=LARGE)], False),
        (TWO, [task("crew", total={"at_least": LARGE}, at_least=1)], False),
        ([["a1"], ["b1"]], [task("crew", total={"at_least": 3}, at_least=1)], False),
        ([["a1"], ["b1"]], [task("crew", total={"at_least": 2}, at_least=1)], True),
        (TWO, [task("crew", total={"at_most": LARGE}, exactly=2)], True),
        (TWO, [task("crew", total={"at_least": 12, "at_most": 11}, at_least=1)], False),
        (TWO, [task("crew", total={"at_least": 3, "at_most": 3}, exactly=1)], True),
        (TWO, [task("crew", only=[], at_least=1)], False),
        (TWO, [task("crew", beating=["a9", "b2"], at_least=1)], False),
        (TWO, [task("crew", as_many=[["a9"], ["b1"]], at_least=1)], False),
        (TWO, [task("crew", as_many=[["a9"], ["a2"]], at_least=1)], True),
        (TWO, [task("crew", led=[], at_least=1)], False),
        (TWO, [task("crew", led=[], at_most=0)], True),
        (TWO, [task("crew", each_of=[["a9"], []], at_least=1)], False),
        (TWO, [task("crew", each_of=[["a9"], []], at_most=0)], True),
        (TWO, [task("crew", each_of=[["a9"], ["a2"]], at_least=1)], True),
        (TWO, [task("crew", each_of=[["a9"], ["b1"]], at_least=1)], False),
        (TWO, [task("crew", each_of=[["a9", "b1"], ["a9", "b1"]], at_least=2)], True),
        (TWO, [task("crew", kind="leads", at_most=1)], False),
        (TWO, [task("crew", kind="win_trick", trick=2)], True),
        (TWO, [task("crew", kind="win_trick", trick=3)], False),
        (TWO, [task(1, kind="row", exactly=LARGE)], False),
        (TWO, [task(1, kind="row", exactly=0, judged="when_reached"), task(1, kind="row", at_least=1)], True),
        (TWO, [task(1, kind="any", of=[{"kind": "row", "at_least": 3}, {"kind": "row", "at_most": 0}])], False),
    ],
)
def test_tasks_at_their_limits(hands: list[list[str]], tasks: list[dict[str, object]], won: bool) -> None:
    instance = crewsat.Crew(hands=hands, leader=1, tasks=tasks)
    assert (search(instance) is not None) == won
    assert [way(encoding, instance) is not None for encoding, way in WAYS.items()] == [won] * 3


@pytest.mark.parametrize(
    ("hands", "objectives", "won"),
    [
        ([[]], [], True),
        ([[], []], [], True),
        ([["a1"]], ["a1"], True),
        ([["a1"], []], ["a1"], False),
        ([["a1"], ["b1"]], ["a1"], True),
        ([["a1"], ["a2"]], ["a1"], False),
    ],
)
def test_degenerate_sizes(hands: list[list[str]], objectives: list[str], won: bool) -> None:
    instance = crewsat.Crew(hands=hands, objectives=[{"card": card, "owner": 1} for card in objectives])
    assert [way(encoding, instance) is not None for encoding, way in WAYS.items()] == [won] * 3


def real_deal(seed: int) -> Crew:
    """A deal of the real deck: 3 to 5 players, 1 to 10 objectives, owned or drafted, most with order tokens."""
    objectives = 1 + seed // 3 % 10
    tokens = ((), ("1", "2", "3"), ("omega",), (">", ">>"))[seed // 30 % 4][:objectives]
    deal = RandomDeal(
        players=3 + seed % 3,
        objectives=objectives,
        tokens=tokens,
        assignment="draft" if seed // 120 % 4 == 3 else None,
    )
    return deal.with_seed(seed)


def check_real_deals(first: int, number: int) -> Counter[str]:
    """Let three engines decide real deals within a minute each; count the answers."""
    deals = [real_deal(seed) for seed in range(first, first + number)]
    said = [list(crewsat.decide_many(deals, jobs=1, method=method, time_limit=60)) for method in ENGINES]
    answers: Counter[str] = Counter()
    for deal, *verdicts in zip(deals, *said, strict=True):
        found = {verdict.answer for verdict in verdicts if isinstance(verdict, crewsat.Verdict)}
        assert found in ({"yes"}, {"no"}), (found, deal.to_json())
        answers.update(found)
    return answers


@pytest.mark.slow
def test_three_engines_agree_on_real_deals() -> None:
    assert set(check_real_deals(0, 8)) <= {"yes", "no"}


@pytest.mark.thorough
@pytest.mark.parametrize("chunk", range(10))
def test_three_engines_agree_on_five_hundred_real_deals(chunk: int) -> None:
    answers = check_real_deals(50 * chunk, 50)
    assert answers["yes"] + answers["no"] == 50
    assert answers["no"] >= 2 or chunk > 5  # later chunks have many drafts, which are nearly always won
