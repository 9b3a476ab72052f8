"""Explanations for people: why the game is lost, the most that can be had, and what would win it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.games.crew.instance import Crew
from crewsat.games.crew.subsets import demands_of
from crewsat.report import crew, hanabi_solitaire
from crewsat.report.verdict import report
from crewsat.report.words import REASONS
from crewsat.wording import counted, visible

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
    said = explanation.verdict.because  # which the report has told already
    pieces += [Text(f"  - {_sentence(reason.words)}") for reason in explanation.reasons if reason.words != said]
    pieces += (
        _best(instance, explanation) if isinstance(instance, Crew) else hanabi_solitaire.explanation_of(explanation)
    )
    if explanation.repairs:
        pieces += [Text(""), Text("It could be won if one thing were different:", style="bold")]
        pieces += [Text(f"  - {_KINDS[one.kind]}: {_sentence(one.words)}") for one in explanation.repairs]
    if explanation.no_repair:
        pieces += [Text(""), Text("No change of these kinds wins; all were tried:")]
        pieces += [Text(f"  - {_KINDS[kind]}.") for kind in explanation.no_repair]
    if explanation.reason:
        pieces += [Text(""), Text(f"There may be more to say: {REASONS[explanation.reason]}.", style="yellow")]
    return pieces


def _best(instance: Crew, explanation: Explanation) -> list[RenderableType]:
    """The most goals that can be met together, and the play; of a single goal there is nothing to say."""
    from rich.text import Text  # noqa: PLC0415

    goals = [goal.id for goal in (*instance.objectives, *instance.tasks)]
    if explanation.most is None or len(goals) < 2:
        return []
    low, high = explanation.most
    what = "goal" if instance.tasks else "objective"
    terms = {"order": "in the order asked for", "assignment": "shared out as asked for"}
    under = "".join(f" {terms[term]}" for term in demands_of(instance).terms)
    amount = f"At most {high}" if high else "None"
    words = f"{amount} of the {counted(len(goals), what)} can be {'met' if instance.tasks else 'won'}{under}"
    words += "." if low == high else f"; it is not known whether more than {low} can."
    if explanation.culprits:
        called = {"order": "the order", "assignment": "the sharing out"}
        terms_there = demands_of(instance).terms
        names = [called[one] if one in terms_there else visible(one, 40) for one in explanation.culprits]
        any_one = f"any one of {', '.join(names[:-1])} and " if len(names) > 1 else ""
        words += f" Without {any_one}{names[-1]} everything else can."
    pieces: list[RenderableType] = [Text(""), Text(words, style="bold")]
    if explanation.best_play and explanation.kept is not None:
        missed = [visible(goal, 40) for goal in goals if goal not in explanation.kept]
        pieces += [Text(f"This play does all but {', '.join(missed)}:")]
        pieces.append(crew.tricks_table(instance, crew.rows_of(instance, explanation.best_play)))
    return pieces


def _sentence(words: str) -> str:
    """Begin with a capital, unless with a card, whose name is what it is."""
    first = words.split(" ", 1)[0]
    return f"{words[0].upper()}{words[1:]}." if first.isalpha() else f"{words}."
