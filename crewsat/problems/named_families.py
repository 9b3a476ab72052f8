"""Families of things by name, made from words: ``cubic 20 --seed 3``, ``random 20 4.26 --seed 3``.

A family is a function: its parameters are the words that follow its name, whole numbers or not according to their
annotations, and it takes a ``seed`` if it is random. Its docstring is its help.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from crewsat.base.errors import WrongOption
from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Families(Generic[Thing]):
    """What may be asked for by name.

    Attributes:
        noun: what the families make: ``graphs``.
        most: the largest whole number allowed.
        members: the families by name.
    """

    noun: str
    most: int
    members: Mapping[str, Callable[..., Thing]]

    def usage(self, name: str) -> str:
        """Return the usage of a family: ``gnp N P --seed S``."""
        words = [f"--{key} S" if key == "seed" else key.upper() for key in self._parameters(name)]
        return " ".join([name, *words])

    def usages(self) -> str:
        """Return the usages of all families."""
        return ", ".join(map(self.usage, self.members))

    def is_random(self, name: str) -> bool:
        """Return whether a family takes a seed."""
        return "seed" in self._parameters(name)

    def make(self, name: str, arguments: Sequence[float | str], seed: int | None) -> Thing:
        """Return a member of a family.

        Args:
            name: of the family.
            arguments: its numbers, or their texts, in the order of `usage`.
            seed: of a random family, 0 if None; other families do not use it.

        Raises:
            WrongOption: for an unknown family, or arguments that do not fit it.
        """
        if name not in self.members:
            raise WrongOption(f"unknown family of {self.noun} '{visible(name)}'; allowed: {self.usages()}")
        insist(seed is None or self.is_random(name), f"{name} does not use a seed")
        values, family = self._values(name, arguments), self.members[name]
        return family(*values, seed=seed or 0) if self.is_random(name) else family(*values)

    def called(self, words: Sequence[str], seed: int | None) -> str:
        """Return the words for a member, including the seed if the family is random."""
        return " ".join([*words, f"--seed {seed or 0}"] if self.is_random(words[0]) else words)

    def _parameters(self, name: str) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.members[name]).parameters

    def _values(self, name: str, arguments: Sequence[float | str]) -> list[int | float]:
        kinds = [p.annotation for key, p in self._parameters(name).items() if key != "seed"]
        texts = [visible(argument) for argument in arguments]
        allowed = f"allowed: {self.usage(name)}"
        shown = visible(" ".join(texts))
        insist(len(texts) == len(kinds), f"{name} takes {len(kinds)} numbers, not '{shown}'; {allowed}")
        values: list[int | float] = []
        for kind, text in zip(kinds, texts, strict=True):
            try:
                values.append(float(text) if kind == "float" else self._whole(text))
            except ValueError:
                known = "number" if kind == "float" else f"whole number from 0 to {self.most}"
                raise WrongOption(f"{name}: '{text}' is not a {known}; {allowed}") from None
        return values

    def _whole(self, text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text) or int(text) > self.most:
            raise ValueError(text)
        return int(text)


def insist(fine: bool, message: str) -> None:
    """Raise an error if a request is not valid.

    Raises:
        WrongOption: with this message.
    """
    if not fine:
        raise WrongOption(message)
