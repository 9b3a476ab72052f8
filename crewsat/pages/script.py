"""The script and the style sheet of a page, from the files in ``static``: one text each, nothing fetched.

The files are ES modules, so that the local web app can serve them as they are. A page must not fetch anything, and
modules in one file cannot import each other: instead their texts are concatenated, the imported before those that
import them, without the words `import` and `export`. Names are unique over all modules of a page (a test checks this).
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

STATIC: Traversable = files("crewsat.pages") / "static"
_IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class)", re.MULTILINE)


def has_board(game: str) -> bool:
    """Return whether there is a board for a game."""
    return (STATIC / "boards" / f"{game}.js").is_file()


@cache
def style() -> str:
    """Return the style sheet of all pages."""
    return (STATIC / "page.css").read_text(encoding="utf-8")


@cache
def script(game: str) -> str:
    """Return the script of a page about a game."""
    modules: dict[str, str] = {}
    for name in ("page.js", f"boards/{game}.js"):
        _collect(name, modules)
    return f"{''.join(modules.values())}show(board);\n"


def _collect(name: str, modules: dict[str, str]) -> None:
    """Add a module, after those that it imports."""
    if name in modules:
        return
    text = STATIC.joinpath(*name.split("/")).read_text(encoding="utf-8")
    for other in _IMPORT.findall(text):
        _collect(normpath(join(dirname(name), other)), modules)
    modules[name] = _EXPORT.sub("", _IMPORT.sub("", text))
