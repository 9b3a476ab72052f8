"""The Crew, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.crew.methods import METHODS
from crewsat.games.game import Game, Question

GAME = Game(
    name="crew",
    title="The Crew",
    unit="trick",
    head="",
    instance=Code("crewsat.games.crew.instance:Crew"),
    text_of=Code("crewsat.games.crew.text:text_of"),
    parse_text=Code("crewsat.games.crew.text:parse_text"),
    generator=Code("crewsat.games.crew.deals:RandomDeal"),
    other_generators=(Code("crewsat.games.crew.deep_sea_deals:DeepSeaDeal"),),
    replay=Code("crewsat.games.crew.rules:play_until_success"),
    verified=Code("crewsat.games.crew.claims:verified"),
    methods=METHODS,
    questions={
        "explain": Question(Code("crewsat.questions.crew.explain:explain")),
        "State": Question(Code("crewsat.questions.crew.state:CrewState")),
        "options": Question(
            Code("crewsat.questions.crew.options:options"),
            Code("crewsat.questions.crew.options:options_as_dict"),
        ),
        "review": Question(Code("crewsat.questions.crew.review:review")),
        "winning_lines": Question(Code("crewsat.questions.crew.options:winning_lines")),
    },
    assignment=Code("crewsat.games.crew.results:owners_of"),
    won_with=Code("crewsat.games.crew.results:won_with"),
)
