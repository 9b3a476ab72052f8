"""The pages of the audits in docs/, as the JSON beside them has them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from crewsat.audit.claims import Tally
from crewsat.audit.tables import Sheet, from_lists
from tests.support.places import ROOT

FOLDER = ROOT / "docs" / "audits"


@cache
def report(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return found


def sheets(name: str) -> dict[str, Sheet]:
    return {table["name"]: from_lists(table["rows"]) for table in report(name).get("tables", ())}


def tallies(name: str) -> dict[str, Tally]:
    return {
        f"{claim['name']}/{one['name']}": Tally.from_dict({"smallest": None, **one})
        for claim in report(name)["claims"]
        for one in claim["readings"]
    }
