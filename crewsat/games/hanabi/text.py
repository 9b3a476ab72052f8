"""Hanabi as one line of text: ``hanabi; players 3; deck red1 yellow3 …; actions play red1, clue 2 red, discard blue4``.

The parts after the first are in any order. `text_of` writes what `parse_text` reads, for every instance except its
`about`; `parse_text` also reads what hanab.live writes (`crewsat.games.hanabi.hanab_live`).

=============================  =======================================================================================
part                           meaning
=============================  =======================================================================================
``players 3``                  how many players
``deck red1,3 blue2``          the cards in their order; neighbours of a suit may be joined by commas
``hand 4``, ``tokens 7``       cards in a hand (``hand_size`` in JSON, ``--hand-size`` as an option), clue tokens
``strikes 2``, ``first 2``     strikes, who acts first
``target 24``                  points to be reached
``variant Rainbow (5 Suits)``  a variant of hanab.live
``suits red reversed 3,2,1``   or suits of one's own: names, perhaps ``reversed``, copies of each value; in other parts
                               perhaps ``half gains``, ``no gain for a finished suit``, ``discard at full``
``bottom-deck plays``          the last card may be played from the pile, or discarded if a suit is inverted or reversed
``empty clues``                a clue may touch no card
``names Ann, Bo``              what the players are called; ``clue Bo red``
``note 3 "too early"``         a note on the third action, for a review; one part for each
``actions play red1, …``       what has been done: ``play``, ``discard`` or ``strike`` with a card (``from pile``,
                               ``copy 2``), ``clue`` with player and colour or value, or alone; a colour that is a
                               number is ``colour 4``
=============================  =======================================================================================
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import alternatives, nearest, place_in, visible
from crewsat.games.cards import cards_of_text, text_of_cards
from crewsat.games.clauses import parts_of
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.instance import Hanabi, OwnVariant
from crewsat.games.hanabi.variants import NO_VARIANT
from crewsat.games.names import NAME, QUOTED, clause_of, names_of_text, numbered, text_of_player
from crewsat.games.notes import clauses_of, read_note
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crewsat.games.hanabi.actions import Action

START = "hanabi"

_FLAGS = {
    "half gains": ("half_gains", True),
    "no gain for a finished suit": ("finished_suit_gains", False),
    "discard at full": ("discard_at_full", True),
}
"""Parts that accompany custom suits, and what they mean."""
_OPTIONS = {"bottom-deck plays": "bottom_deck_plays", "empty clues": "empty_clues"}


@reads("the text form", ALL)
def text_of(instance: Hanabi) -> str:
    """Write an instance as one line."""
    parts = [START, f"players {instance.players}", *_variant_of(instance), *clause_of(instance.names)]
    given = instance.as_dict()
    if "first_player" in given:
        given["first_player"] = text_of_player(instance.first_player, instance.names)
    parts += [f"{word} {given[field]}" for word, field in _NUMBERS.items() if field in given and field != "players"]
    parts += [words for words, field in _OPTIONS.items() if field in given]
    parts.append(f"deck {text_of_cards(instance.deck)}")
    if instance.actions:
        parts.append(f"actions {', '.join(_text_of_action(action, instance.names) for action in instance.actions)}")
    parts += clauses_of(instance.notes_on)
    return "; ".join(parts)


def _variant_of(instance: Hanabi) -> list[str]:
    """Return the parts that say which suits there are."""
    variant = instance.variant
    if not isinstance(variant, OwnVariant):
        return [] if variant == NO_VARIANT else [f"variant {variant}"]
    suits = (f"{suit.name}{' reversed' * suit.reversed} {','.join(map(str, suit.copies))}" for suit in variant.suits)
    flags = [words for words, (name, value) in _FLAGS.items() if getattr(variant, name) == value]
    return [f"suits {' '.join(suits)}", *flags]


def parse_text(text: str) -> Hanabi:
    """Read an instance from text.

    Raises:
        InvalidInstance: with everything that is wrong; a place is line and column or, if all parts could be read, the
            JSON path of what is wrong in the instance they make.
    """
    (_, start), *parts = parts_of(numbered(text, _NAMED))
    if start.split() != START.split():
        raise InvalidInstance([Defect("", f"unexpected beginning '{visible(start)}'; expected {START}; …")])
    data: dict[str, Any] = {}
    defects: list[Defect] = []
    for place, part in parts:
        try:
            _read(data, part)
        except ValueError as error:
            defects.append(Defect(place_in(text, place), str(error)))
    defects += [Defect("", f"{name} is missing") for name in ("players", "deck") if name not in data]
    if isinstance(data.get("variant"), dict) and "suits" not in data["variant"]:
        defects.append(Defect("", f"{' and '.join(_FLAGS)} go with suits of one's own"))
    if defects:
        raise InvalidInstance(defects)
    return Hanabi(**data)


def _text_of_action(action: Action, names: Sequence[str]) -> str:
    if action.clue is not None:
        number = action.clue.type == "colour" and str(action.clue.name).isdecimal()
        to = "" if action.to is None else text_of_player(action.to, names)
        return f"clue {to} {'colour ' * number}{action.clue.name}"
    extra = " from pile" if action.source == "pile" else f" copy {action.copy}" if action.copy > 1 else ""
    return f"{action.action} {action.card}{extra}"


def _read(data: dict[str, Any], part: str) -> None:
    """Read a part into the fields of an instance."""
    words = " ".join(part.split())
    if words in _OPTIONS:
        data[_OPTIONS[words]] = True
    elif words in _FLAGS:
        name, value = _FLAGS[words]
        _own_variant(data)[name] = value
    elif words:
        word, _, rest = words.partition(" ")
        if word in _QUOTING:
            rest = part[len(word) :].strip()
        if word not in _READERS or not rest:
            meant = words if nearest(words, _PARTS) else word
            raise ValueError(f"'{visible(part)}' is not understood{alternatives(meant, _PARTS, _PARTS.__getitem__)}")
        _READERS[word](data, rest)


def _put(data: dict[str, Any], field: str, value: object, word: str) -> None:
    if field in data:
        raise ValueError(f"{word} is given twice")
    data[field] = value


def _own_variant(data: dict[str, Any]) -> dict[str, Any]:
    own = data.setdefault("variant", {})
    if not isinstance(own, dict):
        raise ValueError("a variant has a name or suits of one's own, not both")
    return own


def _number(field: str, word: str) -> Callable[[dict[str, Any], str], None]:
    def read(data: dict[str, Any], text: str) -> None:
        _put(data, field, whole_number(text), word)

    return read


def whole_number(text: str) -> int:
    """Read a number of at most 30 digits.

    Raises:
        ValueError: for anything else.
    """
    if not re.fullmatch("[0-9]{1,30}", text):
        raise ValueError(f"'{visible(text)}' is not a number; allowed: 0, 1, 2, …")
    return int(text)


def _names(data: dict[str, Any], text: str) -> None:
    _put(data, "names", names_of_text(text), "names")


def _note(data: dict[str, Any], text: str) -> None:
    read_note(data.setdefault("notes_on", {}), text)


def _deck(data: dict[str, Any], text: str) -> None:
    _put(data, "deck", cards_of_text(text), "deck")


def _variant(data: dict[str, Any], text: str) -> None:
    if isinstance(data.get("variant"), dict):
        raise ValueError("a variant has a name or suits of one's own, not both")
    _put(data, "variant", text, "variant")


def _suits(data: dict[str, Any], text: str) -> None:
    suits: list[dict[str, Any]] = []
    words = text.split()
    while words:
        name = words.pop(0)
        backwards = words[:1] == ["reversed"] and bool(words.pop(0))
        copies = words.pop(0) if words else ""
        if not re.fullmatch("[0-9]{1,4}(,[0-9]{1,4})*", copies):
            raise ValueError(f"after suit '{visible(name)}' come the copies of each value, such as 3,2,2,2,1")
        suits.append({"name": name, "copies": [int(number) for number in copies.split(",")], "reversed": backwards})
    _put(_own_variant(data), "suits", suits, "suits")


def _actions(data: dict[str, Any], text: str) -> None:
    _put(data, "actions", [action_of_text(part) for part in text.split(",")], "actions")


def action_of_text(text: str) -> dict[str, Any]:
    """Read an action, without its player, into its JSON form: ``play r1``, ``discard b4 copy 2``, ``clue 2 red``.

    Raises:
        ValueError: if it is not understood.
    """
    match text.split():
        case ["clue"]:
            return {"action": "clue"}
        case ["clue", to, named]:
            what = {"value": int(named)} if re.fullmatch("[0-9]{1,9}", named) else {"colour": named}
            return {"action": "clue", "to": whole_number(to), **what}
        case ["clue", to, "colour", named]:
            return {"action": "clue", "to": whole_number(to), "colour": named}
        case ["play" | "discard" | "strike" as kind, card]:
            return {"action": kind, "card": card}
        case ["play" | "discard" | "strike" as kind, card, "from", "pile"]:
            return {"action": kind, "card": card, "from": "pile"}
        case ["play" | "discard" | "strike" as kind, card, "copy", copy]:
            return {"action": kind, "card": card, "copy": whole_number(copy)}
    allowed = "play CARD, discard CARD, strike CARD, clue, or clue PLAYER COLOUR-OR-VALUE"
    raise ValueError(f"'{visible(text.strip())}' is not an action; allowed: {allowed}")


_NUMBERS = {
    "players": "players",
    "hand": "hand_size",
    "tokens": "clue_tokens",
    "strikes": "strikes",
    "first": "first_player",
    "target": "target",
}
_READERS: dict[str, Callable[[dict[str, Any], str], None]] = {
    **{word: _number(field, word) for word, field in _NUMBERS.items()},
    "names": _names,
    "note": _note,
    "deck": _deck,
    "variant": _variant,
    "suits": _suits,
    "actions": _actions,
}
_QUOTING = {"names", "note"}
"""The parts in which spaces may be in quotes."""
_NAMED = re.compile(rf"(?<!\w)(?:first|clue)\s+{NAME}|{QUOTED}")
"""Where the name of a player may stand for a number."""
_PARTS = {name: f"{name} …" for name in _READERS} | {name: name for name in (*_OPTIONS, *_FLAGS)}
