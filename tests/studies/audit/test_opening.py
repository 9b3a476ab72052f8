"""The first half page of an audit: it says what the results say, and its phrases were written about these results."""

from __future__ import annotations

import json
import re
from collections import Counter
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest

import crewsat
from crewsat.games.crew.methods import METHODS
from crewsat.studies.audit.counterexamples import anchor, command_of, figures, shown, smallest
from crewsat.studies.audit.opening import SOUND, opening
from crewsat.studies.audit.rendering import as_page, report_of
from crewsat.studies.audit.running import AUDITS, load_audit
from tests.support.audit_pages import report, tallies
from tests.support.places import GOLDEN

if TYPE_CHECKING:
    from collections.abc import Iterable

WRONG = "fails", "depends on the reading"


def lines_of(found: dict[str, Any]) -> list[str]:
    return list(opening(found))


def wrong(name: str) -> list[dict[str, Any]]:
    """Claims of the stored results that fail or depend on the reading."""
    return [claim for claim in report(name)["claims"] if claim["as_published"] in WRONG]


def links(lines: Iterable[str]) -> list[str]:
    return re.findall(r"\[([^\]]+)\]\(#", "\n".join(lines))


def changed(name: str, **judgements: str) -> list[str]:
    """The opening if claims had other results: a claim, with _ for - and ., and what it would be as published."""
    found = deepcopy(report(name))
    for claim in found["claims"]:
        given = judgements.pop(re.sub(r"[-.]", "_", claim["name"]), claim["as_published"])
        if given != claim["as_published"]:
            claim["as_published"] = given
            claim.pop("as_repaired", None)
    assert not judgements
    return lines_of(found)


@pytest.mark.parametrize("name", AUDITS)
def test_every_claim_is_where_its_result_puts_it(name: str) -> None:
    text = "\n".join(lines_of(report(name)))
    fails, rest = text.split("**What fails**")[1].split("**What depends on the reading**")
    depends, holds = rest.split("**No counterexample**")
    for judgement, part in zip((*WRONG, SOUND), (fails, depends, holds), strict=True):
        those = [claim["name"] for claim in report(name)["claims"] if claim["as_published"] == judgement]
        assert sorted(links([part])) == sorted(those)
        assert part.startswith(f" ({len(those)} statement")


@pytest.mark.parametrize("name", AUDITS)
def test_numbers_are_those_of_the_results(name: str) -> None:
    numbers = Counter(claim["as_published"] for claim in report(name)["claims"])
    told = re.findall(r"\d+", lines_of(report(name))[0])
    assert list(map(int, told)) == [len(report(name)["claims"]), *(numbers[one] for one in (*WRONG, SOUND))]


@pytest.mark.parametrize("name", AUDITS)
def test_it_is_short_and_comes_first(name: str) -> None:
    lines = lines_of(report(name))
    assert as_page(report(name)).splitlines()[3 : 3 + len(lines)] == lines
    assert len(re.sub(r"\(#[^)]*\)", "", "\n".join(lines)).split()) < 750


@pytest.mark.parametrize("name", AUDITS)
def test_links_lead_to_headings_of_the_page(name: str) -> None:
    page = as_page(report(name))
    headings = Counter(map(anchor, re.findall(r"^#+ (.*)$", page, re.MULTILINE)))
    assert set(headings.values()) == {1}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= set(headings)


def test_phrases_are_about_what_is_wrong_and_were_written_about_these_results() -> None:
    """A phrase whose counterexample has become another one is to be read again, and then the file made anew."""
    now = {
        name: {
            claim["name"]: [claim["briefly"], (smallest(claim) or {})["words"], (smallest(claim) or {})["reading"]]
            for claim in wrong(name)
        }
        for name in AUDITS
    }
    assert json.loads((GOLDEN / "briefly.json").read_text()) == now
    for name in AUDITS:
        assert set(load_audit(name).briefly) == {claim["name"] for claim in wrong(name)}


@pytest.mark.parametrize("name", AUDITS)
def test_main_results_rest_on_claims_and_name_a_repair_where_one_is_needed(name: str) -> None:
    claims = {claim["name"]: claim for claim in report(name)["claims"]}
    results = load_audit(name).results
    assert results
    for one in results:
        on = [claims[rests] for rests in one.rests_on]
        repaired = any(claim["as_published"] != SOUND for claim in on) and all(
            SOUND in {claim["as_published"], claim.get("as_repaired")} for claim in on
        )
        assert bool(one.repair) == repaired, one.name


def test_the_other_algorithm_is_there() -> None:
    (line,) = [line for line in lines_of(report("crew")) if line.startswith("- **Theorem 5.3**")]
    assert "stands, by another algorithm than the printed one" in line
    (method,) = re.findall(r"method `([^`]+)`", line)
    assert method in {one.name for one in METHODS}
    assert crewsat.decide(crewsat.parse_text("a1,3 / a2,4; 2 wins a1 a3")).method == method


def test_what_stands_depends_on_the_results() -> None:
    def line(what: str, lines: list[str]) -> str:
        return next(line for line in lines if line.startswith(f"- **{what}**")).rpartition(") ")[2]

    assert line("Theorem 4.1", changed("crew")) == "stands as published."
    told = line("Theorem 4.1", changed("crew", theorem_4_1_time="fails"))
    assert told == "does not stand: see [theorem-4.1-time](#theorem-41-time)."
    told = line("Theorem 4.1", changed("crew", theorem_4_1_time="depends on the reading", theorem_4_1="untested"))
    assert told == "was not tried by this run: see [theorem-4.1](#theorem-41)."
    told = line("Theorem 4.1", changed("crew", theorem_4_1="depends on the reading"))
    assert told == "stands in one reading: see [theorem-4.1](#theorem-41)."
    told = line("Corollary 6.4", changed("crew", corollary_6_4=SOUND))
    assert told == "stands as published."


def test_claims_of_which_the_same_is_said_are_named_together() -> None:
    lines = lines_of(report("hanabi"))
    (line,) = [line for line in lines if "one copy too many" in line]
    assert links([line]) == ["section-5-copies", "small-hand-copies", "constant-values-copies"]


def test_a_changed_result_changes_the_page() -> None:
    lines = changed("crew", lemma_5_1=SOUND, lemma_4_2="untested")
    assert lines[0] == (
        "Of 26 statements of the paper, 6 fail, 6 depend on how they are read, 13 have no counterexample "
        "and 1 was not tried."
    )
    assert not any(line.startswith("- [lemma-5.1]") for line in lines)
    assert "**Not tried** (1 statement): [lemma-4.2](#lemma-42)." in lines


def test_a_new_failure_without_a_phrase_is_described_by_its_counterexample() -> None:
    found = deepcopy(report("crew"))
    (claim,) = [one for one in found["claims"] if one["name"] == "lemma-4.2"]
    claim["as_published"] = "fails"
    claim["readings"][0]["smallest"] = {"words": "three tricks", "instance": found["claims"][1]["readings"][1]}
    assert "- [lemma-4.2](#lemma-42): three tricks." in lines_of(found)
    claim["as_repaired"] = "fails"
    assert "- [lemma-4.2](#lemma-42): three tricks. *Repaired*: fails." in lines_of(found)


def test_a_run_of_some_claims_speaks_of_the_results_that_rest_on_them() -> None:
    audit = load_audit("crew", ("lemma-5.1", "theorem-3.1", "theorem-3.1-time"))
    some = report_of(audit, tallies("crew"), thorough=False)
    assert [one["name"] for one in some["results"]] == ["theorem 3.1"]
    assert lines_of(some)[0].startswith("Of 3 statements of the paper, 1 fails, 1 depends on how it is read and 1 has")
    assert "results" not in report_of(load_audit("crew", ("lemma-5.1",)), tallies("crew"), thorough=False)
    assert not lines_of(report_of(load_audit("hackenbush", ("winners",)), {}, {"winners": {}}, thorough=False))


@pytest.mark.parametrize("name", AUDITS)
def test_every_counterexample_is_a_figure(name: str) -> None:
    page = as_page(report(name))
    drawn = dict(re.findall(r"### Against ([^\n]+)\n\n[^`]+```\{deal\} [^`\n]+\n([^\n]+)\n```", page))
    assert len(drawn) == page.count("```{deal}") == len(figures(report(name)))
    against = {claim: text for claims, text in drawn.items() for claim in re.split(", | and ", claims)}
    for claim in wrong(name):
        found = smallest(claim)
        assert found is not None
        if command_of(found) is None:
            assert against.pop(claim["name"]) == shown(found)
            assert f"Smallest counterexample, [drawn above](#{anchor('Against ')}" in page
    assert not against
