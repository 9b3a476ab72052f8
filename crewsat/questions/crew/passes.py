"""Which passes keep a deal of The Crew winnable: for each direction and player, the cards that some winning pass gives.

One formula about all plays of the deal answers, with the direction and a card as assumptions. A winning pass that is
found answers for one card of every player, so there are far fewer questions than cards; there is no list of all passes,
which are a product over the players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import BugFound, IllegalPlay
from crewsat.engine.building import build
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.replaying import play_until_success
from crewsat.games.scope import reads
from crewsat.solvers.cnf import session_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.crew.instance import Crew
    from crewsat.games.crew.passing import Direction
    from crewsat.games.verdict import Answer
    from crewsat.solvers.cnf import Session
    from crewsat_encodings.crew.cnf.encoding import Encoding


@reads("the question of passes", ALL | CHANGES | COVERED | PASSING)
def winning_passes(deal: Crew, limits: Limits) -> dict[str, Any]:
    """Decide before a pass whether the deal can be won without it, and which cards some winning pass gives.

    Args:
        deal: a position in which cards are passed next.
        limits: of all questions together.

    Returns:
        ``nobody`` with its answer, and ``left`` and ``right`` with the cards of each player, player 1's first, as text;
        only what may be chosen. ``undecided`` holds the same of cards for which time ran out, if there are any.

    Raises:
        Stopped: if a limit is reached while the formula is built.
    """
    from crewsat_encodings.crew.cnf.encoding import encoding_of_all_plays  # noqa: PLC0415 - costs nothing until needed

    encoding = build(encoding_of_all_plays, deal, limits)
    found: dict[str, Any] = {}
    undecided: dict[str, list[list[str]]] = {}
    how: dict[str, Any] = {"solver": limits.solver, "deadline": limits.deadline, "seed": limits.seed}
    with session_on(encoding.formula, **how) as session:
        if deal.passing is not None and deal.passing.optional:
            found["nobody"] = _answer(session, encoding.no_pass())
            if found["nobody"] == "yes":
                _replay(deal, encoding, session.model())
        for to in encoding.directions:
            given, open_ones = _given(deal, encoding, session, to)
            found[to] = given
            if any(open_ones):
                undecided[to] = open_ones
    return found | ({"undecided": undecided} if undecided else {})


def _given(deal: Crew, encoding: Encoding, session: Session, to: Direction) -> tuple[list[list[str]], list[list[str]]]:
    """Return for each player the cards given by some winning pass in a direction, and those that are undecided."""
    winning: set[str] = set()
    undecided: set[str] = set()
    for cards in encoding.passable.values():
        for card in cards:
            if str(card) not in winning:
                answer = _answer(session, encoding.passing(to, card))
                if answer == "yes":
                    _replay(deal, encoding, session.model())
                    winning.update(map(str, encoding.passed_in(session.model())))
                elif answer == "unknown":
                    undecided.add(str(card))

    def each(of: Iterable[str]) -> list[list[str]]:
        some = set(of)
        return [[str(card) for card in hand if str(card) in some] for hand in deal.dealt]

    return each(winning), each(undecided)


def _replay(deal: Crew, encoding: Encoding, model: Sequence[int]) -> None:
    """Replay a play that has been found.

    Raises:
        BugFound: if it breaks the rules.
    """
    try:
        play_until_success(deal, encoding.decode(model))
    except IllegalPlay as error:
        raise BugFound(f"a play was found that breaks the rules ({error}): {deal.to_json()}") from error


def _answer(session: Session, assumptions: list[int]) -> Answer:
    found = session.search(assumptions)
    return "unknown" if found is None else "yes" if found else "no"
