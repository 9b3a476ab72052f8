"""Without the extra, importing the package says what to install."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("crewsat.spiel", "crewsat.studies.spiel"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"crewsat.spiel needs open-spiel: pip install -e '\.\[spiel\]'"):
        import_module("crewsat.spiel")
