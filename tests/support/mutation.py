"""Mutants of encodings: one small mistake each, to see whether the tests would notice it.

A mutant of a Python module differs in one operator, number, sign or statement; one of an answer set program in one
statement, operator, number or negation. It is *killed* by an instance that it answers differently from the oracle, or
with a play that the referee rejects, or on which it raises an error. Mutants are named by module, function and what was
changed, not by line, so that a list of those that change nothing survives edits elsewhere.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec, module_from_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """A changed source.

    Attributes:
        name: where, and what was changed.
        place: the dotted name of the module, or the file.
        given: the text after the change; or which change of the module it is, to be made when the text is asked for.
    """

    name: str
    place: str
    given: str | int

    @property
    def source(self) -> str:
        """The text after the change."""
        if isinstance(self.given, str):
            return self.given
        tree = ast.parse(_text_of(self.place))
        _, node, _, change = next(islice(_changes(tree), self.given, None))
        change(node)
        return ast.unparse(ast.fix_missing_locations(tree))


def mutants_of_module(dotted: str, *, skip: Sequence[str] = ()) -> list[Mutant]:
    """All mutants of the functions of a module, except those of the names in `skip`."""
    found = []
    seen: Counter[str] = Counter()
    for number, (function, _, words, _) in enumerate(_changes(ast.parse(_text_of(dotted)))):
        if function.split(".")[-1] in skip or function.split(".")[0] in skip:
            continue
        name = f"{dotted.rpartition('.')[2]}.{function}: {words}"
        seen[name] += 1
        found.append(Mutant(f"{name} #{seen[name]}", dotted, number))
    return found


def _text_of(dotted: str) -> str:
    """The text of a module as it is."""
    spec = find_spec(dotted)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text()


def _changes(tree: ast.Module) -> Iterator[tuple[str, ast.AST, str, Callable[[ast.AST], None]]]:
    """Functions, nodes, what is changed, and how."""
    for function, node in _nodes(tree, ""):
        yield from ((function, node, words, change) for words, change in _changes_of(node))


def _nodes(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield from _nodes(child, f"{function}.{child.name}".lstrip("."))
        elif not isinstance(child, ast.arguments | ast.AnnAssign):
            if function:
                yield function, child
            yield from _nodes(child, function)


def _changes_of(node: ast.AST) -> Iterator[tuple[str, Callable[..., None]]]:  # noqa: C901 - a table of operators
    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in COMPARISONS:
            other = COMPARISONS[type(op)]
            yield f"{_text(node)} with {other.__name__}", lambda n: n.ops.__setitem__(0, other())
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield f"{value} + 1", lambda n: setattr(n, "value", n.value + 1)
        case ast.UnaryOp(op=ast.USub(), operand=operand) if not isinstance(operand, ast.Constant):
            yield f"{_text(node)} without -", lambda n: setattr(n, "op", ast.UAdd())
        case ast.UnaryOp(op=ast.Not()):
            yield f"{_text(node)} without not", lambda n: setattr(n, "operand", ast.UnaryOp(ast.Not(), n.operand))
        case ast.BinOp(op=ast.Add()) if not isinstance(node.left, ast.Constant | ast.JoinedStr):
            yield f"{_text(node)} with -", lambda n: setattr(n, "op", ast.Sub())
        case ast.BinOp(op=ast.Sub()):
            yield f"{_text(node)} with +", lambda n: setattr(n, "op", ast.Add())
        case ast.BoolOp(op=ast.And()):
            yield f"{_text(node)} with or", lambda n: setattr(n, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield f"{_text(node)} with and", lambda n: setattr(n, "op", ast.And())
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):  # what remains is still a generator
            yield f"{_text(node)} dropped", lambda n: setattr(n, "value", ast.YieldFrom(ast.Tuple([], ast.Load())))
        case ast.Expr(value=ast.Call()):
            yield f"{_text(node)} dropped", lambda n: setattr(n, "value", ast.Constant(None))
        case ast.Yield(value=ast.Tuple(elts=[_, _, *_])):
            yield f"{_text(node)} without its last part", lambda n: n.value.elts.pop()
        case ast.If():
            yield f"if {_text(node.test)} always", lambda n: setattr(n, "test", ast.Constant(True))


def _text(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 70 else f"{text[:69]}…"


@contextmanager
def installed(modules: Sequence[str], mutant: Mutant) -> Iterator[ModuleType]:
    """Import these modules anew, in this order, the mutant in place of its original; yield the last of them."""
    saved = {name: sys.modules.pop(name) for name in modules if name in sys.modules}
    try:
        for name in modules:
            spec = find_spec(name)
            assert spec is not None
            assert spec.origin is not None
            module = module_from_spec(spec)
            _put(name, module)
            source = mutant.source if name == mutant.place else Path(spec.origin).read_text()
            exec(compile(source, spec.origin, "exec"), module.__dict__)  # noqa: S102 - our own source
        yield sys.modules[modules[-1]]
    finally:
        for name in modules:
            sys.modules.pop(name, None)
            _put(name, saved.get(name))


def _put(name: str, module: ModuleType | None) -> None:
    """Have a module, or none, imported under a name, also by ``from package import module``."""
    package, _, child = name.rpartition(".")
    if module is not None:
        sys.modules[name] = module
        setattr(sys.modules[package], child, module)
    elif hasattr(sys.modules[package], child):
        delattr(sys.modules[package], child)


PROGRAM_CHANGES = (
    (r"(?<![<>!=:])<(?!=)", "<="),
    (r"<=", "<"),
    (r"(?<![<>!=:])>(?!=)", ">="),
    (r">=", ">"),
    (r"!=", "="),
    (r"(?<![<>!:])=(?!=)", "!="),
    (r"\bnot ", ""),
    (r"\+ ?1\b", "+2"),
    (r"(?<=[A-Z]) ?- ?1\b", ""),
    (r"(?<![\w+-])([0-9]+)\b", None),
)


def mutants_of_program(name: str, text: str) -> list[Mutant]:
    """All mutants of an answer set program: a statement dropped, an operator, a number or a negation changed."""
    found = []
    statements = list(re.finditer(r"^(?![%#\s])[^%]*?\.(?=\s*(?:%.*)?$)", text, re.MULTILINE | re.DOTALL))
    for statement in statements:
        whole = " ".join(statement[0].split())
        found.append(Mutant(f"{whole}: dropped", name, _cut(text, statement.span(), "")))
        for pattern, replacement in PROGRAM_CHANGES:
            for number, place in enumerate(re.finditer(pattern, statement[0]), 1):
                new = str(int(place[1]) + 1) if replacement is None else replacement
                begin = statement.start() + place.start()
                changed = _cut(text, (begin, begin + len(place[0])), new)
                found.append(Mutant(f"{whole}: '{place[0]}' to '{new}' #{number}", name, changed))
    return found


def _cut(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]
