"""The plan of a decision: the methods that are asked, resolved once from what was requested."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from crewsat.engine.methods import ALL, AUTO, methods_for

if TYPE_CHECKING:
    from crewsat.games.instance import Instance
    from crewsat.games.method import Method


@dataclass(frozen=True)
class Plan:
    """The methods for instances of one game.

    Attributes:
        game: the game.
        method: what was requested: a name, ``auto`` or ``all``.
        methods: the methods, in the order in which they are asked.
    """

    game: str
    method: str
    methods: tuple[Method, ...]

    @property
    def automatic(self) -> bool:
        """Whether methods are chosen for each instance."""
        return self.method == AUTO

    @property
    def compares(self) -> bool:
        """Whether all methods are asked and their answers compared."""
        return self.method == ALL

    @cached_property
    def formula(self) -> bool:
        """Whether some method solves a formula."""
        return any(method.kind.formula for method in self.methods)

    @cached_property
    def seeded(self) -> bool:
        """Whether a seed varies some method."""
        return any(method.kind.solver for method in self.methods)

    @cached_property
    def apart(self) -> bool:
        """Whether some method must run in a child process."""
        return any(method.kind.apart for method in self.methods)

    def check(self, instance: Instance) -> None:
        """Check that a method that was named knows all features of an instance.

        Raises:
            UnknownFeature: if it does not; ``auto`` and ``all`` leave such methods out.
        """
        if self.method not in {AUTO, ALL}:
            for method in self.methods:
                method.check(instance)


def plan_of(game: str, method: str = AUTO, *, fewest_tricks: bool = False) -> Plan:
    """Return the plan of decisions about a game.

    Args:
        game: the game.
        method: the value of `--method`.
        fewest_tricks: whether the earliest win is wanted; methods that do not look for it are left out then.

    Raises:
        WrongOption: for a method that the game does not have.
        NotInstalled: if the named method needs a library that is missing.
    """
    methods = methods_for(game, method)
    if fewest_tricks and method != ALL:
        methods = tuple(one for one in methods if one.kind.finds_fewest)
    return Plan(game, method, methods)
