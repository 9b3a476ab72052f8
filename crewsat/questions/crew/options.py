"""Questions about a position beyond "can it be won?": which cards keep it winnable, and which lines win.

Both use one formula and solvers that keep what they have learnt. The formula omits the rules that only break
symmetries: equally good cards are different answers here. Plays that are found are replayed by the referee.

Like decisions, they are answered in this process, or in a child if limits hold only there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew.past import decided_by_the_past
from crewsat.algorithms.crew.quick import winning_line_with, worth_playing
from crewsat.algorithms.result import NOT_APPLICABLE, Win
from crewsat.base.errors import BugFound, IllegalPlay, Stopped
from crewsat.base.wording import visible
from crewsat.engine.building import build
from crewsat.engine.frontend import LARGE, needs_child
from crewsat.games.crew.features import ALL
from crewsat.games.crew.rules import play_until_success
from crewsat.games.crew.tricks import legal_cards
from crewsat.games.scope import reads
from crewsat.questions.child_calls import call, value
from crewsat.solvers.cnf import session_on, solve_each
from crewsat.workers.process import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.tricks import Trick
    from crewsat.games.verdict import Answer, Checked
    from crewsat.solvers.outcome import Outcome
    from crewsat.workers.process import Tell
    from crewsat_encodings.crew.cnf.encoding import Encoding

    Line = Sequence[tuple[int, tuple[Card, ...]]]
    """Leader and cards of each trick."""


@dataclass(frozen=True, slots=True)
class Option:
    """A card that may be played next, and the answer for the deal after it.

    Attributes:
        player: who would play it.
        card: the card.
        answer: ``yes`` if the deal can still be won then, ``no``, or ``unknown``.
        checked: how far the answer has been checked by code that did not find it.
        play: for a yes, a winning line that starts with the trick this card is played in.
        reason: why the answer is unknown.
    """

    player: int
    card: Card
    answer: Answer
    checked: Checked
    play: tuple[Trick, ...] | None = None
    reason: str | None = None

    @property
    def move(self) -> Card:
        """What is done: the card."""
        return self.card

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object; what is absent is left out."""
        out = {
            "player": self.player,
            "card": str(self.card),
            "answer": self.answer,
            "checked": self.checked,
            "reason": self.reason,
            "play": None if self.play is None else [trick.as_dict() for trick in self.play],
        }
        return {key: value for key, value in out.items() if value is not None}


BYTES_PER_CARD = 200
"""Bytes a card of a winning line takes, in the line and in the clause that excludes the line."""


@reads("the question of options", ALL)
def choices(instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False) -> list[tuple[int, Card]]:
    """Return who may play which card next: every legal card of the player whose turn it is.

    If the crew may choose who leads, these are all cards of all players. Empty if the play is over: some hand was empty
    before the trick, or the deal has been won or lost already.

    Raises:
        Stopped: if time runs out while the past is replayed.
    """
    past = decided_by_the_past(instance, out_of_time=out_of_time)
    if past is not NOT_APPLICABLE or instance.finished == instance.tricks:
        return []
    if instance.leading is None:
        players = list(range(1, instance.players + 1))
    else:
        players = [(instance.leading - 1 + len(instance.begun)) % instance.players + 1]
    led = instance.begun[0].suit if instance.begun else None
    return [(player, card) for player in players for card in legal_cards(instance.hands[player - 1], led)]


@reads("the question of options", ALL)
def options(deal: Crew, limits: Limits) -> tuple[Option, ...]:
    """Decide for every card that may be played next whether the deal can still be won."""
    if not needs_child(deal, limits):
        return _options(deal, limits, note=lambda _known: None)
    asked = choices(deal, out_of_time=limits.late) if deal.effort < LARGE else None
    with Worker() as worker:
        reply = worker.run(call(_options_in_child, deal, limits, limits=limits))
    try:
        found: tuple[Option, ...] = value(reply)
    except Stopped as stopped:
        known = reply.notes.get("asked", asked)
        if known is None:
            raise
        return tuple(reply.notes.get(f"option {k}", option) for k, option in enumerate(_unknown(known, stopped)))
    return found


@reads("the question of options", ALL)
def options_as_dict(deal: Crew, found: Iterable[Option]) -> dict[str, Any]:
    """Return the answer about all cards as a JSON object."""
    return {"trick": deal.finished + 1, "options": [option.as_dict() for option in found]}


def _options(deal: Crew, limits: Limits, *, note: Tell) -> tuple[Option, ...]:
    """Try the quick player where it is fast, and then one formula for every remaining card."""
    asked = choices(deal, out_of_time=limits.late)
    if not asked:
        return ()
    note({"asked": asked})
    found: dict[int, Option] = {}

    def hear(number: int, option: Option) -> None:
        found[number] = option
        note({f"option {number}": option})

    if limits.solver is None and worth_playing(deal):
        for k, (player, card) in enumerate(asked):
            line = winning_line_with(deal, player, card, seed=limits.seed or 0)
            if line is not None:
                hear(k, _won(deal, player, card, line))
    left = {k: one for k, one in enumerate(asked) if k not in found}
    reason = _by_formula(deal, left, limits, hear) if left else None
    return tuple(found.get(k) or Option(*one, "unknown", "none", reason=reason) for k, one in enumerate(asked))


def _by_formula(
    deal: Crew, asked: Mapping[int, tuple[int, Card]], limits: Limits, hear: Callable[[int, Option], None]
) -> str | None:
    """Decide cards, given by number, with one formula; each answer is passed on as soon as it is known.

    Returns:
        Why the others have no answer.
    """
    try:
        encoding = _encoding(deal, limits)
    except Stopped as stopped:
        return stopped.reason
    numbers = list(asked)

    def heard(place: int, outcome: Outcome) -> None:
        player, card = asked[numbers[place]]
        won = outcome.status == "satisfiable"
        line = encoding.decode(outcome.model) if won else []
        hear(numbers[place], _won(deal, player, card, line) if won else Option(player, card, "no", "none"))

    questions = [encoding.next_card(player, card) for player, card in asked.values()]
    how: dict[str, Any] = {"solver": limits.solver, "deadline": limits.deadline, "seed": limits.seed}
    outcomes = solve_each(encoding.formula, questions, **how, heard=heard)
    return next((outcome.reason for outcome in outcomes if outcome.status == "unknown"), None)


def _unknown(asked: Iterable[tuple[int, Card]], stopped: Stopped) -> tuple[Option, ...]:
    return tuple(Option(player, card, "unknown", "none", reason=stopped.reason) for player, card in asked)


def _won(instance: Crew, player: int, card: Card, line: Line) -> Option:
    """Replay a line in which a player plays a card next."""
    play = _replayed(instance, line)
    seat = (player - play[0].leader) % instance.players
    if play[0].cards[seat] != card or seat != len(instance.begun):
        raise BugFound(f"player {player} was to play {visible(card)} next and does not: {instance.to_json()}")
    return Option(player, card, "yes", "replayed", play)


@reads("the question of winning lines", ALL)
def winning_lines(deal: Crew, limits: Limits) -> Iterator[tuple[Trick, ...]]:
    """Yield different winning lines until there are no more."""
    return _lines_of_child(deal, limits) if needs_child(deal, limits) else _winning_lines(deal, limits)


def _lines_of_child(deal: Crew, limits: Limits) -> Iterator[tuple[Trick, ...]]:
    """Have a child look for one line after another, each on demand."""
    wanted = call(_first_line, deal, limits, limits=limits)
    with Worker() as worker:
        while line := value(worker.run(wanted)):
            yield line[0]
            wanted = call(_next_line, limits=limits, continues=True)


def _winning_lines(instance: Crew, limits: Limits) -> Iterator[tuple[Trick, ...]]:
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
            session.add(encoding.another_line([(trick.leader, trick.cards) for trick in line]))
    if answer is None:
        raise Stopped("time")


_LINES: list[Iterator[tuple[Trick, ...]]] = []
"""In a child: the iterator over the remaining lines."""


def _first_line(deal: Crew, limits: Limits, *, deadline: float | None, note: Tell) -> tuple[tuple[Trick, ...], ...]:
    """Begin to look for winning lines in a child; return the first one, or an empty tuple."""
    _LINES.append(_winning_lines(deal, replace(limits, deadline=deadline)))
    return _next_line(deadline=deadline, note=note)


def _next_line(*, deadline: float | None, note: Tell) -> tuple[tuple[Trick, ...], ...]:  # noqa: ARG001 - of each call
    """Return the next line, or an empty tuple if there are no more."""
    return tuple(islice(_LINES[-1], 1))


def _options_in_child(deal: Crew, limits: Limits, *, deadline: float | None, note: Tell) -> tuple[Option, ...]:
    return _options(deal, replace(limits, deadline=deadline), note=note)


def _encoding(instance: Crew, limits: Limits) -> Encoding:
    """Build the formula without the rules that exclude plays equivalent to others."""
    from crewsat_encodings.crew.cnf.encoding import encoding_of_all_plays  # noqa: PLC0415 - costs nothing until needed

    return build(encoding_of_all_plays, instance, limits)


def _replayed(instance: Crew, tricks: Line) -> tuple[Trick, ...]:
    try:
        return play_until_success(instance, tricks)
    except IllegalPlay as error:
        raise BugFound(f"a play was found that breaks the rules ({error}): {instance.to_json()}") from error
