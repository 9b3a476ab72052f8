"""The notebook for classes runs from its first cell to its last."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.support.pages import DOCS


@pytest.mark.slow
def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((DOCS / "reduction.ipynb").read_text())
    names: dict[str, Any] = {}
    programs = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for program in programs:
        exec(compile(program, "reduction.ipynb", "exec"), names)  # noqa: S102 - the notebook is ours
    printed = capsys.readouterr().out
    assert re.search(r"^path: (1 2 3 4|2 1 3 4|4 3 1 2|4 3 2 1)$", printed, re.MULTILINE)
    assert f"{names['won']} with a Hamiltonian path" in printed
    assert len(names["graphs"]) == 52
    assert 0 < names["won"] < 52
    assert all("outputs" not in cell or cell["outputs"] == [] for cell in notebook["cells"])
