"""THE table of methods: which question, where the code lives, when it applies, what it proves, what it needs.

`crewsat methods`, the help texts, the checks of `--method` and the tests are derived from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any, Literal

from crewsat.errors import NotInstalled, WrongOption
from crewsat.solvers import cnf, kissat
from crewsat.wording import visible

if TYPE_CHECKING:
    from crewsat.games.instance import Instance

Kind = Literal["replay", "bound", "algorithm", "search", "cnf", "cpsat", "asp"]

SOLVERS = (*cnf.SOLVERS, kissat.NAME)
"""Solvers of formulas that may be asked for by name."""


@cache
def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class Library:
    """What a method or solver needs installed.

    Attributes:
        distribution: its name where packages are found.
        extra: the extra of this package that installs it; empty if it is always installed.
    """

    distribution: str
    extra: str = ""

    def version(self) -> str | None:
        """Return the version installed, or None."""
        return _version(self.distribution)

    @property
    def install(self) -> str:
        """The command that installs it: an extra, in the folder of the sources, as nothing is published yet."""
        return f"pip install '.[{self.extra}]'" if self.extra else f"pip install {self.distribution}"


PYSAT, ORTOOLS, CLINGO = Library("python-sat"), Library("ortools"), Library("clingo", "asp")
KISSAT, DRATIFY = Library(kissat.DISTRIBUTION, "kissat"), Library("dratify", "proof")


@dataclass(frozen=True, slots=True)
class Method:
    """One way to decide a question.

    Attributes:
        game: the game it decides.
        name: what `--method` calls it.
        kind: how `decide` runs it.
        where: module and name of the code.
        applies: to which instances, in words.
        proves: which answers it gives and what they rest on, in words.
        automatic: whether ``auto`` tries it, in the order of the table.
        needs: the library it is built on, if any.
        most_cards: the largest deal ``all`` tries it on; None for any size.
        when: module and name of a function that says on which instances ``auto`` tries it; None for all.
        proof: module and name of what makes the formula a proof of a no is about: every play that wins, padded to all
            steps, satisfies all its clauses. None if there are no proofs.
    """

    game: str
    name: str
    kind: Kind
    where: str
    applies: str
    proves: str
    automatic: bool
    needs: Library | None = None
    most_cards: int | None = None
    when: str | None = None
    proof: str | None = None

    @property
    def apart(self) -> bool:
        """Whether it runs in a child process, because nothing else can stop it or bound its memory."""
        return self.kind in {"cpsat", "asp"}

    @property
    def installed(self) -> bool:
        """Whether what it needs is there."""
        return self.needs is None or self.needs.version() is not None

    def load(self, *, for_proof: bool = False) -> Any:  # noqa: ANN401 - the kinds differ
        """Import the code, or what makes the formula of proofs.

        Raises:
            WrongOption: if there are no proofs.
        """
        if not for_proof:
            return _load(self.where)
        if self.proof is None:
            raise WrongOption(f"method '{self.name}' gives no proof")
        return _load(self.proof)

    def suits(self, instance: Instance) -> bool:
        """Whether ``auto`` tries it on this instance."""
        return self.when is None or bool(_load(self.when)(instance))


def _load(where: str) -> Any:  # noqa: ANN401 - code of any kind
    module, name = where.split(":")
    return getattr(import_module(module), name)


METHODS = (
    Method(
        "crew",
        "past",
        "replay",
        "crewsat.algorithms.crew.past:decided_by_the_past",
        "every instance in which nothing is left to do or everything is lost",
        "yes with the empty play, or no by what has been played (with the trick)",
        automatic=True,
    ),
    Method(
        "crew",
        "bounds",
        "bound",
        "crewsat.algorithms.crew.bounds:refuted",
        "every instance; says no or nothing",
        "no, by counting tricks and cards (with the reason in words)",
        automatic=True,
    ),
    Method(
        "crew",
        "single-value",
        "algorithm",
        "crewsat.algorithms.crew.single_value:decide_single_value",
        "one card of each suit, no trump held; owners fixed, no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (paper, theorem 3.1)",
        automatic=True,
    ),
    Method(
        "crew",
        "owned-objectives",
        "algorithm",
        "crewsat.algorithms.crew.single_suit_owned:decide_owned_objectives",
        "one suit, every objective held by its owner; no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (paper, theorem 4.1)",
        automatic=True,
    ),
    Method(
        "crew",
        "single-suit",
        "algorithm",
        "crewsat.algorithms.crew.single_suit:decide_single_suit",
        "one suit; owners fixed, no order, no tasks, nothing played",
        "yes with a replayed play, no with the reason in words (in place of the paper's theorem 5.3)",
        automatic=True,
    ),
    Method(
        "crew",
        "cnf-tricks",
        "cnf",
        "crewsat_encodings.crew.cnf.encoding:Encoding",
        "every instance",
        "yes with a replayed play; no by an unsatisfiable formula, with --proof by a proof that is checked",
        automatic=True,
        needs=PYSAT,
        proof="crewsat_encodings.crew.cnf.encoding:encoding_of_all_plays",
    ),
    Method(
        "crew",
        "cpsat",
        "cpsat",
        "crewsat_encodings.crew.cpsat.encoding:Encoding",
        "every instance",
        "yes with a replayed play; no as a second opinion (not checked)",
        automatic=False,
        needs=ORTOOLS,
    ),
    Method(
        "crew",
        "asp",
        "asp",
        "crewsat_encodings.crew.asp.encoding:Encoding",
        "every instance; meant for cross-checks",
        "yes with a replayed play; no as a third opinion (not checked)",
        automatic=False,
        needs=CLINGO,
    ),
    Method(
        "crew",
        "exhaustive",
        "search",
        "crewsat.algorithms.crew.exhaustive:search",
        "every instance; up to about 20 cards in practice",
        "yes with a replayed play; no by trying everything",
        automatic=False,
        most_cards=20,
    ),
    Method(
        "hanabi_solitaire",
        "missing",
        "bound",
        "crewsat.algorithms.hanabi_solitaire.missing:card_missing",
        "every deck; says no or nothing",
        "no, by a card that is not in the deck",
        automatic=True,
    ),
    Method(
        "hanabi_solitaire",
        "unique-cards",
        "algorithm",
        "crewsat.algorithms.hanabi_solitaire.unique:decide_unique_cards",
        "no card comes twice",
        "yes with a replayed play, no with the reason in words (paper, lemma 2.1)",
        automatic=True,
    ),
    Method(
        "hanabi_solitaire",
        "one-colour",
        "algorithm",
        "crewsat.algorithms.hanabi_solitaire.one_colour:decide_one_colour",
        "one colour",
        "yes with a replayed play, no with the reason in words (paper, theorem 3.3)",
        automatic=True,
    ),
    Method(
        "hanabi_solitaire",
        "forced-holds",
        "bound",
        "crewsat.algorithms.hanabi_solitaire.copies:refuted",
        "every deck that lacks no card; says no or nothing",
        "no, by cards that must wait in the hand (with the reason in words)",
        automatic=True,
    ),
    Method(
        "hanabi_solitaire",
        "table",
        "search",
        "crewsat.algorithms.hanabi_solitaire.table:search",
        "every deck; by auto only where the table is small, as it is for decks like those of the real game",
        "yes with a replayed play; no by dynamic programming (paper, theorem 4.2)",
        automatic=True,
        most_cards=60,
        when="crewsat.algorithms.hanabi_solitaire.table:is_small",
    ),
    Method(
        "hanabi_solitaire",
        "cnf-copies",
        "cnf",
        "crewsat_encodings.hanabi_solitaire.copies_cnf:Encoding",
        "every instance",
        "yes with a replayed play; no by an unsatisfiable formula (not checked)",
        automatic=True,
        needs=PYSAT,
    ),
    Method(
        "hanabi_solitaire",
        "cnf-draws",
        "cnf",
        "crewsat_encodings.hanabi_solitaire.draws_cnf:Encoding",
        "every instance; meant for proofs and cross-checks, up to some hundred cards in practice",
        "yes with a replayed play; no by an unsatisfiable formula, with --proof by a proof that is checked",
        automatic=False,
        needs=PYSAT,
        most_cards=200,
        proof="crewsat_encodings.hanabi_solitaire.draws_cnf:Encoding",
    ),
    Method(
        "hanabi_solitaire",
        "cpsat",
        "cpsat",
        "crewsat_encodings.hanabi_solitaire.holding_cpsat:Encoding",
        "every instance",
        "yes with a replayed play; no as a second opinion (not checked)",
        automatic=False,
        needs=ORTOOLS,
    ),
    Method(
        "hanabi_solitaire",
        "exhaustive",
        "search",
        "crewsat.algorithms.hanabi_solitaire.exhaustive:search",
        "every instance; up to about 15 cards in practice",
        "yes with a replayed play; no by trying everything",
        automatic=False,
        most_cards=12,
    ),
)


def proving_method(game: str) -> Method:
    """Return the method whose formula the proofs about a game are about.

    Raises:
        WrongOption: if there are no proofs.
    """
    for method in METHODS:
        if method.game == game and method.proof is not None:
            return method
    raise WrongOption(f"there are no proofs for {visible(game)}")


ALL = "all"
"""What `--method` calls every method that applies, one after the other, their answers compared."""


def method_names(game: str) -> tuple[str, ...]:
    """Return what `--method` may be, for one game."""
    return ("auto", ALL, *(method.name for method in METHODS if method.game == game))


def methods_for(game: str, name: str = "auto") -> tuple[Method, ...]:
    """Return the methods to try in turn: those of ``auto``, the one named, or for ``all`` those that are installed.

    Raises:
        WrongOption: for a name that is not in the table; the message lists those that are.
        NotInstalled: if the method named needs a library that is missing.
    """
    if name not in method_names(game):
        raise WrongOption(f"no method '{visible(name)}' for {game}; allowed: {', '.join(method_names(game))}")
    known = [method for method in METHODS if method.game == game]
    if name == ALL:
        return tuple(method for method in known if method.installed)
    found = tuple(method for method in known if (method.automatic if name == "auto" else method.name == name))
    for method in found:
        if method.needs is not None and not method.installed:
            raise NotInstalled(f"method '{name}' needs {method.needs.distribution}: {method.needs.install}")
    return found
