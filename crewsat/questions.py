"""Questions about a position beyond "can it be won?": which cards keep it winnable, and which lines win.

Both put one formula to solvers that keep what they have learnt. The formula is stated without the rules that only break
symmetries: cards that are as good as each other are different answers here. What is found is replayed by the referee.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crewsat.algorithms.crew_past import decided_by_the_past
from crewsat.errors import BugFound, IllegalPlay, Stopped, WrongOption, visible
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.rules import legal_cards, play_until_success
from crewsat.limits import Limits, limits_of
from crewsat.solvers.cnf import SOLVERS, session_on, solve_each

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from crewsat.games.cards import Card
    from crewsat.games.crew.rules import Trick
    from crewsat.games.instance import Instance
    from crewsat.solvers.outcome import Outcome
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


BYTES_PER_CARD = 200
"""What a card of a winning line takes, in the line and in the clause that rules the line out."""


def choices(instance: Crew, *, out_of_time: Callable[[], bool] = lambda: False) -> list[tuple[int, Card]]:
    """Return who may play which card next: every legal card of the player whose turn it is.

    If the crew may choose who leads, these are all cards of all players. Empty if the play is over: some hand was empty
    before the trick, or the deal has been won or lost in what has been played.

    Raises:
        Stopped: if time runs out while the past is replayed.
    """
    if decided_by_the_past(instance, out_of_time=out_of_time) is not None or instance.finished == instance.tricks:
        return []
    if instance.leading is None:
        players = list(range(1, instance.players + 1))
    else:
        players = [(instance.leading - 1 + len(instance.begun)) % instance.players + 1]
    led = instance.begun[0].suit if instance.begun else None
    return [(player, card) for player in players for card in legal_cards(instance.hands[player - 1], led)]


def options(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> tuple[Option, ...]:
    """Decide for every card that may be played next whether the deal can still be won.

    Args:
        instance: a deal of The Crew, or a position in progress.
        solver: one of `crewsat.solvers.cnf.SOLVERS`; None lets the size of the formula decide.
        time_limit: seconds of wall time for all cards together; None for no limit.
        memory_limit: MB the formula may be estimated to take; None for 4,000, infinity for no limit.
        seed: varies the search.

    Returns:
        An option a card, in the order of the hand; empty if the play is over.

    Raises:
        WrongOption: for another game, an unknown solver or a limit that is not positive.
        Stopped: if time runs out before it is known which cards there are to ask for.
    """
    deal = crew_of(instance, "options")
    limits = limits_of(solver=solver, solvers=SOLVERS, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    asked = choices(deal, out_of_time=limits.late)
    if not asked:
        return ()
    try:
        encoding = _encoding(deal, limits)
    except Stopped as stopped:
        return tuple(Option(player, card, "unknown", "none", reason=stopped.reason) for player, card in asked)
    questions = [encoding.next_card(player, card) for player, card in asked]
    outcomes = solve_each(encoding.formula, questions, solver=limits.solver, deadline=limits.deadline, seed=limits.seed)
    return tuple(_option(deal, encoding, *one) for one in zip(asked, outcomes, strict=True))


def _option(instance: Crew, encoding: Encoding, asked: tuple[int, Card], outcome: Outcome) -> Option:
    player, card = asked
    if outcome.status == "unsatisfiable":
        return Option(player, card, "no", "none")
    if outcome.status == "unknown":
        return Option(player, card, "unknown", "none", reason=outcome.reason)
    play = _replayed(instance, encoding.decode(outcome.model))
    seat = (player - play[0].leader) % instance.players
    if play[0].cards[seat] != card or seat != len(instance.begun):
        raise BugFound(f"player {player} was to play {visible(card)} next and does not: {instance.to_json()}")
    return Option(player, card, "yes", "replayed", play)


def winning_lines(
    instance: Instance,
    *,
    solver: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    seed: int | None = None,
) -> Iterator[tuple[Trick, ...]]:
    """Yield different winning lines until there are no more; arguments as in `options`.

    A line is what a `Verdict` calls its play: the tricks up to the one that succeeds. Two lines are different if some
    trick has another card or another leader. A deal can have more lines than anybody wants to see; the memory limit
    counts what is needed to remember them.

    Raises:
        Stopped: if a limit is reached; its `reason` is ``time`` or ``memory``.
        WrongOption: for another game, an unknown solver or a limit that is not positive.
    """
    deal = crew_of(instance, "a list of winning lines")
    limits = limits_of(solver=solver, solvers=SOLVERS, time_limit=time_limit, memory_limit=memory_limit, seed=seed)
    return _winning_lines(deal, limits)


def _winning_lines(instance: Crew, limits: Limits) -> Iterator[tuple[Trick, ...]]:
    if decided_by_the_past(instance, out_of_time=limits.late) == []:
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


def crew_of(instance: Instance, what: str) -> Crew:
    """Insist on an instance of The Crew.

    Raises:
        WrongOption: if it is of another game.
    """
    if not isinstance(instance, Crew):
        raise WrongOption(f"{what} is for crew, not for {instance.game}")
    return instance


def _encoding(instance: Crew, limits: Limits) -> Encoding:
    """Build the formula without the rules that cut off plays as good as others."""
    from crewsat_encodings.crew.tricks_cnf import encoding_of_all_plays  # noqa: PLC0415 - costs nothing until needed

    return encoding_of_all_plays(instance, max_bytes=limits.max_bytes, out_of_time=limits.late)


def _replayed(instance: Crew, tricks: list[tuple[int, tuple[Card, ...]]]) -> tuple[Trick, ...]:
    try:
        return play_until_success(instance, tricks)
    except IllegalPlay as error:
        raise BugFound(f"a play was found that breaks the rules ({error}): {instance.to_json()}") from error
