"""Solitaire Hanabi, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.game import Game
from crewsat.games.hanabi_solitaire.claims import verified
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import play_until_success
from crewsat.games.hanabi_solitaire.text import parse_text, text_of

GAME = Game(
    "Hanabi for one player",
    HanabiSolitaire,
    play_until_success,
    verified,
    lambda _instance, _play: None,
    text_of,
    parse_text,
)
