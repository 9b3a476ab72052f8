"""Drawings of deals: all that is there is drawn, marked as the referee says, in words, too, and readable."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest

import crewsat
from crewsat.games import GAMES
from crewsat.games.crew.replaying import replay
from crewsat.games.hanabi_solitaire.rules import Table
from crewsat.studies.audit.counterexamples import command_of
from crewsat.studies.audit.running import AUDITS
from crewsat_site.drawings import picture
from crewsat_site.drawings.crew import MOST_TRICKS
from crewsat_site.drawings.hanabi_solitaire import fates_of
from crewsat_site.drawings.looks import LOOKS, looks_of
from tests.support.audit_pages import report
from tests.support.places import ROOT

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

SVG = "{http://www.w3.org/2000/svg}"


@cache
def counterexamples(game: str) -> list[Instance]:
    """All instances of a game that the results of the audits show."""
    found = {
        crewsat.text_of(instance): instance
        for name in AUDITS
        for claim in report(name)["claims"]
        for one in claim["readings"]
        if "smallest" in one and command_of(one["smallest"]) is None
        for instance in [GAMES[one["smallest"]["instance"]["game"]].instance(**one["smallest"]["instance"])]
    }
    return [one for one in found.values() if one.game == game]


@cache
def drawn(text: str) -> ET.Element:
    """The drawing of an instance with the answer about it."""
    instance = crewsat.parse_text(text)
    return ET.fromstring(picture(instance, crewsat.decide(instance)))  # noqa: S314 - our own


def of(instance: Instance) -> ET.Element:
    return drawn(crewsat.text_of(instance))


def groups(svg: ET.Element, **about: int) -> list[ET.Element]:
    """The groups that are about a trick, a player and so on."""
    wanted = {f"data-{name}": str(number) for name, number in about.items()}
    return [one for one in svg.iter(f"{SVG}g") if wanted.items() <= one.attrib.items()]


def cards(parent: ET.Element) -> list[str]:
    return [one.attrib["data-card"] for one in parent.iter(f"{SVG}g") if "data-card" in one.attrib]


def texts(parent: ET.Element) -> list[str]:
    return [one.text or "" for one in parent.iter(f"{SVG}text")]


def has(parent: ET.Element, style: str) -> bool:
    return any(style in one.attrib.get("class", "").split() for one in parent.iter())


def description(svg: ET.Element) -> str:
    return svg.findtext(f"{SVG}desc") or ""


@pytest.mark.parametrize("game", ["crew", "hanabi_solitaire", "hackenbush"])
def test_every_counterexample_is_an_image_with_a_title_that_says_the_answer(game: str) -> None:
    assert len(counterexamples(game)) > 8
    for instance in counterexamples(game):
        svg = of(instance)
        answer = crewsat.decide(instance).answer
        assert svg.attrib["role"] == "img"
        assert svg.attrib["viewBox"] == f"0 0 {svg.attrib['width']} {svg.attrib['height']}"
        assert (svg.findtext(f"{SVG}title") or "").endswith(answer)
        assert f"{answer.upper()}." in description(svg)
        assert any(words.startswith(f"{answer.upper()}.") for words in texts(svg))


def test_hands_of_the_crew_have_their_cards_and_objectives() -> None:
    for instance in counterexamples("crew"):
        assert isinstance(instance, crewsat.Crew)
        svg = of(instance)
        owners = {one.card: one.owner for one in instance.objectives}
        for player, hand in enumerate(instance.hands, 1):
            held = groups(svg, hand=player)
            assert [cards(one) for one in held] == [[str(card)] for card in hand]
            for one, card in zip(held, hand, strict=True):
                badges = [words for words in texts(one) if words.startswith("→")]
                assert [words.split()[0] for words in badges] == ([f"→{owners[card]}"] if card in owners else [])
            assert f"Player {player} holds {', '.join(map(str, hand)) or 'no cards'}." in description(svg)
        assert ("leads first" in texts(svg)) == (instance.leader is not None)


def test_tricks_of_the_crew_are_as_the_referee_says() -> None:
    tricks = 0
    for instance in counterexamples("crew"):
        assert isinstance(instance, crewsat.Crew)
        svg = of(instance)
        play = [(trick.leader, trick.cards) for trick in crewsat.decide(instance).play or ()]
        played = replay(instance, play) if play else ()
        assert len(groups(svg)) >= instance.players
        assert {one.attrib["data-trick"] for one in svg.iter() if "data-trick" in one.attrib} == {
            str(number) for number in range(1, len(played) + 1)
        }
        for number, trick in enumerate(played, 1):
            for k, card in enumerate(trick.cards):
                player = (trick.leader - 1 + k) % instance.players + 1
                (cell,) = groups(svg, trick=number, player=player)
                assert cards(cell) == [str(card)]
                said = ", ".join(["leads"] * (k == 0) + ["wins"] * (player == trick.winner))
                assert texts(cell)[-1] == said
                assert has(cell, "deal-winner") == (player == trick.winner)
                assert any(words.endswith("✓") for words in texts(cell)) == (str(card) in trick.completes)
            assert f"Trick {number}: player {trick.leader} leads {trick.cards[0]}, " in description(svg) or (
                instance.players == 1
            )
            assert f"player {trick.winner} wins" in description(svg)
            tricks += 1
    assert tricks > 20


def test_a_no_says_why() -> None:
    lost = [one for game in ("crew", "hanabi_solitaire") for one in counterexamples(game) if not crewsat.decide(one)]
    assert len(lost) > 8
    for instance in lost:
        verdict = crewsat.decide(instance)
        why = f"Because {verdict.because}." if verdict.because else f"Found by the method {verdict.method}, by search"
        assert why in description(of(instance))
        assert any(words.startswith(("Because ", "Found by the method")) for words in texts(of(instance)))


def test_decks_are_drawn_in_order_with_what_is_done_with_each_card() -> None:
    for instance in counterexamples("hanabi_solitaire"):
        assert isinstance(instance, crewsat.HanabiSolitaire)
        svg = of(instance)
        assert cards(svg) == list(map(str, instance.deck))
        assert f"Hand of {instance.hand_size};" in description(svg)
        steps = [step for step in crewsat.decide(instance).play or () if step.source == "deck"]
        for draw in range(1, len(instance.deck) + 1):
            (cell,) = groups(svg, draw=draw)
            said = [words for words in texts(cell) if words in {"play", "store", "discard"}]
            assert said == [step.action for step in steps[draw - 1 : draw]]


def test_what_the_hand_holds_is_what_the_referee_has_there() -> None:
    most = 0
    for instance in counterexamples("hanabi_solitaire"):
        assert isinstance(instance, crewsat.HanabiSolitaire)
        steps = crewsat.decide(instance).play or ()
        fates = fates_of(instance.deck, steps)
        table = Table(instance)
        hands: list[Counter[crewsat.Card]] = []
        for step in steps:
            table.do(step)
            hands[table.drawn - 1 :] = [+table.hand]
        for draw, hand in enumerate(hands, 1):
            held = [one for one in fates if one.action == "store" and one.draw <= draw and not _gone(one.until, draw)]
            assert Counter(one.card for one in held) == hand
            assert len({one.slot for one in held}) == len(held) <= instance.hand_size
            most = max(most, len(held))
    assert most == 2


def _gone(until: int | None, draw: int) -> bool:
    return until is not None and until <= draw


def test_a_stored_card_is_told_until_when() -> None:
    svg = drawn("hanabi solitaire; hand 1; deck a2,1")
    assert "Draw 1: a2, stored until draw 2. Draw 2: a1, played." in description(svg)
    assert has(svg, "deal-held")
    assert not has(drawn("hanabi solitaire; hand 1; deck a1,2"), "deal-held")


def test_strings_have_their_edges_and_the_first_cut() -> None:
    cuts = 0
    for instance in counterexamples("hackenbush"):
        assert isinstance(instance, crewsat.Hackenbush)
        svg = of(instance)
        first = {(move.string, move.edge) for move in crewsat.decide(instance).play or ()}
        edges = {(s, e): player for s, string in enumerate(instance.strings, 1) for e, player in enumerate(string, 1)}
        assert len([one for one in svg.iter(f"{SVG}g") if "data-edge" in one.attrib]) == len(edges)
        for (string, edge), player in edges.items():
            (cell,) = groups(svg, string=string, edge=edge)
            assert texts(cell)[0] == str(player)
            assert has(cell, "deal-ours") == (player in instance.coalition)
            assert has(cell, "deal-cut") == ((string, edge) in first)
            above = any(cut[0] == string and cut[1] <= edge for cut in first)
            assert has(cell, "deal-falls") == above
        cuts += len(first)
    assert cuts >= 3


def test_hanabi_shows_hands_pile_and_turns() -> None:
    game = crewsat.RandomGame(players=3).with_seed(1)
    verdict = crewsat.decide(game)
    svg = of(game)
    assert cards(svg) == list(map(str, game.deck))
    assert f"turn 1: player 1: {(verdict.play or ())[0]}" in texts(svg)
    assert f"and {len(verdict.play or ()) - 12} more turns" in texts(svg)


def test_a_long_play_says_what_is_left_out() -> None:
    values = range(1, MOST_TRICKS + 3)
    text = f"{' '.join(f'a{value}' for value in values)}; 1 wins {' '.join(f'a{value}' for value in values)}"
    svg = drawn(text)
    assert groups(svg, trick=MOST_TRICKS)
    assert not groups(svg, trick=MOST_TRICKS + 1)
    assert "and 2 more tricks" in texts(svg)
    svg = drawn(f"hanabi solitaire; hand 0; deck {' '.join(f'a{value}' for value in range(1, 221))}")
    assert len(cards(svg)) == 200
    assert "and 20 more cards" in texts(svg)
    svg = drawn(f"hackenbush; strings {' / '.join(['1'] * 41)} / {','.join(['1'] * 15)}; coalition 1; players 2")
    assert "and 2 more strings" in texts(svg)
    assert "+3" in texts(drawn(f"hackenbush; strings {','.join(['2'] * 15)}; coalition 1; players 2"))


def test_trump_tokens_free_objectives_tasks_and_what_was_played() -> None:
    svg = drawn("a1,2 t1 / a3,4 b1; trump t; leader 2; 2 wins a1[1]; anybody wins b1[omega]; 1 wins at least 0 tricks")
    assert "★" in texts(groups(svg, hand=1)[2])
    assert "→2 [1]" in texts(svg)
    assert "→? Ω" in texts(svg)
    assert "player 1: win at least 0 tricks" in texts(svg)
    assert "Trump is t." in description(svg)
    svg = drawn("a1,9 b3 / a2,3 b9; leader 1; 1 wins b3 a2; dealt; played a9 a2")
    assert "played" in texts(svg)
    assert any(words.endswith("✓") for words in texts(groups(svg, trick=1, player=2)[0]))
    lost = drawn("a1,2 / a3,4; leader 1; 1 wins a3; played a5 a6")
    assert "→1 ✗" not in texts(lost)


def test_names_are_text() -> None:
    odd = '<b>"&\u202e'
    deal = crewsat.Crew(
        hands=[["Ünïcödéname-1", "a1"], ["Ünïcödéname-2", "a2"]],
        objectives=[{"card": "a1", "owner": 2, "id": odd}],
        leader=1,
    )
    drawing = picture(deal, crewsat.decide(deal))
    svg = ET.fromstring(drawing)  # noqa: S314 - our own
    assert "<b>" not in drawing
    assert "\u202e" not in drawing
    assert '(<b>"&\\u202e)' in description(svg)
    assert "Ünïcödén…" in texts(svg)
    assert cards(groups(svg, hand=1)[0]) == [str(deal.hands[0][0])]


def test_an_unknown_answer_is_said() -> None:
    deal = crewsat.parse_text("a1,3 / a2,4; 2 wins a1 a3")
    unknown = crewsat.Verdict(answer="unknown", method="auto", checked="none", game="crew", reason="time")
    assert "UNKNOWN: the time limit was reached." in picture(deal, unknown)


def test_suits_have_colours_of_their_own() -> None:
    assert looks_of(["pink", "a", "blue", "b"]) == {"pink": 2, "blue": 0, "a": 1, "b": 3}
    assert len(set(looks_of([f"s{k}" for k in range(LOOKS)]).values())) == LOOKS
    assert set(looks_of([f"s{k}" for k in range(LOOKS + 5)]).values()) == set(range(LOOKS))


def themes() -> list[dict[str, str]]:
    """The colours of the style sheet, by theme."""
    css = (ROOT / "docs" / "_static" / "deal.css").read_text()
    blocks = re.findall(r"\.deal \{\s*(--[^}]*)\}", css)
    return [dict(re.findall(r"--deal-([a-z0-9]+): (#[0-9a-f]{6})", block)) for block in blocks]


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def test_text_has_enough_contrast_in_both_themes() -> None:
    light, dark, by_system = themes()
    assert dark == by_system
    assert light["panel"] != dark["panel"]
    for theme in (light, dark):
        inks = ["text", "pale", "yes", "no", *map(str, range(LOOKS))]
        pairs = [*product(inks, ["panel"]), ("text", "won"), ("yes", "panel")]
        low = {pair: contrast(*(theme[name] for name in pair)) for pair in pairs}
        assert min(low.values()) >= 4.5, low


def test_every_style_is_in_the_style_sheet() -> None:
    css = (ROOT / "docs" / "_static" / "deal.css").read_text()
    drawings: list[Any] = [
        of(one) for game in ("crew", "hanabi_solitaire", "hackenbush") for one in counterexamples(game)
    ]
    used = {style for svg in drawings for one in svg.iter() for style in one.attrib.get("class", "").split()}
    plain = {"deal-ink", "deal-card", "deal-store", "deal-dot"}
    assert {style for style in used - plain if not re.search(rf"\.{style}\b(?!-)", css)} == set()


def test_cards_of_large_decks_have_letters_and_a_key() -> None:
    svg = of(crewsat.RandomDeck().with_seed(1))
    assert any("r=red" in words for words in texts(svg))
    assert f"{texts(groups(svg, draw=1)[0])[0][0]}" in "rygbw"
    assert not any("=" in words for words in texts(drawn("hanabi solitaire; hand 1; deck red1,2 blue1,2")))


def test_a_game_without_drawings_is_named() -> None:
    class Chess:
        game = "chess"

    verdict = crewsat.decide(crewsat.parse_text("a1; 1 wins a1"))
    with pytest.raises(crewsat.WrongOption, match="there are no drawings of chess"):
        picture(Chess(), verdict)  # type: ignore[arg-type]
