"""The Crew, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.methods import METHODS
from crewsat.games.game import Game, Quantity
from crewsat.games.question import SEARCHED, SOLVED, by_name, explain, options, review

GAME = Game(
    name="crew",
    title="The Crew",
    unit="trick",
    head="",
    instance=Code("crewsat.games.crew.instance:Crew"),
    text_of=Code("crewsat.games.crew.text:text_of"),
    parse_text=Code("crewsat.games.crew.text:parse_text"),
    generator=Code("crewsat.games.crew.deals:RandomDeal"),
    other_generators=(
        Code("crewsat.games.crew.deep_sea_deals:DeepSeaDeal"),
        Code("crewsat.games.crew.mission_deals:MissionDeal"),
    ),
    replay=Code("crewsat.games.crew.replaying:play_until_success"),
    verified=Code("crewsat.games.crew.claims:verified"),
    methods=METHODS,
    questions=by_name(
        explain(
            code=Code("crewsat.questions.crew.explain:explain"), knows=ALL | CHANGES | COVERED | PASSING, unit="goal"
        ),
        options(
            code=Code("crewsat.questions.crew.options:options"),
            unfinished=Code("crewsat.questions.crew.options:unfinished"),
            knows=ALL | CHANGES | COVERED | PASSING,
            options=SOLVED,
            unit="card",
        ),
        review(
            code=Code("crewsat.questions.crew.review:review"),
            result=Code("crewsat.questions.review:Review"),
            knows=ALL | CHANGES | COVERED | PASSING,
            options=SEARCHED | {"proof", "proof_limit"},
            unit="card",
        ),
    ),
    parts={
        "state": Code("crewsat.questions.crew.state:CrewState"),
        "lines": Code("crewsat.questions.crew.options:winning_lines"),
        "words": Code("crewsat.report.crew.words"),
        "playing": Code("crewsat.report.crew.playing"),
        "page": Code("crewsat.pages.crew"),
        "planning": Code("crewsat_encodings.crew.pddl.planning:Planning"),
    },
    quantities={
        "fewest_tricks": Quantity(Code("crewsat.questions.crew.quantities:fewest_tricks")),
        "openings": Quantity(Code("crewsat.questions.crew.quantities:openings")),
        "random": Quantity(Code("crewsat.questions.crew.quantities:at_random"), is_share=True),
        "greedy": Quantity(Code("crewsat.questions.crew.quantities:greedy"), is_share=True),
        "lines": Quantity(Code("crewsat.questions.crew.quantities:lines")),
        "dropped": Quantity(Code("crewsat.questions.crew.quantities:dropped")),
        "rescued": Quantity(Code("crewsat.questions.crew.quantities:rescued"), is_share=True),
        "lemmas": Quantity(Code("crewsat.questions.crew.quantities:lemmas")),
    },
    assignment=Code("crewsat.games.crew.results:owners_of"),
    chosen=Code("crewsat.games.crew.results:chosen_in"),
    won_with=Code("crewsat.games.crew.results:won_with"),
)
