"""The page of the atlas of missions, ``docs/missions/README.md``: what is asked, what was found, and every mission."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import crewsat
from benchmarks.missions.exports import CREW, GIVEN, MOST_LINES, PLAYERS, UNPLAYED
from benchmarks.missions.lost import command_of, explained

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.missions.exports import Cell, Exports, Key, Plays
    from benchmarks.missions.lost import Lost
    from benchmarks.shares import Share

WIDTH = 120

PREFACE = """# The fifty missions: which deals can be won?

How often can a mission of *The Crew: The Quest for Planet Nine* be won at all? {deals} random deals are decided here,
{cells} of each mission and number of players, with two players by the rules for JARVIS.

**Every share is an upper bound for people at a table.** All cards are known to all players here, also covered ones, and
the crew chooses whatever the rules let it choose without chance: who takes which task, roles, tokens, what is handed
over, direction and cards of the distress signal. Communication is neither needed nor limited. In mission 12 the draw is
random: *won* means that some draw wins.

*The crew chooses* is the mission by its rules, with all cards known. *Given out at random* gives the tasks out in a
random way that the mission allows; nobody hands one over or changes a token then. *With the signal* everybody may pass
a card to a neighbour before the first trick; this is optional, so only lost deals are decided again. The intervals are
[exact, for 95 %](../how-sure.md).

{known}

![The fifty missions: shares of deals that can be won](overview.svg)
"""

PLAYS_PREFACE = """## Plays without foresight

That a deal can be won says little of how forgiving it is. The first {plays} deals of each cell were also played, once
by each of two players who see their own hand and the table only:

- *at random*: every legal card is equally likely;
- *greedy*: who needs something in the trick wins it with the lowest legal card that beats the cards on the table, or
  leads it with the highest; otherwise, or if no card beats them, the lowest legal card is played. A player
  needs something if, with the card played, an open objective of theirs lies in the trick, or if it brings a task of
  theirs, of everybody or of the crew nearer to being met.

Tasks are given out at random for these plays, and nobody passes a card, hands a task over or changes a token, unless
the mission says that it must be done. *Opening cards* is the share of the first cards that keep a deal winnable,
*earliest win* the median of the first trick with which it can be won, *to drop* how many goals of a lost deal cannot be
met, on average.{lines}
"""

DEEP_SEA_PREFACE = """## Mission Deep Sea

Tasks of a total difficulty, drawn as the rules say and drafted by the crew, or given out in turn. Each of the tasks
alone is on [a page of its own](../deep-sea.md).

![Mission Deep Sea: share of deals that can be won](deep-sea.svg)
"""

LAST = """## How this was made

The sweeps are files beside this page, with their exports; `make atlas` makes the pages from them, byte by byte the
same. Their own pages have every interval, undecided and lost deals, costs, and what was decided again by another
method:

```{raw} html
<ul>"""


def page(found: Exports, findings: Sequence[str], abouts: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of the page.

    Args:
        found: what the exports say.
        findings: the lines of what was found.
        abouts: what each sweep is about, by name.
    """
    yield _preface(found)
    yield from (*findings, "")
    if found.plays:
        yield PLAYS_PREFACE.format(plays=max(one.deals for one in found.plays.values()), lines=_lines(found))
    for mission in crewsat.planet_nine_missions():
        if any(key[0] == mission.number for key in found.cells[CREW]):
            yield from _section(mission, found)
    if found.chosen:
        yield DEEP_SEA_PREFACE
    yield LAST
    yield from (f'<li><a href="{name}/index.html">{about}</a></li>' for name, about in abouts.items())
    yield "</ul>\n```"


def _preface(found: Exports) -> str:
    every = [cell.share for name in (CREW, GIVEN, UNPLAYED) for cell in found.cells[name].values()]
    return PREFACE.format(
        deals=f"{sum(share.deals for share in every):,}",
        cells=f"{max(share.deals for share in every):,}",
        known="\n".join(_wrapped(_known(found))),
    )


def _known(found: Exports) -> str:
    """Say how much is decided and proved."""
    every = [cell for name in (CREW, GIVEN, UNPLAYED) for cell in found.cells[name].values()]
    lost, proofs = sum(cell.share.no for cell in every), sum(cell.proofs for cell in every)
    undecided = sum(cell.share.unknown for cell in every)
    with_signal = sum(cell.signal.unknown for cell in every if cell.signal is not None) - undecided
    limit = max(one.about.time_limit for one in found.sweeps.values())
    how_many = f"each of {lost:,}" if proofs == lost else f"{proofs:,} of {lost:,}"
    known = f"A proof was checked of {how_many} lost deals; the number of its lemmas is in the export."
    if not (undecided or with_signal):
        return f"No deal is undecided. {known}"
    return (
        f"What takes longer than {limit:g} s is left open: whether {undecided:,} deals can be won, and whether "
        f"{with_signal:,} lost ones can be with the signal. {known}"
    )


def _lines(found: Exports) -> str:
    """Say how many deals have many winning lines."""
    if not found.lines:
        return ""
    deals, yes = sum(one.deals for one in found.lines.values()), sum(one.yes for one in found.lines.values())
    return f" Of {deals:,} of these deals {yes:,} have {MOST_LINES:,} different winning lines or more."


def _section(mission: crewsat.Mission, found: Exports) -> Iterator[str]:
    """Yield the lines about a mission."""
    yield from (f"## Mission {mission.number}", "")
    yield from _wrapped(" ".join(_rules(mission)))
    name = f"mission-{mission.number}"
    yield from ("", f"![Mission {mission.number}: share of deals that can be won]({name}.svg)", "")
    yield from _shares(mission, found)
    yield from _plays(mission, found)
    yield from _examples(mission, found)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def _rules(mission: crewsat.Mission) -> Iterator[str]:
    """Yield the rule in words, the reading, and what is not asked."""
    if mission.tasks:
        cards = f"{mission.tasks} task card{'s' if mission.tasks > 1 else ''}"
        tokens = f" with the tokens {', '.join(mission.tokens)}" if mission.tokens else ""
        yield f"{cards}{tokens}."
    if mission.rule:
        yield f"{_capital(mission.rule)}."
    elif mission.is_given_out:
        yield f"{_capital(mission.shared_out)}."
    if mission.handover:
        yield "With five players one task may be handed over."
    if mission.reading():
        yield f"Reading: {mission.reading()}."
    if mission.communication:
        yield f"Not asked, as it is about communication: {mission.communication}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _shares(mission: crewsat.Mission, found: Exports) -> Iterator[str]:
    """Yield the table of shares."""
    columns = _columns(mission, found)
    ways = [False] if mission.passes else [False, True]  # without the signal, and with it
    heads = ["with the signal" if signal else name for name, _ in columns for signal in ways]
    yield f"| players | {' | '.join(heads)} |"
    yield f"| ---: |{' --- |' * len(heads)}"
    for players in PLAYERS:
        row = [cells.get((mission.number, players)) for _, cells in columns]
        shares = [None if cell is None else cell.signal if signal else cell.share for cell in row for signal in ways]
        yield f"| {players} | {' | '.join(map(_share, shares))} |"
    yield ""


def _columns(mission: crewsat.Mission, found: Exports) -> list[tuple[str, Mapping[Key, Cell]]]:
    """Return what is said of a mission, and the cells that say it."""
    words = {
        CREW: "the crew chooses" if mission.is_given_out else "won",
        GIVEN: "given out at random",
        UNPLAYED: "if unplayed pink cards are ignored",
    }
    asked = {name for name in words for number, _ in found.cells[name] if number == mission.number}
    return [(said, found.cells[name]) for name, said in words.items() if name == CREW or name in asked]


def _share(share: Share | None) -> str:
    return "" if share is None else f"{share}{f', {share.unknown} undecided' if share.unknown else ''}"


def _plays(mission: crewsat.Mission, found: Exports) -> Iterator[str]:
    """Yield the table of plays, and other quantities: those of the crew's choice, and of what is given out."""
    rows = []
    for players in PLAYERS:
        crew, given = (found.plays.get((mission.number, players, way)) for way in (False, True))
        if crew is not None and given is not None:
            played = given if mission.is_given_out else crew
            both = (crew, given) if mission.is_given_out else (crew,)
            pairs = (" / ".join(texts) for texts in zip(*map(_quantities, both), strict=True))
            rows.append(f"| {players} | {played.random} | {played.greedy} | {' | '.join(pairs)} |")
    if not rows:
        return
    ways = " (the crew chooses / given out)" if mission.is_given_out else ""
    yield f"| players | at random | greedy | opening cards, %{ways} | earliest win | to drop |"
    yield "| ---: | --- | --- | ---: | ---: | ---: |"
    yield from (*rows, "")


def _quantities(plays: Plays) -> Iterator[str]:
    yield "-" if plays.openings is None else f"{plays.openings:.0f}"
    yield "-" if plays.earliest is None else str(plays.earliest)
    yield "-" if plays.dropped is None else f"{plays.dropped:.2f}"


def _examples(mission: crewsat.Mission, found: Exports) -> Iterator[str]:
    """Yield a deal that is won, and the lost one with the smallest seed, explained."""
    wins = [(cell.won, players) for (number, players), cell in found.cells[CREW].items() if number == mission.number]
    seeds = [(seed, players) for seed, players in wins if seed is not None]
    if seeds:
        seed, players = min(seeds, key=lambda one: (one[0], one[1] != 4, one[1]))
        yield from ("A deal that can be won:", "", "```sh", command_of(mission.number, players, seed, given=False))
        yield from ("```", "")
    for name in (CREW, GIVEN):
        lost = [
            (cell.lost, players)
            for (number, players), cell in found.cells[name].items()
            if number == mission.number and cell.lost is not None
        ]
        if lost:
            seed, players = min(lost)
            how = ", with tasks given out at random" if name == GIVEN else ""
            yield f"The lost deal with the smallest seed{how}, whatever the number of players:"
            yield from _lost(explained(mission.number, players, seed, given=name == GIVEN))
            return
    yield from ("No deal of this mission is lost.", "")


def _lost(lost: Lost) -> Iterator[str]:
    yield from ("", "```sh", lost.command, "```", "")
    yield from _wrapped(f"Cannot be met together: {', '.join(f'`{name}`' for name in lost.conflict)}.")
    yield ""
    for reason in lost.reasons:
        yield from _wrapped(f"- {_escaped(_capital(reason))}.", "  ")
    yield ""


def _escaped(text: str) -> str:
    """Return a text without what Markdown would take for emphasis."""
    return text.replace("*", "\\*")
