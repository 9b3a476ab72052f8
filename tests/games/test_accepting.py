"""What is accepted without pydantic: as pydantic reads it, and only what pydantic accepts."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.base.errors import InvalidInstance
from crewsat.games import GAMES, accepting, marks
from crewsat.games.cards import Card
from crewsat.games.crew.task_groups import GroupTask
from crewsat.games.records import Record
from tests.support.chunks import chunks
from tests.support.odd_games import SOURCES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.instance import Instance

CHUNK = {"crew": 50, "hanabi": 25, "hanabi_solitaire": 200, "hackenbush": 200}
"""Seeds of each source in a chunk."""
CHANGES = 9
"""Documents with something changed, for each one without."""

ODDITIES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 1.0, 0.5, 10**31, float("inf"), float("nan")),
    *("", "1", "a", "a1", "pink9", "crew", "leader", "omega", "last", "draft", "x y", "\ud800", "é1", "1\n", "omega\n"),
    *(
        [],
        {},
        (),
        [1],
        ["a1"],
        [[]],
        {"kind": "tricks"},
        {"x": 1},
        {1: 2},
        {"x": {1: 2}},
        {"x": [[[[[[[1]]]]]]]},
        Card("a", 1),
        b"a1",
        {1},
    ),
)
"""What may stand anywhere, right or wrong."""


def changed(rng: random.Random, document: dict[str, Any]) -> dict[str, Any]:
    """A document with one thing changed: replaced, left out, twice there, in another order, or a tuple."""
    whole = deepcopy(document)
    places = list(_places(whole))
    fields = [place for place in places if isinstance(place[0], dict)]
    parent, key = rng.choice(places if rng.random() < 0.3 else fields)  # there are more cards than fields
    how = rng.random()
    if how < 0.55:
        parent[key] = deepcopy(rng.choice(ODDITIES))
    elif how < 0.65:
        del parent[key]
    elif how < 0.75 and isinstance(parent, list):
        parent.insert(rng.randrange(len(parent) + 1), deepcopy(parent[key]))
    elif how < 0.85:
        other, name = rng.choice(places)
        parent[key] = deepcopy(other[name])
    elif isinstance(parent[key], list):
        parent[key] = rng.choice((tuple, set))([one for one in parent[key] if isinstance(one, str)])
    elif isinstance(parent, dict):
        parent[rng.choice(("judged", "after", "compared_with", "numbers", "unknown", "of"))] = rng.choice(ODDITIES)
    return whole


def _places(tree: dict[str, Any] | list[Any]) -> Iterator[tuple[Any, Any]]:
    """Everything in a document, as a list or an object and where in it."""
    for key, value in list(tree.items() if isinstance(tree, dict) else enumerate(tree)):
        yield tree, key
        if isinstance(value, (dict, list)):
            yield from _places(value)


def documents(game: str, chunk: int) -> Iterator[dict[str, Any]]:
    rng = random.Random(f"{game} {chunk}")
    for seed in range(chunk * CHUNK[game], (chunk + 1) * CHUNK[game]):
        for source in SOURCES[game]:
            document = source(seed).as_dict()
            yield document
            yield from (changed(rng, document) for _ in range(CHANGES))


def read(kind: type[Instance], document: dict[str, Any]) -> str:
    """What becomes of a document: all fields, with their types, or all defects."""
    try:
        return repr(kind.model_validate(deepcopy(document)))
    except InvalidInstance as error:
        return "\n".join(error.lines())


def without_accepting(kind: type[Instance], document: dict[str, Any]) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crewsat.games.records.accepted", lambda *_: None)
        return read(kind, document)


def first_difference(game: str, chunk: int) -> dict[str, Any] | None:
    kind = GAMES[game].instance.load()
    return next((one for one in documents(game, chunk) if read(kind, one) != without_accepting(kind, one)), None)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", chunks(20))
@pytest.mark.parametrize("game", GAMES)
def test_pydantic_says_the_same(game: str, chunk: int) -> None:
    assert first_difference(game, chunk) is None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_right_needs_no_pydantic(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = GAMES[game].instance.load()
    right = [source(seed) for seed in range(20) for source in SOURCES[game]]
    monkeypatch.setattr(Record, "_by_pydantic", None)
    assert [kind.model_validate(one.as_dict()) for one in right] == right


def test_notes_are_copied() -> None:
    notes: dict[str, Any] = {"by": ["somebody"]}
    deal = crewsat.Crew(hands=[["a1"], ["a2"]], about=notes)
    notes["by"].append("else")
    assert deal.about == {"by": ["somebody"]}


def every_word(_words: object) -> Callable[[Any], Any]:
    return lambda value: value


MISTAKES: dict[str, tuple[Any, str, Any]] = {
    "limits do not count": (marks.Within, "hold", lambda *_: True),
    "notes may hold anything": (marks.Notes, "around", lambda *_: lambda value: value),
    "what is read first is left out": (marks.Before, "around", lambda _, check: check),
    "what is checked last is left out": (marks.After, "around", lambda _, check: check),
    "any word will do": (accepting, "_word", every_word),
    "the numbers of members may differ": (accepting, "_tuple", every_word),
    "members are not prepared": (GroupTask, "prepared", classmethod(lambda _, data: data)),
    "fields are not checked together": (accepting, "_check_together", lambda _: None),
}


@pytest.fixture(scope="module")
def schemas() -> None:
    """Pydantic's, built without a mistake."""
    for game in GAMES:
        assert first_difference(game, 0) is None


@pytest.mark.slow
@pytest.mark.usefixtures("schemas")
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_in_accepting_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    accepting.checks_of.cache_clear()
    monkeypatch.setattr(*MISTAKES[what])
    try:
        assert any(first_difference(game, chunk) is not None for chunk in range(20) for game in GAMES)
    finally:
        accepting.checks_of.cache_clear()
