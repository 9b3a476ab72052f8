"""Questions as data: how each is answered, and what must be known to ask it. A game says what is its own of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from crewsat.games.code import Code
from crewsat.games.scope import check_features

if TYPE_CHECKING:
    from collections.abc import Mapping

    from crewsat.games.instance import Instance

ASKING = Code("crewsat.questions.asking:Asking")
"""The request of most questions."""
LIMITS = frozenset({"time_limit", "memory_limit"})
"""Options of all questions."""
SEARCHED = LIMITS | {"seed"}
"""Options of questions that a search answers which can be varied."""
SOLVED = SEARCHED | {"solver"}
"""Options of questions that a formula answers."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about an instance: how it is answered, and what must be known to ask it.

    Attributes:
        name: its name; the function of the library has the same.
        code: the function that answers it, for `request`.
        knows: the features of instances (`crewsat.games.features`) that it takes into account, or that make no
            difference to its answer. It refuses instances with others.
        words: what its answer says, for people.
        options: its options, by their names in `crewsat.engine.options.Options`, or arguments of `request`.
        unit: what its answer is about, one by one: ``card``, ``action``.
        result: the class of its answer: it has `as_dict` and `to_json`.
        request: the class that asks it, wherever that is done: a `crewsat.engine.request.Request`.
        unfinished: what is known if the work was interrupted: a function of the instance, the reason, and what had been
            noted; None if nothing is.
        incremental: whether its solver must be one that can be asked repeatedly.
        called: the name of its command, if that is not its own name with hyphens.
        reading: how the instance is read, as arguments of `crewsat.engine.files.load`.
        lacking: the message for games without the question, with placeholders for the games that have it, and for the
            other one.
    """

    name: str
    code: Code
    knows: frozenset[str]
    options: frozenset[str]
    unit: str
    result: Code
    words: str
    request: Code = ASKING
    unfinished: Code | None = None
    lacking: str = "{} have this question, not {}"
    incremental: bool = False
    called: str = ""
    reading: Mapping[str, Any] = field(default_factory=dict)

    @property
    def command(self) -> str:
        """The name of its command, and of the method of `crewsat serve`."""
        return self.called or self.name.replace("_", "-")

    def check(self, instance: Instance) -> None:
        """Check that it knows all features of an instance.

        Raises:
            UnknownFeature: if it does not.
        """
        check_features(instance, self.knows, f"the question '{self.name.replace('_', '-')}'")


def by_name(*questions: Question) -> Mapping[str, Question]:
    """Return a table of questions."""
    return {question.name: question for question in questions}


explain = partial(
    Question,
    name="explain",
    words="Explain why a game is lost: what is in conflict and why, the most that can be met, and which changes would "
    "win.",
    options=SOLVED,
    result=Code("crewsat.questions.explanation:Explanation"),
    request=Code("crewsat.questions.explain:Explaining"),
    lacking="there are no explanations for {1}",
)
options = partial(
    Question,
    name="options",
    words="Report for every card that may be played next whether the deal can still be won.",
    result=Code("crewsat.questions.move_options:MoveOptions"),
    lacking="options applies to {}, not to {}",
    incremental=True,
)
review = partial(
    Question,
    name="review",
    words="Review a game: after every card whether it could still be won, and which card lost it.",
    reading={"whole": True},
    request=Code("crewsat.questions.review:Reviewing"),
    lacking="review applies to {}, not to {}",
)
best_score = partial(
    Question,
    name="best_score",
    words="Find the most points that can be reached in a game of Hanabi, or still be reached after its actions.",
    options=SEARCHED,
    unit="point",
    lacking="the best score is a question about {}, not about {}",
)
least_hand_size = partial(
    Question,
    name="least_hand_size",
    words="Find the least hand with which a deck of solitaire Hanabi can be played, and prove that none is smaller.",
    called="least-hand",
    options=SOLVED,
    unit="card",
    lacking="the least hand is a question about {}, not about {}",
)
coalitions = partial(
    Question,
    name="coalitions",
    words="Find the players who can force a win alone, and all minimal coalitions that can together.",
    reading={"instead": {"coalition": []}},
    options=LIMITS,
    unit="coalition",
    lacking="coalitions are a question about {}, not about {}",
)
