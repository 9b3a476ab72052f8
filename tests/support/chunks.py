"""Cases of which few are for every run, and all of them for the long evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Container, Iterable


def chunks(number: int, *, usual: int = 1) -> list[Any]:
    """The numbers of all chunks, from 0; all but the first `usual` ones are tried by the long evidence only."""
    return [*range(usual), *(pytest.param(k, marks=pytest.mark.thorough) for k in range(usual, number))]


def few_of(cases: Iterable[Any], usual: int = 1) -> list[Any]:
    """The first `usual` cases for every run; the others, which go the same ways, for the long evidence only."""
    found = list(cases)
    values = (case if isinstance(case, tuple) else (case,) for case in found[usual:])
    return [*found[:usual], *(pytest.param(*value, marks=pytest.mark.thorough) for value in values)]


def sizes(usual: int, full: int) -> list[Any]:
    """Two sizes of a case: a small one for every run, and the full one for the long evidence only."""
    return [usual, pytest.param(full, marks=pytest.mark.thorough)]


def rarely(names: Iterable[str], long: Container[str]) -> list[Any]:
    """Cases by name; those that take long are for the long evidence only, and others go the same ways in every run."""
    return [pytest.param(name, marks=pytest.mark.thorough) if name in long else name for name in names]
