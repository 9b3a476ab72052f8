"""Small formulas of both kinds and what the game makes of them: for the tests of the reduction from 3-SAT."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from crewsat.problems.three_sat import families
from crewsat.problems.three_sat.formula import ThreeSat
from crewsat.reductions.three_sat_to_hanabi.reduction import Reduction, play_of, reduce, witness_of
from tests.support.hanabi_by_states import is_won

if TYPE_CHECKING:
    from collections.abc import Iterator

TINY = [
    ThreeSat(0, ()),
    ThreeSat(1, ()),
    ThreeSat(3, ()),
    ThreeSat(3, ((1, 2, 3),)),
    ThreeSat(4, ((-1, 2, -3),)),
    families.figure_2(),
    ThreeSat(3, ((1, 2, 3), (1, 2, 3), (-1, -2, -3))),
    families.contradiction(),
    ThreeSat(4, ((1, -2, 4), *families.contradiction().clauses)),
]

VARIANTS = {
    "two slots": Reduction(),
    "one slot": Reduction(hand_size=1),
    "three slots": Reduction(hand_size=3),
    "five slots": Reduction(hand_size=5),
    "two copies": Reduction(copies=2),
    "four copies": Reduction(copies=4),
    "one slot, three copies": Reduction(hand_size=1, copies=3),
    "constant": Reduction(values="constant"),
    "constant, one slot": Reduction(values="constant", hand_size=1),
    "constant, four slots, three copies": Reduction(values="constant", hand_size=4, copies=3),
    "two players of two": Reduction(players=2),
    "two players of one": Reduction(players=2, hand_size=1),
}
"""Every kind of reduction that is right."""


def as_printed(reduction: Reduction, *repairs: str) -> Reduction:
    """The reduction with only these repairs."""
    return replace(reduction, repairs=repairs)  # type: ignore[arg-type]


def models_of(formula: ThreeSat) -> Iterator[tuple[bool, ...]]:
    """All truth values that satisfy a formula, by trying all."""
    return (values for values in product((False, True), repeat=formula.variables) if formula.satisfied_by(values))


def satisfiable(formula: ThreeSat) -> bool:
    return next(models_of(formula), None) is not None


def some_formula(seed: int, most: int = 5) -> ThreeSat:
    """A formula of 3 to `most` variables; about half of them cannot be satisfied."""
    rng = random.Random(seed)
    v = rng.randint(3, most)
    kind = rng.random()
    if kind < 0.1:
        padding = families.random_(v, rng.random(), seed=seed).clauses
        clauses = [*families.contradiction().clauses, *padding]
        return ThreeSat(v, tuple(rng.sample(clauses, len(clauses))))
    if kind < 0.2:
        return families.regular(3 * (v // 3), rng.randint(1, 8), seed=seed)
    return families.random_(v, rng.choice((0.4, 1.0, 2.0, 4.0, 5.0, 6.0)), seed=seed)


def mistake(formula: ThreeSat, reduction: Reduction, truth: bool) -> str:
    """What is wrong if the game is not won iff it should be; nothing if all is well."""
    instance = reduce(formula, reduction)
    return "" if is_won(instance) == truth else f"the answer is not {'yes' if truth else 'no'}: {instance.to_json()}"


def wrong(formula: ThreeSat, reduction: Reduction) -> bool:
    """Whether the game is won although the formula cannot be satisfied, or the other way around."""
    return bool(mistake(formula, reduction, satisfiable(formula)))


def check_there_and_back(formula: ThreeSat, reduction: Reduction, values: tuple[bool, ...]) -> None:
    instance = reduce(formula, reduction)
    play = play_of(instance, values)
    assert witness_of(instance, play) == values, instance.to_json()
    assert play_of(instance, witness_of(instance, play)) == play
