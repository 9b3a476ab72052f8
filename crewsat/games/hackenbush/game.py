"""Hackenbush, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import STRATEGY, Game
from crewsat.games.hackenbush.features import ALL
from crewsat.games.hackenbush.methods import METHODS
from crewsat.games.question import LIMITS, by_name, coalitions, options

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
    counted="edges",
    certificate=STRATEGY,
    strategy_of=Code("crewsat.games.hackenbush.kept:strategy_of"),
    questions=by_name(
        options(
            code=Code("crewsat.questions.hackenbush.options:options"),
            unfinished=Code("crewsat.questions.move_options:unfinished"),
            knows=ALL,
            options=LIMITS,
            unit="cut",
        ),
        coalitions(
            code=Code("crewsat.questions.hackenbush.coalitions:coalitions"),
            unfinished=Code("crewsat.questions.hackenbush.coalitions:unfinished"),
            result=Code("crewsat.questions.hackenbush.coalitions:Coalitions"),
            knows=ALL,
        ),
    ),
    parts={
        "words": Code("crewsat.report.hackenbush.words"),
        "page": Code("crewsat.pages.hackenbush"),
        "steps": Code("crewsat.questions.hackenbush.cuts:Cuts"),
    },
)
