"""A server for the tests of a module, and the browser of the tests of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import chromium
from tests.support.web_server import Server, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium. Not for longer: while Playwright is there, a thread has an event loop that runs."""
    yield from chromium()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with two workers."""
    with serving("--jobs", "2") as found:
        yield found
