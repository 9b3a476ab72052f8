"""Words in styles: cut to what people read, and divided into lines as texts without styles are."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from rich.text import Text

from crewsat.base.layout import Grid, Pieces, Prose, bulleted, rendered
from crewsat.base.runs import MOST, Each, Medium, Run, Several, lines_of, plain, text_of, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType
    from rich.containers import Lines

REST = "--json has all"


def random_runs(rng: random.Random) -> list[Run]:
    letters = rng.choice(("ab ", "a  ", "ab粉 "))
    return [
        ("".join(rng.choice(letters) for _ in range(rng.randrange(7))), rng.choice(("", "red", "bold")))
        for _ in range(rng.randrange(12))
    ]


def characters(runs: list[Run]) -> list[Run]:
    return [(one, style) for text, style in runs for one in text]


@pytest.mark.parametrize("seed", range(300))
def test_runs_break_where_their_text_does(seed: int) -> None:
    rng = random.Random(seed)
    runs, width = random_runs(rng), rng.randrange(12)
    lines = list(lines_of(runs, width))
    assert [text_of(line) for line in lines] == wrapped(text_of(runs), width), (runs, width)
    left = characters(runs)
    for line in lines:
        found = characters(line)
        while left[: len(found)] != found:
            assert left.pop(0)[0] == " ", (runs, width)  # blanks at which a line breaks
        del left[: len(found)]
    assert {one for one, _ in left} <= {" "}


def test_of_many_things_the_first_are_printed_and_the_rest_is_counted() -> None:
    names = [str(k) for k in range(8_000)]
    shown = ", ".join(names[:MOST])
    assert plain([Several(names)], Medium(rest=REST)) == f"{shown}, … and 7,800 more; --json has all"
    assert plain([Several(names)]) == f"{shown}, … and 7,800 more"
    assert plain([Several(names)], Medium(rest=None)) == ", ".join(names)
    assert plain([Several(names[:MOST])], Medium(rest=REST)) == shown
    assert plain([Several(names, " ", most=2)], Medium("ascii", REST)) == "0 1 ... and 7,998 more; --json has all"
    assert plain([Several([])]) == ""
    nested = Several([[Several(names[:3], most=1)], "b"], " / ")
    assert plain([("all: ", ""), nested]) == "all: 0, … and 2 more / b"


def test_a_style_of_several_is_that_of_all() -> None:
    runs = Medium().runs([Several(["a", "b"], style="green"), (" c", ""), (" d", "")], "bold")
    assert runs == [("a, b", "bold green"), (" c d", "bold")]


@pytest.mark.parametrize("rest", [REST, None])
def test_tables_paragraphs_and_lists_are_cut(rest: str | None) -> None:
    names = [f"n{k}" for k in range(MOST + 50)]
    pieces: dict[str, RenderableType] = {
        "rows": Grid(("one", "two"), [(name, "x") for name in names]),
        "rows of a narrow table": Grid(("one" * 9, "two" * 9), [(name, "x" * 25) for name in names]),
        "pieces": Pieces([Prose(name) for name in names]),
        "items": bulleted(names),
        "words": Prose([Several(names)]),
    }
    for what, piece in pieces.items():
        told = rendered([piece], 40, rest=rest)
        assert ("… and 50 more; --json has all" in told.replace("\n", " ")) == (rest is not None), what
        assert {name for name in names if name in told.replace(",", "").split()} == {*names[: MOST if rest else None]}


def test_what_is_not_printed_is_not_made() -> None:
    made: list[int] = []

    def make(k: int) -> str:
        made.append(k)
        return str(k)

    rendered([Prose([Several(Each(range(10**9), make))])], 80, rest=REST)
    assert made == [*range(MOST)]
    made.clear()
    rendered([Grid(("a",), Each(range(10**9), lambda k: [make(k)]))], 80, rest=REST)
    assert made == [*range(MOST)]


def test_a_table_of_more_columns_than_there_is_room_for_is_not_made() -> None:
    def make(_: int) -> list[str]:
        raise AssertionError

    rows = Each(range(5), make)
    assert rendered([Grid(["x"] * 100, rows, narrow=lambda: Prose("narrow"))], 80) == "narrow"


def test_no_text_of_rich_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text of rich with n styles is divided into n lines in n² steps: 8,000 cards took half a minute."""
    whole = Text.divide

    def divide(text: Text, offsets: Iterable[int]) -> Lines:
        assert not text.spans
        return whole(text, offsets)

    monkeypatch.setattr(Text, "divide", divide)
    words = [Several([[(f"word{k}", "red")] for k in range(500)], " ")]
    assert len(rendered([Prose(words, "bold", label="label: "), Grid(("a", "b"), [("c", words)])], 40).split()) > 1000
