"""A game with nothing but what a game must have: numbers of a list are to be taken that add up to a target.

It has no formula, no words for people, no explanations and no questions; commands must say so instead of breaking.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Annotated, Any, Literal

from crewsat.base.errors import IllegalPlay
from crewsat.base.parameters import about
from crewsat.games.code import Code
from crewsat.games.game import Game
from crewsat.games.instance import About, Count, Format, Instance, the_format, the_notes
from crewsat.games.marks import AS_TUPLE
from crewsat.games.method import SEARCH, Method

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


class Countdown(Instance):
    """Numbers, and what some of them shall add up to."""

    format: Format = the_format()
    game: Literal["countdown"] = "countdown"
    numbers: Annotated[tuple[Count, ...], AS_TUPLE]
    target: Count
    about: About = the_notes()

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)

    @property
    def effort(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)


@dataclass(frozen=True)
class Pick:
    """A number that is taken."""

    number: int

    def as_dict(self) -> dict[str, int]:
        """Return a JSON object."""
        return {"number": self.number}


def replay(instance: Countdown, play: Iterable[Pick]) -> tuple[Pick, ...]:
    left = list(instance.numbers)
    picks = tuple(play)
    for step, pick in enumerate(picks, 1):
        if pick.number not in left:
            raise IllegalPlay(f"{pick.number} is not left", rule="take", number=step, unit="step")
        left.remove(pick.number)
    if sum(pick.number for pick in picks) != instance.target:
        raise IllegalPlay("the numbers do not add up to the target", rule="end", unit="step")
    return picks


def verified(instance: Countdown, play: Iterable[Pick | Mapping[str, Any]]) -> tuple[Pick, ...]:
    return replay(instance, [pick if isinstance(pick, Pick) else Pick(pick["number"]) for pick in play])


def search(
    instance: Countdown,
    *,
    out_of_time: Callable[[], bool] = lambda: False,  # noqa: ARG001 - it takes no time
    max_bytes: int | None = None,  # noqa: ARG001 - and no room
) -> list[Pick] | None:
    for number in range(len(instance.numbers) + 1):
        for some in combinations(instance.numbers, number):
            if sum(some) == instance.target:
                return list(map(Pick, some))
    return None


def text_of(instance: Countdown) -> str:
    return f"countdown; {' '.join(map(str, instance.numbers))}; {instance.target}"


def parse_text(text: str) -> Countdown:
    _, numbers, target = text.split(";")
    return Countdown(numbers=tuple(map(int, numbers.split())), target=int(target))


@dataclass(frozen=True)
class RandomCountdown:
    """Random numbers, and a target.

    Attributes:
        numbers: how many.
    """

    numbers: int = field(default=6, metadata=about("How many numbers there are.", least=0))

    def with_seed(self, seed: int) -> Countdown:
        """Return the instance of this seed."""
        rng = random.Random(seed)
        numbers = [1 + int(10 * rng.random()) for _ in range(self.numbers)]
        return Countdown(numbers=tuple(numbers), target=int(30 * rng.random()))


GAME = Game(
    name="countdown",
    title="Countdown",
    unit="pick",
    head="countdown",
    instance=Code("tests.support.countdown:Countdown"),
    text_of=Code("tests.support.countdown:text_of"),
    parse_text=Code("tests.support.countdown:parse_text"),
    generator=Code("tests.support.countdown:RandomCountdown"),
    replay=Code("tests.support.countdown:replay"),
    verified=Code("tests.support.countdown:verified"),
    methods=(
        Method(
            "exhaustive",
            SEARCH,
            Code("tests.support.countdown:search"),
            "every list of numbers",
            "yes with a replayed play; no by exhaustive search",
            automatic=True,
            knows=frozenset(),
        ),
    ),
)
