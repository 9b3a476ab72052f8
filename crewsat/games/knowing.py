"""Declaring which features code knows, and refusing instances with others (`crewsat.games.features`).

`reads` marks a function or a class whose first argument is an instance. So no code has to remember to check: what is
marked is closed, and a test requires that everything that takes an instance from outside is marked
(`tests/test_closed.py`).
"""

from __future__ import annotations

from functools import wraps
from inspect import getattr_static
from typing import TYPE_CHECKING, Any, TypeVar

from crewsat.errors import UnknownFeature

if TYPE_CHECKING:
    from collections.abc import Callable

    from crewsat.games.instance import Instance

Marked = TypeVar("Marked", bound="Callable[..., Any]")


class reads:  # noqa: N801 - a decorator
    """A decorator that marks what reads instances with the features that it knows.

    Args:
        who: its name in messages: ``the text form``.
        knows: the features that it takes into account, or that make no difference to it.
    """

    def __init__(self, who: str, knows: frozenset[str]) -> None:
        self.who = who
        self.knows = knows

    def __call__(self, code: Marked) -> Marked:
        """Return a function, or the class, that refuses instances with features that are not known.

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
            insist_on(arguments[place], self.knows, self.who)
            return code(*arguments, **options)

        vars(closed)["reader"] = self  # for tests
        return closed


def reader_of(code: Callable[..., Any]) -> reads:
    """Return what a function or class has been marked with."""
    reader: reads = vars(getattr_static(code, "__init__") if isinstance(code, type) else code)["reader"]
    return reader


def insist_that(code: Callable[..., Any], instance: Instance) -> None:
    """Check that what is marked knows all features of an instance, before it is called.

    Raises:
        UnknownFeature: if it does not.
    """
    reader = reader_of(code)
    insist_on(instance, reader.knows, reader.who)


def insist_on(instance: Instance, knows: frozenset[str], who: str) -> None:
    """Check that all features of an instance are known.

    Args:
        instance: the instance.
        knows: the features that are known.
        who: what would read the instance, for the message.

    Raises:
        UnknownFeature: if one of them is not.
    """
    if not instance.features <= knows:
        raise UnknownFeature(who, instance.features - knows)
