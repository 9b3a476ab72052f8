"""A real browser for tests of pages, and what a page carries."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

PATIENCE = 60_000
"""Milliseconds until the browser may have done something, on a busy machine."""


def chromium() -> Iterator[Browser]:
    """The system's Chromium; without one the test is skipped, unless CREWSAT_BROWSER says that it is required."""
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


class Parsed(HTMLParser):
    """A page as a browser's parser sees it: scripts, styles, data, and all text outside of them.

    Attributes:
        data: the blocks of JSON, by id.
        scripts, styles: texts of the others.
        policy: the Content-Security-Policy.
        text: what is neither.
        tags: the names of all elements, in order.
        attributes: the names of all attributes.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.data: dict[str, Any] = {}
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.policy = ""
        self.text = ""
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self._inside: tuple[str, dict[str, str | None]] | None = None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        self.tags.append(tag)
        given = dict(attrs)
        self.attributes |= given.keys()
        if tag in {"script", "style"}:
            self._inside = tag, given
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""

    def handle_endtag(self, tag: str) -> None:
        """End a script or style."""
        if self._inside is not None and tag == self._inside[0]:
            self._inside = None

    def handle_data(self, data: str) -> None:
        """Keep a text where it belongs."""
        if self._inside is None:
            self.text += data
        elif self._inside[0] == "style":
            self.styles.append(data)
        elif self._inside[1].get("type") == "application/json":
            self.data[self._inside[1]["id"] or ""] = json.loads(data)
        else:
            self.scripts.append(data)


@contextmanager
def looked_at(browser: Browser, **options: Any) -> Iterator[Page]:  # noqa: ANN401 - of a browser's context
    """A tab for files, without a network; what is opened must ask for nothing else, and say nothing on the console."""
    context = browser.new_context(offline=True, **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    said: list[str] = []
    asked: list[str] = []
    gone_to: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url.partition("#")[0]))
    page.on("framenavigated", lambda frame: gone_to.append(frame.url.partition("#")[0]))
    yield page
    assert not said
    assert set(asked) == set(gone_to)
    context.close()


@contextmanager
def opened(browser: Browser, path: Path, **options: Any) -> Iterator[Page]:  # noqa: ANN401 - of a browser's context
    """A page of a file, as `looked_at`."""
    with looked_at(browser, **options) as page:
        page.goto(path.as_uri())
        yield page


def width_beyond(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return wide


def violations(page: Page) -> list[tuple[str, str]]:
    """What axe-core finds on a page: rules, and the first element that breaks each; it is loaded once a page."""
    if page.evaluate("'axe' in globalThis"):
        found = page.evaluate("axe.run().then(({ violations }) => violations)")
    else:
        found = Axe().run(page).response["violations"]
    return [(one["id"], one["nodes"][0]["html"]) for one in found]
