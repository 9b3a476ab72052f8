"""The Crew for people: what was asked, the answer, and the winning line as a table of tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import NOT_APPLICABLE, Refutation
from crewsat.games.crew.asked import asked
from crewsat.games.crew.subsets import demands_of
from crewsat.layout import Prose
from crewsat.report.crew_tables import hands_table, played_rows, rows_of, tricks_table
from crewsat.report.suits import styles_of
from crewsat.report.words import REASONS
from crewsat.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.explaining import Explanation
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.task import Task
    from crewsat.questions.crew import Option
    from crewsat.verdict import Verdict

REPAIRS = {
    "leader": "Another player leads first",
    "order": "Less order",
    "swap_owners": "Two players exchange an objective",
    "hand_over": "One objective goes to another player",
    "hand_over_task": "One task goes to another player",
    "drop": "A task is dropped",
    "swap_cards": "Two players exchange a card",
}
"""What the kinds of repairs are called."""

ASSIGNMENTS = {
    "any": "",
    "draft": " (draft, in turn)",
    "balanced": " (nobody two more than another)",
    "one_player": " (all by one player)",
    "one_player_but_leader": " (all by one player, not the leader)",
    "draft_or_pass": " (draft, in turn; with fewer than players, some pass)",
}
"""How free objectives and tasks are shared out."""


def question(instance: Crew) -> list[RenderableType]:
    """Return the deal and what is to be done."""
    cards = sum(map(len, instance.dealt))
    trump = f"trump {visible(instance.trump)}" if instance.trump is not None else "no trump"
    leader = f"player {instance.leader} leads" if instance.leader else "anybody may lead"
    counts = ", ".join(counted(*c) for c in ((instance.players, "player"), (cards, "card"), (instance.tricks, "trick")))
    told = Prose(f"{counts}, {trump}, {leader}", label="The Crew: ")
    pieces: list[RenderableType] = [told, *_objectives(instance)]
    for k, task in enumerate(instance.tasks, 1):
        label = f"{'' if k > 1 else 'Tasks:':{len('Tasks:')}} {task.whose}: "
        pieces.append(Prose(f"{asked(instance, task)}{_task_id(task, k)}", label=label))
    if instance.free_tasks and ASSIGNMENTS[instance.assignment]:
        pieces.append(Prose(ASSIGNMENTS[instance.assignment].strip(" ()"), label="Free tasks: "))
    if instance.played:
        pieces.append(Prose(_position(instance), label="Position: "))
    return pieces


def _task_id(task: Task, number: int) -> str:
    return "" if task.id == f"task{number}" else f" ({visible(task.id, 20)})"


def _objectives(instance: Crew) -> list[Prose]:
    """Return all objectives with their tokens, a paragraph an owner."""
    styles = styles_of(instance.suits_in_order)
    by_owner: dict[int, list[tuple[str, str]]] = {}
    for objective in instance.objectives:
        words = by_owner.setdefault(objective.owner or 0, [])
        words += [(", " if words else "", ""), (visible(objective.card), styles[objective.card.suit])]
        words.append((marks_of(objective), ""))
    if not by_owner:
        return [Prose("Objectives: none")]
    pieces: list[Prose] = []
    for owner in sorted(by_owner, key=lambda owner: (not owner, owner)):
        name = f"player {owner}" if owner else f"anybody{ASSIGNMENTS[instance.assignment]}"
        label = "" if pieces else "Objectives:"
        pieces.append(Prose(by_owner[owner], label=f"{label:{len('Objectives:')}} {name}: "))
    if instance.order and instance.same_trick == "violates":
        pieces.append(Prose("objectives in order must be won in different tricks", label=f"{'':{len('Objectives:')}} "))
    return pieces


def marks_of(objective: Objective) -> str:
    """Return what is said of an objective besides its card: its id, its token, and what it is bound to."""
    words = "" if objective.id == str(objective.card) else f" ({visible(objective.id, 20)})"
    if objective.token:
        words += f" [{'Ω' if objective.token == 'omega' else visible(objective.token, 12)}]"
    for word, others in (("after", objective.after), ("before", objective.before)):
        if others:
            words += f" {word} {' and '.join(visible(other, 20) for other in others)}"
    return words


def _position(instance: Crew) -> str:
    """Return where the play stands."""
    leading = instance.leading or 1
    now = f"player {leading} leads trick {instance.finished + 1}"
    if instance.begun:
        player = (leading - 1 + len(instance.begun)) % instance.players + 1
        begun = " ".join(visible(card) for card in instance.begun)
        now = f"player {leading} has led trick {instance.finished + 1}: {begun}, player {player} is next"
    elif instance.finished == instance.tricks:
        now = "no more tricks can be played"
    return f"{counted(instance.finished, 'trick')} played, {now}"


def answer_line(instance: Crew, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    goals = " and ".join(name for name in ("objectives", "tasks") if getattr(instance, name)) or "objectives"
    if verdict.answer == "no":
        return f"NO. There is no way to complete all {goals}."
    if verdict.answer == "unknown":
        return f"UNKNOWN: {REASONS.get(verdict.reason or '', verdict.reason)}."
    if not verdict.play:
        return "YES. There is nothing left to do." if instance.played else "YES. There is nothing to do."
    won = f"YES. The crew wins with trick {instance.finished + len(verdict.play)} of {instance.tricks}"
    if verdict.fewest_tricks is None:
        return f"{won}."
    low, high = verdict.fewest_tricks
    return f"{won}; no play wins earlier." if low == high else f"{won}; none wins before trick {low}, the rest is open."


def play_of(instance: Crew, verdict: Verdict) -> list[RenderableType]:
    """Return the winning tricks as a table, and who takes the free tasks."""
    if not verdict.play:
        return []
    table = tricks_table(instance, rows_of(instance, verdict.play, verdict.assignment))
    return [table, *_takers(instance, verdict.assignment or {})]


def _takers(instance: Crew, assignment: Mapping[str, int]) -> list[RenderableType]:
    """Say who takes the free tasks, if there are any."""
    taken: dict[int, list[str]] = {}
    for task in instance.free_tasks:
        taken.setdefault(assignment[task.id], []).append(visible(task.id, 40))
    words = [f"player {player} takes {' and '.join(names)}" for player, names in sorted(taken.items())]
    return ["", Prose(f"{'; '.join(words)}.", label="Free tasks: ")] if words else []


def comments_of(instance: Crew, verdict: Verdict) -> list[str]:
    """Return the winning tricks, a line each."""
    lines = []
    for number, trick in enumerate(verdict.play or (), instance.finished + 1):
        cards = " ".join(str(card) for card in trick.cards)
        done = f" completes {' '.join(trick.completes)}" if trick.completes else ""
        lines.append(f"trick {number}: player {trick.leader} leads, {cards}, player {trick.winner} wins{done}")
    return lines


def lines_of(verdict: Verdict) -> list[RenderableType]:
    """Return winning lines, a paragraph each: leader and cards of each trick."""
    lines = verdict.lines or ()
    many = counted(len(lines), "different winning line")
    rest = "no other" if verdict.all_lines else REASONS.get(verdict.lines_reason or "", "there are more")
    pieces: list[RenderableType] = [Prose(f"{many}, and {rest}; of each trick, who leads, and the cards in order:")]
    for number, line in enumerate(lines, 1):
        tricks = " / ".join(f"{trick.leader}: {' '.join(visible(card) for card in trick.cards)}" for trick in line)
        pieces.append(Prose(tricks or "nothing to play", label=f"{number:6}  "))
    return pieces


def picture(instance: Crew) -> list[RenderableType]:
    """Return what `crewsat show` prints above the deal as one line of text: question, hands, tricks played."""
    pieces = [*question(instance), hands_table(instance)]
    return [*pieces, tricks_table(instance, played_rows(instance))] if instance.played else pieces


def explained(instance: Crew, explanation: Explanation) -> list[RenderableType]:
    """Return the most goals that can be met together, and the play; of a single goal there is nothing to say."""
    goals = [goal.id for goal in (*instance.objectives, *instance.tasks)]
    if explanation.most is None or len(goals) < 2:
        return []
    words = _most_goals(instance, *explanation.most)
    if explanation.culprits:
        words += f" {_without_a_culprit(instance, explanation.culprits)}"
    pieces: list[RenderableType] = ["", Prose(words, style="bold")]
    if explanation.best_play and explanation.kept is not None:
        missed = [visible(goal, 40) for goal in goals if goal not in explanation.kept]
        pieces += [Prose(f"This play achieves all but {', '.join(missed)}:")]
        pieces.append(tricks_table(instance, rows_of(instance, explanation.best_play)))
    return pieces


def _most_goals(instance: Crew, low: int, high: int) -> str:
    """Say how many goals can be met together: at least `low`, at most `high`."""
    goals = len(instance.objectives) + len(instance.tasks)
    what = "goal" if instance.tasks else "objective"
    terms = {"order": "in the required order", "assignment": "under the required assignment"}
    under = "".join(f" {terms[term]}" for term in demands_of(instance).terms)
    amount = f"At most {high}" if high else "Not one"
    words = f"{amount} of the {counted(goals, what)} can be {'met' if instance.tasks else 'won'}{under}"
    return f"{words}." if low == high else f"{words}; it is not known whether more than {low} can."


def _without_a_culprit(instance: Crew, culprits: Sequence[str]) -> str:
    """Say without which single demands all others can be met."""
    called = {"order": "the order", "assignment": "the assignment"}
    terms = demands_of(instance).terms
    names = [called[one] if one in terms else visible(one, 40) for one in culprits]
    any_one = f"any one of {', '.join(names[:-1])} and " if len(names) > 1 else ""
    return f"Without {any_one}{names[-1]}, everything else can."


def options_report(instance: Crew, options: Sequence[Option]) -> list[RenderableType]:
    """Return what `crewsat options` prints: every card that may be played next, and what becomes of the deal."""
    pieces = [*question(instance), ""]
    if not options:
        return [*pieces, Prose(f"No card is to be played, the play is over: {_why_it_is_over(instance)}.")]
    if all(option.answer == "no" for option in options):
        pieces.append(Prose("The deal is lost already: no card keeps it winnable.", style="bold red"))
    words = {
        "yes": ("keeps it winnable", "green"),
        "no": ("loses", "red"),
        "unknown": ("not decided", "yellow"),
    }
    styles = styles_of(instance.suits_in_order)
    for player in sorted({option.player for option in options}):
        does = "plays" if instance.begun else "leads"
        pieces.append(Prose(f"Player {player} {does} trick {instance.finished + 1}:"))
        for answer, (meaning, style) in words.items():
            cards = [option.card for option in options if option.player == player and option.answer == answer]
            if cards:
                runs = [(f"{visible(card)} ", styles[card.suit]) for card in cards]
                pieces.append(Prose(runs, label=[(f"  {meaning:19}", style)]))
    return pieces


def _why_it_is_over(instance: Crew) -> str:
    """Say why no card is to be played."""
    past = decided_by_the_past(instance)
    if past is NOT_APPLICABLE:
        return "a hand is empty"
    return f"it has been lost, {past.because}" if isinstance(past, Refutation) else "it has been won"


GROUP, MOVE = "trick", "card"
"""What a review groups the moves of a game by, and what it calls one."""


def group_of(move: Mapping[str, Any]) -> int:
    """Return the trick of a reviewed card."""
    trick: int = move["trick"]
    return trick


def moved(move: Mapping[str, Any]) -> str:
    """Say who played a reviewed card, and when."""
    return f"in trick {move['trick']} player {move['player']} played {visible(move['card'])}"
