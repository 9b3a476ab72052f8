"""Planning problems in typed STRIPS, as PDDL writes them: actions, problems, and plans that are carried out.

A fact is a predicate and its objects, ``("held", "pink-9")``; a state is the set of facts that hold. An action needs
facts, deletes some and adds others, in this order. Facts of predicates that no action changes are kept apart, in an
index: they are most of a problem, and no state repeats them.

What is read is the part of PDDL that this program writes: conjunctions of facts, negated in effects only (Ghallab and
others, PDDL, the planning domain definition language, 1998; requirements ``:strips`` and ``:typing``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.wording import MOST_CHARACTERS, alternatives, counted, listed, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Fact = tuple[str, ...]
State = frozenset[Fact]
Binding = dict[str, str]

_TOKEN = re.compile(r"[()]|[^\s()]+")
_STEP = re.compile(r"\(\s*([^()\s]+(?:\s+[^()\s]+)*)\s*\)")


class Step(NamedTuple):
    """A step of a plan: an action and the objects in the places of its parameters."""

    action: str
    objects: tuple[str, ...]

    def __str__(self) -> str:
        return text_of((self.action, *self.objects))


@dataclass(frozen=True, slots=True)
class Action:
    """An action schema.

    Attributes:
        name: its name.
        parameters: the variables with their types, such as ``?card`` and ``card``, in their order.
        needs: facts with variables that must hold.
        deletes: facts that no longer hold afterwards.
        adds: facts that hold afterwards.
    """

    name: str
    parameters: tuple[tuple[str, str], ...]
    needs: tuple[Fact, ...]
    deletes: tuple[Fact, ...]
    adds: tuple[Fact, ...]

    def binding(self, step: Step) -> Binding:
        """Return the objects of a step by the variables they stand for."""
        return dict(zip((variable for variable, _ in self.parameters), step.objects, strict=True))


@dataclass(frozen=True)
class Domain:
    """A domain: its text, and the actions in it, by name."""

    text: str

    @cached_property
    def name(self) -> str:
        """Its name."""
        name: str = _nested(self.text)[0][1][1]
        return name

    @cached_property
    def actions(self) -> Mapping[str, Action]:
        """The actions in the order of the text."""
        actions = (_action_of(part) for part in self._parts if part[0] == ":action")
        return {action.name: action for action in actions}

    @cached_property
    def constants(self) -> Mapping[str, str]:
        """The objects that every problem has, with their types."""
        return {name: kind for part in self._parts if part[0] == ":constants" for name, kind in _typed(part[1:])}

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the text outside comments: no object of a problem may have such a name."""
        return frozenset(re.findall(r"[a-z][a-z-]*", _without_comments(self.text)))

    @cached_property
    def changing(self) -> frozenset[str]:
        """The predicates that actions add or delete."""
        return frozenset(fact[0] for action in self.actions.values() for fact in (*action.adds, *action.deletes))

    @cached_property
    def _parts(self) -> list[Any]:
        parts: list[Any] = _nested(self.text)[0][2:]
        return parts


@dataclass(frozen=True)
class Problem:
    """A problem of a domain.

    Attributes:
        domain: its actions.
        objects: the objects with their types, without the constants of the domain.
        init: the facts that hold at first, each once, in the order in which they are written.
        goal: the facts that must hold at the end.
    """

    domain: Domain
    objects: Mapping[str, str]
    init: Sequence[Fact]
    goal: Sequence[Fact]

    @cached_property
    def start(self) -> State:
        """The first state, without the facts that never change."""
        return frozenset(fact for fact in self.init if fact[0] in self.domain.changing)

    @property
    def size(self) -> int:
        """The characters of its text, up to what does not grow with it."""
        written = sum(sum(map(len, fact)) + len(fact) + 2 for fact in (*self.init, *self.goal))
        return written + sum(len(name) + 1 for name in self.objects)

    def text(self, name: str, comments: Iterable[str] = ()) -> str:
        """Return the problem as PDDL.

        Args:
            name: that of the problem.
            comments: lines to begin with.
        """
        lines = [f"; {comment}" for comment in comments]
        lines += [f"(define (problem {name})", f"  (:domain {self.domain.name})", "  (:objects"]
        for kind, names in groupby(self.objects, key=self.objects.__getitem__):
            lines.append(f"    {' '.join(names)} - {kind}")
        lines[-1] += ")"
        lines.append("  (:init")
        for _, facts in groupby(self.init, key=lambda fact: fact[: 2 if len(fact) > 2 else 1]):
            lines.append(f"    {' '.join(map(text_of, facts))}")
        lines[-1] += ")"
        lines += [f"  (:goal (and{''.join(f' {text_of(fact)}' for fact in self.goal)})))", ""]
        return "\n".join(lines)

    def possible(self, state: State, only: Iterable[str] | None = None) -> Iterator[Step]:
        """Yield the steps that can be taken in a state, in the order of the actions.

        Args:
            state: facts that hold, besides those that never change.
            only: the names of the actions to look at; None for all.
        """
        facts: dict[str, Any] = dict(self._fixed)
        for fact in sorted(state):
            facts.setdefault(fact[0], {})[fact] = None
        actions = self.domain.actions
        for name in actions if only is None else only:
            for binding in _bindings(actions[name].needs, {}, facts):
                yield Step(name, tuple(binding[variable] for variable, _ in actions[name].parameters))

    def after(self, state: State, step: Step) -> State:
        """Return the state after a step that can be taken."""
        action = self.domain.actions[step.action]
        binding = action.binding(step)
        deleted = {_ground(fact, binding) for fact in action.deletes}
        return (state - deleted) | {_ground(fact, binding) for fact in action.adds}

    def missing(self, state: State, step: Step) -> list[Fact]:
        """Return the facts that a step needs and that do not hold in a state."""
        action = self.domain.actions[step.action]
        needed = (_ground(fact, action.binding(step)) for fact in action.needs)
        return [fact for fact in needed if fact not in state and fact not in self._fixed.get(fact[0], ())]

    def open_goals(self, state: State) -> list[Fact]:
        """Return the facts of the goal that do not hold in a state."""
        return [fact for fact in self.goal if fact not in state]

    def check(self, plan: Iterable[tuple[int, Step]]) -> None:
        """Carry out a plan, and check that it reaches the goal.

        Args:
            plan: steps with the numbers of their lines.

        Raises:
            InvalidInstance: at the first step that is not one of the domain's or cannot be taken, with its line; or at
                the end, with what has not been reached.
        """
        state, taken = self.start, 0
        for line, step in plan:
            self._check_objects(line, step)
            lacking = self.missing(state, step)
            if lacking:
                possible = listed(self.possible(state)) or "nothing"
                needs = f"{visible(step, MOST_CHARACTERS)} needs {visible(text_of(lacking[0]), MOST_CHARACTERS)}"
                raise unreadable(line, f"{needs}, which does not hold here; possible here: {possible}")
            state, taken = self.after(state, step), taken + 1
        open_goals = self.open_goals(state)
        if open_goals:
            ends = f"the plan ends after {counted(taken, 'step')} without {listed(map(text_of, open_goals))}"
            raise unreadable(0, f"{ends}; a plan must reach all goals")

    def _check_objects(self, line: int, step: Step) -> None:
        """Check that a step names an action, and objects of the types of its parameters."""
        actions = self.domain.actions
        if step.action not in actions:
            raise unreadable(line, f"'{visible(step.action)}' is not an action{alternatives(step.action, actions)}")
        parameters = actions[step.action].parameters
        if len(step.objects) != len(parameters):
            kinds = " ".join(kind for _, kind in parameters)
            wanted = f"'{step.action}' takes {counted(len(parameters), 'object')} ({kinds})"
            raise unreadable(line, f"{wanted}, not {len(step.objects)}")
        types = {**self.domain.constants, **self.objects}
        for name, (_, kind) in zip(step.objects, parameters, strict=True):
            if types.get(name) != kind:
                known = [one for one in types if types[one] == kind]
                raise unreadable(line, f"'{visible(name)}' is not a {kind} of this deal; allowed: {listed(known)}")

    @cached_property
    def _fixed(self) -> Mapping[str, Mapping[Fact, None]]:
        """The facts that never change, by predicate."""
        found: dict[str, dict[Fact, None]] = {}
        for fact in self.init:
            if fact[0] not in self.domain.changing:
                found.setdefault(fact[0], {})[fact] = None
        return found


def text_of(fact: Fact) -> str:
    """Return a fact as PDDL."""
    return f"({' '.join(fact)})"


def text_of_plan(steps: Iterable[Step]) -> str:
    """Return a plan as text, a step a line, as in the planning competitions."""
    return "".join(f"{step}\n" for step in steps)


def read_plan(text: str) -> Iterator[tuple[int, Step]]:
    """Yield the steps of a plan with the numbers of their lines; a semicolon begins a comment, and case is ignored.

    Raises:
        InvalidInstance: for a line that is not a step.
    """
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(";")[0].strip().lower()
        found = _STEP.fullmatch(words)
        if found is not None:
            action, *objects = found[1].split()
            yield number, Step(action, tuple(objects))
        elif words:
            raise unreadable(
                number, f"'{visible(words)}' is not a step; allowed: an action and its objects in brackets"
            )


def unreadable(line: int, message: str) -> InvalidInstance:
    """Return the error for a line of a plan; 0 for the plan as a whole."""
    return InvalidInstance([Defect(f"line {line}" if line else "", message)])


def _bindings(needs: Sequence[Fact], binding: Binding, facts: Mapping[str, Mapping[Fact, None]]) -> Iterator[Binding]:
    """Yield the bindings that extend one and make all of these facts hold."""
    if not needs:
        yield binding
        return
    pattern, holding = _ground(needs[0], binding), facts.get(needs[0][0], {})
    if not any(term[0] == "?" for term in pattern):
        holding = {pattern: None} if pattern in holding else {}
    for fact in holding:
        bound = _matched(pattern, fact, binding)
        if bound is not None:
            yield from _bindings(needs[1:], bound, facts)


def _matched(pattern: Fact, fact: Fact, binding: Binding) -> Binding | None:
    """Return the binding extended so that a pattern becomes a fact; None if there is none."""
    bound = dict(binding)
    for term, name in zip(pattern, fact, strict=True):
        if (bound.setdefault(term, name) if term[0] == "?" else term) != name:
            return None
    return bound


def _ground(fact: Fact, binding: Binding) -> Fact:
    return tuple(binding.get(term, term) for term in fact)


def _action_of(part: list[Any]) -> Action:
    fields = dict(zip(part[2::2], part[3::2], strict=True))
    effects = _facts_of(fields[":effect"])
    return Action(
        part[1],
        tuple(_typed(fields[":parameters"])),
        tuple(map(tuple, _facts_of(fields[":precondition"]))),
        tuple(tuple(fact[1]) for fact in effects if fact[0] == "not"),
        tuple(tuple(fact) for fact in effects if fact[0] != "not"),
    )


def _facts_of(part: list[Any]) -> list[Any]:
    return part[1:] if part[0] == "and" else [part]


def _typed(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of a typed list, ``?a ?b - card``, each with its type."""
    waiting: list[str] = []
    given = iter(words)
    for word in given:
        if word == "-":
            kind = next(given)
            yield from ((name, kind) for name in waiting)
            waiting = []
        else:
            waiting.append(word)


def _nested(text: str) -> list[Any]:
    """Return what the brackets of a text enclose, as lists of words and lists."""
    stack: list[list[Any]] = [[]]
    for token in _TOKEN.findall(_without_comments(text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def _without_comments(text: str) -> str:
    return re.sub(";.*", "", text)
