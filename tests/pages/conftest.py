"""The browser of a module's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser import chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium. Not for longer: while Playwright is there, a thread has an event loop that runs."""
    yield from chromium()
