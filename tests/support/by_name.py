"""Whoever may say no by itself, asked by name on instances aimed at its conditions, against exhaustive search.

A *claim* is a method, a bound or a shortcut that says "this cannot be won". It is wrong if it says no where the search
finds a win. It may also be right by luck, as the instances never touch the condition that makes it right: so every
claim comes with *mistakes*, a condition dropped or a number that is one off, and each of these stronger claims must be
caught saying no to something that is won.
"""

from __future__ import annotations

import random
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.engine.frontend import decide
from tests.support.mutation import Mutant, installed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import ModuleType

EVERY_RUN = range(200)
"""Aimed instances of a claim, with mistakes in it or without any."""

USUAL = 100
"""So many of them for a claim without a mistake in every run, all of them in thorough runs."""

THOROUGH = range(200, 2_400)
"""More of them, in thorough runs."""

UNTIL_NOTICED = range(2_000)
"""Of these, one must show that a mistake is one; most show in the first hundred."""


@dataclass(frozen=True)
class Mistake:
    """A claim made too strong: a piece of its source, which must occur once, replaced by another one.

    Attributes:
        what: is wrong with it.
        old: the piece.
        new: what replaces it.
        place: the module it is in; the last one of the claim by default.
    """

    what: str
    old: str
    new: str
    place: str | None = None


@dataclass(frozen=True)
class Claim:
    """A method or bound that may say no by itself.

    Attributes:
        name: what it is called.
        modules: where it is, each module before those that import it; the last one is asked.
        says_no: whether the last module, or that module with a mistake in it, says no to an instance.
        aimed: a random instance on which its conditions matter.
        won: whether exhaustive search finds a win.
        mistakes: stronger claims, each of which is wrong.
        method: what the engine calls it; then the engine is asked by that name as well.
        printed: an instance as text to be pasted into a test.
    """

    name: str
    modules: Sequence[str]
    says_no: Callable[[ModuleType, Any], bool]
    aimed: Callable[[random.Random], Any]
    won: Callable[[Any], bool]
    mistakes: Sequence[Mistake] = ()
    method: str | None = None
    printed: Callable[[Any], str] = lambda instance: instance.to_json()
    made: dict[int, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def instance(self, number: int) -> Any:  # noqa: ANN401 - of any game
        """The aimed instance of this number: the same one on every machine, made once for all mistakes."""
        if number not in self.made:
            self.made[number] = self.aimed(random.Random(f"{self.name} {number}"))
        return self.made[number]


def wrong_no(claim: Claim, numbers: Iterable[int], mistake: Mistake | None = None) -> str | None:
    """Return an instance that is won and to which a claim, perhaps with a mistake in it, says no; None if none is.

    Raises:
        AssertionError: if the claim never says no, or the engine does not answer as the claim does.
    """
    said = 0
    with nullcontext(import_module(claim.modules[-1])) if mistake is None else _with(claim, mistake) as module:
        for number in numbers:
            instance = claim.instance(number)
            no = claim.says_no(module, instance)
            if mistake is None and claim.method is not None:
                answer = decide(instance, method=claim.method).answer
                assert (answer == "no") == no, f"the engine's '{claim.method}': {answer}, {claim.printed(instance)}"
            if no and claim.won(instance):
                return claim.printed(instance)
            said += no
    assert said or mistake is not None, f"{claim.name} never says no"
    return None


def _with(claim: Claim, mistake: Mistake) -> Any:  # noqa: ANN401 - a context manager
    """The modules of a claim with a mistake in one of them."""
    place = mistake.place or claim.modules[-1]
    spec = find_spec(place)
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).read_text(encoding="utf-8")
    assert source.count(mistake.old) == 1, f"{mistake.what}: {source.count(mistake.old)} times in {place}"
    return installed(claim.modules, Mutant(mistake.what, place, source.replace(mistake.old, mistake.new)))


def claims_and_mistakes(claims: Iterable[Claim]) -> list[Any]:
    """Return parameters of a test that takes a claim and a mistake."""
    return [pytest.param(claim, one, id=f"{claim.name}: {one.what}") for claim in claims for one in claim.mistakes]
