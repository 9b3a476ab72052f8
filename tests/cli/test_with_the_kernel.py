"""Every command about a real deal with the compiled kernel in use, which other tests switch off, and without it."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from crewsat.games.crew.deals import RandomDeal
from tests.support.command import run
from tests.support.kernel import kernel_in_use

if TYPE_CHECKING:
    from pathlib import Path

WON = RandomDeal(players=4, objectives=5).with_seed(7)
LOST = RandomDeal(players=4, objectives=12).with_seed(1)

ALIKE = (
    "encode won",
    "encode won --to wcnf",
    "encode won --to opb",
    "decode won solution",
    "show won",
    "verify won answer",
    "decide won --method cnf-tricks --fewest-tricks --brief",
    "decide won --competition --method cnf-tricks --solver cadical195",
    "decide lost --brief",
)
"""What prints the same, but for methods and times."""

SAME_STATUS = (
    "decide won --json",
    "decide won lost --brief",
    "decide lost --explain",
    "decide lost --proof proofs",
    "decide won --count 3",
    "explain lost",
    "explain won --json",
    "options won",
    "review played --json",
    "generate crew --players 4 --objectives 5 --seed 7",
)
"""What may find another play, or say no by another method."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Deals, and what was found about them without the kernel."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "won").write_text(WON.to_json())
    (folder / "lost").write_text(LOST.to_json())
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        answer = run("decide", "won", "--json", "--method", "cnf-tricks").stdout
        (folder / "answer").write_text(answer)
        (folder / "solution").write_text(run("decide", "won", "--competition", "--method", "cnf-tricks").stdout)
    play = [trick["cards"] for trick in json.loads(answer)["play"]]
    (folder / "played").write_text(json.dumps({**WON.as_dict(), "played": play, "hands": _left(play)}))
    return folder


@pytest.fixture
def files(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _left(play: list[list[str]]) -> list[list[str]]:
    """The hands after a play."""
    gone = {card for trick in play for card in trick}
    return [[str(card) for card in hand if str(card) not in gone] for hand in WON.hands]


@pytest.mark.slow
@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("words", [*ALIKE, *SAME_STATUS])
def test_a_command_ends_as_without_the_kernel(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without = run(*words.split())
    kernel_in_use(monkeypatch)
    with_it = run(*words.split())
    assert with_it.returncode == without.returncode
    assert with_it.stdout
    if words in ALIKE:
        assert _compared(with_it.stdout) == _compared(without.stdout)


def _compared(printed: str) -> str:
    """What is printed, without what may differ."""
    lines = []
    for line in printed.splitlines():
        if line.startswith("{"):
            kept = {
                name: value for name, value in json.loads(line).items() if name in {"answer", "tricks", "hash", "play"}
            }
            lines.append(json.dumps(kept))
        else:
            lines.append(line)
    return "\n".join(lines)
