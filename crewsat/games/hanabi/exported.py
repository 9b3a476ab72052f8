"""Games and decks as hanab.live exports them, in JSON.

``{"players": ["Alice", "Bob"], "deck": [{"suitIndex": 0, "rank": 1}, …], "actions": [{"type": 0, "target": 3}, …],
"options": {"variant": "No Variant"}}``. Missing options have their defaults. Those that change the rules are used,
those about clocks are ignored; names, notes, seed and number of the game are kept as notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crewsat.base.errors import MOST_DEFECTS, Defect, InvalidInstance
from crewsat.base.wording import PathPart, alternatives, json_path, visible
from crewsat.games.cards import described
from crewsat.games.hanabi.record import (
    COLOUR_CLUE,
    END,
    END_BY_VOTE,
    VALUE_CLUE,
    Options,
    Record,
    Recorded,
    numbered_players,
)
from crewsat.games.hanabi.variants import NO_VARIANT, variant_named

COUNTED = {"oneExtraCard": "one_extra_card", "oneLessCard": "one_less_card", "deckPlays": "deck_plays"}
COUNTED |= {"emptyClues": "empty_clues"}
IGNORED = ("timed", "timeBase", "timePerTurn", "speedrun", "cardCycle", "numPlayers", "tableName", "maxPlayers")
REFUSED = {"allOrNothing": "All or Nothing", "detrimentalCharacters": "Detrimental Characters"}
NOTES = ("id", "seed", "notes", "players", "datetimeStarted", "datetimeFinished", "tags", "characterAssignments")
"""Fields kept as notes; players only if they are names."""

KEYS = ("players", "deck", "actions", "options", "variant", "characters", *NOTES)


class _Reading:
    """A reader of a game that collects its defects."""

    def __init__(self) -> None:
        self.defects: list[Defect] = []

    def report(self, path: tuple[PathPart, ...], message: str) -> None:
        """Record a defect; beyond the limit, give up."""
        self.defects.append(Defect(json_path(path), message, "", path))
        if len(self.defects) >= MOST_DEFECTS:
            raise InvalidInstance(self.defects)

    def number(self, raw: object, path: tuple[PathPart, ...], least: int = 0) -> int:
        """Read a number that is not too large for any game."""
        if type(raw) is not int or not least <= raw <= 1_000_000:
            self.report(path, f"must be a whole number from {least}, not {described(raw)}")
            return least
        return raw

    def items(self, tree: Mapping[str, Any], key: str) -> list[Any]:
        """Read a list; a missing one is empty."""
        raw = tree.get(key, [])
        if isinstance(raw, list):
            return raw
        self.report((key,), "must be a list")
        return []

    def fields(self, raw: object, path: tuple[PathPart, ...]) -> Mapping[str, Any] | None:
        """Read an object."""
        if isinstance(raw, Mapping):
            return raw
        self.report(path, f"must be an object, not {described(raw)}")
        return None

    def players(self, tree: Mapping[str, Any]) -> int:
        """Read how many players there are: a number, or their names."""
        raw = tree.get("players")
        return len(raw) if isinstance(raw, list) else self.number(raw, ("players",), 1)

    def card(self, raw: object, k: int) -> tuple[int, int]:
        """Read a card."""
        fields = self.fields(raw, ("deck", k))
        if fields is None:
            return 0, 1
        suit = self.number(fields.get("suitIndex"), ("deck", k, "suitIndex"))
        return suit, self.number(fields.get("rank"), ("deck", k, "rank"), 1)

    def action(self, raw: object, k: int) -> Recorded:
        """Read an action."""
        fields = self.fields(raw, ("actions", k))
        if fields is None:
            return Recorded(END, 0)
        kind = self.number(fields.get("type"), ("actions", k, "type"))
        if kind in {END, END_BY_VOTE}:  # its target is a player, or none
            return Recorded(kind, 0)
        target = self.number(fields.get("target"), ("actions", k, "target"))
        if kind not in {COLOUR_CLUE, VALUE_CLUE}:
            return Recorded(kind, target)
        return Recorded(kind, target, self.number(fields.get("value"), ("actions", k, "value")))

    def options(self, raw: object) -> tuple[str, Options]:
        """Read the options: the variant, and what else changes the rules."""
        fields = self.fields(raw, ("options",)) or {}
        for key, name in REFUSED.items():
            if fields.get(key):
                self.report(("options", key), f"{name} is not supported; allowed: games without it")
        known = {*COUNTED, *IGNORED, *REFUSED, "variant", "variantName", "startingPlayer"}
        for key in fields:
            if key not in known:
                allowed = ", ".join(sorted(known))
                self.report(("options", key), f"'{visible(key)}' is not an option of hanab.live; allowed: {allowed}")
        flags = {name: fields.get(key, False) for key, name in COUNTED.items()}
        for key, name in COUNTED.items():
            if not isinstance(flags[name], bool):
                self.report(("options", key), "must be true or false")
        variant = fields.get("variant", fields.get("variantName", NO_VARIANT))
        if not isinstance(variant, str):
            self.report(("options", "variant"), f"must be the name of a variant, not {described(variant)}")
            variant = NO_VARIANT
        starting = self.number(fields.get("startingPlayer", 0), ("options", "startingPlayer"))
        return variant, Options(**{name: flag is True for name, flag in flags.items()}, starting_player=starting)


def read_export(tree: Mapping[str, Any]) -> Record:
    """Read an exported game or deck.

    Raises:
        InvalidInstance: with everything that is wrong, with its place.
    """
    _check_kind(tree)
    reading = _Reading()
    for key in tree:
        if key not in KEYS:
            reading.report((key,), f"unknown key{alternatives(key, KEYS)}")
    options = tree.get("options", {})
    if isinstance(options, Mapping) and isinstance(tree.get("variant"), str):  # as decks are written by hand
        options = {"variant": tree["variant"], **options}
    variant, others = reading.options(options)
    record = Record(
        players=reading.players(tree),
        deck=[reading.card(raw, k) for k, raw in enumerate(reading.items(tree, "deck"))],
        actions=[reading.action(raw, k) for k, raw in enumerate(reading.items(tree, "actions"))],
        variant=variant,
        options=others,
        about=_notes(tree),
    )
    if reading.defects:
        raise InvalidInstance(reading.defects)
    return record


def _check_kind(tree: Mapping[str, Any]) -> None:
    """Check that cards and actions are as hanab.live has written them since 2020, with one message for the whole file.

    Before, a card had a ``suit``, types of actions were numbered otherwise, and a clue was an object of its own
    (Hanabi-Live/hanabi-live, issue 913).

    Raises:
        InvalidInstance: if the file is from before 2020, or has cards in the form of the game `hanabi`.
    """
    old_cards = any("suit" in card and "suitIndex" not in card for card in _objects(tree.get("deck")))
    if old_cards or any("clue" in action for action in _objects(tree.get("actions"))):
        words = "was exported by hanab.live before 2020, when types of actions and clues were written in another way"
        raise InvalidInstance([Defect("", f"{words}; export the game again")])
    deck = tree.get("deck")
    if isinstance(deck, list) and deck and all(isinstance(card, str) for card in deck):
        words = "cards are written as in the games of crewsat, not as hanab.live exports them"
        raise InvalidInstance([Defect("game", f'missing; {words}; add "game": "hanabi", and the number of "players"')])


def _objects(raw: object) -> list[Mapping[str, Any]]:
    """Return the objects in a list; of anything else, none."""
    return [item for item in raw if isinstance(item, Mapping)] if isinstance(raw, list) else []


def export_of(record: Record) -> dict[str, Any]:
    """Return a game as hanab.live exports it; options that have their defaults are left out."""
    options: dict[str, Any] = {} if record.variant == NO_VARIANT else {"variant": variant_named(record.variant).name}
    options |= {key: True for key, name in COUNTED.items() if getattr(record.options, name)}
    if record.options.starting_player:
        options["startingPlayer"] = record.options.starting_player
    names = record.about.get("players")
    known = isinstance(names, list) and len(names) == record.players
    return {
        "players": names if known else numbered_players(record.players),
        "deck": [{"suitIndex": suit, "rank": value} for suit, value in record.deck],
        "actions": [
            {"type": action.type, "target": action.target} | ({} if action.value is None else {"value": action.value})
            for action in record.actions
        ],
        "options": options,
    }


def _notes(tree: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: tree[key] for key in NOTES if key in tree}
    if not isinstance(kept.get("players"), list):
        kept.pop("players", None)
    return kept
