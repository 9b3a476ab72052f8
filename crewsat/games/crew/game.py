"""The Crew, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.crew.claims import verified
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.rules import owners_of, play_until_success
from crewsat.games.crew.text import parse_text, text_of
from crewsat.games.game import Game

GAME = Game("The Crew", Crew, play_until_success, verified, owners_of, text_of, parse_text)
