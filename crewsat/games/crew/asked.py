"""What a task asks for, in words for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.said import Quoted
from crewsat.base.wording import visible
from crewsat.games.crew.patterns import with_patterns

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.task import Task


def asked(instance: Crew, task: Task, *, bare: bool = True) -> Quoted:
    """Return what a task asks for, with patterns for whole suits and values: ``win at least 1 trick with *7``.

    Args:
        instance: the deal.
        task: one of its tasks.
        bare: whether the verb is in its base form, not in the third person.
    """
    words = with_patterns(task.phrase(bare=bare), instance.values_of_suits, instance.trump)
    return Quoted(visible(words, 400))
