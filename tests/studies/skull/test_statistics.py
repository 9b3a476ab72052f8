"""Means, their errors, and runs that end and go on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from crewsat.base.errors import InvalidInstance, WrongOption
from crewsat.base.journal import Journal
from crewsat.skull import Rules, Statistics, simulate
from crewsat.studies.skull import statistics
from crewsat.studies.skull.simulator import Games
from crewsat.studies.skull.statistics import MOVES, POSITIONS

if TYPE_CHECKING:
    from pathlib import Path

RULES = Rules(3, roses=1)


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "BATCH", 100)


def same(one: Statistics, other: Statistics) -> bool:
    return one.as_dict() == other.as_dict() and one.sums == other.sums


def test_errors_are_those_of_the_games_themselves() -> None:
    """Of a mean the usual one; of a ratio that of all games left out in turn."""
    found = simulate(RULES, 500, seed=4)
    counts = Games(RULES, 500, np.random.Generator(np.random.PCG64([4, 0]))).counts
    rounds, successes = counts["rounds"], counts["successes"]
    positions, moves = (sum(counts[name] for name in names) for names in (POSITIONS, MOVES["kinds"]))
    for one, numbers in ((found.rounds, rounds), (found.positions, np.asarray(positions))):
        assert one.mean == pytest.approx(numbers.mean())
        assert one.error == pytest.approx(numbers.std(ddof=1) / 500**0.5)
    for one, above, below in ((found.successes, successes, rounds), (found.branching, moves, positions)):
        assert one.mean == pytest.approx(np.sum(above) / np.sum(below))
        without = (np.sum(above) - above) / (np.sum(below) - below)
        assert one.error == pytest.approx(((without - without.mean()) ** 2).sum() ** 0.5, rel=0.01)


def test_a_single_game_has_no_error() -> None:
    assert simulate(RULES, 1).rounds.error is None


def test_branching_counts_what_moves_are() -> None:
    """The first turn of three players with two roses and a skull: 8 joint moves in kinds, 27 in cards."""
    games = {unit: simulate(Rules(3, roses=2, moves=unit), 200).sums for unit in ("kinds", "cards")}
    for sums in games.values():
        assert sums["first_kinds"] < sums["first_cards"]
    assert simulate(Rules(3, roses=2, moves="cards"), 200).branching.mean == pytest.approx(
        sum(games["cards"][name] for name in MOVES["cards"]) / sum(games["cards"][name] for name in POSITIONS)
    )


@pytest.mark.usefixtures("small_batches")
def test_a_run_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, whole = str(tmp_path / "games"), simulate(RULES, 450, seed=1)

    class Ended(Exception):  # noqa: N818 - not a mistake
        pass

    def end(done: int) -> None:
        if done == 200:
            raise Ended

    with pytest.raises(Ended):
        simulate(RULES, 450, seed=1, output=path, progress=end)
    lines = (tmp_path / "games").read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    (tmp_path / "games").write_bytes(
        b"".join(lines) + lines[1].replace(b'"number": 1', b'"number": 3')[:50]
    )  # a line that was cut off is dropped
    played = []
    real = Games.__init__

    def counted(self: Games, rules: Rules, games: int, *rest: Any, **more: Any) -> None:  # noqa: ANN401 - passed on
        played.append(games)
        real(self, rules, games, *rest, **more)

    monkeypatch.setattr(Games, "__init__", counted)
    assert same(simulate(RULES, 450, seed=1, output=path), whole)
    assert played == [100, 100, 50]
    assert same(simulate(RULES, 450, seed=1, output=path), whole)
    assert played[3:] == [50], "a last batch of fewer games is not saved"
    assert same(simulate(RULES, 120, seed=1, output=path), simulate(RULES, 120, seed=1))
    assert len((tmp_path / "games").read_bytes().splitlines()) == 5
    assert same(simulate(RULES, 500, seed=1, output=path), simulate(RULES, 500, seed=1))


def test_batches_of_large_games_are_smaller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "BYTES", 1400)
    simulate(RULES, 20, output=str(tmp_path / "games"))
    header, *batches = (tmp_path / "games").read_text().splitlines()
    assert (json.loads(header)["batch"], len(batches)) == (7, 2)


@pytest.mark.usefixtures("small_batches")
def test_files_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "games"
    simulate(RULES, 200, output=str(path))
    good = path.read_bytes()
    header, *lines = good.splitlines()
    other = "is of another run: other rules, another seed, another version, or something else; allowed: a new file"
    incomplete = "is incomplete, and is not the beginning of the line that is due; allowed: a new file"
    twice = "a line is missing or repeated; allowed: a new file"
    for content, seed, message in (
        (good, 1, f"line 1: {other}"),
        (b"pink\n", 0, f"line 1: {other}"),
        (b"pink", 0, f"line 1: {incomplete}"),
        (b"my notes\nsecond line without end", 0, f"line 1: {other}"),
        (good + b"second line without end", 0, f"line 4: {incomplete}"),
        (good + lines[1], 0, f"line 4: {incomplete}"),
        (b"\n".join([header, lines[0], b"{}", lines[1]]) + b"\n", 0, "line 3: is not a batch; allowed: a new file"),
        (good.replace(b'"products": [[', b'"products": [[-'), 0, "line 2: is not a batch; allowed: a new file"),
        (good.replace(b'"sums": [', b'"sums": [0.5, '), 0, "line 2: is not a batch; allowed: a new file"),
        (good + lines[1] + b"\n", 0, f"line 4: is batch 2 where batch 3 is due: {twice}"),
        (b"\n".join([header, lines[1], b""]), 0, f"line 2: is batch 2 where batch 1 is due: {twice}"),
        (b"\n".join([header, b"pink", b""]), 0, "line 2: is not a batch; allowed: a new file"),
        (header + b'\n{"sums": NaN}\n', 0, "line 2: is not a batch; allowed: a new file"),
    ):
        path.write_bytes(content)
        with pytest.raises(InvalidInstance) as caught:
            simulate(RULES, 200, seed=seed, output=str(path))
        assert str(caught.value) == f"{path}: {message}"
        assert path.read_bytes() == content
    path.write_bytes(header[:20])
    simulate(RULES, 200, output=str(path))
    assert path.read_bytes() == good
    assert json.loads(lines[0])["sums"][0] == simulate(RULES, 100).sums["rounds"]
    with Journal(path), pytest.raises(InvalidInstance, match="is in use"):
        simulate(RULES, 200, output=str(path))


@pytest.mark.parametrize(
    ("rules", "games", "seed", "message"),
    [
        (RULES, 0, 0, "games must be a whole number from 1, not 0"),
        (RULES, 1.5, 0, "games must be a whole number from 1, not 1.5"),
        (RULES, 1, -1, "seed must be a whole number from 0, not -1"),
        (RULES, 1, "x", "seed must be a whole number from 0, not 'x'"),
        (Rules(51), 1, 0, "at most 50 players with 100 cards each can be simulated"),
        (Rules(2, skulls=98), 1, 0, "at most 50 players with 100 cards each can be simulated"),
    ],
)
def test_what_cannot_be_simulated(rules: Rules, games: Any, seed: Any, message: str) -> None:  # noqa: ANN401
    with pytest.raises(WrongOption) as caught:
        simulate(rules, games, seed=seed)
    assert str(caught.value) == message


def test_the_largest_game_is_simulated_without_warnings() -> None:
    found = simulate(Rules(50, roses=99, wins=1, moves="cards"), 3)
    assert found.branching.mean > 1e90
    assert found.branching.error is not None


def test_the_same_seed_gives_the_same_games() -> None:
    assert same(simulate(RULES, 50, seed=5), simulate(RULES, 50, seed=5))
    assert not same(simulate(RULES, 50, seed=5), simulate(RULES, 50, seed=6))
