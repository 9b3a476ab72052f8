"""The page of winnable decks of Hanabi: `python -m benchmarks.hanabi_winnable > docs/hanabi-winnable.md`.

As many random decks as wanted are decided for each number of players and for common variants. Every lost one is
explained, and proved lost by a proof that is checked.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple

import crewsat
from benchmarks.shares import FOLDER, Share, shares_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST_SEED = 83_000_000
TIME_LIMIT = 60.0
USUAL = "No Variant"
EXPORTS = tuple(FOLDER / f"{name}.csv.xz" for name in ("hanabi", "hanabi-hands", "hanabi-variants"))
BOUNDS = frozenset({"pace", "pile", "hand", "schedule"})

PREFACE = """# Can a deck of Hanabi be won?

{decks:,} random decks without a variant for each number of players, and {fewer:,} of each variant, decided with all
cards known. Each share is that of the decks that can be won, with its [exact 95 % interval](how-sure.md), as in [the
atlas](atlas/README.md). Undecided, and counted against both ends: {undecided}. *Bounds* say no, the *player* by rules
of thumb and *repair* (the beginning of its best game, and a formula for the rest) say yes; the *formula* decides what
is left. Times are processor times of a deck: median, 99th percentile, longest. All kinds have the same seeds, so
variants with as many copies of each card have the same decks.

Made by `python -m benchmarks.hanabi_winnable --decks {decks}` with crewsat {version}.
"""

LOST = """
## Lost decks

What `crewsat explain` finds first, and the suits that cannot be finished together: a conflict is minimal if all but
any one of them can. The link opens the deck on hanab.live, whose links always mean hands of the usual size; the other
decks are made by `crewsat generate hanabi --players 2 --hand-size 4 --seed …`. Of {lost:,} lost decks {words:,} have a
reason that can be checked by counting cards and turns, {minimal:,} have a minimal conflict, and {proved:,} a proof that
was checked.
"""


class Sort(NamedTuple):
    """A kind of deck: number of players, variant and hand size (0 for the usual one)."""

    players: int
    variant: str = USUAL
    hand: int = 0

    @property
    def name(self) -> str:
        """The name of the kind on the page."""
        hand = f", hands of {self.hand}" if self.hand else ""
        return f"{self.players} players, {self.variant}{hand}"

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters of its cell in an export."""
        variant = {} if self.variant == USUAL else {"variant": self.variant}
        return {"players": str(self.players), **variant, **({"hand_size": str(self.hand)} if self.hand else {})}

    def number(self, decks: int) -> int:
        """Return how many decks are decided: a fifth as many for a variant."""
        return decks if self.variant == USUAL else max(1, decks // 5)


VARIANTS = (
    *("6 Suits", "Rainbow (6 Suits)", "Black (6 Suits)", "Dark Rainbow (6 Suits)", "Null (6 Suits)"),
    *("Critical Fours (5 Suits)", "Clue Starved (5 Suits)", "Black Reversed (6 Suits)", "Throw It in a Hole (5 Suits)"),
)
SORTS = (
    *(Sort(players) for players in range(2, 7)),
    Sort(2, USUAL, 4),
    *(Sort(players, variant) for variant in VARIANTS for players in (2, 4)),
)


class Loss(NamedTuple):
    """What is known of a lost deck.

    Attributes:
        where: its seed, with a link.
        reason: the first reason of its explanation.
        by_bound: whether that reason can be checked by counting cards and turns.
        conflict: suits that cannot be finished together.
        minimal: whether all but any one of them can be finished together.
        lemmas: number of lemmas of its checked proof; None if there is no proof.
    """

    where: str
    reason: str
    by_bound: bool
    conflict: tuple[str, ...]
    minimal: bool
    lemmas: int | None

    @property
    def line(self) -> str:
        """Its line on the page."""
        minimal = "minimal" if self.minimal else "not known to be minimal"
        proved = "not proved in time" if self.lemmas is None else f"proof of {self.lemmas:,} lemmas"
        return f"- {self.where}: {self.reason}; conflict {', '.join(self.conflict)} ({minimal}); {proved}"


Decided = list[tuple[crewsat.Hanabi, crewsat.Verdict]]


def decided(sorts: tuple[Sort, ...], decks: int, jobs: int | None) -> dict[Sort, Decided]:
    """Decide this many decks of each kind."""
    games = {sort: crewsat.RandomGame(sort.players, sort.variant, sort.hand) for sort in sorts}
    made = (partial(games[sort].with_seed, FIRST_SEED + k) for sort in sorts for k in range(sort.number(decks)))
    verdicts = crewsat.decide_many(made, jobs=jobs, time_limit=TIME_LIMIT)
    found: dict[Sort, Decided] = {}
    for sort in sorts:
        said = islice(verdicts, sort.number(decks))
        pairs = ((games[sort].with_seed(FIRST_SEED + k), verdict) for k, verdict in enumerate(said))
        found[sort] = [(game, verdict) for game, verdict in pairs if isinstance(verdict, crewsat.Verdict)]
        print(sort.name, Counter(verdict.answer for _, verdict in found[sort]), file=sys.stderr, flush=True)
    return found


def page(
    decks: int, jobs: int | None = None, sorts: tuple[Sort, ...] = SORTS, exports: tuple[Path, ...] = EXPORTS
) -> Iterator[str]:
    """Yield the lines of the page; the shares are those of exports, which must have the same decks."""
    found = decided(sorts, decks, jobs)
    undecided = sum(verdict.answer == "unknown" for pairs in found.values() for _, verdict in pairs)
    numbers = {"decks": decks, "fewer": max(1, decks // 5), "undecided": undecided}
    yield PREFACE.format(**numbers, version=crewsat.__version__)
    yield "| decks | share won | lost | bounds | player | repair | formula | time |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    shares = shares_in(*exports)
    yield from (row(sort, found[sort], shares[frozenset(sort.parameters.items())]) for sort in sorts)
    lost = losses(found, jobs)
    every = [loss for losses_ in lost.values() for loss in losses_]
    yield LOST.format(
        lost=len(every),
        words=sum(loss.by_bound for loss in every),
        minimal=sum(loss.minimal for loss in every),
        proved=sum(loss.lemmas is not None for loss in every),
    ).rstrip("\n")
    for sort, losses_ in lost.items():
        yield from ("", f"### {sort.name}", "")
        yield from (loss.line for loss in losses_)


def losses(found: dict[Sort, Decided], jobs: int | None) -> dict[Sort, list[Loss]]:
    """Explain and prove every lost deck; kinds without lost decks are left out."""
    lost: dict[Sort, list[Loss]] = {}
    with ProcessPoolExecutor(jobs or os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for sort, pairs in found.items():
            games = [game for game, verdict in pairs if verdict.answer == "no"]
            if games:
                lost[sort] = list(pool.map(loss_of, games))
                print(sort.name, len(games), "explained and proved", file=sys.stderr, flush=True)
    return lost


def row(sort: Sort, pairs: Decided, share: Share) -> str:
    """Return the row of a kind of decks.

    Raises:
        BugFound: if the answers are not those of the export.
    """
    answers = Counter(verdict.answer for _, verdict in pairs)
    methods = Counter("bounds" if verdict.method in BOUNDS else verdict.method for _, verdict in pairs)
    if (answers["yes"], answers["no"]) != (share.yes, share.no):
        raise crewsat.BugFound(f"{sort.name}: {dict(answers)} here, {share.yes} yes and {share.no} no in the export")
    counts = " | ".join(str(methods[name]) for name in ("bounds", "player", "repair", "cnf-steps"))
    return f"| {sort.name} | {share} | {answers['no']:,} | {counts} | {times([verdict for _, verdict in pairs])} |"


def times(verdicts: list[crewsat.Verdict]) -> str:
    """Return median, 99th percentile and maximum of the processor times."""
    seconds = sorted(verdict.statistics.cpu_seconds or 0.0 for verdict in verdicts)
    late = seconds[min(len(seconds) - 1, 99 * len(seconds) // 100)]
    return f"{1000 * statistics.median(seconds):.1f} ms, {late:.2f} s, {seconds[-1]:.1f} s"


def loss_of(game: crewsat.Hanabi) -> Loss:
    """Explain a lost deck, and prove that it is lost."""
    explanation = crewsat.explain(game, time_limit=TIME_LIMIT)
    first = explanation.reasons[0]
    with tempfile.TemporaryDirectory() as folder:
        proof = crewsat.decide(game, proof=folder, time_limit=TIME_LIMIT).proof
    seed, link = (game.about or {}).get("seed"), crewsat.hanab_live.link(game)
    return Loss(
        where=f"seed {seed}" if link is None else f"[seed {seed}]({link})",
        reason=first.words,
        by_bound=first.checked == "algorithm",
        conflict=tuple(explanation.conflict or ()),
        minimal=bool(explanation.minimal),
        lemmas=None if proof is None else proof.lemmas,
    )


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description="Decide random decks of Hanabi and print the page hanabi-winnable.md.")
    parser.add_argument("--decks", type=int, default=1000, help="without a variant; of a variant a fifth")
    parser.add_argument("--jobs", type=int)
    options = parser.parse_args()
    for line in page(options.decks, options.jobs):
        print(line)


if __name__ == "__main__":
    main()
