"""Instances of all games as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.games import GAMES, check_instance

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

A_VIEW = "is the view of one player, not an instance; `crewsat advise` answers what that player should play"
"""What is wrong with a view where an instance is read."""


def text_of(instance: Instance) -> str:
    """Write an instance as one line that `parse_text` reads back; its notes are left out.

    Raises:
        TypeError: for something that is not an instance.
    """
    check_instance(instance)
    text: str = GAMES[instance.game].text_of(instance)
    return text


def parse_text(text: str, *, whole: bool = False) -> Instance:
    """Read an instance from text: one of the game whose head it begins with, else a deal of The Crew.

    Texts that other programs write are read, too: replay texts and links of hanab.live.

    Args:
        text: the text to read.
        whole: read a game to its end, although the text of another program names a turn.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    for game in GAMES.values():
        if game.foreign is not None and re.fullmatch(game.foreign.text, text.strip()):
            read: Instance = game.foreign.parse_text(text, whole=whole)
            return read
    if re.match(r"\s*view[^\S\n]*(?:[;\n]|\Z)", text):
        raise InvalidInstance([Defect("", A_VIEW)])
    start = text.partition(";")[0].split()
    heads = {tuple(game.head.split()): game for game in GAMES.values()}
    alike = (game for head, game in heads.items() if head[:1] == tuple(start[:1]) and head)  # it says how it begins
    game = heads.get(tuple(start)) or next(alike, heads[()])
    instance: Instance = game.parse_text(text)
    return instance
