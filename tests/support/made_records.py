"""Records that nobody measured, for tests of what is made of records."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.engines import table
from benchmarks.records import COLUMNS, TYPES, Record, record_of


def made_record(cpu: float | None = 1.0, **changes: Any) -> Record:  # noqa: ANN401 - any column
    """A record with this processor time; parameters may be given as a mapping."""
    row: dict[str, Any] = {name: None if TYPES[name].endswith("None") else "0" for name in COLUMNS}
    row |= {"block": "real", "family": "real-deal", "engine": "auto", "parameters": {}, "answer": "yes", "passed": 1}
    row |= {"time_limit": 10.0, "memory_limit": 4000.0, "host": "a machine", "began": "2026-01-01T00:00:00+00:00"}
    row |= {"cpu": cpu, "wall": cpu or 0.0, **changes}
    row["parameters"] = json.dumps(row["parameters"])
    row["instance"] = f"{row['family']} {row['parameters']} {row['seed']}"
    if row["engine"] in table() and row["spec"] == "0":
        row["spec"] = json.dumps(table()[row["engine"]].spec(), sort_keys=True)
    return record_of(row)
