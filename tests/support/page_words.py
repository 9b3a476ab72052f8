"""The words of pages, as the files of the languages have them."""

from __future__ import annotations

import json
import re

from crewsat.pages.script import STATIC


def words_of(language: str) -> dict[str, dict[str, str]]:
    """The texts of a language by key, and by form; a text of one form has the form ``""``."""
    found = {}
    for line in (STATIC / "words" / f"{language}.js").read_text(encoding="utf-8").splitlines():
        entry = re.fullmatch(r'  "?([^"]+?)"?: (.*),', line)
        if entry:
            text = re.sub(r"(\w+): \"", r'"\1": "', entry[2]) if entry[2].startswith("{") else entry[2]
            value = json.loads(text)
            found[entry[1]] = value if isinstance(value, dict) else {"": value}
    return found


def values_of(text: str) -> set[str]:
    """The names of the values in a text."""
    return set(re.findall(r"\{(\w+)\}", text))
