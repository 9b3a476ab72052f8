"""The language of the program: phrases that are not idiomatic technical English stay out of what users read."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from typing import TYPE_CHECKING

import pytest

from tests.support.house import modules
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

FORBIDDEN = {
    r"(?<![Tt]here )\b(is|are|was|were) no (?!longer\b|more\b|less\b|other\b|earlier\b|later\b|such\b|part\b)[a-z{]": (
        "is not a valid …, is not a …"
    ),
    r"\bno (JSON|UTF-8|TOML|graph6)\b": "invalid JSON, not valid UTF-8",
    r"\b(said|written|there|named) twice\b": "given twice, appears twice",
    r"\bis none of\b": "is not one of a, b",
    r"\bno (method|solver|engine|suite|family|audit|claim|form) '": "unknown method '…'",
    r"\bis not how\b": "unexpected …; expected …",
    r"\b(is|are|was|has been|if) told\b|\btold of\b": "is given, is reported",
    r"\bas asked for\b|\b(is|are) asked for\b": "is required, is requested",
    r"\bhas no (use|words) for\b": "does not use, cannot be combined with",
    r"\bgo(es)? together\b": "exclude each other, cannot be combined with",
    r"\bby trying (everything|all)\b": "by exhaustive search",
    r"\b(noes|mended|spared)\b|\bthere is talk\b|\band last\b": "plain words",
}
"""Patterns, and what to write instead."""


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every string that is not a docstring; a placeholder of an f-string is ``{}``."""
    nodes = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
            nodes += [one for one in node.values if isinstance(one, ast.FormattedValue)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            nodes += ast.iter_child_nodes(node)


def offences(code: str) -> Iterator[tuple[int, str, str]]:
    """Line, text and advice of every forbidden phrase in the strings of some code."""
    for line, text in texts(ast.parse(code)):
        for pattern, better in FORBIDDEN.items():
            found = re.search(pattern, text)
            if found:
                yield line, text[max(0, found.start() - 20) : found.end() + 20], better


STILTED = {
    r"\b[Ss]o (many|much)\b(?! (as|that)\b)": "name the quantity: at most `limit` bytes, that many cards",
    r"\b[Tt]old\b(?! apart)": "is given, is reported, is printed",
    r"\b([Hh]is|[Hh]im|[Hh]e|[Ss]he|[Hh]er|hers)\b": "the player, they, their",
    r"\b(noes|mended|spared)\b": "plain words",
}
"""Words that docstrings and comments do without, and what to write instead."""

NAMES = re.compile(r"(^|_)(told|nobody|somebody|nicely|so_many|wish|wishes)(_|$)")
"""Words that names do without; those of rules and their constants may speak of nobody among the players."""

OF_PLAYERS = {"nobody_takes_more_than_a_share", "nobody_takes_less_than_a_share_of_all", "nobody_plays_two_cards"} | {
    "_nobody_can_follow",
    "_one_more_vertex_costs_nobody",
    "nobody",
    "_somebody_plays",
    "somebody_plays",
}
"""Names of rules of games, and of their own parts."""


def prose(code: str) -> Iterator[tuple[int, str]]:
    """Line and text of every line of a string that stands for itself, as docstrings do, and of every comment."""
    alone = True
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and alone):
            for k, line in enumerate(token.string.splitlines()):
                yield token.start[0] + k, line
        if token.type not in {tokenize.NL, tokenize.COMMENT}:
            alone = token.type in {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


@pytest.mark.slow
def test_docstrings_and_comments_are_idiomatic() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.strip()!r}; better: {better}"
        for path in modules()
        for line, text in prose(path.read_text())
        for pattern, better in STILTED.items()
        if re.search(pattern, re.sub("`[^`]*`", "", text))
    ]
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_names_say_what_they_hold() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {token.string}"
        for path in modules()
        for token in tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
        if token.type == tokenize.NAME and NAMES.search(token.string) and token.string not in OF_PLAYERS
    }
    assert not found, "\n".join(sorted(found))


@pytest.mark.slow
def test_messages_are_plain_technical_english() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text!r}; better: {better}"
        for path in modules()
        for line, text, better in offences(path.read_text())
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "code",
    [
        "fail(f\"'{name}' is no card\")",
        "fail(f'{described(raw)} is no {noun}')",
        "fail('these are no ' 'numbers')",
        "fail(f'no JSON: {error}')",
        "fail(f'{word} is said twice')",
        "fail(f'{word} is none of {words}')",
        "fail(f\"no method '{name}'\")",
        "fail('it may be told', 'what is told', f'{say(\"it is told\")}')",
    ],
)
def test_a_phrase_that_is_not_english_is_found(code: str) -> None:
    assert list(offences(code))


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring is no message."""',
        "fail('there is no player 4; there are no tricks; it is no longer so; no play is no later')",
        "told = f'{told.is_no_text}'",
    ],
)
def test_plain_english_is_left_alone(code: str) -> None:
    assert not list(offences(code))
