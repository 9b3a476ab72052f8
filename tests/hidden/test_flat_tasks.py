"""Tasks as integers against the tasks themselves, and the kernel against both, on random plays."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.games.crew.deep_sea import deep_sea_tasks
from crewsat.games.crew.deep_sea_deals import DeepSeaDeal
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.mission_deals import MissionDeal
from crewsat.games.crew.missions import planet_nine_missions
from crewsat.games.crew.task import Seats, Taken
from crewsat.games.crew.tasks import KINDS
from crewsat.games.crew.tricks import legal_cards, winner_of
from crewsat.games.crew.watching import Watch
from crewsat.hidden.flat_conditions import CREW, EVERYBODY, Effect
from crewsat.hidden.flat_tasks import MOST_NUMBERS, MOST_TASKS, FlatTasks
from tests.support.kernel import KINDS as KERNELS
from tests.support.kernel import kernel_in_use
from tests.support.random_instances import small_crew
from tests.support.random_tasks import APART, VARIANTS, described_tasks, random_filter, random_task

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.crew.task import Task

SEATS = (3, 4, 5)


def played_at_random(deal: Crew, rng: random.Random) -> list[Taken]:
    """The tricks of a random play of a whole deal, whatever it loses."""
    hands = [set(hand) for hand in deal.dealt]
    leader, tricks = deal.leader or rng.randint(1, deal.players), []
    for number in range(1, deal.tricks + 1):
        cards: list[Any] = []
        for k in range(deal.players):
            hand = hands[(leader - 1 + k) % deal.players]
            cards.append(rng.choice(legal_cards(sorted(hand), cards[0].suit if cards else None)))
            hand.remove(cards[-1])
        winner = winner_of(leader, cards, deal.trump)
        tricks.append(Taken(number, number == deal.tricks, leader, winner, cards))
        leader = winner
    return tricks


class Both:
    """A play of the tasks of a deal, watched as they are and as integers."""

    def __init__(self, deal: Crew, tricks: Sequence[Taken]) -> None:
        self.deal, self.tricks = deal, tricks
        self.leader = tricks[0].leader
        cards = sorted(card for hand in deal.dealt for card in hand)
        self.cards = {card: number for number, card in enumerate(cards)}
        self.flat = FlatTasks.of(deal.tasks, deal.players, deal.tricks, self.leader - 1, cards)

    def numbers(self, trick: Taken) -> tuple[int, int, int, list[int]]:
        """A trick as integers."""
        return trick.number, trick.leader - 1, trick.winner - 1, [self.cards[card] for card in trick.cards]

    def standings(self) -> list[tuple[int, ...]]:
        """Before the first trick, and after each."""
        found = [self.flat.start]
        for trick in self.tricks:
            found.append(self.flat.after(found[-1], *self.numbers(trick)))
        return found

    def said(self, number: int) -> str:
        """What was compared, to be pasted into a test."""
        played = [" ".join(map(str, trick.cards)) for trick in self.tricks]
        return f"after {number} tricks of {played}: {self.deal.to_json()}"

    def outcomes(self) -> list[str]:
        """Compare all standings; return for each task whether it was lost, met for good, met at the end, or unmet."""
        watch, seats = Watch(self.deal), Seats(self.deal.players, self.leader)
        states = watch.start(self.leader)
        outcomes = [""] * len(self.deal.tasks)
        for number, standing in enumerate(self.standings()):
            if number:
                states = watch.after(states, self.tricks[number - 1], self.leader)
            assert self.flat.lost(standing) == (watch.lost(states, self.leader) is not None), self.said(number)
            for ended in (False, True):
                unmet = watch.unmet(states, self.leader, ended=ended)
                assert self.flat.met(standing, ended=ended) == (not unmet), self.said(number)
            last = number == self.deal.tricks
            for k, (task, state) in enumerate(zip(watch.tasks, states, strict=True)):
                goal = self.flat.goals[k]
                assert goal.lost(standing) == task.lost(state, seats), self.said(number)
                assert goal.met(standing, ended=False) == task.secured(state, seats), self.said(number)
                assert goal.met(standing, ended=True) == task.met(state, seats), self.said(number)
                outcomes[k] = outcomes[k] or _outcome(task, state, seats, last=last)
        return outcomes

    def twins_agree(self, compiled: Any) -> Counter[str]:  # noqa: ANN401 - a module without types
        """Compare the kernel with Python; return how often each effect was seen."""
        rng = random.Random(str(self.flat.code))
        there = compiled.Tasks(self.flat.code)
        standings = self.standings()
        assert there.start() == list(standings[0])
        seen: Counter[str] = Counter()
        for standing, trick in zip(standings, [*self.tricks, None], strict=True):
            assert there.lost(standing) == self.flat.lost(standing), self.deal.to_json()
            for ended in (False, True):
                assert there.met(standing, ended) == self.flat.met(standing, ended=ended), self.deal.to_json()
            if trick is None:
                break
            number, leader, winner, cards = self.numbers(trick)
            after = self.flat.after(standing, number, leader, winner, cards)
            assert there.after(standing, number, leader, winner, cards) == list(after), self.deal.to_json()
            taker, some = rng.randrange(self.deal.players), cards[: rng.randint(1, len(cards))]
            for how in ((number, leader, winner, cards), (number, leader, taker, some)):
                effects = self.flat.effect(standing, *how)
                assert there.effect(standing, *how) == list(effects), self.deal.to_json()
                for effect in effects:
                    seen.update(name for name in Effect._fields if getattr(effect, name))
        return seen


def _outcome(task: Task, state: object, seats: Seats, *, last: bool) -> str:
    if task.lost(state, seats):
        return "lost"
    if task.secured(state, seats):
        return "met for good"
    if not last:
        return ""
    return "met at the end" if task.met(state, seats) else "unmet"


def random_deals(seeds: range) -> Iterator[Both]:
    """Random plays of small deals with random tasks of all kinds, none of them free."""
    for seed in seeds:
        rng = random.Random(f"flat tasks {seed}")
        plain = small_crew(seed)
        if not plain.tricks:
            continue
        owners = (*[rng.randint(1, plain.players)] * 3, "crew", "everybody")
        tasks = [random_task(rng, plain, *owners) for _ in range(rng.choice((1, 1, 2, 3)))]
        if rng.random() < 0.3:
            name = rng.choice(APART)
            wanted = {"kind": "tricks", name: random_filter(rng, plain, name), "at_least": 1}
            tasks.append({"owner": rng.choice(owners), **wanted})
        deal = Crew(hands=plain.hands, leader=plain.leader, trump=plain.trump, suits=plain.suits, tasks=tasks)
        yield Both(deal, played_at_random(deal, rng))


DEALS = range(1_200)

APPLY = {
    name for name in VARIANTS if "free" not in name and not name.startswith(("position", "objectives", "tasks alone"))
} | {f"filter {name}" for name in APART}
"""What of the vocabulary of tasks there is besides free ones."""


@pytest.mark.slow
def test_random_tasks_are_judged_alike() -> None:
    found: Counter[tuple[str, bool]] = Counter()
    by_kind: Counter[tuple[str, str]] = Counter()
    for both in random_deals(DEALS):
        outcomes = both.outcomes()
        names = [
            described_tasks(Crew(hands=both.deal.hands, leader=both.leader, tasks=[task])) for task in both.deal.tasks
        ]
        for task, outcome, variants in zip(both.deal.tasks, outcomes, names, strict=True):
            by_kind[task.kind, outcome] += 1
            found.update((name, outcome.startswith("met")) for name in variants)
    for kind in KINDS:
        assert by_kind[kind, "lost"] > 5, kind
        assert by_kind[kind, "met for good"] > 5, kind
        assert by_kind[kind, "unmet"] > 5, kind
    for kind in ("cards", "tricks", "leads", "row", "all", "any"):
        assert by_kind[kind, "met at the end"] > 5, kind
    himself = {"compared with himself", "compared with himself in all"}
    assert {name for name in APPLY if not found[name, True]} == himself
    assert {name for name in APPLY if not found[name, False]} == set()


def _owned(tasks: Sequence[Task], owner: object, prefix: str = "") -> list[Task]:
    return [task.model_copy(update={"owner": owner, "id": f"{prefix}{task.id}"}) for task in tasks]


def deep_sea_plays(players: int, plays: int) -> Iterator[Both]:
    """Plays of each task of Mission Deep Sea, owned by each of the players."""
    for task in deep_sea_tasks():
        for seed in range(plays):
            rng = random.Random(f"{task.number} {seed}")
            deal = DeepSeaDeal(players=players, tasks=(task.number,)).with_seed(seed)
            tasks = [one for owner in range(1, players + 1) for one in _owned(deal.tasks, owner, f"{owner} ")]
            deal = Crew(rules=deal.rules, hands=deal.hands, leader=deal.leader, trump=deal.trump, tasks=tasks)
            yield Both(deal, played_at_random(deal, rng))


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_all_tasks_of_deep_sea_are_judged_alike(players: int) -> None:
    met: Counter[str] = Counter()
    unmet: Counter[str] = Counter()
    for both in deep_sea_plays(players, 3):
        number = both.deal.tasks[0].id.split()[1]
        for outcome in both.outcomes():
            (met if outcome.startswith("met") else unmet)[number] += 1
    assert len(met) > 60
    assert len(unmet) > 90


def mission_plays(plays: int) -> Iterator[Both]:
    """Plays of all missions with tasks, in both readings of mission 46, given out as they say."""
    for mission in planet_nine_missions():
        for unplayed in ("lost", "ignored") if mission.has_two_readings else ("lost",):
            for seed in range(plays):
                dealt = MissionDeal(mission.number, 3 + seed % 3, drafted=True, unplayed=unplayed).with_seed(seed)
                if dealt.tasks:
                    deal = Crew(hands=dealt.hands, leader=dealt.leader, trump=dealt.trump, tasks=dealt.tasks)
                    yield Both(deal, played_at_random(deal, random.Random(seed)))


@pytest.mark.slow
def test_tasks_of_missions_are_judged_alike() -> None:
    outcomes = Counter(outcome for both in mission_plays(30) for outcome in both.outcomes())
    assert min(outcomes[name] for name in ("lost", "met for good", "met at the end", "unmet")) > 10, outcomes


@pytest.fixture(params=KERNELS)
def compiled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, request.param)


@pytest.mark.slow
def test_the_kernel_judges_random_tasks_alike(compiled: Any) -> None:  # noqa: ANN401
    seen: Counter[str] = Counter()
    for both in random_deals(DEALS):
        seen += both.twins_agree(compiled)
    assert min(seen[name] for name in Effect._fields) > 500, seen


@pytest.mark.slow
@pytest.mark.parametrize("players", SEATS)
def test_the_kernel_judges_tasks_of_deep_sea_alike(compiled: Any, players: int) -> None:  # noqa: ANN401
    seen: Counter[str] = Counter()
    for both in deep_sea_plays(players, 2):
        seen += both.twins_agree(compiled)
    assert min(seen[name] for name in Effect._fields) > 100, seen


@pytest.mark.slow
def test_the_kernel_judges_tasks_of_missions_alike(compiled: Any) -> None:  # noqa: ANN401
    seen: Counter[str] = Counter()
    for both in mission_plays(10):
        seen += both.twins_agree(compiled)
    assert min(seen[name] for name in Effect._fields) > 10, seen


@pytest.mark.slow
def test_effects_are_what_changes() -> None:
    """A task is lost or met at most once, and one that is met at the end of the play is met by its last trick."""
    for both in random_deals(range(400)):
        lost, met = Counter[int](), Counter[int]()
        for standing, trick in zip(both.standings(), both.tricks, strict=False):
            for k, effect in enumerate(both.flat.effect(standing, *both.numbers(trick))):
                assert effect.lost + effect.met + max(effect.nearer, effect.spends) <= 1
                lost[k] += effect.lost
                met[k] += effect.met
        start = both.flat.start
        for k, (goal, outcome) in enumerate(zip(both.flat.goals, both.outcomes(), strict=True)):
            assert lost[k] == (outcome == "lost" and not goal.lost(start)), both.deal.to_json()
            at_once = goal.met(start, ended=False)
            assert met[k] == (outcome.startswith("met") and not at_once), both.deal.to_json()


DEAL = Crew(hands=[["a1", "a4", "b1", "b4"], ["a2", "a5", "b2", "b5"], ["a3", "a6", "b3", "b6"]], leader=1, trump=None)
CARDS = tuple(sorted(card for hand in DEAL.dealt for card in hand))


def made_of(**fields: Any) -> Task:  # noqa: ANN401 - of any kind
    """A task that is checked for no deal."""
    return KINDS[fields["kind"]].of_fields(fields)


def flat_of(fields: dict[str, Any]) -> FlatTasks:
    """A task of player 1, or of whom it says."""
    task = Crew(hands=DEAL.hands, tasks=[{"owner": 1, **fields}]).tasks[0]
    return FlatTasks.of([task], 3, 4, 0, CARDS)


TRICKS = {
    1: (0, [0, 1, 2]),  # a1 a2 a3, wherever it is led
    2: (1, [1, 2, 3]),
    3: (2, [8, 9, 10]),
}


@pytest.mark.parametrize(
    ("task", "winners", "expected"),
    [
        ({"kind": "tricks", "at_least": 2}, [0, 0], [(0, 0, 1, 0, 1), (0, 1, 0, 0, 1)]),
        ({"kind": "tricks", "at_least": 2}, [1, 0], [(0, 0, 0, 0, 1), (0, 0, 1, 0, 1)]),
        ({"kind": "tricks", "at_most": 1}, [0, 0], [(0, 0, 0, 1, 0), (1, 0, 0, 0, 0)]),
        ({"kind": "tricks", "exactly": 1}, [0, 0], [(0, 0, 1, 0, 1), (1, 0, 0, 0, 0)]),
        ({"kind": "tricks", "exactly": 1, "judged": "when_reached"}, [0, 0], [(0, 1, 0, 0, 1), (0, 0, 0, 0, 0)]),
        ({"kind": "row", "at_least": 3}, [0, 0, 1], [(0, 0, 1, 0, 1), (0, 0, 1, 0, 1), (0, 0, 0, 1, 1)]),
        ({"kind": "row", "at_least": 3}, [0, 1, 0], [(0, 0, 1, 0, 1), (0, 0, 0, 1, 1), (0, 0, 1, 0, 1)]),
        ({"kind": "row", "at_most": 1}, [0, 1], [(0, 0, 0, 1, 0), (0, 0, 0, 0, 0)]),
        ({"kind": "win_trick", "trick": 2}, [0, 0], [(0, 0, 0, 0, 1), (0, 1, 0, 0, 1)]),
        ({"kind": "win_trick", "trick": 2}, [0, 1], [(0, 0, 0, 0, 1), (1, 0, 0, 0, 1)]),
        ({"kind": "tricks", "compared_with": 2, "at_least": 1}, [0, 1], [(0, 0, 1, 0, 1), (0, 0, 0, 1, 0)]),
        ({"kind": "tricks", "compared_with": "others", "at_most": -1}, [1, 0], [(0, 0, 0, 0, 0), (0, 0, 0, 1, 0)]),
        ({"kind": "any", "of": [{"kind": "win_trick", "trick": 1}, {"kind": "tricks", "at_least": 1}]}, [1, 0],
         [(0, 0, 0, 0, 1), (0, 1, 0, 0, 1)]),
        ({"owner": "everybody", "kind": "tricks", "at_least": 1}, [0, 0], [(0, 0, 1, 0, 1), (0, 0, 0, 0, 1)]),
        ({"owner": "crew", "kind": "cards", "cards": ["a1", "b1"], "at_least": 1}, [2], [(0, 1, 0, 0, 1)]),
    ],
)  # fmt: skip
def test_the_effects_of_tricks(task: dict[str, Any], winners: list[int], expected: list[tuple[int, ...]]) -> None:
    flat = flat_of(task)
    standing, effects = flat.start, []
    for number, winner in enumerate(winners, 1):
        leader, cards = TRICKS[number]
        (effect,) = flat.effect(standing, number, leader, winner, cards)
        effects.append(effect[1:])
        standing = flat.after(standing, number, leader, winner, cards)
    assert effects == expected
    owner = task.get("owner")
    assert flat.owners == (CREW if owner == "crew" else EVERYBODY if owner == "everybody" else 0,)


def test_a_trick_that_has_begun() -> None:
    """Whoever is to win it has no card in it yet: nobody has won with a card."""
    flat = flat_of({"kind": "tricks", "won_with": ["a1", "a4"], "at_least": 1})
    for winner, cards, met in ((0, [0], 1), (1, [0], 0), (0, [0, 1, 2], 1)):
        (effect,) = flat.effect(flat.start, 1, 0, winner, cards)
        assert effect.met == met


def test_tasks_that_count_the_same_share_their_numbers() -> None:
    task: dict[str, Any] = {"kind": "tricks", "won_with": ["a1"]}
    members = [task | {"at_most": 2}, task | {"at_least": 1}]
    assert len(flat_of({"kind": "all", "of": members}).start) == 1
    members[0] = members[0] | {"numbers": [1]}
    assert len(flat_of({"kind": "all", "of": members}).start) == 2


def test_bounds_beyond_any_number() -> None:
    for bound, outcome in (("at_least", "unmet"), ("at_most", "met at the end"), ("exactly", "unmet")):
        tasks: list[dict[str, Any]] = [
            {"owner": 1, "kind": "tricks", bound: 10**9},
            {"owner": 1, "kind": "row", bound: 10**9},
        ]
        tasks += [{"owner": 2, "kind": "tricks", "compared_with": 1, bound: 10**9}]
        tasks += [{"owner": 2, "kind": "tricks", "total": {"at_least": 10**12}, "at_least": 1}]
        deal = Crew(hands=DEAL.hands, leader=1, tasks=tasks)
        assert Both(deal, played_at_random(deal, random.Random(1))).outcomes() == [*[outcome] * 3, "unmet"]


@pytest.mark.parametrize(
    ("task", "why"),
    [
        ({"owner": None, "kind": "tricks", "at_least": 1}, "task1 is free; only tasks with an owner"),
        ({"owner": 4, "kind": "tricks", "at_least": 1}, "task1: there is no player 4"),
        ({"owner": 1, "kind": "tricks", "compared_with": 4, "at_least": 1}, "task1: there is no player 4"),
        ({"owner": 1, "kind": "cards", "cards": ["c1"], "at_least": 1}, "task1: c1 is not in the deck"),
        ({"owner": "crew", "kind": "tricks", "compared_with": "others", "at_least": 1}, "the crew cannot be compared"),
    ],
)
def test_what_is_refused(task: dict[str, Any], why: str) -> None:
    made = made_of(**task, id="task1")
    with pytest.raises(ValueError, match=why):
        FlatTasks.of([made], 3, 4, 0, CARDS)


def test_what_does_not_fit_is_refused() -> None:
    many = [made_of(owner=1, kind="tricks", at_least=1, id=f"task{k}") for k in range(MOST_TASKS + 1)]
    assert len(FlatTasks.of(many[1:], 3, 4, 0, CARDS).start) == 1
    with pytest.raises(ValueError, match="room for 32 tasks, not for 33"):
        FlatTasks.of(many, 3, 4, 0, CARDS)
    for k, task in enumerate(many[1:]):
        numbers = list(range(1, k + 2))
        many[k] = made_of(owner="everybody", kind="tricks", at_least=1, numbers=numbers, id=task.id)
    assert len(FlatTasks.of(many[:16], 8, 40, 0, CARDS).start) == MOST_NUMBERS
    with pytest.raises(ValueError, match="room for 128 numbers that tasks count, not for 136"):
        FlatTasks.of(many[:17], 8, 40, 0, CARDS)
    members = [{"kind": "tricks", "at_least": 1}] * 65
    with pytest.raises(ValueError, match="room for 64 members of a task, not for 65"):
        flat_of({"kind": "all", "of": members})
    with pytest.raises(ValueError, match="room for 64 filters of a task, not for 65"):
        flat_of({"kind": "tricks", "each_of": [["a1"]] * 65, "at_least": 1})
    with pytest.raises(ValueError, match="at most 8 players"):
        FlatTasks.of([], 9, 4, 0, CARDS)
    with pytest.raises(ValueError, match="64 cards"):
        FlatTasks.of([], 3, 4, 0, CARDS * 6)


def test_what_is_no_code_is_refused(compiled: Any) -> None:  # noqa: ANN401
    everything = [both.flat.code for both in random_deals(range(30))]
    for code in everything:
        for cut in range(len(code)):
            with pytest.raises(ValueError, match="code"):
                compiled.Tasks(code[:cut])
        with pytest.raises(ValueError, match="code"):
            compiled.Tasks((*code, 0))
        with pytest.raises(ValueError, match="code"):
            compiled.Tasks((9, *code[1:]))


def test_what_is_no_trick_is_refused(compiled: Any) -> None:  # noqa: ANN401
    flat = flat_of({"kind": "tricks", "at_least": 1})
    tasks, start = compiled.Tasks(flat.code), list(flat.start)
    assert tasks.after(start, 1, 0, 1, [0, 1, 2]) == start
    tricks = ((0, 0, 1, [0, 1, 2]), (5, 0, 1, [0, 1, 2]), (1, 3, 1, [0, 1, 2]), (1, 0, -1, [0, 1, 2]))
    for trick in (*tricks, (1, 0, 1, [0, 1, 12]), (1, 0, 1, [0, 1])):
        with pytest.raises(ValueError, match=r"trick|player|card"):
            tasks.after(start, *trick)
    for standing in ([], [0, 0], [101]):
        with pytest.raises(ValueError, match="standing"):
            tasks.lost(standing)
