"""The scope of code that reads instances: the features it knows (`crewsat.games.features`); others are refused.

`reads` marks a function or a class whose first argument is an instance. The check is at the door, not within, so that
no reader can forget it; `tests/test_closed.py` finds code that takes an instance and is not marked.
"""

from __future__ import annotations

from functools import wraps
from inspect import getattr_static
from typing import TYPE_CHECKING, Any, TypeVar

from crewsat.base.errors import UnknownFeature

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.instance import Instance

Marked = TypeVar("Marked", bound="Callable[..., Any]")


class reads:  # noqa: N801 - a decorator
    """Mark a reader of instances with the features that it knows.

    Args:
        who: the name of the reader in messages: ``the text form``.
        knows: the features that it takes into account, or that make no difference to its result.
    """

    def __init__(self, who: str, knows: frozenset[str]) -> None:
        self.who = who
        self.knows = knows

    def __call__(self, code: Marked) -> Marked:
        """Return a function, or the same class, that refuses instances with other features.

        Raises:
            UnknownFeature: when it is called with such an instance.
        """
        if isinstance(code, type):
            type.__setattr__(code, "__init__", self._closed(getattr_static(code, "__init__"), place=1))
            return code
        closed: Marked = self._closed(code, place=0)
        return closed

    def _closed(self, code: Any, place: int) -> Any:  # noqa: ANN401 - a function with any arguments
        @wraps(code)
        def closed(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
            check_features(arguments[place], self.knows, self.who)
            return code(*arguments, **options)

        vars(closed)["reader"] = self
        return closed


def reader_of(code: Callable[..., Any]) -> reads:
    """Return the mark of a function or class."""
    reader: reads = vars(getattr_static(code, "__init__") if isinstance(code, type) else code)["reader"]
    return reader


def check_reader(code: Callable[..., Any], instance: Instance) -> None:
    """Check that a marked function or class knows all features of an instance, without calling it.

    Raises:
        UnknownFeature: if it does not.
    """
    reader = reader_of(code)
    check_features(instance, reader.knows, reader.who)


def check_features(instance: Instance, knows: frozenset[str], who: str) -> None:
    """Check that all features of an instance are known.

    Args:
        instance: the instance.
        knows: the features that are known.
        who: the name of the reader, for the message.

    Raises:
        UnknownFeature: if one of them is not.
    """
    if not instance.features <= knows:
        raise UnknownFeature(who, instance.features - knows)
