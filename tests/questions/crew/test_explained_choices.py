"""Lost deals with choices explained: the conflict, what can be met, and repairs, against exhaustive search."""

from __future__ import annotations

from collections import Counter

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.features import RETOKEN
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.subsets import demands_of, keeping
from crewsat.questions.explain import explain
from tests.support.random_choices import choices_crew

AIMS = ("handover", "passing before the first trick", "passing after the first trick", "covered", "passing and covered")


def test_conflicts_and_repairs_are_those_of_exhaustive_search() -> None:
    seen: Counter[str] = Counter()
    for seed in range(120):
        instance = choices_crew(seed, AIMS[seed % len(AIMS)])
        if search(instance) is not None or instance.features & RETOKEN or not demands_of(instance).goals:
            continue
        text = instance.to_json()
        found = explain(instance)
        conflict = found.conflict or ()
        assert conflict, text
        assert search(keeping(instance, conflict)) is None, text
        assert found.minimal, text
        for one in conflict:
            assert search(keeping(instance, [other for other in conflict if other != one])) is not None, text
        goals, terms = demands_of(instance).goals, demands_of(instance).terms
        assert found.most is not None
        assert found.most[0] == found.most[1] == len(found.kept or ()), text
        assert search(keeping(instance, [*(found.kept or ()), *terms])) is not None, text
        if len(goals) > found.most[1] + 1:
            seen["several dropped"] += 1
        for repair in found.repairs:
            assert isinstance(repair.instance, Crew)
            assert search(repair.instance) is not None, (repair, text)
            seen[repair.kind] += 1
        seen["explained"] += 1
    assert seen["explained"] > 30, seen
    assert len(seen) > 4, seen
