"""A claimed play, read step by step and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast, get_args

from crewsat.base.errors import IllegalPlay
from crewsat.games.cards import Card
from crewsat.games.hanabi_solitaire.features import ALL
from crewsat.games.hanabi_solitaire.rules import Action, Source, Step, replay
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire


@reads("the referee", ALL)
def verified(instance: HanabiSolitaire, play: Iterable[Step | Mapping[str, Any]]) -> tuple[Step, ...]:
    """Replay a play, given as steps or in the form of the JSON answer, and return its steps.

    Raises:
        IllegalPlay: with step and rule, at the first thing wrong; also if the play stops before it succeeds or goes on
            afterwards.
    """
    if not isinstance(play, Iterable):
        raise IllegalPlay("there is no play to verify", rule="claim", unit="step")
    return replay(instance, _steps(play))


def _steps(play: Iterable[Step | Mapping[str, Any]]) -> Iterator[Step]:
    for number, step in enumerate(play, 1):
        yield step if isinstance(step, Step) else _step(step, number)


def _step(claim: object, number: int) -> Step:
    fields = claim if isinstance(claim, Mapping) else {}
    action, card, source = (fields.get(name) for name in ("action", "card", "from"))
    if action not in get_args(Action) or source not in get_args(Source):
        words = "invalid step: action must be play, store or discard, and from must be deck or hand"
        raise IllegalPlay(words, rule="claim", number=number, unit="step")
    try:
        return Step(cast("Action", action), Card.parse(card), cast("Source", source))
    except ValueError as error:
        raise IllegalPlay(f"invalid step: {error}", rule="claim", number=number, unit="step") from None
