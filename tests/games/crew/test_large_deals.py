"""Large deals are read and put into words in linear time; lists were searched, or sorted, once for each entry."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.layout import rendered
from crewsat.base.wording import json_text
from crewsat.engine.files import parse_named
from crewsat.pages import to_html
from crewsat.report import verdict as report
from tests.support.chunks import few_of
from tests.support.timing import check_promise

if TYPE_CHECKING:
    from collections.abc import Callable

MEMBERS: list[dict[str, Any]] = [{"kind": "win_trick", "trick": 1}, {"kind": "tricks", "at_least": 1}]


def _alone(cards: int, **others: Any) -> dict[str, Any]:  # noqa: ANN401 - fields
    return {"game": "crew", "hands": [[f"a{k}" for k in range(1, cards + 1)]], "leader": 1, **others}


def _plain(size: int) -> dict[str, Any]:
    return _alone(size, objectives=[{"card": "a1", "owner": 1}])


def _ordered(size: int) -> dict[str, Any]:
    return _alone(size, objectives=[{"card": f"a{k}", "owner": 1, "token": str(k)} for k in range(1, size + 1)])


def _tasks(size: int) -> dict[str, Any]:
    return _alone(size, tasks=[{"owner": 1, "kind": "tricks", "at_least": 1}] * size)


def _members(size: int) -> dict[str, Any]:
    return _alone(4, tasks=[{"owner": 1, "kind": "all", "of": MEMBERS * (size // 2)}])


def _as_many(size: int) -> dict[str, Any]:
    cards = [f"a{k}" for k in range(1, size + 1)]
    both = [cards[: size // 2], cards[size // 2 :]]
    return _alone(size, tasks=[{"owner": 1, "kind": "tricks", "at_least": 1, "as_many": both}])


def _many_suits(size: int) -> dict[str, Any]:
    """Two cards of each suit; the task lists one of them."""
    suits = [f"s{k}x" for k in range(size // 2)]
    hand = [f"{suit}{value}" for suit in suits for value in (1, 2)]
    wanted = [f"{suit}{1 + (k == 0)}" for k, suit in enumerate(suits)]
    task = {"owner": 1, "kind": "cards", "cards": wanted, "at_least": 1}
    return {"game": "crew", "hands": [hand], "leader": 1, "tasks": [task]}


def _seconds(fields: dict[str, Any]) -> float:
    """CPU time to read a deal and to print it as `show` does."""
    data = json_text(fields).encode()
    began = time.process_time()
    deal = parse_named("large.json", data)
    rendered(report.picture(deal), 80, rest="--full prints all")
    str(deal)
    return time.process_time() - began


@pytest.mark.timing
@pytest.mark.parametrize(
    ("made", "size"),
    few_of([(_ordered, 4_000), (_tasks, 5_000), (_members, 6_000), (_as_many, 6_000), (_many_suits, 3_000)]),
)
def test_four_times_as_large_takes_four_times_as_long(made: Callable[[int], dict[str, Any]], size: int) -> None:
    _seconds(made(100))  # what is imported
    check_promise(lambda: _seconds(made(4 * size)) / _seconds(made(size)), 7, "times")


@pytest.mark.timing
@pytest.mark.parametrize("made", few_of([_tasks, _ordered, _plain]))
def test_100_000_cards_are_read_and_shown_in_three_seconds(made: Callable[[int], dict[str, Any]]) -> None:
    """100,000 tasks took 7 s: for each of those printed, all cards were sorted."""
    _seconds(made(100))
    check_promise(lambda: _seconds(made(100_000)), 3)


@pytest.mark.timing
def test_a_page_of_a_large_deal_costs_little_more() -> None:
    """The deal was written as JSON twice more, only to count its characters."""

    def page() -> float:
        began = time.process_time()
        to_html(deal)
        return time.process_time() - began

    fields = _ordered(20_000)
    read = _seconds(fields)
    deal = crewsat.Crew(**{key: value for key, value in fields.items() if key != "game"})
    page()
    check_promise(lambda: page() / read, 1, "times")
