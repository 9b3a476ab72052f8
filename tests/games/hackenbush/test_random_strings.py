"""Random strings: reproducible everywhere, with the sizes they promise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from crewsat.games.hackenbush.random_strings import RandomStrings
from tests.support.places import GOLDEN

FILE = GOLDEN / "hackenbush_strings.jsonl"

STRINGS = [
    RandomStrings(),
    RandomStrings(strings=2, edges=7, players=2, coalition=(2,), to_move=2),
    RandomStrings(strings=3, edges=1, players=9, coalition=(9, 1, 4), to_move=9),
    RandomStrings(strings=4, edges=0, players=1, coalition=()),
    RandomStrings(strings=0, edges=5, players=1, coalition=(1,)),
]


def test_the_same_seed_gives_the_same_strings_for_ever() -> None:
    """A change of this file changes the meaning of every seed anybody has written down."""
    lines = [strings.with_seed(seed).to_json() for strings in STRINGS for seed in (0, 1)]
    assert lines == FILE.read_text().splitlines()


def test_sizes_and_roles_are_as_asked_for() -> None:
    for strings in STRINGS:
        made = strings.with_seed(5)
        assert [len(string) for string in made.strings] == [strings.edges] * strings.strings
        assert (made.coalition, made.to_move, made.players) == (strings.coalition, strings.to_move, strings.players)


def test_what_made_strings_is_in_their_notes() -> None:
    for strings in STRINGS:
        about: Any = strings.with_seed(3).about
        assert about["seed"] == 3
        parameters = {**about["parameters"], "coalition": tuple(about["parameters"]["coalition"])}
        assert RandomStrings(**parameters) == strings


def test_every_label_is_about_equally_likely() -> None:
    made = RandomStrings(strings=100, edges=90, players=3).with_seed(1)
    labels = Counter(label for string in made.strings for label in string)
    assert set(labels) == {1, 2, 3}
    assert all(2_850 < number < 3_150 for number in labels.values())
    assert len({RandomStrings().with_seed(seed).strings for seed in range(50)}) == 50


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"strings": -1}, "strings must be at least 0, not -1"),
        ({"edges": -1}, "edges must be at least 0, not -1"),
        ({"players": 0, "coalition": ()}, "players must be at least 1, not 0"),
        ({"to_move": 0}, "to_move must be at least 1, not 0"),
        ({"to_move": 4}, "to_move: '4' is not a player; allowed: 1 to 3"),
        ({"coalition": (1, 4)}, "coalition: '4' is not a player; allowed: 1 to 3"),
        ({"coalition": (0,)}, "coalition: '0' is not a player; allowed: 1 to 3"),
        ({"coalition": (2, 2)}, "a member of the coalition is given twice"),
        ({"strings": 100_001, "edges": 0}, "strings must be at most 100,000, not 100001"),
        ({"strings": 1_001, "edges": 1_000}, "1001000 edges are too many; allowed: 1,000,000"),
        ({"players": 100_001}, "players must be at most 100,000, not 100001"),
    ],
)
def test_what_cannot_be_made(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        RandomStrings(**wrong)
