"""The page of difficulty, ``docs/difficulty/README.md``: what bots win who see their own hand."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.difficulty_exports import BOTS, OBJECTIVES, OPEN, SHARES
from crewsat.sweeps.page.tables import percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.difficulty_exports import Export, Key
    from benchmarks.shares import Share

WIDTH = 120
TARGETS = {(4, 4): 0.70, (4, 5): 0.45, (6, 3): 0.80}
"""What search is to win, by objectives and players."""
NEARLY_ALL = 0.95
"""Cells are called nearly alike with open hands if at least this share of their deals can be won."""
_FEW = 3
"""At most this many missions or totals are listed by their numbers."""

PREFACE = """# How hard it is with hidden hands

How often is a game won if everybody sees only their own hand? With open hands nearly every deal can be won, which says
little of how hard it is at a table. Here bots play {deals} deals, one game each, for all players, each from their own
hand, with one signal a player where the rules allow it ([how bots play](../hidden-hands.md)).

- *open hands*: the share of the deals that can be won if all cards are known;
- *search*: the share that the best bot wins. It is **a lower bound of what players can win**, and it moves with the
  bot, whose version and digest are below;
- *greedy*, *random*: the share won by the [greedy rule](../missions/README.md#plays-without-foresight), and with random
  cards; free goals are given out at random for these two;
- *openings*: how many of the opening cards keep a deal winnable with open hands, on average over the deals that can be
  won.

Shares have the exact 95 % interval of Clopper and Pearson, openings that of Hoeffding; undecided deals count against
both ends of a share. [For designers](designers.md): two variants of a mission compared, from start to end.
"""

ABOUT = {
    "hands-objectives": "Objectives are dealt out in turn from the commander, who leads, without order tokens.",
    "hands-missions": "{owners} Bots do without what the crew may choose besides its cards: handing a task over, "
    "changing tokens, the distress signal. Limits on communication are followed.",
    "hands-deep-sea": "Tasks of a total difficulty are drawn as the rules say. {owners}",
}
GIVEN, DRAFTED = "Tasks are given out by a random draft, as the mission allows.", "The players draft the tasks."


def page(found: Mapping[str, Export], figures: Mapping[str, Sequence[str]], abouts: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the page.

    Args:
        found: what the exports say, by name.
        figures: the lines that show the figure of each.
        abouts: what each sweep is about.
    """
    deals = sum(cell.deals for export in found.values() for cell in export.cells.values())
    yield PREFACE.format(deals=f"{deals:,}")
    yield from ("## What was found", "")
    for export in found.values():
        for sentence in _findings(export):
            yield from _item(f"{export.kind.title}: {sentence}")
    yield from _targets(found)
    for name, export in found.items():
        yield from ("", f"## {export.kind.title}", "")
        yield from _wrapped(ABOUT[name].format(owners=GIVEN if export.are_given else DRAFTED))
        yield from ("", *figures[name], *_left_out(export), *_table(export))
    yield from ("", "## How this was made", "")
    yield from _method(found, abouts)


def _wrapped(text: str, indent: str = "") -> list[str]:
    kept = text.replace(" %", "\N{NO-BREAK SPACE}%")  # no line begins with it
    lines = textwrap.wrap(kept, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _item(text: str) -> list[str]:
    return _wrapped(f"- {text}", "  ")


def _findings(export: Export) -> Iterator[str]:
    """Yield what an export says, in sentences that are true of any shares."""
    opened, won = export.parts(OPEN), export.parts("search")
    hardest, easiest = min(won, key=lambda key: won[key]), max(won, key=lambda key: won[key])
    shares = [f"{export.named(key)}, {export.cells[key].shares['search']}" for key in (easiest, hardest)]
    yield (
        f"the easiest for search is {shares[0]}, and the hardest {shares[1]}. With open hands "
        f"{percent(opened[easiest])} % and {percent(opened[hardest])} % of these deals can be won."
    )
    alike = [part for key, part in won.items() if opened[key] >= NEARLY_ALL]
    if len(alike) > 1:
        yield (
            f"with open hands {len(alike)} of {len(won)} cells look nearly alike, as at least {100 * NEARLY_ALL:.0f} % "
            f"of their deals can be won; search wins {percent(min(alike))} to {percent(max(alike))} % of them."
        )
    yield _beaten(export, won)


def _beaten(export: Export, won: Mapping[Key, float]) -> str:
    """Say in how many cells search wins more than the rule."""
    means = [percent(sum(export.parts(name)[key] for key in won) / len(won)) for name in BOTS]
    more = sum(part > export.parts("greedy")[key] for key, part in won.items())
    every = "all" if more == len(won) else f"{more} of the"
    return (
        f"search wins more than the greedy rule in {every} {len(won)} cells. Averaged over them, "
        f"search wins {means[0]} %, the rule {means[1]} %, random cards {means[2]} %."
    )


def _targets(found: Mapping[str, Export]) -> Iterator[str]:
    """Yield whether search wins what it is to win."""
    cells = next((export.cells for export in found.values() if export.kind == OBJECTIVES), {})
    shares = [(key, cells[key].shares["search"]) for key in TARGETS if key in cells]
    rows, met = [], 0
    for key, share in shares:
        if share is not None:
            is_met = share.yes / share.deals >= TARGETS[key]
            met += is_met
            words = f"{100 * TARGETS[key]:.0f} % | {share} | {'yes' if is_met else 'no'}"
            rows.append(f"| {key[1]} | {key[0]} | {words} |")
    if rows:
        yield from ("", "## Targets", "")
        yield f"Of {len(rows)} targets for search, {met} {'is' if met == 1 else 'are'} met by the point estimate:"
        yield ""
        yield from ("| players | objectives | target | search | met |", "| ---: | ---: | ---: | --- | :---: |", *rows)


def _left_out(export: Export) -> Iterator[str]:
    """Yield what search could not play, and why."""
    reasons: Counter[str] = Counter()
    for cell in export.cells.values():
        reasons.update(cell.left_out)
    if not reasons:
        return
    yield from ("Search could not play these deals; the other columns have them:", "")
    for reason, number in sorted(reasons.items()):
        keys = [key for key, cell in export.cells.items() if reason in cell.left_out]
        numbers = sorted({key[0] for key in keys})
        some = f"of {len(keys)} cells" if len(numbers) > _FEW else f"{export.kind.words} {', '.join(map(str, numbers))}"
        yield from _item(f"{number:,} deals ({some}): {reason}.")
    yield ""


def _table(export: Export) -> Iterator[str]:
    """Yield the table of all cells."""
    yield f"| {export.kind.words} | players | deals | open hands | {' | '.join(BOTS)} | openings |"
    yield f"| ---: | ---: | ---: |{' --- |' * (len(SHARES) + 1)}"
    for (number, players), cell in export.cells.items():
        shares = [_share(cell.shares[name]) for name in SHARES]
        openings = "-" if cell.openings is None else str(cell.openings)
        yield f"| {number} | {players} | {cell.deals:,} | {' | '.join(shares)} | {openings} |"


def _share(share: Share | None) -> str:
    if share is None:
        return "-"
    return f"{share}{f', {share.unknown} undecided' if share.unknown else ''}"


def _method(found: Mapping[str, Export], abouts: Mapping[str, str]) -> Iterator[str]:
    """Yield how the page was made, by which bots, and what it took."""
    yield from _wrapped(
        "The sweeps are files beside this page, with their exports, a row a deal; `python -m benchmarks.difficulty` "
        "makes the page from them, byte by byte the same. A deal and its game by search have the same seed, so each "
        "game can be played again."
    )
    yield ""
    for name, export in found.items():
        first = min(span.first for tally in export.sweep.cells.values() for span in tally.seeds.spans)
        yield from _item(
            f"`{name}.toml`: {abouts[name]}. Seeds from {first:,}; bots: {export.sweep.about.bots}; "
            f"{export.core_hours:.1f} core hours."
        )
