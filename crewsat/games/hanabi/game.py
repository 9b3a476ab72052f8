"""Solitaire Hanabi, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.game import Game
from crewsat.games.hanabi.claims import verified
from crewsat.games.hanabi.instance import HanabiSolitaire
from crewsat.games.hanabi.rules import play_until_success
from crewsat.games.hanabi.text import parse_text, text_of

GAME = Game(
    "Hanabi for one player",
    HanabiSolitaire,
    play_until_success,
    verified,
    lambda _instance, _play: None,
    text_of,
    parse_text,
)
