"""Methods as data: a way to decide a game, and the library it needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from crewsat.base.errors import WrongOption
from crewsat.games.scope import check_features

if TYPE_CHECKING:
    from crewsat.base.libraries import Library
    from crewsat.games.code import Code
    from crewsat.games.instance import Instance


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of method: how it is run, and what its answers are based on; the play of each yes is replayed.

    Attributes:
        name: its name in the back ends.
        no: how far a no is checked by code that did not find it: an argument in words, a search through everything, or
            not at all.
        solver: whether a solver works on a model and a seed varies the search; else there is nothing to vary or encode.
        formula: whether the model is a formula in clauses, which any solver of formulas can be given.
        apart: whether it runs in a child process, because nothing else can stop it or bound its memory.
        finds_fewest: whether it may be used when the earliest win is wanted.
    """

    name: Literal[
        "replay", "bound", "algorithm", "player", "refuter", "repair", "search", "opponent", "cnf", "cpsat", "asp"
    ]
    no: Literal["algorithm", "search", "none"]
    solver: bool = False
    formula: bool = False
    apart: bool = False
    finds_fewest: bool = True


REPLAY = Kind("replay", "algorithm")
BOUND = Kind("bound", "algorithm")
ALGORITHM = Kind("algorithm", "algorithm", finds_fewest=False)
PLAYER = Kind("player", "none", finds_fewest=False)
REFUTER = Kind("refuter", "algorithm", finds_fewest=False)
REPAIR = Kind("repair", "none", finds_fewest=False)
SEARCH = Kind("search", "search", finds_fewest=False)
OPPONENT_ALGORITHM = Kind("opponent", "algorithm", finds_fewest=False)
OPPONENT_SEARCH = Kind("opponent", "search", finds_fewest=False)
CNF = Kind("cnf", "none", solver=True, formula=True)
CPSAT = Kind("cpsat", "none", solver=True, apart=True)
ASP = Kind("asp", "none", solver=True, apart=True)


@dataclass(frozen=True, slots=True)
class Method:
    """One way to decide a question.

    Attributes:
        name: its name for `--method`.
        kind: how `decide` runs it.
        code: the code.
        applies: to which instances, in words.
        proves: which answers it gives and what they are based on, in words.
        automatic: whether ``auto`` tries it, in the order of the table.
        knows: the features of instances (`crewsat.games.features`) that it takes into account, or that make no
            difference to its answers. It is not used for instances with others.
        needs: the library it is built on, if any.
        faster_with: a library that does the same faster, if there is one.
        most_size: the largest instance ``all`` tries it on; None for any size.
        when: a function that says on which instances ``auto`` tries it; None for all.
        search: makes the same formula for a solver only, sooner: it does not say which rule a clause states.
        proof: makes the formula that a proof of a no is about: every winning play, padded to all steps, satisfies all
            its clauses. None if there are no proofs.
        meanwhile: the method from which ``auto`` requests a reason when the first solver of its plan has tried for a
            while.
        formula_version: the version of the formula of proofs: published proofs name theirs, and can be checked only by
            a program that states the same one.
    """

    name: str
    kind: Kind
    code: Code
    applies: str
    proves: str
    automatic: bool
    knows: frozenset[str]
    needs: Library | None = None
    faster_with: Library | None = None
    most_size: int | None = None
    when: Code | None = None
    search: Code | None = None
    proof: Code | None = None
    meanwhile: str | None = None
    formula_version: int = 1

    @property
    def installed(self) -> bool:
        """Whether the library it needs is installed."""
        return self.needs is None or self.needs.version() is not None

    def load(self) -> Any:  # noqa: ANN401 - the kinds differ
        """Import the code."""
        return self.code.load()

    def load_for_search(self) -> Any:  # noqa: ANN401
        """Import the function that makes the formula that a solver is given."""
        return (self.search or self.code).load()

    def load_for_proof(self) -> Any:  # noqa: ANN401
        """Import the function that makes the formula of proofs.

        Raises:
            WrongOption: if there are no proofs.
        """
        if self.proof is None:
            raise WrongOption(f"method '{self.name}' does not produce proofs")
        return self.proof.load()

    def understands(self, instance: Instance) -> bool:
        """Return whether it knows all features of an instance."""
        return instance.features <= self.knows

    def suits(self, instance: Instance) -> bool:
        """Return whether ``auto`` tries it on this instance."""
        return self.understands(instance) and (self.when is None or bool(self.when(instance)))

    def check(self, instance: Instance) -> None:
        """Check that it understands an instance.

        Raises:
            UnknownFeature: if it does not.
        """
        check_features(instance, self.knows, f"method '{self.name}'")
