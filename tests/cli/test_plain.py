"""Command lines read without typer: as typer reads them, and only if it accepts them."""

from __future__ import annotations

import random
from inspect import signature
from typing import TYPE_CHECKING, Any

import pytest
import typer

from crewsat.cli import plain
from crewsat.cli.commands import COMMANDS, function_of
from crewsat.cli.declared import Argument, Declared
from crewsat.cli.plain import values_of
from crewsat.cli.typed import for_typer
from tests.support.chunks import sizes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

READ = sorted({*COMMANDS} - {"help"})
"""The commands whose words may be read so; help is typer's own."""

VALUES = (
    *("1", "0", "-1", "7", "0.5", "1.5", "1e3", "nan", "inf", "1_000", "²", "", "-", "--", "--json", "x=y", "a b"),
    *("auto", "all", "cnf-tricks", "cadical195", "kissat", "crew", "hanabi", "deal.json", "deals.jsonl", "1-9", "9-1"),
    *("a9 b2 / a2 b5; leader 1; 1 wins a2", "always", "é", "text", "json", "hanab.live"),
)
"""What may be given for anything, right or wrong."""


def names_of(command: Callable[..., Any]) -> list[str]:
    """The options of a command, and some that it may not have."""
    found = ["--json", "--help", "--nonsense", "-t", "-j", "-o", "--no-json", "--color"]
    for one in signature(command, eval_str=True).parameters.values():
        mark = next(mark for mark in one.annotation.__metadata__ if isinstance(mark, Declared))
        found += [] if isinstance(mark, Argument) else (mark.names or [f"--{one.name.replace('_', '-')}"])
    return found


def some_words(rng: random.Random, names: Sequence[str]) -> list[str]:
    words = [rng.choice(("crew", "deal.json"))] if rng.random() < 0.5 else []
    for _ in range(rng.choice((0, 1, 1, 2, 3, 4))):
        how = rng.random()
        if how < 0.4:
            words += [rng.choice(names), rng.choice(VALUES)]
        elif how < 0.6:
            words.append(rng.choice(names))
        elif how < 0.8:
            words.append(f"{rng.choice(names)}={rng.choice(VALUES)}")
        else:
            words.append(rng.choice(VALUES))
    return words


def by_typer(command: Callable[..., Any], words: Sequence[str]) -> dict[str, Any] | None:
    """The values of the parameters that typer finds, or None if it finds a mistake."""
    taken: list[dict[str, Any]] = []

    def kept(**given: Any) -> None:  # noqa: ANN401 - those of the command
        taken.append(given)

    parameters = signature(command, eval_str=True)
    vars(kept)["__signature__"] = parameters
    app = typer.Typer(add_completion=False)
    app.command()(for_typer(kept))
    try:
        typer.main.get_command(app).main([*words], standalone_mode=False)
    except typer.exceptions.TyperException:
        return None
    return taken[0] if taken else None


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(200, 3_000))
@pytest.mark.parametrize("name", READ)
def test_typer_reads_the_same(name: str, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    command, rng = function_of(name), random.Random(name)
    names, read = names_of(command), 0
    for _ in range(number):
        words = some_words(rng, names)
        found = values_of(command, words)
        if found is not None:
            read += 1
            assert repr(found) == repr(by_typer(command, words)), words
    capsys.readouterr()
    assert read


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("deal.json --json", True),
        ("- --json --time-limit 5 --seed=3", True),
        ("a.json b.json -j 2 -o answers.jsonl", True),
        ("deal.json --method cnf-tricks --solver cadical195", True),
        ("deal.json --help", False),
        ("deal.json --method nonsense", False),
        ("deal.json --time-limit", False),
        ("deal.json --time-limit -1", False),
        ("deal.json --json=yes", False),
        ("deal.json --json --seed 1 --seed 2", False),
        ("deal.json -t5", False),
        ("-- deal.json", False),
    ],
)
def test_which_words_are_surely_right(words: str, right: bool) -> None:
    assert (values_of(function_of("decide"), words.split()) is not None) == right


MISTAKES: dict[str, Any] = {
    "_whole": lambda word: int(word) if word.lstrip("-").isdecimal() else 0,
    "_within": lambda *_: True,
    "_callback": lambda _, value: value,
}


@pytest.mark.slow
@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_in_reading_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, what, MISTAKES[what])
    command, rng = function_of("decide"), random.Random(what)
    names = names_of(command)
    for _ in range(3_000):
        words = some_words(rng, names)
        found = values_of(command, words)
        if found is not None and repr(found) != repr(by_typer(command, words)):
            return
    pytest.fail("not noticed")
