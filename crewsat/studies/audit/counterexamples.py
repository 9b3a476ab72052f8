"""The counterexamples of an audit: which one is shown for a claim, how it is written, and the figures of a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import listed
from crewsat.games import GAMES
from crewsat.games.text import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Claims = list[Mapping[str, Any]]


def smallest(claim: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the smallest failure of the first published reading that fails, the one closest to the text.

    The words of the reading are added, unless there is only one reading.
    """
    published = [one for one in claim["readings"] if not one["repaired"]]
    for one in published:
        if "smallest" in one:
            return {**one["smallest"], "reading": one["words"] if len(published) > 1 else ""}
    return None


def words_of(found: Mapping[str, Any]) -> str:
    """Return how the claim fails, and in which reading."""
    return f"{found['words']} ({found['reading']})" if found["reading"] else str(found["words"])


def command_of(found: Mapping[str, Any]) -> str | None:
    """Return the command that prints a large instance, or whatever is shown in place of one."""
    command = found["instance"].get("about", {}).get("command")
    return None if command is None else str(command)


def shown(found: Mapping[str, Any]) -> str:
    """Return the instance as one line of text, without its notes; for a large one, the command that prints it."""
    command = command_of(found)
    instance = found["instance"]
    return command if command is not None else text_of(GAMES[instance["game"]].instance(**instance))


def decided(found: Mapping[str, Any]) -> str:
    """Return the command that decides the instance, or that prints whatever is shown in its place."""
    command = command_of(found)
    if command is not None and found["instance"]["game"] not in GAMES:
        return command
    return f"crewsat decide --deal '{shown(found)}'" if command is None else f"{command} | crewsat decide -"


def anchor(heading: str) -> str:
    """Return the name by which a page links to one of its headings, as GitHub and MyST generate it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def link(heading: str) -> str:
    """Return a link to a section of the page."""
    return f"[{heading}](#{anchor(heading)})"


def figures(report: Mapping[str, Any]) -> dict[str, Claims]:
    """Return the claims whose counterexamples can be drawn, by the text of the instance: claims may share one."""
    drawn: dict[str, Claims] = {}
    for claim in report["claims"]:
        found = smallest(claim)
        if found is not None and command_of(found) is None:
            drawn.setdefault(shown(found), []).append(claim)
    return drawn


def heading_of(claims: Claims) -> str:
    """Return the heading of a figure: ``Against lemma-5.1``."""
    return f"Against {listed(claim['name'] for claim in claims)}"


def figure_lines(text: str, claims: Claims) -> Iterator[str]:
    """Yield a figure as Markdown: the claims, and a block with the instance, which a site can draw."""
    yield f"### {heading_of(claims)}"
    yield ""
    yield from map(_claimed, claims) if len(claims) == 1 else (f"- {_claimed(claim)}" for claim in claims)
    yield ""
    yield f"```{{deal}} {_caption(claims)}"
    yield text
    yield "```"


def _claimed(claim: Mapping[str, Any]) -> str:
    """Return the claim, and how it is read here."""
    reading = (smallest(claim) or {}).get("reading")
    return f"{link(claim['name'])}: {claim['statement']}{f' *Reading*: {reading}.' if reading else ''}"


def _caption(claims: Claims) -> str:
    """Return what a figure shows, in one line without backquotes, which would end the line of a block."""
    named = [f"{claim['name']} fails here: {(smallest(claim) or {})['words']}" for claim in claims]
    return f"{'; '.join(named)}.".replace("`", "'")
