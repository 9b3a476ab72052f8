"""Hackenbush, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import STRATEGY, Game, Question
from crewsat.games.hackenbush.methods import METHODS

GAME = Game(
    name="hackenbush",
    title="Hackenbush on strings",
    unit="move",
    head="hackenbush",
    instance=Code("crewsat.games.hackenbush.instance:Hackenbush"),
    text_of=Code("crewsat.games.hackenbush.text:text_of"),
    parse_text=Code("crewsat.games.hackenbush.text:parse_text"),
    generator=Code("crewsat.games.hackenbush.random_strings:RandomStrings"),
    replay=Code("crewsat.games.hackenbush.rules:play_against_every_defence"),
    verified=Code("crewsat.algorithms.hackenbush.claims:verified"),
    methods=METHODS,
    parts="edges",
    certificate=STRATEGY,
    strategy_of=Code("crewsat.games.hackenbush.kept:strategy_of"),
    questions={
        "options": Question(
            Code("crewsat.questions.hackenbush.options:options"),
            Code("crewsat.questions.hackenbush.options:options_as_dict"),
        ),
        "coalitions": Question(Code("crewsat.questions.hackenbush.options:coalitions")),
    },
)
