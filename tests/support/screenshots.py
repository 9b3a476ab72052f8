"""Pictures of the main states of all pages, to be looked at: `python -m tests.support.screenshots`.

They go to the folder ``build/screenshots``, which git ignores; two of them are those of the README and the site,
light and dark.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import crewsat
from tests.support.browser import chromium
from tests.support.local_page import enter, way
from tests.support.page_samples import lost_game
from tests.support.places import ROOT
from tests.support.web_server import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from crewsat.games.instance import Instance

FOLDER = ROOT / "build" / "screenshots"
README = {
    "explored": (ROOT / "docs" / "web.png", "[aria-label=Questions]"),
    "review": (ROOT / "docs" / "replay.png", "h1"),
}
"""The states that stand in the README, and the element that is at the top there."""
SUFFIXES = {"wide": "", "dark": "-dark"}
"""How the names of these pictures end, by their looks."""
LOOKS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1000, "height": 760}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1000, "height": 760}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "color_scheme": "light"},
    "forced": {"viewport": {"width": 1000, "height": 760}, "forced_colors": "active"},
    "zoomed": {"viewport": {"width": 320, "height": 256}},
}


def results() -> Iterator[tuple[str, Instance, Any, str]]:
    """What pages are about: a name, an instance, a result, and keys to press."""
    won = crewsat.RandomDeal(players=4, objectives=5).with_seed(7)
    lost = next(
        deal
        for seed in range(1, 1000)
        if crewsat.decide(deal := crewsat.RandomDeal(players=4, objectives=6).with_seed(seed)).answer == "no"
    )
    yield "yes", won, crewsat.decide(won), "]]]"
    yield "no", lost, crewsat.explain(lost), "]]"
    yield "review", *lost_game(), ""
    tasks = crewsat.DeepSeaDeal(players=4, difficulty=7, drafted=True).with_seed(5)
    yield "tasks", tasks, crewsat.decide(tasks), "]]]]"
    game = crewsat.load(ROOT / "docs" / "hanabi-lost-game.txt")
    yield "hanabi", game, crewsat.review(game), ""
    deck = crewsat.RandomDeck().with_seed(1)
    yield "hanabi-solitaire", deck, crewsat.decide(deck), "]]]]]"
    strings = crewsat.RandomStrings().with_seed(1)
    yield "hackenbush", strings, crewsat.decide(strings), "]"


@contextmanager
def opened(browser: Browser, address: str, look: str) -> Iterator[Page]:
    """A page as somebody looks at it."""
    context = browser.new_context(**LOOKS[look])
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def picture(page: Page, name: str, look: str) -> None:
    """Keep a picture; that of the README and the site begins where there is something to see."""
    page.screenshot(path=FOLDER / f"{name}-{look}.png", full_page=look != "zoomed")
    if look in SUFFIXES and name in README:
        path, first = README[name]
        page.locator(first).evaluate("one => scrollTo(0, one.getBoundingClientRect().top + scrollY - 8)")
        page.screenshot(path=path.with_stem(path.stem + SUFFIXES[look]))


def narrow_position() -> str:
    """A position on a winning line in which some of at least four cards lose."""
    state = crewsat.State(crewsat.RandomDeal(players=4, objectives=6).with_seed(1).as_typed())
    while state.outcome.status == "open":
        answers = [option.answer for option in state.options()]
        if len(answers) >= 4 and {"yes", "no"} <= set(answers):
            return state.text
        hint = state.hint()
        assert hint is not None
        state.play(hint)
    raise AssertionError("no such position; take another deal")


def replay_pages(browser: Browser) -> None:
    """Look at replay pages."""
    with TemporaryDirectory() as folder:
        for name, instance, result, keys in results():
            path = f"{folder}/{name}.html"
            crewsat.Replay(instance, result).save(path)
            for look in LOOKS:
                with opened(browser, f"file://{path}", look) as page:
                    for key in keys:
                        page.keyboard.press(key)
                    picture(page, name, look)


def local_page(browser: Browser, address: str, look: str) -> None:
    """Look at the local page while it is used."""
    deal = crewsat.RandomDeal(players=4, objectives=4).with_seed(3).as_typed()
    with opened(browser, address, look) as page:
        picture(page, "start", look)
        enter(page, "a9 b1 / b2 c3; 3 wins b2; 1 wins c2")
        page.locator("mark").first.wait_for()
        picture(page, "defects", look)
        enter(page, crewsat.text_of(deal))
        way(page, "Enter")
        page.get_by_role("button", name="Choose goals").click()
        picture(page, "entry", look)
        enter(page, narrow_position())
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_role("heading", name=re.compile("moves keeps? it winnable")).wait_for()
        picture(page, "explored", look)
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_role("heading", name=re.compile("^(Yes|No): ")).wait_for()
        picture(page, "decided", look)
        way(page, "Random")
        page.get_by_role("button", name="A deal that cannot").click()
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_text("It could be won if").wait_for()
        picture(page, "explained", look)
        way(page, "Random")
        page.get_by_role("button", name="Hanabi", exact=True).click()
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_role("heading", name=re.compile("moves keeps? it winnable")).wait_for()
        picture(page, "hanabi-moves", look)


def main() -> None:
    """Make all of them."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with contextmanager(chromium)() as browser:
        replay_pages(browser)
        with serving("--jobs", "2") as server:
            for look in LOOKS:
                local_page(browser, server.address, look)


if __name__ == "__main__":
    main()
