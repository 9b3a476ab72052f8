"""Instances in chunks: few for every run, all of them for the long evidence."""

from __future__ import annotations

from typing import Any

import pytest


def chunks(number: int, *, usual: int = 1) -> list[Any]:
    """The numbers of all chunks, from 0; all but the first `usual` ones are tried by the long evidence only."""
    return [*range(usual), *(pytest.param(k, marks=pytest.mark.thorough) for k in range(usual, number))]
