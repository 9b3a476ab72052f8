"""The largest instances that files may hold, of every game, made anew and always the same: as JSON, and as commands.

Each is large in another way: many cards, long hands, many suits, players, goals, tricks played, strings. Sizes are near
the limits of the contract (8 MiB, 1,000,000 cards, 100,000 players, goals, and entries of other lists), or as large as
one question can take that is not over at once.
"""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"

Fields = dict[str, Any]


def _shuffled(things: list[Any]) -> list[Any]:
    random.Random(1).shuffle(things)
    return things


def _hands(players: int, each: int, suits: int) -> list[list[str]]:
    cards = _shuffled([f"{LETTERS[k % suits]}{k // suits + 1}" for k in range(players * each)])
    return [cards[k * each : (k + 1) * each] for k in range(players)]


def _crew(hands: list[list[str]], **others: object) -> Fields:
    return {"game": "crew", "hands": hands, "leader": 1, **others}


def _crew_of_900_000_cards() -> Fields:
    hands = _hands(4, 225_000, 20)
    return _crew(hands, objectives=[{"card": hands[0][0], "owner": 2}])


def _crew_in_strict_order() -> Fields:
    each = [f"a{k}" for k in range(1, 20_001)]
    return _crew([each], objectives=[{"card": card, "owner": 1, "token": str(k)} for k, card in enumerate(each, 1)])


def _crew_of_lost_objectives() -> Fields:
    hands = [[f"a{k}" for k in range(first, 20_001, 2)] for first in (1, 2)]
    return _crew(hands, objectives=[{"card": f"a{k}", "owner": 1} for k in range(1, 20_001)])


def _crew_nearly_played() -> Fields:
    played = [["a1", "a2"], *([f"a{k + 1}", f"a{k}"] for k in range(3, 19_999, 2))]
    return _crew([["a19999"], ["a20000"]], objectives=[{"card": "a20000", "owner": 2}], played=played)


def _crew_of_1_000_players() -> Fields:
    always = {"owner": "everybody", "kind": "tricks", "compared_with": "others", "at_most": 0, "judged": "always"}
    return _crew(_hands(1_000, 3, 4), tasks=[always])


def _crew_of_100_000_players() -> Fields:
    compared = {"owner": "everybody", "kind": "tricks", "compared_with": "others", "at_most": 1}
    hands = [[f"x{k}"] for k in range(1, 100_001)]
    return _crew(hands, objectives=[{"card": "x1", "owner": 100_000}], tasks=[compared])


def _crew_of_20_000_cards() -> Fields:
    always = {"owner": "everybody", "kind": "tricks", "compared_with": "others", "at_most": 1, "judged": "always"}
    return _crew(_hands(4, 5_000, 4), tasks=[always])


def _crew_of_1_600_cards() -> Fields:
    hands = _hands(4, 400, 4)
    row = {"owner": None, "kind": "row", "exactly": 100}
    return _crew(hands, tasks=[row, {"owner": 1, "kind": "cards", "cards": hands[1][:200], "exactly": 77}])


def _hanabi(suits: int, values: int, copies: int, players: int, hand: int, **others: object) -> Fields:
    names = [one + other for one, other in product(LETTERS, LETTERS)][:suits]
    cards = [f"{name}{value}" for name in names for value in range(1, values + 1) for _ in range(copies)]
    variant = {"suits": [{"name": name, "copies": [copies] * values} for name in names]}
    fields = {"game": "hanabi", "players": players, "deck": _shuffled(cards), "hand_size": hand, "variant": variant}
    return {**fields, **others}


def _hanabi_of_100_000_turns() -> Fields:
    """Player 1 gives a clue, player 2 discards the card she has held longest; nothing is played."""
    values = [2 + k // 1_000 for k in range(51_000)]
    actions: list[Fields] = []
    for value in values[5:50_005]:
        actions.append({"action": "clue", "player": 1, "to": 2, "value": value})
        actions.append({"action": "discard", "player": 2, "card": f"a{value}"})
    variant = {"suits": [{"name": "a", "copies": [1, *(1_000 for _ in range(51))]}]}
    deck = [*(f"a{value}" for value in values), "a1"]
    return {"game": "hanabi", "players": 2, "deck": deck, "hand_size": 5, "variant": variant, "actions": actions}


def _solitaire(colours: int, values: int, copies: int, hand: int) -> Fields:
    names = [one + other for one, other in product(LETTERS, LETTERS)][:colours]
    deck = [f"{name}{value}" for name in names for value in range(1, values + 1) for _ in range(copies)]
    return {"game": "hanabi_solitaire", "deck": _shuffled(deck), "hand_size": hand}


def _hackenbush(strings: int, edges: int, players: int, coalition: list[int]) -> Fields:
    numbers = random.Random(1)
    made = [[int(numbers.random() * players) + 1 for _ in range(edges)] for _ in range(strings)]
    return {"game": "hackenbush", "strings": made, "coalition": coalition, "to_move": 1, "players": players}


def _hackenbush_of_100_000_players() -> Fields:
    strings = [[k] for k in range(1, 100_000)]
    coalition = list(range(1, 99_999, 2))
    return {"game": "hackenbush", "strings": strings, "coalition": coalition, "to_move": 1, "players": 99_999}


FILES: dict[str, Callable[[], Fields]] = {
    "crew-900000-cards": _crew_of_900_000_cards,
    "crew-20000-cards": _crew_of_20_000_cards,
    "crew-1600-cards": _crew_of_1_600_cards,
    "crew-strict-order": _crew_in_strict_order,
    "crew-lost-objectives": _crew_of_lost_objectives,
    "crew-nearly-played": _crew_nearly_played,
    "crew-1000-players": _crew_of_1_000_players,
    "crew-100000-players": _crew_of_100_000_players,
    "hanabi-800000-cards": lambda: _hanabi(400, 1_000, 2, 3, 5),
    "hanabi-100000-cards": lambda: _hanabi(500, 100, 2, 3, 5),
    "hanabi-hands-of-10000": lambda: _hanabi(500, 100, 2, 6, 10_000, clue_tokens=100_000),
    "hanabi-20000-cards": lambda: _hanabi(100, 100, 2, 3, 5),
    "hanabi-2000-cards": lambda: _hanabi(20, 50, 2, 3, 20, target=500),
    "hanabi-100000-turns": _hanabi_of_100_000_turns,
    "solitaire-900000-cards": lambda: _solitaire(450, 1_000, 2, 300),
    "solitaire-deep": lambda: _solitaire(20, 5_000, 2, 3_000),
    "solitaire-20000-cards": lambda: _solitaire(100, 100, 2, 300),
    "solitaire-1000-cards": lambda: _solitaire(10, 50, 2, 12),
    "hackenbush-one-string": lambda: _hackenbush(1, 900_000, 2, [1]),
    "hackenbush-100000-strings": lambda: _hackenbush(100_000, 10, 30, [1, 2]),
    "hackenbush-100000-players": _hackenbush_of_100_000_players,
    "hackenbush-two-long": lambda: _hackenbush(2, 2_000, 3, [1, 2]),
}
"""What makes each file."""

COMMANDS: dict[str, tuple[str, ...]] = {
    "crew": ("explain", "options", "review"),
    "hanabi": ("explain", "options", "review", "best-score"),
    "solitaire": ("explain", "least-hand"),
    "hackenbush": ("options", "coalitions"),
}
"""The commands with limits that a game has besides `decide`, by the first word of the name of a file."""


@cache
def text_of(name: str) -> str:
    """The file, as JSON on one line."""
    return json.dumps(FILES[name](), separators=(",", ":"))


def written(name: str, folder: Path) -> Path:
    path = folder / f"{name}.json"
    path.write_text(text_of(name))
    return path


def commands_of(name: str) -> tuple[str, ...]:
    """The commands with limits that apply to a file."""
    return ("decide", *COMMANDS[name.split("-", maxsplit=1)[0]])
