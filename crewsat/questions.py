"""Questions about a position beyond "can it be won?": which cards keep it winnable, and which lines win.

Both put one formula to solvers that keep what they have learnt. The formula is stated without the rules that only break
symmetries: cards that are as good as each other are different answers here. What is found is replayed by the referee.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew_bounds import already_won
from crewsat.errors import BugFound, IllegalPlay, Stopped, visible
from crewsat.games.crew.rules import Table, legal_cards, play_until_success
from crewsat.methods import MEMORY_LIMIT
from crewsat.solvers.cnf import session_on, solve_each

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crewsat.games.crew.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.rules import Trick
    from crewsat.verdict import Answer, Checked
    from crewsat_encodings.crew.tricks_cnf import Encoding


@dataclass(frozen=True, slots=True)
class Option:
    """A card that may be played next, and what becomes of the deal.

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


def choices(instance: Crew) -> list[tuple[int, Card]]:
    """Return who may play which card next: every legal card of the player whose turn it is.

    If the crew may choose who leads, these are all cards of all players. Empty if the play is over: some hand was empty
    before the trick, or the deal has been won or lost in what has been played.
    """
    try:
        table = Table(instance)
    except IllegalPlay:
        return []
    if table.succeeded or instance.finished == instance.tricks:
        return []
    if instance.leading is None:
        players = list(range(1, instance.players + 1))
    else:
        players = [(instance.leading - 1 + len(instance.begun)) % instance.players + 1]
    led = instance.begun[0].suit if instance.begun else None
    return [(player, card) for player in players for card in legal_cards(instance.hands[player - 1], led)]


def options(
    instance: Crew,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = MEMORY_LIMIT,
    seed: int | None = None,
) -> tuple[Option, ...]:
    """Decide for every card that may be played next whether the deal can still be won.

    Args:
        instance: a deal or a position in progress.
        solver: one of `crewsat.solvers.cnf.SOLVERS`; None lets the size of the formula decide.
        time_limit: seconds of wall time for all cards together; None for no limit.
        memory_limit: MB the formula may take, estimated.
        seed: varies the search.

    Returns:
        An option a card, in the order of the hand; empty if the play is over.

    Raises:
        Stopped: if a limit is reached before the first card can be asked for.
    """
    deadline = None if time_limit is None else time.monotonic() + time_limit
    asked = choices(instance)
    if not asked:
        return ()
    encoding = _encoding(instance, deadline, memory_limit)
    questions = [encoding.next_card(player, card) for player, card in asked]
    outcomes = solve_each(encoding.formula, questions, solver=solver, deadline=deadline, seed=seed)
    out = []
    for (player, card), outcome in zip(asked, outcomes, strict=True):
        if outcome.status == "satisfiable":
            play = _replayed(instance, encoding.decode(outcome.model))
            _starts_with(instance, play, player, card)
            out.append(Option(player, card, "yes", "replayed", play))
        elif outcome.status == "unsatisfiable":
            out.append(Option(player, card, "no", "none"))
        else:
            out.append(Option(player, card, "unknown", "none", reason=outcome.reason))
    return tuple(out)


def winning_lines(
    instance: Crew,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = MEMORY_LIMIT,
    seed: int | None = None,
) -> Iterator[tuple[Trick, ...]]:
    """Yield different winning lines until there are no more; arguments as in `options`.

    A line is what a `Verdict` calls its play: the tricks up to the one that succeeds. Two lines are different if some
    trick has another card or another leader. A deal can have more lines than anybody wants to see.

    Raises:
        Stopped: if a limit is reached.
    """
    if already_won(instance) is not None:
        yield ()
        return
    deadline = None if time_limit is None else time.monotonic() + time_limit
    encoding = _encoding(instance, deadline, memory_limit)
    with session_on(encoding.formula, solver=solver, deadline=deadline, seed=seed) as session:
        while answer := session.search():
            line = _replayed(instance, encoding.decode(session.model()))
            yield line
            session.add(encoding.another_line([(trick.leader, trick.cards) for trick in line]))
    if answer is None:
        raise Stopped("time")


def _encoding(instance: Crew, deadline: float | None, memory_limit: float | None) -> Encoding:
    """Build the formula without the rules that cut off plays as good as others."""
    from crewsat_encodings.crew.tricks_cnf import RULES, Encoding  # noqa: PLC0415 - costs nothing until needed

    return Encoding(
        instance,
        rules=[rule for rule in RULES if not rule.symmetry],
        max_bytes=None if memory_limit is None or memory_limit == float("inf") else int(memory_limit * 1e6),
        out_of_time=lambda: deadline is not None and time.monotonic() >= deadline,
    )


def _replayed(instance: Crew, tricks: list[tuple[int, tuple[Card, ...]]]) -> tuple[Trick, ...]:
    try:
        return play_until_success(instance, tricks)
    except IllegalPlay as error:
        raise BugFound(f"a play was found that breaks the rules ({error}): {instance.to_json()}") from error


def _starts_with(instance: Crew, play: tuple[Trick, ...], player: int, card: Card) -> None:
    first = play[0]
    seat = (player - first.leader) % instance.players
    if first.cards[seat] != card or seat != len(instance.begun):
        raise BugFound(f"player {player} was to play {visible(card)} next and does not: {instance.to_json()}")
