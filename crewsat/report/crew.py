"""The Crew for people: what was asked, the answer, and the winning line as a table of tricks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import NOT_APPLICABLE, Refutation
from crewsat.games.crew.subsets import demands_of
from crewsat.games.crew.tasks import Taken
from crewsat.games.crew.tricks import Trick, winner_of
from crewsat.report.words import REASONS, plain_table
from crewsat.wording import counted, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from crewsat.explaining import Explanation
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.objective import Objective
    from crewsat.games.crew.tasks import Task
    from crewsat.questions.crew import Option
    from crewsat.verdict import Verdict

REPAIRS = {
    "leader": "Another player leads first",
    "order": "Less order",
    "swap_owners": "Two players exchange an objective",
    "hand_over": "One objective goes to another player",
    "swap_cards": "Two players exchange a card",
}
"""What the kinds of repairs are called."""


def question(instance: Crew) -> list[str]:
    """Return the deal and what is to be done, a line each."""
    cards = sum(map(len, instance.dealt))
    trump = f"trump {visible(instance.trump)}" if instance.trump is not None else "no trump"
    leader = f"player {instance.leader} leads" if instance.leader else "anybody may lead"
    counts = ", ".join(counted(*c) for c in ((instance.players, "player"), (cards, "card"), (instance.tricks, "trick")))
    lines = [f"The Crew: {counts}, {trump}, {leader}", objectives_line(instance)]
    if instance.tasks:
        tasks = [
            f"player {task.owner}: win {visible(task.words(), 200)}{_task_id(task, k)}"
            for k, task in enumerate(instance.tasks, 1)
        ]
        lines.append(f"Tasks: {'; '.join(tasks)}")
    if instance.played:
        lines.append(position_line(instance))
    return lines


def _task_id(task: Task, number: int) -> str:
    return "" if task.id == f"task{number}" else f" ({visible(task.id, 20)})"


def objectives_line(instance: Crew) -> str:
    """Return all objectives by owner, with their tokens."""
    by_owner: dict[int, list[str]] = {}
    for objective in instance.objectives:
        by_owner.setdefault(objective.owner or 0, []).append(_objective(objective))
    if not by_owner:
        return "Objectives: none"
    free = "anybody" if instance.assignment == "any" else f"anybody ({instance.assignment})"
    parts = [
        f"{f'player {owner}' if owner else free}: {', '.join(by_owner[owner])}"
        for owner in sorted(by_owner, key=lambda owner: (not owner, owner))
    ]
    order = " (those in order in different tricks)" if instance.order and instance.same_trick == "violates" else ""
    return f"Objectives: {'; '.join(parts)}{order}"


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


def position_line(instance: Crew) -> str:
    """Return where the play stands."""
    leading = instance.leading or 1
    now = f"player {leading} leads trick {instance.finished + 1}"
    if instance.begun:
        player = (leading - 1 + len(instance.begun)) % instance.players + 1
        begun = " ".join(visible(card) for card in instance.begun)
        now = f"player {leading} has led trick {instance.finished + 1}: {begun}, player {player} is next"
    elif instance.finished == instance.tricks:
        now = "no more tricks can be played"
    return f"Position: {counted(instance.finished, 'trick')} played, {now}"


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


@dataclass(frozen=True, slots=True)
class Row:
    """A trick in a table: perhaps unfinished, then without a winner."""

    number: int
    leader: int
    cards: Sequence[Card]
    winner: int | None
    completes: Sequence[str]


def rows_of(instance: Crew, play: Sequence[Trick]) -> list[Row]:
    """Return the tricks of a play, with the tasks that are met with each."""
    states = [task.start() for task in instance.tasks]
    rows = []
    for number, trick in enumerate((*past_of(instance), *play), 1):
        last = number == instance.tricks
        taken = Taken(number, last, trick.leader, trick.winner, trick.cards)
        completes = list(trick.completes)
        for k, task in enumerate(instance.tasks):
            before, states[k] = states[k], task.after(states[k], taken)
            news = last if task.judged_at_end else not task.met(before)
            completes += [task.id] if news and task.met(states[k]) else []
        rows.append(Row(number, trick.leader, trick.cards, trick.winner, completes))
    return rows[instance.finished :]


def past_of(instance: Crew) -> list[Trick]:
    """Return the complete tricks of `played`; what they complete is found by the cards alone."""
    wanted = {objective.card: objective for objective in instance.objectives}
    tricks = []
    for leader, cards in instance.past[: instance.finished]:
        winner = winner_of(leader, cards, instance.trump)
        won = [wanted[card] for card in cards if card in wanted and wanted[card].owner in {None, winner}]
        tricks.append(Trick(leader, cards, winner, tuple(objective.id for objective in won)))
    return tricks


def play_of(instance: Crew, verdict: Verdict) -> list[RenderableType]:
    """Return the winning tricks as a table, with its legend."""
    from rich.text import Text  # noqa: PLC0415

    if not verdict.play:
        return []
    return [tricks_table(instance, rows_of(instance, verdict.play)), Text("> leads   * wins", style="dim")]


def comments_of(instance: Crew, verdict: Verdict) -> list[str]:
    """Return the winning tricks, a line each."""
    lines = []
    for number, trick in enumerate(verdict.play or (), instance.finished + 1):
        cards = " ".join(str(card) for card in trick.cards)
        done = f" completes {' '.join(trick.completes)}" if trick.completes else ""
        lines.append(f"trick {number}: player {trick.leader} leads, {cards}, player {trick.winner} wins{done}")
    return lines


def tricks_table(instance: Crew, rows: Iterable[Row]) -> RenderableType:
    """Return tricks as a table, a row a trick and a column a player."""
    from rich.text import Text  # noqa: PLC0415

    table = plain_table()
    table.add_column("trick", justify="right")
    for player in range(1, instance.players + 1):
        table.add_column(f"player {player}", no_wrap=True)
    table.add_column("completes")
    for row in rows:
        cells = [Text("") for _ in range(instance.players)]
        for k, card in enumerate(row.cards):
            player = (row.leader - 1 + k) % instance.players + 1
            mark = "*" if player == row.winner else ""
            lead = ">" if k == 0 else " "
            cells[player - 1] = Text(f"{lead}{visible(card)}{mark}", style="bold" if mark else "")
        completes = ", ".join(visible(name, 30) for name in row.completes)
        table.add_row(str(row.number), *cells, Text(completes, style="green"))
    return table


def lines_of(verdict: Verdict) -> list[str]:
    """Return winning lines, one per line: leader and cards of each trick."""
    lines = verdict.lines or ()
    many = counted(len(lines), "different winning line")
    rest = "no other" if verdict.all_lines else REASONS.get(verdict.lines_reason or "", "there are more")
    told = [f"{many}, and {rest}:"]
    for number, line in enumerate(lines, 1):
        tricks = " / ".join(f"{trick.leader}: {' '.join(visible(card) for card in trick.cards)}" for trick in line)
        told.append(f"{number:6}  {tricks or 'nothing to play'}")
    return told


def picture(instance: Crew) -> list[RenderableType]:
    """Return what `crewsat show` prints above the deal as one line of text: question, hands, tricks played."""
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [*map(Text, question(instance)), hands_table(instance)]
    legend = "> " + ("is next" if instance.begun else "leads") + "   → must be won by that player, by anybody (?)"
    pieces.append(Text(legend, style="dim"))
    if instance.played:
        past = [Row(k, t.leader, t.cards, t.winner, t.completes) for k, t in enumerate(past_of(instance), 1)]
        if instance.begun:
            past.append(Row(instance.finished + 1, instance.leading or 1, instance.begun, None, ()))
        pieces.append(tricks_table(instance, past))
    return pieces


def hands_table(instance: Crew) -> RenderableType:
    """Return the hands, a row a player and a column a suit, high cards first, objectives with their owners."""
    from rich.text import Text  # noqa: PLC0415

    owners = {objective.card: objective.owner for objective in instance.objectives}
    turn = instance.leading and (instance.leading - 1 + len(instance.begun)) % instance.players + 1
    table = plain_table()
    table.add_column("")
    for suit in instance.suits_in_order:
        table.add_column(Text(visible(suit) + (" (trump)" if suit == instance.trump else "")), no_wrap=True)
    for player, hand in enumerate(instance.hands, 1):
        cells: dict[str, list[Text]] = {suit: [] for suit in instance.suits_in_order}
        for card in sorted(hand, reverse=True):
            owner = f"→{owners[card] or '?'}" if card in owners else ""
            cells[card.suit].append(Text(f"{card.value}{owner}", style="bold green" if owner else ""))
        name = Text(f"{'>' if player == turn else ' '}player {player}")
        table.add_row(name, *(Text(" ").join(cell) for cell in cells.values()))
    return table


def explained(instance: Crew, explanation: Explanation) -> list[RenderableType]:
    """Return the most goals that can be met together, and the play; of a single goal there is nothing to say."""
    from rich.text import Text  # noqa: PLC0415

    goals = [goal.id for goal in (*instance.objectives, *instance.tasks)]
    if explanation.most is None or len(goals) < 2:
        return []
    words = _most_goals(instance, *explanation.most)
    if explanation.culprits:
        words += f" {_without_a_culprit(instance, explanation.culprits)}"
    pieces: list[RenderableType] = [Text(""), Text(words, style="bold")]
    if explanation.best_play and explanation.kept is not None:
        missed = [visible(goal, 40) for goal in goals if goal not in explanation.kept]
        pieces += [Text(f"This play achieves all but {', '.join(missed)}:")]
        pieces.append(tricks_table(instance, rows_of(instance, explanation.best_play)))
    return pieces


def _most_goals(instance: Crew, low: int, high: int) -> str:
    """Say how many goals can be met together: at least `low`, at most `high`."""
    goals = len(instance.objectives) + len(instance.tasks)
    what = "goal" if instance.tasks else "objective"
    terms = {"order": "in the required order", "assignment": "under the required assignment"}
    under = "".join(f" {terms[term]}" for term in demands_of(instance).terms)
    amount = f"At most {high}" if high else "None"
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
    from rich.text import Text  # noqa: PLC0415

    pieces: list[RenderableType] = [*map(Text, question(instance)), Text("")]
    if not options:
        return [*pieces, Text(f"No card is to be played, the play is over: {_why_it_is_over(instance)}.")]
    words = {
        "yes": ("keeps it winnable", "green"),
        "no": ("loses", "red"),
        "unknown": ("not decided", "yellow"),
    }
    for player in sorted({option.player for option in options}):
        does = "plays" if instance.begun else "leads"
        pieces.append(Text(f"Player {player} {does} trick {instance.finished + 1}:"))
        for answer, (meaning, style) in words.items():
            cards = [visible(o.card) for o in options if o.player == player and o.answer == answer]
            if cards:
                pieces.append(Text(f"  {meaning:18} {' '.join(cards)}", style=style))
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
