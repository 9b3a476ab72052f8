"""Explanations for people: why the game is lost, the most that can be had, and what would win it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.errors import counted, listed, visible
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.subsets import demands_of
from crewsat.report import crew, hanabi
from crewsat.report.verdicts import report
from crewsat.report.words import REASONS

if TYPE_CHECKING:
    from rich.console import RenderableType

    from crewsat.explaining import Explanation
    from crewsat.games.instance import Instance

_KINDS = {
    "leader": "Another player leads first",
    "order": "Less order",
    "swap_owners": "Two players exchange an objective",
    "hand_over": "One objective goes to another player",
    "swap_cards": "Two players exchange a card",
    "hand_size": "A larger hand",
    "swap_draws": "Two cards of the deck change places",
}
"""What the kinds of repairs are called."""


def explained(instance: Instance, explanation: Explanation) -> list[RenderableType]:
    """Return what `crewsat explain` prints: the report on the answer, and of a no, why."""
    from rich.text import Text  # noqa: PLC0415 - only for output to people

    pieces = report(instance, explanation.verdict)
    if explanation.verdict.answer != "no":
        return pieces
    pieces.append(Text(""))
    if explanation.conflict:
        known = " (minimal)" if explanation.minimal else ""
        pieces.append(Text(f"Conflict{known}: {', '.join(visible(one, 40) for one in explanation.conflict)}"))
    pieces += [Text(f"  - {_sentence(reason.words)}") for reason in explanation.reasons]
    pieces += _best(instance, explanation) if isinstance(instance, Crew) else hanabi.explanation_of(explanation)
    if explanation.repairs:
        pieces += [Text(""), Text("It could be won if one thing were different:", style="bold")]
        pieces += [Text(f"  - {_KINDS[one.kind]}: {_sentence(one.words)}") for one in explanation.repairs]
    for kind in explanation.no_repair:
        pieces.append(Text(f"  - {_KINDS[kind]}: no such change helps; all were tried."))
    if explanation.reason:
        pieces += [Text(""), Text(f"There may be more to say: {REASONS[explanation.reason]}.", style="yellow")]
    return pieces


def _best(instance: Crew, explanation: Explanation) -> list[RenderableType]:
    """The most goals that can be met together, and the play."""
    from rich.text import Text  # noqa: PLC0415

    if explanation.most is None:
        return []
    low, high = explanation.most
    goals = len(instance.objectives) + len(instance.tasks)
    number = f"{high}" if low == high else f"{low} to {high}"
    words = f"At most {number} of the {counted(goals, 'goal')} can be met together."
    if explanation.culprits:
        names = listed(f"the {one}" if one in demands_of(instance).terms else one for one in explanation.culprits)
        any_one = "any one of " if len(explanation.culprits) > 1 else ""
        words += f" Without {any_one}{names} everything else can."
    pieces: list[RenderableType] = [Text(""), Text(words, style="bold")]
    if explanation.best_play and explanation.kept is not None:
        missed = [goal.id for goal in (*instance.objectives, *instance.tasks) if goal.id not in explanation.kept]
        left_out = ", ".join(visible(one, 40) for one in missed)
        pieces += [Text(f"This play meets all but {left_out}:")]
        pieces.append(crew.tricks_table(instance, crew.rows_of(instance, explanation.best_play)))
    return pieces


def _sentence(words: str) -> str:
    """Begin with a capital, unless with a card, whose name is what it is."""
    first = words.split(" ", 1)[0]
    return f"{words[0].upper()}{words[1:]}." if first.isalpha() else f"{words}."
