"""Relations between deals with choices and deals without, by exhaustive search."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.base.errors import InvalidInstance
from crewsat.games.crew.instance import Crew
from tests.support.random_choices import choices_crew

if TYPE_CHECKING:
    from collections.abc import Iterator


def wins(instance: Crew) -> bool:
    return search(instance) is not None


def changed(instance: Crew, **fields: Any) -> Crew:  # noqa: ANN401 - of an instance
    """The instance with other fields, as JSON has them."""
    data = {**instance.as_dict(), **fields}
    return Crew(**{name: value for name, value in data.items() if name != "game" and value is not None})


def deals(aim: str, number: int) -> Iterator[Crew]:
    """Deals in which nothing has been played or passed."""
    found = (choices_crew(seed, aim) for seed in range(2 * number))
    yield from (deal for deal in found if not deal.played and deal.passed is None)


def test_an_optional_pass_is_no_pass_or_one_to_the_left_or_to_the_right() -> None:
    seen: Counter[tuple[bool, ...]] = Counter()
    for deal in deals("passing before the first trick", 100):
        passing = {**deal.as_dict()["passing"], "optional": True, "to": "either"}
        kept = list(deal.passing.kept_back(deal.trump)) if deal.passing else []
        left, right = (changed(deal, passing={**passing, "to": to, "not": kept}) for to in ("left", "right"))
        ways = [wins(changed(deal, passing=None)), wins(left), wins(right)]
        assert wins(changed(deal, passing={**passing, "not": kept})) == any(ways), deal.to_json()
        seen[tuple(ways)] += 1
    assert len(seen) > 3, seen


def test_more_may_be_handed_over() -> None:
    more = 0
    for deal in deals("handover", 120):
        few, many = (wins(changed(deal, handover=number)) for number in (deal.handover, deal.handover + 1))
        assert many or not few, deal.to_json()
        more += many and not few
    assert more > 0


def test_a_change_of_tokens_is_one_of_the_orders_written_out() -> None:
    more = 0
    for deal in deals("retoken", 150):
        ways = []
        for way in deal.retokenings:
            wanted = [objective.model_dump() | {"owner": objective.owner} for objective in way.objectives]
            ways.append(wins(changed(deal, objectives=wanted, retoken=None)))
        assert wins(deal) == any(ways), deal.to_json()
        more += any(ways) and not ways[0]
    assert more > 3


def test_a_change_that_makes_the_order_cyclic_is_left_out() -> None:
    wanted: list[dict[str, Any]] = [
        {"card": "a1", "owner": None, "token": "1"},
        {"card": "b1", "owner": None, "token": "2", "after": ["a1"]},
    ]
    deal = Crew(hands=[["a1", "b2"], ["a2", "b1"]], leader=1, objectives=wanted, retoken="swap")
    assert [str(way.choice) for way in deal.retokenings] == ["no change"]
    swapped = [{**wanted[0], "token": "2"}, {**wanted[1], "token": "1"}]
    with pytest.raises(InvalidInstance, match="cyclic"):
        changed(deal, objectives=swapped, retoken=None)


def test_a_pair_whose_upper_card_is_gone_is_none() -> None:
    gone = 0
    for seed in range(200):
        deal = choices_crew(seed, "covered")
        played = {card for trick in deal.played[: deal.finished] for card in trick}
        left = [pair for pair in deal.as_dict()["covered"] if pair[0] not in map(str, played)]
        if len(left) < len(deal.covered):
            with suppress(InvalidInstance):  # the lower card would have had to follow suit
                assert wins(changed(deal, covered=left)) == wins(deal), deal.to_json()
                gone += 1
    assert gone > 10


def test_uncovering_a_card_does_not_only_help() -> None:
    """A card that is uncovered may have to follow suit and win."""
    worse = better = 0
    for deal in deals("covered", 150):
        open_hands = wins(changed(deal, covered=[]))
        worse += wins(deal) and not open_hands
        better += open_hands and not wins(deal)
    assert worse > 0
    assert better > 0
