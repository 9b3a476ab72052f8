"""Rules of a game as stated by an encoding: one named function each, in the order of a rule book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Statement = Callable[[Any], Any]
    """A function that states a rule, given the model of its encoding: it yields clauses, or adds constraints."""


def always(_model: object) -> bool:
    """Return True: the rule is about every instance."""
    return True


@dataclass(frozen=True)
class Rule:
    """One rule of the game.

    Attributes:
        state: states the rule; for a formula, yields the clauses, those of trick 1 if the rule holds at every trick.
        redundant: whether the other rules imply it, or it only breaks a symmetry.
        symmetry: whether it excludes plays that are equivalent to others: to be left out when plays are compared.
        argued: whether an argument outside the clauses decides when it may be stated: to be left out of proofs.
        every_trick: whether the clauses are shifted to all tricks.
        applies: whether the model has anything that the rule is about; otherwise it is left out.
    """

    state: Statement
    redundant: bool = False
    symmetry: bool = False
    argued: bool = False
    every_trick: bool = False
    applies: Callable[[Any], bool] = always

    @property
    def name(self) -> str:
        """The name of the rule."""
        return self.state.__name__


class RuleBook(list[Rule]):
    """Rules in the order they are stated."""

    def rule(
        self,
        *,
        every_trick: bool = True,
        redundant: bool = False,
        symmetry: bool = False,
        argued: bool = False,
        applies: Callable[[Any], bool] = always,
    ) -> Callable[[Statement], Statement]:
        """Enter the decorated function; the arguments are those of `Rule`."""

        def enter(state: Statement) -> Statement:
            self.append(Rule(state, redundant, symmetry, argued, every_trick, applies))
            return state

        return enter
