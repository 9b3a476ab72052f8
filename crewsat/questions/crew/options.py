"""Questions about a position beyond "can it be won?": which moves keep it winnable, and which lines win.

The formula of winning lines omits the rules that only break symmetries: equally good cards are different answers here.
Plays that are found are replayed by the referee. Like decisions, the questions are answered in this process, or in a
child if limits hold only there.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.result import Win
from crewsat.base.errors import BugFound, IllegalPlay, Stopped
from crewsat.engine.building import build
from crewsat.engine.request import LARGE, needs_child
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.passing import NOBODY_PASSES
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.crew.results import tricks_of
from crewsat.games.crew.walk import Walk
from crewsat.games.scope import reads
from crewsat.questions.crew.answers import CrewAnswers
from crewsat.questions.crew.passes import winning_passes
from crewsat.questions.move_options import MoveOptions
from crewsat.questions.move_options import unfinished as known_options
from crewsat.questions.position_requests import options_from
from crewsat.solvers.cnf import session_on
from crewsat.workers.process import Call, Worker

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from crewsat.base.errors import Reason
    from crewsat.engine.limits import Limits
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.moves import Choice
    from crewsat.games.crew.tricks import Trick
    from crewsat.questions.crew.option import Option
    from crewsat.workers.process import Reply, Tell
    from crewsat_encodings.crew.cnf.encoding import Encoding

    Line = Sequence[tuple[int, tuple[Card, ...]] | Choice]
    """Leader and cards of each trick, and what the crew chooses."""


BYTES_PER_CARD = 200
"""Bytes a card of a winning line takes, in the line and in the clause that excludes the line."""


def options(deal: Crew, limits: Limits, *, note: Tell) -> MoveOptions[Option]:
    """Decide for every move that may be made next whether the deal can still be won.

    Where cards are passed next and nobody has chosen one, `MoveOptions.place` says in ``passes`` what is found instead.
    """
    place: dict[str, Any] = {"trick": deal.finished + 1}
    if NOBODY_PASSES in (due := Walk(deal).choices_due) or any(choice.player == 1 for choice in due):
        note({"unknown": MoveOptions((), deal.game, {**place, "passes": {}})})
        return MoveOptions((), deal.game, {**place, "passes": winning_passes(deal, replace(limits, shown=False))})
    return options_from(CrewAnswers(deal), limits, note, place)


def unfinished(deal: Crew, reason: Reason, notes: Mapping[str, Any]) -> MoveOptions[Option]:
    """Return what was noted about each move; a child that was lost at once has noted nothing.

    Raises:
        Stopped: if it is not known which moves there are, and finding out would take long.
    """
    if "unknown" in notes or deal.effort >= LARGE:
        return known_options(deal, reason, notes)
    answers = CrewAnswers(deal)
    return MoveOptions(answers.unknown(answers.begin(), reason), deal.game, {"trick": deal.finished + 1})


@reads("the question of winning lines", ALL | CHANGES | COVERED | PASSING)
def winning_lines(deal: Crew, limits: Limits) -> Iterator[tuple[Trick | Choice, ...]]:
    """Yield different winning lines until there are no more."""
    return _lines_of_child(deal, limits) if needs_child(deal, limits) else _winning_lines(deal, limits)


def _lines_of_child(deal: Crew, limits: Limits) -> Iterator[tuple[Trick | Choice, ...]]:
    """Have a child look for one line after another, each on demand."""
    wanted = Call(_first_line, (deal, limits), deadline=limits.deadline, max_bytes=limits.max_bytes)
    with Worker() as worker:
        while line := _value(worker.run(wanted)):
            yield line[0]
            wanted = replace(wanted, function=_next_line, arguments=(), continues=True)


def _value(reply: Reply) -> tuple[tuple[Trick | Choice, ...], ...]:
    """Return what a child has found.

    Raises:
        Stopped: if it was ended.
        Exception: what it raised.
    """
    if reply.lost is not None or isinstance(reply.error, MemoryError):
        raise Stopped(reply.lost or "memory")
    if reply.error is not None:
        raise reply.error
    line: tuple[tuple[Trick | Choice, ...], ...] = reply.value
    return line


def _winning_lines(instance: Crew, limits: Limits) -> Iterator[tuple[Trick | Choice, ...]]:
    if isinstance(decided_by_the_past(instance, out_of_time=limits.late), Win):
        yield ()
        return
    encoding = _encoding(instance, limits)
    spent = encoding.formula.estimated_bytes
    with session_on(encoding.formula, solver=limits.solver, deadline=limits.deadline, seed=limits.seed) as session:
        while answer := session.search():
            line = _replayed(instance, encoding.decode(session.model()))
            yield line
            spent += BYTES_PER_CARD * instance.players * len(line)
            if limits.max_bytes is not None and spent > limits.max_bytes:
                raise Stopped("memory")
            session.add(encoding.another_line([(trick.leader, trick.cards) for trick in tricks_of(line)]))
    if answer is None:
        raise Stopped("time")


_LINES: list[Iterator[tuple[Trick | Choice, ...]]] = []
"""In a child: the iterator over the remaining lines."""


def _first_line(
    deal: Crew, limits: Limits, *, deadline: float | None, note: Tell
) -> tuple[tuple[Trick | Choice, ...], ...]:
    """Begin to look for winning lines in a child; return the first one, or an empty tuple."""
    _LINES.append(_winning_lines(deal, replace(limits, deadline=deadline)))
    return _next_line(deadline=deadline, note=note)


def _next_line(*, deadline: float | None, note: Tell) -> tuple[tuple[Trick | Choice, ...], ...]:  # noqa: ARG001 - of each call
    """Return the next line, or an empty tuple if there are no more."""
    return tuple(islice(_LINES[-1], 1))


def _encoding(instance: Crew, limits: Limits) -> Encoding:
    """Build the formula without the rules that exclude plays equivalent to others."""
    from crewsat_encodings.crew.cnf.encoding import encoding_of_all_plays  # noqa: PLC0415 - costs nothing until needed

    return build(encoding_of_all_plays, instance, limits)


def _replayed(instance: Crew, tricks: Line) -> tuple[Trick | Choice, ...]:
    try:
        return play_until_success(instance, tricks)
    except IllegalPlay as error:
        raise BugFound(f"a play was found that breaks the rules ({error}): {instance.to_json()}") from error
