"""Choices of the crew on the local page: missions with a pass, a third hand, changes of tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import crewsat
from tests.support.local_page import line, visited, wait, wait_for_line, way

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.support.web_server import Server


pytestmark = [pytest.mark.slow, pytest.mark.processes]


def test_missions_are_dealt_and_cards_passed(browser: Browser, server: Server) -> None:
    """A mission with the distress signal: the pass is a step for each player, and can be taken back."""
    with visited(browser, server.address) as page:
        way(page, "Random")
        page.get_by_label("Deck").last.select_option("missions")
        page.get_by_label("Mission", exact=True).fill("21")
        page.get_by_label("Players").last.select_option("3")
        page.get_by_label("Give the tasks out").check()
        page.get_by_label("Distress signal").check()
        page.get_by_label("Seed", exact=True).fill("2")
        page.get_by_role("button", name="Deal", exact=True).click()
        made = crewsat.MissionDeal(mission=21, players=3, drafted=True, distress=True).with_seed(2)
        wait_for_line(page, crewsat.text_of(made.as_typed()))
        state = crewsat.State(made)
        page.get_by_text("A choice is to be made: touch one.").wait_for()
        page.get_by_role("button", name=re.compile("^nobody passes a card")).wait_for()
        first = str(state.legal()[1])  # to the left, by player 1
        page.get_by_role("button", name=re.compile(f"^pass {cards_in_words(first)} to the left")).first.click()
        for move in (first, str(state_after(made, first).legal()[0])):
            state.play(move)
        page.get_by_text("Player 2 passes a card: touch it.").wait_for()
        page.locator(f"[data-key='card {state.path[1]}']").click()
        last = state.legal()[-1]
        page.locator(f"[data-key='card {last}']").click()
        state.play(last)
        wait_for_line(page, state.text)
        page.get_by_text("is next: touch a card to play it.").wait_for()
        assert state.instance.passed_to == "left"
        page.get_by_role("button", name="Undo").click()
        wait(page, lambda: "passed" in line(page) and line(page) != state.text)


def cards_in_words(choice: str) -> str:
    """The card of a choice, as the page names it."""
    card = crewsat.Card.parse(choice.rsplit(maxsplit=1)[-1])
    return f"{card.suit} {card.value}"


def state_after(deal: crewsat.Crew, move: str) -> Any:  # noqa: ANN401 - a state
    state = crewsat.State(deal)
    state.play(move)
    return state


def test_two_players_have_a_third_hand(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        way(page, "Random")
        page.get_by_label("Players").last.select_option("2")
        page.get_by_role("button", name="Deal", exact=True).click()
        made = crewsat.RandomDeal(players=2, objectives=5, rules="planet-nine").with_seed(1).as_typed()
        wait_for_line(page, crewsat.text_of(made))
        page.locator(".hand .covered").first.wait_for()
        assert (len(made.covered), page.locator(".hand .covered").count()) == (7, 7)
        way(page, "Enter")  # where cards are not covered
        page.get_by_role("button", name="Begin a new deal").wait_for()


def test_choices_are_in_the_language_of_the_page(browser: Browser, server: Server) -> None:
    made = crewsat.MissionDeal(mission=23, players=3).with_seed(1).as_typed()
    with visited(browser, f"{server.address}#deal={quote(crewsat.text_of(made))}&lang=de") as page:
        page.get_by_role("button", name=re.compile("^keine Marke ändern")).click()
        wait(page, lambda: "retoken" not in line(page))
        assert not page.get_by_text("no change").count()
