"""Suites say what is wrong with them; families give the same instances everywhere, and both answers."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from benchmarks.families import FAMILIES, general, make, parameters_of
from benchmarks.records import code_digest
from benchmarks.runner import Tasks
from benchmarks.source import source_of
from benchmarks.suites import load_suite, suite_names
from crewsat.base.errors import InvalidInstance, WrongOption
from tests.support.harness import run, written

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """
about = "a suite"
engines = ["auto", "mine"]
[engine.mine]
command = ["solver", "{file}"]
input = "dimacs"
yes = "^s SAT"
no = "^s UNSAT"
[[block]]
name = "one"
family = "deck"
seeds = [3, 5]
parameters = { players = [2, 3], suits = 2, share = 0.5 }
[[block]]
name = "two"
family = "one-suit"
engines = ["auto"]
time_limit = 3
[[figure]]
kind = "growth"
block = "one"
x = "suits"
title = "growth"
"""

DEFECTS = {
    "an unknown family": (
        'family = "deck"',
        'family = "dick"',
        "block[0]: unknown family 'dick'; allowed: real-deal, official-deal, deck",
    ),
    "an unknown parameter": ("suits = 2", "colours = 2", "block[0]: family 'deck' has no parameter 'colours'; allowed"),
    "a text for a number": ("suits = 2", 'suits = "2"', "block[0]: suits = '2': the values of suits are like 4"),
    "a fraction for a number": ("suits = 2", "suits = 2.5", "block[0]: suits = 2.5: the values of suits are like 4"),
    "a truth value for a number": ("suits = 2", "suits = true", "block[0]: suits = True: the values of suits are like"),
    "one bad value of a list": ("[2, 3]", '[2, "3"]', "block[0]: players = '3': the values of players are like 4"),
    "no value at all": ("[2, 3]", "[]", "block[0]: players has no value"),
    "a table for a number": ("suits = 2", "suits = {}", "block[0]: suits = {}: the values of suits are like 4"),
    "a list in a list": ("[2, 3]", "[[2], 3]", "block[0]: players = [2]: the values of players are like 4"),
    "seeds that are not numbers": ("[3, 5]", '"many"', "block[0].seeds"),
    "no seeds": ("[3, 5]", "[]", "block[0].seeds"),
    "a number of seeds below one": ("[3, 5]", "0", "block[0].seeds"),
    "a name with a blank": ('name = "one"', 'name = "one two"', "block[0].name: String should match pattern"),
    "an unknown engine": ('["auto", "mine"]', '["auto", "yours"]', "unknown engine 'yours'; allowed: auto, glucose4"),
    "an unknown engine of a block": (
        'engines = ["auto"]\n',
        'engines = ["yours"]\n',
        "unknown engine 'yours'; allowed: ",
    ),
    "two blocks of a name": ('"two"', '"one"', "two blocks are called 'one'"),
    "no passes": ("time_limit = 3", "passes = 0", "block[1].passes: Input should be greater than or equal to 1"),
    "more passes than the suite": ("time_limit = 3", "passes = 3", "block 'two' has 3 passes, but the suite only 2"),
    "no time": ("time_limit = 3", "time_limit = 0", "block[1].time_limit: Input should be greater than 0"),
    "a figure without x": ('x = "suits"\n', "", "figure[0]: a figure of kind growth needs block and x"),
    "a figure without a block": ('block = "one"\n', "", "figure[0]: a figure of kind growth needs block and x"),
    "a figure of another block": (
        'block = "one"\n',
        'block = "six"\n',
        "figure 'growth': unknown block 'six'; allowed: one",
    ),
    "a figure over nothing": ('x = "suits"', 'x = "cards"', "figure 'growth': its family has no parameter 'cards'"),
    "a scatter of one engine": ('"growth"\nblock', '"scatter"\nblock', "kind scatter needs exactly 2 of engines"),
    "an unknown kind of figure": ('"growth"\nblock', '"pie"\nblock', "figure[0].kind: Input should be 'cactus', 'scat"),
    "a figure of an engine nobody asks": (
        'x = "suits"',
        'x = "suits"\nengines = ["z3"]',
        "engine 'z3' is not in the suite",
    ),
    "a condition that compares nothing": (
        'title = "growth"',
        'title = "growth"\nholds = ["rise auto"]',
        "figure[0].holds[0]: String should match pattern",
    ),
    "a figure over texts": ('x = "suits"', 'x = "tokens"', "figure 'growth': the values of 'tokens' are not numbers"),
    "lines of growth apart": (
        'x = "suits"',
        'x = "suits"\nby = "players"',
        "a figure of kind growth does not use by",
    ),
    "a seed twice": ("[3, 5]", "[3, 5, 3]", "block[0]: seeds: a value appears twice"),
    "a value twice": ("[2, 3]", "[2, 2]", "block[0]: players: a value appears twice"),
    "an engine twice": ('["auto", "mine"]', '["auto", "mine", "auto"]', "engines: a value appears twice"),
    "invalid TOML": (
        "[engine.mine]",
        "[engine.mine",
        "invalid TOML: Expected ']' at the end of a table declaration (at line 4",
    ),
    "a key too many": ('about = "a suite"', 'about = "a suite"\ncolour = 1', "colour: Extra inputs are not permitted"),
    "a method and a command": ('input = "dimacs"', 'method = "asp"', "engine.mine: an engine has either a method or a"),
    "a source and a command": (
        'input = "dimacs"',
        'source = "circuit"',
        "engine.mine: an engine has either a method or a",
    ),
    "an unknown source": ('input = "dimacs"', 'source = "square"', "engine.mine.source: Input should be 'circuit'"),
    "a source without a graph": ('engines = ["auto"]\n', 'engines = ["circuit"]\n', "a source needs the graph an inst"),
    "an unknown quantity": (
        'x = "suits"',
        'x = "suits"\ny = "joules"',
        "figure[0].y: Input should be 'cpu', 'conflicts', 'search', 'positions' or 'memory'",
    ),
    "a cactus of conflicts": (
        'kind = "growth"\nblock = "one"\nx = "suits"',
        'kind = "cactus"\ny = "conflicts"',
        "a figure of kind cactus does not use y",
    ),
    "a command without a file": (', "{file}"]', "]", "engine.mine: a command needs {file} in one of its words"),
    "a command without a pattern": ('yes = "^s SAT"\n', "", "engine.mine: a command needs patterns for yes and no"),
    "a command nobody can run": ('["solver"', '["sol\\u0000ver"', "engine.mine: a command cannot contain"),
    "a bad pattern": (
        '"^s SAT"',
        '"(s"',
        "engine.mine.yes: '(s' is not a valid regular expression (missing ), unterminated sub",
    ),
    "an unknown form of input": ('"dimacs"', '"cnf"', "engine.mine.input: Input should be 'json', 'dimacs', 'wcnf' or"),
    "parameters that do not fit": (
        "share = 0.5",
        "share = 1.5",
        "block[0]: {'players': 2, 'suits': 2, 'values': 9, 's",
    ),
    "tokens that do not fit": (
        "share = 0.5",
        'tokens = "2,2"',
        "block[0]: {'players': 2, 'suits': 2, 'values': 9, 'sh",
    ),
    "nobody at the table": ("[2, 3]", "[2, 0]", "players must be at least 1, not 0"),
}

GOLDEN = {
    ("real-deal", "", 0): "8bf3bc17f4636b42",
    ("real-deal", 'objectives = 10\ntokens = "1,2,omega"', 0): "440b11582d5cf81a",
    ("real-deal", 'owners = "draft"', 0): "2ec16b34938549a4",
    ("official-deal", "", 0): "c800717a9cca7a95",
    ("official-deal", 'players = 4\ntokens = "1,2"\ndistress = true', 0): "596ae3eec1a20d9d",
    ("deck", "", 0): "63918c102c3205e6",
    ("deck", "players = 3\nsuits = 2\nvalues = 6\nshare = 0.5", 0): "f188e2d0e4d1cace",
    ("general", "", 0): "ccfd4f7d2923d13b",
    ("general", 'objectives = 0\nshare = 0.25\norder = "weak"', 0): "0fef40b1ec7796fd",
    ("general", 'objectives = 3\norder = "strict"', 0): "ecb2d438b3ac2191",
    ("hamiltonian-path", "", 0): "5770401e81c826c6",
    ("hamiltonian-path", 'graph = "cubic"\nvertices = 8', 0): "4b7e654996c60797",
    ("hamiltonian-path", 'graph = "complete-bipartite"\njunk = "as-printed"', 0): "8c788b85f944215d",
    ("one-suit", "", 0): "02b0e6f33ca1ac89",
    ("one-suit", "owned = true", 0): "5a39fdf80dd6c503",
    ("one-suit", "cards = 12", 0): "c7630d0bf669c362",
    ("one-value", "", 0): "fafd0adfebfa8de3",
    ("one-value", "cards = 12\nshare = 0.9", 0): "d919132ac38736f3",
    ("solitaire", "", 0): "3d29ad2b47f3ec39",
    ("solitaire", 'copies = "3,2,2,2,1"\nhand = 4', 0): "af360345bce19f0b",
    ("hanabi", "", 0): "5fa672c2146e9128",
    ("hanabi", 'players = 4\nvariant = "Black (6 Suits)"\nhand = 0', 0): "3a722713a9e834be",
    ("three-sat", "", 0): "1ebd5929e647bb3a",
    ("three-sat", 'formula = "regular"\noccurrences = 5\nvalues = "constant"', 0): "15fb98ef9214a8f8",
    ("three-sat", "variables = 5\nhand = 1", 0): "0567a582884a8418",
    ("qbf-random", "", 0): "62a42819b8d26c53",
    ("qbf-random", "variables = 5\nratio = 2.0", 0): "a6385fb80b1cd7b2",
    ("strings-random", "", 0): "6f6721b1890acbb2",
    ("strings-random", 'strings = 3\nedges = 5\nplayers = 5\ncoalition = "2,4"\nto_move = 3', 0): "000e207403bd43b7",
}

OTHER: dict[str, dict[str, Any]] = {
    "real-deal": {"players": 3, "objectives": 7, "tokens": "1,2", "owners": "draft"},
    "official-deal": {"players": 3, "objectives": 7, "tokens": "1,2", "distress": True},
    "deck": {"players": 3, "suits": 3, "values": 8, "share": 0.4, "tokens": "omega"},
    "general": {"players": 3, "suits": 3, "values": 8, "objectives": 4, "share": 0.3, "order": "strict"},
    "hamiltonian-path": {"graph": "cubic", "vertices": 8, "c": 2.0, "junk": "as-printed"},
    "one-suit": {"cards": 30, "players": 3, "share": 0.2, "owned": True},
    "one-value": {"cards": 30, "players": 3, "share": 0.3},
    "solitaire": {"colours": 4, "values": 6, "copies": "3", "hand": 3},
    "hanabi": {"players": 3, "variant": "6 Suits", "hand": 0},
    "three-sat": {"formula": "regular", "variables": 9, "occurrences": 9.0, "values": "constant", "hand": 3},
    "qbf-random": {"variables": 5, "ratio": 2.0},
    "strings-random": {"strings": 3, "edges": 5, "players": 4, "coalition": "1,3", "to_move": 2},
}


def loaded(folder: Path, text: str) -> None:
    load_suite(str(written(folder / "suite.toml", text)))


@pytest.mark.slow
def test_the_suites_that_come_along_can_be_measured() -> None:
    assert "quick" in suite_names()
    for name in suite_names():
        suite = load_suite(name)
        assert len(Tasks(suite, code_digest(), dict.fromkeys(suite.asked(), "1"))) > 0


def test_a_suite_of_ones_own_is_read(tmp_path: Path) -> None:
    suite = load_suite(str(written(tmp_path / "suite.toml", GOOD)))
    assert suite.asked() == ["auto", "mine"]
    assert [block.all_seeds() for block in suite.block] == [[3, 5], [0]]
    assert [len(list(block.points())) for block in suite.block] == [2, 1]
    assert [suite.runs_of(block) for block in suite.block] == [["auto", "mine"], ["auto"]]
    assert len(Tasks(suite, code_digest(), {"auto": "1", "mine": "2"})) == 2 * (2 * 2 * 2 + 1)
    assert len(Tasks(suite, code_digest(), {"auto": "1"})) == 2 * (2 * 2 + 1)


def test_a_block_may_be_measured_less_often(tmp_path: Path) -> None:
    suite = load_suite(str(written(tmp_path / "suite.toml", GOOD.replace("time_limit = 3", "passes = 1"))))
    tasks = Tasks(suite, code_digest(), {"auto": "1", "mine": "2"})
    assert len(tasks) == len(list(tasks.left(set()))) == 2 * (2 * 2 * 2) + 1
    made = [(task.block, task.passed) for task in tasks.left(set()) if task.block == "two"]
    assert made == [("two", 1)]


def test_the_tasks_of_a_suite_have_keys_of_their_own_and_those_done_are_left_out(tmp_path: Path) -> None:
    suite = load_suite(str(written(tmp_path / "suite.toml", GOOD)))
    tasks = Tasks(suite, code_digest(), {"auto": "1", "mine": "2"})
    keys = [task.key for task in tasks.left(set())]
    assert len(set(keys)) == len(keys) == len(tasks)
    assert [task.key for task in tasks.left(set(keys[:5]))] == keys[5:]
    for other in (Tasks(suite, "another", tasks.engines), Tasks(suite, tasks.code, {"auto": "2", "mine": "3"})):
        assert not other.keys() & set(keys)


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defect_of_a_suite_is_reported_in_one_line_with_its_place(defect: str, tmp_path: Path) -> None:
    good, bad, words = DEFECTS[defect]
    assert GOOD.count(good) == 1
    with pytest.raises(InvalidInstance) as caught:
        loaded(tmp_path, GOOD.replace(good, bad))
    told = str(caught.value)
    assert words in told
    assert told.startswith(str(tmp_path / "suite.toml")[:50])
    assert len(set(caught.value.defects)) <= 2, told  # a value that is neither this nor that is told twice
    assert "Value error" not in told


def test_several_defects_are_reported_at_once(tmp_path: Path) -> None:
    with pytest.raises(InvalidInstance) as caught:
        loaded(tmp_path, GOOD.replace('"deck"', '"dick"').replace("time_limit = 3", "time_limit = -1"))
    assert [defect.place for defect in caught.value.defects] == ["block[0]", "block[1].time_limit"]


def test_files_that_are_no_text_and_suites_there_are_not(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b"\xff")
    with pytest.raises(InvalidInstance, match="invalid TOML"):
        load_suite(str(tmp_path / "a.toml"))
    with pytest.raises(FileNotFoundError):
        load_suite(str(tmp_path / "b.toml"))
    with pytest.raises(WrongOption, match=r"unknown suite 'slow'; allowed: .*quick"):
        load_suite("slow")


@pytest.mark.slow
def test_the_command_line_tells_defects_in_words(tmp_path: Path) -> None:
    path = written(tmp_path / "suite.toml", GOOD.replace('"deck"', '"dick"'))
    ended = run("run", path, "--store", tmp_path / "a.sqlite")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert len(ended.stderr.splitlines()) == 1
    assert "block[0]: unknown family 'dick'" in ended.stderr
    ended = run("run", tmp_path / "nowhere.toml")
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize(("family", "parameters", "seed"), GOLDEN)
def test_families_give_the_same_instances_everywhere(family: str, parameters: str, seed: int) -> None:
    instance = make(family, tomllib.loads(parameters), seed)
    assert instance.digest()[:16] == GOLDEN[family, parameters, seed]
    assert instance == make(family, parameters_of(family) | tomllib.loads(parameters), seed)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_families_give_both_answers(family: str) -> None:
    answers = (crewsat.decide(make(family, {}, seed)).answer for seed in range(20))
    first = next(answers)
    assert {first, next((answer for answer in answers if answer != first), None)} == {"yes", "no"}


@pytest.mark.parametrize(("family", "name"), [(family, name) for family in FAMILIES for name in parameters_of(family)])
def test_every_parameter_matters(family: str, name: str) -> None:
    other = OTHER[family][name]
    assert other != parameters_of(family)[name]
    assert make(family, {name: other}, 0) != make(family, {}, 0)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_seeds_matter(family: str) -> None:
    assert len({make(family, {}, seed).digest() for seed in range(20)}) == 20


@pytest.mark.parametrize(
    ("family", "parameters"),
    [
        ("real-deal", {"players": 0}),
        ("real-deal", {"owners": "somebody"}),
        ("real-deal", {"objectives": 37}),
        ("official-deal", {"players": 1}),
        ("deck", {"share": float("inf")}),
        ("deck", {"share": -0.1}),
        ("deck", {"values": 0}),
        ("general", {"order": "backwards"}),
        ("general", {"share": 1.5}),
        ("general", {"players": 0}),
        ("general", {"objectives": 37}),
        ("hamiltonian-path", {"graph": "petersen"}),
        ("hamiltonian-path", {"vertices": 2}),
        ("hamiltonian-path", {"vertices": 1001}),
        ("hamiltonian-path", {"vertices": 9, "graph": "cubic"}),
        ("hamiltonian-path", {"vertices": 9, "graph": "complete-bipartite"}),
        ("hamiltonian-path", {"c": -1.0}),
        ("hamiltonian-path", {"c": 2.0, "graph": "cubic"}),
        ("hamiltonian-path", {"junk": "none"}),
        ("one-suit", {"cards": 0}),
        ("one-suit", {"players": 0}),
        ("one-suit", {"share": 0.6}),
        ("one-value", {"cards": -1}),
        ("one-value", {"players": 1}),
        ("one-value", {"share": float("nan")}),
        ("solitaire", {"copies": "2,x"}),
        ("solitaire", {"copies": "1,2"}),
        ("solitaire", {"colours": -1}),
        ("solitaire", {"hand": -1}),
        ("hanabi", {"players": 7}),
        ("hanabi", {"variant": "Nonsense"}),
        ("hanabi", {"hand": -1}),
        ("hanabi", {"hand": 30}),
        ("three-sat", {"formula": "cnf"}),
        ("three-sat", {"variables": 2}),
        ("three-sat", {"occurrences": -1.0}),
        ("three-sat", {"occurrences": 2.5, "formula": "regular"}),
        ("three-sat", {"values": "few"}),
        ("three-sat", {"hand": 0}),
        ("qbf-random", {"variables": -1}),
        ("qbf-random", {"ratio": -1.0}),
        ("qbf-random", {"ratio": float("nan")}),
        ("strings-random", {"strings": -1}),
        ("strings-random", {"edges": -1}),
        ("strings-random", {"players": 0}),
        ("strings-random", {"coalition": "1,x"}),
        ("strings-random", {"coalition": "1,1"}),
    ],
)
def test_parameters_that_make_no_instance_are_refused(family: str, parameters: dict[str, Any]) -> None:
    with pytest.raises((ValueError, WrongOption), match=next(iter(parameters))):
        make(family, parameters, 0)


def test_an_order_changes_no_card_and_no_owner() -> None:
    free, weak, strict = general(3), general(3, order="weak"), general(3, order="strict")
    assert free.hands == weak.hands == strict.hands
    assert [(o.card, o.owner) for o in free.objectives] == [(o.card, o.owner) for o in weak.objectives]
    assert [o.token for o in weak.objectives] == [str(k) for k in range(1, 11)]
    assert (weak.same_trick, strict.same_trick) == ("in_order", "violates")


def test_strings_are_those_asked_for() -> None:
    made = make("strings-random", {"strings": 7, "edges": 3, "players": 5, "coalition": "2,4", "to_move": 5}, 1)
    assert isinstance(made, crewsat.Hackenbush)
    assert (len(made.strings), {len(labels) for labels in made.strings}) == (7, {3})
    assert (made.coalition, made.to_move, made.players) == ((2, 4), 5, 5)
    assert make("strings-random", {"coalition": ""}, 1) == crewsat.RandomStrings(
        strings=6, edges=4, coalition=()
    ).with_seed(1)


def test_a_formula_has_so_many_clauses_a_variable() -> None:
    formula = source_of("evaluator", make("qbf-random", {"variables": 10, "ratio": 1.25}, 3))
    assert formula == crewsat.qbf_formula("random", 10, 12, seed=3)


def test_a_share_of_the_cards_comes_on_top_of_the_objectives() -> None:
    assert len(general(0, objectives=2, share=0.25).objectives) == 2 + 9


def edges_of(instance: crewsat.Instance) -> tuple[tuple[int, int], ...]:
    graph = source_of("circuit", instance)
    assert isinstance(graph, crewsat.Graph)
    return graph.edges


def test_graphs_are_those_asked_for() -> None:
    made = {
        name: edges_of(make("hamiltonian-path", {"graph": name, "vertices": 12}, 1))
        for name in ("gnp", "cubic", "complete-bipartite")
    }
    assert len(made["cubic"]) == 12 * 3 // 2
    assert len(made["complete-bipartite"]) == 5 * 7
    complete = edges_of(make("hamiltonian-path", {"vertices": 12, "c": 99.0}, 1))
    assert len(made["gnp"]) < len(complete) == 12 * 11 // 2
