"""The Crew for people: what was asked, the answer, and the winning line as a table of tricks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import NOT_APPLICABLE, Refutation
from crewsat.base.layout import Pieces, Prose
from crewsat.base.runs import MOST, Each, Several
from crewsat.base.said import saying
from crewsat.base.wording import counted, listed, visible
from crewsat.games.crew.asked import asked
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.subsets import demands_of
from crewsat.games.scope import reads
from crewsat.report.crew.choices import choices_of, chosen, passes_of
from crewsat.report.crew.choices import pass_instead as pass_instead  # noqa: PLC0414 - a part of these words
from crewsat.report.crew.tables import hands_table, play_table, played_table
from crewsat.report.suits import styles_of
from crewsat.report.words import REASONS, names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.base.runs import Run, Words
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.verdict import Verdict
    from crewsat.questions.crew.option import Option
    from crewsat.questions.explain import Explanation
    from crewsat.questions.move_options import MoveOptions

REPAIRS = {
    "leader": saying("Another player leads first"),
    "order": saying("Less order"),
    "swap_owners": saying("Two players exchange an objective"),
    "hand_over": saying("One objective goes to another player"),
    "hand_over_task": saying("One task goes to another player"),
    "drop": saying("A task is dropped"),
    "swap_cards": saying("Two players exchange a card"),
}
"""The names of the kinds of repairs."""

ASSIGNMENTS = {
    "any": "",
    "draft": " (draft, in turn)",
    "balanced": " (nobody two more than another)",
    "one_player": " (all by one player)",
    "one_player_but_leader": " (all by one player, not the leader)",
    "draft_or_pass": " (draft, in turn; with fewer than players, some pass)",
}
"""How free objectives and tasks are shared out."""


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def question(instance: Crew) -> list[RenderableType]:
    """Return the deal and its goals."""
    cards = sum(map(len, instance.dealt))
    trump = f"trump {visible(instance.trump)}" if instance.trump is not None else "no trump"
    leader = f"player {instance.leader} leads" if instance.leader else "anybody may lead"
    counts = ", ".join(counted(*c) for c in ((instance.players, "player"), (cards, "card"), (instance.tricks, "trick")))
    first = Prose(f"{counts}, {trump}, {leader}", label="The Crew: ")
    pieces: list[RenderableType] = [first, *_objectives(instance)]
    pieces.append(Pieces(Each(range(len(instance.tasks)), partial(_task, instance))))
    if instance.free_tasks and ASSIGNMENTS[instance.assignment]:
        pieces.append(Prose(ASSIGNMENTS[instance.assignment].strip(" ()"), label="Free tasks: "))
    pieces += choices_of(instance)
    if instance.played:
        pieces.append(Prose(_position(instance), label="Position: "))
    return pieces


def _task(instance: Crew, k: int) -> Prose:
    """Return a task as a paragraph; `k` is its place, from 0."""
    task = instance.tasks[k]
    name = "" if task.id == f"task{k + 1}" else f" ({visible(task.id, 20)})"
    label = f"{'' if k else 'Tasks:':{len('Tasks:')}} {task.whose}: "
    return Prose(f"{asked(instance, task)}{name}", label=label)


def _objectives(instance: Crew) -> list[RenderableType]:
    """Return all objectives with their tokens, a paragraph per owner."""
    styles = styles_of(instance.suits_in_order)
    by_owner: dict[int, list[Objective]] = {}
    for objective in instance.objectives:
        by_owner.setdefault(objective.owner or 0, []).append(objective)
    if not by_owner:
        return [Prose("Objectives: none")]
    owners = sorted(by_owner, key=lambda owner: (not owner, owner))

    def wanted(objective: Objective) -> Words:
        return [(visible(objective.card), styles[objective.card.suit]), (marks_of(objective), "")]

    def paragraph(owner: int) -> Prose:
        name = f"player {owner}" if owner else f"anybody{ASSIGNMENTS[instance.assignment]}"
        label = "Objectives:" if owner == owners[0] else ""
        return Prose([Several(Each(by_owner[owner], wanted))], label=f"{label:{len('Objectives:')}} {name}: ")

    pieces: list[RenderableType] = [Pieces(Each(owners, paragraph))]
    if instance.same_trick == "violates" and instance.order:
        pieces.append(Prose("objectives in order must be won in different tricks", label=f"{'':{len('Objectives:')}} "))
    return pieces


def marks_of(objective: Objective) -> str:
    """Return what is said about an objective besides its card: its id, its token, and its constraints."""
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


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def answer_line(instance: Crew, verdict: Verdict) -> str:
    """Return the answer as a sentence."""
    goals = " and ".join(name for name in ("objectives", "tasks") if getattr(instance, name)) or "objectives"
    if verdict.answer == "no":
        return f"NO. There is no way to complete all {goals}."
    if verdict.answer == "unknown":
        return f"UNKNOWN: {REASONS.get(verdict.reason or '', verdict.reason)}."
    if not verdict.play:
        return "YES. There is nothing left to do." if instance.played else "YES. There is nothing to do."
    won = f"YES. The crew wins with trick {instance.finished + verdict.length} of {instance.tricks}"
    if verdict.fewest_tricks is None:
        return f"{won}."
    low, high = verdict.fewest_tricks
    return f"{won}; no play wins earlier." if low == high else f"{won}; none wins before trick {low}, the rest is open."


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def play_of(instance: Crew, verdict: Verdict) -> list[RenderableType]:
    """Return the winning tricks as a table, and who takes the free tasks."""
    if not verdict.play:
        return []
    return [play_table(instance, verdict.play, verdict.assignment), *_takers(instance, verdict.assignment or {})]


def _takers(instance: Crew, assignment: Mapping[str, int]) -> list[RenderableType]:
    """Say who takes the free tasks, if there are any."""
    taken: dict[int, list[str]] = {}
    for task in instance.free_tasks:
        taken.setdefault(assignment[task.id], []).append(task.id)

    def takes(player: int) -> Words:
        return [(f"player {player} takes ", ""), *names(taken[player], " and ")]

    words = Several(Each(sorted(taken), takes), "; ")
    return ["", Prose([words, (".", "")], label="Free tasks: ")] if taken else []


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def comments_of(instance: Crew, verdict: Verdict) -> list[str]:
    """Return the winning tricks, and choices between them, one line each."""
    lines, number = [], instance.finished
    for trick in verdict.play or ():
        if isinstance(trick, Choice):
            lines.append(chosen(trick))
            continue
        number += 1
        cards = " ".join(str(card) for card in trick.cards)
        done = f" completes {' '.join(trick.completes)}" if trick.completes else ""
        lines.append(f"trick {number}: player {trick.leader} leads, {cards}, player {trick.winner} wins{done}")
    return lines


def lines_of(verdict: Verdict) -> list[RenderableType]:
    """Return winning lines, one paragraph each: the leader and the cards of each trick."""
    lines = verdict.lines or ()
    many = counted(len(lines), "different winning line")
    rest = "no other" if verdict.all_lines else REASONS.get(verdict.lines_reason or "", "there are more")
    said = Prose(f"{many}, and {rest}; of each trick, who leads, and the cards in order:")

    def paragraph(k: int) -> Prose:
        tricks = [Several(Each(lines[k], _short), " / ")] if lines[k] else "nothing to play"
        return Prose(tricks, label=f"{k + 1:6}  ")

    return [said, Pieces(Each(range(len(lines)), paragraph))]


def _short(trick: Trick | Choice) -> Words:
    """Return the leader of a trick, and its cards; or what is chosen."""
    if isinstance(trick, Choice):
        return [(chosen(trick), "")]
    return [(f"{trick.leader}: ", ""), Several(Each(trick.cards, visible), " ")]


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def picture(instance: Crew) -> list[RenderableType]:
    """Return what `crewsat show` prints above the deal as one line of text: question, hands, tricks played."""
    pieces = [*question(instance), hands_table(instance)]
    return [*pieces, played_table(instance)] if instance.played else pieces


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def explained(instance: Crew, explanation: Explanation) -> list[RenderableType]:
    """Return the most goals that can be met together, and the play; nothing for a single goal."""
    goals = [goal.id for goal in instance.goals]
    if explanation.most is None or len(goals) < 2:
        return []
    words: Words = [(_most_goals(instance, *explanation.most), "")]
    if explanation.culprits:
        words = [*words, (" ", ""), *_without_a_culprit(instance, explanation.culprits)]
    pieces: list[RenderableType] = ["", Prose(words, style="bold")]
    if explanation.best_play and explanation.kept is not None:
        kept = {*explanation.kept}
        missed = names([goal for goal in goals if goal not in kept])
        pieces += [Prose([("This play achieves all but ", ""), *missed, (":", "")])]
        pieces.append(play_table(instance, explanation.best_play))
    return pieces


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def most_in_sentences(instance: Crew, explanation: Explanation) -> list[str]:
    """Return the same for a page, which shows the play elsewhere."""
    goals = [goal.id for goal in instance.goals]
    if explanation.most is None or len(goals) < 2:
        return []
    sentences = [_most_goals(instance, *explanation.most)]
    terms = demands_of(instance).terms
    found = explanation.culprits or ()
    culprits = listed([_TERMS[one] if one in terms else visible(one, 40) for one in found], most=MOST)
    if len(found) > 1:
        sentences.append(saying("Without any one of {goals}, everything else can.", goals=culprits))
    elif found:
        sentences.append(saying("Without {goals}, everything else can.", goals=culprits))
    if explanation.best_play and explanation.kept is not None:
        kept = {*explanation.kept}
        missed = listed([visible(goal, 40) for goal in goals if goal not in kept], most=MOST)
        sentences.append(saying("This play achieves all but {goals}.", goals=missed))
    return sentences


_TERMS = {"order": saying("the order"), "assignment": saying("the assignment")}


def _most_goals(instance: Crew, low: int, high: int) -> str:
    """Say how many goals can be met together: at least `low`, at most `high`."""
    goals = len(instance.objectives) + len(instance.tasks)
    terms = demands_of(instance).terms
    under = saying("{order}{assignment}", **{term: words if term in terms else "" for term, words in _UNDER.items()})
    amount = saying("At most {high}", high=high) if high else saying("Not one")
    what: dict[str, Any] = {"amount": amount, "n": high, "goals": goals, "under": under}
    if instance.tasks:
        words = saying("{amount} of the {goals} goals can be met{under}", **what)
    else:
        words = saying("{amount} of the {goals} objectives can be won{under}", **what)
    if low == high:
        return saying("{this}.", this=words)
    return saying("{this}; it is not known whether more than {low} can.", this=words, low=low)


_UNDER = {"order": saying(" in the required order"), "assignment": saying(" under the required assignment")}


def _without_a_culprit(instance: Crew, culprits: Sequence[str]) -> list[Run | Several]:
    """Say without which single demands all others can be met."""
    terms = demands_of(instance).terms
    *others, last = [_TERMS[one] if one in terms else one for one in culprits]
    any_one: list[Run | Several] = [("any one of ", ""), *names(others), (" and ", "")] if others else []
    return [("Without ", ""), *any_one, (f"{visible(last, 40)}, everything else can.", "")]


@reads("the report", ALL | CHANGES | COVERED | PASSING)
def options_report(instance: Crew, options: MoveOptions[Option]) -> list[RenderableType]:
    """Return what `crewsat options` prints: every move that may be made next, with the answer after it."""
    pieces = [*question(instance), ""]
    if "passes" in options.place:
        return [*pieces, *passes_of(options.place["passes"])]
    if not options:
        return [*pieces, Prose(f"No card is to be played, the play is over: {_why_it_is_over(instance)}.")]
    chosen_ones = [option for option in options if isinstance(option.move, Choice)]
    if all(option.answer == "no" for option in options):
        pieces.append(Prose("The deal is lost already: no card keeps it winnable.", style="bold red"))
    words = {
        "yes": ("keeps it winnable", "green"),
        "no": ("loses", "red"),
        "unknown": ("not decided", "yellow"),
    }
    styles = styles_of(instance.suits_in_order)
    does = "plays" if instance.begun else "leads"
    found: dict[int, dict[str, list[Card]]] = {}
    for option in options:
        if option.card is not None and option.player is not None:
            found.setdefault(option.player, {}).setdefault(option.answer, []).append(option.card)

    def of_player(player: int) -> Pieces:
        said = [Prose(f"Player {player} {does} trick {instance.finished + 1}:")]
        for answer, (meaning, style) in words.items():
            cards = Each(found[player].get(answer, []), lambda card: [(f"{visible(card)} ", styles[card.suit])])
            if len(cards):
                said.append(Prose([Several(cards, "")], label=[(f"  {meaning:19}", style)]))
        return Pieces(said)

    def of_choice(option: Option) -> Prose:
        meaning, style = words[option.answer]
        return Prose(visible(option.move), label=[(f"  {meaning:19}", style)])

    return [*pieces, Pieces(Each(chosen_ones, of_choice)), Pieces(Each(sorted(found), of_player))]


def _why_it_is_over(instance: Crew) -> str:
    """Say why no card can be played."""
    past = decided_by_the_past(instance)
    if past is NOT_APPLICABLE:
        return "a hand is empty"
    return f"it has been lost, {past.because}" if isinstance(past, Refutation) else "it has been won"


MOVE = saying("card")
"""What a reviewed move is called."""


def moves_in_words(number: int) -> str:
    """Return a number of moves of a review in words."""
    return saying("{n} cards", one="1 card", n=number)


def group_of(move: Mapping[str, Any]) -> int:
    """Return the trick of a reviewed card."""
    trick: int = move["trick"]
    return trick


def moved(move: Mapping[str, Any]) -> str:
    """Say who played a reviewed card, and when."""
    if "choice" in move:
        chose = chosen(Choice(move["choice"], move["player"]))
        return saying("before trick {trick} {chose}", trick=move["trick"], chose=chose)
    return saying(
        "in trick {trick} player {player} played {card}",
        trick=move["trick"],
        player=move["player"],
        card=visible(move["card"]),
    )
