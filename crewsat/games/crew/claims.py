"""Replaying a claimed play of The Crew, with the winners and completed objectives it states."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import IllegalPlay
from crewsat.base.wording import visible
from crewsat.games.cards import Card
from crewsat.games.crew.features import ALL, CHANGES, COVERED, PASSING
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.passing import DIRECTIONS, choices_for
from crewsat.games.crew.replaying import replayed
from crewsat.games.crew.results import tricks_of
from crewsat.games.crew.tricks import Trick
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from crewsat.games.crew.instance import Crew

    _Claim = tuple[int, list[Card], object, list[object] | None]
    """Leader, cards, and the winner and completed objectives that a play states."""


@reads("the referee", ALL | CHANGES | COVERED | PASSING)
def verified(  # noqa: PLR0913 - what an answer says of a play
    instance: Crew,
    play: Iterable[Trick | Choice | Mapping[str, Any]],
    *,
    assignment: Mapping[str, object] | None = None,
    tokens: Mapping[str, object] | None = None,
    passed: Iterable[object] | None = None,
    passed_to: object = None,
) -> tuple[Trick | Choice, ...]:
    """Replay a play, given as tricks or in the form of the JSON answer.

    Args:
        instance: the deal or position.
        play: its tricks, and the choices of the crew, unless they are in the arguments that follow, or left out.
        assignment: who takes the free tasks, by id; None for whoever can.
        tokens: the tokens that the crew has chosen, by the ids of their objectives.
        passed: the cards that are passed, player 1's first; None if the play says it, or nobody passes.
        passed_to: the direction in which they are passed.

    Returns:
        The choices of the crew, and the tricks with the winners and completed objectives of the rules.

    Raises:
        IllegalPlay: with trick, player and rule, at the first thing wrong; also if the play stops before it succeeds,
            goes on afterwards, or claims a winner or completed objectives that are not those of the rules; or if the
            assignment does not say who takes a free task.
    """
    if not isinstance(play, Iterable):
        raise IllegalPlay("there is no play to verify", rule="claim", unit="trick")
    parts: list[Any] = [_choice(part) or part for part in play]
    if passed is not None or passed_to is not None:
        parts = _with_pass(instance, parts, passed, passed_to)
    if tokens is not None:
        change = _change_to(instance, tokens)
        parts = [change, *(part for part in parts if part != change)]
    line, claims = _line(parts, instance.finished + 1)
    takers = None if assignment is None else _takers(instance, assignment)
    out = replayed(instance, line, takers)
    for number, (trick, claim) in enumerate(zip(tricks_of(out), claims, strict=True), instance.finished + 1):
        _check(trick, claim, number)
    return out


def _line(parts: Iterable[Any], first: int) -> tuple[list[tuple[int, list[Card]] | Choice], list[_Claim]]:
    """Return choices, and leader and cards of each trick; and what the play says of each trick, `first` the first."""
    line: list[tuple[int, list[Card]] | Choice] = []
    claims: list[_Claim] = []
    for part in parts:
        if isinstance(part, Choice):
            line.append(part)
        else:
            claims.append(_claim(part, first + len(claims)))
            line.append(claims[-1][:2])
    return line, claims


def _check(trick: Trick, claim: _Claim, number: int) -> None:
    """Check the winner and the completed objectives that a play states for a trick.

    Raises:
        IllegalPlay: if they are not those of the rules.
    """
    _, _, winner, completes = claim
    if winner is not None and (type(winner) is not int or winner != trick.winner):
        raise IllegalPlay(
            f"player {trick.winner} wins, not {visible(winner)}", rule="claim", number=number, unit="trick"
        )
    if completes is not None and not _same_names(completes, trick.completes):
        done = ", ".join(map(visible, trick.completes)) or "nothing"
        words = f"the trick completes {done}, which is not what the play says"
        raise IllegalPlay(words, rule="claim", number=number, unit="trick")


def _choice(part: object) -> Choice | None:
    """Return a choice of the crew, given as such or as a JSON object; None for anything else."""
    if isinstance(part, Mapping) and isinstance(part.get("choice"), str):
        return Choice(part["choice"], part.get("player"))
    return part if isinstance(part, Choice) else None


def _change_to(instance: Crew, tokens: Mapping[str, object]) -> Choice:
    """Return the change after which the tokens are these."""
    found = [way.choice for way in instance.retokenings if way.tokens == tokens]
    if instance.retoken is None or not found:
        words = "the tokens are not those of the deal after a change that is allowed"
        raise IllegalPlay(words, rule="choice", unit="trick")
    return found[0]


def _with_pass(instance: Crew, parts: list[Any], passed: object, to: object) -> list[Any]:
    """Return the parts of a play with the cards that are passed, in their place; none if nobody passes.

    Raises:
        IllegalPlay: if that is not a pass, or the position or the play says otherwise what is passed.
    """
    cards = _passed_cards(passed)
    known, said = instance.passed or (), [part for part in parts if _is_pass(part)]
    if not cards and to is None:
        if known or said:
            raise IllegalPlay("the play says that cards are passed", rule="choice", unit="trick")
        return parts
    choices = _choices_of(instance, cards, to)[len(known) :]
    begun = instance.passed is None or (tuple(cards[: len(known)]), to) == (known, instance.passed_to)
    if not begun or said not in ([], choices):
        words = "the cards passed are not those of the position, or of the play"
        raise IllegalPlay(words, rule="choice", unit="trick")
    after = 0 if instance.passing is None else instance.passing.after
    place = _place_of(after - instance.finished, parts)
    return parts if said else [*parts[:place], *choices, *parts[place:]]


def _choices_of(instance: Crew, cards: Sequence[Card], to: object) -> list[Choice]:
    """Return the choices with which these cards are passed.

    Raises:
        IllegalPlay: if they are not a card of each player, or the direction is none.
    """
    if instance.passing is None or to not in DIRECTIONS or len(cards) != instance.players:
        words = "invalid pass: a card of each player, and whether they go to the left or right"
        raise IllegalPlay(words, rule="choice", unit="trick")
    return list(choices_for(cards, "left" if to == "left" else "right"))


def _passed_cards(passed: object) -> list[Card]:
    """Return the cards that are passed.

    Raises:
        IllegalPlay: if this is not a list of cards.
    """
    if passed is not None and not isinstance(passed, Iterable):
        raise IllegalPlay("invalid pass: it must be a list of cards", rule="claim", unit="trick")
    try:
        return [Card.parse(card) for card in passed or ()]
    except ValueError as error:
        raise IllegalPlay(f"invalid pass: {error}", rule="claim", unit="trick") from None


def _is_pass(part: object) -> bool:
    """Return whether a part of a play is a player's choice of a card to pass."""
    return isinstance(part, Choice) and part.player is not None


def _place_of(trick: int, parts: Sequence[Any]) -> int:
    """Return the place of a trick, the first one being 0, among the parts of a play; its end if there is none."""
    places = [k for k, part in enumerate(parts) if not isinstance(part, Choice)]
    return places[trick] if 0 <= trick < len(places) else len(parts)


def _takers(instance: Crew, assignment: Mapping[str, object]) -> dict[str, int]:
    """Read who takes the free tasks."""
    takers = {}
    for task in instance.free_tasks:
        player = assignment.get(task.id)
        if type(player) is not int or not 1 <= player <= instance.players:
            said = f"the assignment does not say who takes {visible(task.id)}"
            raise IllegalPlay(f"{said}; allowed: a player, 1 to {instance.players}", rule="assignment", unit="trick")
        takers[task.id] = player
    return takers


def _claim(trick: Trick | Mapping[str, Any], number: int) -> _Claim:
    """Return leader, cards, and the winner and completed objectives that the play states."""
    fields = asdict(trick) if isinstance(trick, Trick) else trick
    if not isinstance(fields, Mapping):
        raise IllegalPlay("invalid trick: it must be an object", rule="claim", number=number, unit="trick")
    leader, cards, completes = fields.get("leader"), fields.get("cards"), fields.get("completes")
    if type(leader) is not int or not isinstance(cards, list | tuple) or not isinstance(completes, list | tuple | None):
        words = "invalid trick: leader must be a player, cards a list, and completes a list of ids"
        raise IllegalPlay(words, rule="claim", number=number, unit="trick")
    try:
        parsed = [Card.parse(card) for card in cards]
    except ValueError as error:
        raise IllegalPlay(f"invalid trick: {error}", rule="claim", number=number, unit="trick") from None
    return leader, parsed, fields.get("winner"), None if completes is None else list(completes)


def _same_names(claimed: list[object], names: tuple[str, ...]) -> bool:
    """Return whether these are the same ids, each once, in any order."""
    return all(isinstance(name, str) for name in claimed) and sorted(map(str, claimed)) == sorted(names)
