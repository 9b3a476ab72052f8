"""Arbitrary arguments for the compiled kernel: an answer, or one of three errors, and never a crash.

Most are a deal in which one thing has been changed, so that they pass the first checks. `make sanitize` runs this with
a kernel that notices errors of memory.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.crew.flat import flat
from crewsat_encodings.crew.cnf.compiled import _arguments, _dealt
from tests.support.kernel import KINDS, kernel_in_use
from tests.support.quick_deals import quick_deal, quick_position

if TYPE_CHECKING:
    from collections.abc import Iterator

REFUSED = (ValueError, TypeError, OverflowError)

NUMBERS = (-(2**63), -(2**31), -2, -1, 0, 1, 2, 3, 5, 8, 9, 64, 127, 128, 255, 256, 2**31 - 1, 2**31, 2**63, 2**64)


@pytest.fixture(autouse=True, params=KINDS)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, request.param)


def changed(rng: random.Random, thing: Any) -> Any:  # noqa: ANN401 - arguments of all kinds
    """Return something like an argument."""
    if isinstance(thing, bool):
        return not thing
    if isinstance(thing, int):
        return rng.choice((thing - 1, thing + 1, rng.choice(NUMBERS)))
    if isinstance(thing, bytes):
        numbers = changed_sequence(rng, list(thing), lambda number: changed(rng, number) % 256)
        return bytes(number if isinstance(number, int) else 0 for number in numbers)
    if isinstance(thing, tuple) and thing and rng.random() < 0.9:
        place = rng.randrange(len(thing))
        return (*thing[:place], changed(rng, thing[place]), *thing[place + 1 :])
    return changed_sequence(rng, list(thing), lambda one: changed(rng, one))


def changed_sequence(rng: random.Random, things: list[Any], change: Any) -> list[Any]:  # noqa: ANN401
    """Return a list in which something is changed, missing, there twice, or moved."""
    kind = rng.randrange(5) if things else 4
    if kind == 0:
        things.pop(rng.randrange(len(things)))
    elif kind == 1:
        things.insert(rng.randrange(len(things) + 1), rng.choice(things))
    elif kind == 2:
        rng.shuffle(things)
    elif kind == 3:
        place = rng.randrange(len(things))
        things[place] = change(things[place])
    else:
        things.append(rng.choice(things) if things else rng.choice((0, (0, 0), (0, 0, 0, 0), [0])))
    return things


def calls(compiled: Any, rng: random.Random) -> Iterator[tuple[Any, list[Any]]]:  # noqa: ANN401
    """Functions with arguments, most of them changed once or more often."""
    instance = rng.choice((quick_deal, quick_position))(rng.randrange(10**9), most_cards=rng.choice((8, 20, 40)))
    deal = flat(instance)
    functions: list[tuple[Any, list[Any]]] = [
        (compiled.formula, list(_arguments(instance, _dealt(instance), rng.randrange(3))))
    ]
    if deal is not None:
        arguments = deal.arguments()
        functions += [(compiled.play, [*arguments, rng.randrange(2**64), 60, 40])]
        functions += [(compiled.refuting, [*arguments, 2, 40, 80, lambda: False])]
    for function, plain in functions:
        for changes in range(5):
            made = list(plain)
            for _ in range(changes):
                place = rng.randrange(len(made) if function is compiled.formula else 11)  # not: how long to search
                made[place] = changed(rng, made[place])
            yield function, made


def ask(compiled: Any, seed: int) -> tuple[int, int]:  # noqa: ANN401
    """Call with arbitrary arguments; return how many calls were answered and how many refused."""
    rng = random.Random(seed)
    answered = refused = 0
    for function, arguments in calls(compiled, rng):
        try:
            found = function(*arguments)
        except REFUSED:
            refused += 1
            continue
        answered += 1
        if function is not compiled.formula:
            continue
        assert len(found.clauses()) == found.size
        if hasattr(found, "glucose4"):
            solver = found.glucose4()
            solver.conf_budget(rng.choice((0, 1, 50)))
            literals = [rng.randint(-found.variables - 1, found.variables + 1) for _ in range(rng.randrange(4))]
            with suppress(ValueError):
                solver.add_clause(literals)
            with suppress(ValueError):
                solver.solve_limited(literals, expect_interrupt=True)
            assert len(solver.get_model()) <= found.variables
            solver.get_core()
    return answered, refused


@pytest.mark.slow
def test_arbitrary_arguments_are_answered_or_refused(compiled: Any) -> None:  # noqa: ANN401
    both = [ask(compiled, seed) for seed in range(400)]
    assert sum(answered for answered, _ in both) > 1_000
    assert sum(refused for _, refused in both) > 1_000


@pytest.mark.thorough(together=1)
@pytest.mark.parametrize("first", range(0, 200_000, 20_000))
def test_many_more_arbitrary_arguments_are_answered_or_refused(compiled: Any, first: int) -> None:  # noqa: ANN401
    both = [ask(compiled, seed) for seed in range(first, first + 20_000)]
    assert sum(answered for answered, _ in both) > 50_000
    assert sum(refused for _, refused in both) > 50_000
