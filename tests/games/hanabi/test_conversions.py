"""Games between all their forms: JSON, one line of text, replay texts, links and exports of hanab.live."""

from __future__ import annotations

import json
import random
import string
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.engine.files import parse
from crewsat.games.hanabi import conversion, hanab_live
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.clues import Clue
from crewsat.games.hanabi.replay_text import ALPHABET
from crewsat.games.hanabi.rules import Table
from tests.support.chunks import sizes
from tests.support.hanabi_games import GAME, site_game, small_game

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

LEFT_OUT = {"about": None}
OPTIONS = ("hand_size", "bottom_deck_plays", "empty_clues", "first_player")
"""Fields that a replay text does not have."""


def without_notes(instance: Instance) -> Instance:
    return instance.model_copy(update=LEFT_OUT)


def half_made(game: crewsat.Hanabi, rng: random.Random) -> dict[str, Any]:
    """The game as people may write it: no players, clues that say nothing, strikes written as plays."""
    tree = game.as_dict()
    for action in tree.get("actions", ()):
        if rng.random() < 0.5:
            del action["player"]
        if action["action"] == "strike" and rng.random() < 0.5:
            action["action"] = "play"
        if action["action"] == "clue" and rng.random() < 0.5:
            del action["to"]
            action.pop("colour", None)
            action.pop("value", None)
    return tree


def check_round_trips(seed: int) -> tuple[str, ...]:
    """Convert a game to and from every form that can say it; return what it has been converted to."""
    game, rng = site_game(seed), random.Random(seed)
    forms = ["json", "text", "hanab-live"]
    assert parse(game.to_json().encode()) == game, seed
    assert crewsat.parse_text(crewsat.text_of(game)) == game, seed
    assert without_notes(parse(conversion.export(game).encode())) == game, seed
    if not any(field in game.as_dict() for field in OPTIONS) and len(game.deck) <= len(ALPHABET):
        forms += ["replay", "link"]
        assert crewsat.parse_text(conversion.replay(game)) == game, seed
        assert crewsat.parse_text(conversion.link(game)) == game, seed
    else:
        with pytest.raises(ValueError, match="a replay text"):
            conversion.replay(game)
    try:
        made = crewsat.Hanabi(**half_made(game, rng))
    except crewsat.InvalidInstance as error:  # the clue before was of the other type than the one that came out
        assert "may not name" in str(error) or "no clue may be given" in str(error)  # noqa: PT017 - most raise nothing
    else:
        forms.append("half-made")
        assert [one.card for one in made.actions] == [one.card for one in game.actions]
        assert parse(made.to_json().encode()) == made, seed
        assert without_notes(parse(conversion.export(made).encode())) == made, seed
    return tuple(forms)


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(100, 200))
def test_games_survive_all_conversions(number: int) -> None:
    found = [check_round_trips(seed) for seed in range(number)]
    assert sum("link" in forms for forms in found) > number * 2 // 5
    assert sum("half-made" in forms for forms in found) > number * 9 // 10


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(5))
def test_ten_thousand_games_survive_all_conversions(part: int) -> None:
    for seed in range(10_000 + part * 2_000, 10_000 + (part + 1) * 2_000):
        check_round_trips(seed)


def test_small_games_of_suits_of_their_own_survive_as_json_and_text() -> None:
    for seed in range(200):
        game = small_game(seed)
        assert parse(game.to_json().encode()) == game
        assert crewsat.parse_text(crewsat.text_of(game)) == game


@pytest.mark.parametrize("names", [["reversed", "7"], ["7", "reversed"], ["3", "2"], ["a-b", "A"]])
@pytest.mark.parametrize("flags", [(False, False), (True, False), (False, True), (True, True)])
def test_strange_names_of_suits_survive_as_text(names: list[str], flags: tuple[bool, bool]) -> None:
    suits = [{"name": name, "copies": [1, 1], "reversed": flag} for name, flag in zip(names, flags, strict=True)]
    deck = [f"{name}:{value}" for name in names for value in (1, 2)]
    start = crewsat.Hanabi(players=2, hand_size=1, deck=deck, variant={"suits": suits}, first_player=2)
    game = start.model_copy(update={"actions": [Action("clue", 2, to=1, clue=Clue("colour", names[0]))]})
    assert crewsat.parse_text(crewsat.text_of(game)) == game


def test_a_game_is_read_and_written_as_the_site_writes_it() -> None:
    game = hanab_live.read(GAME)
    assert (game.players, len(game.deck), len(game.actions), game.variant) == (4, 50, 53, "No Variant")
    table = Table.after_actions(game)
    assert (table.points, table.score, table.ending) == (24, 24, "the last round is over")
    assert hanab_live.replay(game) == GAME
    assert hanab_live.link(game, turn=50) == f"https://hanab.live/shared-replay-json/{GAME}#50"


def test_the_bottom_card_discarded_on_the_site() -> None:
    """Case `hanabi-orange-bottom-discard`: an orange suit, deck plays, one card left, which is discarded."""
    start = crewsat.RandomGame(players=2, variant="Orange (3 Suits)").with_seed(5)
    table = Table(start.model_copy(update={"bottom_deck_plays": True, "about": None}))
    while len(table.pile) > 1:
        table.do(next(action for action in table.legal() if action.action in {"play", "discard"}))
    table.do(next(action for action in table.legal() if action.action == "clue"))
    record = hanab_live.export(table.as_instance())
    assert record is not None
    record["actions"].append({"type": 1, "target": 29})
    game = parse(json.dumps(record).encode())
    assert isinstance(game, crewsat.Hanabi)
    assert str(game.actions[-1]) == f"discard {game.deck[29]} from the pile"
    assert crewsat.review(game).score == Table.after_actions(game).score
    assert parse(game.to_json().encode()) == game
    assert crewsat.parse_text(crewsat.text_of(game)) == game.model_copy(update={"about": None})
    assert parse(json.dumps(hanab_live.export(game)).encode()) == game


@pytest.mark.parametrize(
    "form",
    [
        "{}",
        "https://hanab.live/replay-json/{}",
        "hanab.live/shared-replay-json/{}",
        " {}\n",
        "http://localhost/replay-json/{}",
    ],
)
def test_a_text_may_stand_in_a_link_and_name_a_turn(form: str) -> None:
    whole = crewsat.parse_text(form.format(GAME))
    assert isinstance(whole, crewsat.Hanabi)
    assert len(whole.actions) == 53
    part = crewsat.parse_text(form.format(f"{GAME}#50").strip())
    assert isinstance(part, crewsat.Hanabi)
    assert part.actions == whole.actions[:49]
    assert hanab_live.read(f"{GAME}#50", whole=True).actions == whole.actions
    assert hanab_live.turn_of(form.format(f"{GAME}#50").strip()) == 50
    assert hanab_live.turn_of(form.format(GAME)) is None
    assert hanab_live.read(f"{GAME}#999") == whole


BARE = GAME.replace("-", "")
DECK, ACTIONS, VARIANT = BARE.split(",")


def declared(low: int, high: int, plays: int | None = None) -> str:
    """The actions of the game with another range of types, and another value in plays and discards."""
    text = f"{low}{high}"
    for first, target in zip(ACTIONS[2::2], ACTIONS[3::2], strict=True):
        value, kind = divmod(ALPHABET.index(first), 4)
        if kind < 2 and plays is not None:
            value = plays + 1
        text += ALPHABET[value * (high - low + 1) + kind - low] + target
    return text


@pytest.mark.parametrize(
    "text",
    [
        f"{DECK},{ACTIONS},{VARIANT},p4v0s1",
        f"{BARE}",
        "-".join(BARE),
        "\n".join(GAME[k : k + 40] for k in range(0, len(GAME), 40)),
        f"https://hanab.live/replay-json/{GAME[:50]}\n  {GAME[50:]}",
        f"{DECK},{declared(0, 3, plays=0)},{VARIANT}",
        f"{DECK},{declared(0, 4)},{VARIANT}",
        f"{DECK},{declared(0, 5)},{VARIANT}",
        f"{DECK},{declared(0, 5, plays=0)},{VARIANT}",
        f"{DECK},{declared(0, 5)}{ALPHABET[2 * 6 + 4]}a,{VARIANT}",
        f"{DECK},{declared(0, 5)}{ALPHABET[0 * 6 + 5]}c,{VARIANT}",
    ],
)
def test_what_other_programs_write_is_read_as_well(text: str) -> None:
    assert crewsat.parse_text(text) == hanab_live.read(GAME)


def test_what_follows_the_last_strike_is_not_read() -> None:
    """Three cards that do not fit, then what the players did all the same; an export as well as a text."""
    game = hanab_live.read(f"{DECK},00,{VARIANT}")
    table = Table(game)
    while table.strikes:
        table.do(next(action for action in table.legal() if action.action == "strike"))
    over = game.model_copy(update={"actions": table.actions})
    replay, exported = hanab_live.replay(over), hanab_live.export(over)
    assert replay is not None
    assert exported is not None
    deck, actions, variant = replay.replace("-", "").split(",")
    assert hanab_live.read(f"{deck},{actions}abac,{variant}") == over
    exported["actions"] += [{"type": 0, "target": 1}, {"type": 4, "target": -1, "value": 2}]
    assert without_notes(hanab_live.read_object(exported)) == over


def test_actions_after_any_other_end_are_refused() -> None:
    with pytest.raises(
        crewsat.InvalidInstance, match=r"actions\[53\] \(turn 54\): the game is over: the last round is over"
    ):
        hanab_live.read(f"{DECK},{ACTIONS}ab,{VARIANT}")


def test_an_export_keeps_notes_and_names() -> None:
    exported = hanab_live.export(hanab_live.read(GAME))
    assert exported is not None
    assert exported["players"] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    names = ["Ann", "Ben", "Cleo", "Dora"]
    more = {"players": names, "id": 7, "seed": "p4v0s1", "notes": [["a"], [], [], []]}
    options = {"timed": True, "timeBase": 120, "timePerTurn": 20, "speedrun": False, "cardCycle": True}
    game = hanab_live.read_object({**exported, **more, "options": options})
    assert without_notes(game) == hanab_live.read(GAME).model_copy(update={"names": names})
    assert game.about == more
    again = hanab_live.export(game)
    assert again is not None
    assert again["players"] == names


def test_a_deck_alone_is_a_game_before_its_first_action() -> None:
    exported = hanab_live.export(hanab_live.read(GAME))
    assert exported is not None
    game = hanab_live.read(json.dumps({"players": 4, "deck": exported["deck"], "variant": "No Variant"}))
    assert without_notes(game) == hanab_live.read(f"{DECK},,0")


def test_a_game_goes_on_with_a_play() -> None:
    game = hanab_live.read(f"{GAME}#50")
    assert isinstance(game, crewsat.Hanabi)
    play = crewsat.decide(game).play
    assert play is not None
    text = hanab_live.replay(game, play)
    assert text is not None
    over = hanab_live.read(text)
    assert over.actions == (*game.actions, *play)
    assert Table.after_actions(over).score == 25


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"clue_tokens": 7}, "hanab.live has no games with 7 clue tokens; allowed: 8"),
        ({"strikes": 1}, "hanab.live has no games with 1 strike; allowed: 3"),
        ({"hand_size": 6}, "hanab.live has no games with hands of 6 cards; allowed: 3 to 5"),
        ({"hand_size": 5}, "a replay text does not say the options of a game: hands of another size; an exported"),
        ({"first_player": 2, "empty_clues": True}, "clues that touch no card and another first player"),
    ],
)
def test_what_a_replay_text_cannot_say(change: dict[str, Any], message: str) -> None:
    game = hanab_live.read(f"{DECK},,0").model_copy(update=change)
    assert hanab_live.replay(game) is None
    assert hanab_live.link(game) is None
    with pytest.raises(ValueError, match=message):
        conversion.link(game)


def test_suits_of_ones_own_are_not_on_the_site() -> None:
    game = small_game(1)
    assert hanab_live.export(game) is None
    with pytest.raises(ValueError, match="no games with suits of your own"):
        conversion.export(game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "https://hanab.live/replay/123456",
            "holds only the number of a game; open the game, and type /copy in its chat",
        ),
        ("https://hanab.live/shared-replay/123456#5", "https://hanab.live/export/123456"),
        ("hanab.live/export/5", "holds only the number of a game"),
        ("https://hanab.live/replay-json/", "1 part with commas between; allowed: deck, actions and variant"),
        (GAME[:-2], "2 parts with commas between; allowed: deck, actions and variant, and perhaps a seed"),
        (GAME.rsplit(",", 1)[0], "2 parts"),
        (f"{GAME},1,2", "5 parts"),
        (GAME[:30], "replay text: 1 part"),
        (GAME[:-1], "'' is not the number of a variant"),
        (GAME[:-1] + "x", "'x' is not the number of a variant"),
        (GAME[:-1] + "999999", "no variant with the number 999999"),
        (f"{GAME}#0", "turns are counted from 1"),
        (f"{GAME}#x", "is not a replay text"),
        ("x" + GAME[1:], "is not a valid card"),
        ("715" + GAME[3:], "players: "),
        (GAME.replace("415", "451"), "the lowest value, 5, is higher than the highest, 1"),
        (
            GAME.replace("415", "405"),
            "value 0 are not a card of variant 'No Variant'; allowed: suits 0 to 4, values 1 to 5",
        ),
        (GAME.replace("lb,0", "l,0"), "the actions end in the middle of one"),
        (GAME.replace("03lc", "03aZ"), "there is no card 61"),
        (GAME.replace("03lc", "30lc"), "the lowest type of actions, 3, is higher"),
        (GAME.replace("03lc", "x3lc"), "the lowest type of actions is 'x'; allowed: a digit"),
        (GAME.replace("03lcag", "03agag"), "is not in the hand of player"),
        (GAME.replace("pbxd", "pbx_"), "'_', character 14 of the actions"),
        (GAME.replace("415v", "415é"), "'é', character 4 of the cards"),
        (GAME.replace("415v", "415a"), "missing: purple2; too many: red1"),
        (GAME.replace("415v", "415Z"), "suit 12 and value 2 are not a card of variant"),
        (f"{DECK[:-1]},00,0", "the deck is not that of the variant; missing: "),
    ],
)
def test_a_damaged_text_gets_one_message(text: str, message: str) -> None:
    with pytest.raises(crewsat.InvalidInstance) as caught:
        crewsat.parse_text(text)
    assert message in str(caught.value)
    assert len(caught.value.defects) == 1
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": {"allOrNothing": True}}, "options.allOrNothing: All or Nothing is not supported"),
        ({"options": {"detrimentalCharacters": True}}, "Detrimental Characters is not supported"),
        ({"options": {"variant": "Up or Down (5 Suits)"}}, "in Up or Down a suit may be played in both directions"),
        ({"options": {"variant": "Sudoku (5 Suits)"}}, "in Sudoku a suit may begin with any value"),
        (
            {"options": {"variant": "Rainbo (5 Suits)"}},
            "options.variant: 'Rainbo (5 Suits)' is not the name of a variant",
        ),
        ({"options": {"variant": 5}}, "must be the name of a variant"),
        ({"options": {"fast": True}}, "'fast' is not an option of hanab.live"),
        ({"options": {"deckPlays": 1}}, "must be true or false"),
        ({"options": {"startingPlayer": 4}}, "there is no player 5; allowed: 1 to 4"),
        ({"options": {"oneLessCard": True}}, "is not in the hand of player"),
        ({"options": []}, "options: must be an object, not a list"),
        ({"players": "four"}, "must be a whole number"),
        ({"players": ["Ann"]}, "players: must be at least 2"),
        ({"deck": 7}, "must be a list"),
        ({"deck": [{"suitIndex": 9, "rank": 1}]}, "suit 9 and value 1 are not a card"),
        ({"deck": [{"suitIndex": 0, "rank": -1}]}, "deck[0].rank: must be a whole number from 1"),
        ({"deck": ["red1"]}, "game: missing; cards are written as in the games of crewsat"),
        ({"deck": [7]}, "deck[0]: must be an object"),
        ({"actions": [{"type": 0, "target": 99}]}, "actions[0] (turn 1): there is no card 99; allowed: 0 to 49"),
        ({"actions": [{"type": 3, "target": 1}]}, "must be a whole number"),
        ({"actions": [{"type": 7, "target": 1}]}, "7 is not a type of actions; allowed: 0 to 5"),
        ({"actions": [{"type": 2, "target": 1, "value": 5}]}, "there is no colour 5; allowed: 0 to 4"),
        ({"actions": [{"type": 3, "target": 0, "value": 1}]}, "cannot give a clue to herself"),
        ({"actions": [{"type": 1, "target": 0}]}, "may not be discarded while all clue tokens are there"),
        ({"moves": []}, "moves: unknown key"),
    ],
)
def test_a_bad_export_gets_one_message(change: dict[str, object], message: str) -> None:
    exported = hanab_live.export(hanab_live.read(GAME))
    assert exported is not None
    with pytest.raises(crewsat.InvalidInstance) as caught:
        hanab_live.read_object({**exported, **change})
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


LETTERS = string.ascii_letters + string.digits + ',-#;{}[]": \n\u00e9\x00'


def mutated(text: str, rng: random.Random) -> str:
    """A text with some pieces removed, repeated, exchanged or made up."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        first = rng.choice((0, len(text) * 3 // 4))  # damages of a deck are all alike
        place, other = sorted(rng.randint(first, len(text)) for _ in range(2))
        how = rng.random()
        if how < 0.35:
            text = text[:place] + rng.choice(LETTERS) + text[place + (how < 0.25) :]
        elif how < 0.55:
            text = text[:place] + text[place + rng.choice((1, 1, 2, 9)) :]
        elif how < 0.75:
            text = (
                text[:place]
                + rng.choice(('"', "-1", "0", "99999999999", "null", "{}", "actions", ",,", " 7 "))
                + text[place:]
            )
        elif how < 0.9:
            piece = text[place : place + rng.choice((2, 5, 20))]
            text = text[:other] + piece + text[other:]
        else:
            text = text[:place] + text[min(other, place + 200) :]
    return text


def survived(seeds: range) -> dict[str, int]:
    """Read mutated texts of every form; what is not read is refused by a message of bounded length."""
    ends = {"read": 0, "refused": 0}
    for seed in seeds:
        rng = random.Random(f"mutated {seed}")
        game = (
            site_game(seed % 50).model_copy(update={"bottom_deck_plays": False}) if seed % 3 else hanab_live.read(GAME)
        )
        forms = [game.to_json(), crewsat.text_of(game), conversion.export(game)]
        if hanab_live.replay(game) is not None:
            forms += [conversion.replay(game), f"{conversion.link(game)}#7"] * 2
        text = mutated(rng.choice(forms), rng)
        try:
            instance = parse(text.encode())
        except crewsat.InvalidInstance as error:
            ends["refused"] += 1
            if not all(0 < len(line) < 1_500 and "\n" not in line for line in error.lines()):
                pytest.fail(f"no message of one line: {text!r}")
        else:
            ends["read"] += 1
            assert parse(instance.to_json().encode()) == instance
    return ends


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(120, 400))
def test_no_damage_gives_a_traceback(number: int) -> None:
    assert min(survived(range(number)).values()) > number * 3 // 80


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(5))
def test_a_hundred_thousand_damages_give_no_traceback(part: int) -> None:
    assert min(survived(range(1_000 + part * 20_000, 1_000 + (part + 1) * 20_000)).values()) > 500
