"""Words for figures: what engines and parameters of a family are called, what its instances are, and which are a yes.

What has no words here is called by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from benchmarks.tables import Pair

ENGINES = {
    "berlekamp": "Berlekamp's rule",
    "cadical-program": "CaDiCaL, a program",
    "cadical195": "CaDiCaL",
    "circuit": "graph itself",
    "copies": "formula of copies",
    "copies-cadical": "formula by CaDiCaL",
    "cpsat": "CP-SAT",
    "depqbf": "DepQBF",
    "earliest-win": "fewest tricks",
    "evaluator": "all values tried",
    "exhaustive": "exhaustive search",
    "explain": "answer with explanation",
    "glucose4": "Glucose",
    "kissat": "Kissat",
    "minisat22": "MiniSat",
    "positions": "positions remembered",
    "printed": "Algorithm 1 as printed",
    "process": "auto, a program",
    "proof": "answer with proof",
    "source-formula": "formula itself",
    "steps": "formula alone",
    "verify": "answer with proof, checked again",
    "z3": "Z3",
    "z3-dimacs": "Z3 on the formula",
}
"""Words for engines whose names in tables and suites are not what people call them."""

PARAMETERS = {
    "c": "c (an edge has probability c ln(n)/n)",
    "cards": "cards",
    "colours": "colours",
    "copies": "copies",
    "edges": "edges of a string",
    "hand": "hand size",
    "objectives": "objectives",
    "occurrences": "clauses a variable is in",
    "order": "order",
    "players": "players",
    "ratio": "clauses per variable",
    "share": "share of the cards that are objectives",
    "strings": "strings",
    "suits": "suits",
    "values": "cards per suit",
    "variables": "variables of the formula",
    "variant": "variant",
    "vertices": "vertices of the graph",
}
OF_FAMILY = {
    "solitaire": {"hand": "stored cards", "values": "values of a colour"},
}
"""Words for parameters that mean something else in a family."""

VALUES = {
    "copies": {"1": "1 copy"},
    "order": {"none": "any order", "weak": "weak order", "strict": "strict order"},
}
"""Words for values that are not written like "3 players" or as they are."""
_UNITS = {"copies": "copies", "players": "players", "variables": "variables", "vertices": "vertices"}

INSTANCES = {
    "real-deal": ("deals", "won", "are won"),
    "official-deal": ("deals", "won", "are won"),
    "deck": ("deals", "won", "are won"),
    "general": ("deals", "won", "are won"),
    "hamiltonian-path": ("graphs", "with a path", "have a path"),
    "one-suit": ("deals", "won", "are won"),
    "one-value": ("deals", "won", "are won"),
    "solitaire": ("decks", "won", "are won"),
    "hanabi": ("decks", "won", "are won"),
    "three-sat": ("formulas", "satisfiable", "are satisfiable"),
    "qbf-random": ("formulas", "true", "are true"),
    "strings-random": ("games", "won", "are won"),
}
"""What the instances of a family are called, which of them are a yes, and the verb for it."""


def engine(name: str) -> str:
    """Return the words for an engine in a figure; tables use its name."""
    return ENGINES.get(name, name)


def parameter(name: str, family: str = "") -> str:
    """Return the words for a parameter on an axis."""
    return OF_FAMILY.get(family, {}).get(name) or PARAMETERS.get(name, name)


def value(name: str, given: object) -> str:
    """Return the words for one value of a parameter in a legend."""
    words = VALUES.get(name, {}).get(str(given))
    if words is not None:
        return words
    return f"{given} {_UNITS.get(name, name)}" if str(given).isdecimal() else str(given)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Return values of a parameter in order: by size, even if they are texts, or in the order of `VALUES`."""
    words = [one for own in VALUES.values() for one in own]

    def place(one: object) -> tuple[float, float, str]:
        if isinstance(one, int | float) or str(one).isdecimal():
            return 0.0, float(str(one)), ""
        return 1.0, words.index(str(one)) if one in words else len(words), str(one)

    return sorted(values, key=place)


def instances(pairs: Sequence[Pair]) -> tuple[str, str, str]:
    """Return what the instances are called, which of them are a yes, and the verb for it."""
    unknown = ("instances", "yes", "are a yes")
    found = {INSTANCES.get(pair.first.family, unknown) for pair in pairs}
    return found.pop() if len(found) == 1 else unknown


def a_point(numbers: Iterable[int], noun: str) -> str:
    """Return how many instances a point of a curve stands for, which is how many seeds it has."""
    known = sorted(numbers)
    return f"{known[0]} {noun}" if known[0] == known[-1] else f"{known[0]} to {known[-1]} {noun}"


def grouped(said: Mapping[str, str]) -> str:
    """Group subjects by what is said about them: return the subjects of each group, and what is said."""
    groups: dict[str, list[str]] = {}
    for name, words in said.items():
        groups.setdefault(words, []).append(name)
    return "; ".join(f"{', '.join(names)}: {words}" for words, names in groups.items())
