"""Results that are kept: those that are known are not computed again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import crewsat
from benchmarks.kept_results import computed

if TYPE_CHECKING:
    from pathlib import Path


def test_known_results_are_not_computed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.json"
    path.write_text('{"version": "0", "one": 1}')
    found = computed(path, [("one", int), ("two", int)])
    assert found == json.loads(path.read_text()) == {"version": "0", "one": 1, "two": 0}
    assert capsys.readouterr().err == "1 of 1: two\n"


def test_a_new_file_names_the_version(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    found = computed(path, [("one", int), ("two", list)], workers=2)
    assert found == json.loads(path.read_text()) == {"version": crewsat.__version__, "one": 0, "two": []}


@pytest.mark.parametrize("text", ["my notes", "[]", '{"one": 1}', '{"version": "0", "three": 1}', "\udcff"])
def test_a_file_of_something_else_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    path.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(crewsat.InvalidInstance) as caught:
        computed(path, [("one", int), ("two", int)])
    assert str(caught.value) == f"{path}: does not hold these results; allowed: a new file"
    assert path.read_bytes() == text.encode(errors="surrogateescape")
