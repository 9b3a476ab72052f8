"""What is found about hidden hands, for people: advice, tournaments, and how difficult deals are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.layout import Grid, Prose
from crewsat.base.wording import counted, visible
from crewsat.hidden.rows import OPEN, OPENINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rich.console import RenderableType

    from crewsat.hidden.advice import Advice
    from crewsat.hidden.difficulty import Difficulty
    from crewsat.hidden.shares import Share
    from crewsat.hidden.tournament import Tournament

_INTERVALS = "With 95 % intervals."
_HEADINGS = {OPEN: "open hands", OPENINGS: "openings"}


def share_words(share: Share) -> str:
    """Return a share with its interval, if that is one."""
    if share.share is None:
        return "-"
    if share.low == share.high:
        return f"{share.share:.3f}"
    return f"{share.share:.3f} ({share.low:.3f} to {share.high:.3f})"


def advice_printed(found: Advice) -> Iterator[RenderableType]:
    """Yield the table of cards, what the numbers mean, and the card advised."""
    if not found.options:
        yield Prose("The game is over: no card may be played.")
        return
    what = "all of them" if found.enumerated else f"{counted(found.deals, 'deal')} drawn of them"
    several = found.consistent != 1
    yield Grid(
        headings=["card", "won with open hands", f"won by {visible(found.bot.name)}", ""],
        rows=[
            [
                str(one.card),
                share_words(one.wins_open),
                share_words(one.wins_bot),
                "lost in every deal" if one.lost_in_all else "",
            ]
            for one in found.options
        ],
        title=f"{found.consistent:,} deal{'s fit' if several else ' fits'} the view; shares of {what}",
        legend=f"Won with open hands: can still be won if everybody sees all hands, more than players achieve. Won by "
        f"{visible(found.bot.name)}: if this bot plays on for everybody. Neither is the chance to win. {_INTERVALS}",
    )
    yield Prose(f"Advice: {found.card}", style="bold")


def tournament_printed(found: Tournament) -> Iterator[RenderableType]:
    """Yield the table of bots, and that of pairs."""
    known = found.as_dict()
    yield Grid(
        headings=["bot", "won", "share"],
        rows=[[visible(one["bot"]), str(one["won"]), share_words(found.share(one["bot"]))] for one in known["bots"]],
        right=frozenset({1}),
        title=f"{counted(known['deals'], 'deal')}: {visible(found.asked.cells[0].name, 200)}",
        legend=_INTERVALS,
    )
    yield from _notes({}, known)
    yield from (Prose(f"{visible(one['first_fault'], 300)}") for one in known["bots"] if "first_fault" in one)
    if known["pairs"]:
        yield Grid(
            headings=["bots", "only the first won", "only the second won", "p-value"],
            rows=[[f"{visible(one['first'])}, {visible(one['second'])}", *_pair(one)] for one in known["pairs"]],
            right=frozenset({1, 2, 3}),
            title="Pairs of games on the same deal",
            legend="Exact test of McNemar.",
        )


def difficulty_printed(found: Difficulty) -> Iterator[RenderableType]:
    """Yield the table of cells, and how two of them differ."""
    known, columns = found.as_dict(), (*found.columns, OPENINGS)
    rows = []
    for number, row in enumerate(known["rows"]):
        shares = found.shares(number)
        rows.append(
            [visible(found.asked.cells[number].name, 200), str(row["deals"]), *map(share_words, shares.values())]
        )
    yield Grid(
        headings=["deals of", "number", *(_HEADINGS.get(name, visible(name)) for name in columns)],
        rows=rows,
        right=frozenset({1}),
        title="Shares of deals that are won",
        legend="Open hands: can be won if everybody sees all hands. A bot's share is a lower bound of what players who "
        f"see their own hand can win. Openings: opening cards that keep a deal won, of those that can be. {_INTERVALS}",
    )
    for number, row in enumerate(known["rows"]):
        yield from _notes({"cell": found.asked.cells[number].name}, row)
    if "compared" in known:
        yield Grid(
            headings=["column", "won only in the first", "won only in the second", "p-value"],
            rows=[[_HEADINGS.get(one["column"], visible(one["column"])), *_pair(one)] for one in known["compared"]],
            right=frozenset({1, 2, 3}),
            title=f"{counted(known['compared'][0]['pairs'], 'pair')} of deals with the same seed",
            legend="Exact test of McNemar.",
        )


def _pair(one: Mapping[str, Any]) -> list[str]:
    return [str(one["first_only"]), str(one["second_only"]), f"{one['p_value']:.3g}"]


def _notes(about: Mapping[str, str], row: Mapping[str, Any]) -> Iterator[RenderableType]:
    """Yield what was left out, and what bots have done that is not allowed."""
    place = "".join(f"{visible(name, 200)}: " for name in about.values())
    for reason, number in row.get("left_out", {}).items():
        yield Prose(f"{place}{counted(number, 'deal')} left out: {reason}")
    for bot, faults in row.get("faults", {}).items():
        lost = f"{visible(bot)} lost {counted(faults['faults'], 'game')} by a fault"
        yield Prose(f"{place}{lost}, first: {visible(faults['first_fault'], 300)}")
