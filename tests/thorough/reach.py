"""What a test reaches: the files that could change its result, found by reading them, and a digest of their contents.

A file reaches what it imports, wherever in it the import is, with the packages above; what its strings name (modules,
packages with all below them, programs for another Python, files and folders of the repository); and a module of the
program reaches the data beside it. In doubt, everything is reached.

One thing is left out: the rooms of games that a test does not name. All tables of the program lead to all games, so
without this exception a change to one game would concern the tests of every other. It holds only for modules that
strings of the program name, and not for who reads files, which may be of any game; imports are always followed.
"""

from __future__ import annotations

import ast
import hashlib
import re
import subprocess
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from tests.thorough.installed import Installed
from tests.thorough.reading import Mentions, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

SOURCE_ROOTS = ("encodings", "docs")
"""Folders, besides the top one, in which packages are."""

LAZY = "crewsat/__init__.py"
"""It imports what it is asked for."""

NAMES = "crewsat/__init__.pyi"
"""The public names, each imported from its module."""

PASSED_BY = (LAZY, "tests/support/places.py")
"""What these name depends on who uses them, and for what: only their imports count."""

SHOWING = ("crewsat/games/instance.py", "crewsat/games/result.py")
"""Their strings name the rooms that print and draw, which tests that look at this import themselves."""

TABLE = re.compile(r"crewsat/games/\w+/(?:__init__|game|methods)\.py")
"""What says of a game where everything is; the table of all games loads it."""

LOOKED_UP = {
    "crewsat/questions/": tuple(f"crewsat/questions/{name}.py" for name in ("asking", "frontend", "state")),
    "crewsat/report/": ("crewsat/report/verdict.py", "crewsat/report/playing.py", "crewsat/cli/question.py"),
    "crewsat/pages/": ("crewsat/pages/lines.py",),
}
"""Rooms that the tables of games name: modules that look things up in them reach them, not the tables."""

RECORD = "tests/thorough/record.jsonl"
"""What is known to be green. It is reached by nothing: to keep it makes nothing stale."""

VERSION = re.compile(rb"^__version__ = .*$", re.MULTILINE)
"""The version is printed and nothing else; a new one makes no evidence stale."""


class NoRepository(Exception):  # noqa: N818 - what there is, not what went wrong
    """There is no Git repository here, so there is no commit to record."""


def git(root: Path, *words: str) -> str:
    """Return what Git says.

    Raises:
        NoRepository: if it fails.
    """
    told = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if told.returncode:
        raise NoRepository(f"'git {' '.join(words)}' failed in {root}: {told.stderr.strip()}")
    return told.stdout


class Edges(NamedTuple):
    """The files that a file imports, and those that its strings name."""

    imported: frozenset[str]
    named: frozenset[str]


class Tree:
    """The files of a repository that Git does not ignore, as they are when each is first read.

    Attributes:
        root: the top folder.
        files: paths relative to it, sorted.
        modules: the file of each module, by dotted name.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        names = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        listed = set(names) - {"", RECORD}
        self.files = tuple(sorted(name for name in listed if (root / name).is_file()))
        self.modules = {_dotted(name): name for name in self.files if name.endswith(".py")}
        self._contents: dict[str, bytes] = {}
        self._hashes: dict[str, str] = {}
        self._reached: dict[str, set[str]] = {}
        self._edges: dict[str, Edges] = {}
        self._words: dict[str, frozenset[str]] = {}
        self._mentions: dict[str, Mentions] = {}
        self._libraries: dict[str, frozenset[str]] = {}
        self._installed = Installed(root)

    def digest(self, test: str, cases: Iterable[str]) -> str:
        """Return a digest of some cases of a test file, of all that this file reaches, and of what is installed."""
        reached = sorted(self.reached(test))
        named = frozenset[str]().union(*map(self._libraries_in, reached))
        whole = hashlib.sha256(self._installed.seen_by(named).encode())
        whole.update("\n".join(sorted(cases)).encode())
        for name in reached:
            if name not in self._hashes:
                self._hashes[name] = hashlib.sha256(self._content(name)).hexdigest()
            whole.update(f"\n{name} {self._hashes[name]}".encode())
        return whole.hexdigest()[:16]

    def is_unchanged(self, test: str) -> bool:
        """Return whether all that a test file reaches still is as it was read."""
        return not any(map(self.has_changed, self.reached(test)))

    def has_changed(self, name: str) -> bool:
        """Return whether a file has gone, or is not as it was read."""
        return not (self.root / name).exists() or self._content(name) != self._read_anew(name)

    def reached(self, test: str) -> set[str]:
        """Return all files that a test file reaches, itself included."""
        if test not in self._reached:
            self._reached[test] = self._all_from(test)
        return self._reached[test]

    def _all_from(self, test: str) -> set[str]:
        folders = PurePosixPath(test).parents
        starts = {test, *(f"{folder}/conftest.py" for folder in folders)} & set(self.files)
        words = frozenset[str]().union(*map(self._words_in, self._closure(starts, tests_only=True)))
        absent = set() if "GAMES" in words else {game for game in self._games if game.partition("_")[0] not in words}
        found = self._closure(starts, absent)
        reads_files = self.modules.get("crewsat.engine.files") in found
        return self._closure(starts) if absent and reads_files else found

    def _words_in(self, name: str) -> frozenset[str]:
        """The words of a file, and ``GAMES`` if it names the table of all games."""
        if name not in self._words:
            text = self._content(name).decode(errors="replace")
            self._words[name] = frozenset([*words_of(text), *re.findall(r"\bGAMES\b", text)])
        return self._words[name]

    def _mentions_in(self, name: str) -> Mentions:
        if name not in self._mentions:
            self._mentions[name] = Mentions(self._content(name).decode(), str(PurePosixPath(name).parent))
        return self._mentions[name]

    def _libraries_in(self, name: str) -> frozenset[str]:
        """The modules of libraries that a file imports or names; files that are not Python's have none."""
        if name not in self._libraries:
            mentions = self._mentions_in(name) if name.endswith(".py") else None
            found = mentions.imported | mentions.words if mentions else set[str]()
            self._libraries[name] = self._installed.modules & {text.partition(".")[0] for text in found}
        return self._libraries[name]

    def _closure(self, starts: set[str], absent: Iterable[str] = (), *, tests_only: bool = False) -> set[str]:
        hidden = frozenset[str]().union(*(self._of_games[game] for game in absent))
        found: set[str] = set()
        ahead = list(starts)
        while ahead:
            name = ahead.pop()
            if name in found or (tests_only and name.endswith(".py") and not name.startswith("tests/")):
                continue
            found.add(name)
            edges = self._edges_of(name)
            ahead += edges.imported
            ahead += edges.named if name.startswith("tests/") else edges.named - hidden
        return found

    def _edges_of(self, name: str) -> Edges:
        if name not in self._edges:
            self._edges[name] = self._found(name)
        return self._edges[name]

    def _found(self, name: str) -> Edges:
        if not name.endswith(".py"):
            return Edges(frozenset(), frozenset())
        mentions = self._mentions_in(name)
        if name in PASSED_BY:
            return Edges(frozenset(self._all_imported(mentions.imported)), frozenset())
        imported = self._all_imported(mentions.imported | set(self._public_of(f"{name}i").values()))
        beside = set() if name.startswith("tests/") else self._data.get(str(PurePosixPath(name).parent), set())
        named = set() if name in SHOWING else set(self._named(mentions))
        if TABLE.fullmatch(name):
            named = {one for one in named if not one.startswith(tuple(LOOKED_UP))}
        for room, askers in LOOKED_UP.items():
            if name in askers:
                named |= {one for one in self.files if one.startswith(room)}
        return Edges(frozenset(imported | beside), frozenset(named))

    def _all_imported(self, loaded: Iterable[str]) -> set[str]:
        return {file for dotted in loaded for file in self._imported(dotted)}

    def _imported(self, dotted: str) -> set[str]:
        """The files of a module and of the packages above it; of a public name, where it is."""
        if dotted.partition(".")[0] == "crewsat_kernel":
            return self._at("kernel")
        found = {self.modules[above] for above in _prefixes(dotted) if above in self.modules}
        first, _, rest = dotted.partition(".")
        if first == "crewsat" and rest == "*":
            return self._at("crewsat")
        if first == "crewsat" and rest in self._public:
            home = self._public[rest]
            found |= self._imported(home) | self._imported(f"{home}.{rest}")
        return found

    def _named(self, mentions: Mentions) -> Iterator[str]:
        for path in mentions.paths:
            yield from self._at(path)
        for word in mentions.words:
            dotted = re.sub(r":[\w.]+$", "", word).removesuffix(".")
            if dotted.partition(".")[0] in self._packages:
                yield from self._module_named(dotted)
            elif "/" in word or word in self._folders:
                yield from self._at(word)

    def _module_named(self, dotted: str) -> set[str]:
        """A module; of a package, all modules below it: what follows in the name may be known later only."""
        if dotted.removeprefix("crewsat.") in self._public:
            return self._imported(dotted)
        for above in reversed(_prefixes(dotted)):
            below = {file for name, file in self.modules.items() if f"{name}.".startswith(f"{above}.")}
            if below:
                return below | self._imported(above)
        return set()

    def _at(self, path: str) -> set[str]:
        """A file, or all files in a folder, however deep."""
        if path == ".":
            return set(self.files)
        return {path} & set(self.files) or {name for name in self.files if name.startswith(f"{path}/")}

    def _content(self, name: str) -> bytes:
        if name not in self._contents:
            self._contents[name] = self._read_anew(name)
        return self._contents[name]

    def _read_anew(self, name: str) -> bytes:
        content = (self.root / name).read_bytes()
        return VERSION.sub(b"", content) if name == LAZY else content

    @cached_property
    def _packages(self) -> set[str]:
        return {dotted.partition(".")[0] for dotted in self.modules}

    @cached_property
    def _folders(self) -> set[str]:
        return {name.partition("/")[0] for name in self.files if "/" in name}

    @cached_property
    def _games(self) -> list[str]:
        return [
            PurePosixPath(name).parts[2] for name in self.files if re.fullmatch(r"crewsat/games/\w+/game\.py", name)
        ]

    @cached_property
    def _of_games(self) -> dict[str, frozenset[str]]:
        """The files of each game."""
        return {game: frozenset(name for name in self.files if _is_of(game, name)) for game in self._games}

    @cached_property
    def _public(self) -> dict[str, str]:
        """The modules of the public names."""
        return self._public_of(NAMES)

    def _public_of(self, stub: str) -> dict[str, str]:
        """The modules of the names that a stub lists; a package with one loads them when they are used."""
        if stub not in self.files:
            return {}
        found = (node for node in ast.parse(self._content(stub)).body if isinstance(node, ast.ImportFrom))
        return {node.names[0].name: str(node.module) for node in found}

    @cached_property
    def _data(self) -> dict[str, set[str]]:
        """Files that are no modules, by the nearest folder above in which there are any."""
        homes = {str(PurePosixPath(name).parent) for name in self.modules.values()}
        found: dict[str, set[str]] = {home: set() for home in homes}
        for name in self.files:
            above = next((str(folder) for folder in PurePosixPath(name).parents if str(folder) in homes), None)
            if above and not name.endswith((".py", ".pyi")):
                found[above].add(name)
        return found


def _dotted(name: str) -> str:
    parts = PurePosixPath(name).with_suffix("").parts
    parts = parts[1:] if parts[0] in SOURCE_ROOTS else parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _prefixes(dotted: str) -> list[str]:
    parts = dotted.split(".")
    return [".".join(parts[:k]) for k in range(1, len(parts) + 1)]


def _is_of(game: str, name: str) -> bool:
    """Whether a file is in a room of a game, a folder or file with the first word of its name, and not read by all."""
    return not TABLE.fullmatch(name) and any(
        game.partition("_")[0] in part.split("_") for part in PurePosixPath(name).with_suffix("").parts
    )
