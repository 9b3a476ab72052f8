"""The page on The Crew: its counterexamples still are some, and usual runs come to its verdicts."""

from __future__ import annotations

import pytest

import crewsat
from crewsat.games.crew.text import parse_text, text_of
from crewsat.reductions.hamiltonian_path_to_crew import source_of
from crewsat.studies.audit.claims import Tally, judgement, key_of, try_claims
from crewsat.studies.audit.crew.audit import AUDIT
from crewsat.studies.audit.crew.graphs import Source
from crewsat.studies.audit.crew.small_deals import Deal
from tests.support.audit_pages import report, tallies

NAME = "crew"

ANSWERS = {
    "says no, but the deal is won": "yes",
    "says yes, but the deal is lost": "no",
    "the deal is lost": "no",
    "best cards for one objective lose a deal that is won": "yes",
    "best cards for one objective make another impossible, and both can be completed": None,
    "a trick that completes as many objectives as any loses the deal": "yes",
    "the play of the algorithm is not one of the shortest": "yes",
    "every trick that completes as many objectives as any loses the deal": "yes",
    "objectives that one trick can complete cannot be completed by one trick of a winning play": "yes",
    "no trick with the highest objective keeps the deal won": "yes",
    "no trick in which the owner takes it with the highest card keeps the deal won": "yes",
    "no trick to which the others add their highest objectives of the owner keeps the deal won": "yes",
    "the card of the lemma loses a deal that another card wins": "yes",
    "no winning play follows the lemma": "yes",
    "the deal is won, but the graph has no Hamiltonian path": "yes",
    "the deal is lost, but the graph has a Hamiltonian path": "no",
    "the deal is won without such a path": "yes",
    "the deal is lost, but there is such a path": "no",
    "a hand does not have as many cards as there are players": None,
    "one more vertex makes one more player": None,
}
"""What `decide` must say of a deal that fails in these words; None if they say nothing of it."""

LONG = {"lemma-6.2", "corollary-6.4", "theorem-6.5"}
"""Tried again on fewer graphs only, those of up to five vertices."""

OF_ONE_SUIT = [(2, 4, 0, 1), (2, 5, 0, 1), (2, 6, 4, 6), (3, 3, 0, 1), (1, 4, 0, 1), ("random", 0), ("found", 0)]
"""Claims about deals of one suit are tried again on these parts only; ``found`` holds what usual runs would miss."""


def found_failures() -> list[tuple[str, str]]:
    """Claims and readings that fail."""
    return [
        (claim["name"], one["name"])
        for claim in report(NAME)["claims"]
        for one in claim["readings"]
        if "smallest" in one
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("claim_name", "reading_name"), found_failures())
def test_a_counterexample_is_one(claim_name: str, reading_name: str) -> None:
    claim = next(claim for claim in AUDIT.claims if claim.name == claim_name)
    reading = next(one for one in claim.readings if one.name == reading_name)
    smallest = tallies(NAME)[key_of(claim, reading)].smallest
    assert smallest is not None
    instance = crewsat.Crew(**smallest["instance"])
    assert ANSWERS[smallest["words"]] in (None, crewsat.decide(instance).answer)
    case = Source(source_of(instance)[0]) if claim.domain == "graphs" else Deal(instance)
    assert list(AUDIT.domains[claim.domain].size(case)) == smallest["size"]
    failure = reading.fails(case)
    assert failure
    assert failure.words == smallest["words"]
    assert failure.instance.as_dict() == instance.as_dict()
    assert parse_text(text_of(instance)).digest() == instance.digest()


@pytest.mark.slow
@pytest.mark.parametrize(
    "domain_name",
    [
        "large",
        pytest.param("one-value", marks=pytest.mark.thorough),
        pytest.param("graphs", marks=pytest.mark.thorough),
    ],
)
def test_a_usual_run_comes_to_the_same_verdicts(domain_name: str) -> None:
    domain = AUDIT.domains[domain_name]
    claims = [claim for claim in AUDIT.claims if claim.domain == domain_name]
    found = {key_of(claim, one): Tally() for claim in claims for one in claim.readings}
    for chunk in domain.chunks(False):
        small = chunk[0] == "atlas" and int(chunk[1]) <= 5
        for key, tally in try_claims([c for c in claims if small or c.name not in LONG], domain, chunk).items():
            found[key].merge(tally)
    for claim in claims:
        for repaired in (False, True):
            now, then = (judgement(claim, one, repaired=repaired) for one in (found, tallies(NAME)))
            assert now == then, claim.name


@pytest.mark.thorough
def test_a_part_of_a_usual_run_comes_to_the_same_verdicts_in_one_suit() -> None:
    claims = [claim for claim in AUDIT.claims if claim.domain == "one-suit"]
    found = {key_of(claim, one): Tally() for claim in claims for one in claim.readings}
    for chunk in OF_ONE_SUIT:
        assert chunk in AUDIT.domains["one-suit"].chunks(False)
        for key, tally in try_claims(claims, AUDIT.domains["one-suit"], chunk).items():
            found[key].merge(tally)
    for claim in claims:
        for repaired in (False, True):
            now, then = (judgement(claim, one, repaired=repaired) for one in (found, tallies(NAME)))
            assert now == then, claim.name
