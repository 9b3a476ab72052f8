"""Cards, orders and instances: text forms, defaults, derived facts."""

from __future__ import annotations

import json
from contextlib import suppress
from graphlib import TopologicalSorter
from itertools import product
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest

from crewsat.base.errors import InvalidInstance
from crewsat.games.cards import Card, natural, parse_suit
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.objective import Objective
from crewsat.games.crew.tasks import CardsTask
from tests.support.bad_inputs import FIELDS
from tests.support.bad_tasks import GOOD
from tests.support.random_instances import whole_crew

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("raw", "card", "text"),
    [
        ("pink9", Card("pink", 9), "pink9"),
        ("r4", Card("r", 4), "r4"),
        ("3:7", Card("3", 7), "3:7"),
        ("pink:9", Card("pink", 9), "pink9"),
        ("s3:12", Card("s3", 12), "s3:12"),
        ("a-b_c999999999", Card("a-b_c", 999_999_999), "a-b_c999999999"),
        ("r-4", Card("r-", 4), "r-4"),
        ("a_1", Card("a_", 1), "a_1"),
        ("grün5", Card("grün", 5), "grün5"),
        ("粉9", Card("粉", 9), "粉9"),
        ([9, "pink"], Card("pink", 9), "pink9"),
        ((9, "pink"), Card("pink", 9), "pink9"),
        ([7, 3], Card("3", 7), "3:7"),
        ([7, "3"], Card("3", 7), "3:7"),
        (Card("x", 1), Card("x", 1), "x1"),
    ],
)
def test_cards_print_and_parse(raw: object, card: Card, text: str) -> None:
    assert Card.parse(raw) == card
    assert str(card) == text
    assert Card.parse(text) == card


def test_a_card_built_by_hand_is_checked_too() -> None:
    with pytest.raises(ValueError, match="1 to 999999999"):
        Card.parse(Card("pink", 0))
    with pytest.raises(ValueError, match="more than 50 digits"):
        Card.parse((10**5000, "pink"))


def test_suits() -> None:
    assert parse_suit(3) == parse_suit("3") == "3"
    assert sorted(["s10", "s9", "b", "10", "9"], key=natural) == ["9", "10", "b", "s9", "s10"]


def test_an_instance_in_python() -> None:
    made = Crew(hands=[["pink9"], ["pink2"]], objectives=[{"card": "pink2", "owner": 1}])
    assert made.players == 2
    assert made.tricks == 1
    assert made.leader is None
    assert made.trump is None
    assert made.objectives == (Objective(card=Card("pink", 2), owner=1, id="pink2"),)
    assert made.holder == {Card("pink", 9): 1, Card("pink", 2): 2}
    with pytest.raises(InvalidInstance, match="nobody holds pink3"):
        Crew(hands=[["pink9"], ["pink2"]], objectives=[{"card": "pink3", "owner": 1}])


@pytest.mark.slow
def test_text_forms_come_back() -> None:
    for seed in range(300):
        made = whole_crew(seed)
        assert Crew(**json.loads(made.to_json())) == made
        assert Crew.model_validate_json(made.to_json()) == made
        assert hash(Crew(**json.loads(made.to_json()))) == hash(made)


def test_the_canonical_form_leaves_out_defaults_and_needless_colons() -> None:
    made = Crew(
        hands=[[[9, "pink"], "3:1"], ["pink:2", "3:2"]],
        objectives=[{"card": "pink:2", "owner": 1, "id": "pink2", "after": []}],
        same_trick="in_order",
        about={"seed": 1},
    )
    assert made.as_dict() == {
        "game": "crew",
        "hands": [["pink9", "3:1"], ["pink2", "3:2"]],
        "objectives": [{"card": "pink2", "owner": 1}],
        "about": {"seed": 1},
    }


def test_the_digest_ignores_notes_only() -> None:
    plain = Crew(**GOOD)
    assert Crew(**{**GOOD, "about": {"x": 1}}).digest() == plain.digest()
    assert hash(Crew(**{**GOOD, "about": {"x": 1}})) == hash(plain)
    assert Crew(**{**GOOD, "leader": 2}).digest() != plain.digest()
    assert plain.digest() == "aa6d04d2cae191f203fe38474c72fca53624d30948e6e042f42df6625475eb02"


def test_the_order_of_suits() -> None:
    hands = [["b1", "a1", "9:1", "10:1"]]
    assert Crew(hands=hands, trump="a").suits_in_order == ("9", "10", "b", "a")
    assert Crew(hands=hands, suits=["b", "x", "a", "10", "9"]).suits_in_order == ("b", "a", "10", "9")


def order(*objectives: dict[str, object]) -> set[tuple[str, str]]:
    """The transitive closure of the order, by card."""
    hand = [str(o["card"]) for o in objectives]
    made = Crew(hands=[hand], objectives=[{"owner": 1, **o} for o in objectives])
    pairs = set(made.order)
    for middle in range(len(hand)):
        pairs |= {(x, y) for x, m in pairs if m == middle for n, y in pairs if n == middle}
    return {(hand[x], hand[y]) for x, y in pairs}


def test_tokens_are_shorthand_for_pairs() -> None:
    numbers = order({"card": "a1", "token": "2"}, {"card": "b1", "token": "1"}, {"card": "c1"}, {"card": "d1"})
    assert numbers == {("b1", "a1"), ("b1", "c1"), ("b1", "d1"), ("a1", "c1"), ("a1", "d1")}
    assert order({"card": "a1", "token": "omega"}, {"card": "b1"}, {"card": "c1"}) == {("b1", "a1"), ("c1", "a1")}
    assert order({"card": "a1", "token": ">>"}, {"card": "b1"}, {"card": "c1", "token": ">"}) == {("c1", "a1")}
    mixed = order({"card": "a1", "token": "1"}, {"card": "b1", "token": "omega"}, {"card": "c1", "token": ">"})
    assert mixed == {("a1", "b1"), ("a1", "c1"), ("c1", "b1")}
    assert order({"card": "a1", "after": ["b1"]}, {"card": "b1", "before": ["a1"]}) == {("b1", "a1")}
    assert order({"card": "a1", "token": "omega"}) == set()


def test_the_generating_pairs_are_few() -> None:
    hand = [f"a{k}" for k in range(1, 2_001)]
    objectives = [{"card": card, "owner": 1, "token": str(k)} for k, card in enumerate(hand, 1)]
    assert len(Crew(hands=[hand], objectives=objectives).order) == 1_999


def test_the_kinds_of_tasks_are_told_apart_by_name_in_the_schema() -> None:
    schema = Crew.model_json_schema()
    places = schema["properties"]["tasks"]["items"]["discriminator"]["mapping"]
    assert {place.removeprefix("#/$defs/") for place in places.values()} <= set(schema["$defs"])
    assert places["all"] == "#/$defs/AllTask"


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
@pytest.mark.parametrize("around", [lambda number: number, lambda number: [{"a": number}]])
def test_notes_hold_what_json_can_hold(number: float, around: Callable[[float], Any]) -> None:
    with pytest.raises(InvalidInstance, match="finite"):
        Crew(hands=[["a1"]], about={"a": around(number)})
    assert Crew(hands=[["a1"]], about={"a": around(0.5)}).about == {"a": around(0.5)}


def test_the_schema_knows_good_from_bad() -> None:
    schema = Crew.model_json_schema()
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(GOOD)
    for seed in range(100):
        assert validator.is_valid(whole_crew(seed).as_dict())
    shapes = ("unknown key", "a list", "a string", "missing", "must be", "is not a valid card", "is not a valid suit")
    misses = [
        name
        for name, data, word in FIELDS
        if any(shape in word for shape in shapes) and "game" not in name
        if len(data) < 10_000 and validator.is_valid(json.loads(data))  # the library is slow on large files
    ]
    # To JSON Schema 1.0 is a whole number, and the end of a text may come before a last newline.
    assert misses == [
        "card with a newline",
        "leader a fraction",
        "format a fraction",
        "task bound a fraction",
        "cards of the crew compared",
    ]
    for name in ("Objective", "CardsTask", "TricksTask", "WinTrickTask"):
        described = schema["$defs"][name]["properties"]
        assert all(field.get("description") for key, field in described.items() if key != "kind"), name
    assert all(field.get("description") for key, field in schema["properties"].items() if key != "game")


def test_a_copy_with_other_fields_is_validated_and_keeps_nothing_derived() -> None:
    deal = Crew(
        hands=[["a1", "a2"], ["b1", "b2"]],
        objectives=[{"card": "a1", "owner": 1}],
        tasks=[{"kind": "cards", "owner": 1, "cards": ["a1"], "at_least": 1}],
    )
    task = deal.tasks[0]
    assert isinstance(task, CardsTask)
    assert (deal.tricks, sorted(deal.holder), set(task.lists[0])) == (2, _cards("a1 a2 b1 b2"), {Card("a", 1)})
    other = deal.model_copy(update={"hands": [["a1"], ["b1"]]})
    assert (other.tricks, sorted(other.holder)) == (1, _cards("a1 b1"))
    assert other == Crew(hands=[["a1"], ["b1"]], objectives=deal.objectives, tasks=deal.tasks)
    assert task.model_copy(update={"cards": ["b1"]}).lists[0] == {Card("b", 1)}
    with pytest.raises(InvalidInstance, match="nobody holds a1"):
        deal.model_copy(update={"hands": [["a2"], ["b1"]]})


def test_numbers_are_not_longer_than_in_files() -> None:
    for long in (10**30, 10**5000):
        for task in ({"kind": "tricks", "at_least": long}, {"kind": "win_trick", "trick": long}):
            with pytest.raises(InvalidInstance, match="more than 30 digits"):
                Crew(hands=[["a1"]], tasks=[{"owner": 1, **task}])


def _cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


@pytest.mark.parametrize("about", [{"x": "\ud800"}, {"\udfff": 1}, {"x": [{"y": ["a\ud800"]}]}])
def test_notes_that_no_file_can_hold_are_refused(about: dict[str, Any]) -> None:
    """They were taken, and made `digest` and `to_json` of the instance, or of its answer, fail."""
    with pytest.raises(InvalidInstance, match="about: a lone surrogate is not a valid character"):
        Crew(hands=[["a1"]], about=about)
    assert Crew(hands=[["a1"]], about={"x": "🂡"}).digest()


def test_tokens_alone_make_no_cycle() -> None:
    """As `order.check_cycles` takes for granted; with `after` or `before` they may."""
    kinds = (None, "1", "2", "3", "omega", ">", ">>", ">>>")
    cards = ("a1", "b1", "c1")
    legal = 0
    for tokens in product(kinds, repeat=len(cards)):
        wanted = [{"card": card, "owner": 1, "token": token} for card, token in zip(cards, tokens, strict=True)]
        with suppress(InvalidInstance):
            pairs = Crew(hands=[cards], objectives=wanted).order
            graph: dict[int, set[int]] = {}
            for x, y in pairs:
                graph.setdefault(y, set()).add(x)
            TopologicalSorter(graph).prepare()  # raises if there is a cycle
            legal += 1
    assert legal > 40
