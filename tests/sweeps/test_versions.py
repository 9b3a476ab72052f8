"""What a run writes down of itself."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from benchmarks import records
from crewsat.base.compiled import kernel
from crewsat.base.state import code_digest
from crewsat.sweeps.versions import in_words, versions, versions_today

if TYPE_CHECKING:
    import pytest


def test_the_code_is_told_by_the_same_digest_everywhere() -> None:
    assert json.loads(versions())["code"] == code_digest() == records.code_digest()


def test_date_and_versions_in_words() -> None:
    date, text = in_words(versions_today())
    assert date == datetime.now(UTC).date().isoformat()
    assert re.fullmatch(r"crewsat \S+, code \w{16}, python \S+, python-sat \S+, with(out)? kernel, machine .+", text)
    assert in_words("{}") == ("", "")


def test_a_kernel_that_is_switched_off_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CREWSAT_KERNEL", "off")
    versions.cache_clear()
    assert json.loads(versions())["kernel"] is False
    monkeypatch.delenv("CREWSAT_KERNEL")
    versions.cache_clear()
    assert json.loads(versions())["kernel"] is (kernel() is not None)
