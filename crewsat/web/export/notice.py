"""The page of licences: of CrewSAT, and of everything that is passed on with the engine in the browser.

The solvers of python-sat are one binary, so their licences all come with it, whether the page uses a solver or not.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from crewsat.web.export.fetching import PYODIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.web.export.fetching import Fetched

_SOLVERS = {
    "cadical": "CaDiCaL 1.0.3, 1.5.3, 1.9.5 and 3.0.0",
    "druplig": "Druplig",
    "glucose-3.0": "Glucose 3.0",
    "glucose-4.1": "Glucose 4.1",
    "glucose-4.2.1": "Glucose 4.2.1",
    "lingeling": "Lingeling",
    "maple-chrono": "MapleLCMDistChronoBT",
    "maple-cm": "Maple_CM",
    "maplesat": "MapleCOMSPS_pure_LRB",
    "minicard": "MiniCARD 1.2",
    "minisat": "MiniSat 2.2 and its version on GitHub",
}
"""The solvers in the binary of python-sat with licences of their own, by the file of the licence."""
_LICENCE = re.compile(r"([^/]+)-([^-/]+)\.dist-info/(?:licenses/)?LICENSE[^/]*")


def notice(found: Fetched, style: str, policy: str, *, kernel: bool) -> str:
    """Return the page.

    Args:
        found: what the engine needs from elsewhere.
        style: the address of the style sheet.
        policy: the Content-Security-Policy.
        kernel: whether the compiled kernel is there.
    """
    entries = "".join(
        f"<h2>{escape(title)}</h2>\n<pre>{escape(text)}</pre>\n" for title, text in _entries(found, kernel=kernel)
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Licences · CrewSAT</title>
<link rel="stylesheet" href="{style}">
</head>
<body>
<header><h1>Licences</h1></header>
<main>
<p><a href="./">Back to the page</a></p>
<p>The engine runs in your browser: CrewSAT, a Python interpreter, and libraries: files as their authors publish them,
without those that are not used. The source of Pyodide is at https://github.com/pyodide/pyodide. The page uses few of
the solvers below, but all of them are in the binary of python-sat; Lingeling and Druplig are for evaluation and
research only.</p>
{entries}</main>
</body>
</html>
"""


def _entries(found: Fetched, *, kernel: bool) -> Iterator[tuple[str, str]]:
    """Return titles and texts."""
    yield "CrewSAT (MIT)", _ours("crewsat")
    yield f"Pyodide {PYODIDE.partition('@')[2]} (MPL-2.0)", _ours("pyodide")
    yield "CPython 3.14, with its standard library (PSF-2.0)", _ours("cpython")
    if kernel:
        yield "Glucose 4.1, in the compiled kernel", _ours("glucose-4.1")
        yield "wasi-libc, in the compiled kernel", _ours("wasi-libc")
    for name, content in sorted(found.wheels.items()):
        match = _LICENCE.fullmatch(name)
        if match:
            yield f"{match[1].replace('_', '-')} {match[2]}", content.decode()
    for name, title in _SOLVERS.items():
        yield f"{title}, in python-sat", _ours(name)


def _ours(name: str) -> str:
    return (files(__package__) / "licences" / f"{name}.txt").read_text(encoding="utf-8")
