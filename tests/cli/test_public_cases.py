"""What others have reported about files of graphs, formulas, solutions and games (`tests/cases/public.json`).

Each case has its source; what is expected is translated into an answer, or a refusal of one line.
"""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from typing import TYPE_CHECKING, Any

import pytest
from pysat import solvers

from crewsat.games.crew.instance import Crew
from crewsat.games.text import parse_text
from crewsat_encodings.crew.cnf.encoding import Encoding
from tests.support.command import run
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Solver: Any = solvers.Solver

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads((ROOT / "tests" / "cases" / "public.json").read_text())["cases"]
}

REDUCED: dict[str, tuple[str, str]] = {
    "graph-csv": ("yes", "3 vertices, 2 edges, none isolated"),
    "graph-sparse6": ("yes", "2 vertices, 1 edge, none isolated"),
    "graph-digraph6": ("refused", "the graph is directed"),
    "graph-graph6-list": ("refused", "there are 2 graphs in the file; choose one with --graph K, from 1 to 2"),
    "graph-gml": ("refused", "is not valid GML (edge #0 has undefined target 1)"),
    "graph-hcp-tight": ("yes", "4 vertices, 3 edges, none isolated"),
    "graph-hcp": ("yes", "4 vertices, 3 edges, none isolated"),
    "graph-n-m-line": ("no", "note: line 1, '4 3', is read as the size of the graph; --format edges reads it as an"),
    "graph-dash": ("refused", "write an edge as two names with a blank between, '1 2'"),
    "graph-tuples": ("refused", "'(1' is not a name of a vertex"),
    "graph-matrix": ("yes", "4 vertices, 4 edges, none isolated"),
    "graph-metis": ("yes", "4 vertices, 3 edges, none isolated"),
    "graph-nx-default": ("yes", "3 vertices, 2 edges, none isolated"),
    "graph-dimacs-two-blanks": ("no", "4 vertices, 3 edges, none isolated"),
    "graph-dimacs-n-lines": ("yes", "3 vertices, 2 edges, none isolated"),
    "graph-snap-both-ways": ("yes", "3 vertices, 2 edges, none isolated"),
    "graph-loop": ("refused", "line 2: '2 2' joins a vertex to itself"),
    "graph-crlf": ("yes", "3 vertices, 2 edges, none isolated"),
    "sat-percent": ("yes", "4 variables, 3 clauses"),
    "sat-comment-header": ("yes", "4 variables, 3 clauses"),
    "sat-spread": ("yes", "4 variables, 3 clauses"),
    "sat-no-newline": ("yes", "4 variables, 3 clauses"),
    "sat-header-spaces": ("yes", "4 variables, 3 clauses"),
    "sat-count": ("refused", "the number of clauses is 3, not 5 as 'p …' says"),
    "sat-c-dashes": ("yes", "4 variables, 1 clause"),
    "sat-bad-header-follow-on": ("refused", "line 1: 'p CNF 4 1' is not understood; allowed: p cnf VARIABLES CLAUSES"),
    "sat-short-clauses": ("yes", "note: 2 clauses of one or two literals padded to three with 3 more variables"),
    "sat-gz": ("yes", "3 variables, 1 clause"),
    "qbf-free": ("yes", "2 variables, 1 block, 1 clause"),
    "qbf-trailing-blanks": ("yes", "2 variables, 2 blocks, 1 clause"),
    "qbf-empty-block": ("yes", "2 variables, 2 blocks, 1 clause"),
}
"""Of a case: the answer, and words on stderr."""
SOURCES = {"graph": "hamiltonian-path", "3sat": "3sat", "qbf": "qbf"}


def test_no_case_is_forgotten() -> None:
    files = {name for name, case in CASES.items() if case["area"] in {*SOURCES, "decode"}}
    assert files == REDUCED.keys() | DECODED.keys()


@pytest.mark.slow
@pytest.mark.parametrize("name", REDUCED)
def test_a_file_becomes_the_right_game_or_is_refused(name: str, tmp_path: Path) -> None:
    case, (answer, words) = CASES[name], REDUCED[name]
    file = tmp_path / case["input"]["file"]
    text = case["input"]["text"]
    packed = text.removeprefix("(gzip of) ")
    file.write_bytes(text.encode() if packed == text else gzip.compress(packed.encode()))
    made = run("reduce", SOURCES[case["area"]], file)
    assert words in made.stderr
    if answer == "refused":
        assert (made.returncode, made.stdout, made.stderr.count("\n")) == (1, "", 1)
        return
    assert made.returncode == 0
    decided = run("decide", "-", "--json", stdin=made.stdout)
    assert json.loads(decided.stdout)["answer"] == answer


DECODED: dict[str, Callable[[list[int]], str]] = {
    "decode-plus": lambda model: "v " + " ".join(f"{x:+d}" for x in model) + " 0\n",
    "decode-blank-lines": lambda model: "\n\ns SATISFIABLE\n\nv " + " ".join(map(str, model)) + " 0\n",
    "decode-no-zero": lambda model: "s SATISFIABLE\nv " + " ".join(map(str, model)) + "\n",
    "decode-both-signs": lambda model: f"s SATISFIABLE\nv {' '.join(map(str, model))} {-model[0]} 0\n",
}


@pytest.mark.parametrize("name", DECODED)
def test_a_solution_becomes_a_play_or_is_refused(name: str, tmp_path: Path) -> None:
    deal = parse_text(CASES[name]["input"]["instance"])
    assert isinstance(deal, Crew)
    with Solver(bootstrap_with=list(Encoding(deal).formula.clauses())) as solver:
        solver.solve()
        solution = DECODED[name](solver.get_model())
    for path, text in ((tmp_path / "deal", str(deal)), (tmp_path / "solution", solution)):
        path.write_text(text)
    told = run("decode", tmp_path / "deal", tmp_path / "solution", "--json")
    if "refused" in CASES[name]["expected"]["any_of"]:
        assert (told.returncode, told.stdout) == (1, "")
        assert told.stderr == f"{tmp_path / 'solution'}: variable 1 is both true and false\n"
    else:
        assert (told.returncode, json.loads(told.stdout)["checked"]) == (10, "replayed")


RANKS = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5)
GAME: dict[str, Any] = {
    "players": ["A", "B"],
    "deck": [{"suitIndex": suit, "rank": rank} for suit in range(5) for rank in RANKS],
    "actions": [],
}


def reviewed(data: bytes, tmp_path: Path) -> tuple[int, str]:
    path = tmp_path / "game"
    path.write_bytes(data)
    told = run("show", path)
    return told.returncode, told.stderr.removeprefix(f"{path}: ")


def test_games_of_hanabi_are_read_packed_and_refused_in_one_line(tmp_path: Path) -> None:
    text = json.dumps(GAME)
    packed = [pack(text.encode()) for pack in (gzip.compress, bz2.compress, lzma.compress)]
    for data in (text.encode(), text.encode("utf-16"), text.encode("utf-8-sig"), *packed):
        assert reviewed(data, tmp_path) == (0, "")
    commented = "// my game\n" + text.replace('"actions"', '/* none */ "actions"')
    words = "invalid JSON: JSON has no comments, and one begins at line 1, column 1; remove all of them\n"
    assert reviewed(commented.encode(), tmp_path) == (1, words)
    old = CASES["hanabi-old-export"]["input"].replace(", …", "")
    status, said = reviewed(old.encode(), tmp_path)
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("was exported by hanab.live before 2020")


def test_the_deck_counts_and_not_the_seed(tmp_path: Path) -> None:
    assert CASES["hanabi-seed-and-deck"]["expected"] == "the deck given counts"
    path = tmp_path / "game"
    path.write_text(json.dumps({**GAME, "seed": "p2v0sfoo"}))
    made = json.loads(run("convert", path, "--to", "json").stdout)
    assert made["deck"][:2] == ["red1", "red1"]
