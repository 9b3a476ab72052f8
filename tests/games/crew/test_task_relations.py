"""What must hold between tasks, whatever they mean: no oracle is needed for that.

Every relation is tried on small deals, often with objectives or in progress, and must be seen with both answers.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.text import parse_text
from tests.support.random_tasks import random_member, random_task, some_cards, task_crew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Json = dict[str, Any]
    Relation = Callable[[random.Random, Crew], Iterator[tuple[bool, bool]]]

BOUNDS = ("exactly", "at_least", "at_most")
KINDS = ("tricks", "tricks", "cards", "cards", "leads", "row", "win_trick")


def won(instance: Crew, *tasks: Json, **fields: object) -> bool:
    """Whether the deal is won with these tasks in place of its own."""
    data: Json = {name: getattr(instance, name) for name in type(instance).fields if name != "about"}
    return search(Crew(**{**data, "tasks": tasks, **fields})) is not None


def is_to_beat_himself(task: Json) -> bool:
    """Whether a task compares its owner with himself by number, which is a mistake in a file."""
    members = task.get("of", [task])
    return any(
        type(member.get("compared_with")) is int and member["compared_with"] == task["owner"] for member in members
    )


def by(instance: Crew, task: Json, player: int) -> bool:
    """Whether this player can do a task; of a comparison with himself the answer is known."""
    mine = task | {"owner": player}
    if task["kind"] == "any":
        return any(by(instance, member, player) for member in task["of"])
    return not is_to_beat_himself(mine) and won(instance, mine)


def everybody_is_each_player(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    task = random_task(rng, i, "everybody")
    each = [task | {"owner": player} for player in range(1, i.players + 1)]
    if not any(map(is_to_beat_himself, each)):
        yield won(i, task), won(i, *each)


def everybody_cannot_be_compared_with_a_player(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    task = {"owner": "everybody", "kind": "tricks", "compared_with": rng.randint(1, i.players), "at_least": -9}
    yield won(i, task), False
    yield won(i, task | {"compared_with": "others"}), won(i)  # no other is oneself


def free_is_some_owner(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    task = random_task(rng, i, None)
    fixed = all(objective.owner for objective in i.objectives)
    if fixed or i.assignment == "any":
        yield won(i, task, assignment="any"), any(by(i, task, player) for player in range(1, i.players + 1))


def any_is_one_of_them(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    owner = rng.choice((1, i.players, "crew", None))
    members = some_members(rng, i, owner)
    yield won(i, {"owner": owner, "kind": "any", "of": members}), any(won(i, m | {"owner": owner}) for m in members)


def all_is_each_of_them(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    owner = rng.choice((1, i.players, "crew", "everybody"))
    members = some_members(rng, i, owner)
    yield won(i, {"owner": owner, "kind": "all", "of": members}), won(i, *(m | {"owner": owner} for m in members))


def some_members(rng: random.Random, i: Crew, owner: object) -> list[Json]:
    kinds = [kind for kind in KINDS if (kind, owner) != ("row", "crew")]
    return [random_member(rng, i, kind, owner) for kind in rng.choices(kinds, k=rng.choice((1, 2, 2, 3)))]


def one_alone_is_itself(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    owner = rng.choice((1, i.players, "everybody", None))
    member = random_member(rng, i, rng.choice(KINDS), owner)
    alone = won(i, member | {"owner": owner})
    yield won(i, {"owner": owner, "kind": "any", "of": [member]}), alone
    yield won(i, {"owner": owner, "kind": "all", "of": [member]}), alone


def a_trick_won_with_one_of_two_lists(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    first, second = some_cards(rng, i), some_cards(rng, i)
    filters = {name: some_cards(rng, i) for name in ("beating",) if rng.random() < 0.5}
    task = {"owner": "crew", "kind": "tricks", **filters, "at_least": 1}
    either = sorted({*first, *second})
    yield won(i, task | {"won_with": either}), won(i, task | {"won_with": first}) or won(i, task | {"won_with": second})


def a_filter_that_admits_everything(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    task = task_of(rng, i, "tricks")
    cards = [str(card) for card in i.holder]
    filters: list[Json] = [
        {"won_with": cards},
        {"only": cards},
        {"total": {"at_least": 0}},
        {"total": {"at_most": 10**6}},
    ]
    if i.players > 1:
        filters.append({"beating": cards})
    plain = won(i, task)
    for one in filters:
        if not set(one) & set(task):
            yield won(i, task | one), plain


def task_of(rng: random.Random, i: Crew, *kinds: str) -> Json:
    owner = rng.choice((1, i.players, "everybody", None))
    return random_member(rng, i, rng.choice(kinds), owner) | {"owner": owner}


def two_players_share_the_tricks(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    if i.players != 2:
        return
    bound, difference = rng.choice(BOUNDS), rng.randint(-2, 2)
    owner = rng.choice((1, 2))
    task: Json = {
        "owner": owner,
        "kind": "tricks",
        "compared_with": rng.choice((3 - owner, "others")),
        bound: difference,
    }
    # own - (T - own) >= d iff own >= (T + d) / 2
    twice = i.tricks + difference
    half = -(-twice // 2) if bound == "at_least" else twice // 2
    possible = half >= 0 if bound == "at_most" else bound == "at_least" or (half >= 0 and twice % 2 == 0)
    yield won(i, task), possible and won(i, {"owner": owner, "kind": "tricks", bound: max(half, 0)})


def a_row_of_one_is_a_trick(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    owner = rng.choice((1, i.players, "everybody", None))
    for bound, number in (("at_least", 1), ("at_most", 0), ("exactly", 0)):
        task = {"owner": owner, bound: number}
        yield won(i, task | {"kind": "row"}), won(i, task | {"kind": "tricks"})


def all_numbers_are_none(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    task = task_of(rng, i, "tricks", "cards", "leads")
    task.pop("numbers", None)
    plain, every = won(i, task), [*range(1, i.tricks + 1)]
    yield won(i, task | {"numbers": every}), plain
    yield won(i, task | {"numbers": [*every[:-1], "last", i.tricks + 5]}), plain


def the_last_is_trick_t(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    if i.tricks:
        task = task_of(rng, i, "tricks", "cards", "leads")
        yield won(i, task | {"numbers": ["last"]}), won(i, task | {"numbers": [i.tricks]})
        owner = rng.randint(1, i.players)
        trick: Json = {"owner": owner, "kind": "win_trick", "trick": "last"}
        yield won(i, trick), won(i, {"owner": owner, "kind": "tricks", "numbers": ["last"], "at_least": 1})


def exactly_is_at_least(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    task = task_of(rng, i, "tricks", "cards", "leads", "row")
    number = next(task.pop(bound) for bound in BOUNDS if bound in task)
    if task.pop("judged", "") == "always":
        task["judged"] = "always"
    exact = won(i, task | {"exactly": number})
    yield exact, exact and won(i, task | {"at_least": number}) and won(i, task | {"at_most": number})
    if "compared_with" not in task:
        yield won(i, task | {"exactly": number, "judged": "when_reached"}) or not exact, True


def always_is_at_the_end(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    task = task_of(rng, i, "tricks", "cards")
    if "compared_with" in task:
        always = won(i, task | {"judged": "always"})
        yield always, always and won(i, task | {"judged": "end"})


def turning_the_table(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    """A draft goes round, so that seats are turned; without one they may be changed in any way."""
    tasks = [random_task(rng, i) for _ in range(rng.choice((1, 2)))]
    seats = [*range(2, i.players + 1), 1]
    if "draft" not in i.assignment and not i.played and rng.random() < 0.5:
        rng.shuffle(seats)
    new = dict(zip(range(1, i.players + 1), seats, strict=True))
    hands = [i.hands[player - 1] for player in sorted(new, key=lambda player: new[player])]
    objectives = [o.model_copy(update={"owner": new.get(o.owner or 0)}) for o in i.objectives]
    turned = [renamed(task, new) for task in tasks]
    leader = new.get(i.leader or 0)
    yield won(i, *tasks), won(i, *turned, hands=hands, objectives=objectives, leader=leader)


def renamed(task: Json, new: dict[int, int]) -> Json:
    """A task with other players."""
    changed: Json = {name: new.get(task[name], task[name]) for name in ("owner",) if name in task}
    if type(task.get("compared_with")) is int:
        changed["compared_with"] = new[task["compared_with"]]
    if "of" in task:
        changed["of"] = [renamed(member, new) for member in task["of"]]
    return task | changed


def changing_suits(rng: random.Random, i: Crew) -> Iterator[tuple[bool, bool]]:
    tasks = [random_task(rng, i) for _ in range(rng.choice((1, 2)))]
    suits = sorted({card.suit for card in i.holder} - {i.trump})
    new = dict(zip(suits, rng.sample(suits, len(suits)), strict=True))
    data: Json = i.as_dict() | {"tasks": []}
    for name in ("hands", "played"):
        data[name] = [[recoloured(card, new) for card in cards] for cards in data.get(name, [])]
    for objective in data.get("objectives", []):
        objective["id"] = objective.get("id", objective["card"])
        objective["card"] = recoloured(objective["card"], new)
    other = Crew(**data)
    yield won(i, *tasks), won(other, *(recoloured(task, new) for task in tasks))


def recoloured(what: Any, new: dict[str, str]) -> Any:  # noqa: ANN401 - a task, or a part of one
    """The same with other suits."""
    if isinstance(what, dict):
        return {name: recoloured(one, new) if is_cards(one) or name == "of" else one for name, one in what.items()}
    if isinstance(what, list):
        return [recoloured(one, new) for one in what]
    return new.get(what[0], what[0]) + what[1:]


def is_cards(value: object) -> bool:
    return isinstance(value, list) and value != ["last"] and not any(type(one) is int for one in value)


RELATIONS = [
    everybody_is_each_player,
    everybody_cannot_be_compared_with_a_player,
    free_is_some_owner,
    any_is_one_of_them,
    all_is_each_of_them,
    one_alone_is_itself,
    a_trick_won_with_one_of_two_lists,
    a_filter_that_admits_everything,
    two_players_share_the_tricks,
    a_row_of_one_is_a_trick,
    all_numbers_are_none,
    the_last_is_trick_t,
    exactly_is_at_least,
    always_is_at_the_end,
    turning_the_table,
    changing_suits,
]


def check(relation: Relation, seeds: range, most_cards: int) -> Counter[bool]:
    """Count the answers, as both sides give them."""
    seen: Counter[bool] = Counter()
    for seed in seeds:
        instance = task_crew(seed, most_cards=most_cards)
        for left, right in relation(random.Random(seed), instance):
            assert left == right, f"{relation.__name__}, seed {seed}: {left}, {right} on {instance.to_json()}"
            seen[left] += 1
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.__name__)
def test_relation(relation: Relation) -> None:
    seen = check(relation, range(25), 8)
    assert min(seen[True], seen[False]) >= 2, seen


@pytest.mark.thorough
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("relation", RELATIONS, ids=lambda relation: relation.__name__)
def test_relation_on_many_deals(relation: Relation) -> None:
    seen = check(relation, range(1_000, 6_000), 10)
    assert min(seen[True], seen[False]) >= 300, seen


NOT_THE_SAME = {
    # Player 1 wins trick 1 with c5; whatever is led to trick 2, player 2 or 3 takes it, b3 wins trick 3 in the end.
    "k tricks are not k tricks in a row": (
        "a4 b3 c5 / b5 c2 c4 / a5 b1 c3; leader 2",
        "1 wins at least 2 tricks",
        "1 wins at least 2 tricks in a row",
    ),
    # Tricks 1 and 3 of three.
    "never two in a row is not at most half the tricks": (
        "a5 b2 b5 / a3 b1 b4; leader 1",
        "1 wins at most 1 trick in a row",
        "1 wins at most 1 trick",
    ),
    # Tricks 1 and 2 of four, and nothing else will do.
    "at most half the tricks is not never two in a row": (
        "a4,5 b3,4 / a1,2,3 b5; leader 1",
        "1 wins at most 2 tricks",
        "1 wins at most 1 trick in a row",
    ),
}
"""What one might think is the same: the first task can be done, the second one cannot."""


@pytest.mark.parametrize("name", NOT_THE_SAME)
def test_no_relation(name: str) -> None:
    deal, possible, impossible = NOT_THE_SAME[name]
    assert search(parse_text(f"{deal}; {possible}")) is not None
    assert search(parse_text(f"{deal}; {impossible}")) is None
