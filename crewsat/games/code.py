"""Code by name, imported when it is used, so that tables of it are cheap to import."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Code:
    """A function or class, by module and name: ``crewsat.games.crew.replaying:replay``; or a module, by its name."""

    where: str

    def load(self) -> Any:  # noqa: ANN401 - code of any kind
        """Import and return it."""
        module, _, name = self.where.partition(":")
        return getattr(_imported(module), name) if name else _imported(module)

    def __call__(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the code
        """Import and call it."""
        return self.load()(*arguments, **options)

    def __str__(self) -> str:
        return self.where


_imported = cache(import_module)
