"""The model for CP-SAT against the oracle, rule by rule; it is always the same, and time can run out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import BugFound, IllegalPlay, Stopped
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.crew.replaying import play_until_success
from crewsat.solvers.cpsat import solve
from crewsat_encodings.crew.cpsat.encoding import RULES, Encoding
from tests.support.chunks import sizes
from tests.support.random_choices import choices_crew
from tests.support.random_instances import whole_crew
from tests.support.random_tasks import task_crew

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat_encodings.rule import Rule


def wrong_without(rule: Rule, instance: Crew) -> bool:
    """Whether the model without this rule gives a wrong answer or a play the referee rejects."""
    encoding = Encoding(instance, rules=[other for other in RULES if other is not rule])
    outcome = solve(encoding.model)
    if outcome.status != "satisfiable":
        return search(instance) is not None
    try:
        play_until_success(instance, encoding.decode(outcome.model))
    except (
        IllegalPlay,
        RuntimeError,
        StopIteration,
    ):  # the latter two: there is no leader or no card, which Python says in its own way
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule in RULES if not rule.redundant], ids=lambda rule: rule.name)
def test_every_necessary_rule_is_missed(rule: Rule) -> None:
    assert any(
        wrong_without(rule, make(seed)) for seed in range(1_000) for make in (whole_crew, task_crew, choices_crew)
    )


@pytest.mark.slow
@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.redundant], ids=lambda rule: rule.name)
@pytest.mark.parametrize("number", sizes(120, 500))
def test_a_redundant_rule_is_not_missed(number: int, rule: Rule) -> None:
    for seed in range(number):
        instance = (whole_crew, task_crew, choices_crew)[seed % 3](seed)
        assert not wrong_without(rule, instance), instance.to_json()


def test_the_search_is_the_same_every_time_and_seeds_change_it() -> None:
    model = Encoding(RandomDeal(players=4, objectives=5).with_seed(3)).model
    runs = [solve(model, seed=seed) for seed in (None, None, 1, 1, 2)]
    plays = [(run.model, run.counters) for run in runs]
    assert plays[0] == plays[1]
    assert plays[2] == plays[3]
    assert plays[0] != plays[2] != plays[4]


def test_time_can_run_out() -> None:
    deal = RandomDeal().with_seed(1)
    with pytest.raises(Stopped, match="time"):
        Encoding(deal, out_of_time=lambda: True)
    outcome = solve(Encoding(deal).model, deadline=time.monotonic() - 1)
    assert (outcome.status, outcome.reason) == ("unknown", "time")


def test_a_model_that_is_none_is_a_bug() -> None:
    model = Encoding(RandomDeal().with_seed(1)).model
    model.add(10**18 * model.new_int_var(-(10**18), 10**18, "too large") == 1)
    with pytest.raises(BugFound, match="CP-SAT refuses the model"):
        solve(model)
