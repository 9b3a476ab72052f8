"""What a Python file mentions: modules it imports, and names of modules, programs and paths in its strings."""

from __future__ import annotations

import ast
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PLACES = {"ROOT": ".", "GOLDEN": "tests/golden"}
"""Folders by their names in `tests.support.places`."""

PROGRAM = re.compile(r"(?:\b(?:from|import)|-m)\s+([a-z][\w.]*)")
"""A module in a program or command that is a string."""


class Mentions:
    """What a file mentions, except what it imports for type checkers only, and docstrings.

    Args:
        source: the text of the file.
        folder: where it is, relative to the top folder.

    Attributes:
        imported: dotted names; of ``from a import b`` both ``a`` and ``a.b``, of ``a.b`` in an expression ``a.b``, of
            a name that is used in any other way ``a.*``.
        words: strings without blanks, and names of modules in strings that may be programs or commands.
        paths: files and folders, relative to the top folder, which is ``.``.
    """

    def __init__(self, source: str, folder: str) -> None:
        self.imported: set[str] = set()
        self.words: set[str] = set()
        self.paths: set[str] = set()
        self._folder = PurePosixPath(folder)
        self._places: dict[str, str] = {}
        self._read(ast.parse(source))

    def _read(self, node: ast.AST) -> None:
        inside: Iterator[ast.AST] = ast.iter_child_nodes(node)
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                inside = iter(node.orelse)
            case ast.Expr(value=ast.Constant()):
                return
            case ast.Import() | ast.ImportFrom():
                self._read_import(node)
            case ast.Constant(value=str() as text):
                self._read_text(text)
            case ast.expr():
                if self._read_expression(node):
                    return
        for child in inside:
            self._read(child)

    def _read_import(self, node: ast.Import | ast.ImportFrom) -> None:
        names = {alias.name for alias in node.names}
        if isinstance(node, ast.Import):
            self.imported |= names | {f"{alias.name}.*" for alias in node.names if alias.asname}
        else:
            if node.module == "tests.support.places":
                self._places |= {name: path for name, path in PLACES.items() if name in names}
            self.imported |= {f"{node.module}", *(f"{node.module}.{name}" for name in names)}

    def _read_text(self, text: str) -> None:
        self.words |= set(PROGRAM.findall(text)) if re.search(r"\s", text) else {text}

    def _read_expression(self, node: ast.expr) -> bool:
        """Read a path or a name, and return whether that was all there is in it."""
        path = self._path(node)
        if path is not None:
            self.paths.add(str(path))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            self.imported.add(f"{node.value.id}.{node.attr}")
        elif isinstance(node, ast.Name):
            self.imported.add(f"{node.id}.*")
        else:
            return False
        return True

    def _path(self, node: ast.expr) -> PurePosixPath | None:
        """The beginning of a path as far as it is known: of ``ROOT / "docs" / name``, docs."""
        match node:
            case ast.BinOp(left, ast.Div(), right):
                above = self._path(left)
                known = _is_known(left) and isinstance(right, ast.Constant)
                return above / str(ast.literal_eval(right)) if above is not None and known else above
            case ast.Name(name) if name in self._places:
                return PurePosixPath(self._places[name])
            case ast.Attribute(ast.Call(ast.Name("Path"), [ast.Name("__file__")]), "parent"):
                return self._folder
            case ast.Subscript(
                ast.Attribute(ast.Call(ast.Name("Path"), [ast.Name("__file__")]), "parents"), ast.Constant(int() as up)
            ):
                return [self._folder, *self._folder.parents][up]
        return None


def _is_known(node: ast.expr) -> bool:
    return not isinstance(node, ast.BinOp) or (isinstance(node.right, ast.Constant) and _is_known(node.left))


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text in small letters, also those that names are made of: solitaire, hanabi, cnf."""
    yield from (word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text))
