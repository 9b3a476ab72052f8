"""Hanabi, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import Foreign, Game, Question
from crewsat.games.hanabi.methods import METHODS

LINK = r"\s*(?:https?://)?(?:[\w.:-]+/(?:(?:shared-)?replay(?:-json)?|export)/|(?:www\.)?hanab\.live\b).*"
REPLAY_TEXT = r"[\s-]*[0-9][\s-]*[0-9][\s-]*[0-9][\w\s-]*(?:,[\w\s-]*)+(?:#\S*)?"
CUT_OFF = "[0-9]{3}[a-zA-Z0-9-]{17,}"
"""A replay text that ends within the deck: no other text begins like this."""

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
    questions={
        "explain": Question(Code("crewsat.questions.hanabi.explain:explain")),
        "State": Question(Code("crewsat.questions.hanabi.state:HanabiState")),
        "options": Question(
            Code("crewsat.questions.hanabi.frontend:options"),
            Code("crewsat.questions.hanabi.frontend:options_as_dict"),
        ),
        "review": Question(Code("crewsat.questions.hanabi.review:review")),
        "best_score": Question(Code("crewsat.questions.hanabi.frontend:best_score")),
    },
    foreign=Foreign(
        text=rf"(?s:{LINK})|{REPLAY_TEXT}|{CUT_OFF}",
        parse_text=Code("crewsat.games.hanabi.hanab_live:read"),
        keys=frozenset({"players", "deck"}),
        read_object=Code("crewsat.games.hanabi.hanab_live:read_object"),
        forms={
            form: Code(f"crewsat.games.hanabi.conversion:{function}")
            for form, function in (("hanab-live", "export"), ("replay", "replay"), ("link", "link"))
        },
    ),
    continued=Code("crewsat.games.hanabi.claims:continued"),
)
