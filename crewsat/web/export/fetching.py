"""What the engine in a browser needs from elsewhere: Pyodide by npm, wheels by pip, each pinned by its hash."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tarfile
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZipFile

from crewsat.base.errors import CrewsatError, NotInstalled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PYODIDE = "pyodide@314.0.7"
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
"""The archive as ``npm pack`` writes it."""
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp")
"""What pip calls the interpreter of this Pyodide."""


class Fetched(NamedTuple):
    """The contents of files by name.

    Attributes:
        pyodide: of the npm package.
        wheels: of all wheels together.
    """

    pyodide: Mapping[str, bytes]
    wheels: Mapping[str, bytes]


class NotFetched(CrewsatError):  # noqa: N818 - what there is, not what went wrong
    """A download failed, or is not what it should be."""


def fetched() -> Fetched:
    """Fetch everything.

    Raises:
        NotInstalled: without npm or pip.
        NotFetched: if a download fails, or has another hash.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise NotInstalled("the page as static files needs npm, which comes with Node.js: apt-get install npm")
    with TemporaryDirectory(prefix="crewsat-") as name:
        folder = Path(name)
        _run([npm, "pack", "--silent", PYODIDE], folder)
        with as_file(files(__package__) / "wheels.txt") as wanted:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
            _run([*pip, "--only-binary", ":all:", *PLATFORM, "--require-hashes", "-r", str(wanted)], folder)
        return Fetched(_of_package(next(folder.glob("*.tgz"))), _of_wheels(sorted(folder.glob("*.whl"))))


def _run(command: Sequence[str], folder: Path) -> None:
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - npm and pip
    if ended.returncode:
        tool = Path(command[0]).name if command[0] != sys.executable else "pip"
        raise NotFetched(f"{tool} cannot fetch what the page needs: {ended.stderr.strip() or ended.stdout.strip()}")


def _of_package(archive: Path) -> dict[str, bytes]:
    """Return the files of the npm package."""
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != PYODIDE_SHA256:
        raise NotFetched(f"{PYODIDE} has the SHA-256 {found}, not {PYODIDE_SHA256}")
    with tarfile.open(archive) as packed:
        members = [member for member in packed.getmembers() if member.isfile()]
        contents = ((member.name, packed.extractfile(member)) for member in members)
        return {name.removeprefix("package/"): file.read() for name, file in contents if file is not None}


def _of_wheels(wheels: Sequence[Path]) -> dict[str, bytes]:
    """Return the files of all wheels."""
    found: dict[str, bytes] = {}
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            found |= {name: packed.read(name) for name in packed.namelist() if not name.endswith("/")}
    return found
