"""Hanabi, as the rest of the program sees it."""

from __future__ import annotations

from crewsat.games.code import Code
from crewsat.games.game import Foreign, Game
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.methods import METHODS
from crewsat.games.question import SEARCHED, SOLVED, best_score, by_name, explain, options, review

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
    questions=by_name(
        explain(code=Code("crewsat.questions.hanabi.explain:explain"), knows=ALL, unit="suit"),
        options(
            code=Code("crewsat.questions.hanabi.options:options"),
            unfinished=Code("crewsat.questions.hanabi.options:unfinished"),
            knows=ALL,
            options=SOLVED,
            unit="action",
        ),
        review(
            code=Code("crewsat.questions.hanabi.review:review"),
            result=Code("crewsat.questions.hanabi.review_result:HanabiReview"),
            knows=ALL,
            options=SEARCHED | {"proof", "proof_limit", "narrow"},
            unit="action",
        ),
        best_score(
            code=Code("crewsat.questions.hanabi.best_score:best_score"),
            unfinished=Code("crewsat.questions.hanabi.best_score:unfinished"),
            result=Code("crewsat.questions.hanabi.best_score:BestScore"),
            knows=ALL,
        ),
    ),
    parts={
        "state": Code("crewsat.questions.hanabi.state:HanabiState"),
        "words": Code("crewsat.report.hanabi.words"),
        "svg": Code("crewsat.report.hanabi.svg:strip_svg"),
        "page": Code("crewsat.pages.hanabi"),
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
