"""Solitaire Hanabi, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import Game, Question
from crewsat.games.hanabi_solitaire.methods import METHODS

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
    questions={
        "explain": Question(Code("crewsat.questions.hanabi_solitaire.explain:explain")),
        "State": Question(Code("crewsat.questions.hanabi_solitaire.state:HanabiSolitaireState")),
        "least_hand_size": Question(Code("crewsat.questions.hanabi_solitaire.least_hand:least_hand_size")),
    },
)
