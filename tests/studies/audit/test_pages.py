"""The pages in docs/ are what the audits give: generated, not edited."""

from __future__ import annotations

import pytest

from crewsat.studies.audit.rendering import as_page, report_of
from crewsat.studies.audit.running import AUDITS, load_audit
from tests.support.audit_pages import FOLDER, report, sheets, tallies

pytestmark = pytest.mark.parametrize("name", AUDITS)


def test_the_page_is_made_of_the_json(name: str) -> None:
    assert (FOLDER / f"{name}.md").read_text() == as_page(report(name))


def test_the_json_is_made_of_the_claims_as_they_are_now(name: str) -> None:
    """Every word is that of the code, and every verdict follows from the counts."""
    again = report_of(load_audit(name), tallies(name), sheets(name), thorough=report(name)["thorough"])
    assert {**again, "version": ""} == {**report(name), "version": ""}
    assert report(name)["thorough"] is True


def test_everything_was_tried_and_nothing_of_ours_fails(name: str) -> None:
    for claim in report(name)["claims"]:
        assert claim["as_published"] != "untested", claim["name"]
        assert claim.get("as_repaired", "no counterexample") == "no counterexample", claim["name"]
    assert all(table["rows"] for table in report(name).get("tables", ()))
