"""Entering a deal on the local page: by keys and touches, from lists, in words, by samples; mistakes at their place."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.crew.tasks import TricksTask
from tests.support.chunks import few_of
from tests.support.local_page import enter, line, visited, wait, wait_for_line, way

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

    from tests.support.web_server import Server


pytestmark = [pytest.mark.slow, pytest.mark.processes]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def test_forty_cards_take_forty_keys(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("button", name="New deal").click()
        page.get_by_role("button", name=re.compile("^blue 9, not placed")).focus()
        for k in range(40):
            page.keyboard.press(str(k % 4 + 1))
        page.get_by_text("All cards are placed.").wait_for()
        page.get_by_role("button", name="Choose goals").click()
        page.get_by_role("button", name="Player 2", exact=True).click()
        page.get_by_role("combobox", name=re.compile("^Token")).select_option("omega")
        page.get_by_role("button", name=re.compile("^pink 7, player")).click()
        page.get_by_role("list", name="Goals of player 2").wait_for()
        deal = crewsat.parse_text(line(page))
        assert isinstance(deal, crewsat.Crew)
        assert (sum(map(len, deal.hands)), deal.rules) == (40, "planet-nine")
        assert [(one.owner, str(one.card), one.token) for one in deal.objectives] == [(2, "pink7", "omega")]
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_role("heading", name=re.compile("^(Yes|No): ")).wait_for()


def test_the_grid_shows_the_deal_of_the_line(browser: Browser, server: Server) -> None:
    drawn = crewsat.RandomDeal(players=3, objectives=8, tokens=("1", "2", "omega")).with_seed(4).as_typed().as_dict()
    deal = crewsat.Crew(**{**drawn, "objectives": sorted(drawn["objectives"], key=lambda one: one["owner"])})
    assert crewsat.text_of(deal).count(" wins ") == 3  # each with several objectives
    with visited(browser, server.address) as page:
        enter(page, crewsat.text_of(deal))
        page.get_by_role("heading", name="The deal").wait_for()
        way(page, "Enter")
        page.get_by_role("button", name="Choose goals").click()
        assert page.get_by_role("list", name="Goals", exact=True).get_by_role("listitem").count() == 8
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
        page.get_by_role("button", name="New deal").click()
        page.get_by_role("button", name="The rest to player 1").click()
        page.get_by_text("All cards are placed.").wait_for()
        way(page, "Random")
        page.get_by_role("button", name="A game to review").click()
        way(page, "Enter")
        page.get_by_text("Cards have been played from this deal").wait_for()
        assert not page.get_by_role("button", name=re.compile("^blue 9, (player|not)")).count()
        while page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "false":
            page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name=re.compile("^blue 9, player 4")).wait_for()  # of the sample


def test_mistakes_are_shown_where_somebody_asks(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        enter(page, "")
        page.get_by_role("button", name="Can it be won?").click()
        assert page.get_by_role("alert").inner_text() == "Enter a deal first."
        enter(page, "a9 / b2; 3 wins b2; 1 wins c2")
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_text("there is no player 3; allowed: 1 to 2 (and 1 more, above)").wait_for()
        way(page, "Enter")
        page.get_by_role("button", name="Begin a new deal").click()
        page.get_by_role("button", name="Choose goals").click()
        page.get_by_label("A task in words").fill("wins whatever")
        page.get_by_role("button", name="Add", exact=True).click()
        page.get_by_role("alert").filter(has_text="whatever").wait_for()
        assert page.get_by_label("A task in words").input_value() == "wins whatever"
        assert "whatever" not in line(page)


def test_tasks_come_from_the_printed_list_or_in_words(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("button", name="New deal").click()
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
        page.get_by_role("list", name="Goals of no single player").get_by_text("win at least 2 tricks").wait_for()
        deal = crewsat.parse_text(line(page))
        assert isinstance(deal, crewsat.Crew)
        assert (deal.rules, deal.assignment) == ("deep-sea", "one_player")
        printed, free = deal.tasks
        assert (printed.id, printed.owner, free.owner) == ("24", 2, None)
        assert printed.kind == "cards"
        page.get_by_role("button", name=re.compile("^Remove anybody")).click()
        page.wait_for_function("() => !document.getElementById('deal').value.includes('anybody')")


@contextmanager
def slow_words(page: Page) -> Iterator[None]:
    """Choose goals and add a task in words, with two clicks; the server answers at the end of the block."""
    page.get_by_role("button", name="New deal").click()
    page.get_by_role("button", name="The rest to player 1").click()
    page.get_by_role("button", name="Choose goals").click()
    held: list[Route] = []

    def hold_the_words(route: Route) -> None:
        of_the_words = "wins at least 2 tricks" in (route.request.post_data or "")  # not the deal of a click before
        if of_the_words and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/read", hold_the_words)
    page.get_by_label("A task in words").fill("wins at least 2 tricks")
    page.get_by_role("button", name="Add", exact=True).dblclick()
    wait(page, lambda: held)
    yield
    with page.expect_response(re.compile("/api/read")):
        held[0].continue_()


def test_words_are_read_while_the_line_is_read(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        with slow_words(page), page.expect_response(re.compile("/api/read")):
            page.get_by_role("button", name=re.compile("^blue 9, player")).click()
        page.get_by_role("list", name="Goals", exact=True).get_by_text("wins at least two tricks").wait_for()
        page.wait_for_timeout(300)
        assert line(page).split("; ")[2:] == ["1 wins blue9", "1 wins at least 2 tricks"]


@pytest.mark.thorough
def test_words_that_are_read_late_change_no_other_deal(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        with slow_words(page):
            enter(page, "a9 / b2; 1 wins b2")
            way(page, "Enter")
            page.get_by_text("This is not a deal of one of these decks").wait_for()
        page.get_by_role("heading", name="The deal").wait_for()
        page.wait_for_timeout(300)
        assert line(page) == "a9 / b2; 1 wins b2"
        assert page.get_by_text("This is not a deal of one of these decks").count() == 1


def test_printed_tasks_that_come_late_do_not_cover_another_deal(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("combobox", name="Deck").first.select_option("deep-sea")
        held: list[Route] = []
        page.route("**/api/tasks", lambda route: route.continue_() if held else held.append(route))
        page.get_by_role("button", name="Choose goals").click()
        wait(page, lambda: held)
        enter(page, "a9 / b2; 1 wins b2")
        way(page, "Enter")
        page.get_by_text("This is not a deal of one of these decks").wait_for()
        with page.expect_response(re.compile("/api/tasks")):
            held[0].continue_()
        page.wait_for_timeout(300)
        assert page.get_by_text("This is not a deal of one of these decks").count() == 1


@pytest.mark.parametrize("pressed", ["mouse", "space"])
def test_a_press_keeps_its_click_while_the_line_is_read(browser: Browser, server: Server, pressed: str) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("button", name="New deal").click()
        page.get_by_role("button", name="The rest to player 1").click()
        page.get_by_role("button", name=re.compile(r"^Player 2 \(")).click()
        page.get_by_role("button", name=re.compile("^blue 9, player 1")).click()
        card = page.get_by_role("button", name=re.compile("^blue 8, player 1"))
        with page.expect_response(re.compile("/api/read")):
            if pressed == "mouse":
                card.hover()
                page.mouse.down()
            else:
                card.focus()
                page.keyboard.down(" ")
        page.get_by_role("heading", name="The deal").wait_for()
        page.mouse.up() if pressed == "mouse" else page.keyboard.up(" ")
        page.get_by_role("button", name=re.compile("^blue 8, player 2")).wait_for()


@pytest.mark.parametrize("players", few_of([5, 3, 4]))
def test_forty_cards_take_at_most_45_touches_on_a_phone(browser: Browser, server: Server, players: int) -> None:
    deal = crewsat.RandomDeal(players=players, objectives=0).with_seed(3).as_typed()
    touches = 0

    def touch(name: str | re.Pattern[str]) -> None:
        nonlocal touches
        page.get_by_role("button", name=name).tap()
        touches += 1

    def chosen() -> str | None:
        return page.locator(".receivers [aria-pressed=true]").get_attribute("data-key")

    with visited(browser, server.address, **PHONE) as page:
        page.get_by_role("combobox", name="Players").first.select_option(str(players))
        touch("New deal")
        for player, hand in enumerate(deal.hands, 1):
            if (
                page.get_by_text("All cards are placed.").count()
                or page.get_by_role("button", name="rest").count() == 0
            ):
                break
            if chosen() != f"player {player}":
                touch(re.compile(rf"^Player {player} \("))
            for card in hand:
                if page.get_by_role("button", name=re.compile(f"^{card.suit} {card.value}, not placed")).count():
                    touch(re.compile(f"^{card.suit} {card.value}, not placed"))
        page.get_by_text("All cards are placed.").wait_for()
        assert touches <= 45
        wait_for_deal(page, deal)


def wait_for_deal(page: Page, deal: crewsat.Crew) -> None:
    """Let the page go on until its line has these hands."""
    wait(page, lambda: [set(hand) for hand in _crew(line(page)).hands] == [set(hand) for hand in deal.hands])


def _crew(text: str) -> crewsat.Crew:
    found = crewsat.parse_text(text)
    assert isinstance(found, crewsat.Crew)
    return found


def test_a_goal_takes_two_touches(browser: Browser, server: Server) -> None:
    with visited(browser, server.address, **PHONE) as page:
        page.get_by_role("button", name="Choose goals").tap()
        for player, card in ((2, "blue 3"), (4, "green 8")):
            page.get_by_role("button", name=f"Player {player}", exact=True).tap()
            page.get_by_role("button", name=re.compile(f"^{card}, player .$")).tap()
        wait(
            page,
            lambda: {(2, "blue3"), (4, "green8")} <= {(o.owner, str(o.card)) for o in _crew(line(page)).objectives},
        )


def test_a_token_is_given_once(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("button", name="New deal").click()
        page.get_by_role("button", name="The rest to player 1").click()
        page.get_by_role("button", name="Choose goals").click()
        page.get_by_role("button", name="Player 1", exact=True).click()
        token = page.get_by_role("combobox", name="Token")
        given = []
        for start, cards in (("1", ("blue 9", "blue 8")), ("omega", ("blue 7", "blue 6")), (">", ("blue 5", "blue 4"))):
            token.select_option(start)
            for card in cards:
                given.append(token.input_value())
                page.get_by_role("button", name=re.compile(f"^{card}, player 1$")).click()
                page.get_by_role("button", name=re.compile(f"^{card}, player 1, a goal")).wait_for()
        assert given == ["1", "2", "omega", "", ">", ">>"]
        assert token.locator("option:disabled").all_inner_texts() == ["1", "2", "omega", ">", ">>"]
        page.get_by_role("button", name=re.compile("^blue 8, player 1, a goal")).click()
        page.get_by_role("button", name=re.compile("^blue 8, player 1$")).wait_for()
        assert token.locator("option:disabled").all_inner_texts() == ["1", "omega", ">", ">>"]


OFTEN = ("gewinnt den ersten Stich", "gewinnt keinen Stich", "gewinnt keinen Stich mit einer 9")


def test_goals_are_chosen_by_keys_and_from_frequent_tasks(browser: Browser, server: Server) -> None:
    with visited(browser, server.address, locale="de-DE") as page:
        page.get_by_role("button", name="Neue Verteilung").click()
        page.get_by_role("button", name="Der Rest an Spieler 1").click()
        page.get_by_role("button", name="Aufträge wählen").click()
        page.get_by_role("button", name=re.compile("^blau 9, ")).click()
        for key in ("2", "2", "ArrowRight", "0", "ArrowRight", "3", "Backspace", "ArrowRight", "5"):
            page.keyboard.press(key)
        page.get_by_role("button", name="Spieler 4", exact=True).click()
        for often in OFTEN:
            page.get_by_role("combobox", name="Häufige Aufträge").select_option(often)
            with page.expect_response(re.compile("/api/read")):
                page.get_by_role("button", name="Hinzufügen", exact=True).click()
            page.get_by_role("listitem").filter(has_text=f"4: {often}").wait_for()
        wait(page, lambda: "with" in line(page))
        page.locator("#deal:not([aria-busy=true])").wait_for(state="attached")
        found = _crew(line(page))
        assert crewsat.text_of(found).split("; ")[2:] == line(page).split("; ")[2:]  # as the engine would write it
        assert all(page.get_by_role("listitem").filter(has_text=f"4: {often}").count() for often in OFTEN)
    assert [(one.owner, str(one.card)) for one in found.objectives] == [(2, "blue9"), (None, "blue8")]
    *_, task = found.tasks
    assert isinstance(task, TricksTask)
    assert (task.owner, task.at_most, len(task.won_with or ())) == (4, 0, 4)


def test_undo_goes_back_to_the_hand(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("button", name="New deal").click()
        for card in [f"blue {value}" for value in range(9, 0, -1)] + ["green 9"]:
            page.get_by_role("button", name=re.compile(f"^{card}, not placed")).click()
        chosen = page.locator(".receivers [aria-pressed=true]")
        assert chosen.inner_text() == "Player 2 (0)"
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name=re.compile("^green 9, not placed")).wait_for()
        assert chosen.inner_text() == "Player 1 (9)"


def test_a_card_touched_again_comes_back(browser: Browser, server: Server) -> None:
    with visited(browser, server.address, **PHONE) as page:
        page.get_by_role("button", name=re.compile(r"^Player 4 \(")).tap()
        page.get_by_role("button", name=re.compile("^blue 9, player 4")).tap()
        page.get_by_text("1 card is not placed yet.").wait_for()


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


def test_random_deals_and_samples(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        way(page, "Random")
        page.get_by_label("Seed", exact=True).fill("7")
        page.get_by_role("button", name="Deal", exact=True).click()
        wait_for_line(page, crewsat.text_of(crewsat.RandomDeal(objectives=5).with_seed(7).as_typed()))
        for name in ("Hackenbush", "Hanabi for one player", "A deal that can be won"):
            way(page, "Random")
            page.get_by_role("button", name=name).click()
            page.get_by_role("button", name="Can it be won?").click()
            page.get_by_role("heading", name=re.compile("^Yes: ")).wait_for()
        way(page, "Random")
        page.get_by_role("button", name="A game to review").click()
        page.get_by_role("button", name="Review", exact=True).click()
        page.get_by_text("green5 or green4 would have kept it winnable.").wait_for()


def test_players_have_names(browser: Browser, server: Server) -> None:
    """Typed with the cards, they stand for numbers in the text, on the table, in goals and in what is said."""
    with visited(browser, server.address) as page:
        page.get_by_role("textbox", name="Names").fill('Alice, "Bob B.", Carol, Dan')
        page.get_by_role("textbox", name="Names").press("Enter")
        page.get_by_role("button", name="Choose goals").click()
        page.get_by_role("button", name="Bob B.", exact=True).click()
        page.get_by_role("button", name=re.compile("^green 9, ")).click()
        page.get_by_text("Bob B. wins green9").wait_for()
        page.get_by_role("list", name="Goals of Bob B.").wait_for()
        deal = crewsat.parse_text(line(page))
        assert deal.names == ("Alice", "Bob B.", "Carol", "Dan")
        assert "2 wins green9" in line(page)
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_role("heading", name=re.compile("^(Yes|No): ")).wait_for()
        assert not page.get_by_text(re.compile("[Pp]layer [1-4]")).filter(visible=True).count()


def test_names_go_when_there_are_more_players(browser: Browser, server: Server) -> None:
    with visited(browser, server.address) as page:
        page.get_by_role("textbox", name="Names").fill("Alice, Bob, Carol, Dan")
        page.get_by_role("textbox", name="Names").press("Enter")
        wait(page, lambda: "names Alice, Bob, Carol, Dan" in line(page))
        page.get_by_role("combobox", name="Players").select_option("3")
        wait(page, lambda: "names Alice, Bob, Carol" in line(page))
        page.get_by_role("combobox", name="Players").select_option("5")
        wait(page, lambda: "names" not in line(page))
