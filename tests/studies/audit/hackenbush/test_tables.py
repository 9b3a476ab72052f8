"""What is computed beside the claims about Hackenbush: known numbers, and that they would be others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.text import text_of
from crewsat.studies.audit.hackenbush import census, sensitivity, visits
from crewsat.studies.audit.hackenbush.audit import AUDIT
from crewsat.studies.audit.hackenbush.positions import solved
from crewsat.studies.audit.hackenbush.strings import Strings
from crewsat.studies.audit.hackenbush.truth import is_queer, outcome
from crewsat.studies.audit.tables import Counts, fill, merge

if TYPE_CHECKING:
    import pytest

    from crewsat.studies.audit.claims import Chunk
    from crewsat.studies.audit.tables import Sheet, Table

CENSUS: list[Chunk] = [(3, 4), (3, 5), (3, 6), (4, 4)]
FORMULAS: list[Chunk] = [(n, k, 0, 1) for n in (1, 2) for k in range(3)]


def filled(table: Table[Any], chunks: list[Chunk]) -> Sheet:
    sheet: Sheet = {}
    for chunk in chunks:
        merge(table, sheet, fill(table, AUDIT.domains[table.domain], chunk))
    return sheet


def shown(table: Table[Any], chunks: list[Chunk]) -> dict[tuple[Any, ...], list[str]]:
    return {label: [one.shown(row.counts) for one in table.columns] for label, row in filled(table, chunks).items()}


def strings_of(examples: list[dict[str, Any]]) -> list[str]:
    return sorted(text_of(Hackenbush(**one)).split("; ")[1].removeprefix("strings ") for one in examples)


# Small positions


def test_queer_positions_of_three_players() -> None:
    assert shown(census.QUEER, CENSUS) == {
        (3, 4): ["276", "0", "0.00 %", "114", "0", "0.00 %"],
        (3, 5): ["1,137", "7", "0.62 %", "672", "7", "1.04 %"],
        (3, 6): ["4,648", "81", "1.74 %", "3,334", "81", "2.43 %"],
        (4, 4): ["843", "0", "0.00 %", "73", "0", "0.00 %"],
    }


def test_the_smallest_queer_positions() -> None:
    row = filled(census.SMALLEST_QUEER, CENSUS)[(3, 3)]
    assert row.size == [5]
    assert strings_of(row.examples) == [
        "1,2 / 2 / 3,1",
        "1,2 / 2,1 / 3",
        "1,2,1 / 2 / 3",
        "2 / 3,1,2,1",
        "2,1 / 3,1,2",
        "2,1,2 / 3,1",
        "2,1,2,1 / 3",
    ]
    for one in row.examples:
        assert is_queer(outcome(Hackenbush(**one)))


def test_shares_are_those_of_all_plays() -> None:
    """Of all positions of three players and four edges, by the referee."""
    cases = [Strings(case.strings, 3) for case in census._cases(3, 4)]
    alone = [sum(case.wins(1 << player) for case in cases) for player in range(3)]
    pairs = sum(case.wins(pair) for case in cases for pair in (0b011, 0b101, 0b110))
    first = sum(case.wins(pair) for case in cases for pair in (0b011, 0b101))
    winners = shown(census.WINNERS, [(3, 4)])[3, 4]
    assert winners == [*(f"{100 * won / 276:.2f} %" for won in alone), "0.00 %", "0.00 %", "0.00 %"]
    sizes = shown(census.COALITIONS, [(3, 4)])[3, 4]
    assert sizes[:4] == [
        f"{100 * sum(alone) / 3 / 276:.2f} %",
        f"{100 * alone[0] / 276:.2f} %",
        f"{100 * pairs / 3 / 276:.2f} %",
        f"{100 * first / 2 / 276:.2f} %",
    ]
    assert sizes[4:] == [""] * 4


def test_positions_like_figure_1() -> None:
    assert filled(census.LIKE_FIGURE_1, CENSUS[:2]) == {}
    sheet = filled(census.LIKE_FIGURE_1, CENSUS)
    assert list(sheet) == [("no other cut",)]
    assert strings_of(sheet["no other cut",].examples) == [
        "1 / 1,3 / 2 / 2 / 3",
        "1 / 1,3 / 2 / 3,2",
        "1 / 1,3 / 2,2 / 3",
        "1,2 / 1,3 / 2 / 3",
    ]


def test_nothing_is_a_share_of_nothing() -> None:
    assert census.share(0, 0) == ""
    assert census.share(1, 8) == "12.50 %"


# What theorem 3 needs

NEEDED = {
    ("nothing", "as printed"): False,
    ("strings of literals", "labels of clauses increase from bottom to top"): True,
    ("strings of literals", "the variable's edge is on top"): True,
    ("string of k + 2 edges", "labels of clauses increase from bottom to top"): False,
    ("string of k + 2 edges", "labels of clauses in any other order"): None,
    ("string of k + 2 edges", "both edges of player n + k + 2 at the bottom"): True,
    ("string of k + 2 edges", "both edges of player n + k + 2 on top"): True,
    ("coalitions", "the player of an existential variable joins the first"): True,
    ("coalitions", "the player of a universal variable joins the second"): True,
    ("coalitions", "the player of a clause joins the first"): True,
    ("coalitions", "player n + k + 1 joins the second"): True,
    ("coalitions", "player n + k + 2 joins the first"): True,
    ("first to move", "the player of another variable"): True,
    ("first to move", "the player of a clause"): True,
    ("first to move", "player n + k + 1"): True,
    ("first to move", "player n + k + 2"): True,
}
"""Whether the theorem needs it; None if formulas of two clauses do not tell."""

WORDS = {True: "yes", False: "no counterexample", None: "untested"}


def test_what_theorem_3_needs() -> None:
    found = {label: cells[-1] for label, cells in shown(sensitivity.TABLE, FORMULAS).items()}
    assert found == {label: WORDS[needed] for label, needed in NEEDED.items()}
    assert set(sensitivity.CHANGES) == set(NEEDED)


def test_counterexamples_of_what_theorem_3_needs() -> None:
    sheet = filled(sensitivity.TABLE, FORMULAS)
    assert {label: len(row.examples) for label, row in sheet.items()} == {
        label: int(needed is True) for label, needed in NEEDED.items()
    }
    (bottom_up,) = sheet["strings of literals", "labels of clauses increase from bottom to top"].examples
    assert strings_of([bottom_up]) == ["1,2,3 / 1 / 4,4 / 5,3,2,5"]
    assert not solved(Hackenbush(**bottom_up))
    assert solved(Hackenbush(**{**bottom_up, "strings": [[1, 3, 2], [1], [4, 4], [5, 3, 2, 5]]}))


def test_other_orders_of_the_long_string_need_three_clauses() -> None:
    table = sensitivity.TABLE
    row = filled(table, [(1, 3, 0, 1)])["string of k + 2 edges", "labels of clauses in any other order"]
    assert row.counts == Counts({"formulas": 10})
    assert len(list(sensitivity._other_orders((6, 5, 4, 3, 6)))) == 4


def test_the_printed_game_fails_if_the_solver_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sensitivity, "solved", lambda _instance: True)
    found = shown(sensitivity.TABLE, FORMULAS)["nothing", "as printed"]
    assert found[1] == "0"
    assert found[-1] == "yes"


# Three players


def test_positions_on_random_strings_are_those_of_each_instance() -> None:
    sheet = filled(visits.TABLE, [(3, 1, 2)])
    assert list(sheet) == [("1 and 2", 3, 12)]
    cells = dict(
        zip((one.head for one in visits.TABLE.columns), shown(visits.TABLE, [(3, 1, 2)])["1 and 2", 3, 12], strict=True)
    )
    visited = visits._all_visited(sheet["1 and 2", 3, 12].counts)
    assert len(visited) == visits.INSTANCES == int(cells["instances"])
    assert visited == sorted(visited)
    assert int(cells["median of positions"]) == visited[50]
    assert int(cells["most"]) == visited[-1]
    assert int(cells["mean"]) == round(sum(visited) / 100)
    won = sum(solved(case.instance) for case in visits._cases(3, 1, 2))
    assert int(cells["won"]) == won
