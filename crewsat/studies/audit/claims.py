"""The parts of an audit: claims, the readings of each, and what computation says about them.

A *claim* is a statement of a paper. Where the text leaves something open, every plausible way to understand it is a
*reading* of its own; a *repaired* reading is our own statement that replaces the claim. A reading is a function of one
*case* (an instance with what is known about it): it holds there, fails there, or says nothing about it. A *domain*
yields cases, first all small ones up to symmetry, then random ones. The outcome is a *tally* for every reading: how
many cases it covered, how it failed, and the smallest case on which it did. Verdicts are derived from tallies and
stored nowhere else.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from crewsat.studies.audit.tables import Table

Case = TypeVar("Case")

Chunk = tuple[str | int, ...]
"""A part of a domain: the arguments of its `cases`, as stored in JSON."""

Standing = Literal["holds", "fails", "untested"]
"""Whether a reading held on every case it covered, failed on one, or covered none."""

Judgement = Literal["no counterexample", "depends on the reading", "fails", "untested"]


class Shown(Protocol):
    """An instance of a game, or anything else that can be shown."""

    def as_dict(self) -> dict[str, Any]:
        """Return a JSON object that names its ``game``; ``about`` may hold a ``command`` that prints it."""
        ...


@dataclass(frozen=True, slots=True)
class Failure:
    """The failure of a reading.

    Attributes:
        words: how it fails; the same words for all failures of a kind.
        instance: what shows it: an instance, a large one with the ``command`` that prints it in its notes; or anything
            else with such a command.
    """

    words: str
    instance: Shown


Finding = Failure | Literal[False] | None
"""The result of a reading on a case: how it fails there, False if it holds, None if it says nothing about it."""


@dataclass(frozen=True)
class Reading(Generic[Case]):
    """One way to understand a claim.

    Attributes:
        name: short, unique within the claim.
        words: the statement it amounts to.
        fails: its result on a case.
        repaired: whether it is our replacement for the claim.
    """

    name: str
    words: str
    fails: Callable[[Case], Finding]
    repaired: bool = False


@dataclass(frozen=True)
class Claim(Generic[Case]):
    """A statement of the paper.

    Attributes:
        name: short, unique within the audit: ``lemma-6.2``.
        place: where it appears in the paper.
        statement: what it says, in our words.
        domain: the name of the domain on which it is tried.
        readings: all ways to understand it, those closest to the text first, ours last.
        repaired: what can be claimed instead; empty if nothing needs repair.
        remark: anything else a reader should know.
    """

    name: str
    place: str
    statement: str
    domain: str
    readings: tuple[Reading[Case], ...]
    repaired: str = ""
    remark: str = ""


@dataclass(frozen=True)
class Domain(Generic[Case]):
    """Where cases come from.

    Attributes:
        name: short, unique within the audit.
        words: which cases the usual run has.
        thorough_words: the same for the thorough run.
        chunks: the parts of the domain, of the usual or the thorough run; the same cases each time.
        cases: the cases of one part.
        size: the size of a case; the smallest counterexample is the one with the smallest size.
    """

    name: str
    words: str
    thorough_words: str
    chunks: Callable[[bool], Sequence[Chunk]]
    cases: Callable[..., Iterator[Case]]
    size: Callable[[Case], tuple[int, ...]]


@dataclass(frozen=True)
class MainResult:
    """A main result of the paper, and what it rests on here; its verdict is derived from these claims.

    Attributes:
        name: as in the paper: ``theorem 5.3``.
        words: what it says, in half a line.
        rests_on: the names of claims.
        repair: how it holds if some of them are repaired: ``with fewer junk cards``.
    """

    name: str
    words: str
    rests_on: tuple[str, ...]
    repair: str = ""


@dataclass(frozen=True)
class Audit:
    """All claims of one paper.

    Attributes:
        name: what the command line calls it.
        title: the paper.
        domains: by name.
        claims: in the order of the paper.
        tables: what else is computed.
        results: the main results, in the order of the paper.
        briefly: what fails, in half a line, by the name of each claim that fails or depends on the reading.
    """

    name: str
    title: str
    domains: Mapping[str, Domain[Any]]
    claims: tuple[Claim[Any], ...]
    tables: tuple[Table[Any], ...] = ()
    results: tuple[MainResult, ...] = ()
    briefly: Mapping[str, str] = field(default_factory=dict)


def used_domains(audit: Audit) -> set[str]:
    """Return the names of the domains that claims and tables are tried on."""
    return {claim.domain for claim in audit.claims} | {table.domain for table in audit.tables}


@dataclass
class Tally:
    """The results of one reading.

    Attributes:
        cases: how many cases it covered.
        failures: on how many it failed, by the description of the failure.
        smallest: the smallest failure: its size, words and instance, as JSON.
    """

    cases: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    smallest: dict[str, Any] | None = None

    @property
    def standing(self) -> Standing:
        """Whether the reading held."""
        return "fails" if self.failures else "holds" if self.cases else "untested"

    def add(self, result: Finding, size: tuple[int, ...]) -> None:
        """Count the result of one case."""
        if result is None:
            return
        self.cases += 1
        if result:
            self.failures[result.words] += 1
            if self.smallest is None or list(size) <= self.smallest["size"]:
                found = {"size": list(size), "words": result.words, "instance": result.instance.as_dict()}
                self._keep(found)

    def merge(self, other: Tally) -> None:
        """Add the results of another part of the domain."""
        self.cases += other.cases
        self.failures.update(other.failures)
        if other.smallest is not None:
            self._keep(other.smallest)

    def _keep(self, found: dict[str, Any]) -> None:
        """Keep the smaller failure; the text breaks ties, so that the order of the parts does not matter."""
        if self.smallest is None or _key(found) < _key(self.smallest):
            self.smallest = found

    def as_dict(self) -> dict[str, Any]:
        """Return the tally as a JSON object."""
        return {"cases": self.cases, "failures": dict(sorted(self.failures.items())), "smallest": self.smallest}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Read a tally back.

        Raises:
            ValueError: if it is not a tally: each case fails at most once, and one of the failures is the smallest.
        """
        cases, failures, smallest = data["cases"], Counter[str](data["failures"]), data["smallest"]
        numbers = [cases, *failures.values()]
        if any(type(one) is not int or one < 0 for one in numbers) or failures.total() > cases:
            raise ValueError("cases and failures are numbers of cases")
        if (smallest is None) == bool(failures) or (failures and smallest["words"] not in failures):
            raise ValueError("the smallest failure is one of the failures")
        return cls(cases, failures, smallest)


def _key(found: Mapping[str, Any]) -> tuple[list[int], int, str]:
    text = json.dumps(found["instance"], sort_keys=True)
    return found["size"], len(text), text


Tallies = dict[str, Tally]
"""Tallies by claim and reading: ``lemma-6.2/printed``."""


def key_of(claim: Claim[Any], reading: Reading[Any]) -> str:
    """Return the name of a reading within an audit."""
    return f"{claim.name}/{reading.name}"


def judgement(claim: Claim[Any], tallies: Tallies, *, repaired: bool = False) -> Judgement:
    """Return what the tallies say about a claim as published, or about its repair."""
    standings = {tallies[key_of(claim, one)].standing for one in claim.readings if one.repaired == repaired}
    standings.discard("untested")
    if not standings:
        return "untested"
    if len(standings) == 2:
        return "depends on the reading"
    return "fails" if "fails" in standings else "no counterexample"


def try_claims(claims: Sequence[Claim[Case]], domain: Domain[Case], chunk: Chunk) -> Tallies:
    """Try all claims of a domain on the cases of one of its parts."""
    mine = [(key_of(claim, one), one) for claim in claims if claim.domain == domain.name for one in claim.readings]
    tallies = {key: Tally() for key, _ in mine}
    for case in domain.cases(*chunk):
        size = domain.size(case)
        for key, reading in mine:
            tallies[key].add(reading.fails(case), size)
    return tallies
