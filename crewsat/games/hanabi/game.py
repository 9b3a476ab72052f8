"""Hanabi, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import Foreign, Game
from crewsat.games.hanabi.methods import METHODS

GAME = Game(
    name="hanabi",
    title="Hanabi",
    unit="action",
    head="hanabi",
    instance=Code("crewsat.games.hanabi.instance:Hanabi"),
    text_of=Code("crewsat.games.hanabi.text:text_of"),
    parse_text=Code("crewsat.games.hanabi.text:parse_text"),
    generator=Code("crewsat.games.hanabi.decks:RandomGame"),
    replay=Code("crewsat.games.hanabi.rules:play_until_success"),
    verified=Code("crewsat.games.hanabi.claims:verified"),
    methods=METHODS,
    questions=("State", "options", "review", "best_score"),
    foreign=Foreign(
        text=r"(?:https?://)?[\w.:-]+/(?:shared-)?replay(?:-json)?/\S*|[0-9]{3}[\w-]*,[\w-]*(?:,[\w-]*)+(?:#[0-9]*)?",
        parse_text=Code("crewsat.games.hanabi.hanab_live:read"),
        keys=frozenset({"players", "deck"}),
        read_object=Code("crewsat.games.hanabi.hanab_live:read_object"),
    ),
)
