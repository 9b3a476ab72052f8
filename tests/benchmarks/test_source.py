"""The graph of a reduction is decided too, and a game that says something else is found out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.engines import table, version_of
from benchmarks.families import make
from benchmarks.measure import measure
from benchmarks.records import record_of
from benchmarks.runner import LocalWorkers
from benchmarks.tables import contradictions
from tests.support.harness import run, written
from tests.support.runs import task

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.records import Record

pytestmark = pytest.mark.usefixtures("here")

SUITE = """
about = "both sides"
passes = 1
engines = ["glucose4", "circuit"]
[[block]]
name = "graphs"
family = "hamiltonian-path"
parameters = { graph = "complete-bipartite", vertices = 8, junk = "hand-size" }
"""


def both_sides(instance: crewsat.Instance) -> list[Record]:
    return [measure(replace(task(table()[name], instance), engine=name)) for name in ("glucose4", "circuit")]


@pytest.mark.slow
@pytest.mark.parametrize(("c", "answer"), [(0.3, "no"), (3.0, "yes")])
def test_both_sides_agree_and_the_record_is_complete(c: float, answer: str) -> None:
    game, source = both_sides(make("hamiltonian-path", {"vertices": 12, "c": c}, 2))
    assert game.answer == source.answer == answer
    assert (game.method, source.method) == ("cnf-tricks", "circuit")
    assert source.checked == ("path" if answer == "yes" else "none")
    known: list[Any] = [source.build_cpu, source.solve_wall, source.conflicts, source.peak_mb]
    assert None not in known
    assert 0 < (source.solve_cpu or 0) <= (source.cpu or 0) < 1, "how long a library loads is nobody's cost"
    assert source.reason is None
    assert record_of(source.as_dict()) == source
    assert contradictions([game, source]) == []


@pytest.mark.slow
@pytest.mark.parametrize(("occurrences", "answer"), [(6.0, "yes"), (30.0, "no")])
def test_both_sides_of_a_formula_agree(occurrences: float, answer: str) -> None:
    instance = make("three-sat", {"variables": 5, "occurrences": occurrences}, 1)
    game, source = (
        measure(replace(task(table()[name], instance), engine=name)) for name in ("copies", "source-formula")
    )
    assert game.answer == source.answer == answer
    assert (game.method, source.method) == ("cnf-copies", "cnf")
    assert source.checked == ("assignment" if answer == "yes" else "none")
    assert contradictions([game, source]) == []


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "answer"), [(0, "no"), (2, "yes")])
def test_both_sides_of_a_quantified_formula_agree(seed: int, answer: str) -> None:
    instance = make("qbf-random", {}, seed)
    names = [name for name in ("positions", "evaluator", "depqbf") if version_of(table()[name])]
    records = [measure(replace(task(table()[name], instance), engine=name)) for name in names]
    assert {record.answer for record in records} == {answer}
    assert [record.method for record in records] == ["positions", "exhaustive", "depqbf"][: len(records)]
    assert {record.checked for record in records[1:]} == {"none"}
    assert contradictions(records) == []


def test_a_formula_is_no_graph() -> None:
    with pytest.raises(crewsat.WrongOption, match="a source needs the graph"):
        measure(task(table()["circuit"], make("three-sat", {}, 0)))
    with pytest.raises(crewsat.WrongOption, match="a source needs the formula"):
        measure(task(table()["source-formula"], make("hamiltonian-path", {}, 0)))
    with pytest.raises(crewsat.WrongOption, match="a source needs the formula"):
        measure(task(table()["evaluator"], make("strings-random", {}, 0)))
    with pytest.raises(crewsat.InvalidInstance, match="is not a list of blocks"):
        measure(task(table()["evaluator"], make("three-sat", {}, 0)))


@pytest.mark.slow
def test_an_instance_without_a_graph_is_refused() -> None:
    with pytest.raises(crewsat.WrongOption, match="a source needs the graph an instance was reduced from"):
        measure(task(table()["circuit"]))
    words = "engine on deck .* seed 0: a source needs the graph an instance was reduced from"
    with LocalWorkers(1) as workers, pytest.raises(crewsat.CrewsatError, match=words):
        list(workers.measured([task(table()["circuit"])]))


def test_a_graph_that_is_none_is_refused() -> None:
    instance = make("deck", {}, 0).model_copy(update={"about": {"graph": {"vertices": ["1"], "edges": [[1, 1]]}}})
    with pytest.raises(crewsat.InvalidInstance, match="joined to itself"):
        measure(task(table()["circuit"], instance))


def test_the_time_limit_holds() -> None:
    instance = crewsat.hamiltonian_path_to_crew.reduce(crewsat.graph("cubic", 100, seed=1))
    made = measure(task(table()["circuit"], instance, time_limit=1e-4))
    assert (made.answer, made.reason, made.checked) == ("unknown", "time", "none")
    assert made.wall < 1


@pytest.mark.slow
def test_notes_that_hold_another_graph_are_a_contradiction() -> None:
    instance = make("hamiltonian-path", {"graph": "complete-bipartite", "vertices": 8}, 0)
    ring = {**(instance.about or {}), "graph": crewsat.graph("cycle", 8).as_dict()}
    records = both_sides(instance.model_copy(update={"about": ring}))
    assert [record.answer for record in records] == ["no", "yes"]
    assert len(contradictions(records)) == 1


@pytest.mark.slow
def test_a_run_finds_out_that_the_junk_as_printed_is_wrong(tmp_path: Path) -> None:
    for junk, status in (("hand-size", 0), ("as-printed", 1)):
        path = written(tmp_path / f"{junk}.toml", SUITE.replace("hand-size", junk))
        ended = run("run", path, "--store", tmp_path / f"{junk}.sqlite")
        assert ended.returncode == status, ended.stderr
        assert ("CONTRADICTION: glucose4 says yes and circuit says no" in ended.stderr) == bool(status)
