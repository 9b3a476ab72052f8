"""The page of lost games and their explanations: `python -m benchmarks.lost_games > docs/lost-games.md`.

Each line of `lost_games.jsonl` is a game; what the page says of it is what `crewsat show` and `crewsat explain` print,
without the time it took, and without the compiled kernel, which not everybody has.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import crewsat

GAMES = Path(__file__).with_name("lost_games.jsonl")
PREFACE = """# Lost games, explained

What `crewsat explain` says of games that cannot be won, as printed. Every conflict is minimal: without any one of its
members the rest can be met, and a play that does it was found. Every change below was decided, and the play replayed.

Made by `python -m benchmarks.lost_games` with crewsat {version} and python-sat {solvers}.
"""
_FOUND = re.compile(r"Found by .*?\.\n", re.DOTALL)
"""The paragraph with the time: it differs from run to run, and so do its line breaks."""
_SECONDS = "60"


def page() -> str:
    """Return the page as Markdown."""
    preface = PREFACE.format(version=crewsat.__version__, solvers=metadata.version("python-sat"))
    return "\n".join([preface, *map(section, crewsat.load_many(GAMES))])


def section(instance: crewsat.Instance) -> str:
    """Return what the page says about a game."""
    deal = instance.to_json()
    shown = _printed("show", deal).rsplit("\n\n", 1)[0]  # the last part is the deal as one line of text
    printed = _printed("explain", deal, "--time-limit", _SECONDS).split("\n\n", 1)[1]  # the question is shown already
    title = (instance.about or {})["title"]
    return f"## {title}\n\n```\n{shown}\n```\n\n```\n{_FOUND.sub(_without_time, printed)}\n```\n"


def _without_time(found: re.Match[str]) -> str:
    return f"{re.sub(' in [^;]*;', ';', ' '.join(found[0].split()))}\n"


def _printed(command: str, deal: str, *options: str) -> str:
    """Return what a command prints about a deal."""
    printed = subprocess.run(
        [sys.executable, "-m", "crewsat", command, *options, "-"],
        input=deal,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "CREWSAT_KERNEL": "off"},
    )
    if printed.stderr:
        raise RuntimeError(printed.stderr)
    return printed.stdout.rstrip()


if __name__ == "__main__":
    sys.stdout.write(page())
