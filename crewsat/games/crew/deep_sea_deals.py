"""Random deals of Mission Deep Sea: tasks turned over from a shuffled pile, or named, and perhaps drafted.

A mission of the game is a number: tasks are turned over one by one, a task that would exceed it is left out, until the
difficulties add up to it exactly. If the pile runs out first, it is shuffled and turned over again. Thus every total up
to the sum of all tasks can be reached: some order of the pile begins with tasks that add up to it.

Randomness is as in `crewsat.games.crew.deals`, and hands are dealt first: the hands of a seed do not depend on the
tasks, unless one of them asks for a new deal.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crewsat.base.parameters import about, check_least
from crewsat.base.shuffling import shuffled
from crewsat.base.wording import counted, visible
from crewsat.games.crew.dealing import DISTRESS, SUITS, dealt_to, whole
from crewsat.games.crew.deals import parameters_of, sorted_hand
from crewsat.games.crew.decks import why_not_players
from crewsat.games.crew.deep_sea import DECK, deep_sea_tasks, task_numbered
from crewsat.games.crew.instance import Crew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.crew.deep_sea import DeepSeaTask


def _read_difficulty(text: str) -> int | None:
    if text and not re.fullmatch("[0-9]{1,9}", text):
        raise ValueError(f"'{visible(text)}' is not a valid total; allowed: 1, 2, …")
    return int(text) if text else None


def _read_tasks(texts: Sequence[str]) -> tuple[int, ...]:
    return tuple(task_numbered(text).number for text in texts)


@dataclass(frozen=True, slots=True)
class DeepSeaDeal:
    """A random deal of The Crew: Mission Deep Sea with some of its 96 tasks, drawn or named.

    The captain, who holds the highest submarine, leads. The tasks are free, to be drafted in turn order from the
    captain; with fewer tasks than players, players may pass.

    Attributes:
        players: number of players, 2 to 5; two have a third hand with covered cards, JARVIS, and the difficulties of
            three players.
        difficulty: the total of the difficulties of the tasks drawn; None if they are named.
        tasks: the numbers of the tasks, if they are named.
        drafted: whether tasks have owners, by a random legal draft: in turn order from the captain, who never takes a
            task that compares its owner with the captain.
        distress: whether everybody may pass a card to a neighbour before the first trick.
    """

    players: int = field(default=4, metadata=about("Number of players.", least=1))
    difficulty: int | None = field(
        default=None,
        metadata=about(
            "Deal Mission Deep Sea and draw tasks whose difficulties add up to D.",
            name="--deep-sea",
            metavar="D",
            given="",
            read=_read_difficulty,
        ),
    )
    tasks: tuple[int, ...] = field(
        default=(),
        metadata=about(
            "Deal Mission Deep Sea with this task, by its number; may be repeated.",
            name="--task",
            metavar="N",
            given=(),
            read=_read_tasks,
        ),
    )
    drafted: bool = field(
        default=False,
        metadata=about("Give the tasks to players, by a random draft or as the mission says.", name="--drafted"),
    )
    distress: bool = field(default=False, metadata=DISTRESS)

    def __post_init__(self) -> None:
        check_least(self)
        why = why_not_players(self.players)
        if why is not None:
            raise ValueError(f"{counted(self.players, 'player')}, but {why}")
        if (self.difficulty is None) == (not self.tasks):
            raise ValueError("a total of difficulties (--deep-sea) or tasks (--task) must be given, one of the two")
        if self.difficulty is None:
            self._check_tasks()
        else:
            most = sum(task.difficulty(self._seats) for task in deep_sea_tasks())
            if not 1 <= self.difficulty <= most:
                given = f"for {self.players} players, no tasks add up to {visible(self.difficulty)}"
                raise ValueError(f"{given}; possible totals: 1 to {most}")

    def _check_tasks(self) -> None:
        """Check that the tasks exist and differ and, if they are to be drafted, that they can be."""
        tasks = list(map(task_numbered, self.tasks))
        for task in tasks:
            if tasks.count(task) > 1:
                raise ValueError(f"task {task.number} is given more than once")
        if self.drafted and not self._can_be_drafted(tasks):
            raise ValueError("these tasks cannot be drafted: the captain may not take as many of them as is due")

    def with_seed(self, seed: int) -> Crew:
        """Return the deal of this seed; parameters, tasks, difficulty and seed are recorded in `about`."""
        rng = random.Random(seed)
        table = dealt_to(self.players, whole(DECK), DECK.highest, rng)
        tasks = self._drawn(rng) if self.difficulty else list(map(task_numbered, self.tasks))
        while any(task.must_redeal(table.hands) for task in tasks):
            table = dealt_to(self.players, whole(DECK), DECK.highest, rng)
        captain = table.holder(DECK.highest)
        owners = self._drafted(tasks, captain, rng) if self.drafted else [None] * len(tasks)
        return Crew(
            rules=DECK.name,
            hands=[sorted_hand(hand, len(SUITS)) for hand in table.hands],
            tasks=[
                {"owner": owner, "id": str(task.number), **task.fields(len(table.hands))}
                for task, owner in zip(tasks, owners, strict=True)
            ],
            assignment="any" if self.drafted else "draft_or_pass",
            passing={} if self.distress else None,
            covered=table.covered,
            about={
                "generator": "crewsat generate crew",
                "parameters": self._parameters(),
                "tasks": [task.number for task in tasks],
                "difficulty": sum(task.difficulty(self._seats) for task in tasks),
                "seed": seed,
            },
        )

    @property
    def _seats(self) -> int:
        """The number of hands, of which two players have three."""
        return max(self.players, 3)

    def _parameters(self) -> dict[str, object]:
        return {name: value for name, value in parameters_of(self).items() if value != []}

    def _drawn(self, rng: random.Random) -> list[DeepSeaTask]:
        """Return tasks that add up to the total and can be drafted, in the order drawn."""
        while True:
            drawn, missing = [], self.difficulty or 0
            for task in shuffled(deep_sea_tasks(), rng):
                if task.difficulty(self._seats) <= missing:
                    drawn.append(task)
                    missing -= task.difficulty(self._seats)
            if not missing and self._can_be_drafted(drawn):
                return drawn

    def _can_be_drafted(self, tasks: Sequence[DeepSeaTask]) -> bool:
        """Return whether there are enough tasks for the captain that the captain may take.

        With p players, the captain takes ceil(l/p) of l tasks, or passes if l < p; all others may take any task.
        """
        share = -(-len(tasks) // self._seats) if len(tasks) >= self._seats else 0
        return sum(not task.not_for_captain for task in tasks) >= share

    def _drafted(self, tasks: Sequence[DeepSeaTask], captain: int, rng: random.Random) -> list[int]:
        """Return the owner of each task in a random draft, all legal outcomes being equally likely."""
        turns = [(captain - 1 + k) % self._seats + 1 for k in range(len(tasks))]
        while True:
            if len(tasks) < self._seats:  # those who do not pass
                turns = shuffled(range(1, self._seats + 1), rng)[: len(tasks)]
            owners = shuffled(turns, rng)
            if not any(task.not_for_captain and owner == captain for task, owner in zip(tasks, owners, strict=True)):
                return owners
