"""Code by name, imported when it is used, so that tables of it are cheap to import."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import WrongOption

if TYPE_CHECKING:
    from types import ModuleType


@dataclass(frozen=True, slots=True)
class Code:
    """A function or class, by module and name: ``crewsat.games.crew.rules:replay``."""

    where: str

    def load(self) -> Any:  # noqa: ANN401 - code of any kind
        """Import and return it."""
        module, _, name = self.where.partition(":")
        return getattr(_imported(module), name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the code
        """Import and call it."""
        return self.load()(*arguments, **options)

    def __str__(self) -> str:
        return self.where


_imported = cache(import_module)


def optional(module: str, lacking: str) -> ModuleType:
    """Import a module that not every game has.

    Args:
        module: its name.
        lacking: the message if it does not exist.

    Raises:
        WrongOption: if it does not exist.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise  # a library that it needs
        raise WrongOption(lacking) from None
