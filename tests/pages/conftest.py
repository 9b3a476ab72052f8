"""The browser, started once for all tests of a process."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium; without one these tests are skipped, unless CREWSAT_BROWSER says that it is required."""
    path = shutil.which("chromium")
    if path is None:
        missing = "no browser: install Debian's chromium (apt-get install chromium) to run this test"
        if os.environ.get("CREWSAT_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only with a browser

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path)
        yield found
        found.close()
