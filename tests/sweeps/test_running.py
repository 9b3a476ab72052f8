"""A sweep asks every deal once, wherever it is interrupted; what kills a process is found, and nothing else is lost."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.base.errors import BugFound, InvalidInstance
from crewsat.sweeps.batch import Done, Open, Task, decide_batch, nothing_known
from crewsat.sweeps.engines import Local, Lost
from crewsat.sweeps.packing import answers_in, numbers_in, packed_answers, packed_numbers
from crewsat.sweeps.plan import Plan, plan_of
from crewsat.sweeps.running import Run
from crewsat.sweeps.store import Store
from crewsat.sweeps.summary import cell_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from crewsat.workers.pool import Pause

SMALL = {"suits": 2, "values": 4, "trumps": 0, "players": "2,3", "objectives": "1-3"}


def no_versions() -> str:
    return "{}"


class Here:
    """Works on tasks in this process, several at a time as far as their order goes.

    Args:
        kills: seeds whose batch is lost.
        slow: seeds that are undecided with the quick limit.
        most: after so many tasks, the run is interrupted.
    """

    workers = 3

    def __init__(self, *, kills: Iterable[int] = (), slow: Iterable[int] = (), most: int | None = None) -> None:
        self.kills, self.slow, self.most = {*kills}, {*slow}, most
        self.asked: list[int] = []
        self.alone: list[int] = []

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]:
        """Take three tasks where there are some, and return them in any order."""
        source = iter(tasks)
        taken: list[Task] = []
        order = random.Random(5)
        while True:
            while len(taken) < 3 and isinstance(task := next(source, None), Task):
                taken.append(task)
            if not taken:
                return
            if self.most is not None and len(self.asked) >= self.most:
                raise KeyboardInterrupt
            task = taken.pop(order.randrange(len(taken)))
            self.asked += task.seeds
            self.alone += [task.first] if task.deals == 1 else []
            yield task, self._found(task), 10**8

    def _found(self, task: Task) -> Done | Lost:
        if self.kills & {*task.seeds}:
            return Lost("crash")
        done = decide_batch(task)
        late = {
            k: Open("time", task.time_limit)
            for k, seed in enumerate(task.seeds)
            if seed in self.slow and task.time_limit < 60
        }
        answers = ["unknown" if k in late else one for k, one in enumerate(answers_in(done.answers, task.deals))]
        return done._replace(answers=packed_answers(answers), open=late)


class Few(Here):
    """Says of each deal that it took two milliseconds, and was won."""

    def _found(self, task: Task) -> Done:
        answers = packed_answers(["yes"] * task.deals)
        return Done(answers, bytes(task.deals), {}, {}, {}, {}, {}, 0.002 * task.deals, 0.002 * task.deals)


class Odd(Here):
    """Works on many batches at once, and returns those with the fewest wins last: lost deals take longer."""

    workers = 32

    def run(self, tasks: Iterable[Task | Pause]) -> Iterator[tuple[Task, Done | Lost, int]]:
        """Take as many tasks as there are workers, and return the one with most wins."""
        source = iter(tasks)
        taken: list[tuple[int, Task, Done]] = []
        while True:
            while len(taken) < self.workers and isinstance(task := next(source, None), Task):
                found = decide_batch(task)
                taken.append((answers_in(found.answers, task.deals).count("no"), task, found))
            if not taken:
                return
            best = min(taken, key=lambda one: one[0] / one[1].deals)
            taken.remove(best)
            yield best[1], best[2], 10**8


def small(**more: object) -> Plan:
    return plan_of({"game": "crew", "cells": SMALL, "deals": 150, **more})


def answers(store: Store, plan: Plan) -> list[list[str]]:
    """The answers of every cell, in the order of the seeds; no seed is there twice."""
    found = []
    for k in range(len(plan.cells.cells)):
        rows = [*store.rows(k)]
        seeds = [seed for row in rows for seed in range(row.first, row.first + row.deals)]
        assert seeds == [*range(seeds[0], seeds[0] + len(seeds))]
        found.append([one for row in rows for one in answers_in(row.done.answers, row.deals)])
    return found


def expected(plan: Plan, seeds: Iterable[int]) -> list[list[str]]:
    return [[crewsat.decide(cell.generator.with_seed(seed)).answer for seed in seeds] for cell in plan.cells.cells]


@pytest.fixture(scope="module")
def right() -> list[list[str]]:
    return expected(small(), range(150))


def test_every_deal_is_asked_once(tmp_path: Path, right: list[list[str]]) -> None:
    plan, engine = small(), Here()
    with Store(tmp_path / "s", alone=True) as store:
        run = Run(plan, store, no_versions)
        assert [*run.go(engine)]
        assert answers(store, plan) == right
        assert len(engine.asked) == 150 * len(plan.cells.cells)
        for k, of_cell in enumerate(right):
            assert run.count(k) == (of_cell.count("yes"), of_cell.count("no"), 0, "exact", 0)


def test_many_workers_get_longer_batches(tmp_path: Path) -> None:
    """So that the coordinator, which writes each batch to disk, keeps up."""
    longest = []
    for workers in (3, 100_000):
        plan, engine = plan_of({"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 40_000}), Few()
        engine.workers = workers
        with Store(tmp_path / str(workers), alone=True) as store:
            longest.append(max(row.deals for row in Run(plan, store, no_versions).go(engine)))
    assert longest[0] < 2_000
    assert longest[1] > 5_000


def test_it_goes_on_where_it_was_interrupted(tmp_path: Path, right: list[list[str]]) -> None:
    plan = small()
    for most in (1, 50, 200, 100):
        with Store(tmp_path / "s", alone=True) as store, pytest.raises(KeyboardInterrupt):
            [*Run(plan, store, no_versions).go(Here(most=most))]
    with Store(tmp_path / "s", alone=True) as store:
        [*Run(plan, store, no_versions).go(Here())]
        assert answers(store, plan) == right
        again = Here()
        assert not [*Run(plan, store, no_versions).go(again)]
        assert not again.asked


@pytest.mark.parametrize("most", [200, None])
def test_the_order_of_the_values_does_not_matter(tmp_path: Path, right: list[list[str]], most: int | None) -> None:
    """A store has an order of its cells, and the same command may give another one."""
    plan = small()
    with Store(tmp_path / "s", alone=True) as store:
        try:
            [*Run(plan, store, no_versions).go(Here(most=most))]
        except KeyboardInterrupt:
            assert most is not None
        turned = plan_of({"game": "crew", "deals": 150, "cells": {**SMALL, "players": "3,2", "objectives": "3,1-2"}})
        assert [cell.name for cell in turned.cells.cells] != [cell.name for cell in plan.cells.cells]
        run = Run(turned, store, no_versions)
        [*run.go(Here())]
        assert answers(store, plan) == right
        for k, cell in enumerate(run.plan.cells.cells):
            assert cell == plan.cells.cells[k]
            assert run.count(k).yes == right[k].count("yes")


def test_what_kills_a_process_is_found(tmp_path: Path, right: list[list[str]]) -> None:
    """A deal is given up after three deaths, at first and again with the whole limit; no other deal is touched."""
    plan, engine = small(), Here(kills=(7, 130))
    with Store(tmp_path / "s", alone=True) as store:
        [*Run(plan, store, no_versions).go(engine)]
        found = answers(store, plan)
        reasons = {one.reason for row in store.rows() for one in row.done.open.values()}
    for of_cell, own in zip(found, right, strict=True):
        assert of_cell == ["unknown" if seed in {7, 130} else one for seed, one in enumerate(own)]
    assert reasons == {"crash"}
    assert [engine.alone.count(seed) for seed in (7, 130)] == [2 * 3 * len(right)] * 2


def test_deals_that_take_long_are_asked_again_at_the_end(tmp_path: Path, right: list[list[str]]) -> None:
    plan, slow = small(), (3, 4, 77)
    with Store(tmp_path / "s", alone=True) as store:
        engine = Here(slow=slow)
        run = Run(plan, store, no_versions)
        [*run.go(engine)]
        assert answers(store, plan) == right
        assert all(run.count(k).unknown == 0 for k in range(len(right)))
        assert sorted(engine.asked[-len(slow) * len(right) :]) == sorted(slow * len(right))
        assert not [*Run(plan, store, no_versions).go(Here())]


def test_a_half_width_has_a_pilot_whose_deals_do_not_count(tmp_path: Path) -> None:
    cells = {**SMALL, "players": 3, "objectives": 2}
    plan = plan_of({"game": "crew", "cells": cells, "half_width": 0.05, "seed_from": 40})
    with Store(tmp_path / "s", alone=True) as store:
        run = Run(plan, store, no_versions)
        assert run.count(0).left is None
        [*run.go(Here())]
        (found,) = answers(store, plan)
        count = run.count(0)
        assert (count.unknown, count.interval, count.left) == (0, "stopped", 0)
        assert count.deals == len(found) - 1_000
        assert count.yes == found[1_000:].count("yes")


def test_thresholds_are_what_asking_every_number_finds(tmp_path: Path) -> None:
    cells = {"suits": 2, "values": 4, "trumps": 0, "players": 3, "objectives": "threshold 1-8"}
    plan = plan_of({"game": "crew", "cells": cells, "deals": 60})
    with Store(tmp_path / "s", alone=True) as store:
        [*Run(plan, store, no_versions).go(Here())]
        found = [n for row in store.rows() for n in numbers_in(*row.done.quantities["threshold"])]
    for seed, most in enumerate(found):
        wins = [
            crewsat.decide(crewsat.RandomDeal(3, objectives, 2, 4, 0).with_seed(seed)).answer
            for objectives in range(1, 9)
        ]
        assert wins == ["yes"] * (most or 0) + ["no"] * (8 - (most or 0))
    assert len({*found}) == 3


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"deals": 151}, "deals: the store has 150, not 151"),
        ({"seed_from": 1}, "seed_from: the store has 0, not 1"),
        ({"level": 0.9}, "level: the store has 0.95, not 0.9"),
        (
            {"cells": {**SMALL, "players": "3,4"}},
            r"the store has 3 cells that are not here \(players=2,.*\); here are 3 .* not there \(players=4,.*\)",
        ),
    ],
)
def test_another_sweep_is_refused(tmp_path: Path, other: dict[str, object], message: str) -> None:
    """And the store is not changed by it."""
    with Store(tmp_path / "s", alone=True) as store:
        Run(small(), store, no_versions)
        given = {"game": "crew", "cells": SMALL, "deals": 150, **other}
        with pytest.raises(InvalidInstance, match=message):
            Run(plan_of(given, time_limit=120.0), store, no_versions)
        Run(small(), store, no_versions)


def test_what_was_known_of_a_deal_stays_known(tmp_path: Path) -> None:
    """If only a quantity was open, and the second try is lost; a contradiction is a bug."""
    cells = {**SMALL, "players": 3, "objectives": 2}
    plan = plan_of({"cells": cells, "deals": 20, "quantities": {"fewest_tricks": True}})

    class Second(Here):
        def _found(self, task: Task) -> Done | Lost:
            if task.time_limit >= 60:
                return self.second(task)
            late = {k: Open("time", task.time_limit) for k, seed in enumerate(task.seeds) if seed in {4, 5}}
            return decide_batch(task)._replace(open=late)

        def second(self, _task: Task) -> Done | Lost:
            return Lost("memory")

    class Wrong(Second):
        def second(self, task: Task) -> Done:
            done = decide_batch(task)
            (answer,) = answers_in(done.answers, 1)
            return done._replace(answers=packed_answers(["no" if answer == "yes" else "yes"]))

    with Store(tmp_path / "a", alone=True) as store:
        [*Run(plan, store, no_versions).go(Second())]
        assert answers(store, plan) == expected(plan, range(20))
    message = r"players=3,.*, seed [45], asked twice: answer .*; the deal: crewsat generate crew .* --seed [45]"
    with Store(tmp_path / "b", alone=True) as store, pytest.raises(BugFound, match=message):
        [*Run(plan, store, no_versions).go(Wrong())]


@pytest.mark.processes
def test_workers_find_the_same(tmp_path: Path, right: list[list[str]]) -> None:
    plan = small()
    for jobs in (1, 2):
        with Store(tmp_path / str(jobs), alone=True) as store:
            [*Run(plan, store, no_versions).go(Local(jobs))]
            assert answers(store, plan) == right


def test_while_it_runs_deals_count_in_the_order_of_their_seeds(tmp_path: Path) -> None:
    """Else those would that were decided first, and easy deals are decided first."""
    plan = plan_of({"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 800})
    (right,) = expected(plan, range(800))
    behind = 0
    with Store(tmp_path / "s", alone=True) as store:
        run = Run(plan, store, no_versions)
        for _ in run.go(Odd()):
            (span, *ahead) = store.spans(0).spans
            count = run.count(0)
            number = span.end if span.first == 0 else 0
            behind += bool(ahead)
            assert count.deals == number
            assert count.yes == right[:number].count("yes")
            cell = cell_in(store, 0)
            assert (cell.answers["yes"], cell.answers.total(), cell.interval) == (count.yes, number, count.interval)
    assert behind > 3


def test_a_longer_limit_asks_again_and_a_shorter_one_is_another_sweep(tmp_path: Path, right: list[list[str]]) -> None:
    given = {"game": "crew", "cells": SMALL, "deals": 150}
    with Store(tmp_path / "s", alone=True) as store:
        [*Run(plan_of(given, time_limit=5.0), store, no_versions).go(Here(slow=(3, 77), kills=(9,)))]
        assert {place for row in store.rows() for place in row.done.open} != set()
        with pytest.raises(InvalidInstance, match=r"time_limit: the store has 5\.0, not 4\.0"):
            Run(plan_of(given, time_limit=4.0), store, no_versions)
        engine = Here()
        [*Run(plan_of(given, time_limit=60.0), store, no_versions).go(engine)]
        assert {*engine.asked} == {3, 9, 77}
        assert answers(store, plan_of(given)) == right
        assert not [*Run(plan_of(given, time_limit=60.0), store, no_versions).go(Here())]
        with pytest.raises(InvalidInstance, match=r"time_limit: the store has 60\.0, not 5\.0"):
            Run(plan_of(given, time_limit=5.0), store, no_versions)


def test_deals_that_were_asked_again_are_not_asked_once_more(tmp_path: Path) -> None:
    """Also if the run is interrupted among them, and some stay undecided."""

    class Stopped(Here):
        def _found(self, task: Task) -> Done | Lost:
            if task.time_limit >= 60:
                alone.append(task.first)
                if len(alone) in {3, 6}:
                    raise KeyboardInterrupt
                return nothing_known(task, "time")
            return super()._found(task)

    alone: list[int] = []
    plan = plan_of({"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 60})
    with Store(tmp_path / "s", alone=True) as store:
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                [*Run(plan, store, no_versions).go(Stopped(slow=range(0, 60, 6)))]
        [*Run(plan, store, no_versions).go(Stopped())]
        assert len(alone) == 10 + 2  # two were interrupted
        assert not [*Run(plan, store, no_versions).go(Stopped())]


def test_the_number_of_deals_does_not_depend_on_how_fast_they_are(tmp_path: Path) -> None:
    plan = plan_of({"cells": {**SMALL, "players": 3, "objectives": 2}, "half_width": 0.1})
    numbers = set()
    for k, slow in enumerate(((), range(0, 1_000, 25))):
        with Store(tmp_path / str(k), alone=True) as store:
            run = Run(plan, store, no_versions)
            [*run.go(Here(slow=slow))]
            numbers.add(run.count(0).deals)
    assert len(numbers) == 1


def test_a_quantity_that_was_not_found_is_asked_for_again(tmp_path: Path) -> None:
    plan = plan_of(
        {"cells": {**SMALL, "players": 3, "objectives": 2}, "deals": 40, "quantities": {"fewest_tricks": True}}
    )

    class Hasty(Here):
        def _found(self, task: Task) -> Done | Lost:
            done = decide_batch(task)
            if task.time_limit >= 60:
                return done
            late = {k: Open("time", task.time_limit) for k, seed in enumerate(task.seeds) if seed in {4, 5}}
            numbers = [None if k in late else n for k, n in enumerate(numbers_in(*done.quantities["fewest_tricks"]))]
            return done._replace(open=late, quantities={"fewest_tricks": packed_numbers(numbers)})

    found = []
    for name, engine in (("a", Here()), ("b", Hasty())):
        with Store(tmp_path / name, alone=True) as store:
            [*Run(plan, store, no_versions).go(engine)]
            found.append([n for row in store.rows() for n in numbers_in(*row.done.quantities["fewest_tricks"])])
    assert found[0] == found[1]
