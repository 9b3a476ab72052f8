"""Minimal conflicts by deletion, on made-up families of conflicts."""

from __future__ import annotations

import random

from crewsat.questions.minimal_subset import SubsetAnswer, minimal_unsatisfiable_subset

MEMBERS = tuple("abcdefgh")


def family(seed: int) -> list[frozenset[str]]:
    rng = random.Random(seed)
    return [frozenset(rng.sample(MEMBERS, rng.randint(1, 5))) for _ in range(rng.randint(1, 4))]


def test_what_is_found_is_a_conflict_and_none_of_it_can_be_spared() -> None:
    for seed in range(500):
        conflicts = family(seed)
        rng = random.Random(-seed)

        def ask(
            kept: frozenset[str], conflicts: list[frozenset[str]] = conflicts, rng: random.Random = rng
        ) -> SubsetAnswer:
            inside = [conflict for conflict in conflicts if conflict <= kept]
            if not inside:
                return SubsetAnswer("yes")
            return SubsetAnswer("no", rng.choice(inside) if rng.random() < 0.5 else None)

        found, minimal = minimal_unsatisfiable_subset(MEMBERS, ask, hopeless=lambda: False)
        assert minimal
        assert ask(frozenset(found)).answer == "no"
        assert all(ask(frozenset(found) - {one}).answer == "yes" for one in found)


def test_what_is_to_be_kept_comes_last() -> None:
    def ask(kept: frozenset[str]) -> SubsetAnswer:
        return SubsetAnswer("no" if {"a", "b"} <= kept or {"g", "h"} <= kept else "yes")

    assert minimal_unsatisfiable_subset(MEMBERS, ask, hopeless=lambda: False) == (("g", "h"), True)
    assert minimal_unsatisfiable_subset(MEMBERS[::-1], ask, hopeless=lambda: False) == (("b", "a"), True)


def test_an_open_question_keeps_its_member_and_is_reported() -> None:
    def ask(kept: frozenset[str]) -> SubsetAnswer:
        if "c" not in kept:
            return SubsetAnswer("unknown")
        return SubsetAnswer("no" if {"g", "h"} <= kept else "yes")

    assert minimal_unsatisfiable_subset(MEMBERS, ask, hopeless=lambda: False) == (("c", "g", "h"), False)


def test_without_time_everything_is_returned() -> None:
    assert minimal_unsatisfiable_subset(MEMBERS, lambda _: SubsetAnswer("no"), hopeless=lambda: True) == (
        MEMBERS,
        False,
    )
