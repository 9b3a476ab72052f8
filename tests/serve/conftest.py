"""A server that all tests of a file ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.line_server import line_server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.line_server import LineServer


@pytest.fixture(scope="module")
def server() -> Iterator[LineServer]:
    with line_server("--jobs", "2") as found:
        yield found
