"""An instance with what was found about it, to be viewed as a file or in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from crewsat.base.outputs import write_whole
from crewsat.pages.page import to_html

if TYPE_CHECKING:
    import os

    from crewsat.games.instance import Instance

HEIGHT = 640
"""Pixels of the frame in a notebook."""


@dataclass(frozen=True)
class Replay:
    """A replay page.

    Attributes:
        instance: a deal, deck or position.
        result: what `crewsat.decide`, `crewsat.explain` or `crewsat.review` returned for it; None to show it alone.
    """

    instance: Instance
    result: Any = None

    @cached_property
    def html(self) -> str:
        """The page."""
        return to_html(self.instance, self.result)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file."""
        write_whole(path, self.html.encode())

    def _repr_html_(self) -> str:
        """Return the page in its own frame, for notebooks: several pages do not interfere."""
        page = escape(self.html, quote=True)
        look = f"width:100%;height:{HEIGHT}px;border:1px solid #8888"
        return f'<iframe sandbox="allow-scripts" title="Replay" style="{look}" srcdoc="{page}"></iframe>'
