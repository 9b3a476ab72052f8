"""Hackenbush, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import LIMITS, STRATEGY, Game, Question, by_name
from crewsat.games.hackenbush.features import ALL
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
    counted="edges",
    certificate=STRATEGY,
    strategy_of=Code("crewsat.games.hackenbush.kept:strategy_of"),
    questions=by_name(
        Question(
            name="options",
            code=Code("crewsat.questions.hackenbush.options:options"),
            knows=ALL,
            options=LIMITS,
            unit="cut",
            result=Code("crewsat.questions.move_options:MoveOptions"),
            unfinished=Code("crewsat.questions.move_options:unfinished"),
        ),
        Question(
            name="coalitions",
            code=Code("crewsat.questions.hackenbush.coalitions:coalitions"),
            knows=ALL,
            options=LIMITS,
            unit="coalition",
            result=Code("crewsat.questions.hackenbush.coalitions:Coalitions"),
            unfinished=Code("crewsat.questions.hackenbush.coalitions:unfinished"),
        ),
    ),
    parts={"words": Code("crewsat.report.hackenbush.words"), "page": Code("crewsat.pages.hackenbush")},
)
