"""Texts of hanab.live: games decode, replay by the rules and encode to the same text; damaged ones get one message."""

from __future__ import annotations

import json
import random
import string

import pytest

import crewsat
from crewsat.games.hanabi import hanab_live
from crewsat.games.hanabi.decks import RandomGame
from crewsat.games.hanabi.rules import Table
from crewsat.games.hanabi.variants import UnknownVariantError, variant_named, variant_names
from tests.support.hanabi_games import played_on

GAME = (
    "415vpsfbqucuuqondkak-xxibwavnagyftkghmppd-slcjfmwrhelri,03lcag-ajaopbxdbiapaagdlbau-abafxbbwadahxaanavoc-"
    "aroba0a1xdbzb5a6atb2-bxocbkbsaCbesbaEgcaG-xdam1caIalaBa3pcodxa-lb,0"
)
"""A game of four players, lost with move 50 (53 actions, 24 points)."""


def test_a_game_is_read_and_written_as_the_site_writes_it() -> None:
    game = hanab_live.read(GAME)
    assert (game.players, len(game.deck), len(game.actions), game.variant) == (4, 50, 53, "No Variant")
    table = Table.after_actions(game)
    assert (table.points, table.score, table.ending) == (24, 24, "the last round is over")
    assert hanab_live.replay(game) == GAME
    assert hanab_live.link(game, turn=50) == f"https://hanab.live/shared-replay-json/{GAME}#50"


@pytest.mark.parametrize(
    "form", ["{}", "https://hanab.live/replay-json/{}", "hanab.live/shared-replay-json/{}", " {}\n"]
)
def test_a_text_may_stand_in_a_link_and_name_a_turn(form: str) -> None:
    whole = crewsat.parse_text(form.format(GAME))
    assert isinstance(whole, crewsat.Hanabi)
    assert len(whole.actions) == 53
    part = crewsat.parse_text(form.format(f"{GAME}#50").strip())
    assert isinstance(part, crewsat.Hanabi)
    assert part.actions == whole.actions[:49]
    assert hanab_live.read(f"{GAME}#50", whole=True) == whole


def random_game(seed: int) -> crewsat.Hanabi:
    """A game of any variant and number of players, played at random to some turn."""
    rng = random.Random(seed)
    while True:
        variant = rng.choice(variant_names())
        try:
            variant_named(variant)
            made = RandomGame(players=rng.randint(2, 6), variant=variant)
        except (UnknownVariantError, ValueError):
            continue
        return played_on(made.with_seed(seed), rng, rng.choice((0, 5, 30, 100))).model_copy(update={"about": None})


def check_round_trips(seed: int) -> None:
    game = random_game(seed)
    text = hanab_live.replay(game)
    assert text is not None
    assert hanab_live.read(text) == game, seed
    exported = hanab_live.export(game)
    assert hanab_live.read(json.dumps(exported)).model_copy(update={"about": None}) == game, seed
    assert crewsat.parse_text(crewsat.text_of(game)) == game, seed
    assert crewsat.Hanabi(**json.loads(game.to_json())) == game, seed


@pytest.mark.slow
def test_games_survive_all_conversions() -> None:
    for seed in range(300):
        check_round_trips(seed)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(4))
def test_ten_thousand_games_survive_all_conversions(part: int) -> None:
    for seed in range(10_000 + part * 2_500, 10_000 + (part + 1) * 2_500):
        check_round_trips(seed)


def test_what_other_programs_write_is_read_as_well() -> None:
    deck, actions, variant = GAME.replace("-", "").split(",")
    same = hanab_live.read(GAME)
    assert hanab_live.read(f"{deck},{actions},{variant},p4v0s1") == same
    ended = f"{deck},04" + "".join(
        hanab_live_letter(first) + second for first, second in zip(actions[2::2], actions[3::2], strict=True)
    )
    assert hanab_live.read(f"{ended},{variant}") == same


def hanab_live_letter(letter: str) -> str:
    """The first letter of an action if five types are declared in place of four."""
    alphabet = string.ascii_lowercase + string.digits + string.ascii_uppercase
    value, kind = divmod(alphabet.index(letter), 4)
    return alphabet[value * 5 + kind]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("https://hanab.live/replay/123456", "holds only the number of a game; type /copy in its chat"),
        ("https://hanab.live/shared-replay/123456#5", "https://hanab.live/export/123456"),
        (GAME[:-2], "not 2"),
        (GAME.rsplit(",", 1)[0], "not 2"),
        (GAME[:-1] + "999999", "no variant with the number 999999"),
        ("4" + GAME[1:20], "is not a replay text"),
        (GAME.replace("415", "451"), "the lowest value, 5, is higher than the highest, 1"),
        (GAME.replace("lb,0", "l,0"), "in the middle of an action"),
        (GAME.replace("03lc", "03aZ"), "there is no card 61"),
        (GAME.replace("03lcag", "03agag"), "is not in the hand of player"),
    ],
)
def test_a_damaged_text_gets_one_message(text: str, message: str) -> None:
    with pytest.raises(crewsat.InvalidInstance, match=message) as caught:
        hanab_live.read(text)
    assert len(caught.value.defects) == 1


@pytest.mark.slow
def test_no_damage_gives_a_traceback() -> None:
    rng = random.Random(1)
    letters = string.ascii_letters + string.digits + ",-#"
    read = refused = 0
    for _ in range(3_000):
        text = list(GAME)
        for _ in range(rng.choice((1, 1, 2, 5))):
            place = rng.randrange(len(text))
            how = rng.random()
            text[place : place + (how < 0.7)] = "" if how < 0.2 else rng.choice(letters)
        try:
            hanab_live.read("".join(text))
            read += 1
        except crewsat.InvalidInstance:
            refused += 1
    assert min(read, refused) > 20


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": {"allOrNothing": True}}, "All or Nothing is not supported"),
        ({"options": {"detrimentalCharacters": True}}, "Detrimental Characters is not supported"),
        ({"options": {"variant": "Up or Down (5 Suits)"}}, "in Up or Down a suit may be played in both directions"),
        ({"options": {"variant": 5}}, "must be the name of a variant"),
        ({"options": {"fast": True}}, "'fast' is not an option of hanab.live"),
        ({"options": {"deckPlays": 1}}, "must be true or false"),
        ({"players": "four"}, "must be a whole number"),
        ({"deck": 7}, "must be a list"),
        ({"deck": [{"suitIndex": 9, "rank": 1}]}, "suit 9 and value 1 are not a card"),
        ({"actions": [{"type": 0, "target": 99}]}, "there is no card 99"),
        ({"actions": [{"type": 3, "target": 1}]}, "must be a whole number"),
        ({"actions": [{"type": 7, "target": 1}]}, "7 is not a type of actions"),
        ({"moves": []}, "unknown key"),
    ],
)
def test_a_bad_export_gets_one_message(change: dict[str, object], message: str) -> None:
    exported = hanab_live.export(hanab_live.read(GAME))
    assert exported is not None
    with pytest.raises(crewsat.InvalidInstance, match=message):
        hanab_live.read_object({**exported, **change})
