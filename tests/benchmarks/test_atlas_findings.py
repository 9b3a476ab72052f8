"""The first page of the atlas says what holds of the exports, and nothing else."""

from __future__ import annotations

import csv
import lzma
import re
import tomllib
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from scipy.stats import binomtest

from benchmarks import atlas
from benchmarks.atlas_findings import FINDINGS, PAGE, exports_of, facts_of, page
from benchmarks.findings import Fact, holds
from crewsat.sweeps.reading import swept

SMALL = exports_of([atlas.SMALL])
GROUP = {"title": "A title", "findings": [{"finding": "Won: {small 2 3 none}", "holds": ["small 2 3 none > 50"]}]}


@pytest.fixture(scope="module")
def facts() -> dict[str, Fact]:
    return facts_of(atlas.SMALL, swept([SMALL[atlas.SMALL]]))


def test_facts_are_what_the_export_says(facts: dict[str, Fact]) -> None:
    counts: dict[tuple[str, ...], Counter[str]] = {}
    with lzma.open(SMALL[atlas.SMALL], "rt") as file:
        for row in csv.DictReader(file):
            counts.setdefault((row["players"], row["objectives"], row["tokens"]), Counter())[row["answer"]] += 1
    shares = {key: 100 * answers["yes"] / answers.total() for key, answers in counts.items()}
    for key, answers in counts.items():
        interval = binomtest(answers["yes"], 300).proportion_ci(0.95, method="exact")
        name = f"small {' '.join(key)}"
        assert facts[name].number == pytest.approx(shares[key])
        numbers = [float(number) for number in re.findall(r"[\d.]+", facts[name].words)]
        assert numbers == pytest.approx([shares[key], 100 * interval.low, 100 * interval.high], abs=0.06)
        together = binomtest(answers["yes"], 300).proportion_ci(1 - 0.05 / len(counts), method="exact")
        ends = [facts[f"{end} {name}"].number for end in ("low", "high")]
        assert ends == pytest.approx([100 * together.low, 100 * together.high])
        first = (*key[:-1], "none")
        assert facts[f"less {name}"].number == pytest.approx(shares[first] - shares[key])


def test_lost_deals_are_counted(facts: dict[str, Fact]) -> None:
    with lzma.open(SMALL[atlas.SMALL], "rt") as file:
        answers = [row["answer"] for row in csv.DictReader(file) if row["tokens"] == "omega"]
    lost = len(answers) - answers.count("yes")
    assert facts["lost small omega"] == Fact(lost, f"{lost:,} of {len(answers):,} deals")


def test_quantities_have_means() -> None:
    (export,) = exports_of(["solitaire"]).values()
    found = facts_of("solitaire", swept([export]))
    with lzma.open(export, "rt") as file:
        rows = [row for row in csv.DictReader(file) if (row["colours"], row["copies"]) == ("3", "3,2,2,2,1")]
    assert len(rows) == 1_000
    mean = sum(int(row["least_hand"]) for row in rows) / len(rows)
    fact = found["mean least_hand solitaire 3 3,2,2,2,1"]
    assert fact.number == pytest.approx(mean)
    assert fact.words == f"{mean:.2f}"


@pytest.mark.parametrize(("players", "tokens"), [("2", "none"), ("3", "omega"), ("4", "all")])
def test_where_a_share_falls_below_a_mark(facts: dict[str, Fact], players: str, tokens: str) -> None:
    below = facts.get(f"below 90 small {players} {tokens}")
    shares = [facts[name].number for k in range(1, 7) if (name := f"small {players} {k} {tokens}") in facts]
    assert (below is None) == all(share >= 90 for share in shares)
    if below is not None:
        first = 7 - len(shares) + next(k for k, share in enumerate(shares) if share < 90)
        assert below.number == first


def test_pairs_of_deals_say_whether_a_difference_is_one(facts: dict[str, Fact]) -> None:
    won: dict[tuple[str, ...], list[bool]] = {}
    with lzma.open(SMALL[atlas.SMALL], "rt") as file:
        for row in csv.DictReader(file):  # in the order of the seeds
            won.setdefault((row["players"], row["objectives"], row["tokens"]), []).append(row["answer"] == "yes")
    compared = [(one, other) for one, other in combinations(won, 2) if one[:-1] == other[:-1]]
    assert len([name for name in facts if name.startswith("p ")]) == len(compared)
    for one, other in compared:
        first = sum(here and not there for here, there in zip(won[one], won[other], strict=True))
        second = sum(there and not here for here, there in zip(won[one], won[other], strict=True))
        p = binomtest(first, first + second).pvalue if first + second else 1.0
        shared = f"small {' '.join(one)} {other[-1]}"
        assert facts[f"one p {shared}"].number == pytest.approx(p)
        assert facts[f"p {shared}"].number == pytest.approx(min(1.0, len(compared) * p))
        either = sum(here or there for here, there in zip(won[one], won[other], strict=True))
        low, high = binomtest(either, 300).proportion_ci(0.95, method="exact")
        assert facts[f"either {shared}"].number == pytest.approx(either / 3)
        numbers = [float(number) for number in re.findall(r"[\d.]+", facts[f"either {shared}"].words)]
        assert numbers == pytest.approx([either / 3, 100 * low, 100 * high], abs=0.06)


def test_a_finding_is_on_the_page_if_it_holds() -> None:
    lines = [*page(SMALL, [GROUP])]
    assert "## A title" in lines
    (line,) = (line for line in lines if line.startswith("- "))
    assert re.fullmatch(r"- Won: \d+\.\d % \(\d+\.\d to \d+\.\d\)", line)
    assert any(f'<a href="{atlas.SMALL}/index.html">' in line for line in lines)


@pytest.mark.parametrize(
    "wrong",
    [
        {"finding": "Won: {small 2 3 none}", "holds": ["small 2 3 none < 50"]},
        {"finding": "Won: {small 2 3 none}", "holds": ["small 9 3 none > 50"]},
        {"finding": "Won: {small 9 3 none}", "holds": []},
    ],
)
def test_a_page_is_not_made_if_a_finding_does_not_hold(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="does not hold for the exports: Won"):
        [*page(SMALL, [{**GROUP, "findings": [wrong]}])]


def test_every_finding_has_a_condition_or_a_number() -> None:
    """A sentence without either would stand whatever the exports say."""
    for group in tomllib.loads(FINDINGS.read_text())["group"]:
        for finding in group["findings"]:
            assert finding["holds"] or "{" in finding["finding"], finding["finding"]


@pytest.mark.thorough
def test_the_page_is_that_of_the_exports() -> None:
    groups = tomllib.loads(FINDINGS.read_text())["group"]
    assert PAGE.read_text() == "".join(f"{line}\n" for line in page(exports_of(atlas.names()), groups))


def test_shares_are_compared(facts: dict[str, Fact]) -> None:
    assert holds("small 2 3 none > small 2 3 all", facts)
    assert not holds("small 2 3 none < small 2 3 all", facts)
