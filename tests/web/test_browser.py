"""The local page in a real browser, driven by roles and names: answers, moves, repairs, files."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import crewsat
from tests.support.browser import violations, width_beyond
from tests.support.hanabi_games import small_game
from tests.support.local_page import LOST, enter, line, visited, wait, wait_for_line, way
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


pytestmark = [pytest.mark.slow, pytest.mark.processes]


def test_a_deal_is_decided_stepped_through_and_shared(browser: Browser, address: str) -> None:
    deal = crewsat.text_of(crewsat.RandomDeal(players=4, objectives=5).with_seed(7))
    with visited(browser, address) as page:
        enter(page, deal)
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_role("heading", name=re.compile(r"^Yes: won in trick \d+ of 10\.$")).wait_for()
        page.get_by_role("button", name="To the end").click()
        page.get_by_text(re.compile("Completed: ")).wait_for()
        page.get_by_role("button", name="Step back").click()
        link = page.url
    assert "#" in link
    with visited(browser, link) as page:
        assert line(page) == deal
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_role("heading", name=re.compile("^Yes: ")).wait_for()


def test_the_focus_is_not_lost(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        enter(page, LOST)
        page.get_by_role("button", name="pink 1, player 2, legal", exact=True).press("Enter")
        page.wait_for_function("() => document.getElementById('deal').value.endsWith('played pink1')")
        page.wait_for_function("() => document.activeElement.tagName === 'H2'")
        page.get_by_role("button", name="Undo").press("Enter")
        page.get_by_role("button", name="Undo").press("Enter")
        assert page.evaluate("document.activeElement.ariaLabel") == "Undo"
        page.get_by_role("button", name="Redo").press("Enter")
        page.get_by_role("button", name="Can it be won?").press("Enter")
        page.get_by_role("button", name="Apply").first.press("Enter")
        page.get_by_role("heading", name=re.compile("^Yes: ")).wait_for()
        page.wait_for_function("() => document.activeElement.tagName === 'H2'")
        assert page.locator(".heard").inner_text().startswith("Yes:")


def test_a_play_is_left_at_any_card(browser: Browser, address: str) -> None:
    """From the step that is shown the deal goes on: its moves can be tried."""
    with visited(browser, address) as page:
        for deal in (crewsat.RandomDeal(objectives=2).with_seed(7).as_typed(), small_game(44)):
            enter(page, crewsat.text_of(deal))
            page.get_by_role("button", name="Can it be won?").click()
            page.get_by_role("heading", name=re.compile("^Yes: ")).wait_for()
            assert not page.get_by_role("button", name="Continue from here").is_visible()
            for _ in range(3):
                page.get_by_role("button", name="Step forward").click()
            page.get_by_role("button", name="Continue from here").click()
            page.wait_for_function("text => document.getElementById('deal').value !== text", arg=crewsat.text_of(deal))
            reached = [state.winnable().answer for state in after(3, crewsat.State(deal)) if state.text == line(page)]
            assert {*reached} == {"yes"}


def after(number: int, state: Any) -> Iterator[Any]:  # noqa: ANN401 - of any game
    """All positions after so many moves: which winning play a page shows depends on how fast its machine is."""
    if not number:
        yield state
        return
    for move in state.legal():
        state.play(move)
        yield from after(number - 1, state)
        state.undo()


def test_a_lost_deal_is_repaired_and_the_repair_undone(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        enter(page, LOST)
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_text("Conflict (minimal): pink8, pink5").wait_for()
        repair = page.get_by_role("listitem").filter(has_text="player 2 gives pink8")
        repair.get_by_role("button", name="See it").click()
        line_shown = page.get_by_role("button", name=re.compile("^If player 2 gives pink8"))
        assert line_shown.get_attribute("aria-pressed") == "true"
        repair.get_by_role("button", name="Apply").click()
        page.get_by_role("heading", name=re.compile("^Yes: ")).wait_for()  # decided again by itself
        assert "pink7,1 / pink8,2" in line(page)
        page.get_by_role("button", name="Undo").click()
        assert line(page) == LOST
        page.get_by_role("button", name="Redo").click()
        assert "pink7,1 / pink8,2" in line(page)
        page.go_back()
        assert line(page) == LOST


def test_options_are_followed_card_by_card_to_a_win_and_undone(browser: Browser, address: str) -> None:
    deal = "pink9,5 / pink8,1 / pink7,2; leader 2; 2 wins pink8[1] pink5[2]"
    with visited(browser, address) as page:
        enter(page, deal)
        page.get_by_role("button", name="Which moves?").click()
        for played in ("pink8", "pink7", "pink5"):
            suit, value = played[:4], played[4:]
            page.get_by_text(re.compile("moves keeps? it winnable")).first.wait_for()
            page.get_by_role("button", name=re.compile(f"^{suit} {value},.* keeps it winnable")).click()
            page.wait_for_function("card => document.getElementById('deal').value.endsWith(card)", arg=played)
        page.get_by_text(re.compile(r"^The game is won")).wait_for()
        while page.get_by_role("button", name="Undo").is_enabled() and line(page) != deal:
            page.get_by_role("button", name="Undo").click()
        assert line(page) == deal


def test_a_move_that_loses_is_refuted(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        enter(page, "a9,5 / a8,2; leader 1; 2 wins trick 1")
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_text("Player 1: 1 of 2 moves keeps it winnable.").first.wait_for()
        page.get_by_role("button", name=re.compile("^a 9, player 1, legal, loses")).click()
        page.get_by_role("heading", name="a 9 loses").wait_for()
        page.get_by_text("No: it cannot be won.").wait_for()
        page.get_by_role("heading", name="Why").wait_for()
        assert line(page).endswith("played a9")
        page.get_by_role("button", name=re.compile("^a 8, player 2, legal")).click()  # and goes on from there
        page.get_by_text(re.compile("^The game is lost")).wait_for()


def test_moves_of_hanabi_are_followed(browser: Browser, address: str) -> None:
    """In Hanabi a card can be played or discarded, and there are clues: a card offers its moves, a list has all."""
    deal = crewsat.text_of(small_game(43))
    with visited(browser, address) as page:
        enter(page, deal)
        state = crewsat.State(crewsat.parse_text(deal))
        while state.outcome.status == "open":
            page.get_by_role("button", name="Which moves?").click()
            kept = [option.action for option in crewsat.options(state.instance) if option.answer == "yes"]
            page.get_by_text(re.compile(rf"^Player \d: {len(kept)} of \d+ moves keeps? it winnable")).first.wait_for()
            moves = page.get_by_role("region", name="Next move")
            move = next((one for one in kept if one.card), kept[0])
            words = f"{move.action} {move.card.suit} {move.card.value}" if move.card else str(move)
            if move.card and sum(one.card == move.card for one in state.legal()) > 1:
                hand = page.locator(".hand.turn")
                hand.get_by_role("button", name=f"{move.card.suit} {move.card.value}, ").first.click()
                moves = page.get_by_role("group", name="Next move")
            moves.get_by_role("button", name=f"{words} keeps it winnable", exact=True).click()
            state.play(move)
            page.wait_for_function("text => document.getElementById('deal').value === text", arg=state.text)
        page.get_by_text(re.compile(r"^The game is won")).wait_for()
        assert state.outcome.status == "won"
        assert line(page) == state.text


def test_moves_are_those_at_the_step_that_is_shown(browser: Browser, address: str) -> None:
    """Of a play that wins, and of a game that is reviewed, also before the move that lost it."""
    state = crewsat.State(crewsat.parse_text("pink9,5 / pink8,1 / pink7,2; leader 2; 2 wins pink8[1] pink5[2]"))
    deal = state.text
    with visited(browser, address) as page:
        enter(page, deal)
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_role("heading", name=re.compile("^Yes: ")).wait_for()
        page.get_by_role("button", name="Step forward").click()
        page.get_by_role("button", name="Which moves?").click()
        state.play("pink8")  # the only card that keeps it winnable
        wait_for_line(page, state.text)
        page.get_by_text("Player 3: ").first.wait_for()
        state.undo()
        for card in ("pink8", "pink7", "pink9"):
            state.play(card)
        enter(page, f'{state.text}; note 2 "why?"')
        page.get_by_role("button", name="Step back").click()
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_text("Player 1: ").first.wait_for()  # who played the last card
        steps = {"What would have kept it": "Player 1: 1 of 2 moves keeps it winnable.", "To the start": "Player 2: "}
        for button, summary in steps.items():
            page.get_by_role("button", name="Undo").click()
            page.get_by_role("button", name="Review", exact=True).click()
            page.get_by_text("It was lost with").first.wait_for()
            page.get_by_role("button", name=button).click()
            page.get_by_role("button", name="Which moves?").click()
            page.get_by_text(summary).first.wait_for()
        assert "note" not in line(page)  # it was on a card that has not been played now
        shown: Any = crewsat.parse_text(line(page))
        assert [sorted(hand) for hand in shown.hands] == [sorted(hand) for hand in state.start.hands]


def test_cards_are_played_on_the_table(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        enter(page, LOST)
        hand = page.get_by_role("region", name="Hand of player 2")
        hand.get_by_role("button", name="pink 1, player 2, legal", exact=True).click()
        page.wait_for_function("() => document.getElementById('deal').value.endsWith('played pink1')")
        assert not page.get_by_role("region", name="Hand of player 1").get_by_role("button", name="legal").count()
        page.get_by_role("button", name="pink 7, player 3, legal", exact=True).click()
        page.wait_for_function("() => document.getElementById('deal').value.endsWith('played pink1 pink7')")


def test_a_phone_shows_the_next_hand_after_a_card(browser: Browser, address: str) -> None:
    with visited(browser, address, viewport={"width": 390, "height": 700}) as page:
        page.get_by_role("region", name="Hand of player 3").get_by_role("button", name="blue 5").click()
        page.locator(".hand.turn[aria-label='Hand of player 4']").wait_for()
        for player in (4, 1):
            hand = page.get_by_role("region", name=f"Hand of player {player}")
            assert hand.get_by_role("heading", name="is next").count() == 1
            card = hand.get_by_role("button", name="blue").first
            card.evaluate("one => { window.before = one.getBoundingClientRect().top; }")
            assert 0 < page.evaluate("before") < 700
            card.click()
            page.locator(f".hand.turn[aria-label='Hand of player {player % 4 + 1}']").wait_for()


def test_a_game_of_hanabi_is_reviewed(browser: Browser, address: str) -> None:
    with visited(browser, address) as page:
        enter(page, (ROOT / "docs" / "hanabi-lost-game.txt").read_text().strip())
        page.get_by_role("button", name="Review", exact=True).click()
        page.get_by_text(re.compile("^It was lost in turn 50")).wait_for()
        assert page.get_by_role("img", name=f"Strip: {'=' * 49}v---").count() == 1
        page.get_by_role("button", name="What would have kept it").click()
        page.keyboard.press("ArrowRight")
        page.get_by_text(re.compile("player 2 plays red 5")).wait_for()


def test_a_page_is_saved_and_opens_offline(browser: Browser, address: str, tmp_path: Path) -> None:
    saved = tmp_path / "replay.html"
    with visited(browser, address) as page:
        enter(page, LOST)
        page.get_by_role("button", name="Can it be won?").click()
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


def test_pictures_are_saved(browser: Browser, address: str, tmp_path: Path) -> None:
    with visited(browser, address) as page:
        enter(page, "- / - / -; leader 1; 2 wins blue3; played pink9 pink8 pink7 / blue1 blue2 blue3")
        page.get_by_role("button", name="Review", exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save a picture").click()
        download.value.save_as(tmp_path / "table.png")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save the strip").click()
        download.value.save_as(tmp_path / "strip.svg")
        shown = page.locator(".signs").get_attribute("aria-label")
    drawn = (tmp_path / "table.png").read_bytes()
    assert drawn[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(drawn[16:20], "big") > 1000  # pixels wide
    assert len(drawn) > 10_000  # something is drawn
    strip = (tmp_path / "strip.svg").read_text()
    assert shown == f"Strip: {''.join(re.findall('>(.)</text>', strip))}"
    assert strip.count("<title>") == 6


def test_every_state_is_accessible_and_fits(browser: Browser, address: str) -> None:
    """Light and wide, then dark and narrow."""

    def check(page: Page, state: str) -> None:
        for scheme, width in (("light", 1280), ("dark", 320)):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.set_viewport_size({"width": width, "height": 640})
            assert not violations(page), (state, scheme)
            assert width_beyond(page) <= 0, (state, scheme)

    with visited(browser, address) as page:
        check(page, "start")
        enter(page, "a9 / b2; 3 wins b2")
        page.get_by_role("button", name=re.compile("there is no player 3")).wait_for()
        check(page, "defects")
        way(page, "Random")
        check(page, "random deals and samples")
        way(page, "Enter")
        page.get_by_role("button", name="Begin a new deal").click()
        page.get_by_role("button", name="Choose goals").click()
        check(page, "entry of goals")
        enter(page, LOST)
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_text("Conflict (minimal): pink8, pink5").wait_for()
        check(page, "no")
        page.get_by_role("button", name="Which moves?").click()
        page.get_by_role("heading", name=re.compile("moves keeps? it winnable")).wait_for()
        check(page, "options")


REVIEWED = (
    "pink9,5 blue2 / pink8,1 blue5 / pink7,2 blue1; leader 1; 1 wins pink9; 2 wins blue5; played pink9 pink8 pink7; "
    'dealt; note 2 "pink 1 was free; why?"'
)


def test_notes_on_moves_are_shown_and_kept(browser: Browser, address: str, tmp_path: Path) -> None:
    with visited(browser, address) as page:
        enter(page, REVIEWED)
        page.get_by_role("button", name="Review").click()
        page.get_by_role("heading", name=re.compile("^The game")).wait_for()
        note = page.get_by_role("textbox", name="Note on this move")
        page.get_by_role("button", name="To the start").click()
        assert note.is_hidden()
        page.get_by_role("button", name="Step forward").click()
        assert not note.input_value()
        note.fill("lead it\nnow")
        note.press("Enter")
        wait(page, lambda: 'note 1 "lead it' in line(page))
        page.get_by_role("button", name="Step forward").click()
        assert note.input_value() == "pink 1 was free; why?"
        note.fill("")
        note.press("Tab")
        wait(page, lambda: "why?" not in line(page))
        assert page.locator(".mark.noted").count() == 1
        page.get_by_role("checkbox", name="Hide what comes later").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save a replay page").click()
        download.value.save_as(tmp_path / "replay.html")
        deal = crewsat.parse_text(line(page))
        assert list(deal.notes_on or {}) == ["1"]
    with visited(browser, (tmp_path / "replay.html").as_uri()) as page:
        assert page.get_by_role("checkbox", name="Hide what comes later").is_checked()
        assert page.get_by_role("heading", name=re.compile("^The game was")).is_hidden()
        page.get_by_role("button", name="Step forward").click()
        page.get_by_text("lead it now", exact=True).wait_for()


def test_what_comes_later_is_hidden(browser: Browser, address: str) -> None:
    with visited(browser, f"{address}#deal={quote(REVIEWED)}&review&hide") as page:
        page.get_by_text("The deal. Player 1 leads.").wait_for()
        hides = page.get_by_role("checkbox", name="Hide what comes later")
        assert hides.is_checked()
        heading = page.get_by_role("heading", name=re.compile("^The game"))
        assert heading.is_hidden()
        assert not page.locator(".mark").filter(visible=True).count()
        page.get_by_role("button", name="Step forward").click()
        assert page.locator(".mark").filter(visible=True).count() == 1
        assert page.locator(".tricks .card").filter(visible=True).count() == 1
        page.get_by_text("+ still winnable", exact=True).wait_for()
        hides.click()
        heading.wait_for()
        assert page.locator(".mark").filter(visible=True).count() == 3
        hides.click()
        enter(page, LOST)
        page.get_by_role("button", name="Can it be won?").click()
        page.get_by_role("heading", name=re.compile("^No: ")).wait_for()


def test_strings_are_cut_with_a_touch(browser: Browser, address: str) -> None:
    end = "players 3; names Ann, Bo, Cy"
    with visited(browser, address) as page:
        enter(page, f"hackenbush; strings 1,2 / 3,1 / 2; coalition Ann; {end}")
        page.get_by_role("button", name="Which moves?").click()
        page.locator(".edge button.option").first.wait_for()
        assert page.locator(".edge button").count() == 2
        page.get_by_role("button", name=re.compile("^edge 2, Ann, of the coalition")).click()
        wait_for_line(page, f"hackenbush; strings 1,2 / 3 / 2; coalition Ann; to move Bo; {end}")
        page.get_by_role("button", name=re.compile("^edge 2, Bo")).click()
        page.get_by_role("button", name=re.compile("^edge 1, Cy")).click()
        page.get_by_role("button", name=re.compile("^edge 1, Ann")).click()
        page.get_by_role("button", name=re.compile("^edge 1, Bo")).click()
        page.get_by_text("The game is lost: Bo is the last one left.").wait_for()
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("button", name=re.compile("^edge 1, Bo")).wait_for()
