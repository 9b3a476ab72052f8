"""The logic program: statement by statement, what facts may hold, and how clingo is stopped."""

from __future__ import annotations

import re
import time
from importlib import resources
from typing import TYPE_CHECKING

import pytest

from crewsat.base.errors import Stopped
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.instance import Crew
from crewsat.solvers.asp import solve
from crewsat_encodings.crew.asp.encoding import PROGRAMS, Encoding
from crewsat_encodings.crew.asp.task_facts import MOST_TOTAL
from tests.support.random_tasks import task_crew
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from crewsat.solvers.outcome import Outcome


def solved(instance: Crew, seed: int | None = None) -> Outcome:
    encoding = Encoding(instance)
    return solve(encoding.program, encoding.facts, seed=seed)


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_programs_are_short(name: str) -> None:
    lines = resources.files("crewsat_encodings.crew.asp").joinpath(name).read_text(encoding="utf-8").splitlines()
    assert len(lines) < 100
    assert all(len(line) <= 120 for line in lines)


def test_no_name_of_an_instance_gets_into_the_program() -> None:
    tasks = [{"owner": 1, "kind": "cards", "cards": ["x9"], "exactly": 10**29, "id": "). :- not x. %"}]
    instance = Crew(hands=[["x9"], ["leads2"]], trump="x", objectives=[{"card": "leads2", "owner": 1}], tasks=tasks)
    assert re.fullmatch(r"([a-z_]+(\((\w|,|\.\.)+\))?\.\n)+", Encoding(instance).facts)
    assert "leads2" not in Encoding(instance).facts
    assert max(map(int, re.findall("[0-9]+", Encoding(instance).facts))) <= 9
    assert solved(instance).status == "unsatisfiable"


def test_only_names_of_the_program_are_in_facts_of_tasks() -> None:
    for seed in range(200):
        facts = Encoding(task_crew(seed)).facts
        assert re.fullmatch(
            r"([a-z_]+(\(([a-z_]+|-?[0-9]+|[0-9]+\.\.[0-9]+)(,([a-z_]+|-?[0-9]+|0\.\.[0-9]+))*\))?\.\n)+", facts
        )


def test_sums_beyond_the_numbers_of_the_program_are_left_to_others() -> None:
    task = {"owner": 1, "kind": "tricks", "total": {"at_least": 2 * 10**9}, "at_least": 1}
    assert solved(Crew(hands=[["a999999999"], ["b999999999"]], tasks=[task])).status == "unsatisfiable"
    with pytest.raises(Stopped, match="incomplete"):
        Encoding(Crew(hands=[["a999999999"], ["b999999999"], ["c999999999"]], tasks=[task]))


def test_the_largest_total_that_the_program_can_add() -> None:
    """With values that add up to 2**31 - 1, clingo would say that no trick has a total of 2**31 - 2 or more."""

    def deal(total: int) -> Crew:
        hands = [["a999999999"], ["b999999999"], [f"c{total - 2 * 999_999_999}"]]
        task = {"owner": "crew", "kind": "tricks", "total": {"at_least": total}, "at_least": 1}
        return Crew(hands=hands, tasks=[task])

    assert solved(deal(MOST_TOTAL - 1)).status == "satisfiable"
    with pytest.raises(Stopped, match="incomplete"):
        Encoding(deal(MOST_TOTAL))


def test_the_search_is_the_same_every_time_and_seeds_change_it() -> None:
    deal = RandomDeal(players=4, objectives=5).with_seed(3)
    runs = [solved(deal, seed) for seed in (None, None, 1, 1, 2, 3, 4)]
    assert runs[0].atoms == runs[1].atoms
    assert runs[2].atoms == runs[3].atoms
    assert len({run.atoms for run in runs}) > 1


@pytest.mark.timing
@pytest.mark.parametrize("seconds", [0.0, 0.5])
def test_time_can_run_out(seconds: float) -> None:
    encoding = Encoding(RandomDeal(players=3, objectives=6).with_seed(125))  # a minute of work

    def took() -> float:
        start = time.monotonic()
        outcome = solve(encoding.program, encoding.facts, deadline=start + seconds)
        end = time.monotonic()
        assert (outcome.status, outcome.reason) == ("unknown", "time")
        return end - start

    check_promise(took, seconds + 0.5)


def test_a_program_that_is_none_is_reported() -> None:
    with pytest.raises(ValueError, match=r"clingo: (.|\n)*syntax error"):
        solve("a :- b", "")
