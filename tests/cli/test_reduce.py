"""``crewsat reduce hamiltonian-path``: graphs in, instances out, and answers read back as paths."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.problems.graph import families
from crewsat.reductions.hamiltonian_path_to_crew import Reduction, reduce
from tests.cli.test_bad_input import measured
from tests.support.command import load_text, run

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

    from crewsat.problems.graph.graph import Graph

NAMED = "# a triangle with a tail\nAda Bob\nBob Eve\nAda Eve\nEve Zoë\n"


def reduced(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return run("reduce", "hamiltonian-path", *arguments, stdin=stdin, TERM="dumb", COLUMNS="300")


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def answered(instance: str, path: Path) -> Path:
    """Decide an instance and keep the answer."""
    told = run("decide", "-", "--json", stdin=instance)
    assert told.returncode in {10, 20}, told.stderr
    return written(path, told.stdout)


def same(told: subprocess.CompletedProcess[str], graph: Graph, reduction: Reduction, source: str | None) -> bool:
    assert (told.returncode, told.stderr) == (0, f"{graph.summary()}\n")
    return told.stdout == reduce(graph, reduction, source=source).to_json() + "\n"


def test_families_become_instances_and_the_notes_say_which() -> None:
    assert same(reduced("petersen"), families.petersen(), Reduction(), "petersen")
    bipartite = families.complete_bipartite(3, 4)
    assert same(reduced("complete-bipartite", "3", "4"), bipartite, Reduction(), "complete-bipartite 3 4")
    assert same(reduced("cubic", "8", "--seed", "3"), families.cubic(8, seed=3), Reduction(), "cubic 8 --seed 3")
    assert same(reduced("gnp", "6", "0.4"), families.gnp(6, 0.4, seed=0), Reduction(), "gnp 6 0.4 --seed 0")


def test_every_option_reaches_the_reduction() -> None:
    words = "path 3 --junk as-printed --junk-suits card --deal-seed 5 --leader 2 --last-player new --no-token"
    reduction = Reduction(
        junk="as-printed", junk_suits="card", seed=5, leader=2, trumps=(1, 0, 2, 3), last_player="new", token=False
    )
    assert same(reduced(*words.split(), "--trumps", "1, 0,2,3"), families.path(3), reduction, "path 3")
    one = Reduction(trumps=(2, 2, 0))
    assert same(reduced("path", "3", "--trumps", "2"), families.path(3), one, "path 3")
    last = Reduction(trumps=(2, 2, 2, 0), last_player="old")
    assert same(reduced("path", "3", "--trumps", "2", "--last-player", "old"), families.path(3), last, "path 3")


def test_files_of_every_kind_and_standard_input_become_the_same_instance(tmp_path: Path) -> None:
    graph = families.path(4)
    texts = {"edges": "1 2\n2 3\n3 4\n", "graph6": "Ch\n", "dimacs": "c\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n"}
    for form, text in texts.items():
        file = written(tmp_path / form, text)
        assert same(reduced(file), graph, Reduction(), None)
        assert same(reduced("-", "--format", form, stdin=text), graph, Reduction(), None)
    assert reduced(tmp_path / "edges", "--format", "dimacs").returncode == 1


def test_an_answer_becomes_a_path_by_the_names_of_the_vertices(tmp_path: Path) -> None:
    graph = written(tmp_path / "graph", NAMED)
    answer = answered(reduced(graph).stdout, tmp_path / "answer.json")
    told = reduced(graph, "--answer", answer)
    assert (told.returncode, told.stderr) == (0, "4 vertices, 4 edges, none isolated\n")
    check_path(told.stdout.split())
    told = reduced(graph, "--answer", answer, "--json")
    assert told.returncode == 0
    check_path(json.loads(told.stdout))
    assert reduced("-", "--answer", answer, "--json", stdin=NAMED).stdout == told.stdout
    assert reduced(graph, "--answer", "-", "--json", stdin=answer.read_text()).stdout == told.stdout


def check_path(names: list[str]) -> None:
    edges = {frozenset(line.split()) for line in NAMED.splitlines()[1:]}
    assert sorted(names) == ["Ada", "Bob", "Eve", "Zoë"]
    assert all(frozenset(step) in edges for step in pairwise(names))


@pytest.mark.slow
@pytest.mark.parametrize("options", ["--last-player new --trumps 1", "--leader 3 --junk-suits card --deal-seed 1"])
def test_an_answer_goes_with_the_options_of_its_instance(options: str, tmp_path: Path) -> None:
    words = ["petersen", *options.split()]
    answer = answered(reduced(*words).stdout, tmp_path / "answer.json")
    told = reduced(*words, "--answer", answer, "--json")
    assert told.returncode == 0
    path = list(map(int, json.loads(told.stdout)))
    assert families.petersen().why_no_hamiltonian_path(path) is None
    other = reduced("petersen", "--answer", answer)
    assert (other.returncode, other.stdout) == (1, "")
    assert other.stderr.startswith(f"{answer}: trick 1: ")
    assert other.stderr.count("\n") == 1


def test_a_no_has_status_3(tmp_path: Path) -> None:
    answer = answered(reduced("star", "3").stdout, tmp_path / "answer.json")
    told = reduced("star", "3", "--answer", answer)
    assert (told.returncode, told.stdout) == (3, "there is no path to read: the answer is no\n")
    unknown = written(tmp_path / "unknown.json", '{"answer": "unknown", "reason": "time"}')
    assert reduced("star", "3", "--answer", unknown, "--json").returncode == 3


def test_a_play_that_wins_without_a_path_is_reported(tmp_path: Path) -> None:
    words = ["empty", "2", "--junk", "as-printed"]
    answer = answered(reduced(*words).stdout, tmp_path / "answer.json")
    assert json.loads(answer.read_text())["answer"] == "yes"
    told = reduced(*words, "--answer", answer)
    why = "the play wins without following a Hamiltonian path: vertices 1 and 2 are not adjacent"
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.replace("2 and 1", "1 and 2") == f"{answer}: {why}\n"


YES: dict[str, Any] = {"format": 1, "game": "crew", "answer": "yes"}
"""An answer without its play."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "invalid JSON"),
        ("{", "invalid JSON"),
        ("[]", 'answer: must be "yes", "no" or "unknown"'),
        ("{}", 'answer: must be "yes", "no" or "unknown"'),
        ('{"answer": "yes"}', "play: must be a list of tricks"),
        (json.dumps({**YES, "play": "1"}), "play: must be a list of tricks"),
        (json.dumps({**YES, "game": "hanabi", "play": []}), 'game: must be "crew"'),
        (json.dumps({**YES, "format": 2, "play": []}), "format: must be 1"),
        (json.dumps({**YES, "play": []}), "0 tricks"),
        (json.dumps({**YES, "play": [1]}), "invalid trick"),
        (json.dumps({**YES, "play": [{"leader": "1", "cards": []}]}), "invalid trick"),
        (json.dumps({**YES, "play": [{"leader": 1, "cards": ["\x1b[31m"]}]}), "\\x1b[31m"),
        (json.dumps({**YES, "play": [{"leader": 1, "cards": ["1:2", "1:1", "junk2"]}] * 3}), "trick 2"),
        (json.dumps({**YES, "play": [{"leader": 10**29, "cards": ["1:2", "1:1", "junk2"]}]}), "trick 1"),
    ],
)
def test_answers_that_are_none_have_status_1_and_a_line(answer: str, words: str, tmp_path: Path) -> None:
    file = written(tmp_path / "answer.json", answer)
    told = reduced("path", "3", "--answer", file)
    assert (told.returncode, told.stdout) == (1, "")
    assert words in told.stderr
    assert told.stderr.startswith(f"{file}: ")
    assert told.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (b"", ["there is no vertex"]),
        (
            b"a b\na b c\na b\nb b\n",
            ["line 2: 'a b c' is not an edge", "line 3: 'a b' appears twice", "line 4: 'b b' joins"],
        ),
        (b"p edge 3 1\ne 1 4\n", ["line 2: 'e 1 4' is not an edge; allowed: e and two vertices from 1 to 3"]),
        (b"C", ["is not valid graph6"]),
        (b"a b\n\xff b\n", ["line 2: U+FFFD is not a valid character in a graph"]),
        ("a \0\n".encode("utf-16"), ["line 1: U+0000"]),
        (b"\x1f\x8b\x08\x00" * 1000, ["cannot be unpacked (gzip): "]),
        (b"a \x1b[31m\n", ["line 1: U+001B"]),
        (b"~~", ["is not valid graph6"]),
        (
            b"a b c\n" * 100_000,
            [f"line {k}: 'a b c' is not an edge" for k in range(1, 21)] + ["… and at least 980 more"],
        ),
        (b"".join(b"%d\n" % k for k in range(100_000)), ["line 1: '0' is a single word, as are all lines; "]),
        (b"1 2\n" + b"".join(b"v%d\n" % k for k in range(100_000)), ["line 1000: this is vertex 1001; allowed: 1000"]),
        (b"~BAA" + b"~" * 8_000_000, ["has too many vertices; allowed: 1000"]),
        (b"\n" * 20_000_000, ["larger than"]),
    ],
)
def test_bad_graphs_have_status_1_and_a_line_a_defect_at_bounded_cost(
    text: bytes, lines: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "graph"
    file.write_bytes(text)
    status, out, err, seconds, megabytes = measured(["reduce", "hamiltonian-path", str(file)])
    assert (status, out) == (1, "")
    told = err.splitlines()
    assert len(told) == len(lines)
    for line, words in zip(told, lines, strict=True):
        assert line.startswith(f"{file}: {words}")
        assert len(line) < 400
    assert seconds < 20
    assert megabytes < 300


def test_what_is_no_file_has_status_1(tmp_path: Path) -> None:
    for file in (tmp_path / "none", tmp_path, "/dev/zero"):
        told = reduced(file)
        assert (told.returncode, told.stdout) == (1, "")
        assert told.stderr.startswith(f"{file}: ")
        assert told.stderr.count("\n") == 1
    told = reduced("-", stdin="a a")
    assert told.stderr == "standard input: line 1: 'a a' joins a vertex to itself; allowed: two different vertices\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (["nonsense", "5"], "unknown family of graphs"),
        (["peterson"], "unknown family of graphs 'peterson'; did you mean petersen? allowed: a file, -, or complete N"),
        (["cubik", "20"], "unknown family of graphs 'cubik'; did you mean cubic N --seed S? allowed: a file, -, or"),
        (["\x1b[31m", "5"], "\\x1b[31m"),
        (["cubic", "7"], "an even number of vertices, at least 4, not 7"),
        (["cubic"], "cubic takes 1 numbers"),
        (["complete", "100000"], "'100000' is not a whole number from 0 to 1000"),
        (["complete-bipartite", "3", "10000000"], "is not a whole number"),
        (["gnp", "5", "2"], "a probability is between 0 and 1"),
        (["petersen", "--seed", "1"], "petersen does not use a seed"),
        (["empty", "0"], "a graph of 0 vertices cannot be reduced"),
        (["star", "1000"], "a graph of 1001 vertices cannot be reduced"),
        (["-", "--seed", "1"], "--seed applies only to random graphs"),
        (["petersen", "--format", "edges"], "--format applies to files only"),
        (["petersen", "--graph", "1"], "--graph applies to files only"),
        (["-", "--format", "magic"], "'magic' is not valid; allowed: edges, csv, adjlist, graph6, "),
        (["petersen", "--junk", "magic"], "'magic' is not valid; allowed: hand-size, as-printed"),
        (["petersen", "--junk-suits", "magic"], "'magic' is not valid; allowed: one, player, card"),
        (["petersen", "--last-player", "magic"], "'magic' is not valid; allowed: none, new, old"),
        (["petersen", "--leader", "0"], "--leader"),
        (["petersen", "--leader", "11"], "there is no player 11 to lead; allowed: 1 to 10"),
        (["petersen", "--leader", "x"], "--leader"),
        (["petersen", "--deal-seed", "x"], "--deal-seed"),
        (["petersen", "--trumps", "1,2"], "2 numbers of trumps for 10 players"),
        (["petersen", "--trumps", "x"], "allowed: a number, or a number for each of 10 players"),
        (["petersen", "--trumps", "-1"], "allowed: a number, or a number for each of 10 players"),
        (["petersen", "--trumps", "99999"], "allowed: a number, or a number for each of 10 players"),
        (["path", "1000", "--trumps", "9999"], "9989001 trumps; allowed: 1000000"),
        (["petersen", "--json"], "--json goes with --answer"),
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], words: str) -> None:
    told = reduced(*arguments, stdin="a b")
    assert (told.returncode, told.stdout) == (2, "")
    assert words in told.stderr
    assert "Traceback" not in told.stderr


def test_help_names_the_families_and_the_command() -> None:
    told = reduced("--help")
    assert told.returncode == 0
    shown = " ".join(told.stdout.replace("│", " ").split())
    assert all(families.TABLE.usage(name) in shown for name in families.FAMILIES)
    assert "hamiltonian-path" in run("reduce", "--help", TERM="dumb").stdout
    assert run("reduce", "nonsense").returncode == 2


def test_an_instance_made_here_is_loaded_and_decided() -> None:
    made = reduced("complete-bipartite", "2", "4").stdout
    assert load_text(made).players == 6
    assert run("decide", "-", stdin=made).returncode == 20
    assert run("decide", "-", stdin=reduced("complete-bipartite", "3", "4").stdout).returncode == 10
