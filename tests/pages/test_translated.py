"""What is said of The Crew can be said in other languages: it is made of patterns that have translations."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.said import Listed, Quoted, saying, spoken
from crewsat.base.wording import listed
from crewsat.pages.lines import lines
from crewsat.pages.words import sentences, why
from crewsat.report.hanabi.svg import strip_svg
from tests.support.aimed_deals import few_left, single_suit, single_value
from tests.support.hanabi_games import late_game, small_game
from tests.support.page_words import left_in_english
from tests.support.played_games import played
from tests.support.random_instances import whole_crew
from tests.support.random_tasks import filter_crew, task_crew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.crew.instance import Crew

NAMED = re.compile(r"task[0-9]+|[a-z]+(?:-[a-z]+)*[0-9]*|[0-9]+|[a-z_]+")
"""Ids of tasks, cards, suits, and names of solvers and methods."""


def played_tasks(seed: int) -> Crew:
    """A deal with tasks that was played for a while."""
    deal = task_crew(seed, most_cards=10)
    fields = {name: value for name, value in deal.as_dict().items() if name != "played"}
    whole = crewsat.Crew(**{**fields, "hands": deal.dealt, "leader": deal.leader or 1})
    return played(whole, seed, cards=None if seed % 3 else 4)


def aimed(make: Callable[[random.Random], Crew]) -> Callable[[int], Crew]:
    return lambda seed: make(random.Random(f"translated {seed}"))


KINDS: dict[str, Callable[[int], Crew]] = {
    "any": lambda seed: whole_crew(seed, most_cards=10),
    "tasks": lambda seed: task_crew(seed, most_cards=10),
    "filters": filter_crew,
    "played": played_tasks,
    "one suit": aimed(single_suit),
    "one value": aimed(single_value),
    "few left": aimed(few_left),
}


def said_of(deal: Crew) -> Iterator[Any]:
    """Yield as JSON what a page says of a deal in sentences, after its headline."""
    found: list[Any] = [crewsat.decide(deal)]
    if found[0].answer == "no":
        found.append(crewsat.explain(deal))
    for result in found:
        for one in (*sentences(deal, result)[1:], *why(deal, result)):
            yield [spoken(each) for each in ([one] if isinstance(one, str) else one)]
        yield from (line["title"]["words"] for line in lines(deal, result) if "words" in line["title"])
    if deal.played:
        review = crewsat.review(deal)
        yield from map(spoken, sentences(deal, review))
        yield from (line["ends"] for line in lines(deal, review) if "ends" in line)
    outcome = crewsat.State(deal).outcome
    yield from [spoken(str(outcome))] if outcome.status != "open" else []
    yield from map(spoken, deal.notes)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", [0, *(pytest.param(k, marks=pytest.mark.thorough) for k in range(1, 20))])
def test_everything_said_of_the_crew_is_translated(kind: str, part: int) -> None:
    for seed in range(6 * part, 6 * part + 6):
        deal = KINDS[kind](seed)
        assert not [one for said in said_of(deal) for one in left_in_english(said, NAMED.fullmatch)], deal.to_json()


def test_what_is_not_translated_is_seen() -> None:
    task = saying("for {task}", task="task1")
    strange = [task, saying("for {task}", task=f"{task}!"), Listed.made([task, saying("unheard of")], "and")]
    found = [list(left_in_english(spoken(one), NAMED.fullmatch)) for one in strange]
    assert found == [[], ["for task1!"], ["unheard of"]]


def test_what_is_quoted_is_the_same_in_all_languages() -> None:
    cards = Quoted("a* b2 of player 2")
    assert spoken(cards, ("Ann", "Bob")) == {"text": "a* b2 of Bob", "own": "a* b2 of Bob"}
    assert spoken(listed([cards]))["things"] == [{"text": str(cards), "own": str(cards)}]


def test_the_picture_of_a_review_knows_what_it_says() -> None:
    for game in (late_game(1), small_game(2)):
        drawn = strip_svg(crewsat.review(game))
        texts = re.findall(r"<(title|desc|text)\b[^>]*>(.*?)</\1>", drawn)
        assert [unescape(text) for _, text in texts] == list(drawn.words)
        assert not [one for words in drawn.words for one in left_in_english(spoken(words), NAMED.fullmatch)]
