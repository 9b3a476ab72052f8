"""Templates of printed tasks: JSON fields with patterns and words that a deal, or a number of players, fills in.

``pink*`` and ``*7`` stand for cards (`crewsat.games.crew.patterns`), and whole texts such as ``commander`` or ``all
rockets dealt`` for whatever the caller says. An object whose keys are numbers of players stands for the value of one of
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.crew.patterns import cards_of_pattern, is_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from crewsat.games.cards import Card


def filled_in(
    template: Any,  # noqa: ANN401 - any JSON
    words: Mapping[str, Any],
    cards: Collection[Card],
    *,
    trump: str,
    players: int,
) -> Any:  # noqa: ANN401 - any JSON
    """Return a template with everything filled in.

    Args:
        template: any JSON.
        words: what texts stand for.
        cards: those among which the cards of a pattern are.
        trump: the trump suit.
        players: the number of players.
    """

    def resolved(value: Any) -> Any:  # noqa: ANN401 - any JSON
        if isinstance(value, dict):
            own = value.get(str(players))
            return {key: resolved(part) for key, part in value.items()} if own is None else own
        if isinstance(value, list):
            return [one for part in value for one in listed(part)]
        return words.get(value, value) if isinstance(value, str) else value

    def listed(part: Any) -> list[Any]:  # noqa: ANN401 - any JSON
        if isinstance(part, str) and is_pattern(part):
            return [str(card) for card in cards_of_pattern(part, cards, trump)]
        return [resolved(part)]

    return resolved(template)
