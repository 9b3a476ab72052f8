"""What a page says of an answer, as JSON: keys of texts, and sentences that can be said in other languages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from crewsat.base.said import spoken
from crewsat.pages.headlines import headline
from crewsat.pages.words import sentences, why

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.result import Result


def in_words(instance: Instance, result: Result | None) -> dict[str, Any]:
    """Return the `headline`, what was `said` in sentences, and `why`, in paragraphs and lists."""
    named = partial(spoken, names=instance.names)
    return {
        "headline": headline(instance, result),
        "said": [named(one) for one in sentences(instance, result)],
        "why": [named(one) if isinstance(one, str) else list(map(named, one)) for one in why(instance, result)],
    }
