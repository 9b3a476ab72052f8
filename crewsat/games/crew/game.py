"""The Crew, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.crew.features import ALL
from crewsat.games.crew.methods import METHODS
from crewsat.games.game import SEARCHED, SOLVED, Game, Question, by_name

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
    questions=by_name(
        Question(
            name="explain",
            code=Code("crewsat.questions.crew.explain:explain"),
            knows=ALL,
            options=SOLVED,
            unit="goal",
            result=Code("crewsat.questions.explanation:Explanation"),
            request=Code("crewsat.questions.explain:Explaining"),
        ),
        Question(
            name="options",
            code=Code("crewsat.questions.crew.options:options"),
            knows=ALL,
            options=SOLVED,
            unit="card",
            result=Code("crewsat.questions.move_options:MoveOptions"),
            unfinished=Code("crewsat.questions.crew.options:unfinished"),
        ),
        Question(
            name="review",
            code=Code("crewsat.questions.crew.review:review"),
            knows=ALL,
            options=SEARCHED | {"proof", "proof_limit"},
            unit="card",
            result=Code("crewsat.questions.review:Review"),
            request=Code("crewsat.questions.review:Reviewing"),
        ),
    ),
    parts={
        "state": Code("crewsat.questions.crew.state:CrewState"),
        "lines": Code("crewsat.questions.crew.options:winning_lines"),
        "words": Code("crewsat.report.crew.words"),
        "playing": Code("crewsat.report.crew.playing"),
        "page": Code("crewsat.pages.crew"),
    },
    assignment=Code("crewsat.games.crew.results:owners_of"),
    won_with=Code("crewsat.games.crew.results:won_with"),
)
