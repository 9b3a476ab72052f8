"""Pages to look at: an instance and what was found about it, in one file that opens without a network."""

from crewsat.pages.page import to_html
from crewsat.pages.replay import Replay

__all__ = ["Replay", "to_html"]
