"""The site in a browser, from files: nothing else is asked for, nothing scrolls sideways, and the search works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

from tests.support.browser import PATIENCE, chromium, width_beyond
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

browser = pytest.fixture(scope="module")(chromium)
PAGES = ("index", "gallery", "commands", "files", "audits/crew", "hardness/README", "teachers")


LEFT = "net::ERR_ABORTED"
"""What a browser says of an icon that it no longer needs, as the page has been left."""


@pytest.mark.slow
@pytest.mark.parametrize("theme", few_of(["light", "dark"]))
def test_pages_need_nothing_but_their_files(browser: Browser, site: Path, theme: Literal["light", "dark"]) -> None:
    context = browser.new_context(offline=True, color_scheme=theme, viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", lambda request: said.append(request.url) if request.failure != LEFT else None)
    page.on("request", lambda request: asked.append(request.url))
    for name in PAGES:
        page.goto((site / f"{name}.html").as_uri())
        assert width_beyond(page) == 0, name
    page.goto((site / "search.html").as_uri() + "?q=revoke")
    page.locator("ul.search a").first.wait_for()
    assert said == []
    assert [url for url in asked if not url.startswith((site.as_uri(), "data:"))] == []
    context.close()
