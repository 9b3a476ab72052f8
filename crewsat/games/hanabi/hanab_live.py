"""Games as hanab.live writes them: replay texts, links with them, and exported JSON.

These are the functions of `crewsat.hanab_live`. `#` and a number at the end of a text or link denote a turn, from 1:
the position before that turn.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import visible
from crewsat.games.hanabi import exported, replay_text
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.record import game_of, record_of
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from crewsat.games.hanabi.actions import Action
    from crewsat.games.hanabi.instance import Hanabi

SITE = "https://hanab.live"
LINK = f"{SITE}/shared-replay-json/"

_LINK = re.compile(r"(?:https?://)?[\w.:-]+/(?:shared-)?replay-json/(?P<text>[^#?\s]*)(?P<turn>#[0-9]*)?")
_PAGE = re.compile(
    r"(?:https?://)?(?:[\w.:-]+/(?:(?:shared-)?replay(?!-json)|export)|(?:www\.)?hanab\.live\b(?!.*replay-json/))\S*"
)
"""A page of the site that does not hold a game itself."""
_NUMBER = re.compile(r"/(?:(?:shared-)?replay|export|game)/(?P<number>[0-9]+)")
_TEXT = re.compile(rf"(?P<text>{replay_text.PATTERN})(?P<turn>#[0-9]*)?")


def read(text: str, *, whole: bool = False) -> Hanabi:
    """Read a replay text, alone or in a link, or an exported game.

    Args:
        text: what hanab.live writes.
        whole: read the game to its end, although the text names a turn; then `about` says which.

    Raises:
        InvalidInstance: if it is neither, or the game breaks the rules.
    """
    if text.lstrip()[:1] == "{":
        from crewsat.base.guarded import tree_of  # noqa: PLC0415 - only for JSON

        tree, defects = tree_of(text.encode())
        if defects or not isinstance(tree, dict):
            raise InvalidInstance(defects or [Defect("", "an exported game is a JSON object")])
        return read_object(tree)
    replay, turn = _replay_and_turn(text)
    try:
        record = replay_text.decode(replay)
    except ValueError as error:
        raise InvalidInstance([Defect("", f"replay text: {error}")]) from None
    if not whole or turn is None:
        return game_of(record, turns=None if turn is None else turn - 1)
    return game_of(replace(record, about={**record.about, "turn": turn}))


def read_object(tree: Mapping[str, Any]) -> Hanabi:
    """Read an exported game or deck.

    Raises:
        InvalidInstance: with what is wrong, with its place.
    """
    return game_of(exported.read_export(tree))


def turn_of(text: str) -> int | None:
    """Return the turn that a text or link names, from 1; None if it names none."""
    return _replay_and_turn(text)[1]


@reads("the form of hanab.live", ALL)
def replay(instance: Hanabi, play: Iterable[Action] = ()) -> str | None:
    """Return a game, continued by a play, as a replay text; None if such a text cannot express it."""
    record = record_of(instance, play)
    return None if record is None else replay_text.encode(record)


@reads("the form of hanab.live", ALL)
def link(instance: Hanabi, play: Iterable[Action] = (), *, turn: int | None = None) -> str | None:
    """Return a link that shows a game on hanab.live, from a turn on; None if there is no such link."""
    text = replay(instance, play)
    if text is None:
        return None
    return f"{LINK}{text}" + (f"#{turn}" if turn is not None else "")


@reads("the form of hanab.live", ALL)
def export(instance: Hanabi, play: Iterable[Action] = ()) -> dict[str, Any] | None:
    """Return a game, continued by a play, as hanab.live exports it; None if hanab.live has no such game."""
    record = record_of(instance, play)
    return None if record is None else exported.export_of(record)


def _how_to_copy(link: str) -> str:
    """Say how to copy the game behind a link that does not contain it."""
    number = _NUMBER.search(link)
    held, export = ("holds no game", "")
    if number:
        held, export = "holds only the number of a game", f", or save {SITE}/export/{number['number']} as a file"
    return f"the link {held}; open the game, and type /copy in its chat for its replay text{export}"


def _replay_and_turn(text: str) -> tuple[str, int | None]:
    """Return the replay text in a text or link, perhaps broken into lines, and the turn it names.

    Raises:
        InvalidInstance: if there is none.
    """
    text = "".join(text.split())
    found = _LINK.fullmatch(text) or _TEXT.fullmatch(text)
    if found is None and _PAGE.fullmatch(text):
        raise InvalidInstance([Defect("", _how_to_copy(text))])
    if found is None:
        allowed = "allowed: deck, actions and variant with commas between, alone or after …/replay-json/, perhaps #TURN"
        raise InvalidInstance([Defect("", f"'{visible(text)}' is not a replay text of hanab.live; {allowed}")])
    turn = (found["turn"] or "#")[1:]
    if turn and int(turn[:9]) == 0:
        raise InvalidInstance([Defect("", f"there is no turn '{visible(turn)}'; turns are counted from 1")])
    return found["text"], int(turn[:9]) if turn else None
