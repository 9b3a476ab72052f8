"""Games in the forms of hanab.live, for ``crewsat convert``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crewsat.base.wording import json_text
from crewsat.games.hanabi import hanab_live
from crewsat.games.hanabi.record import not_there
from crewsat.games.hanabi.replay_text import not_said

if TYPE_CHECKING:
    from crewsat.games.hanabi.instance import Hanabi


def export(instance: Hanabi) -> str:
    """Return a game as hanab.live exports it.

    Raises:
        ValueError: with what hanab.live does not have.
    """
    exported = hanab_live.export(instance)
    if exported is None:
        raise ValueError(not_there(instance))
    return json_text(exported)


def replay(instance: Hanabi) -> str:
    """Return a game as a replay text.

    Raises:
        ValueError: with what hanab.live does not have, or such a text cannot express.
    """
    text = hanab_live.replay(instance)
    if text is None:
        raise ValueError(not_there(instance) or not_said(instance))
    return text


def link(instance: Hanabi) -> str:
    """Return a link that shows a game on hanab.live.

    Raises:
        ValueError: as `replay` does.
    """
    return f"{hanab_live.LINK}{replay(instance)}"
