"""``python -m benchmarks.tiny_crew_bots``: bots that see one hand on all deals of Tiny Crew, and what they lack.

Every number is kept in a file of results as soon as it is known, and not computed again; the page is written from them,
and from those of ``python -m benchmarks.tiny_crew``, which must be in the same folder. Twelve cards take about ten
minutes of processor time and a gigabyte.
"""

from __future__ import annotations

import argparse
import json
import textwrap
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import crewsat
from benchmarks.kept_results import computed
from benchmarks.tiny_crew import GAMES
from crewsat.hidden import bot_named
from crewsat.tiny_crew import TinyCrew

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

DECKS = ("12 cards", "9 cards", "6 cards")
SAMPLES = (10, 40, 160)
USUAL = 40
"""The number of deals that the bot samples."""

Results = dict[str, Any]


def jobs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the names of all results and the functions that compute them, the slowest first."""
    for deck in DECKS:
        yield deck, partial(_yardstick, deck)


def _yardstick(deck: str) -> Results:
    return TinyCrew(**GAMES[deck]).yardstick(SAMPLES).as_dict()


class Deck(NamedTuple):
    """What is known of a deck.

    Attributes:
        name: of the game.
        won: the numbers of its yardstick, by name.
        best: how many deals the best team wins that is known.
        bound: how many no team can exceed.
        winnable: the share of deals that can be won with all cards seen.
    """

    name: str
    won: Mapping[str, Any]
    best: int
    bound: int
    winnable: float

    def number(self, key: str | int) -> int:
        """Return how many deals are won: by name, or by the search that samples a number of deals.

        Of one player who replies it is the best of the three numbers.
        """
        if isinstance(key, int):
            return int(dict(self.won["sampled"])[key])
        return int(max(self.won[key])) if key == "replies" else int(self.won[key])

    @property
    def gap(self) -> int:
        """How many more deals than the search the best known team wins."""
        return self.best - self.number("search")

    def gain(self, key: str) -> str:
        """Return how many more deals than the search something wins, with its sign."""
        return f"{self.number(key) - self.number('search'):+,}"

    def share(self, deals: int) -> str:
        """Return a number of deals as a share of all."""
        return f"{deals / self.won['deals']:.4f}"

    def part(self, deals: int) -> str:
        """Return a number of deals as a share of the gap."""
        return f"{100 * deals / self.gap:.0f} %"


def decks(results: Results, known: Results) -> list[Deck]:
    """Return what is known of all decks, the smallest first."""
    found = []
    for deck in reversed(DECKS):
        ladder, won = known[f"ladder, {deck}"], results[deck]
        team = ladder["best_perfect"]
        bound = min(team["bound"], known["bound over all tricks"]) if deck == "12 cards" else team["bound"]
        found.append(Deck(deck, won, max(team["won"], won["in_turn"]), bound, ladder["winnable"]))
    return found


def page(results: Results, known: Results) -> str:
    """Return the page.

    Args:
        results: those of `jobs`.
        known: those of ``benchmarks.tiny_crew``.
    """
    six, nine, twelve = decks(results, known)
    parts = [_head(results), _table([six, nine, twelve]), _why(nine), _larger(twelve), _smaller(six), _ABOUT]
    return "\n".join(line for part in parts for line in [*part, ""]).rstrip("\n") + "\n"


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(" ".join(text.split()), 120, subsequent_indent=indent)


def _head(results: Results) -> list[str]:
    text = f"""Computed by CrewSAT {results["version"]}: `python -m benchmarks.tiny_crew_bots docs/tiny_crew`, with the
        blueprint `{results[DECKS[0]]["digest"]}`. [Tiny Crew](../tiny-crew.md) is small enough to play all deals,
        and its best teams are [known or bounded](README.md): a yardstick for bots. No signals are given. All numbers
        are exact, over all deals; bots that draw lots do so by a fixed seed in each information state."""
    return ["# Tiny Crew: bots that see one hand, and what they lack", "", *_wrapped(text)]


ROWS: dict[str | int, str] = {
    "greedy": "greedy",
    "blueprint": "blueprint",
    **{samples: f"search, {samples} deals sampled" for samples in SAMPLES},
    "search": "search, all deals that fit",
    "beliefs": "… only those in which all have played like that",
    "foresight": "… all, and the search itself plays on",
    "both": "… both",
    "replies": "search, and one player replies exactly",
    "all_reply": "all three reply exactly to the search",
    "in_turn": "they reply in turn, until none can win more",
}


def _table(found: Sequence[Deck]) -> list[str]:
    lines = [
        "## Deals won",
        "",
        _row("players", (f"{deck.name}, {deck.won['deals']:,} deals" for deck in found)),
        f"| --- |{' ---: |' * len(found)}",
        _row("random, expected", (f"{deck.won['random'] / deck.won['deals']:.4f}" for deck in found)),
    ]
    for key, name in ROWS.items():
        lines.append(_row(name, (f"{deck.share(deck.number(key))} ({deck.number(key):,})" for deck in found)))
    lines.append(_row("best team, perfect recall", map(_team, found)))
    return [*lines, _row("all cards seen", (f"{deck.winnable:.4f}" for deck in found))]


def _row(name: str, cells: Iterable[str]) -> str:
    return f"| {name} | {' | '.join(cells)} |"


def _team(deck: Deck) -> str:
    if deck.best == deck.bound:
        return f"{deck.share(deck.best)} ({deck.best:,}, proved)"
    return f"{deck.share(deck.best)} to {deck.share(deck.bound)} ({deck.best:,} to {deck.bound:,})"


CAUSES = {
    "sampling": "that it looks at few deals",
    "beliefs": "what it believes about hands",
    "search": "that it does not foresee what players will do",
    "convention": "that nothing has been agreed on",
}
"""What a gap may be due to."""


def causes(deck: Deck) -> dict[str, int]:
    """Return how many more deals are won without each cause."""
    search, in_turn = deck.number("search"), deck.number("in_turn")
    return {
        "sampling": search - deck.number(USUAL),
        "beliefs": deck.number("beliefs") - search,
        "search": in_turn - search,
        "convention": deck.best - in_turn,
    }


def _why(deck: Deck) -> list[str]:
    found, gain = causes(deck), deck.gain
    largest = max(found, key=lambda cause: found[cause])
    first = f"""With nine cards the search wins {deck.number("search")} of the {deck.best} deals that the best team
        wins, if it looks at all deals that fit; {deck.gap} are missing. The largest cause is {CAUSES[largest]}:
        {deck.part(found[largest])} of the gap."""
    points = [
        f"- **Sampling**: looking at all deals instead of {USUAL} changes the number by {found['sampling']:+}.",
        f"""- **Belief**: if only those deals count in which all have played as this player would, it changes by
        {gain("beliefs")}.""",
        f"""- **Search**: it assumes that all play on by the blueprint, which alone wins {deck.number("blueprint")}. If
        the search itself plays on in these deals, the number changes by {gain("foresight")}, and with the beliefs above
        by {gain("both")}. A single player who knows what the other two do, who search, and replies exactly, gains up to
        {gain("replies")}. If all three reply so at once, each taking the others for the search, it is
        {gain("all_reply")}; if they go on to reply, in turn, to what the others play now, {gain("in_turn")}.""",
        f"""- **Convention**: these players have agreed on nothing. What is left to a team that agrees beforehand:
        {found["convention"]} deals, {deck.part(found["convention"])} of the gap.""",
    ]
    lines = [line for point in points for line in _wrapped(point, "  ")]
    return ["## Is the gap search, belief or convention?", "", *_wrapped(first), "", *lines]


def _larger(deck: Deck) -> list[str]:
    gain, now = deck.gain, deck.number("in_turn")
    text = f"""Here the search wins {deck.number("search"):,} deals, {deck.gap:,} less than the best team that is known.
        Looking at all deals instead of {USUAL} changes the number by {causes(deck)["sampling"]:+,}, beliefs by
        {gain("beliefs")}, the search itself playing on by {gain("foresight")}, and both by {gain("both")}; one exact
        reply by up to {gain("replies")}, three at once by {gain("all_reply")}, and replies in turn by
        {gain("in_turn")}: {deck.part(causes(deck)["search"])} of that gap. Agreements are worth {deck.best - now:,} to
        {deck.bound - now:,} deals more."""
    return ["## Twelve cards", "", *_wrapped(text)]


def _smaller(deck: Deck) -> list[str]:
    text = f"""The search wins {deck.number("search")} of the {deck.best} deals that any team can win; the blueprint
        alone {deck.number("blueprint")}."""
    return ["## Six cards", "", *_wrapped(text)]


_ABOUT = """\
## What is compared

- *random*, *greedy*, *blueprint* and *search* are the bots of `crewsat tournament`. As there are tasks, the search here
  does not look at open hands: a card is worth the number of deals in which the blueprint then wins.
- *All deals that fit* are those that the rules allow, given a hand and what has been played: at most 70. Between cards
  that win equally many the blueprint decides, as in the search that samples.
- *An exact reply* is the best policy of a player with perfect recall who knows the policies of the other two. A card is
  changed only for a better one, and only where the others' play leads.
- *Replies in turn* stop where none of the three alone can win more; that need not be the best team.
""".splitlines()


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the page and its numbers into a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tiny_crew_bots", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--workers", type=int, default=1, help="processes at work")
    given = parser.parse_args(arguments)
    try:
        results = computed(given.folder / "bots.json", jobs(), given.workers)
        known = json.loads((given.folder / "results.json").read_text())
    except (crewsat.InvalidInstance, OSError) as error:
        raise SystemExit(str(error)) from None
    if any(results[deck]["digest"] != bot_named("blueprint").digest for deck in DECKS):
        raise SystemExit(f"{given.folder / 'bots.json'} has results of another blueprint; allowed: a new file")
    (given.folder / "bots.md").write_text(page(results, known))


if __name__ == "__main__":
    main()
