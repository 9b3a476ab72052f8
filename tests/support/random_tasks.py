"""Random tasks for small instances of The Crew, a mix in which everything the vocabulary has is common.

Tasks are JSON objects, as in a file; they are valid for the instance they are made for, and neither always met nor
never.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.task import is_player
from crewsat.games.crew.tasks import KINDS, MEMBERS
from tests.support.random_instances import small_crew, whole_crew

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.crew.task import Task

LISTS = ("won_with", "beating", "only")
MIXED = (*LISTS, "total", "as_many")
"""The filters of the mix."""
APART = ("led", "each_of")
"""Those that have deals of their own."""
FILTERS = (*MIXED, *APART)
RIVALS = ("leader", "others", "player", "list")
"""The forms of `compared_with`."""


def task_crew(seed: int, *, most_cards: int = 12) -> Crew:
    """A small instance with one to three tasks of any kind, often few objectives, often a position in progress."""
    rng = random.Random(f"tasks {seed}")
    plain = whole_crew(seed, most_cards=most_cards)
    if plain.players == 1:  # who takes every trick; n cards can be played in n! orders
        plain = whole_crew(seed, most_cards=min(most_cards, 5))
    data: dict[str, Any] = {name: getattr(plain, name) for name in type(plain).fields if name != "about"}
    if rng.random() < 0.9:
        alone = {"token": None, "after": (), "before": ()}
        few = plain.objectives[: rng.choice((0, 0, 0, 1, 2))]
        data["objectives"] = [objective.model_copy(update=alone) for objective in few]
    data["tasks"] = [random_task(rng, plain) for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3)))]
    data["assignment"] = rng.choice(MODES)
    return Crew(**data)


def filter_crew(seed: int) -> Crew:
    """A small deal with one task that counts tricks by a filter of `APART`, and often one that pulls the other way."""
    rng = random.Random(f"filter apart {seed}")
    deal = small_crew(seed, most_cards=9)
    if deal.players == 1:  # n cards can be played in n! orders
        deal = small_crew(seed, most_cards=min(deal.size, 5))
    name = APART[seed % len(APART)]
    bound = {rng.choice(("exactly", "at_least", "at_most")): rng.choice((0, 1, 1, 1, 2, 2, 3))}
    owner = rng.choice(("crew", "everybody", None, *[rng.randint(1, deal.players)] * 3))
    tasks = [{"owner": owner, "kind": "tricks", name: random_filter(rng, deal, name), **bound}]
    if rng.random() < 0.5:
        tasks.append({"owner": rng.randint(1, deal.players), "kind": "tricks", "at_least": rng.choice((1, 1, 2))})
    return Crew(hands=deal.hands, leader=deal.leader, trump=deal.trump, suits=deal.suits, tasks=tasks)


def random_task(rng: random.Random, instance: Crew, *owners: object) -> dict[str, Any]:
    """A task of any kind, of one of these owners; by default of a random one."""
    owner = rng.choice(owners or (*[rng.randint(1, instance.players)] * 3, "crew", "everybody", None, None))
    kinds = [kind for kind in (*KINDS, "tricks", "tricks", "cards", "any") if (kind, owner) != ("row", "crew")]
    kind = rng.choice(kinds)
    if kind not in {"all", "any"}:
        return {"owner": owner, **random_member(rng, instance, kind, owner)}
    number = rng.choice((1, 2, 2, 3))
    kinds = [kind for kind in kinds if kind in MEMBERS]
    return {
        "owner": owner,
        "kind": kind,
        "of": [random_member(rng, instance, k, owner) for k in rng.choices(kinds, k=number)],
    }


def random_member(rng: random.Random, instance: Crew, kind: str, owner: object) -> dict[str, Any]:
    """A task that may be a member of another one: without its owner, for whom it must be allowed."""
    if kind == "win_trick":
        return {"kind": kind, "trick": rng.choice(("last", *range(1, instance.tricks + 2)))}
    if kind == "last_of":
        return {"kind": kind, "cards": some_cards(rng, instance)}
    task: dict[str, Any] = {"kind": kind}
    if kind == "cards" or (kind == "leads" and rng.random() < 0.6):
        task["cards"] = some_cards(rng, instance)
    if kind == "tricks":
        task |= {name: random_filter(rng, instance, name) for name in MIXED if rng.random() < 0.2}
    if kind != "row" and rng.random() < 0.3:
        numbers = (*range(1, instance.tricks + 3), "last", "last")
        task["numbers"] = list(dict.fromkeys(rng.choices(numbers, k=rng.choice((0, 1, 2, 2, 3, 4)))))
    rivals = _rivals(rng, instance, task, owner)
    if rivals and rng.random() < 0.45:
        bound = rng.choice(("exactly", "at_least", "at_least", "at_most", "at_most"))
        difference = rng.choice((-2, -1, -1, 0, 0, 0, 1, 1, 2))
        always = {"judged": "always"} if rng.random() < 0.4 else {}
        return task | {"compared_with": rng.choice(rivals), bound: difference} | always
    bound = rng.choice(("exactly", "exactly", "at_least", "at_least", "at_most"))
    usual = (0, 1, 2, 2, 2, 3) if kind == "row" else (0, 1, 1, 1, 2, 2, 3, 4)
    task[bound] = min(rng.choice(usual), instance.tricks + 1)
    if bound == "exactly" and rng.random() < 0.4:
        task["judged"] = "when_reached"
    return task


def _rivals(rng: random.Random, instance: Crew, task: dict[str, Any], owner: object) -> list[Any]:
    """With whom or what a task may be compared."""
    if task["kind"] not in {"tricks", "cards"}:
        return []
    players = [player for player in range(1, instance.players + 1) if player != owner]
    rivals: list[Any] = [] if owner == "crew" else ["leader", "others", *([rng.choice(players)] if players else [])]
    if task["kind"] == "cards":
        rivals.append(some_cards(rng, instance, besides=task["cards"]))
    return rivals


def some_cards(rng: random.Random, instance: Crew, *, besides: Sequence[str] = ()) -> list[str]:
    """A suit, the cards of a value, or any cards; seldom none."""
    cards = [card for card in sorted(instance.holder) if str(card) not in besides]
    if not cards or rng.random() < 0.04:
        return []
    one = rng.choice(cards)
    some = [card for card in cards if rng.random() < 0.5]
    found = rng.choice(
        (
            [card for card in cards if card.suit == one.suit],
            [card for card in cards if card.value == one.value],
            some,
            [one],
        )
    )
    return [str(card) for card in rng.sample(found, len(found))]


def random_filter(rng: random.Random, instance: Crew, name: str) -> Any:  # noqa: ANN401 - what stands in a file
    """What a filter of this name asks for; `only` asks for one of many cards."""
    if name == "as_many":
        first = some_cards(rng, instance)
        return [first, some_cards(rng, instance, besides=first)]
    if name == "each_of":
        return [some_cards(rng, instance) for _ in range(rng.choice((1, 2, 2, 3)))]
    if name == "total":
        total = sum(rng.choice(hand).value for hand in instance.dealt if hand)
        return rng.choice(
            ({"at_least": total}, {"at_most": total}, {"at_least": max(total - 2, 0), "at_most": total + 1})
        )
    few = some_cards(rng, instance)
    return few if name != "only" else sorted({*few, *some_cards(rng, instance)})


def described_tasks(instance: Crew) -> set[str]:
    """What of the vocabulary there is in an instance: each as a variant of `VARIANTS`."""
    found = {name for task in instance.tasks for name in _of_a_task(instance, task)}
    if instance.free_tasks:
        found.add(f"free tasks, {instance.assignment}")
        found |= {f"free tasks and free objectives, {instance.assignment}"} if instance.free else set()
        found |= {"several free tasks"} if len(instance.free_tasks) > 1 else set()
    if instance.played:
        found.add("position within a trick" if instance.begun else "position between tricks")
    found.add("objectives and tasks" if instance.objectives else "tasks alone")
    return found | ({"free leader"} if instance.leader is None else set())


def _of_a_task(instance: Crew, task: Task) -> Iterator[str]:
    owner = "player" if is_player(task.owner) else task.owner or "free"
    yield f"{task.kind} of {owner}"
    members: Sequence[Any] = getattr(task, "of", (task,))
    for member in members:
        if task.kind in {"all", "any"}:
            yield f"{member.kind} in {task.kind}"
        for name in _of_a_member(instance, member):
            yield name
            if name.startswith("compared") and task.kind in {"all", "any"}:
                yield f"comparison in {task.kind}"
        rival = getattr(member, "rival", None)
        rival = instance.leader if rival == "leader" else rival
        if is_player(rival) and task.owner in {rival, "everybody", None}:
            yield f"compared with himself in {task.kind}" if task.kind in {"all", "any"} else "compared with himself"


def _of_a_member(instance: Crew, task: Any) -> Iterator[str]:  # noqa: ANN401 - a task of any kind
    yield from (f"filter {name}" for name in FILTERS if getattr(task, name, None) is not None)
    lists = [*(getattr(task, name, None) for name in (*LISTS, "cards")), *(getattr(task, "as_many", None) or ())]
    if () in lists:
        yield "an empty list"
    for number in getattr(task, "numbers", None) or ():
        yield f"{task.kind} with numbers"
        if number == "last" or number > instance.tricks:
            yield "number last" if number == "last" else "number beyond T"
    for bound in ("exactly", "at_least", "at_most"):
        number = getattr(task, bound, None)
        if number is not None:
            yield f"{task.kind} {bound}"
            if number < 0:
                yield "a negative difference"
    other = getattr(task, "compared_with", None)
    if other is not None:
        form = "a list" if isinstance(other, tuple) else "a player" if is_player(other) else f"the {other}"
        yield f"compared with {form}, {task.kind}, {task.judged}"
    elif getattr(task, "judged", "end") == "when_reached":
        yield f"{task.kind} when reached"


_COUNTING = ("tricks", "cards", "leads", "row")
VARIANTS = tuple(
    [
        f"{kind} of {owner}"
        for kind in KINDS
        for owner in ("player", "crew", "everybody", "free")
        if (kind, owner) != ("row", "crew")
    ]
    + [f"{member} in {kind}" for member in MEMBERS for kind in ("all", "any")]
    + [f"{kind} {bound}" for kind in _COUNTING for bound in ("exactly", "at_least", "at_most")]
    + [f"{kind} when reached" for kind in _COUNTING]
    + [f"filter {name}" for name in MIXED]
    + [f"{kind} with numbers" for kind in _COUNTING[:3]]
    + [
        f"compared with {form}, {kind}, {judged}"
        for form in ("the leader", "the others", "a player", "a list")
        for kind in ("tricks", "cards")
        for judged in ("end", "always")
        if (form, kind) != ("a list", "tricks")
    ]
    + [f"{what}, {mode}" for what in ("free tasks", "free tasks and free objectives") for mode in MODES]
    + [
        "comparison in all",
        "comparison in any",
        "compared with himself",
        "compared with himself in all",
        "compared with himself in any",
        "an empty list",
        "number last",
        "number beyond T",
        "a negative difference",
        "several free tasks",
        "position within a trick",
        "position between tricks",
        "objectives and tasks",
        "tasks alone",
        "free leader",
    ]
)
"""All variants the mix is to contain."""
