"""The house itself: layers, imports, the package that must not exist, formulas that never change."""

from __future__ import annotations

import ast
import hashlib
import os
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import networkx as nx
import pytest

import crewsat
from crewsat.games import GAMES
from crewsat.games.crew.deals import RandomDeal
from crewsat_encodings.crew.cnf.encoding import Encoding
from tests.support import architecture
from tests.support.house import LAYERS, SIDEWAYS, dotted, imports_of, level, modules, room_of
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.mark.slow
def test_imports_go_down() -> None:
    for path in modules():
        here = room_of(dotted(path))
        for name in imports_of(path) if here != "crewsat" else ():
            room = room_of(name)
            if room in {"crewsat", here} or not name.startswith(("crewsat", "benchmarks")):
                continue
            if here == "benchmarks":
                public = {
                    "crewsat",
                    "crewsat.base.libraries",
                    "crewsat.tiny_crew",
                    "crewsat.skull",
                    "crewsat.spiel",
                    "crewsat.hidden",
                }
                public |= {"crewsat.base.journal", "crewsat.base.outputs"}  # files of results are kept in one way
                public |= {"crewsat.base.intervals", "crewsat.base.pairs"}  # how sure a share is, in one way
                public |= {"crewsat.workers.cluster", "crewsat.workers.pool"}  # a cluster serves sweeps, too
                public |= {name} if room == "sweeps" else set()  # they have a command, and no names of the library
                public |= {"crewsat.web.questions"}  # what the engine in a browser is compared with
                public |= {"crewsat.games.scope", "crewsat.games.crew.features"}  # readers declare what they know
                assert name in public, f"{path.name} uses {name}; benchmarks use the public names"
            down = level(room) < level(here) or (here, room) in SIDEWAYS
            assert down, f"{dotted(path)} imports {name}"


@pytest.mark.slow
def test_the_page_of_the_architecture_shows_the_house_as_it_is() -> None:
    assert architecture.PICTURE.read_text() == architecture.picture(), "run python -m tests.support.architecture"
    text = architecture.PAGE.read_text()
    assert text == architecture.page(text), "run python -m tests.support.architecture"


@pytest.mark.slow
def test_rules_solvers_and_encodings_keep_to_themselves() -> None:
    ours = {"crewsat", "crewsat_encodings"}
    for path in modules():
        names, here = imports_of(path), room_of(dotted(path))
        outside = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names) - ours
        if here == "games":
            types = (
                {"rich", "typing_extensions"} if path.name in {"verdict.py", "result.py"} else set()
            )  # for type checkers only
            assert outside - types <= {"pydantic", "pydantic_core"}, path
        if here in {"solvers", "workers"}:
            assert not any("games" in name for name in names), path
        if here == "crewsat_encodings":
            assert not any("solvers" in name or "pysat" in name for name in names), path


@pytest.mark.slow
def test_there_are_no_circles_of_imports() -> None:
    """Other than of types: what is imported for a type checker only is not counted."""
    files = {dotted(path): path for path in modules()}
    graph = nx.DiGraph()
    for module, path in files.items():
        for name, parts in imported_when_run(ast.parse(path.read_text())) if module != "crewsat" else ():
            targets = [f"{name}.{part}" if f"{name}.{part}" in files else name for part in parts] or [name]
            graph.add_edges_from((module, target) for target in targets if target in files)
    assert graph.number_of_edges() > 500
    assert [circle for circle in nx.simple_cycles(graph) if circle != ["crewsat"]] == []


def imported_when_run(node: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Module and names of every import, wherever it is, except those for type checkers."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    if isinstance(node, ast.ImportFrom):
        yield node.module or "", [alias.name for alias in node.names]
    elif isinstance(node, ast.Import):
        yield from ((alias.name, []) for alias in node.names)
    for child in ast.iter_child_nodes(node):
        yield from imported_when_run(child)


@pytest.mark.slow
def test_nobody_asks_which_game_it_is() -> None:
    """Outside the folders of a game, its name and the type of its instances are not there to be compared with."""
    types = {GAMES[name].instance.where.split(":")[1] for name in GAMES}
    own = {"reductions", "audit", "benchmarks", "hidden", "__init__"}
    own_files = {"crewsat.games", "crewsat.cli.generate", "crewsat.cli.reduce_graph", "crewsat.cli.reduce_formula"}
    for path in modules():
        module = dotted(path)
        if own & set(module.split(".")) or set(GAMES) & set(module.split(".")) or module in {"crewsat", *own_files}:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and node.value in GAMES), f"{module}: {ast.unparse(node)}"
            asked = isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"
            assert not (asked and types & set(ast.unparse(node).replace(")", " ").split())), module


def test_the_rooms_are_the_ones_there_are() -> None:
    rooms = {room_of(dotted(path)) for path in modules()} - {"crewsat"}
    assert rooms <= {room for layer in LAYERS for room in layer}


def test_there_is_no_package_named_encodings() -> None:
    assert not (ROOT / "encodings" / "__init__.py").exists(), "it would shadow Python's own and kill every interpreter"
    child = subprocess.run(
        [sys.executable, "-c", "import encodings.utf_8; print('alive')"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout == "alive\n"


def loaded_by(code: str) -> set[str]:
    return {name.split(".")[0] for name in modules_loaded_by(code)}


def modules_loaded_by(code: str) -> set[str]:
    report = "import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
    child = subprocess.run([sys.executable, "-c", report + code], capture_output=True, text=True, check=False)
    assert "Traceback" not in child.stderr, child.stderr
    return set(child.stderr.split())


HEAVY = {"numpy", "ortools", "networkx", "pysat", "matplotlib", "pandas", "rich", "clingo", "pydantic", "pyspiel"}


@pytest.mark.slow
def test_imports_cost_little() -> None:
    assert not loaded_by("import crewsat") & (HEAVY | {"typer"})
    command = "sys.argv = ['crewsat', {}]\nfrom crewsat.cli import main\nmain()"
    assert not loaded_by(command.format("'--version'")) & (HEAVY | {"typer"})
    assert not loaded_by(command.format("'verify', '-h'")) & {"typer", "numpy", "pysat", "pydantic", "rich"}
    decided = "from crewsat import Crew, decide\n"
    decided += "decide(Crew(hands=[['a1', 'b2'], ['a2', 'b1']], objectives=[{'card': 'a1', 'owner': 2}]))"
    assert loaded_by(decided) & HEAVY == {"pysat"}
    large = "from crewsat import decide\nfrom crewsat.games.crew.deals import RandomDeal\n"
    large += "decide(RandomDeal(values=40).with_seed(1))"
    assert loaded_by(large) & HEAVY == {"pysat"}
    one_suit = decided.replace("'b1'", "'a3'").replace("'b2'", "'a4'")
    assert not loaded_by(one_suit) & HEAVY


MODULES = {
    "import crewsat; crewsat.decide": 150,
    "decide {} --json": 270,
    "decide {} --json --method cnf-tricks": 270,
    "decide {}": 328,
    "options {} --json": 303,
    "explain {} --json": 300,
    "show {}": 260,
}
"""How many modules may be loaded, without the kernel and with Python's own: each takes a fraction of a millisecond."""


@pytest.mark.slow
@pytest.mark.parametrize("path", MODULES)
def test_weight_does_not_creep_back(path: str, tmp_path: Path) -> None:
    code = path
    if "{}" in path:
        deal = tmp_path / "deal.json"
        deal.write_text(RandomDeal(players=4, objectives=5).with_seed(7).to_json())
        words = ["crewsat", *path.format(deal).split()]
        code = f"sys.argv = {words}\nfrom crewsat.cli import main\nmain()"
    found = modules_loaded_by(code)
    assert len(found) <= MODULES[path]
    assert not {name.split(".")[0] for name in found} & {"pydantic", "typer", "numpy", "ortools", "networkx"}


@pytest.mark.slow
def test_nobody_loads_pages_who_asks_for_none(tmp_path: Path) -> None:
    command = "sys.argv = ['crewsat', {}]\nfrom crewsat.cli import main\nmain()"
    deal = "'decide', '--deal', 'a1 b2 / a2 b1; leader 1; 2 wins a1'"
    page = f"{deal}, '--html', {str(tmp_path / 'page.html')!r}"
    assert "crewsat.pages" in modules_loaded_by(command.format(page))
    for code in ("import crewsat", command.format("'--version'"), command.format(deal)):
        found = modules_loaded_by(code)
        assert not [name for name in found if name.startswith(("crewsat.pages", "crewsat.web", "starlette", "uvicorn"))]


def formula_digest(players: int) -> str:
    formula = Encoding(RandomDeal(players=players, objectives=6, tokens=("1", "2", "omega")).with_seed(1)).formula
    return hashlib.sha256(repr(formula.rules).encode()).hexdigest()


@pytest.mark.slow
def test_formulas_are_the_same_under_any_hash_seed() -> None:
    code = "from tests.test_house import formula_digest\nprint(formula_digest(3), formula_digest(4))"
    found = set()
    for seed in ("0", "1", "12345"):
        child = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'encodings'}"},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(child.stdout.split()[0] + child.stdout.split()[1])
    assert found == {formula_digest(3) + formula_digest(4)}


def test_public_names_are_sorted_by_module_and_name() -> None:
    lines = (ROOT / "crewsat" / "__init__.pyi").read_text().splitlines()
    names = [line for line in lines if line.startswith("from ")]
    assert names == sorted(names, key=lambda line: line.split()[1])
    assert len(names) == len(dir(crewsat)) - 1


def test_public_names_are_there_and_lazy() -> None:
    for name in dir(crewsat):
        assert getattr(crewsat, name) is not None
    everything: dict[str, object] = {}
    exec("from crewsat import *", everything)  # noqa: S102 - it cannot be in a function otherwise
    assert set(dir(crewsat)) <= set(everything)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        getattr(crewsat, "nonsense")  # noqa: B009 - a type checker knows that it is not there


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == crewsat.__version__


@pytest.mark.slow
def test_modules_and_functions_are_short() -> None:
    for path in modules():
        tree = ast.parse(path.read_text())
        assert len(path.read_text().splitlines()) <= 400, path
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 60, f"{path.name}: {node.name}"


MOST_BRANCHES = 12
NAMED_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.match_case)


def branches_at(node: ast.AST) -> int:
    """How many branches a node adds, not counting those inside it."""
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    return int(isinstance(node, BRANCHES))


def branches_of(function: ast.AST) -> int:
    """Count the branches of a function: how much there is to follow in it, however few lines it is written in.

    One each for `if`, `elif`, `for`, `while`, `except`, a case of a `match` and a conditional expression, for every
    `and` and `or` between two operands, and for every `for` and `if` of a comprehension. Lambdas belong to the function
    they are in; named functions inside it are functions of their own. Conditional expressions, operands and
    comprehensions count because lines are limited, too: otherwise a long function could be compressed into dense ones.
    """
    count = 0
    ahead = list(ast.iter_child_nodes(function))
    while ahead:
        node = ahead.pop()
        if not isinstance(node, NAMED_FUNCTIONS):
            count += branches_at(node)
            ahead += ast.iter_child_nodes(node)
    return count


@pytest.mark.slow
def test_no_function_has_more_than_12_branches() -> None:
    offenders = [
        f"{dotted(path)}.{node.name}, line {node.lineno}: {branches_of(node)}"
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, NAMED_FUNCTIONS) and branches_of(node) > MOST_BRANCHES
    ]
    assert not offenders, "\n".join(["functions with too many branches:", *offenders])
