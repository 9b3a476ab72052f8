"""The script and the style sheet of a page, from the files in ``static``: one text each, nothing fetched.

The files are ES modules, so that the local web app can serve them as they are. A page must not fetch anything, and
modules in one file cannot import each other: instead their texts are concatenated, the imported before those that
import them, without the words `import` and `export`, comments and indentation. Names are unique over all modules of a
page (a test checks this). The words are those of one language, where the web app has a module that chooses it.
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
LANGUAGES = ("en", "de", "fr", "es")
"""The languages of pages, each with a file in ``static/words``."""
WORDS = "words.js"
"""The module with the words, of which each language has its own."""
LINES = "line."
"""What the keys of the titles of lines begin with (`crewsat.pages.lines`)."""
ANSWERS = ("headline.", "stopped.", "suit.")
"""What keys begin with that answers in another language than English have (`crewsat.pages.in_words`)."""
_ENTRY = re.compile(r'"?([^"]+?)"?: ')
_KEY = re.compile(r'"([^"\n]*)"')
_BEGINNING = re.compile(r"`([\w.]+\.)\$\{")
_IMPORT = re.compile(r'^import \{[^}]*\} from "([^"]+)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_INDENTATION = re.compile(r"^ +", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|const|class)", re.MULTILINE)


def without_comments(code: str) -> str:
    """Return a script without the lines of its comments."""
    return _COMMENT.sub("", code)


def has_board(game: str) -> bool:
    """Return whether there is a board for a game."""
    return (STATIC / "boards" / f"{game}.js").is_file()


@cache
def style() -> str:
    """Return the style sheet of all pages."""
    return (STATIC / "page.css").read_text(encoding="utf-8")


@cache
def script(game: str, language: str = "en") -> str:
    """Return the script of a page about a game, in one of `LANGUAGES`."""
    modules = {WORDS: ""}
    for name in ("page.js", f"boards/{game}.js"):
        _collect(name, modules)
    modules[WORDS] = _words("".join(modules.values()), language)
    return f"{''.join(modules.values())}show(board);\n"


def _collect(name: str, modules: dict[str, str]) -> None:
    """Add a module, after those that it imports."""
    if name in modules:
        return
    for other in _IMPORT.findall(_text(name)):
        _collect(normpath(join(dirname(name), other)), modules)
    modules[name] = _plain(name)


def _words(code: str, language: str) -> str:
    """Return the words that some code mentions, by key, or by what a key begins with; and all sentences."""
    keys, beginnings = set(_KEY.findall(code)), (*_BEGINNING.findall(code), LINES)
    if language != "en":
        beginnings += ANSWERS
    words, said, sentences = _plain(f"words/{language}.js").partition("const SAID")
    entries = ((line, _ENTRY.match(line)) for line in words.splitlines(keepends=True))
    used = (line for line, entry in entries if not entry or entry[1] in keys or entry[1].startswith(beginnings))
    return f"{''.join(used)}{said}{sentences}"


def _text(name: str) -> str:
    return STATIC.joinpath(*name.split("/")).read_text(encoding="utf-8")


def _plain(name: str) -> str:
    """Return a module without imports, exports, lines of comments, and indentation: no text has more than one line."""
    return _EXPORT.sub("", _IMPORT.sub("", _INDENTATION.sub("", without_comments(_text(name)))))
