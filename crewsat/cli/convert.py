"""``crewsat convert``: a game in the form of this program, or in one of hanab.live."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from crewsat.cli.common import DealOption, FileArgument, check_source, errors_reported, fail, instance_of, out
from crewsat.wording import json_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.instance import Instance

Form = Literal["json", "text", "hanab-live", "replay", "link"]


def convert(
    file: FileArgument = None,
    *,
    deal: DealOption = None,
    to: Annotated[Form, typer.Option(help="The form that is written; all but json and text are of hanab.live.")],
    play: Annotated[
        str | None,
        typer.Option(metavar="ANSWER", help="Append the play of this answer of `decide --json`; - is standard input."),
    ] = None,
) -> None:
    """Write an instance in another form: JSON, one line of text; a game of Hanabi also as hanab.live writes it.

    There it is an exported game (hanab-live), a replay text, or a link that shows the replay.

    Exit status: 0 written, 1 bad input or failure, 2 wrong usage.
    """
    check_source(file, deal)
    with errors_reported():
        instance = instance_of(file, deal)
        if play is not None:
            instance = _continued(instance, play)
        out(_written(instance, to))


def _continued(instance: Instance, answer: str) -> Instance:
    """Return the game with the play of an answer appended to what has been done."""
    from crewsat.games import GAMES  # noqa: PLC0415
    from crewsat.guarded import MAX_BYTES, name_of, named, read_bytes, tree_of  # noqa: PLC0415

    if instance.game != "hanabi":
        raise typer.BadParameter(f"--play applies to hanabi, not to {instance.game}")
    with named(name_of(answer)):
        tree, _ = tree_of(read_bytes(answer, MAX_BYTES))
    claimed: Any = tree.get("play") if isinstance(tree, dict) else None
    if not isinstance(claimed, list):
        fail(f"{name_of(answer)}: there is no play in this answer")
    done: Sequence[Any] = GAMES[instance.game].verified(instance, claimed)
    return instance.model_copy(update={"actions": [*instance.actions, *done]})  # type: ignore[attr-defined]


def _written(instance: Instance, to: Form) -> str:
    """Return an instance in this form."""
    if to == "json":
        return instance.to_json()
    if to == "text":
        return str(instance)
    if instance.game != "hanabi":
        raise typer.BadParameter(f"--to {to} applies to hanabi, not to {instance.game}")
    from crewsat.games.hanabi import hanab_live  # noqa: PLC0415

    game: Any = instance
    if to == "hanab-live":
        exported = hanab_live.export(game)
        written = None if exported is None else json_text(exported)
    else:
        written = hanab_live.replay(game) if to == "replay" else hanab_live.link(game)
    if written is None:
        fail("hanab.live has no such game: its variants, 8 clue tokens, 3 strikes; replay texts have no other options")
    return written
