"""Bytecode in place of source, for what the engine imports when it starts: otherwise every visitor would compile it.

Python compiles for its own version only, so the interpreter of the browser does it here, run by Node.js, which comes
with npm. Only what is imported at the start is compiled, and what is imported for advice, which has to come within
seconds: bytecode takes more room than source. It is made without docstrings, assertions, and the columns of messages
about errors, that of libraries also without numbers of lines.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.errors import CrewsatError, NotInstalled

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE = ("archive.js", "kernel.js", "start.js")
"""The modules of the page that start the engine."""


_MOST_SECONDS = 600
"""How long it may take to start the engine and to compile it: some ten seconds on an idle machine."""


class Bytecode(NamedTuple):
    """What an interpreter makes of an archive.

    Attributes:
        compiled: bytecode by the names of the sources; in the standard library, with the name of its archive before.
        frozen: the files of the standard library that the interpreter has in itself.
    """

    compiled: Mapping[str, bytes] = {}
    frozen: frozenset[str] = frozenset()


class NotCompiled(CrewsatError):  # noqa: N818 - what there is, not what went wrong
    """The engine does not start."""


def bytecode_of(pyodide: Mapping[str, bytes], archive: bytes) -> Bytecode:
    """Start the engine as a browser does, ask it for advice, and compile what it has imported then.

    Args:
        pyodide: the files of the interpreter.
        archive: what is in the archive of the engine, as tar.

    Raises:
        NotInstalled: without Node.js.
        NotCompiled: if the engine does not start.
    """
    node = shutil.which("node")
    if node is None:
        raise NotInstalled("the page as static files needs Node.js: apt-get install nodejs")
    with TemporaryDirectory(prefix="crewsat-") as name:
        folder = Path(name)
        page = {f"page/{one}": files("crewsat.web").joinpath("static", one).read_bytes() for one in PAGE}
        interpreter = {f"pyodide/{one}": content for one, content in pyodide.items()}
        script = {"compile.mjs": files(__package__).joinpath("compile.mjs").read_bytes()}
        modules = {"package.json": b'{"type": "module"}', "engine.tar": archive}
        for path, content in {**page, **interpreter, **script, **modules}.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_bytes(content)
        command = [node, str(folder / "compile.mjs"), name]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_MOST_SECONDS)  # noqa: S603 - Node.js
        except subprocess.TimeoutExpired:
            raise NotCompiled(f"the engine does not start in Node.js within {_MOST_SECONDS} s") from None
        if ended.returncode:
            raise NotCompiled(f"the engine does not start in Node.js: {_error_in(ended.stderr)}")
        found = json.loads((folder / "bytecode.json").read_bytes())
    compiled = {one: base64.b64decode(content) for one, content in found["compiled"].items()}
    return Bytecode(compiled, frozenset(found["frozen"]))


def _error_in(text: str) -> str:
    """Return the last line about an error, of a text whose lines may be very long."""
    lines = re.findall(r"^(?:\w+ )?\[?\w*Error\b.*", text, re.MULTILINE)
    return lines[-1][:500] if lines else "it says nothing"
