"""Drawings of instances with their plays, as SVG that stands in a page; the colours are those of ``deal.css``."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from crewsat.base.errors import WrongOption

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.verdict import Verdict


def picture(instance: Instance, verdict: Verdict) -> str:
    """Return an inline SVG of an instance, with its winning play or why there is none.

    Args:
        instance: a deal, deck or position.
        verdict: what `crewsat.decide` returned for it.

    Raises:
        WrongOption: if there are no drawings of the game.
    """
    module = f"crewsat_site.drawings.{instance.game}"
    if find_spec(module) is None:
        raise WrongOption(f"there are no drawings of {instance.game}")
    drawn: str = import_module(module).picture(instance, verdict)
    return drawn
