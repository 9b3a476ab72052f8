"""What the runner asks of pytest: which cases there are, how they ended, and which modules they have loaded."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

TOGETHER = 10
"""How many cases of a test make a part, unless its mark says otherwise: ``@pytest.mark.thorough(together=1)``."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file to be written."""
    parser.addoption("--thorough-to", type=Path, required=True)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write all cases, if that is all that is asked."""
    if session.config.option.collectonly:
        _write(session.config, [_case(item) for item in session.items])


def _case(item: pytest.Item) -> dict[str, Any]:
    mark = item.get_closest_marker("thorough")
    return {
        "case": item.nodeid,
        "together": mark.kwargs.get("together", TOGETHER) if mark else TOGETHER,
        "timing": item.get_closest_marker("timing") is not None,
    }


def pytest_unconfigure(config: pytest.Config) -> None:
    """Write how many cases ended how, and the files of all modules that this process has loaded."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and not config.option.collectonly:
        ended = {how: len(reports) for how, reports in reporter.stats.items() if how}
        files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
        _write(config, {"ended": ended, "loaded": sorted(file for file in files if isinstance(file, str))})


def _write(config: pytest.Config, what: object) -> None:
    config.option.thorough_to.write_text(json.dumps(what))
