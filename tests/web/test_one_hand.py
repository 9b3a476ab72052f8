"""The switch of the local page that shows one hand only, in a real browser, and what is advised then."""

from __future__ import annotations

import io
import re
import tarfile
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.hidden.blueprint import Blueprint
from tests.support.browser import violations, width_beyond
from tests.support.local_page import enter, line, visited, wait_for_line, way
from tests.support.page_words import words_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.slow, pytest.mark.processes, pytest.mark.timeout(1800)]  # the first one compiles the kernel
SMALL = "pink9,5 / pink8,1 / pink7,2; leader 1; 1 wins pink9[1] pink5[2]"
"""Of its deals few fit, and pink 5 loses in all of them."""
PASSED = "pink4 blue2 / pink9 blue1; leader 1; 1 wins pink9; passing"
OPEN_HAND = "pink 8, player 2"
"""How a card of another hand begins to be called."""


def real_deal(seed: int) -> crewsat.Crew:
    return crewsat.RandomDeal(players=4, objectives=4).with_seed(seed).as_typed()


def see_one_hand(page: Page, text: str) -> None:
    """Enter a deal, and turn the switch on."""
    enter(page, text)
    page.get_by_role("switch", name="See one hand only").click()
    page.locator(".hand .size").first.wait_for()


def is_on(page: Page) -> bool:
    return page.get_by_role("switch", name="See one hand only").is_checked()


def cards_in_hand(page: Page, player: int) -> list[str]:
    """The cards that are seen in a hand, as the program writes them."""
    labels = page.locator(f".hand.at{player} > .cards .card").evaluate_all("all => all.map((one) => one.ariaLabel)")
    return [label.partition(",")[0].replace(" ", "") for label in labels]


def said_of_cards(page: Page) -> set[str]:
    """The names of all cards that are seen anywhere."""
    labels = page.locator("[aria-label]").filter(visible=True).evaluate_all("all => all.map((one) => one.ariaLabel)")
    return set(re.findall(r"[a-z]+ [0-9]", " ".join([*labels, page.locator("body").inner_text()])))


def advice(page: Page) -> list[list[str]]:
    """The rows of the table."""
    page.locator(".advice p").first.wait_for()
    rows = page.locator(".advice tbody tr")
    return [rows.nth(k).locator("th, td").all_inner_texts() for k in range(rows.count())]


def test_of_the_other_hands_only_their_sizes_are_there(browser: Browser, address: str) -> None:
    deal = real_deal(3)
    with visited(browser, address) as page:
        see_one_hand(page, crewsat.text_of(deal))
        for _ in range(5):
            state = crewsat.State(crewsat.parse_text(line(page)))
            player = state.player
            assert player is not None
            hands = state.instance.hands
            for k, hand in enumerate(hands, 1):
                if k == player:
                    assert {str(card) for card in hand} <= {*cards_in_hand(page, k)}
                else:
                    assert cards_in_hand(page, k) == []
                    assert page.locator(f".hand.at{k} .size").inner_text() == f"{len(hand)} cards"
            goals = {one.card for one in state.instance.objectives}
            others = {card for k, hand in enumerate(hands, 1) for card in hand if k != player} - goals
            assert not [card for card in others if f"{card.suit} {card.value}" in said_of_cards(page)]
            assert not page.locator("#deal").is_visible()
            card = next(option.card for option in state.options() if option.answer == "yes")  # the game goes on
            name = f"{card.suit} {card.value}, player {player}, legal"
            page.get_by_role("button", name=re.compile(f"^{name}")).click()
            state.play(card)
            wait_for_line(page, state.text)
            page.locator(f".hand.at{state.player} .card").first.wait_for()
        page.get_by_role("button", name="To the start").click()
        for k in {1, 2, 3, 4} - {state.player}:
            assert page.locator(f".hand.at{k} .size").inner_text() == "10 cards"


def test_both_shares_are_explained_and_the_bot_is_named(browser: Browser, address: str) -> None:
    deal = real_deal(3)
    with visited(browser, address) as page:
        see_one_hand(page, crewsat.text_of(deal))
        rows, shown = advice(page), page.locator(".advice").inner_text()
        assert "5.55 trillion deals fit what player 3 knows." in shown
        tried = re.search(r"(\d+) of them, drawn at random, w(?:as|ere) tried\.", shown)
        if tried is None:  # on a machine that is very slow
            assert "None of them could be tried in 4 s." in shown
            return
        assert 1 <= int(tried[1]) <= 40
        assert len(rows) == len(crewsat.State(deal).legal())
        assert all(re.fullmatch(r"\d+%\s+\d+% \W \d+%", share) for row in rows for share in row[1:]), rows
        assert sum("advised" in row[0] for row in rows) == 1
        assert "Bot blueprint, version 1 (" + Blueprint.load().digest in shown
        for meaning in ("if all players saw all hands", "if it plays on for all players", "Neither is the chance"):
            assert meaning in shown


def test_what_is_proved_is_said(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        see_one_hand(page, SMALL)
        said = page.get_by_role("region", name="Advice").get_by_text("6 deals fit what player 1 knows.")
        said.wait_for()
        if "All of them were tried." not in said.inner_text():  # a busy machine needs more than four seconds
            page.get_by_role("button", name="Try for a minute").click()
            page.get_by_text("All of them were tried.").first.wait_for()
        rows = {" ".join(row[0].split()): row[1:] for row in advice(page)}
        assert rows["5 lost in every deal"] == ["0%", "0%"]  # of all deals: there is no interval
        assert "null" not in page.locator(".advice").inner_text()
        assert page.get_by_text("Lost in every deal: that is proved").is_visible()
        assert rows["9 advised"][0] == "67%"


def test_what_shows_all_hands_turns_it_off(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        see_one_hand(page, SMALL)
        for name in ("Can it be won?", "Which moves?", "Review", "Enter", "Type"):
            assert is_on(page)
            assert not page.get_by_role("button", name=OPEN_HAND).count()
            page.get_by_role("button", name=name, exact=True).click()
            page.get_by_label(OPEN_HAND).first.wait_for()
            assert not is_on(page)
            assert not page.locator(".advice").count()
            page.get_by_role("switch", name="See one hand only").click()
            page.locator(".hand .size").first.wait_for()
        page.get_by_role("switch", name="See one hand only").click()
        page.get_by_label(OPEN_HAND).first.wait_for()


def test_it_stays_on_for_the_next_deal_and_when_a_card_is_taken_back(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        see_one_hand(page, SMALL)
        page.get_by_role("button", name="pink 9, player 1, legal").click()
        page.locator(".hand.at2 .card").first.wait_for()
        assert cards_in_hand(page, 1) == []
        page.get_by_role("button", name="Undo").click()
        page.locator(".hand.at1 .card").first.wait_for()
        assert cards_in_hand(page, 2) == []
        way(page, "Random")
        page.get_by_role("button", name="Another seed").click()
        page.get_by_text("10 cards").first.wait_for()
        assert is_on(page)
        page.get_by_role("button", name="Hackenbush", exact=True).click()
        page.get_by_role("heading", name="The deal").wait_for()
        page.locator(".edge").first.wait_for()
        assert not page.get_by_role("switch").is_visible()


def test_a_game_is_played_to_its_end(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        see_one_hand(page, "a9 / a8; leader 1; 1 wins a9")
        page.get_by_role("button", name="a 9, player 1, legal").click()
        page.get_by_role("button", name="a 8, player 2, legal").click()
        page.get_by_text("The game is won", exact=False).wait_for()
        assert page.locator(".hand .size").all_inner_texts() == ["0 cards", "0 cards"]
        assert not page.locator(".advice").count()


@pytest.mark.parametrize("language", ["en", "de"])
def test_deals_that_the_bots_do_not_know_say_so(browser: Browser, address: str, language: str) -> None:
    words = words_of(language)
    with visited(browser, f"{address}#deal={PASSED}&lang={language}") as page:
        switch = page.get_by_role("switch", name=words["hand.one"][""])
        switch.click()
        said = {
            "en": "The bots cannot play this deal: cards may be passed.",
            "de": "Karten können weitergegeben werden",
        }
        page.get_by_text(said[language]).wait_for()
        assert not switch.is_checked()
        page.get_by_role("heading", name=words["deal"][""]).wait_for()
        assert not page.locator(".hand .size").count()


def test_it_is_accessible_and_fits(browser: Browser, address: str) -> None:
    """Light and wide, then dark and narrow, in the language with the longest words."""
    with visited(browser, f"{address}#deal={SMALL}&lang=de") as page:
        page.get_by_role("switch").click()
        page.locator(".advice p").first.wait_for()
        for scheme, width in (("light", 1280), ("dark", 320)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size({"width": width, "height": 640})
            assert not violations(page), scheme
            assert width_beyond(page) <= 0, scheme


def test_advice_that_is_cancelled_can_be_asked_for_again(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        see_one_hand(page, crewsat.text_of(real_deal(3)))
        page.get_by_role("button", name="Cancel").click()
        again = page.locator(".advice").get_by_role("button", name="Try for a minute")
        again.wait_for()
        assert not page.locator(".advice p").count()
        page.get_by_role("button", name=re.compile("player 3, legal")).first.click()  # and nobody has to wait
        page.locator(".hand.at4 .card").first.wait_for()


def test_what_it_needs_is_in_the_folder(folder: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(next(folder.glob("engine-*")).read_bytes())) as archive:
        names = {name for name in archive.getnames() if name.startswith("crewsat/hidden/")}
    assert {"crewsat/hidden/advice.pyc", "crewsat/hidden/blueprint.json", "crewsat/hidden/view.pyc"} <= names
    assert not [name for name in names if re.search("training|tournament|difficulty", name)]
