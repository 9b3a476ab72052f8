"""The forms in which an instance can be written: JSON, text, and those of other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.wording import listed
from crewsat.games import GAMES

if TYPE_CHECKING:
    from crewsat.games.code import Code
    from crewsat.games.instance import Instance

FOREIGN = {
    form: [name for name, game in GAMES.items() if game.foreign is not None and form in game.foreign.forms]
    for one in GAMES.values()
    if one.foreign is not None
    for form in one.foreign.forms
}
"""The forms of other programs, each with the games that can be written in it."""

FORMS = ("json", "text", *FOREIGN)


def written(instance: Instance, to: str) -> str:
    """Return an instance in one of `FORMS`.

    Raises:
        InvalidInstance: if the form cannot express it.
        WrongOption: for a form that its game does not support.
    """
    if to in {"json", "text"}:
        return instance.to_json() if to == "json" else str(instance)
    foreign = GAMES[instance.game].foreign
    if foreign is None or to not in foreign.forms:
        raise WrongOption(f"the form {to} applies to {listed(FOREIGN[to])}, not to {instance.game}")
    try:
        text: str = foreign.forms[to](instance)
    except ValueError as error:
        raise InvalidInstance([Defect("", f"cannot be written as {to}: {error}")]) from None
    return text


def check_continued(game: str) -> Code:
    """Check that instances of a game record moves, and return what continues one.

    Raises:
        WrongOption: if they do not.
    """
    go_on = GAMES[game].continued
    if go_on is None:
        allowed = [name for name, other in GAMES.items() if other.continued is not None]
        raise WrongOption(f"continuing with a play applies to {listed(allowed)}, not to {game}")
    return go_on


def continued(instance: Instance, answer: Any) -> Instance:  # noqa: ANN401 - any JSON
    """Return the instance after the moves of the play in an answer.

    Raises:
        InvalidInstance: if there is none, or it breaks a rule.
        WrongOption: as `check_continued`.
    """
    go_on, unit = check_continued(instance.game), GAMES[instance.game].unit
    claimed = answer.get("play") if isinstance(answer, dict) else None
    if not isinstance(claimed, list):
        raise InvalidInstance([Defect("play", f"must be a list of {unit}s")])
    after: Instance = go_on(instance, claimed)
    return after
