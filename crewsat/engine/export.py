"""Formulas for other solvers, and their solutions back into plays.

A formula is written by PySAT's writers as DIMACS, WCNF or OPB, with comments that say where it comes from and what
every variable means: a line for each row of a family of variables, in which neighbouring tricks have neighbouring
numbers. The WCNF of The Crew has a soft clause of weight 1 for every trick by which the play could be won earlier, so a
solution of least cost wins as early as possible; that of Hanabi has none. A solver's answer is not trusted: its
literals must satisfy every clause, and the play they represent is replayed by the referee.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

import crewsat
from crewsat.base.errors import Defect, InvalidInstance, Stopped, WrongOption
from crewsat.base.wording import alternatives, json_text, visible
from crewsat.engine.building import build
from crewsat.engine.limits import MEMORY_LIMIT, SIZE_LIMIT
from crewsat.engine.options import Options
from crewsat.games import GAMES, check_instance
from crewsat.games.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from crewsat.base.formula import Formula
    from crewsat.games.instance import Instance
    from crewsat.games.method import Method
    from crewsat.games.verdict import Answer

Form = Literal["dimacs", "wcnf", "opb"]
FORMS: tuple[Form, ...] = get_args(Form)

_STATUS: dict[str, Answer] = {
    "SATISFIABLE": "yes",
    "OPTIMUM FOUND": "yes",
    "UNSATISFIABLE": "no",
    "UNKNOWN": "unknown",
}


class TooLong(Stopped):
    """The text of a formula is estimated to be longer than allowed.

    Attributes:
        megabytes: its estimated length.
    """

    def __init__(self, megabytes: float) -> None:
        super().__init__("memory")
        self.megabytes = megabytes


def encode(
    instance: Instance,
    form: Form = "dimacs",
    *,
    memory_limit: float = MEMORY_LIMIT,
    size_limit: float = SIZE_LIMIT,
) -> str:
    """Return the formula of an instance as text.

    Args:
        instance: the question; the formula is satisfiable iff the answer is yes.
        form: ``dimacs``, ``wcnf`` or ``opb``.
        memory_limit: MB the formula may be estimated to take.
        size_limit: MB its text may be estimated to take.

    Raises:
        Stopped: if the formula is estimated to be larger; `TooLong` if its text is.
        TypeError: for something that is not an instance.
        WrongOption: if the game has no formula, or for an unknown form.
    """
    check_instance(instance)
    if form not in FORMS:
        raise WrongOption(f"unknown form '{visible(form)}'{alternatives(form, FORMS)}")
    encoding = build(method_of(instance).load(), instance, Options(memory_limit=memory_limit).limits())
    megabytes = _text_size(encoding.formula) / 1e6
    if megabytes > size_limit:
        raise TooLong(megabytes)
    notes = list(comments(instance, method_of(instance).name, encoding.formula))
    text = io.StringIO()
    if form == "opb":
        _pysat("CNF", encoding.formula).to_alien(text, format="opb")
        header, rest = text.getvalue().split("\n", 1)  # the format requires this line to come first
        return "\n".join([header, *(f"* {line}" for line in notes), rest])
    formula = _pysat("CNF", encoding.formula) if form == "dimacs" else _with_preferences(encoding)
    formula.to_fp(text, comments=[f"c {line}" for line in notes])
    return text.getvalue()


def _text_size(formula: Formula) -> int:
    """Return the most bytes the clauses can take as DIMACS text, without making the clauses of later steps."""
    digits = len(str(formula.variables))
    size = 0
    for clauses, shifted in (part for rule in formula.rules.values() for part in rule.parts):
        literals = sum(map(len, clauses))
        size += (formula.steps if shifted else 1) * (literals * (digits + 2) + len(clauses) * 2)
    return size


def method_of(instance: Instance) -> Method:
    """Return the method that makes the formula.

    Raises:
        WrongOption: if the game has none.
    """
    for method in GAMES[instance.game].methods:
        if method.kind.formula:
            return method
    raise WrongOption(f"there is no formula for {instance.game}")


def _pysat(kind: str, formula: Formula) -> Any:  # noqa: ANN401 - PySAT is not typed
    from pysat import formula as library  # noqa: PLC0415 - costs 0.1 s

    made = getattr(library, kind)()
    made.nv = formula.variables
    setattr(made, "clauses" if kind == "CNF" else "hard", list(formula.clauses()))
    return made


def _with_preferences(encoding: Any) -> Any:  # noqa: ANN401
    """Add a variable and a soft clause for each preference: in The Crew, that all goals are met before a trick."""
    made = _pysat("WCNF", encoding.formula)
    for literals in encoding.preferences():
        preference = made.nv + 1
        for literal in literals:
            made.append([-preference, literal])
        made.append([preference], weight=1)
    return made


def comments(instance: Instance, method: str, formula: Formula) -> Iterator[str]:
    """Yield comments on where a formula comes from and what its variables mean; in ASCII, which every solver can read.

    Args:
        instance: what it is about.
        method: what made it.
        formula: the clauses.
    """
    yield from origin(instance, f"{method}: satisfiable iff the game can be won")
    for rule, clauses in formula.rules.items():
        yield f"rule {rule}: clauses {len(clauses)}"
    for family in formula.families.values():
        for key in family.rows if family.width > 0 else ():
            first, last = family.at(key, family.first_step), family.at(key, family.last_step)
            what = f"{family.name}({_words(key)})"
            text = f"variables {first}..{last} = {what}, {formula.step_name} {family.first_step}..{family.last_step}"
            if not formula.step_name:
                text = f"variable {first} = {what}"
            yield visible(text, 10**6).encode("ascii", "backslashreplace").decode()


def origin(instance: Instance, what: str) -> Iterator[str]:
    """Yield comments on what a file is and which instance it is about, in ASCII.

    Args:
        instance: the instance.
        what: what the file says.
    """
    yield f"crewsat {crewsat.__version__}, {what}"
    yield f"instance sha256 {instance.digest()}"
    yield f"instance {json_text(instance.as_dict(), ascii_only=True, separators=(',', ':'))}"


def _words(key: object) -> str:
    """Return words for a key of a family: a card, a player, a suit, or several of these."""
    if isinstance(key, tuple) and not hasattr(key, "_fields"):
        return ", ".join(map(str, key))
    return str(key)


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver printed.

    Attributes:
        answer: ``yes`` for satisfiable, and so on.
        literals: of the model, as far as they were printed.
    """

    answer: Answer
    literals: frozenset[int] = frozenset()


def solution_of(text: str) -> Solution:
    """Read ``s`` and ``v`` lines in the format of the SAT, MaxSAT and pseudo-Boolean competitions.

    Literals are numbers (``-3``, ``+3``), names (``-x3``), or, as in the MaxSAT Evaluation, one text of zeros and ones.

    Raises:
        InvalidInstance: with the lines that cannot be read.
    """
    answer: Answer | None = None
    words: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("s "):
            if answer is not None:
                raise _unreadable(number, "there is a second status")
            answer = _answer_of(number, line[2:].strip())
        elif line.startswith("v") and line[1:2] in {" ", ""}:
            words += [(number, word) for word in line[1:].split()]
    if answer is None and not words:
        raise _unreadable(0, "there is neither an 's …' line nor a 'v …' line")
    literals = _literals(words)
    _check_consistent(literals)
    return Solution(answer or "yes", literals)


def _answer_of(number: int, status: str) -> Answer:
    if status not in _STATUS:
        raise _unreadable(number, f"'{visible(status)}' is not a status; allowed: {', '.join(_STATUS)}")
    return _STATUS[status]


def _literals(words: Sequence[tuple[int, str]]) -> frozenset[int]:
    if len(words) == 1 and re.fullmatch("[01]{2,}", words[0][1]):
        return frozenset(v if bit == "1" else -v for v, bit in enumerate(words[0][1], 1))
    literals = set()
    for number, word in words:
        if not re.fullmatch("[+-]?x?[0-9]{1,10}", word):
            raise _unreadable(
                number, f"'{visible(word)}' is not a literal; allowed: 3, +3, -3, x3, -x3, or a text of 0 and 1"
            )
        literals.add(int(word.replace("x", "")))
    return frozenset(literals - {0})


def _check_consistent(literals: Collection[int]) -> None:
    """Check that no variable is both true and false; the message names the first one that is."""
    clash = next((x for x in sorted(literals) if x > 0 and -x in literals), None)
    if clash is not None:
        raise _unreadable(0, f"variable {clash} is both true and false")


def _unreadable(line: int, message: str) -> InvalidInstance:
    return InvalidInstance([Defect(f"line {line}" if line else "", message)])


def decode(instance: Instance, solution: Solution, *, memory_limit: float = MEMORY_LIMIT) -> Verdict:
    """Turn a solution of the formula of an instance into a verdict.

    A variable that is not mentioned is assumed to be irrelevant: the given literals must satisfy every clause. A no is
    taken from the solver, and is not checked.

    Raises:
        InvalidInstance: if the literals are not a model of the formula.
        IllegalPlay: if they are one and still do not represent a winning play.
        Stopped: if the formula is estimated to be larger than the memory limit.
        WrongOption: if the game has no formula.
    """
    method, game = method_of(instance), GAMES[instance.game]
    if solution.answer != "yes":
        reason = "incomplete" if solution.answer == "unknown" else None
        return Verdict(
            solution.answer,
            method.name,
            "none",
            instance.game,
            reason=reason,
            notes=instance.notes,
            about=instance.about,
        )
    encoding = build(method.load(), instance, Options(memory_limit=memory_limit).limits())
    for rule, clauses in encoding.formula.rules.items():
        for clause in clauses:
            if solution.literals.isdisjoint(clause):
                raise _unreadable(
                    0, f"not a model of this instance's formula: clause {clause} of {rule} is not satisfied"
                )
    model = tuple(v if v in solution.literals else -v for v in range(1, encoding.formula.variables + 1))
    play = game.replay(instance, encoding.decode(model))
    return Verdict(
        "yes",
        method.name,
        "replayed",
        instance.game,
        None,
        play,
        notes=instance.notes,
        about=instance.about,
        model=model,
        **game.results(instance, play),
    )
