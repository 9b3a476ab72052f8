"""The page of difficulty: `python -m benchmarks.difficulty` makes ``docs/difficulty/README.md`` from its exports.

A sweep is a file ``docs/difficulty/NAME.toml``; beside it is ``NAME.csv.xz``, its export with a row a deal. With
``--fresh`` the sweeps that are named, by default all, are run first, or resumed where they were interrupted: their
stores are in ``results/difficulty``.
"""

from __future__ import annotations

import argparse
import lzma
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from benchmarks.difficulty_exports import FOLDER, KINDS, read
from benchmarks.difficulty_figures import draw
from benchmarks.difficulty_page import page

STORES = Path("results") / "difficulty"
UNDECIDED = 3
"""The exit status if some deals are undecided: they are on the page."""


def about(name: str) -> str:
    """Return what a sweep is about."""
    return str(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["about"])


def run(name: str, more: list[str]) -> None:
    """Run a sweep, or go on with it where it was interrupted, and write its export.

    Raises:
        subprocess.CalledProcessError: if it does not come to its end.
    """
    STORES.mkdir(parents=True, exist_ok=True)
    store, export = STORES / f"{name}.sqlite", STORES / f"{name}.csv"
    command = (sys.executable, "-m", "crewsat", "sweep")
    swept = subprocess.run([*command, "run", str(FOLDER / f"{name}.toml"), "--store", str(store), *more], check=False)
    if swept.returncode not in {0, UNDECIDED}:
        swept.check_returncode()
    subprocess.run([*command, "export", str(store), "--to", "csv", "--output", str(export)], check=True)
    with export.open("rb") as plain, lzma.open(FOLDER / f"{name}.csv.xz", "wb", preset=9) as packed:
        shutil.copyfileobj(plain, packed)


def write(folder: Path = FOLDER) -> None:
    """Write the page and its figures, of the exports in a folder; nothing without exports."""
    found = read(folder)
    if found:
        figures = {name: draw(export, folder / f"{name}.svg") for name, export in found.items()}
        lines = page(found, figures, {name: about(name) for name in found})
        (folder / "README.md").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def main() -> None:
    """Run sweeps if they are asked for, and write the page."""
    parser = argparse.ArgumentParser(description="Make the page of difficulty from its exports.")
    parser.add_argument("--fresh", nargs="*", metavar="NAME", choices=KINDS, help="run these sweeps first")
    parser.add_argument("--more", nargs=argparse.REMAINDER, default=[], help="options for `crewsat sweep run`")
    options = parser.parse_args()
    if options.fresh is not None:
        for name in options.fresh or KINDS:
            run(name, options.more)
    write()


if __name__ == "__main__":
    main()
