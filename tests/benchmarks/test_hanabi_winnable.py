"""The page of winnable decks: what is made of answers, and that the page kept says what the program says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import crewsat
from benchmarks.hanabi_winnable import FIRST_SEED, SORTS, Sort, page
from tests.support.chunks import sizes
from tests.support.places import ROOT
from tests.sweeps.test_export import exported, swept

if TYPE_CHECKING:
    from pathlib import Path

PAGE = ROOT / "docs" / "hanabi-winnable.md"
LOST = re.compile(r"^- \[seed (\d+)\]\((\S+)\): (.*); conflict (.*) \(minimal\); proof of [\d,]+ lemmas$", re.MULTILINE)


@pytest.mark.slow
def test_a_page_of_few_decks(tmp_path: Path) -> None:
    sorts = (Sort(5), Sort(2, "Black (6 Suits)"))
    exports = []
    for sort in sorts:
        given = {"game": "hanabi", "cells": sort.parameters, "deals": sort.number(20), "seed_from": FIRST_SEED}
        swept(tmp_path / str(sort.players), given)
        exports.append(tmp_path / f"{sort.players}.csv")
        exports[-1].write_bytes(exported(tmp_path / str(sort.players), "csv"))
    text = "\n".join(page(20, jobs=1, sorts=sorts, exports=tuple(exports)))
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]
    assert [row[:3] for row in rows[2:]] == [
        ["5 players, No Variant", "100.0 % (83.2 to 100.0)", "0"],
        ["2 players, Black (6 Suits)", "50.0 % (6.8 to 93.2)", "2"],
    ]
    assert [sum(map(int, row[3:7])) for row in rows[2:]] == [20, 4]
    assert [seed for seed, _, _, conflict in LOST.findall(text) if conflict == "black"] == ["83000001", "83000003"]
    assert "Of 2 lost decks 2 have a reason" in " ".join(text.split())


def test_the_page_kept_has_all_kinds_and_every_lost_deck() -> None:
    text = PAGE.read_text()
    assert f"with crewsat {crewsat.__version__}." in text
    rows = re.findall(r"^\| (\d players, [^|]*) \| (\S+) % \(.*?\) \|(.*)\|", text, re.MULTILINE)
    assert [row[0] for row in rows] == [sort.name for sort in SORTS]
    for sort, (name, share, rest) in zip(SORTS, rows, strict=True):
        counted, *methods = map(int, rest.split("|")[:5])
        decks = sum(methods)
        _, _, section = text.partition(f"### {name}\n")
        lost = section.partition("###")[0].count("- ")
        assert counted == lost
        assert decks == sort.number(1000)
        assert abs(100 * (1 - lost / decks) - float(share)) < 0.1, name


@pytest.mark.slow
@pytest.mark.parametrize("number", sizes(2, 8))
def test_lost_decks_of_the_page_are_lost_for_that_reason(number: int) -> None:
    found = LOST.findall(PAGE.read_text())
    for seed, link, reason, conflict in found[:: len(found) // number]:
        game = crewsat.hanab_live.read(link)
        explanation = crewsat.explain(game)
        assert explanation.reasons[0].words == reason, seed
        assert ", ".join(explanation.conflict or ()) == conflict, seed
