"""Solitaire Hanabi, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import Game, Quantity
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.methods import METHODS
from crewsat.games.question import by_name, explain, least_hand_size

GAME = Game(
    name="hanabi_solitaire",
    title="Hanabi for one player",
    unit="step",
    head="hanabi solitaire",
    instance=Code("crewsat.games.hanabi_solitaire.instance:HanabiSolitaire"),
    text_of=Code("crewsat.games.hanabi_solitaire.text:text_of"),
    parse_text=Code("crewsat.games.hanabi_solitaire.text:parse_text"),
    generator=Code("crewsat.games.hanabi_solitaire.decks:RandomDeck"),
    replay=Code("crewsat.games.hanabi_solitaire.rules:play_until_success"),
    verified=Code("crewsat.games.hanabi_solitaire.claims:verified"),
    methods=METHODS,
    questions=by_name(
        explain(code=Code("crewsat.questions.hanabi_solitaire.explain:explain"), knows=ALL, unit="card"),
        least_hand_size(
            code=Code("crewsat.questions.hanabi_solitaire.least_hand:least_hand_size"),
            unfinished=Code("crewsat.questions.hanabi_solitaire.least_hand:unfinished"),
            result=Code("crewsat.questions.hanabi_solitaire.least_hand:LeastHandSize"),
            knows=ALL,
        ),
    ),
    parts={
        "state": Code("crewsat.questions.hanabi_solitaire.state:HanabiSolitaireState"),
        "words": Code("crewsat.report.hanabi_solitaire.words"),
        "playing": Code("crewsat.report.hanabi_solitaire.playing"),
        "page": Code("crewsat.pages.hanabi_solitaire"),
    },
    quantities={"least_hand": Quantity(Code("crewsat.questions.hanabi_solitaire.quantities:least_hand"))},
)
