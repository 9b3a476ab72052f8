"""Check an LRAT proof: read a formula and a proof from two files, and trust nothing else.

Nothing here is shared with what finds and writes proofs; only the standard library is imported. The question is whether
the clauses of the formula (DIMACS, one per line) have no model. A line of the proof adds a clause, with a number and
hints, or deletes clauses. A clause C may be added if one of two things holds, tried with the hints in their order:

- RUP: make all literals of C false; each hint names a clause with one literal left, which becomes true, and the last
  one a clause with none left.
- RAT on the first literal p of C: the positive hints as above, without a contradiction; then every clause that
  contains -p is named by a negative hint and leads to a contradiction, if its other literals are made false as well,
  by the hints that follow it, or has a literal that is true already. So adding C makes no satisfiable formula
  unsatisfiable.

The formula has no model if the empty clause can be added. Anything malformed, useless or superfluous is a reason to
reject. The work is linear in the sizes of the clauses named, plus, for RAT, in that of all clauses.

L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient certified RAT verification, CADE 2017.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Clauses = dict[int, tuple[int, ...]]

_LONGEST = 1 << 22
"""Bytes of the longest line that is read: in memory it takes some 25 times as much."""

_NUMBER, _LITERAL = rb"[1-9][0-9]{0,15}", rb"-?[1-9][0-9]{0,15}"
_HEADER = re.compile(rb"[ \t]*+p[ \t]++cnf[ \t]++(0|%b)[ \t]++(0|%b)[ \t\r]*+\n" % (_NUMBER, _NUMBER))
_CLAUSE = re.compile(rb"[ \t]*+(?:%b[ \t]++)*+0[ \t\r]*+\n" % _LITERAL)
_ADDITION = re.compile(rb"%b (?:%b )*+0 (?:%b )*+0\n" % (_NUMBER, _LITERAL, _LITERAL))
_DELETION = re.compile(rb"%b d (?:%b )*+0\n" % (_NUMBER, _NUMBER))


class Rejected(Exception):  # noqa: N818 - a verdict
    """The files are not a formula and a proof of its unsatisfiability; the message names file, line and reason."""


class Unended(Rejected):
    """A line is too long, or the file ends within it."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What was checked: the number of variables and clauses of the formula and of clauses the proof adds."""

    variables: int
    clauses: int
    lemmas: int


def check(formula: BinaryIO, proof: BinaryIO, *, out_of_time: Callable[[], bool] = lambda: False) -> Sizes:
    """Return the sizes of the formula and the proof if the proof shows that the formula has no model.

    Args:
        formula: DIMACS; comments may come before the header and between clauses.
        proof: LRAT as text.
        out_of_time: called now and then; returns whether to give up.

    Raises:
        Rejected: if it does not, or is malformed; `Unended` for a line that is too long.
        TimeoutError: if time ran out.
    """
    variables, clauses = _formula(formula, out_of_time)
    given = last = len(clauses)
    lemmas = 0
    for number, line in _lines("proof", proof, out_of_time):
        if _ADDITION.fullmatch(line):
            last, lemma, hints = _addition(line, last, number)
            if not _follows(clauses, lemma, hints, number):
                _reject("proof", number, f"clause {last} does not follow by its hints")
            lemmas += 1
            if not lemma:
                if next(_lines("proof", proof, out_of_time), None) is not None:
                    _reject("proof", number, "the proof goes on after the empty clause")
                return Sizes(variables, given, lemmas)
            clauses[last] = lemma
        elif _DELETION.fullmatch(line):
            before, _, after = line.partition(b"d")
            at, gone = int(before), list(map(int, after.split()))
            if at != last:
                _reject("proof", number, f"a deletion bears the number before it, {last}, not {at}")
            for one in gone[:-1]:
                if clauses.pop(one, None) is None:
                    _reject("proof", number, f"there is no clause {one} to delete")
        else:
            _reject("proof", number, "neither adds a clause nor deletes some")
    raise Rejected("proof: the proof ends without the empty clause")


def _formula(stream: BinaryIO, out_of_time: Callable[[], bool]) -> tuple[int, Clauses]:
    """Read the formula; its clauses are numbered from 1."""
    sizes: tuple[int, int] | None = None
    clauses: Clauses = {}
    for number, line in _lines("formula", stream, out_of_time):
        if line.startswith(b"c") or not line.strip():
            continue
        if sizes is None:
            header = _HEADER.fullmatch(line) or _reject("formula", number, "no header 'p cnf VARIABLES CLAUSES'")
            sizes = int(header[1]), int(header[2])
            continue
        if not _CLAUSE.fullmatch(line):
            _reject("formula", number, "no clause")
        clauses[len(clauses) + 1] = clause = tuple(dict.fromkeys(map(int, line.split()[:-1])))
        if any(abs(literal) > sizes[0] for literal in clause):
            _reject("formula", number, f"there are only {sizes[0]} variables")
    if sizes is None or sizes[1] != len(clauses):
        _reject("formula", 0, "the header does not say how many clauses there are")
    return sizes[0], clauses


def _lines(file: str, stream: BinaryIO, out_of_time: Callable[[], bool]) -> Iterator[tuple[int, bytes]]:
    """Yield all lines with their numbers, from 1."""
    for number, line in enumerate(iter(lambda: stream.readline(_LONGEST), b""), 1):
        if number % 256 == 0 and out_of_time():
            raise TimeoutError
        if not line.endswith(b"\n"):
            raise Unended(f"{file}, line {number}: is too long, or does not end")
        yield number, line


def _addition(line: bytes, last: int, number: int) -> tuple[int, tuple[int, ...], list[int]]:
    """Return number, clause and hints."""
    this, *rest = map(int, line.split())
    end = rest.index(0)
    lemma, hints = tuple(dict.fromkeys(rest[:end])), rest[end + 1 : -1]
    if this <= last:
        _reject("proof", number, f"clause {this} comes after clause {last}")
    if not {-literal for literal in lemma}.isdisjoint(lemma):
        _reject("proof", number, f"clause {this} has a literal and its negation")
    return this, lemma, hints


def _follows(clauses: Clauses, lemma: tuple[int, ...], hints: Sequence[int], number: int) -> bool:
    """Return whether a clause may be added by its hints."""
    false = set(lemma)
    first, *groups = _groups(hints)
    if _contradiction(clauses, false, first, number):
        return not groups
    return bool(lemma) and _is_rat(clauses, -lemma[0], false, groups, number)


def _is_rat(clauses: Clauses, opposite: int, false: set[int], groups: Sequence[Sequence[int]], number: int) -> bool:
    """Return whether every clause that contains the first literal's opposite leads to a contradiction by its hints."""
    open_ones = {one for one, clause in clauses.items() if opposite in clause}
    for rival, *more in groups:
        if rival not in open_ones:
            _reject("proof", number, f"clause {rival} is not there, or does not contain {opposite}, or comes twice")
        open_ones.remove(rival)
        others = {literal for literal in clauses[rival] if literal != opposite}
        if any(-literal in false for literal in others):
            if more:
                _reject("proof", number, f"there are hints for clause {rival}, which needs none")
        elif not _contradiction(clauses, false | others, more, number):
            return False
    if open_ones:
        _reject("proof", number, f"no hint names clause {min(open_ones)}, which contains {opposite}")
    return True


def _groups(hints: Sequence[int]) -> list[list[int]]:
    """Split the hints before each negative one, and drop signs."""
    groups: list[list[int]] = [[]]
    for hint in hints:
        if hint < 0:
            groups.append([])
        groups[-1].append(abs(hint))
    return groups


def _contradiction(clauses: Clauses, false: set[int], hints: Sequence[int], number: int) -> bool:
    """Follow the hints, adding to the false literals; return whether the last one ends in a contradiction."""
    for k, hint in enumerate(hints):
        clause = clauses.get(hint)
        if clause is None:
            _reject("proof", number, f"there is no clause {hint}")
        left = [literal for literal in clause if literal not in false]
        if not left:
            if k < len(hints) - 1:
                _reject("proof", number, f"there are hints after the contradiction in clause {hint}")
            return True
        if len(left) > 1 or -left[0] in false:
            _reject("proof", number, f"clause {hint} is not unit where it is a hint")
        false.add(-left[0])
    return False


def _reject(file: str, number: int, why: str) -> NoReturn:
    raise Rejected(f"{file}, line {number}: {why}" if number else f"{file}: {why}")
