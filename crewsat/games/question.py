"""Questions as data: how each is answered, and what must be known to ask it. A game says what is its own of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

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
        name: its name; the function of the library and the command have the same.
        code: the function that answers it, for `request`.
        knows: the features of instances (`crewsat.games.features`) that it takes into account, or that make no
            difference to its answer. It refuses instances with others.
        options: its options, by their names in `crewsat.engine.options.Options`, or arguments of `request`.
        unit: what its answer is about, one by one: ``card``, ``action``.
        result: the class of its answer: it has `as_dict` and `to_json`.
        request: the class that asks it, wherever that is done: a `crewsat.engine.request.Request`.
        unfinished: what is known if the work was interrupted: a function of the instance, the reason, and what had been
            noted; None if nothing is.
        incremental: whether its solver must be one that can be asked repeatedly.
        lacking: the message for games without the question, with placeholders for the games that have it, and for the
            other one.
    """

    name: str
    code: Code
    knows: frozenset[str]
    options: frozenset[str]
    unit: str
    result: Code
    request: Code = ASKING
    unfinished: Code | None = None
    lacking: str = "{} have this question, not {}"
    incremental: bool = False

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
    options=SOLVED,
    result=Code("crewsat.questions.explanation:Explanation"),
    request=Code("crewsat.questions.explain:Explaining"),
    lacking="there are no explanations for {1}",
)
options = partial(
    Question,
    name="options",
    result=Code("crewsat.questions.move_options:MoveOptions"),
    lacking="options applies to {}, not to {}",
    incremental=True,
)
review = partial(
    Question,
    name="review",
    request=Code("crewsat.questions.review:Reviewing"),
    lacking="review applies to {}, not to {}",
)
best_score = partial(
    Question,
    name="best_score",
    options=SEARCHED,
    unit="point",
    lacking="the best score is a question about {}, not about {}",
)
least_hand_size = partial(
    Question,
    name="least_hand_size",
    options=SOLVED,
    unit="card",
    lacking="the least hand is a question about {}, not about {}",
)
coalitions = partial(
    Question,
    name="coalitions",
    options=LIMITS,
    unit="coalition",
    lacking="coalitions are a question about {}, not about {}",
)
