r"""What commands print for people, at several widths, with and without colour: `python -m tests.support.screens`.

A screen is kept as it is printed, escape characters as ``\e``. Times, which differ from run to run, are made the same.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from shlex import split
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

import crewsat
from crewsat.base import layout
from crewsat.cli import batch
from crewsat.games.crew.deals import RandomDeal
from crewsat.games.verdict import Statistics
from crewsat.report import verdict as report
from tests.support.command import run
from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

FOLDER = ROOT / "tests" / "golden" / "screens"
VARIANTS = {
    "60 columns": (60, "utf-8", False),
    "80 columns": (80, "utf-8", False),
    "120 columns": (120, "utf-8", False),
    "80 columns, in colour": (80, "utf-8", True),
    "80 columns, ASCII": (80, "ascii", False),
}
"""Width, encoding, and whether there are colours."""

LOST = "a1,2 c5 / a3 b2 c2; 1 wins a1 [1]; 2 wins a3 [2]"
SMALL = "pink9,1 blue2 / pink2,5 purple5 / pink4 blue6,1; leader 1; 1 wins pink4; 3 wins purple5"
REAL = (
    "b9,5,1 g9 p9-5 y9,7,5 r3,1 / b8-6 b3 g7-5 g2 p3,1 y8 r4,2 / rest; rules planet-nine; "
    "1 wins y1; 2 wins b3 y9; 3 wins g2"
)
DECK = "deck r3 b2 g1 b1 r2 g3 b3 r1 g2 b2 r3"
HANABI = (ROOT / "docs" / "hanabi-lost-game.txt").read_text().strip()
OFTEN = (
    "315xbyixapgimhgqkaud-rssrvmvjoknllnbuawuh-fwkcpecfdtpqf,03xbbi-antbafbksbapkabapcbs-besalbsbbjwapbbrbvab-"
    "gckbbd1cwblc1abl1bwa-a2awbtboa1lcazbclclb-b9axa8b0gagabDtcoab4-agbCaEaBbmpbaJpbb7by-pbbMla,0"
)
STRINGS = "hackenbush; strings 1,2,1 / 2,1 / 3,1 / 2; coalition 1 3; to move 1"
PASSED = "pink4 blue2 / pink9 blue1; leader 1; 1 wins pink9; passing"
COVERED = "pink4,5 / pink9 blue1; leader 1; 1 wins pink4; covered blue1/pink9"
TOKENS = "a1,2 c5 / a3 b2 c2; 1 wins a1 [1]; 2 wins a3 [2]; 1 wins c2; retoken swap"
SCREENS = {
    "decide-five": "decide five.json --method cnf-tricks --solver glucose4",
    "decide-three": "decide three.json --method cnf-tricks --solver glucose4 --show",
    "decide-many-players": "decide twelve.json --method cnf-tricks --solver glucose4",
    "decide-lost": f"decide --method exhaustive --deal '{LOST}'",
    "decide-tasks": "decide --method exhaustive --deal 'a1 b2 / a3 b1; leader 1; 2 wins a1; 1 wins exactly 1 of a4 b1; "
    "2 wins at least 1 trick; anybody wins b2; assignment draft; played a4 a2'",
    "decide-lines": f"decide --method cnf-tricks --solver glucose4 --count 2 --fewest-tricks --deal '{SMALL}'",
    "decide-many": "decide five.json lost.json bad.json --method cnf-tricks --solver glucose4 --jobs 1",
    "decide-hanabi": "decide deck.json --method player",
    "decide-hackenbush": f"decide --deal '{STRINGS}'",
    "explain": f"explain --solver glucose4 --deal '{LOST}'",
    "explain-hanabi": f"explain --solver glucose4 --deal 'hanabi solitaire; hand 1; {DECK}'",
    "options": f"options --solver glucose4 --deal '{SMALL}'",
    "options-lost": f"options --solver glucose4 --deal '{LOST}'",
    "options-hackenbush": f"options --deal '{STRINGS}'",
    "coalitions": "coalitions strings.json",
    "least-hand": f"least-hand --deal 'hanabi solitaire; hand 2; {DECK}'",
    "show-five": "show five.json",
    "show-four": "show four.json",
    "show-three": "show three.json",
    "show-played": f"show --deal '{SMALL}; played pink9 pink2 pink4 / blue2'".replace("pink9,1 blue2 /", "pink1 /")
    .replace("pink2,5 purple5", "pink5 purple5")
    .replace("pink4 blue6,1", "blue6,1"),
    "show-hanabi": "show deck.json",
    "show-hackenbush": f"show --deal '{STRINGS}'",
    "generate": "generate crew --players 3 --seed 5 --text",
    "tasks": "tasks",
    "tasks-one": "tasks 48",
    "missions": "missions",
    "missions-one": "missions 46 --players 3",
    "decide-passed": f"decide --method cnf-tricks --solver glucose4 --deal '{PASSED}'",
    "decide-covered": f"decide --method cnf-tricks --solver glucose4 --deal '{COVERED}'",
    "options-passes": f"options --solver glucose4 --deal '{PASSED}'",
    "explain-tokens": f"explain --solver glucose4 --deal '{TOKENS}'",
    "skull-bounds": "skull bounds",
    "skull-simulate": "skull simulate --players 3 --games 20",
    "tiny-crew-value": "tiny-crew value --cards 6",
    "review-lost": f"review --deal '{REAL}; dealt; played g7 g1 g9 / p5 p1 p2 / b9 b3 b2'",
    "review-open": f"review --deal '{REAL}; dealt; played g7 g1 g9'",
    "review-hanabi": f"review --deal '{HANABI}#20'",
    "review-hanabi-lost-often": f"review --deal '{OFTEN}'",
    "play": f"play --deal '{SMALL}' <<< '?,1,u,!,q'",
    "play-hanabi": f"play --deal 'hanabi solitaire; hand 3; {DECK}' <<< '?,1,u,!,q'",
    "verify": "verify five.json answer.json",
    "audit": "audit crew lemma-6.2-time --jobs 1",
}


@contextmanager
def folder() -> Iterator[Path]:
    """A folder with the instances that the screens are about."""
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        here = Path(name)
        for players, objectives in ((3, 9), (4, 7), (5, 6), (12, 2)):
            suits = 8 if players == 12 else 4
            deal = RandomDeal(players=players, objectives=objectives, suits=suits, tokens=("1", "omega")).with_seed(3)
            (here / f"{({3: 'three', 4: 'four', 5: 'five', 12: 'twelve'})[players]}.json").write_text(deal.to_json())
        (here / "lost.json").write_text(crewsat.parse_text(LOST).to_json())
        (here / "strings.json").write_text(crewsat.parse_text(STRINGS).to_json())
        (here / "deck.json").write_text(crewsat.RandomDeck().with_seed(3).to_json())
        five = crewsat.load(here / "five.json")
        (here / "answer.json").write_text(crewsat.decide(five, method="cnf-tricks", solver="glucose4").to_json())
        (here / "bad.json").write_text('{"game": "crew", "hands": [["pink9", "pink"], [], []], "leader": 4}')
        patch.chdir(here)
        patch.setenv("CREWSAT_KERNEL", "off")
        found_line = report.found_line
        same = Statistics(cpu_seconds=0.027)
        patch.setattr(report, "found_line", lambda verdict: found_line(replace(verdict, statistics=same)))
        yield here


class Screen:
    """What a command prints, which is run once, in the folder, and laid out as often as wanted."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._pieces: list[list[RenderableType]] = []

        def kept(pieces: Iterable[RenderableType], *_: object, **__: object) -> str:
            self._pieces.append(list(pieces))
            return f"<{len(self._pieces) - 1}>"

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(layout, "rendered", kept)
            patch.setattr(batch, "for_people", lambda: True)
            words = split(command)
            typed = words[words.index("<<<") + 1 :] if "<<<" in words else []
            arguments = words[: -len(typed) - 1] if typed else words
            self._text = run(*arguments, stdin="\n".join(" ".join(typed).split(","))).stdout

    def text(self, width: int, encoding: str = "utf-8", *, colour: bool = False) -> str:
        """Lay it out."""

        def laid_out(found: re.Match[str]) -> str:
            return layout.rendered(self._pieces[int(found[1])], width, encoding=encoding, terminal=colour)

        told = re.sub("<([0-9]+)>", laid_out, self._text).rstrip("\n")
        told = re.sub(r"\b[0-9]+\.[0-9]{3}(?= )", "0.027", told)
        return re.sub(r"Reviewed in [0-9]+\.[0-9] s", "Reviewed in 0.1 s", told)

    def page(self) -> str:
        """All variants, as they are kept."""
        parts = [f"$ crewsat {self._command}"]
        with pytest.MonkeyPatch.context() as patch:
            for name, value in (("TERM", "xterm"), ("COLORTERM", ""), ("NO_COLOR", "")):
                patch.setenv(name, value)
            for name, (width, encoding, colour) in VARIANTS.items():
                parts += [f"=== {name}", self.text(width, encoding, colour=colour).replace("\x1b", "\\e")]
        return "\n".join(parts) + "\n"


def versions() -> str:
    """What the plays on the screens depend on."""
    return f"python-sat {metadata.version('python-sat')}\n"


def main() -> None:
    """Make all screens anew."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    with folder():
        for name, command in SCREENS.items():
            (FOLDER / f"{name}.txt").write_text(Screen(command).page(), encoding="utf-8")
    (FOLDER / "versions.txt").write_text(versions())


if __name__ == "__main__":
    main()
