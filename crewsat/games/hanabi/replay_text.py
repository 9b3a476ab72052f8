"""The replay text of hanab.live: a whole game in some 150 letters and digits.

Number of players, lowest and highest value, a letter or digit for every card; lowest and highest type of the actions
and two letters or digits for every action; the number of the variant. Commas stand between the three parts, and a
hyphen after every 20 characters, which is ignored. A letter or digit represents its place in `ALPHABET`:

- a card: suit times number of values, plus value, both counted from the lowest;
- an action: first (value + 1, or 0 if it has none) times number of types, plus type; then the target.

What other programs write is also read: a fourth part, ranges of types that are wider than needed, a 0 as value of an
action that has none. The options of a game, except its variant, are not in the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crewsat.base.wording import counted, listed, visible
from crewsat.games.hanabi.record import COLOUR_CLUE, VALUE_CLUE, Options, Record, Recorded
from crewsat.games.hanabi.variants import variant_named, variant_numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hanabi.instance import Hanabi

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GROUP = 20
"""The number of characters after which a hyphen is written."""

PATTERN = r"-*[0-9]-*[0-9]-*[0-9][\w-]*(?:,[\w-]*)*"
"""What looks like a replay text."""


def decode(text: str) -> Record:
    """Read a replay text.

    Raises:
        ValueError: with what is wrong, and where.
    """
    parts = text.replace("-", "").split(",")
    if not 3 <= len(parts) <= 4:
        parted = counted(len(parts), "part")
        raise ValueError(f"{parted} with commas between; allowed: deck, actions and variant, and perhaps a seed")
    deck, actions, variant = parts[:3]
    if not re.fullmatch("[0-9]{1,9}", variant):
        raise ValueError(f"'{visible(variant)}' is not the number of a variant; allowed: 0, 1, 2, …")
    return Record(
        players=_digit(deck, 0, "the number of players"),
        deck=_cards(deck),
        actions=_actions(actions),
        variant=str(variant_numbered(int(variant)).name),
    )


def not_said(instance: Hanabi) -> str | None:
    """Say what in a game of hanab.live a replay text cannot express; None if it can express all."""
    if len(instance.deck) > len(ALPHABET):
        return f"a replay text has at most {len(ALPHABET)} cards, and the deck has {len(instance.deck)}"
    options = (
        ("hands of another size", instance.cards_in_hand != instance.usual_hand),
        ("cards played from the pile", instance.bottom_deck_plays),
        ("clues that touch no card", instance.empty_clues),
        ("another first player", instance.first_player != 1),
    )
    unsaid = listed([words for words, holds in options if holds])
    return f"a replay text does not say the options of a game: {unsaid}; an exported game does" if unsaid else None


def encode(record: Record) -> str | None:
    """Write a game as hanab.live does; None if the text cannot express it: it has no options, and at most 62 cards."""
    if record.options != Options() or len(record.deck) > len(ALPHABET):
        return None
    values = [value for _, value in record.deck]
    lowest, highest = min(values), max(values)
    cards = (suit * (highest - lowest + 1) + value - lowest for suit, value in record.deck)
    types = [action.type for action in record.actions] or [0]
    low, high = min(types), max(types)
    actions = [
        ((0 if action.value is None else action.value + 1) * (high - low + 1) + action.type - low, action.target)
        for action in record.actions
    ]
    text = ",".join(
        [
            f"{record.players}{lowest}{highest}{''.join(ALPHABET[card] for card in cards)}",
            f"{low}{high}{''.join(ALPHABET[first] + ALPHABET[second] for first, second in actions)}",
            str(variant_named(record.variant).number),
        ]
    )
    return "-".join(text[start : start + GROUP] for start in range(0, len(text), GROUP))


def _cards(text: str) -> list[tuple[int, int]]:
    lowest, highest = _digit(text, 1, "the lowest value"), _digit(text, 2, "the highest value")
    if lowest > highest:
        raise ValueError(f"the lowest value, {lowest}, is higher than the highest, {highest}")
    number = highest - lowest + 1
    numbers = _numbers(text[3:], "card", 4)
    return [(k // number, k % number + lowest) for k in numbers]


def _actions(text: str) -> list[Recorded]:
    if not text:
        return []
    low, high = _digit(text, 0, "the lowest type of actions"), _digit(text, 1, "the highest type of actions")
    if low > high:
        raise ValueError(f"the lowest type of actions, {low}, is higher than the highest, {high}")
    number = high - low + 1
    numbers = _numbers(text[2:], "action", 3)
    if len(numbers) % 2:
        raise ValueError("the actions end in the middle of one: each has two characters")
    return [_recorded(first, number, low, target) for first, target in zip(numbers[::2], numbers[1::2], strict=True)]


def _recorded(first: int, number: int, low: int, target: int) -> Recorded:
    """Return an action; a meaningless value is left out."""
    kind = first % number + low
    value = first // number - 1
    return Recorded(kind, target, value if kind in {COLOUR_CLUE, VALUE_CLUE} and value >= 0 else None)


def _digit(text: str, place: int, what: str) -> int:
    if not text[place : place + 1].isascii() or not text[place : place + 1].isdecimal():
        said = f"'{visible(text[place])}'" if place < len(text) else "missing"
        raise ValueError(f"{what} is {said}; allowed: a digit")
    return int(text[place])


def _numbers(text: str, what: str, first: int) -> Sequence[int]:
    numbers = []
    for place, letter in enumerate(text, first):
        if letter not in ALPHABET:
            where = f"'{visible(letter)}', character {place} of the {what}s (hyphens not counted)"
            raise ValueError(f"{where}, stands for nothing; allowed: a-z, 0-9, A-Z")
        numbers.append(ALPHABET.index(letter))
    return numbers
