"""The words of pages, as the files of the languages have them, and what the program says in sentences."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from crewsat.pages.script import STATIC
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def words_of(language: str) -> dict[str, dict[str, str]]:
    """The texts of a language by key, and by form; a text of one form has the form ``""``."""
    return _entries(language, "WORDS")


def translations_of(language: str) -> dict[str, dict[str, str]]:
    """What the program says, in a language, by its English pattern and by form."""
    return _entries(language, "SAID")


def _entries(language: str, name: str) -> dict[str, dict[str, str]]:
    whole = (STATIC / "words" / f"{language}.js").read_text(encoding="utf-8")
    part = re.search(rf"^export const {name} = \{{\n(.*?)^\}};", whole, re.DOTALL | re.MULTILINE)
    assert part is not None
    found = {}
    for line in part[1].splitlines():
        entry = re.fullmatch(r'  (?:"([^"]+)"|(\w+)): (.*),', line)
        if entry:
            text = re.sub(r"(\w+): \"", r'"\1": "', entry[3]) if entry[3].startswith("{") else entry[3]
            value = json.loads(text)
            found[entry[1] or entry[2]] = value if isinstance(value, dict) else {"": value}
    return found


def patterns() -> dict[str, bool]:
    """What the program says in patterns (`crewsat.base.said.saying`), and whether they have another form for one."""
    found: dict[str, bool] = {}
    for path in (ROOT / "crewsat").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "saying":
                texts = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
                assert texts, f"{path}:{node.lineno}: a pattern is a constant"
                counts = any("{n}" in text for text in texts if isinstance(text, str))
                found |= {text: counts for text in texts if isinstance(text, str)}
    return found


LETTER = r"[^\W\d_]"
"""What has none of these needs no translation."""


def without_values(pattern: str) -> str:
    """A pattern without the places of its values."""
    return re.sub(r"\{\w+\}", "", pattern)


def values_of(text: str) -> set[str]:
    """The names of the values in a text."""
    return set(re.findall(r"\{(\w+)\}", text))


def left_in_english(said: Any, is_name: Callable[[str], object]) -> Iterator[str]:  # noqa: ANN401 - JSON
    """Yield what no other language can say of something said, as `crewsat.base.said.spoken` gives it.

    Args:
        said: what a page is sent, or a list of that.
        is_name: whether a text is one in all languages, such as a card or a method.
    """
    if isinstance(said, str):
        yield from [said] if re.search(LETTER, said) and not is_name(said) else []
    elif isinstance(said, list):
        for one in said:
            yield from left_in_english(one, is_name)
    elif isinstance(said, dict) and "own" not in said:
        key = said.get("key", "")
        if re.search(LETTER, without_values(key)) and key not in _translated():
            yield key
        for value in said["things"] if "things" in said else said["values"].values():
            yield from left_in_english(value, is_name)


@cache
def _translated() -> frozenset[str]:
    """What is translated; all languages have the same."""
    return frozenset(translations_of("de"))
