"""The line of the local page: in the address, in the history, and under answers that come late or not at all."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import Error

import crewsat
from crewsat.pages.script import STATIC
from tests.support.browser import PATIENCE
from tests.support.chunks import few_of
from tests.support.local_page import LOST, enter, line, visited, wait, wait_for_line, way
from tests.support.page_samples import HOSTILE
from tests.support.stubborn import stubborn
from tests.support.web_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from tests.support.web_server import Server


pytestmark = [pytest.mark.slow, pytest.mark.processes]
MARKUP = """
function markup(element, ...children) {
  for (const child of children) {
    if (typeof child === "string") element.insertAdjacentHTML("beforeend", child);
    else element.append(child);
  }
}
"""
OTHER = "c9 / c8; leader 1; 1 wins c8"


@pytest.mark.parametrize("safe", [True, False])
def test_names_in_an_address_are_text(browser: Browser, server: Server, safe: bool) -> None:
    """Of an address nothing is run or becomes an element: the page shows what would, where texts were markup."""
    deal = crewsat.Crew(
        hands=[["a9", "a5"], ["a2", "a8"]],
        objectives=[{"card": "a8", "owner": 1, "id": HOSTILE[0]}],
        tasks=[{"kind": "tricks", "owner": 2, "at_least": 1, "id": HOSTILE[2]}],
    )
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    if not safe:
        script = (STATIC / "dom.js").read_text()
        asked = "element.append("
        assert script.count(asked) == 1
        unsafe = script.replace(asked, "markup(element, ") + MARKUP
        page.route("**/dom.js", lambda route: route.fulfill(body=unsafe, content_type="text/javascript"))
    page.goto(f"{server.address}#{quote(deal.to_json())}")
    page.get_by_role("heading", name="The deal").wait_for()
    page.get_by_role("button", name="Can it be won?").click()
    page.get_by_role("heading", name=re.compile("^(Yes|No): ")).wait_for()
    assert (page.locator("main img").count() == 0) == safe
    assert page.title() == "CrewSAT"
    if safe:
        assert page.get_by_text(HOSTILE[2]).first.is_visible()
    context.close()


def test_an_address_that_is_none_shows_the_sample(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        sample = line(page)
    assert crewsat.decide(crewsat.parse_text(sample))
    with visited(browser, f"{server.address}#%E0%A4%A") as page:
        assert line(page) == sample
        assert page.get_by_role("button", name="Can it be won?").is_visible()


def test_a_link_shows_the_deal_its_answer_and_a_step(browser: Browser, server: Server) -> None:
    address = f"{server.address}#deal={quote(LOST)}"
    with visited(browser, address) as page:
        assert line(page) == LOST
        assert not page.get_by_text(re.compile("^(Yes|No): ")).count()
    with visited(browser, f"{address}&answer&at=2", permissions=["clipboard-read", "clipboard-write"]) as page:
        page.get_by_text("Conflict (minimal): pink8, pink5").wait_for()
        page.get_by_text("2 of 3", exact=True).wait_for()
        page.get_by_role("button", name="Step forward").click()
        page.get_by_role("button", name="Copy the text of the deal").click()  # nobody else gets to this machine
        wait(page, lambda: page.evaluate("navigator.clipboard.readText()") == LOST)


def test_links_go_to_the_published_page(browser: Browser, server: Server) -> None:
    with (
        serving("--jobs", "1", "--share-base", f'{server.address}?"&amp;') as other,
        visited(
            browser,
            f"{other.address}#deal={quote(LOST)}&answer&at=3",
            permissions=["clipboard-read", "clipboard-write"],
        ) as page,
    ):
        page.get_by_text("3 of 3", exact=True).wait_for()
        page.get_by_role("button", name="Copy the link to the deal").click()
        wait(page, lambda: page.evaluate("navigator.clipboard.readText()").endswith("&answer&at=3"))
        link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{server.address}?%22&amp;#deal=")
    with visited(browser, link) as page:
        page.get_by_text("3 of 3", exact=True).wait_for()
        assert line(page) == LOST


def test_the_page_speaks_the_language_of_the_link_or_of_the_browser(browser: Browser, server: Server) -> None:
    with visited(browser, f"{server.address}#deal={quote(LOST)}&lang=de", locale="fr-FR") as page:
        page.get_by_role("button", name="Ist das zu gewinnen?").wait_for()
        assert page.evaluate("document.documentElement.lang") == "de"
        page.get_by_role("button", name="rosa 1, Spieler 2, erlaubt", exact=True).wait_for()
    with visited(browser, server.address, locale="fr-FR") as page:
        page.get_by_role("button", name="Peut-on gagner ?").wait_for()
        page.get_by_role("combobox", name="Langue").select_option("es")
        page.get_by_role("button", name="¿Se puede ganar?").wait_for()
        page.reload()
        page.get_by_role("button", name="¿Se puede ganar?").wait_for()


@pytest.mark.parametrize("question", few_of(["play", "read", "decide", "generate"]))
def test_an_answer_that_comes_late_changes_nothing(browser: Browser, server: Server, question: str) -> None:
    with visited(browser, server.address) as page:
        enter(page, LOST)
        page.get_by_role("heading", name="The deal").wait_for()
        held: list[Route] = []

        def hold_the_first(route: Route) -> None:
            if held:
                route.continue_()
            else:
                held.append(route)

        page.route(f"**/api/{question}", hold_the_first)
        if question == "generate":
            way(page, "Random")
            page.get_by_role("button", name="Deal", exact=True).click()
        elif question == "play":
            page.get_by_role("button", name="pink 1, player 2, legal", exact=True).click()
        elif question == "read":
            page.get_by_label("Deal, deck or game as text").fill(LOST.replace("leader 2", "leader 1"))
        else:
            page.get_by_role("button", name="Can it be won?").click()
        wait(page, lambda: held)
        enter(page, OTHER)
        page.get_by_text("Player 1 is next: touch a card to play it.").wait_for()
        with suppress(Error):  # the page has given it up
            held[0].continue_()
        page.wait_for_timeout(300)
        assert line(page) == OTHER
        assert page.get_by_role("heading", name="The deal").count() == 1
        assert page.get_by_text("player 1 leads first").count() == 1
        assert not page.get_by_text(re.compile("^(Yes|No): ")).count()


def test_undo_redo_back_forward_and_reload_agree(browser: Browser, server: Server) -> None:
    deals = [f"b9 / b8; leader 1; 1 wins b{value}" for value in (9, 8)] + [LOST]

    def press(name: str) -> str:
        page.get_by_role("button", name=name, exact=True).click()
        return line(page)

    def can(name: str) -> bool:
        return page.get_by_role("button", name=name, exact=True).get_attribute("aria-disabled") == "false"

    with visited(browser, server.address) as page:
        sample = line(page)
        for deal in deals:
            enter(page, deal)
        for expected in (*deals[1::-1], sample):
            page.go_back()
            wait_for_line(page, expected)
        assert (can("Undo"), can("Redo")) == (False, True)
        assert [press("Redo") for _ in deals] == deals
        assert [press("Undo"), press("Undo")] == deals[1::-1]
        page.reload()
        wait_for_line(page, deals[0])
        assert (can("Undo"), can("Redo")) == (True, True)
        assert [press("Redo"), press("Redo")] == deals[1:]
        assert press("Undo") == deals[1]
        way(page, "Type")
        page.get_by_label("Deal, deck or game as text").fill(OTHER)
        assert press("Undo") == deals[1]  # what has been typed a moment ago is not lost
        assert press("Redo") == OTHER


@pytest.mark.parametrize(
    ("body", "words"),
    [('{"stopped": "time"}', "the time limit was reached"), ("<html>", "the server's answer cannot be read")],
)
def test_what_the_server_stops_is_said(browser: Browser, server: Server, body: str, words: str) -> None:
    with visited(browser, server.address) as page:
        enter(page, LOST)
        page.route("**/api/options", lambda route: route.fulfill(body=body))
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_role("alert").filter(has_text=words).wait_for()
        assert page.get_by_role("alert").inner_text() == words


def test_a_hard_question_is_cancelled(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, crewsat.text_of(stubborn()))
        page.get_by_role("button", name="Can it be won?").click()
        page.locator(".answers[aria-busy]").wait_for()  # what is there is not the answer to this question
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Cancel").wait_for(state="hidden")
        assert not page.locator(".answers[aria-busy]").count()
        enter(page, LOST)
        page.get_by_role("heading", name="The deal").wait_for()
        assert line(page) == LOST
        assert not page.get_by_text(re.compile("^(Yes: |No: |Not decided)")).count()
