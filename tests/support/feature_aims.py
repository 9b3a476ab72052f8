"""Instances aimed at a feature: without it, and otherwise the same, they have another answer.

So code that ignores the feature answers them wrongly, if only because it says the same of both.
"""

from __future__ import annotations

import random
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.exhaustive import search as search_deal
from crewsat.algorithms.hackenbush.positions import search as search_position
from crewsat.algorithms.hanabi.exhaustive import search as search_game
from crewsat.algorithms.hanabi_solitaire.exhaustive import search as search_deck
from crewsat.algorithms.result import Solution
from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.instance import Crew
from crewsat.games.hanabi.clues import Clues
from crewsat.games.hanabi.instance import Hanabi
from crewsat.games.hanabi.rules import Table
from crewsat.games.hanabi.variants import variant_named
from tests.support.hanabi_games import (
    alternating_game,
    bottom_discard_game,
    silent_game,
    small_game,
    supported_variants,
)
from tests.support.odd_games import KNOWN, SOURCES
from tests.support.task_aims import AIMS, aimed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.games.instance import Instance

MOST = 4_000
"""Instances of each source that are looked at."""
SMALL = 12
"""Up to this size exhaustive search takes milliseconds."""


def wins(instance: Any) -> bool:  # noqa: ANN401 - of any game
    """What exhaustive search says of a small instance."""
    if instance.game == "hackenbush":
        found = search_position(instance)
        assert isinstance(found, Solution)
        return found.wins
    search: Any = {"crew": search_deal, "hanabi": search_game, "hanabi_solitaire": search_deck}[instance.game]
    return search(instance) is not None


def without(instance: Instance, feature: str) -> Iterator[Instance]:
    """Yield instances that do not have a feature, and otherwise differ as little as possible from this one."""
    label, _, word = feature.partition("=")
    *_, record, name = ("", *label.removesuffix("_").split("."))  # `not_` and `from_` are `not` and `from` in JSON
    for change in (_field_left_out, _word_replaced, _record_left_out, _rules_left_out, _names_left_out):
        data = deepcopy(instance.as_dict())
        if isinstance(instance, Crew) and name == "played":
            data |= {"hands": [list(map(str, hand)) for hand in instance.dealt], "hands_are": "held"}
        if isinstance(instance, Hanabi) and change in {_rules_left_out, _names_left_out}:
            clues = [{"action": "clue"} if one["action"] == "clue" else one for one in data.get("actions", ())]
            flags = _FLAGS if change is _names_left_out else ()
            data |= {"variant": plain_variant(instance, flags), "actions": clues}
        change(data, record, name, word)
        try:
            other = type(instance)(**{key: value for key, value in data.items() if key != "game"})
        except InvalidInstance:
            continue
        if feature not in other.features:
            yield other


def _field_left_out(data: Any, record: str, name: str, word: str) -> None:  # noqa: ANN401 - JSON
    """Take a field from all records of a kind, or a word from it; who owns nothing becomes player 1."""
    for found in _records(data, record):
        value = found.get(name)
        if isinstance(value, list) and word in value:
            found[name] = [one for one in value if one != word]
        elif word == "null":
            found[name] = 1
        elif not word or value == word or not isinstance(value, str):
            found.pop(name, None)


def _word_replaced(data: Any, record: str, name: str, word: str) -> None:  # noqa: ANN401 - JSON
    """Replace a word that cannot be left out by its opposite."""
    for found in _records(data, record):
        if found.get(name) == word and word in _OPPOSITES:
            found[name] = _OPPOSITES[word]


_OPPOSITES = {"left": "right", "right": "left"}


def _record_left_out(data: Any, record: str, name: str, word: str) -> None:  # noqa: ANN401 - JSON
    """Take all records of a kind that have a field, with this word if there is one, from the lists they are in."""
    for parent in _all_records(data):
        for field, value in list(parent.items()):
            if isinstance(value, list) and any(isinstance(one, dict) for one in value):
                parent[field] = [
                    one
                    for one in value
                    if not (_is_of(one, field, record) and name in one and (not word or str(one[name]) == word))
                ]


def _rules_left_out(_data: Any, _record: str, _name: str, _word: str) -> None:  # noqa: ANN401 - JSON
    """Change nothing more: the variant has been replaced by its suits, with the usual rules."""


def _names_left_out(_data: Any, _record: str, _name: str, _word: str) -> None:  # noqa: ANN401 - JSON
    """Change nothing more: the variant has been replaced by its suits, with the rules that one may name oneself."""


_FLAGS = ("half_gains", "finished_suit_gains", "discard_at_full")
"""The rules of a variant of one's own."""


def plain_variant(game: Hanabi, flags: Sequence[str] = ()) -> dict[str, Any]:
    """Return the suits of a variant with the usual clues, and the usual rules but for those named."""
    suits = [{"name": suit.name, "copies": list(suit.copies)} for suit in game.rules.suits]
    return {"suits": suits, **{name: getattr(game.rules, name) for name in flags}}


def _records(data: Any, record: str) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - JSON
    """Yield the records of a kind; without a name, the instance itself."""
    if not record:
        yield data
        return
    for parent in _all_records(data):
        for field, value in parent.items():
            members = value if isinstance(value, list) else [value]
            yield from (one for one in members if isinstance(one, dict) and _is_of(one, field, record))


def _all_records(data: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - JSON
    """Yield an object and all objects in it."""
    if isinstance(data, dict):
        yield data
        for value in data.values():
            yield from _all_records(value)
    elif isinstance(data, list):
        for value in data:
            yield from _all_records(value)


def _is_of(record: dict[str, Any], field: str, name: str) -> bool:
    return str(record.get("kind", field)) == name


def pool(game: str) -> Iterator[Instance]:
    """Yield small instances, or ends of games, of all sources in turn."""
    for seed in range(MOST):
        yield from _of_the_crew(seed) if game == "crew" else (source(seed) for source in _ENDS.get(game, SOURCES[game]))


def _of_the_crew(seed: int) -> Iterator[Instance]:
    aims = list(AIMS)
    some = (*(source(seed) for source in SOURCES["crew"]), aimed(aims[seed % len(aims)], seed // len(aims))[0])
    yield from (instance for instance in some if instance.size <= SMALL)


@cache
def variants_with_gaps() -> tuple[str, ...]:
    """The names of variants with three suits in which a player may have a token and no clue to give."""
    small = (name for name in supported_variants() if "3 Suits" in name)
    return tuple(name for name in small if not Clues(variant_named(name)).always)


RARE = tuple(f"{name} & Null (3 Suits)" for name in ("Funnels", "Chimneys", "Deceptive-Ones", "Deceptive-Fives"))
"""Of these variants, those with rules that few of them have."""


def unusual_hands(seed: int) -> Hanabi:
    """A game with so few cards that the size of the hands matters, and so many that the usual one can be dealt."""
    rng = random.Random(f"unusual hands {seed}")
    suits = [{"name": name, "copies": [2, 2, 2]} for name in ("red", "blue")]
    deck = [f"{suit['name']}{value}" for suit in suits for value in (1, 2, 3) for _ in range(2)]
    rng.shuffle(deck)
    return Hanabi(
        players=2,
        hand_size=rng.choice((3, 4, 6)),
        deck=deck,
        variant={"suits": suits},
        clue_tokens=rng.choice((0, 1)),
        strikes=1,
        target=rng.choice((3, 4, 5)),
    )


def inverted_game(seed: int) -> Hanabi:
    """The end of a game with an inverted suit, whose last card may be played or discarded from the pile."""
    few = {"strikes": 1, "hand_size": 1, "players": 2 + seed % 2, "clue_tokens": 1 + seed % 2}
    game = silent_game(seed, variants=("Orange (3 Suits)",), bottom_deck_plays=True, **few)
    points = Table.after_actions(game).points + 2
    return game.model_copy(update={"target": min(points, game.most_points)})


_ENDS = {
    "hanabi": (
        small_game,
        alternating_game,
        bottom_discard_game,
        silent_game,
        lambda seed: silent_game(seed, variants=variants_with_gaps()),
        lambda seed: silent_game(seed, variants=RARE),
        lambda seed: silent_game(seed).model_copy(update={"empty_clues": True}),
        unusual_hands,
        inverted_game,
    )
}
"""Sources of games that are small, or nearly over."""


@cache
def deciding(game: str) -> Mapping[str, tuple[Instance, Instance]]:
    """Return an instance for each feature of a game, and one without it that has another answer, as far as found."""
    found: dict[str, tuple[Instance, Instance]] = {}
    for instance in pool(game):
        for feature in sorted(instance.features - found.keys()):
            for other in without(instance, feature):
                if wins(instance) != wins(other):
                    found[feature] = instance, other
                    break
        if found.keys() >= KNOWN[game] - SAME[game].keys():
            break
    return found


SAME: Mapping[str, Mapping[str, str]] = {
    "crew": {
        "suits": "only which suits there are, also those of which no card is dealt",
        "rules=planet-nine": "names the deck, and so what is checked and how cards may be written",
        "rules=deep-sea": "as for planet-nine",
    },
    "hanabi": {
        "variant=object": "where the suits are found, which are features themselves",
        "suit.copies": "the deck says which cards there are, and is compared with it",
        "clues.blind": "in the variants that have it, a clue can always be given, as by the usual rules",
        "clues.colours": "as for `clues.blind`",
    },
    "hanabi_solitaire": {},
    "hackenbush": {},
}
"""Features that change no answer, each with the reason."""
