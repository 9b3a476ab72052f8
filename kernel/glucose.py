"""Take the sources of Glucose 4.1 out of the source distribution of python-sat, and print the folder they are in.

They are never part of this repository. The distribution comes from where pip takes its packages; its digest is checked.
"""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import tarfile
from pathlib import Path

VERSION = "1.9.dev17"
DIGEST = "826e9ef8a8086f5139c05eb89aaa05ebfa72f8a622cd7be429d10a2b1cbb1955"
"""Of the source distribution, SHA-256."""

ARCHIVE = f"python_sat-{VERSION}"
SOLVER = f"{ARCHIVE}/solvers/glucose41.tar.gz"


def main(folder: Path) -> None:
    """Put the sources into a folder, unless they are there.

    Raises:
        CalledProcessError: if pip does not find the distribution.
        ValueError: if its digest is another one.
    """
    sources = folder / "glucose-syrup-4.1"
    if not sources.is_dir():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        what = ["--no-deps", "--no-build-isolation", "--no-binary", "python-sat", f"python-sat=={VERSION}"]
        subprocess.run([*pip, "--dest", folder, *what], check=True, stdout=sys.stderr)
        data = (folder / f"{ARCHIVE}.tar.gz").read_bytes()
        if hashlib.sha256(data).hexdigest() != DIGEST:
            raise ValueError(f"{ARCHIVE}.tar.gz is not the file that was expected: its digest differs")
        with tarfile.open(fileobj=io.BytesIO(data)) as outer:
            inner = outer.extractfile(SOLVER)
            with tarfile.open(fileobj=inner) as solver:
                solver.extractall(folder, filter="data")
    print(sources)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
