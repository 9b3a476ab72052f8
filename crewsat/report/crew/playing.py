"""A play of The Crew in progress, in words: trick, hands, what is completed and what is open."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from crewsat.base.wording import visible
from crewsat.games.cards import Card
from crewsat.games.crew.asked import asked
from crewsat.games.crew.moves import Choice, cards_of
from crewsat.report.crew.choices import chosen
from crewsat.report.crew.tables import all_rows
from crewsat.report.crew.words import marks_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from crewsat.games.crew.moves import Move
    from crewsat.questions.crew.state import CrewState
    from crewsat.report.crew.tables import Row


def position(state: CrewState, *, whole: bool = False) -> Iterator[str]:
    """Yield the trick and whose turn it is; between tricks, or if everything is wanted, all hands and objectives."""
    instance = state.instance
    everything = whole or not state.current
    if state.outcome.status == "open":
        yield _trick(state)
    for player, hand in enumerate(instance.hands, 1):
        if everything or player == state.player:
            yield f"Player {player} holds {_cards(hand)}."
    if everything:
        rows = _rows(state)
        done = [f"{_completed(state, row)} with trick {row.number}" for row in rows if row.completes]
        yield f"Completed: {'; '.join(done) or 'nothing'}."
        yield f"Open: {'; '.join(_open(state, rows)) or 'nothing'}."


def choices(state: CrewState) -> Iterator[tuple[str, Sequence[Move]]]:
    """Yield the choices, or the legal cards by player, in their order."""
    if state.choices_due:
        yield f"{_who(state)} may choose", state.choices_due
        return
    holder = state.instance.held_by
    for player, cards in groupby(cards_of(state.legal()), key=holder.__getitem__):
        yield f"Player {player} may {'play' if state.current else 'lead'}", tuple(cards)


def name(_state: CrewState, move: Move) -> str:
    """Return the move in words."""
    return visible(move)


def move_of(state: CrewState, text: str) -> Move:
    """Return the move that a text means: a choice, or a card by its name, or by a unique prefix of its suit and value.

    Raises:
        ValueError: if it is not a card, or could be several.
    """
    named: Move | None = next((choice for choice in state.choices_due if choice.text == text), None)
    if named is None and state.choices_due:
        named = _choice_of(state, text)
    if named is None:
        with suppress(ValueError):
            named = Card.parse(text)
    if isinstance(named, Choice) or named in state.instance.holder:
        return named
    return _begun_by(state, text)


def _choice_of(state: CrewState, text: str) -> Choice | None:
    """Return the choice that a text means, with an abbreviated card as its last word; None if there is no such choice.

    Raises:
        ValueError: if the card could be several.
    """
    *before, card = text.split() or [""]
    with suppress(ValueError):
        meant = " ".join((*before, str(Card.parse(card) if Card.parse(card) in state.instance.holder else "")))
        found = next((choice for choice in state.choices_due if choice.text == meant), None)
        if found is not None:
            return found
    if _CARD.fullmatch(card) is None:
        return None
    meant = " ".join((*before, str(_begun_by(state, card))))
    return next((choice for choice in state.choices_due if choice.text == meant), None)


def _begun_by(state: CrewState, text: str) -> Card:
    """Return the only card of the deal whose suit begins as a text does, and that has its value.

    Raises:
        ValueError: if there is none, or there are several.
    """
    found = _CARD.fullmatch(text)
    if found is None:
        raise ValueError(f"'{visible(text)}' is not a card or a command")
    instance, start = state.instance, found[1].casefold()
    suits = [suit for suit in instance.suits_in_order if suit.casefold() == start]
    suits = suits or [suit for suit in instance.suits_in_order if suit.casefold().startswith(start)]
    cards = [Card(suit, int(found[2])) for suit in suits]
    if len(cards) > 1:
        raise ValueError(f"'{visible(text)}' could be {' or '.join(map(visible, cards))}")
    if not cards or cards[0] not in instance.holder:
        raise ValueError(f"'{visible(text)}' is not a card of this deal")
    return cards[0]


_CARD = re.compile(r"(.*?):?([1-9][0-9]{0,8})", re.DOTALL)
"""A prefix of a suit, and a value."""


def happened(state: CrewState) -> Iterator[str]:
    """Yield the last trick, if the last card has completed it, or the last choice."""
    if state.path and isinstance(state.path[-1], Choice):
        yield f"Before trick {len(state.tricks) + 1}, {chosen(state.path[-1])}."
        return
    if state.current or not state.tricks:
        return
    row = _rows(state)[-1]
    players = len(state.instance.hands)
    cards = [
        f"player {_player(row.leader, k, players)} {'plays' if k else 'leads'} {visible(card)}"
        for k, card in enumerate(row.cards)
    ]
    done = f" Completed: {_completed(state, row)}." if row.completes else ""
    yield f"Trick {row.number}: {', '.join(cards)}. Player {row.winner} wins the trick.{done}"


def _trick(state: CrewState) -> str:
    """Return the number of the trick, the cards on the table, and the next player."""
    instance, number = state.instance, len(state.tricks) + 1
    where = f"Trick {number} of {instance.tricks}:"
    if state.choices_due:
        return f"Before trick {number} of {instance.tricks}: {_who(state).lower()} chooses."
    if state.player is None:
        return f"{where} anybody may lead."
    if not state.current:
        return f"{where} player {state.player} leads."
    leader = (state.player - 1 - len(state.current)) % instance.players + 1
    cards = [
        f"player {_player(leader, k, instance.players)} {'has played' if k else 'has led'} {visible(card)}"
        for k, card in enumerate(state.current)
    ]
    return f"{where} {', '.join(cards)}. Player {state.player} is next."


def _who(state: CrewState) -> str:
    """Return who makes the choice that is due."""
    return "The crew" if state.player is None else f"Player {state.player}"


def _player(leader: int, place: int, players: int) -> int:
    return (leader - 1 + place) % players + 1


def _cards(hand: Sequence[Card]) -> str:
    return " ".join(map(visible, hand)) or "no cards"


def _rows(state: CrewState) -> list[Row]:
    """Return the finished tricks, with what they complete: objectives, and tasks that are met with them."""
    instance = state.instance
    return list(all_rows(instance.as_dealt(), state.tricks))


def _completed(state: CrewState, row: Row) -> str:
    """Return what a trick completes, and for whom: a task may be met with a trick that its owner does not win."""
    by = {task.id: f" by {task.whose}" if task.owner is not None else "" for task in state.instance.tasks}
    done = [f"{visible(one, 30)}{by.get(one, f' by player {row.winner}')}" for one in row.completes]
    return ", ".join([*done, *(f"{visible(one, 30)} is lost" for one in row.loses)])


def _open(state: CrewState, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the objectives that are not completed, by owner, and the tasks that are not met."""
    done = {one for row in rows for one in row.completes}
    by_owner: dict[int, list[str]] = {}
    for objective in state.instance.objectives:
        if objective.id not in done:
            by_owner.setdefault(objective.owner or len(state.instance.hands) + 1, []).append(
                f"{visible(objective.card)}{marks_of(objective)}"
            )
    for owner in sorted(by_owner):
        who = f"player {owner}" if owner <= len(state.instance.hands) else "anybody"
        yield f"{who} wins {', '.join(by_owner[owner])}"
    for task in state.instance.tasks:
        if task.id not in done:
            yield f"{task.whose} {asked(state.instance, task, bare=False)} ({visible(task.id, 30)})"
