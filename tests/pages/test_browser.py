"""Replay pages in a real browser, driven by roles and names, as people and screen readers find things."""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import WrongOption
from tests.support.browser import looked_at, opened, violations, width_beyond
from tests.support.chunks import sizes
from tests.support.hanabi_games import late_game
from tests.support.page_samples import hostile, lost_game
from tests.support.places import ROOT
from tests.support.random_instances import whole_crew
from tests.support.random_tasks import task_crew

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from crewsat.games.crew.tricks import Trick

pytestmark = [pytest.mark.slow, pytest.mark.processes]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SMALL_LOST = "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8 [1]; 2 wins pink5 [2]"


BACKWARDS = """number => Array.from({ length: number }, () => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
  return document.querySelector("[role=status]").textContent;
})"""
"""Steps back by the key, and what the live region says after each."""


def written(path: Path, instance: Any, result: Any = None, name: str = "page.html") -> Path:  # noqa: ANN401
    page = path / name
    page.write_text(crewsat.to_html(instance, result))
    return page


def said(page: Page) -> str:
    """What the live region says."""
    return page.get_by_role("status").inner_text()


def step(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def sentences(play: tuple[Trick, ...], players: int, first: int) -> Iterator[str]:
    """What is said of a play, card by card, from the tricks of the referee."""
    for number, trick in enumerate(play, first):
        for k, card in enumerate(trick.cards):
            player = (trick.leader - 1 + k) % players + 1
            words = f"Trick {number}: player {player} {'plays' if k else 'leads'} {card.suit} {card.value}."
            if k == len(trick.cards) - 1:
                words += f" Player {trick.winner} wins the trick."
            yield words


def won_deals() -> Iterator[tuple[crewsat.Crew, Any]]:
    for seed in count():
        deal = whole_crew(seed) if seed % 2 else task_crew(seed)
        verdict = crewsat.decide(deal)
        if verdict.answer == "yes" and verdict.play:
            yield deal, verdict


@pytest.mark.parametrize("number", sizes(5, 20))
def test_the_stepper_shows_the_play_of_the_referee(browser: Browser, number: int, tmp_path: Path) -> None:
    with looked_at(browser) as page:
        for k, (deal, verdict) in zip(range(number), won_deals(), strict=False):
            page.goto(written(tmp_path, deal, verdict, name=f"{k}.html").as_uri())
            begun = len(deal.begun)
            wanted = (one.card for one in deal.objectives if one.id == str(one.card))
            cards = {str(card): f"{card.suit} {card.value}" for card in wanted}
            expected = list(sentences(verdict.play, deal.players, deal.finished + 1))
            step(page, "To the end")
            heard = [said(page), *page.evaluate(BACKWARDS, len(expected) - 1 - begun)]
            for words, one in zip(reversed(expected), heard, strict=False):
                assert one.startswith(words), deal.to_json()
            for trick, words in zip(verdict.play[::-1], heard[:: deal.players], strict=False):
                for name in trick.completes:
                    assert cards.get(name, name) in words


def test_buttons_keys_tricks_and_cards_move(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.RandomDeal(players=4, objectives=5).with_seed(7)
    verdict = crewsat.decide(deal)
    assert verdict.play is not None
    last = f"{4 * len(verdict.play)} of {4 * len(verdict.play)}"
    with opened(browser, written(tmp_path, deal, verdict)) as page:
        where = page.get_by_text(re.compile(r"^\d+ of \d+$"))

        def at() -> str:
            return where.inner_text().partition(" ")[0]

        assert (at(), said(page)) == ("0", f"The deal. Player {deal.leader} leads.")
        for key, place in (("ArrowRight", "1"), ("]", "4"), ("PageDown", "8"), ("[", "4"), ("ArrowLeft", "3")):
            page.keyboard.press(key)
            assert at() == place, key
        page.keyboard.press("End")
        assert where.inner_text() == last
        page.keyboard.press("Home")
        page.keyboard.press("PageUp")
        assert at() == "0"
        page.keyboard.press("Control+ArrowRight")
        assert at() == "0"
        step(page, "Step forward")
        step(page, "trick \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}")
        assert at() == "4"
        page.get_by_role("button", name="Trick 3", exact=True).click()
        assert at() == "12"
        assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Trick 3"
        card = verdict.play[1].cards[2]
        page.get_by_role("button", name=re.compile(rf"^{card.suit} {card.value}, player \d, played in trick 2")).click()
        assert at() == "7"
        page.reload()
        assert at() == "7"
        page.get_by_label("Speed of autoplay").select_option("fast")
        step(page, "Play")
        page.get_by_text("9 of ").wait_for()
        step(page, "Pause")
        assert page.get_by_role("button", name="Play", exact=True).is_visible()


def test_autoplay_is_off_for_who_prefers_less_motion(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.parse_text("a9 b2 / a2 b5; leader 1; 1 wins a2")
    with opened(browser, written(tmp_path, deal, crewsat.decide(deal)), reduced_motion="reduce") as page:
        assert page.get_by_role("button", name="Step forward").is_visible()
        assert not page.get_by_role("button", name="Play", exact=True).count()


def test_a_swipe_is_a_step(browser: Browser, tmp_path: Path) -> None:
    swipe = """([from, to]) => {
      const board = document.querySelector(".board");
      const touch = (x) => [new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 })];
      board.dispatchEvent(new TouchEvent("touchstart", { touches: touch(from), changedTouches: touch(from) }));
      board.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: touch(to) }));
    }"""
    deal = crewsat.parse_text("a9 b2 / a2 b5; leader 1; 1 wins a2")
    with opened(browser, written(tmp_path, deal, crewsat.decide(deal)), **PHONE) as page:
        for start, end, place in ((300, 200, "1 of 2"), (300, 290, "1 of 2"), (200, 300, "0 of 2")):
            page.evaluate(swipe, [start, end])
            assert page.get_by_text(place, exact=True).is_visible()


def test_the_better_line_is_one_click_away(browser: Browser, tmp_path: Path) -> None:
    game, review = lost_game()
    assert review.lost_with is not None
    with opened(browser, written(tmp_path, game, review)) as page:
        assert said(page).endswith("This card lost the deal.")
        page.get_by_role("button", name="What would have kept it").click()
        step(page, "To the end")
        assert "Completed: " in said(page)
        page.get_by_role("button", name="The game as played").click()
        page.locator("[data-step='2']").click()
        assert page.get_by_text("2 of ").is_visible()
        page.keyboard.press("End")
        assert f"The game was {review.ending}." in said(page)


def test_hanabi_is_stepped_through_under_its_strip(browser: Browser, tmp_path: Path) -> None:
    game = crewsat.load(ROOT / "docs" / "hanabi-lost-game.txt")
    review = crewsat.review(game)
    with opened(browser, written(tmp_path, game, review)) as page:
        assert (
            said(page) == "Turn 50: player 2 gives player 3 the clue 2. 5 clue tokens, 24 points. This lost the target."
        )
        page.locator("[data-move='8']").click()
        assert said(page) == "Turn 8: player 4 plays red 1, and draws red 2. 6 clue tokens, 3 points."
        page.keyboard.press("End")
        page.get_by_role("region", name="Stacks").get_by_role("button", name=re.compile("^red 3")).click(
            position={"x": 12, "y": 12}
        )
        assert page.get_by_text("0 of 53", exact=True).is_visible()
        page.get_by_role("button", name="What would have kept it").click()
        page.keyboard.press("End")
        assert said(page) == "Turn 50: player 2 plays red 5. 7 clue tokens, 25 points."


def test_a_repair_is_a_deal_of_its_own(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    explanation = crewsat.explain(deal)
    swap = next(repair for repair in explanation.repairs if repair.kind == "swap_cards")
    with opened(browser, written(tmp_path, deal, explanation)) as page:
        hand = page.get_by_role("region", name="Hand of player 3")
        assert not hand.get_by_label(re.compile("^pink 8")).count()
        page.get_by_role("button", name=f"If {swap.words}").click()
        assert hand.get_by_label(re.compile("^pink 8")).count()
        step(page, "To the end")
        assert page.locator(".goals").get_by_label("completed").count() == 2


def test_deal_and_answer_can_be_saved(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    verdict = crewsat.decide(deal)
    with opened(browser, written(tmp_path, deal, verdict), accept_downloads=True) as page:
        for name, expected in (("Save the deal", deal.as_dict()), ("Save the answer", verdict.as_dict())):
            with page.expect_download() as download:
                page.get_by_role("button", name=name).click()
            saved = tmp_path / "saved.json"
            download.value.save_as(saved)
            assert crewsat.load(saved) == deal if name == "Save the deal" else saved.read_text().strip()
            assert expected


def test_of_what_is_too_large_the_report_stays(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.Crew(hands=[[f"a{k}" for k in range(1, 8_001)]], leader=1)
    with opened(browser, written(tmp_path, deal, crewsat.decide(deal))) as page:
        assert page.get_by_text("too large to be drawn").is_visible()
        assert page.locator("#replay pre").is_visible()
        assert page.get_by_role("button", name="Save the answer").is_visible()
        assert page.locator(".card").count() == 0


def test_without_a_script_there_is_a_report(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    with opened(browser, written(tmp_path, deal, crewsat.explain(deal)), java_script_enabled=False) as page:
        assert page.get_by_text("This play achieves all but pink8").first.is_visible()
        assert page.get_by_text("Conflict (minimal): pink8, pink5").first.is_visible()


def states() -> Iterator[tuple[Any, Any]]:
    """A page of every kind."""
    yield crewsat.parse_text(SMALL_LOST), crewsat.explain(crewsat.parse_text(SMALL_LOST))
    yield hostile(3), crewsat.explain(hostile(3))
    yield lost_game()
    deal = crewsat.DeepSeaDeal(players=5, difficulty=8).with_seed(3)
    yield deal, crewsat.decide(deal)
    game = crewsat.load(ROOT / "docs" / "hanabi-lost-game.txt")
    yield game, crewsat.review(game)
    deck = crewsat.RandomDeck().with_seed(1)
    yield deck, crewsat.decide(deck)
    strings = crewsat.RandomStrings().with_seed(1)
    yield strings, crewsat.decide(strings)


def test_pages_are_accessible_and_fit(browser: Browser, tmp_path: Path) -> None:
    """Light and wide, dark and as narrow as 320 pixels; at the start, in the middle and at the end."""
    with looked_at(browser) as page:
        for number, (instance, result) in enumerate(states()):
            page.goto(written(tmp_path, instance, result, name=f"{number}.html").as_uri())
            for scheme, width in (("light", 1280), ("dark", 320)):
                page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                page.set_viewport_size({"width": width, "height": 640})
                for key in ("Home", "ArrowRight", "End"):
                    page.keyboard.press(key)
                    assert width_beyond(page) <= 0, instance.to_json()
                assert not violations(page), instance.to_json()


def test_buttons_are_large_enough_for_fingers(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, written(tmp_path, *lost_game()), **PHONE) as page:
        boxes = [one.bounding_box() for one in page.get_by_role("button").all()]
        assert all(box and min(box["width"], box["height"]) >= 44 for box in boxes)


def test_suits_can_be_letters(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.parse_text(SMALL_LOST)
    with opened(browser, written(tmp_path, deal)) as page:
        letters = page.get_by_text("pi", exact=True).first
        assert not letters.is_visible()
        page.get_by_label("Suits as letters").check()
        assert letters.is_visible()


def test_a_page_speaks_the_language_asked_for(browser: Browser, tmp_path: Path) -> None:
    deal = crewsat.parse_text("pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8[1]; 2 wins pink5[2]; names A, B, C")
    path = tmp_path / "page.html"
    path.write_text(crewsat.to_html(deal, crewsat.explain(deal), language="de"))
    with opened(browser, path) as page:
        page.get_by_text("Nein: rosa 8 und rosa 5 sind nicht zusammen zu gewinnen.").wait_for()
        page.get_by_text("Rosa 8 von A und rosa 5 von B können nicht beide gewonnen werden").wait_for()
        page.get_by_role("button", name="Geändert: B gibt C rosa 8 für rosa 7").click()
        assert page.locator("html").get_attribute("lang") == "de"
        assert all("suit led" not in one for one in page.locator("main > :not(#files)").all_inner_texts())


def test_french_elides_before_names(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    for names, elided in (
        ("Alice, Émile, Bob", "d\u2019Alice"),
        ("Hugo, Yvon, Bob", "de Hugo"),
        ("Yann, A, Bob", "de Yann"),
    ):
        deal = crewsat.parse_text(f"a9,5 / a8,1 / a7,2; leader 2; 1 wins a8[1]; 2 wins a5[2]; names {names}")
        path.write_text(crewsat.to_html(deal, crewsat.explain(deal), language="fr"))
        with opened(browser, path) as page:
            page.get_by_role("button", name=f"à la place {elided}").wait_for()


def test_the_strip_speaks_the_language_of_the_page(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    game = late_game(1)
    path.write_text(crewsat.to_html(game, crewsat.review(game), language="de"))
    with opened(browser, path) as page:
        page.get_by_role("region", name="Streifen").wait_for()
        assert "Nach jedem Zug: wie viele Punkte" in (page.locator(".strip desc").text_content() or "")
        assert "Zug 1: Spieler 3: " in (page.locator(".strip [data-move='1'] title").text_content() or "")


def test_other_languages_are_refused() -> None:
    deal = crewsat.parse_text("a1 / b1; 1 wins a1")
    with pytest.raises(WrongOption, match="there are no pages in 'xx'; allowed: en, de, fr, es"):
        crewsat.to_html(deal, language="xx")


def test_notes_and_what_comes_later(browser: Browser, tmp_path: Path) -> None:
    deal = lost_game()[0].model_copy(update={"notes_on": {"1": "so far, so good", "6": "why?"}})
    with opened(browser, written(tmp_path, deal, crewsat.review(deal))) as page:
        page.get_by_role("button", name="To the end").click()
        page.get_by_role("checkbox", name="Hide what comes later").check()
        step(page, "To the start")
        assert page.locator("header .answer").is_hidden()
        assert page.locator(".strip").is_hidden()
        assert not page.locator(".tricks .card").count()
        step(page, "Step forward")
        assert page.locator(".tricks .card").count() == 1
        page.get_by_text("so far, so good", exact=True).wait_for()
        page.get_by_role("checkbox", name="Hide what comes later").uncheck()
        page.locator("header .answer").wait_for()
