"""What tests reach: a change to anything that could change a result makes it stale, any other does not."""

from __future__ import annotations

import subprocess
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.support.chunks import few_of
from tests.support.places import ROOT
from tests.thorough.reach import NAMES, RECORD, NoRepository, Tree

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pyproject.toml": '[project]\ndependencies = ["numpy>=2"]\n',
    "README.md": "",
    "crewsat/__init__.py": '__version__ = "1"\n',
    "crewsat/__init__.pyi": (
        "from crewsat.engine.frontend import decide as decide\nfrom crewsat.reading import read as read\n"
    ),
    "crewsat/errors.py": "",
    "crewsat/reading.py": "from crewsat import errors\n",
    "crewsat/alone.py": "",
    "crewsat/typed.py": "",
    "crewsat/engine/__init__.py": "",
    "crewsat/engine/frontend.py": "from crewsat.games import GAMES\n",
    "crewsat/engine/late.py": 'def f(game):\n    return import_module(f"crewsat.engine.ways.{game}")\n',
    "crewsat/engine/ways/__init__.py": "",
    "crewsat/engine/ways/slow.py": "",
    "crewsat/engine/data.txt": "1",
    "crewsat/games/__init__.py": 'GAMES = [import_module(f"crewsat.games.{name}.game") for name in ("crew", "go_9")]\n',
    "crewsat/games/crew/__init__.py": "",
    "crewsat/games/crew/game.py": 'RULES = Code("crewsat.games.crew.replaying:replay")\n',
    "crewsat/games/crew/rules.py": "def replay():\n    import crewsat_kernel\n",
    "crewsat/games/go_9/__init__.py": "",
    "crewsat/games/go_9/game.py": 'RULES = Code("crewsat.games.go_9.rules:replay")\n',
    "crewsat/games/go_9/rules.py": "",
    "encodings/crewsat_encodings/crew/__init__.py": "",
    "encodings/crewsat_encodings/crew/tricks.py": "from crewsat.errors import x\n",
    "encodings/crewsat_encodings/crew/tricks.lp": "",
    "kernel/src/search.cpp": "",
    "docs/page.md": "",
    "docs/other.md": "",
    "tests/conftest.py": "",
    "tests/golden/deals.jsonl": "",
    "tests/golden/decks.jsonl": "",
    "tests/support/places.py": 'ROOT = 1\nGOLDEN = ROOT / "tests" / "golden"\n',
    "tests/support/helper.py": "def f():\n    from crewsat.engine import late\n",
    "tests/engine/conftest.py": "",
}


def repository(folder: Path, test: str) -> Path:
    """Such files, and a test, under version control."""
    for name, text in {**FILES, "tests/engine/test_it.py": test}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["git", "init", "-q", folder], check=True)
    return folder


def digest(root: Path) -> str:
    return Tree(root).digest("tests/engine/test_it.py", ["tests/engine/test_it.py::test"])


def stale(root: Path) -> set[str]:
    """The files that make the test stale if they are changed."""
    before, found = digest(root), set()
    for name in Tree(root).files:
        path = root / name
        text = path.read_text()
        path.write_text(f"{text}\n# changed\n")
        if digest(root) != before:
            found.add(name)
        path.write_text(text)
    return found


ALWAYS = {"tests/engine/test_it.py", "tests/conftest.py", "tests/engine/conftest.py"}
TOP = "crewsat/__init__.py"
ENGINE = {TOP, "crewsat/engine/__init__.py", "crewsat/engine/data.txt"}
LATE = {"crewsat/engine/late.py", "crewsat/engine/ways/__init__.py", "crewsat/engine/ways/slow.py"}
TABLES = {
    f"crewsat/games/{name}.py" for name in ("__init__", "crew/__init__", "crew/game", "go_9/__init__", "go_9/game")
}
CREW = {"crewsat/games/crew/rules.py", "kernel/src/search.cpp"}
GO = {"crewsat/games/go_9/rules.py"}
ENCODING = {f"encodings/crewsat_encodings/crew/{name}" for name in ("__init__.py", "tricks.py", "tricks.lp")}


@pytest.mark.parametrize(
    ("test", "reached"),
    few_of(
        [
            ("", set()),
            ("import crewsat.errors", {TOP, "crewsat/errors.py"}),
            ("from crewsat import errors", {TOP, "crewsat/errors.py"}),
            ("def f():\n    from crewsat import read", {TOP, "crewsat/reading.py", "crewsat/errors.py"}),
            ("import crewsat\ncrewsat.read()", {TOP, "crewsat/reading.py", "crewsat/errors.py"}),
            ("if TYPE_CHECKING:\n    import crewsat.typed\nelse:\n    import crewsat.alone", {TOP, "crewsat/alone.py"}),
            ('"""Says crewsat.typed."""\nimport crewsat.alone', {TOP, "crewsat/alone.py"}),
            ("from tests.support import helper", {"tests/support/helper.py", *ENGINE, *LATE}),
            ('Code("crewsat.engine.late:f")', {*ENGINE, *LATE}),
            ('NAME = "crewsat.engine.late"\nimport_module(NAME)', {*ENGINE, *LATE}),
            ('ROOM = "crewsat_encodings.crew"\nimport_module(f"{ROOM}.{name}")', {*ENCODING, TOP, "crewsat/errors.py"}),
            ("from crewsat_encodings.crew import tricks", {*ENCODING, TOP, "crewsat/errors.py"}),
            ('run("import sys; from crewsat.engine.late import f; f()")', {*ENGINE, *LATE}),
            ('run("python -m crewsat.alone x")', {TOP, "crewsat/alone.py"}),
            ("# the crew's\nfrom crewsat import decide", {*ENGINE, *TABLES, *CREW, "crewsat/engine/frontend.py"}),
            ("Go = 1\nfrom crewsat import decide", {*ENGINE, *TABLES, *GO, "crewsat/engine/frontend.py"}),
            ("from crewsat.games import GAMES", {TOP, *TABLES, *CREW, *GO}),
            ("import crewsat_kernel", {"kernel/src/search.cpp"}),
            ('open("docs/page.md")', {"docs/page.md"}),
            (
                'from tests.support.places import ROOT\nROOT / "docs" / "page.md"',
                {"docs/page.md", "tests/support/places.py"},
            ),
            (
                'from tests.support.places import ROOT\nROOT / "docs" / f"{name}.md" / "x"',
                {"docs/page.md", "docs/other.md", "tests/support/places.py"},
            ),
            (
                'from tests.support.places import GOLDEN\nGOLDEN / "deals.jsonl"',
                {"tests/golden/deals.jsonl", "tests/support/places.py"},
            ),
            ('Path(__file__).parents[2] / "docs" / "page.md"', {"docs/page.md"}),
            ('Path(__file__).parent / "conftest.py"', set()),
        ],
        14,
    ),
)
def test_a_change_makes_stale_who_reaches_it(tmp_path: Path, test: str, reached: set[str]) -> None:
    found = stale(repository(tmp_path, test))
    assert found == {*ALWAYS, *reached}


def test_what_the_package_itself_imports_is_reached(tmp_path: Path) -> None:
    root = repository(tmp_path, "import crewsat.errors")
    (root / TOP).write_text("def __getattr__(name):\n    from crewsat import alone\n")
    assert stale(root) == {*ALWAYS, TOP, "crewsat/errors.py", "crewsat/alone.py"}


@pytest.mark.parametrize("test", ["import crewsat\nf(crewsat)", 'run("-m", "crewsat")', "import crewsat as c"])
def test_in_doubt_all_of_the_package_is_reached(tmp_path: Path, test: str) -> None:
    tree = Tree(repository(tmp_path, f"# crew, go\n{test}"))
    package = {name for name in tree.files if name.startswith("crewsat/")} - {NAMES}
    assert package <= tree.reached("tests/engine/test_it.py")


def test_in_doubt_all_files_are_reached_but_the_record(tmp_path: Path) -> None:
    root = repository(tmp_path, "from tests.support.places import ROOT\ncopy(ROOT)")
    (root / "tests" / "thorough").mkdir()
    (root / RECORD).write_text("")
    assert stale(root) == {*FILES, "tests/engine/test_it.py"}


def test_cases_libraries_and_new_files_make_stale_and_a_new_version_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = repository(tmp_path, 'import_module("crewsat.engine")')
    before = digest(root)
    (root / TOP).write_text((root / TOP).read_text().replace('"1"', '"2"'))
    (root / "README.md").write_text("new")
    (root / "crewsat" / "engine" / "__pycache__").mkdir()
    (root / ".gitignore").write_text("__pycache__/\n")
    (root / "crewsat" / "engine" / "__pycache__" / "x.pyc").write_text("new")
    assert digest(root) == before
    assert Tree(root).digest("tests/engine/test_it.py", ["tests/engine/test_it.py::other"]) != before
    (root / "crewsat" / "engine" / "new.py").write_text("")
    assert digest(root) != before
    (root / "crewsat" / "engine" / "new.py").unlink()
    monkeypatch.setattr("tests.thorough.installed.metadata.version", lambda name: f"{name} 17")
    assert digest(root) != before
    monkeypatch.undo()
    (root / "pyproject.toml").write_text("[project]\ndependencies = []\n")
    assert digest(root) != before


def test_a_library_of_an_extra_counts_where_its_name_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = repository(tmp_path, "import crewsat.alone")
    before = digest(root)
    (root / "pyproject.toml").write_text(f'{FILES["pyproject.toml"]}optional-dependencies.x = ["PyYAML>=6"]\n')
    assert digest(root) == before
    for text in ("import yaml.nodes\n", "def f():\n    from yaml import x\n", 'NAME = "yaml"\n'):
        (root / "crewsat" / "alone.py").write_text(text)
        used = digest(root)
        with monkeypatch.context() as patched:
            patched.setattr("tests.thorough.installed.metadata.version", lambda name: f"{name == 'PyYAML'}")
            assert digest(root) != used
    (root / "crewsat" / "alone.py").write_text("")
    assert digest(root) == before
    (root / "pyproject.toml").write_text(f'{FILES["pyproject.toml"]}optional-dependencies.x = ["not-installed"]\n')
    assert digest(root) != before


def test_a_file_that_changed_since_it_was_read_is_noticed(tmp_path: Path) -> None:
    root = repository(tmp_path, "import crewsat.alone")
    tree = Tree(root)
    before = tree.digest("tests/engine/test_it.py", [])
    (root / "crewsat" / "errors.py").write_text("x = 1")
    assert tree.is_unchanged("tests/engine/test_it.py")
    (root / "crewsat" / "alone.py").unlink()
    assert not tree.is_unchanged("tests/engine/test_it.py")
    assert tree.digest("tests/engine/test_it.py", []) == before


def test_without_a_repository_there_is_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(NoRepository, match=r"'git ls-files .* failed in .*not a git repository"):
        Tree(tmp_path)


@cache
def house() -> Tree:
    return Tree(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("test", "reached", "not_reached"),
    [
        (
            "tests/encodings/crew/test_mutants.py",
            "cpsat/task_rules.py asp/tasks.lp cnf/tallies.py games/crew/filters.py",
            "crewsat/web/app.py crewsat/cli/app.py crewsat/pages/page.py docs/tasks.md",
        ),
        (
            "tests/encodings/crew/test_three_encodings.py",
            "cpsat/task_rules.py asp/tasks.lp workers/child.py crew/exhaustive.py games/crew/rules.py base/lazy.py",
            "crewsat/web/app.py crewsat/algorithms/hackenbush/positions.py",
        ),
        (
            "tests/algorithms/hackenbush/test_agreement.py",
            "crewsat/algorithms/hackenbush/positions.py crewsat/games/hackenbush/rules.py",
            "crewsat/games/crew/rules.py encodings/crewsat_encodings/crew/cnf/encoding.py crewsat/engine/frontend.py",
        ),
        (
            "tests/cli/test_batch.py",
            "crewsat/cli/decide.py report/crew/words.py crewsat/games/hackenbush/rules.py crewsat/workers/serving.py",
            "docs/tasks.md benchmarks/states.py",
        ),
        (
            "tests/algorithms/crew/test_kernel.py",
            "kernel/src/module.cpp kernel/stubs/zlib.h crewsat/algorithms/crew/quick.py crewsat/web/export/kernel.py",
            "docs/tasks.md benchmarks/states.py",
        ),
    ],
)
def test_what_tests_of_this_house_reach(test: str, reached: str, not_reached: str) -> None:
    found = house().reached(test)
    missing = [end for end in reached.split() if not any(name.endswith(end) for name in found)]
    assert (missing, [name for name in not_reached.split() if name in found]) == ([], [])
    assert [name for name in not_reached.split() if name not in house().files] == []
