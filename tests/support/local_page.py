"""The local page as a visitor opens it, types a line and waits."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.support.browser import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page, Request


LOST = "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8 [1]; 2 wins pink5 [2]"


@contextmanager
def visited(browser: Browser, address: str, **options: Any) -> Iterator[Page]:  # noqa: ANN401
    """The page at an address; nothing may appear on its console, and no request may fail but by being given up."""
    context = browser.new_context(accept_downloads=True, **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    said: list[str] = []

    def failed(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a later question has taken its place
            said.append(request.url)

    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("requestfailed", failed)
    page.goto(address)
    yield page
    assert not said
    context.close()


def way(page: Page, name: str) -> None:
    """Open one of the ways to enter a deal."""
    button = page.get_by_role("button", name=name, exact=True)
    if button.get_attribute("aria-expanded") == "false":
        button.click()


def enter(page: Page, text: str) -> None:
    """Type a line, and wait until it has been read."""
    way(page, "Type")
    page.get_by_label("Deal, deck or game as text").fill(text)
    page.locator("#deal[aria-busy=false]").wait_for()


def line(page: Page) -> str:
    return page.locator("#deal").input_value()


def wait(page: Page, holds: Callable[[], object]) -> None:
    """Let the page go on until something holds."""
    for _ in range(PATIENCE // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError


def wait_for_line(page: Page, text: str) -> None:
    """Let the page go on until the line is this one."""
    wait(page, lambda: line(page) == text)
