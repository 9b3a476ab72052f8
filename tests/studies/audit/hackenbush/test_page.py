"""The page on Hackenbush: its counterexamples still are some, its tables are what is computed, and usual runs agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.text import parse_text, text_of
from crewsat.problems.qbf.formula import Qbf
from crewsat.problems.qbf.normal import alternating
from crewsat.studies.audit.claims import Tally, judgement, key_of, try_claims
from crewsat.studies.audit.hackenbush.audit import AUDIT
from crewsat.studies.audit.hackenbush.formulas import Source
from crewsat.studies.audit.hackenbush.positions import solved
from crewsat.studies.audit.hackenbush.strings import Strings
from crewsat.studies.audit.tables import fill, merge
from tests.support.audit_pages import report, sheets, tallies
from tests.support.chunks import few_of

if TYPE_CHECKING:
    from crewsat.studies.audit.claims import Domain
    from crewsat.studies.audit.tables import Sheet

NAME = "hackenbush"


def found_failures() -> list[tuple[str, str]]:
    """Claims and readings that fail."""
    return [
        (claim["name"], one["name"])
        for claim in report(NAME)["claims"]
        for one in claim["readings"]
        if "smallest" in one
    ]


def formula_of(game: Hackenbush) -> Qbf:
    """Read the formula off the strings of its game, as the paper makes them."""
    n = len(game.strings) // 2 - 1
    clauses: list[list[int]] = [[] for _ in game.strings[-1][1:-1]]
    for number, string in enumerate(game.strings[: 2 * n]):
        for label in string[1:]:
            clauses[label - n - 1].append((number // 2 + 1) * (1 if number % 2 == 0 else -1))
    return Qbf(n, tuple(alternating(range(1, n + 1))), tuple(map(tuple, clauses)))


def case_of(domain: str, instance: Hackenbush) -> Any:  # noqa: ANN401
    if "formulas" in domain:
        return Source(formula_of(instance))
    return Strings(instance.strings, instance.number_of_players, instance.to_move)


@pytest.mark.parametrize(("claim_name", "reading_name"), found_failures())
def test_a_counterexample_is_one(claim_name: str, reading_name: str) -> None:
    claim = next(claim for claim in AUDIT.claims if claim.name == claim_name)
    reading = next(one for one in claim.readings if one.name == reading_name)
    smallest = tallies(NAME)[key_of(claim, reading)].smallest
    assert smallest is not None
    instance = Hackenbush(**smallest["instance"])
    case = case_of(claim.domain, instance)
    assert list(AUDIT.domains[claim.domain].size(case)) == smallest["size"]
    failure = reading.fails(case)
    assert failure
    assert failure.words == smallest["words"]
    assert failure.instance.as_dict() == instance.as_dict()
    assert parse_text(text_of(instance)).digest() == instance.digest()


def test_what_theorem_3_needs_is_shown_by_its_counterexamples() -> None:
    for label, row in sheets(NAME)["sensitivity"].items():
        wrong = row.counts["true, but lost"] + row.counts["false, but won"]
        assert bool(wrong) == bool(row.examples), label
        for one in row.examples:
            game = Hackenbush(**one)
            assert bool(crewsat.decide(game, method="printed")) == solved(game), label
    printed = sheets(NAME)["sensitivity"]["nothing", "as printed"]
    assert printed.counts["formulas"] > 30_000


def summed(domain: Domain[Any], table_name: str) -> Sheet:
    table = next(one for one in AUDIT.tables if one.name == table_name)
    sheet: Sheet = {}
    for chunk in domain.chunks(False):
        merge(table, sheet, fill(table, domain, chunk))
    return sheet


@pytest.mark.slow
@pytest.mark.parametrize("name", few_of(["winners", "queer-positions", "coalition-sizes"], 2))
def test_rows_of_small_positions_are_what_is_computed(name: str) -> None:
    now = summed(AUDIT.domains["census"], name)
    then = sheets(NAME)[name]
    assert {label: then[label] for label in now} == now
    assert len(then) > len(now)


@pytest.mark.slow
def test_smallest_positions_are_what_is_computed() -> None:
    now = summed(AUDIT.domains["census"], "smallest-queer-positions")
    then = sheets(NAME)["smallest-queer-positions"]
    assert {label: then[label].examples for label in now} == {label: row.examples for label, row in now.items()}


@pytest.mark.thorough
def test_rows_of_three_players_are_what_is_computed() -> None:
    now = summed(AUDIT.domains["random-three-players"], "three-players")
    assert {label: sheets(NAME)["three-players"][label] for label in now} == now


def counterexamples() -> dict[str, Tally]:
    """The counterexamples of the page, each tried again: a usual run is too small to meet all of them."""
    found = {key_of(claim, one): Tally() for claim in AUDIT.claims for one in claim.readings}
    for claim_name, reading_name in found_failures():
        claim = next(claim for claim in AUDIT.claims if claim.name == claim_name)
        reading = next(one for one in claim.readings if one.name == reading_name)
        smallest = tallies(NAME)[key_of(claim, reading)].smallest
        assert smallest is not None
        case = case_of(claim.domain, Hackenbush(**smallest["instance"]))
        found[key_of(claim, reading)].add(reading.fails(case), smallest["size"])
    return found


@pytest.mark.thorough
def test_a_usual_run_and_the_counterexamples_come_to_the_same_verdicts() -> None:
    found = counterexamples()
    for domain in AUDIT.domains.values():
        claims = [claim for claim in AUDIT.claims if claim.domain == domain.name]
        for chunk in domain.chunks(False) if claims else ():
            for key, tally in try_claims(claims, domain, chunk).items():
                found[key].merge(tally)
    for claim in AUDIT.claims:
        for repaired in (False, True):
            now, then = (judgement(claim, one, repaired=repaired) for one in (found, tallies(NAME)))
            assert now == then, claim.name


@pytest.mark.slow
@pytest.mark.parametrize(("chunks", "number"), few_of([(11, 355), (19, 2439)]))  # of up to two clauses, and of three
def test_theorem_3_on_all_formulas(chunks: int, number: int) -> None:
    claims = [claim for claim in AUDIT.claims if claim.name in {"theorem-3-if", "theorem-3-only-if"}]
    tried = 0
    domain = AUDIT.domains["formulas"]
    for chunk in domain.chunks(False)[:chunks]:
        found = try_claims(claims, domain, chunk)
        tried += found["theorem-3-if/printed"].cases
        assert not any(tally.failures for tally in found.values())
    assert tried == number
