"""The words of pages: every language has all of them, with the same values, and there are none in the code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from crewsat.pages.script import LANGUAGES, STATIC, script
from crewsat.web.app import OWN_FILES
from tests.support.page_words import (
    LETTER,
    patterns,
    translations_of,
    values_of,
    without_values,
    words_of,
)
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

FORMS = {"en": {"one", "other"}, "de": {"one", "other"}, "fr": {"one", "many", "other"}, "es": {"one", "many", "other"}}
"""What the rules of each language (CLDR) call the forms for whole numbers."""
OF_OTHER_LANGUAGES = "suit."
"""English has no entries for suits: cards are written in English."""
KEYS_OF_KEYBOARDS = {"Arrow", "Home", "End", "Page", "Backspace", "Delete"}


def _modules(folder: Traversable) -> Iterator[tuple[str, str]]:
    """All modules of a folder but those with the words."""
    for one in folder.iterdir():
        if one.is_dir() and one.name != "words":
            yield from _modules(one)
        elif one.name.endswith(".js"):
            yield one.name, one.read_text(encoding="utf-8")


PYTHON = [path.read_text() for path in (ROOT / "crewsat" / "pages").glob("*.py")]
"""Modules that say things by key."""
CODE = dict([*_modules(STATIC), *_modules(OWN_FILES)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_words(language: str) -> None:
    english, found = words_of("en"), words_of(language)
    assert {key for key in found if not key.startswith(OF_OTHER_LANGUAGES)} == english.keys()
    for key, forms in english.items():
        assert set(found[key]) == ({""} if "" in forms else FORMS[language]), key
        wanted = set[str]().union(*map(values_of, forms.values()))
        assert all(values_of(text) == wanted and text.strip() for text in found[key].values()), key


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_language_has_all_that_the_program_says(language: str) -> None:
    found = translations_of(language)
    said = {key: counts for key, counts in patterns().items() if re.search(LETTER, without_values(key))}
    assert found.keys() == {*said, "then", ";"}
    for key, counts in said.items():
        assert set(found[key]) in ({""}, FORMS[language]), key
        assert set(found[key]) == FORMS[language] or not counts, key
        assert all(values_of(text) == values_of(key) for text in found[key].values()), key


def test_all_languages_know_the_same_suits() -> None:
    suits = [
        {key for key in words_of(name) if key.startswith(OF_OTHER_LANGUAGES)} for name in LANGUAGES if name != "en"
    ]
    assert all(one == suits[0] for one in suits)
    assert {"suit.blue", "suit.rocket", "suit.submarine"} <= suits[0]


def test_every_word_is_used() -> None:
    code = "".join([*CODE.values(), *PYTHON])
    keys, beginnings = set(re.findall(r'"([^"\n]*)"', code)), tuple(re.findall(r"`([\w.]+\.)\$\{", code))
    assert [key for key in words_of("en") if key not in keys and not key.startswith(beginnings)] == []


def test_every_key_has_words() -> None:
    code = "".join(CODE.values())
    called = {key for call in re.findall(r"\bsay\(([^;`]*?)[,)]", code) for key in re.findall(r'"([^"\n]+)"', call)}
    called |= {key for code in PYTHON for key in re.findall(r'"((?:line|headline)\.\w+)"', code)}
    assert {"line.kept", "headline.no", "crew.trick"} <= called
    assert called - words_of("en").keys() == set()


@pytest.mark.parametrize("name", sorted(CODE))
def test_there_are_no_words_in_the_code(name: str) -> None:
    """What begins with a capital or is a sentence, but names of keys and of errors."""
    code = re.sub(r"^\s*(?://|/?\*).*$", "", CODE[name], flags=re.MULTILINE)
    code = re.sub(r"(?:import|export) .*|new (?:DOMException|Error)\(.*|SAMPLE.*", "", code)
    texts = re.findall(r'"([A-Z][a-z]+[^"\n]*)"', code)
    allowed = {"AbortError", "Unanswered", "English", "Deutsch", "Français", "Español", *words_of("en")}
    assert [one for one in texts if one not in allowed and not one.startswith(tuple(KEYS_OF_KEYBOARDS))] == []


def test_a_page_has_the_words_that_it_needs() -> None:
    page = script("crew")
    assert 'LANGUAGE = "en"' in page
    assert '"crew.winsTrick": ' in page
    assert '"line.kept": ' in page
    assert '"hanabi.turn"' not in page
