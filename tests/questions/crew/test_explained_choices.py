"""Lost deals with choices explained: the conflict, what can be met, and repairs, against exhaustive search."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.features import RETOKEN
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.replaying import replay
from crewsat.games.crew.results import tricks_of
from crewsat.games.crew.subsets import demands_of, keeping
from crewsat.games.crew.walk import Walk
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


def test_where_tokens_may_change_every_change_counts() -> None:
    seen: Counter[str] = Counter()
    for seed in range(90):
        instance = choices_crew(seed, ("retoken", "retoken and handover")[seed % 2])
        if search(instance) is not None or instance.retoken is None or not demands_of(instance).goals:
            continue
        walk, text = Walk(instance), instance.to_json()
        ways = {choice: walk.chosen(choice) for choice in walk.choices()}

        def met(*kept: str, ways: dict[Choice, Crew] = ways) -> bool:
            return any(search(keeping(deal, kept)) is not None for deal in ways.values())

        found = explain(instance)
        demands, conflict = demands_of(instance), found.conflict or ()
        assert conflict, text
        assert found.minimal, text
        assert not met(*conflict), text
        for one in conflict:
            assert met(*(other for other in conflict if other != one)), text
            rest = (*demands.goals, *demands.terms)
            assert (one in (found.culprits or ())) == met(*(other for other in rest if other != one)), text
        assert found.most is not None
        assert found.most[0] == found.most[1] == len(found.kept or ()), text
        assert not any(
            met(*(goal for goal in demands.goals if goal not in left_out), *demands.terms)
            for left_out in combinations(demands.goals, len(demands.goals) - found.most[1] - 1)
        ), text
        assert found.best_play is not None, text
        choice, *play = found.best_play
        assert isinstance(choice, Choice)
        replay(
            keeping(ways[choice], (*(found.kept or ()), *demands.terms)),
            [(trick.leader, trick.cards) for trick in tricks_of(play)],
        )
        seen[choice.text.split()[0]] += 1
        seen["order"] += "order" in conflict
        seen["whichever"] += any("whichever tokens are changed" in reason.words for reason in found.reasons)
    assert seen["order"] == seen["whichever"] > 2, seen
    assert min(seen["no"], seen["swap"] + seen["move"]) > 0, seen
