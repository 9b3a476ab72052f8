"""From files to views, JSON or text, and from positions to views as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.first_look import check_instance_text, utf8
from crewsat.base.guarded import MAX_BYTES, decoded, name_of, named, read_bytes, tree_of
from crewsat.games.cards import described
from crewsat.hidden.text import parse_text
from crewsat.hidden.view import View, view_of

if TYPE_CHECKING:
    import os

    from crewsat.games.instance import Instance

FORMS = ("json", "text")
"""The forms in which a view can be written."""


def load(path: str | os.PathLike[str]) -> View:
    """Read one view.

    Args:
        path: a file, JSON or text; ``-`` is standard input.

    Raises:
        InvalidInstance: with everything that is wrong, each defect with its place.
    """
    with named(name_of(path)):
        return parse(read_bytes(path, MAX_BYTES))


def parse(data: bytes) -> View:
    """Read a view from JSON or text.

    Raises:
        InvalidInstance: with everything that is wrong.
    """
    data = utf8(data)
    check_instance_text(data)
    if not data.strip():
        raise InvalidInstance([Defect("", "is empty; allowed: a view, JSON or text")])
    if data.lstrip()[:1] not in {b"{", b"["}:
        return parse_text(decoded(data))
    tree, defects = tree_of(data)
    if not isinstance(tree, dict):
        raise InvalidInstance([*defects, Defect("", f"a view is a JSON object, not {described(tree)}")])
    if "view" not in tree:
        raise InvalidInstance([*defects, _no_view()])
    try:
        view = View(**tree)
    except InvalidInstance as error:
        raise InvalidInstance([*defects, *error.defects]) from None
    if defects:
        raise InvalidInstance(defects)
    return view


def _no_view() -> Defect:
    """Return the defect of a file that has no view."""
    return Defect("view", "missing; allowed: 1, in a view as `crewsat convert DEAL --view-of PLAYER` writes one")


def written(instance: Instance, player: int, to: str = "json") -> str:
    """Return what a player knows in a position, in one of `FORMS`; a published game in all but name has its rules.

    Raises:
        InvalidInstance: if there is no such player, or there can be no view of the position.
        UnknownFeature: if the position has choices that views do not express.
        WrongOption: if it is of another game.
    """
    game = View.fields["game"].default
    if instance.game != game:
        raise WrongOption(f"--view-of applies to {game}, not to {instance.game}")
    position: Any = instance.as_typed()  # with `rules`, all players know who was dealt the highest trump
    view = view_of(position, player)
    return view.to_json() if to == "json" else str(view)
