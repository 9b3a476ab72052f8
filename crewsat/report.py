"""Verdicts for people: what was asked, the answer, and the winning line as a table of tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.errors import counted, visible

if TYPE_CHECKING:
    from rich.console import RenderableType

    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.rules import Trick
    from crewsat.verdict import Verdict

_REASONS = {
    "time": "the time limit was reached",
    "memory": "it would need more memory than allowed",
    "interrupted": "interrupted",
    "incomplete": "this method cannot tell",
    "crash": "the solver crashed",
}
_CHECKED = {
    "replayed": "every trick was replayed by the rules",
    "proof": "the proof was checked",
    "algorithm": "by a counting argument",
    "search": "by trying everything",
    "none": "not certified",
}


def report(instance: Crew, verdict: Verdict) -> list[RenderableType]:
    """Return what `crewsat decide` prints, piece by piece: the question, the answer, the play, how it was found."""
    from rich.text import Text  # noqa: PLC0415 - only for output to people

    pieces: list[RenderableType] = [Text(question(instance)), Text(objectives_line(instance)), Text("")]
    style = {"yes": "bold green", "no": "bold red", "unknown": "bold yellow"}[verdict.answer]
    pieces.append(Text(answer_line(instance, verdict), style=style))
    if verdict.because:
        pieces.append(Text(f"Because {verdict.because}."))
    if verdict.play:
        pieces.append(tricks_table(instance, verdict.play))  # rich leaves a blank line above and below
        pieces.append(Text("> leads   * wins", style="dim"))
    pieces += [Text(""), Text(found_line(verdict), style="dim")]
    return pieces


def question(instance: Crew) -> str:
    """Return the deal in one line."""
    cards = sum(map(len, instance.hands))
    trump = f"trump {visible(instance.trump)}" if instance.trump is not None else "no trump"
    leader = f"player {instance.leader} leads" if instance.leader else "anybody may lead"
    counts = ", ".join(counted(*c) for c in ((instance.players, "player"), (cards, "card"), (instance.tricks, "trick")))
    return f"The Crew: {counts}, {trump}, {leader}"


def objectives_line(instance: Crew) -> str:
    """Return all objectives by owner, with their tokens."""
    by_owner: dict[int, list[str]] = {}
    for objective in instance.objectives:
        by_owner.setdefault(objective.owner, []).append(_objective(objective))
    if not by_owner:
        return "Objectives: none"
    owners = "; ".join(f"player {owner}: {', '.join(names)}" for owner, names in sorted(by_owner.items()))
    return f"Objectives: {owners}"


def _objective(objective: Objective) -> str:
    name = visible(objective.card)
    if objective.id != str(objective.card):
        name += f" ({visible(objective.id, 20)})"
    if objective.token:
        name += f" [{'Ω' if objective.token == 'omega' else visible(objective.token, 12)}]"
    for word, others in (("after", objective.after), ("before", objective.before)):
        if others:
            name += f" {word} {' and '.join(visible(other, 20) for other in others)}"
    return name


def answer_line(instance: Crew, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    if verdict.answer == "no":
        return "NO. There is no way to complete all objectives."
    if verdict.answer == "unknown":
        return f"UNKNOWN: {_REASONS.get(verdict.reason or '', verdict.reason)}."
    if not verdict.play:
        return "YES. There is nothing to do."
    return f"YES. The crew wins with trick {len(verdict.play)} of {instance.tricks}."


def tricks_table(instance: Crew, play: tuple[Trick, ...]) -> RenderableType:
    """Return the play, a row a trick and a column a player."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("trick", justify="right")
    for player in range(1, instance.players + 1):
        table.add_column(f"player {player}", no_wrap=True)
    table.add_column("completes")
    for number, trick in enumerate(play, 1):
        cells = [Text("") for _ in range(instance.players)]
        for k, card in enumerate(trick.cards):
            player = (trick.leader - 1 + k) % instance.players + 1
            mark = "*" if player == trick.winner else ""
            lead = ">" if k == 0 else " "
            cells[player - 1] = Text(f"{lead}{visible(card)}{mark}", style="bold" if mark else "")
        completes = ", ".join(visible(name, 30) for name in trick.completes)
        table.add_row(str(number), *cells, Text(completes, style="green"))
    return table


def found_line(verdict: Verdict) -> str:
    """Return how the answer was found and what it rests on."""
    by = f"{verdict.method} ({verdict.solver})" if verdict.solver else verdict.method
    cost = verdict.statistics.cpu_seconds
    time = "" if cost is None else f" in {cost * 1000:.0f} ms" if cost < 10 else f" in {cost:.1f} s"
    if verdict.answer == "unknown":
        return f"Tried {by}{time}."
    return f"Found by {by}{time}; {_CHECKED[verdict.checked]}."


def competition(verdict: Verdict) -> str:
    """Return the answer in the words of solver competitions: comments, one status line, literals if there are any."""
    lines = [f"c {verdict.method} {verdict.solver or ''}".rstrip()]
    for number, trick in enumerate(verdict.play or (), 1):
        cards = " ".join(str(card) for card in trick.cards)
        done = f" completes {' '.join(trick.completes)}" if trick.completes else ""
        lines.append(
            visible(f"c trick {number}: player {trick.leader} leads, {cards}, player {trick.winner} wins{done}", 10**6)
        )
    if verdict.because:
        lines.append(f"c because {verdict.because}")
    lines.append({"yes": "s SATISFIABLE", "no": "s UNSATISFIABLE", "unknown": "s UNKNOWN"}[verdict.answer])
    if verdict.model is not None:
        literals = [*map(str, verdict.model), "0"]
        lines += ["v " + " ".join(literals[k : k + 20]) for k in range(0, len(literals), 20)]
    return "\n".join(lines)
