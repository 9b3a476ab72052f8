"""``tiny-crew ladder``: baselines for a learner, from uniform random play to all cards seen."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import WrongOption
from crewsat.base.libraries import MATPLOTLIB
from crewsat.base.outputs import check_output, write_whole
from crewsat.base.wording import visible
from crewsat.studies.tiny_crew.optimum import optimum_of
from crewsat.studies.tiny_crew.policy import evaluate
from crewsat.studies.tiny_crew.training import Training
from crewsat.studies.tiny_crew.value import value_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.studies.tiny_crew.game import SmallGame
    from crewsat.studies.tiny_crew.optimum import Optimum


@dataclass(frozen=True)
class Ladder:
    """The rungs, as winning probabilities over all deals.

    Attributes:
        deals: number of deals.
        random: the value of uniform random play.
        learned: the value of the best policy found by CFR+ and exact best replies, with the state of the README.
        forgetting: the best team whose players see the state of the README, and bounds.
        recalling: the best team whose players recall everything, and bounds.
        winnable: the share of deals that can be won with all cards seen.
    """

    deals: int
    random: float
    learned: float
    forgetting: Optimum
    recalling: Optimum
    winnable: float

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without the game."""
        return {
            "deals": self.deals,
            "random": self.random,
            "learned": self.learned,
            "best_printed": self.forgetting.as_dict(),
            "best_perfect": self.recalling.as_dict(),
            "winnable": self.winnable,
        }

    def rungs(self) -> list[tuple[str, float, float]]:
        """Return name, value and upper bound of each rung; they are equal where the value is proved."""
        rungs = [
            ("uniform random play", self.random, self.random),
            ("learned (CFR+, best replies)", self.learned, self.learned),
        ]
        teams = {"best team, the README's state": self.forgetting, "best team, perfect recall": self.recalling}
        for name, found in teams.items():
            rungs.append((name, found.won / self.deals, found.bound / self.deals))
        return [*rungs, ("all cards seen", self.winnable, self.winnable)]


def ladder_of(
    game: SmallGame,
    *,
    iterations: int | None = None,
    time_limit: float | None = None,
    progress: Callable[[str], None] = lambda _rung: None,
) -> Ladder:
    """Compute all rungs.

    Args:
        game: the game.
        iterations: number of iterations of CFR+.
        time_limit: seconds for each search for a best team; by default it continues until there is a proof.
        progress: called with the name of the rung being computed.

    Raises:
        WrongOption: if the game is too large.
    """
    progress("values")
    value = value_of(game)
    progress("learning")
    learned = Training(game, "cfr+").run(iterations)
    progress("best team, the README's state")
    forgetting = optimum_of(game, recall="printed", hint=learned, time_limit=time_limit)
    progress("best team, perfect recall")
    try:
        recalling = optimum_of(game, recall="perfect", time_limit=time_limit)
    except WrongOption:  # too many plays to distinguish; players who recall more can play like those who forget
        recalling = forgetting
    return Ladder(
        deals=value.deals,
        random=value.random,
        learned=evaluate(game, learned).value,
        forgetting=forgetting,
        recalling=recalling,
        winnable=value.winnable / value.deals,
    )


FORMATS = "svg", "png", "pdf"
"""The formats of pictures."""


def check_plot(path: str) -> None:
    """Check, before the work, that the picture can be drawn.

    Raises:
        NotInstalled: if matplotlib is missing.
        WrongOption: if the file extension is not one of `FORMATS`.
        InvalidInstance: if the file cannot be written.
    """
    MATPLOTLIB.needed_by("--plot")
    if _format_of(path) not in FORMATS:
        names = ", ".join(f"FILE.{form}" for form in FORMATS)
        raise WrongOption(f"--plot: the name '{visible(path, 200)}' has no known format; allowed: {names}")
    check_output(path)


def _format_of(path: str) -> str:
    return PurePath(path).suffix[1:].lower()


def draw(ladder: Ladder, path: str) -> None:
    """Draw the rungs as bars, with the gap to the upper bound if there is no proof.

    Args:
        ladder: what to draw.
        path: a file that `check_plot` accepts.

    Raises:
        InvalidInstance: if the file cannot be written.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415 - an optional library

    rungs = ladder.rungs()[::-1]
    names, places = [name for name, _, _ in rungs], range(len(rungs))
    figure = Figure(figsize=(8, 2.6), layout="constrained")
    axes = figure.subplots()
    for place, (_, value, bound) in enumerate(rungs):
        axes.barh(place, value, color="tab:blue")
        axes.barh(place, bound - value, left=value, color="tab:blue", alpha=0.25)
        said = f"{value:.4f}" if value == bound else f"{value:.4f} to {bound:.4f}"
        axes.annotate(f" {said}", (bound, place), va="center", fontsize=9)
    axes.set(xlim=(0, 1), yticks=places, yticklabels=names, xlabel="share of deals won")
    axes.spines[["top", "right"]].set_visible(False)
    picture = BytesIO()
    figure.savefig(picture, format=_format_of(path))
    write_whole(path, picture.getvalue())
