"""The atlas: `python -m benchmarks.atlas` makes the pages of its sweeps, and of those of missions, from their exports.

A sweep is a file ``docs/atlas/NAME.toml`` or ``docs/missions/NAME.toml``; beside it are ``NAME.csv.xz``, its export
with a row a deal, and ``NAME/``, its pages.
With ``--fresh`` the sweeps that are named, by default the small one, are run first, or resumed where they were
interrupted: their stores are in ``results/atlas``.
"""

from __future__ import annotations

import argparse
import lzma
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

DOCS = Path(__file__).parents[1] / "docs"
FOLDER = DOCS / "atlas"
MISSIONS = DOCS / "missions"
STORES = Path("results") / "atlas"
SMALL = "small"
UNDECIDED = 3
"""The exit status if some deals are undecided: they are on the page."""


def names(folder: Path = FOLDER) -> list[str]:
    """Return the names of the sweeps in a folder that have been exported."""
    return sorted(path.name.removesuffix(".csv.xz") for path in folder.glob("*.csv.xz"))


def folder_of(name: str) -> Path:
    """Return the folder with a sweep, whose name is in one folder only."""
    return MISSIONS if (MISSIONS / f"{name}.toml").exists() else FOLDER


def about(name: str) -> str:
    """Return what a sweep is about."""
    return str(tomllib.loads((folder_of(name) / f"{name}.toml").read_text(encoding="utf-8"))["about"])


def run(name: str, more: list[str]) -> None:
    """Run a sweep, or go on with it where it was interrupted, and write its export; then its store is not needed.

    Raises:
        subprocess.CalledProcessError: if it does not come to its end.
    """
    STORES.mkdir(parents=True, exist_ok=True)
    store, export = STORES / f"{name}.sqlite", STORES / f"{name}.csv"
    _crewsat(
        "sweep", "run", str(folder_of(name) / f"{name}.toml"), "--store", str(store), *more, may_end_with={0, UNDECIDED}
    )
    _crewsat("sweep", "export", str(store), "--to", "csv", "--output", str(export))
    with export.open("rb") as plain, lzma.open(folder_of(name) / f"{name}.csv.xz", "wb", preset=9) as packed:
        shutil.copyfileobj(plain, packed)
    store.rename(store.with_suffix(".done"))


def make(name: str, folder: Path) -> None:
    """Write the pages of a sweep from its export."""
    export = folder_of(name) / f"{name}.csv.xz"
    for page in folder.glob("lost-*.html"):  # there may be fewer now
        page.unlink()
    words = ("sweep", "page", str(export), "--output", str(folder), "--title", about(name))
    _crewsat(*words, CREWSAT_KERNEL="off")  # why deals are lost is said in the same words, whatever is installed


def _crewsat(*words: str, may_end_with: Container[int] = (0,), **more: str) -> None:
    ended = subprocess.run([sys.executable, "-m", "crewsat", *words], check=False, env={**os.environ, **more})
    if ended.returncode not in may_end_with:
        ended.check_returncode()


def main() -> None:
    """Run sweeps if they are asked for, and write pages."""
    parser = argparse.ArgumentParser(description="Make the pages of the atlas from its exports.")
    parser.add_argument("--fresh", nargs="*", metavar="NAME", help=f"run these sweeps first; by default {SMALL}")
    parser.add_argument("--more", nargs=argparse.REMAINDER, default=[], help="options for `crewsat sweep run`")
    options = parser.parse_args()
    if options.fresh is not None:
        for name in options.fresh or [SMALL]:
            run(name, options.more)
    for folder in (FOLDER, MISSIONS):
        for name in names(folder):
            make(name, folder / name)
            print(f"docs/{folder.name}/{name}/index.html")


if __name__ == "__main__":
    main()
