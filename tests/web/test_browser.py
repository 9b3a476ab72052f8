"""The local page in a real browser, driven by roles and names."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Error

import crewsat
from crewsat.pages.script import STATIC
from tests.support.browser import PATIENCE, violations, width_beyond
from tests.support.hanabi_games import small_game
from tests.support.page_samples import HOSTILE
from tests.support.places import ROOT
from tests.support.stubborn import stubborn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Request, Route

    from tests.support.web_server import Server

pytestmark = [pytest.mark.slow, pytest.mark.processes]
LOST = "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8 [1]; 2 wins pink5 [2]"
MARKUP = """
function markup(element, ...children) {
  for (const child of children) {
    if (typeof child === "string") element.insertAdjacentHTML("beforeend", child);
    else element.append(child);
  }
}
"""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


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


def enter(page: Page, text: str) -> None:
    """Type a line, and wait until it has been read."""
    with page.expect_response(re.compile("/api/read")):
        page.get_by_label("Deal, deck or game as text").fill(text)


def line(page: Page) -> str:
    return page.get_by_label("Deal, deck or game as text").input_value()


def test_a_deal_is_decided_stepped_through_and_shared(browser: Browser, server: Server) -> None:
    deal = crewsat.text_of(crewsat.RandomDeal(players=4, objectives=5).with_seed(7))
    with visited(browser, server.address) as page:
        enter(page, deal)
        page.get_by_role("button", name="Decide").click()
        page.get_by_role("heading", name=re.compile(r"^YES\. The crew wins with trick \d+ of 10\.$")).wait_for()
        page.get_by_role("button", name="To the end").click()
        page.get_by_text(re.compile("Completed: ")).wait_for()
        page.get_by_role("button", name="Step back").click()
        link = page.url
    assert "#" in link
    with visited(browser, link) as page:
        assert line(page) == deal
        page.get_by_role("button", name="Decide").click()
        page.get_by_role("heading", name=re.compile(r"^YES\.")).wait_for()


def test_forty_cards_take_forty_keys(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_text("By hand: a real deck").click()
        page.get_by_role("button", name=re.compile("^blue 9, not placed")).focus()
        for k in range(40):
            page.keyboard.press(str(k % 4 + 1))
        page.get_by_text("All cards are placed.").wait_for()
        page.get_by_role("button", name="Choose goals").click()
        page.get_by_role("button", name="Player 2", exact=True).click()
        page.get_by_role("combobox", name=re.compile("^Token")).select_option("omega")
        page.get_by_role("button", name=re.compile("^pink 7, player")).click()
        page.get_by_role("region", name="Goals").wait_for()
        deal = crewsat.parse_text(line(page))
        assert isinstance(deal, crewsat.Crew)
        assert (sum(map(len, deal.hands)), deal.rules) == (40, "planet-nine")
        assert [(one.owner, str(one.card), one.token) for one in deal.objectives] == [(2, "pink7", "omega")]
        page.get_by_role("button", name="Decide").click()
        page.get_by_role("heading", name=re.compile(r"^(YES|NO)\.")).wait_for()


def test_the_grid_shows_the_deal_of_the_line(browser: Browser, server: Server) -> None:
    drawn = crewsat.RandomDeal(players=3, objectives=8, tokens=("1", "2", "omega")).with_seed(4).as_typed().as_dict()
    deal = crewsat.Crew(**{**drawn, "objectives": sorted(drawn["objectives"], key=lambda one: one["owner"])})
    assert crewsat.text_of(deal).count(" wins ") == 3  # each with several objectives
    with visited(browser, server.address) as page:
        enter(page, crewsat.text_of(deal))
        page.get_by_role("heading", name="The deal").wait_for()
        page.get_by_text("By hand: a real deck").click()
        page.get_by_role("button", name="Choose goals").click()
        assert page.get_by_role("list", name="Goals").get_by_role("listitem").count() == 8
        free = [k for k, one in enumerate(deal.objectives) if one.token is None][:2]
        for k in free:
            page.get_by_role("button", name=f"Player {deal.objectives[k].owner}", exact=True).click()
            card = deal.objectives[k].card
            page.get_by_role("button", name=re.compile(f"^{card.suit} {card.value}, player ., a goal")).click()
        left = [one for k, one in enumerate(deal.objectives) if k not in free]
        page.wait_for_function("size => document.querySelectorAll('.goals .goal').length === size", arg=len(left))
        read = crewsat.parse_text(line(page))
        assert isinstance(read, crewsat.Crew)
        assert set(read.objectives) == set(left)


def test_the_grid_overwrites_no_other_deal(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_text("By hand: a real deck").click()
        page.get_by_role("button", name="The rest to player 1").click()
        page.get_by_text("All cards are placed.").wait_for()
        page.get_by_text("Samples").click()
        page.get_by_role("button", name="A game to review").click()
        page.get_by_text("The text above is not a deal of one of these decks").wait_for()
        assert not page.get_by_role("button", name=re.compile("^blue 9, (player|not)")).count()
        while page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "false":
            page.get_by_role("button", name="Undo").click()
        page.get_by_text("40 cards are not placed yet.").wait_for()


def test_the_focus_is_not_lost(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, LOST)
        page.get_by_role("button", name="pink 1, player 2, legal", exact=True).press("Enter")
        page.wait_for_function("() => document.getElementById('deal').value.endsWith('played pink1')")
        page.wait_for_function("() => document.activeElement.tagName === 'H2'")
        page.get_by_role("button", name="Undo").press("Enter")
        page.get_by_role("button", name="Undo").press("Enter")
        assert page.evaluate("document.activeElement.textContent") == "Undo"
        page.get_by_role("button", name="Redo").press("Enter")
        page.get_by_role("button", name="Decide").press("Enter")
        page.get_by_role("button", name="Apply").first.press("Enter")
        page.get_by_role("heading", name=re.compile(r"^YES\.")).wait_for()
        page.wait_for_function("() => document.activeElement.tagName === 'H2'")
        assert page.locator(".heard").inner_text().startswith("YES.")


def test_a_play_is_left_at_any_card(browser: Browser, server: Server) -> None:
    """From the step that is shown the deal goes on: its moves can be tried."""
    small = crewsat.RandomDeck(colours=2, copies=(2, 1, 1), values=3, hand_size=3).with_seed(1)
    with visited(browser, server.address) as page:
        for deal in (crewsat.RandomDeal(objectives=2).with_seed(7).as_typed(), small_game(44), small):
            enter(page, crewsat.text_of(deal))
            page.get_by_role("button", name="Decide").click()
            page.get_by_role("heading", name=re.compile(r"^YES\.")).wait_for()
            assert not page.get_by_role("button", name="Continue from here").is_visible()
            for _ in range(3):
                page.get_by_role("button", name="Step forward").click()
            state = crewsat.State(deal)
            play: Any = crewsat.decide(deal).play
            for move in [card for trick in play for card in trick.cards][:3] if deal.game == "crew" else play[:3]:
                state.play(move)
            page.get_by_role("button", name="Continue from here").click()
            wait_for_line(page, state.text)


def test_mistakes_are_shown_where_somebody_asks(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("button", name="Decide").click()
        assert page.get_by_role("alert").inner_text() == "Enter a deal first."
        enter(page, "a9 / b2; 3 wins b2; 1 wins c2")
        page.get_by_role("button", name="Decide").click()
        page.get_by_text("there is no player 3; allowed: 1 to 2 (and 1 more, above)").wait_for()
        page.get_by_text("By hand: a real deck").click()
        page.get_by_role("button", name="Begin a new deal").click()
        page.get_by_role("button", name="Choose goals").click()
        page.get_by_label("A task in words").fill("wins whatever")
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("alert").filter(has_text="whatever").wait_for()
        assert page.get_by_label("A task in words").input_value() == "wins whatever"
        assert "whatever" not in line(page)


def test_tasks_come_from_the_printed_list_or_in_words(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_text("By hand: a real deck").click()
        page.get_by_role("combobox", name="Deck").first.select_option("deep-sea")
        page.get_by_role("combobox", name="Players").first.select_option("3")
        page.get_by_role("button", name="The rest to player 1").click()
        page.get_by_role("button", name="Choose goals").click()
        page.get_by_role("button", name="Player 2", exact=True).click()
        page.get_by_role("combobox", name="Task", exact=True).select_option("24")
        page.get_by_role("button", name="Add the task").click()
        page.get_by_role("button", name="Anybody", exact=True).click()
        page.get_by_label("A task in words").fill("wins at least 2 tricks")
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("combobox", name="Goals of nobody yet are taken").select_option("one_player")
        page.get_by_role("region", name="Goals").get_by_text("win at least 2 tricks").wait_for()
        deal = crewsat.parse_text(line(page))
        assert isinstance(deal, crewsat.Crew)
        assert (deal.rules, deal.assignment) == ("deep-sea", "one_player")
        printed, free = deal.tasks
        assert (printed.id, printed.owner, free.owner) == ("24", 2, None)
        assert printed.kind == "cards"
        page.get_by_role("button", name=re.compile("^Remove anybody")).click()
        page.wait_for_function("() => !document.getElementById('deal').value.includes('anybody')")


def test_forty_cards_take_forty_touches_on_a_phone(browser: Browser, server: Server) -> None:
    with visited(browser, server.address, **PHONE) as page:
        page.get_by_text("By hand: a real deck").tap()
        taps = 0
        for player, value in ((1, "9"), (2, "8"), (3, "7"), (1, "6"), (2, "5")):
            page.get_by_role("button", name=re.compile(rf"^Player {player} \(")).tap()
            for suit in ("blue", "green", "pink", "yellow"):
                page.get_by_role("button", name=re.compile(f"^{suit} {value}, not placed")).tap()
            taps += 5
        page.get_by_role("button", name=re.compile(r"^Player 4 \(")).tap()
        page.get_by_role("button", name="The rest to player 4").tap()
        page.get_by_text("All cards are placed.").wait_for()
        assert taps + 2 <= 40
        page.get_by_role("button", name=re.compile("^blue 9, player 1")).wait_for()
        page.get_by_role("button", name=re.compile(r"^Player 1 \(")).tap()
        page.get_by_role("button", name=re.compile("^blue 9, player 1")).tap()  # a card touched again comes back
        page.get_by_text("1 card is not placed yet.").wait_for()


def test_a_lost_deal_is_repaired_and_the_repair_undone(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, LOST)
        page.get_by_role("button", name="Decide").click()
        page.get_by_text("Conflict (minimal): pink8, pink5").wait_for()
        page.get_by_role("listitem").filter(has_text="player 2 gives pink8").get_by_role("button", name="Apply").click()
        page.get_by_role("heading", name=re.compile(r"^YES\.")).wait_for()  # decided again by itself
        assert "pink7,1 / pink8,2" in line(page)
        page.get_by_role("button", name="Undo").click()
        assert line(page) == LOST
        page.get_by_role("button", name="Redo").click()
        assert "pink7,1 / pink8,2" in line(page)
        page.go_back()
        assert line(page) == LOST


def test_options_are_followed_card_by_card_to_a_win_and_undone(browser: Browser, server: Server) -> None:
    deal = "pink9,5 / pink8,1 / pink7,2; leader 2; 2 wins pink8[1] pink5[2]"
    with visited(browser, server.address) as page:
        enter(page, deal)
        page.get_by_role("button", name="Which moves?").click()
        for played in ("pink8", "pink7", "pink5"):
            suit, value = played[:4], played[4:]
            page.get_by_text(re.compile("moves keep it winnable")).first.wait_for()
            page.get_by_role("button", name=re.compile(f"^{suit} {value},.* keeps it winnable")).click()
            page.wait_for_function("card => document.getElementById('deal').value.endsWith(card)", arg=played)
        page.get_by_text(re.compile(r"^The game is won")).wait_for()
        while page.get_by_role("button", name="Undo").is_enabled() and line(page) != deal:
            page.get_by_role("button", name="Undo").click()
        assert line(page) == deal


def test_a_move_that_loses_is_refuted(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, "a9,5 / a8,2; leader 1; 2 wins trick 1")
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_text("Player 1: 1 of 2 moves keep it winnable.").first.wait_for()
        page.get_by_role("button", name=re.compile("^a 9, player 1, legal, loses")).click()
        page.get_by_role("heading", name="a9 loses").wait_for()
        page.get_by_text("NO. There is no way to complete all tasks.").wait_for()
        page.get_by_role("heading", name="Why").wait_for()
        assert line(page).endswith("played a9")
        page.get_by_role("button", name=re.compile("^a 8, player 2, legal")).click()  # and goes on from there
        page.get_by_text(re.compile("^The game is lost")).wait_for()


def test_moves_of_hanabi_are_followed(browser: Browser, server: Server) -> None:
    """In Hanabi a card can be played or discarded, and there are clues: moves are in a list."""
    deal = crewsat.text_of(small_game(43))
    with visited(browser, server.address) as page:
        enter(page, deal)
        state = crewsat.State(crewsat.parse_text(deal))
        while state.outcome.status == "open":
            page.get_by_role("button", name="Which moves?").click()
            kept = [option.action for option in crewsat.options(state.instance) if option.answer == "yes"]
            page.get_by_text(re.compile(rf"^Player \d: {len(kept)} of \d+ moves keep it winnable")).first.wait_for()
            moves = page.get_by_role("region", name="Next move")
            moves.get_by_role("button", name=f"{kept[0]} keeps it winnable", exact=True).click()
            state.play(kept[0])
            page.wait_for_function("text => document.getElementById('deal').value === text", arg=state.text)
        page.get_by_text(re.compile(r"^The game is won")).wait_for()
        assert state.outcome.status == "won"
        assert line(page) == state.text


def test_cards_are_played_on_the_table(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, LOST)
        hand = page.get_by_role("region", name="Hand of player 2")
        hand.get_by_role("button", name="pink 1, player 2, legal", exact=True).click()
        page.wait_for_function("() => document.getElementById('deal').value.endsWith('played pink1')")
        assert not page.get_by_role("region", name="Hand of player 1").get_by_role("button", name="legal").count()
        page.get_by_role("button", name="pink 7, player 3, legal", exact=True).click()
        page.wait_for_function("() => document.getElementById('deal').value.endsWith('played pink1 pink7')")


def test_defects_are_shown_at_their_place(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, "a9 / b2; 3 wins b2; 1 wins c2")
        page.locator("mark").nth(1).wait_for()
        assert page.locator("mark").all_inner_texts() == ["b2", "c2"]
        page.get_by_role("button", name=re.compile("there is no player 3")).wait_for()
        page.get_by_role("button", name=re.compile("nobody holds c2")).click()
        box = "document.getElementById('deal')"
        marked = f"{box}.value.slice({box}.selectionStart, {box}.selectionEnd)"
        assert page.evaluate(marked) == "c2"


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
    page.get_by_role("button", name="Decide").click()
    page.get_by_role("heading", name=re.compile(r"^(YES|NO)\.")).wait_for()
    assert (page.locator("main img").count() == 0) == safe
    assert page.title() == "CrewSAT"
    if safe:
        assert page.get_by_text(HOSTILE[2]).first.is_visible()
    context.close()


def test_an_address_that_is_none_is_an_empty_line(browser: Browser, server: Server) -> None:
    with visited(browser, f"{server.address}#%E0%A4%A") as page:
        assert line(page) == ""
        assert page.get_by_role("button", name="Decide").is_visible()


OTHER = "c9 / c8; leader 1; 1 wins c8"


@pytest.mark.parametrize("question", ["generate", "play", "read", "decide"])
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
            page.get_by_text("A random deal").click()
            page.get_by_role("button", name="Deal", exact=True).click()
        elif question == "play":
            page.get_by_role("button", name="pink 1, player 2, legal", exact=True).click()
        elif question == "read":
            page.get_by_label("Deal, deck or game as text").fill(LOST.replace("leader 2", "leader 1"))
        else:
            page.get_by_role("button", name="Decide").click()
        wait(page, lambda: held)
        enter(page, OTHER)
        page.get_by_text("Player 1 is next: touch a card to play it.").wait_for()
        with suppress(Error):  # the page has given it up
            held[0].continue_()
        page.wait_for_timeout(300)
        assert line(page) == OTHER
        assert page.get_by_role("heading", name="The deal").count() == 1
        assert page.get_by_text("player 1 leads first").count() == 1
        assert not page.get_by_text(re.compile("^(YES|NO)")).count()


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


def test_undo_redo_back_forward_and_reload_agree(browser: Browser, server: Server) -> None:
    deals = [f"b9 / b8; leader 1; 1 wins b{value}" for value in (9, 8)] + [LOST]

    def press(name: str) -> str:
        page.get_by_role("button", name=name, exact=True).click()
        return line(page)

    def can(name: str) -> bool:
        return page.get_by_role("button", name=name, exact=True).get_attribute("aria-disabled") == "false"

    with visited(browser, server.address) as page:
        for deal in deals:
            enter(page, deal)
        for expected in (*deals[1::-1], ""):
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
        page.get_by_role("button", name="Decide").click()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_role("button", name="Cancel").wait_for(state="hidden")
        enter(page, LOST)
        page.get_by_role("heading", name="The deal").wait_for()
        assert line(page) == LOST
        assert not page.get_by_text(re.compile("^(YES|NO|UNKNOWN)")).count()


def test_random_deals_and_samples(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_text("A random deal").click()
        page.get_by_label("Seed", exact=True).fill("7")
        page.get_by_role("button", name="Deal", exact=True).click()
        page.get_by_role("heading", name="The deal").wait_for()
        assert (
            crewsat.parse_text(line(page)).digest() == crewsat.RandomDeal(objectives=5).with_seed(7).as_typed().digest()
        )
        page.get_by_text("Samples").click()
        for name in ("Hackenbush", "Hanabi for one player", "A deal that can be won"):
            page.get_by_role("button", name=name).click()
            page.get_by_role("button", name="Decide").click()
            page.get_by_role("heading", name=re.compile(r"^YES\.")).wait_for()
        page.get_by_role("button", name="A game to review").click()
        page.get_by_role("button", name="Review", exact=True).click()
        page.get_by_text("green5 or green4 would have kept it winnable.").wait_for()


def test_a_game_of_hanabi_is_reviewed(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, (ROOT / "docs" / "hanabi-lost-game.txt").read_text().strip())
        page.get_by_role("button", name="Review", exact=True).click()
        page.get_by_text(re.compile("^It was lost in turn 50")).wait_for()
        assert page.get_by_role("img", name=f"Strip: {'=' * 49}v---").count() == 1
        page.get_by_role("button", name="What would have kept it").click()
        page.keyboard.press("ArrowRight")
        page.get_by_text(re.compile("player 2 plays red 5")).wait_for()


def test_a_page_is_saved_and_opens_offline(browser: Browser, server: Server, tmp_path: Path) -> None:
    saved = tmp_path / "replay.html"
    with visited(browser, server.address) as page:
        enter(page, LOST)
        page.get_by_role("button", name="Decide").click()
        page.get_by_text("Conflict (minimal): pink8, pink5").wait_for()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save a replay page").click()
        download.value.save_as(saved)
        for name, kind in (("Save the deal", crewsat.Crew), ("Save the answer", dict)):
            with page.expect_download() as download:
                page.get_by_role("button", name=name).click()
            download.value.save_as(tmp_path / "saved.json")
            if kind is crewsat.Crew:
                assert crewsat.load(tmp_path / "saved.json") == crewsat.parse_text(LOST)
            else:
                assert json.loads((tmp_path / "saved.json").read_text())["answer"] == "no"
    with visited(browser, saved.as_uri(), offline=True) as page:
        page.get_by_role("button", name="To the end").click()
        assert "pink 5" in page.get_by_role("status").inner_text()


def test_every_state_is_accessible_and_fits(browser: Browser, server: Server) -> None:
    """Light and wide, then dark and narrow."""

    def check(page: Page, state: str) -> None:
        for scheme, width in (("light", 1280), ("dark", 320)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size({"width": width, "height": 640})
            assert not violations(page), (state, scheme)
            assert width_beyond(page) <= 0, (state, scheme)

    with visited(browser, server.address) as page:
        check(page, "start")
        enter(page, "a9 / b2; 3 wins b2")
        page.get_by_role("button", name=re.compile("there is no player 3")).wait_for()
        page.get_by_text("By hand: a real deck").click()
        page.get_by_text("A random deal").click()
        check(page, "defects, another deal by hand")
        page.get_by_role("button", name="Begin a new deal").click()
        page.get_by_role("button", name="Choose goals").click()
        check(page, "entry of goals")
        page.get_by_text("By hand: a real deck").click()
        enter(page, LOST)
        page.get_by_role("button", name="Decide").click()
        page.get_by_text("Conflict (minimal): pink8, pink5").wait_for()
        check(page, "no")
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_role("heading", name=re.compile("moves keep it winnable")).wait_for()
        check(page, "options")
