"""The pages of the audits in docs/, as the JSON beside them has them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from crewsat.base.layout import rendered
from crewsat.studies.audit.claims import Tally
from crewsat.studies.audit.rendering import pieces_of
from crewsat.studies.audit.tables import Sheet, from_lists
from tests.support.places import ROOT

FOLDER = ROOT / "docs" / "audits"


@cache
def report(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return found


def as_text(found: dict[str, Any]) -> str:
    """What `crewsat audit` prints where the width of the terminal is unknown."""
    return rendered(pieces_of(found), 80)


def sheets(name: str) -> dict[str, Sheet]:
    return {table["name"]: from_lists(table["rows"]) for table in report(name).get("tables", ())}


def tallies(name: str) -> dict[str, Tally]:
    return {
        f"{claim['name']}/{one['name']}": Tally.from_dict({"smallest": None, **one})
        for claim in report(name)["claims"]
        for one in claim["readings"]
    }
