"""Claimed actions, read one by one and replayed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast, get_args

from crewsat.base.errors import Defect, IllegalPlay, InvalidInstance
from crewsat.base.wording import alternatives, json_path, listed, visible
from crewsat.games.cards import Card, described
from crewsat.games.hanabi.actions import Action, Kind, Source
from crewsat.games.hanabi.clues import Clue
from crewsat.games.hanabi.features import ALL
from crewsat.games.hanabi.naming import full_name, resolved
from crewsat.games.hanabi.rules import Table
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.hanabi.instance import Hanabi

KEYS = ("action", "player", "card", "from", "copy", "to", "value", "colour")
"""The keys an action may have."""


@reads("the referee", ALL)
def verified(instance: Hanabi, play: Iterable[Action | Mapping[str, Any]]) -> tuple[Action, ...]:
    """Replay a play, given as actions or in the form of the JSON answer, and return its actions.

    Raises:
        IllegalPlay: with step and rule, at the first thing wrong; also if the play stops before it succeeds or goes on
            afterwards.
    """
    if not isinstance(play, Iterable):
        raise IllegalPlay("there is no play to verify", rule="claim", unit="action")
    table = Table.after_actions(instance)
    done: list[Action] = []
    for claim in play:
        step = len(table.actions) + 1
        if table.succeeded:
            raise IllegalPlay("the play has succeeded already and is over", rule="end", number=step, unit="action")
        try:
            done.append(action_of(claim, table))
        except ValueError as error:
            raise IllegalPlay(f"invalid action: {error}", rule="claim", number=step, unit="action") from None
        table.do(done[-1])
    table.finish()
    return tuple(done)


@reads("the referee", ALL)
def continued(instance: Hanabi, play: Iterable[Action | Mapping[str, Any]]) -> Hanabi:
    """Return a game after the actions of a play, whatever they lead to.

    Raises:
        InvalidInstance: with the first action that is not allowed.
    """
    table = Table.after_actions(instance)
    for k, claim in enumerate(play):
        try:
            table.do(action_of(claim, table))
        except (ValueError, IllegalPlay) as error:
            message = error.message if isinstance(error, IllegalPlay) else str(error)
            path = ("play", k)
            raise InvalidInstance([Defect(json_path(path), message, f"turn {len(table.actions) + 1}", path)]) from None
    return instance.model_copy(update={"actions": table.actions})


def action_of(claim: object, table: Table) -> Action:
    """Read an action in its JSON form; the player and the content of a clue may be left out.

    Raises:
        ValueError: with what is wrong and what is allowed.
    """
    if isinstance(claim, Action):
        return claim
    if not isinstance(claim, Mapping):
        raise ValueError(f"{described(claim)} is not an action; allowed: an object with the key action")
    for key in claim:
        if key not in KEYS:
            raise ValueError(f"unknown key '{visible(key)}'{alternatives(key, KEYS)}")
    kind = claim.get("action")
    if kind not in get_args(Kind):
        raise ValueError(f"{described(kind)} is not an action; allowed: {listed(get_args(Kind), 'or')}")
    player = _number(claim.get("player", table.turn), "player")
    if kind == "clue":
        return _clue(claim, player, table)
    source = claim.get("from", "hand")
    if source not in get_args(Source):
        raise ValueError(f"from is {described(source)}; allowed: {listed(get_args(Source), 'or')}")
    copy = _number(claim.get("copy", 1), "copy")
    if "to" in claim or "value" in claim or "colour" in claim:
        raise ValueError("to, value and colour are for clues")
    if "card" not in claim:
        raise ValueError("the card is missing")
    card = resolved(Card.parse(claim["card"]), table.instance.rules)
    return Action(cast("Kind", kind), player, card, source, copy)


def _clue(claim: Mapping[Any, Any], player: int, table: Table) -> Action:
    """Read a clue; one without content is the first that is legal."""
    if "card" in claim or "from" in claim or "copy" in claim:
        raise ValueError("a clue has no card")
    if not {"to", "value", "colour"} & set(claim):
        for to, clue in table.clues():
            return Action("clue", player, to=to, clue=clue)
        raise ValueError("no clue may be given here")
    given = _number(claim.get("to"), "to")
    if ("value" in claim) == ("colour" in claim):
        raise ValueError("a clue names either a value or a colour")
    if "colour" in claim:
        return Action("clue", player, to=given, clue=_colour(claim["colour"], table))
    return Action("clue", player, to=given, clue=Clue("value", _number(claim["value"], "value")))


def _colour(raw: object, table: Table) -> Clue:
    if not isinstance(raw, str):
        raise ValueError(f"{described(raw)} is not a colour")
    return Clue("colour", full_name(raw, table.instance.clues.colours, "colour"))


def _number(raw: object, what: str) -> int:
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise ValueError(f"{what} must be a whole number, not {described(raw)}")
    return raw
