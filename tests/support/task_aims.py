"""Small deals aimed at one kind of task each: one task, little else, and a bound at which the answer changes.

A mix of everything seldom makes one thing decide: of 6,000 mixed instances, 51 had a bound on the longest run of tricks
and none showed that it was one too large. Here each *aim* is a kind of task with one thing that may be said of it (a
bound, a field, an owner, a member), and each instance has one such task. It often has a second one that pulls the other
way, and its number is where the answer changes from yes to no, so that a number that is wrong by one is noticed.

Aims are read from the fields of the kinds. A new kind needs nothing here unless it has a field that is new: then
`FORMS` says what may stand in it.
"""

from __future__ import annotations

import random
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.exhaustive import search
from crewsat.games.crew.assignment import MODES
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.tasks import KINDS, MEMBERS
from tests.support.random_tasks import random_filter, some_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from crewsat.games.crew.assignment import Mode

    Form = Callable[[random.Random, Crew, dict[str, Any]], Any]
    """Makes what stands in a field of a task, of which owner and other fields are given."""

OF_ALL = {"owner", "kind", "id", "of"}
BOUNDS = ("exactly", "at_least", "at_most")
TRIES = 10
"""How many deals are looked at for one with the answer that is wanted."""
OWNERS = ("crew", "everybody", "free")
FROM_BOTH_SIDES = ("each_of", "as_many", "total")
"""Filters of which a formula says with several clauses that a trick fits, and that it does not."""


def _cards(rng: random.Random, deal: Crew, _task: dict[str, Any]) -> list[str]:
    return some_cards(rng, deal) or [str(card) for card in deal.dealt[0][:1]]


def _numbers(rng: random.Random, deal: Crew, _task: dict[str, Any]) -> list[int | str]:
    return list(dict.fromkeys(rng.choices(("last", *range(1, deal.tricks + 1)), k=rng.choice((1, 2, 2, 3)))))


def _filter(name: str) -> Form:
    return lambda rng, deal, _task: random_filter(rng, deal, name)


def _most_cards(rng: random.Random, deal: Crew, _task: dict[str, Any]) -> list[list[str]]:
    """Two lists of most cards: a trick of four may have one and one, one and two, or two and two."""
    cards = [str(card) for hand in deal.dealt for card in hand]
    some = rng.sample(cards, len(cards) - rng.randint(0, 1))
    return [some[::2], some[1::2]]


def _each_of(rng: random.Random, deal: Crew, _task: dict[str, Any]) -> list[list[str]]:
    """Two lists of two or more cards, of which a trick often has one of each; seldom one list or three."""
    cards = [str(card) for hand in deal.dealt for card in hand]
    return [rng.sample(cards, rng.randint(2, len(cards) // 3 + 1)) for _ in range(rng.choice((1, 2, 2, 2, 3)))]


def _total(*bounds: str) -> Form:
    def made(rng: random.Random, deal: Crew, _task: dict[str, Any]) -> dict[str, int]:
        totals = sorted(sum(rng.choice(hand).value for hand in deal.dealt) for _ in BOUNDS[1:])
        return dict(zip(BOUNDS[1:], totals, strict=True)) if len(bounds) == 2 else {bounds[0]: totals[0]}

    return made


def _rival(rng: random.Random, deal: Crew, task: dict[str, Any]) -> int:
    return rng.choice([player for player in range(1, deal.players + 1) if player != task["owner"]])


FORMS: dict[str, dict[str, Form]] = {
    "cards": {"": _cards},
    "numbers": {"": _numbers},
    "won_with": {"": _filter("won_with")},
    "beating": {"": _filter("beating")},
    "only": {"": _filter("only")},
    "as_many": {"few cards": _filter("as_many"), "most cards": _most_cards},
    "led": {"": _filter("led")},
    "each_of": {"": _each_of},
    "total": {
        "at least": _total("at_least"),
        "at most": _total("at_most"),
        "between": _total("at_least", "at_most"),
    },
    "trick": {
        "number": lambda rng, deal, _task: rng.randint(1, deal.tricks),
        "last": lambda _rng, _deal, _task: "last",
    },
    "compared_with": {
        "leader": lambda _rng, _deal, _task: "leader",
        "others": lambda _rng, _deal, _task: "others",
        "player": _rival,
        "cards": lambda rng, deal, task: some_cards(rng, deal, besides=task["cards"]),
    },
}
"""By field of tasks: the forms of what stands in it, by name. A new field of a kind is added here.

Fields are filled in this order: what a list is compared with depends on the list.
"""


@dataclass(frozen=True)
class Aim:
    """What instances are aimed at: a kind of task, and what must be said of it; anything else is as it comes."""

    kind: str
    field: str = ""
    form: str = ""
    bound: str = ""
    judged: str = ""
    owner: str = ""
    member: str = ""
    assignment: Mode | None = None

    def __str__(self) -> str:
        owner = self.owner and f"of {self.owner}"
        member = self.member and f"with {self.member}"
        shared = f"and objectives shared out by {self.assignment}" if self.assignment else ""
        words = (self.kind, self.field, self.form, self.bound, self.judged, owner, member, shared)
        return " ".join(word for word in words if word)


def fields_of(kind: str) -> dict[str, dict[str, Form]]:
    """What may stand in the fields of a kind that are not the same for all kinds.

    Raises:
        LookupError: if nobody has said that of a field.
    """
    names = [name for name in KINDS[kind].fields if name not in {*OF_ALL, *BOUNDS, "judged"}]
    for name in names:
        if name not in FORMS:
            raise LookupError(f"no instances are aimed at the field '{name}' of '{kind}': add it to {__name__}.FORMS")
    forms = {name: FORMS[name] for name in FORMS if name in names}
    if "compared_with" in forms and "cards" not in names:
        forms["compared_with"] = {name: form for name, form in FORMS["compared_with"].items() if name != "cards"}
    return forms


def aims() -> Iterator[Aim]:
    """Yield all aims: of each kind the bounds, forms of its fields, owners, and members; and ways of sharing out."""
    for kind, task in KINDS.items():
        if "exactly" in task.fields:
            yield from (Aim(kind, bound=bound) for bound in BOUNDS)
            yield Aim(kind, bound="exactly", judged="when_reached")
        for field, forms in fields_of(kind).items():
            for form in forms:
                if field in FROM_BOTH_SIDES:
                    yield from (Aim(kind, field, form, bound) for bound in BOUNDS[1:])
                else:
                    yield Aim(kind, field, form)
                if field == "compared_with":
                    yield from (Aim(kind, field, form, bound, judged="always") for bound in BOUNDS[1:])
        yield from (Aim(kind, owner=owner) for owner in OWNERS if (kind, owner) != ("row", "crew"))
        if "of" in task.fields:
            yield from (Aim(kind, member=member) for member in MEMBERS)
    yield from (Aim("tricks", owner="free", assignment=mode) for mode in MODES)


AIMS = {str(aim): aim for aim in aims()}
"""All aims by name."""


SIZES = {
    "": ((2, 3), (2, 3), (2, 3), (2, 4), (2, 4), (3, 2), (3, 2)),
    "others": ((2, 3), (3, 2), (3, 3), (3, 3)),
    "shared out": ((2, 3), (3, 2), (3, 3), (3, 3), (3, 3)),
    "most cards": ((2, 3), (2, 4), (4, 2), (4, 2)),
}
"""By form: how many players and tricks there are. All plays can be tried.

With two players there are no others but one; with fewer than four no trick has two cards of both lists. Of three
players one may take none of four goals, though nobody takes more than in an even share.
"""


def aimed(name: str, seed: int) -> tuple[Crew, bool]:
    """A small deal with a task that an aim asks for, and whether it is won; even seeds are won if any can be."""
    rng = random.Random(f"{name} {seed}")
    for attempt in range(TRIES):
        instance, won = _aimed(rng, AIMS[name], wanted=seed % 2 == 0)
        if won == (seed % 2 == 0) or attempt == TRIES - 1:
            break
    return instance, won


def _aimed(rng: random.Random, aim: Aim, *, wanted: bool) -> tuple[Crew, bool]:
    others: list[dict[str, Any]] = []
    deal = _deal(rng, SIZES.get("shared out" if aim.assignment else aim.form, SIZES[""]))
    if aim.assignment:
        deal, others = _shared_out(rng, aim.assignment, deal)
    owner = _owner(rng, aim, deal)
    task = {"owner": owner, **_task(rng, aim, deal, owner)}
    others = others or _others(rng, aim, deal, owner)
    counting = task["of"][0] if "of" in task else task
    bound = next((name for name in BOUNDS if name in counting), None)

    def with_number(number: int) -> Crew:
        changed = counting | ({bound: number} if bound else {})
        whole = task | {"of": [changed, *task["of"][1:]]} if "of" in task else changed
        return _with(deal, [whole, *others])

    if bound is None:
        instance = with_number(0)
        return instance, search(instance) is not None
    most = max(deal.tricks, len(counting.get("cards", ()))) + 1
    least = -most if "compared_with" in counting else 0
    return _where_it_changes(rng, with_number, range(least, most + 1), wanted=wanted)


def _deal(rng: random.Random, sizes: Sequence[tuple[int, int]]) -> Crew:
    players, tricks = rng.choice(sizes)
    suits = "abc"[: rng.choice((1, 2, 2, 3))]
    cards = [f"{suit}{value}" for suit in suits for value in range(1, players * tricks // len(suits) + 2)]
    rng.shuffle(cards)
    hands = [cards[k * tricks : (k + 1) * tricks] for k in range(players)]
    if rng.random() < 0.15 and len(cards) > players * tricks:
        hands[rng.randrange(players)].append(cards[-1])
    leader = rng.randint(1, players) if rng.random() < 0.8 else None
    trump = rng.choice(suits) if rng.random() < 0.25 else None
    return Crew(hands=hands, leader=leader, trump=trump, suits=list(suits) if trump else None)


def _shared_out(rng: random.Random, mode: Mode, deal: Crew) -> tuple[Crew, list[dict[str, Any]]]:
    """The deal with free objectives, and free tasks; often there is one goal more than players."""
    goals = rng.choice((1, 2, deal.players, deal.players, deal.players))
    cards = [str(card) for hand in deal.dealt for card in hand]
    objectives = rng.sample(cards, rng.randint(0, goals))
    numbers = [rng.randint(0, deal.tricks) for _ in range(goals - len(objectives))]
    tasks = [{"owner": None, "kind": "tricks", rng.choice(BOUNDS): number} for number in numbers]
    return _with(deal, (), objectives, mode), tasks


def _owner(rng: random.Random, aim: Aim, deal: Crew) -> Any:  # noqa: ANN401 - as in a file
    if aim.owner:
        return None if aim.owner == "free" else aim.owner
    return rng.randint(1, deal.players)


def _task(rng: random.Random, aim: Aim, deal: Crew, owner: object) -> dict[str, Any]:
    if "of" not in KINDS[aim.kind].fields:
        return _member(rng, aim, deal, owner)
    kinds = [kind for kind in MEMBERS if (kind, owner) != ("row", "crew")]
    first, second = aim.member or rng.choice(kinds), rng.choice(kinds)
    return {"kind": aim.kind, "of": [_member(rng, Aim(kind), deal, owner) for kind in (first, second)]}


def _member(rng: random.Random, aim: Aim, deal: Crew, owner: object) -> dict[str, Any]:
    """A task without its owner, and with any number."""
    task: dict[str, Any] = {"kind": aim.kind}
    for field, forms in fields_of(aim.kind).items():
        if field == aim.field:
            task[field] = forms[aim.form](rng, deal, {"owner": owner, **task})
        elif KINDS[aim.kind].fields[field].default is MISSING:
            task[field] = rng.choice(list(forms.values()))(rng, deal, {"owner": owner, **task})
    if "exactly" in KINDS[aim.kind].fields:
        task[aim.bound or rng.choice(BOUNDS)] = rng.choice((0, 1, 1, 2, 2, 3))
    return task | ({"judged": aim.judged} if aim.judged else {})


def _others(rng: random.Random, aim: Aim, deal: Crew, owner: object) -> list[dict[str, Any]]:
    """Often a task that pulls the other way, which can be met: its owner wins some tricks, or it has members, too."""
    if rng.random() < 0.3:
        return []
    player = owner if isinstance(owner, int) and rng.random() < 0.7 else rng.randint(1, deal.players)
    other: dict[str, Any] = {"owner": player, "kind": "tricks", "at_least": rng.randint(1, deal.tricks)}
    if "of" in KINDS[aim.kind].fields and rng.random() < 0.5:
        other = {"owner": player, **_task(rng, Aim(aim.kind), deal, player)}
    return [other] if search(_with(deal, [other])) is not None else []


def _with(
    deal: Crew, tasks: Sequence[dict[str, Any]], free: Sequence[str] | None = None, assignment: Mode | None = None
) -> Crew:
    """The deal with these tasks; with these free objectives, too, or with its own."""
    return Crew(
        hands=deal.hands,
        leader=deal.leader,
        trump=deal.trump,
        suits=deal.suits,
        objectives=deal.objectives if free is None else [{"card": card, "owner": None} for card in free],
        assignment=assignment or deal.assignment,
        tasks=tasks,
    )


def _where_it_changes(
    rng: random.Random, with_number: Callable[[int], Crew], numbers: Sequence[int], *, wanted: bool
) -> tuple[Crew, bool]:
    """The instance with a number at which the answer is another one than at the next; any if there is none."""
    asked: dict[int, tuple[Crew, bool]] = {}

    def ask(number: int) -> tuple[Crew, bool]:
        if number not in asked:
            instance = with_number(number)
            asked[number] = instance, search(instance) is not None
        return asked[number]

    first = rng.choice(numbers)
    for way in rng.sample((1, -1), 2):
        number = first
        while number + way in numbers:
            here, there = ask(number), ask(number + way)
            if here[1] != there[1]:
                return here if here[1] == wanted else there
            number += way
    return ask(first)
