"""Take the sources of Glucose 4.1 out of the source distribution of python-sat, and print the folder they are in.

They are never part of this repository. The distribution comes from where pip takes its packages; pip checks its digest
before anything in it is used.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "1.9.dev17"
DIGEST = "826e9ef8a8086f5139c05eb89aaa05ebfa72f8a622cd7be429d10a2b1cbb1955"
"""Of the source distribution, SHA-256."""

ARCHIVE = f"python_sat-{VERSION}"
SOLVER = f"{ARCHIVE}/solvers/glucose41.tar.gz"
SOURCES = "glucose-syrup-4.1"


def sources(folder: Path) -> Path:
    """Put the sources into a folder, unless they are there, and return where they are.

    Raises:
        CalledProcessError: if pip does not find the distribution, or its digest is another one.
    """
    there = folder / SOURCES
    if not there.is_dir():
        with tempfile.TemporaryDirectory(dir=folder) as apart:
            _extract(Path(apart))
            (Path(apart) / SOURCES).rename(there)
    return there


def _extract(folder: Path) -> None:
    """Download the distribution, and extract the sources."""
    wanted = folder / "wanted.txt"
    wanted.write_text(f"python-sat=={VERSION} --hash=sha256:{DIGEST}\n", encoding="ascii")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    what = ["--no-deps", "--no-binary", "python-sat", "--requirement", wanted]
    subprocess.run([*pip, "--dest", folder, *what], check=True, stdout=sys.stderr)
    how = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # Python 3.11 has it from 3.11.4 on
    with tarfile.open(folder / f"{ARCHIVE}.tar.gz") as outer, tarfile.open(fileobj=outer.extractfile(SOLVER)) as solver:
        solver.extractall(folder, **how)  # noqa: S202 - the digest is checked


if __name__ == "__main__":
    print(sources(Path(sys.argv[1])))
