"""Formulas and models are built in one place, within limits, however large the instance is."""

from __future__ import annotations

import ast
import json
import random
import time
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from crewsat.base.errors import Stopped
from crewsat.engine.building import build
from crewsat.engine.files import load, parse
from crewsat.engine.options import Options
from crewsat.games import GAMES
from crewsat.games.crew.deals import RandomDeal
from crewsat.problems.graph import families
from tests.support.chunks import few_of
from tests.support.house import dotted, modules
from tests.support.large_instances import written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from crewsat.engine.limits import Limits

LARGEST = {
    "crew": ("crew-20000-cards", "crew-100000-players", "crew-900000-cards"),
    "hanabi": ("hanabi-20000-cards", "hanabi-hands-of-10000", "hanabi-800000-cards"),
    "hanabi_solitaire": ("solitaire-20000-cards", "solitaire-deep", "solitaire-900000-cards"),
}
"""Instances of every game that has formulas; the first are small enough for every run."""

OTHERS = {
    "crewsat_encodings.crew.cnf.demands:Encoding",
    "crewsat_encodings.hanabi.steps_cnf:open_ended",
}
"""What builds formulas and is in no table of methods: of explanations, options and best scores."""

PLAIN = {"_by_replay", "_by_bound", "_by_refuter", "_by_player", "_by_algorithm", "_by_search", "_against_an_opponent"}
"""What runs methods that have neither a formula nor a model."""


LOADERS = {"load", "load_for_search", "load_for_proof"}
"""What imports the code of a method."""


def makers() -> Iterator[tuple[str, str]]:
    """Every function or class that builds a formula or model, with its game."""
    for name, game in GAMES.items():
        for method in game.methods:
            wheres = [method.code.where, *([method.proof.where] if method.proof is not None else [])]
            yield from ((name, where) for where in wheres if where.startswith("crewsat_encodings"))
    yield from ((where.split(".")[1], where) for where in sorted(OTHERS))


MAKERS = sorted(set(makers()))
_FIRST = {game: (game, where) for game, where in reversed(MAKERS)}


def limits() -> Limits:
    return Options(time_limit=1.0, memory_limit=50).limits()


def check_built_or_stopped(make: Any, about: Any) -> None:  # noqa: ANN401 - any instance
    """Building ends soon: with a limit, or as it is small."""
    cpu = time.process_time()
    with suppress(Stopped):
        built = build(make, about, limits())
        if hasattr(built, "__next__"):
            next(built)
    assert time.process_time() - cpu < 3


@pytest.mark.timing
@pytest.mark.parametrize(("game", "where"), few_of(sorted(MAKERS, key=lambda one: _FIRST[one[0]] != one), len(_FIRST)))
def test_building_ends_at_a_limit(game: str, where: str, tmp_path: Path) -> None:
    check_built_or_stopped(_loaded(where), load(written(LARGEST[game][0], tmp_path)))


@pytest.mark.timing
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "where", "name"), [(game, where, name) for game, where in MAKERS for name in LARGEST[game][1:]]
)
def test_building_ends_at_a_limit_of_the_largest_instances(game: str, where: str, name: str, tmp_path: Path) -> None:
    assert name in LARGEST[game]
    check_built_or_stopped(_loaded(where), load(written(name, tmp_path)))


@pytest.mark.slow
def test_models_of_graphs_end_at_a_limit() -> None:
    from crewsat_encodings.graph.hamiltonian_path_cpsat import Encoding  # noqa: PLC0415 - an import of seconds

    graph = families.graph("complete-bipartite", 400, 400)
    with pytest.raises(Stopped, match="memory"):
        build(Encoding, graph, limits())
    with pytest.raises(Stopped, match="time"):
        build(Encoding, graph, Options(time_limit=1e-3).limits())


def test_what_is_too_large_is_not_begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The estimate comes before the first variable."""
    from crewsat.base.formula import Formula  # noqa: PLC0415
    from crewsat_encodings.hanabi.steps_cnf import open_ended  # noqa: PLC0415

    def never(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Formula, "family", never)
    with pytest.raises(Stopped, match="memory"):
        build(open_ended, load(written("hanabi-20000-cards", tmp_path)), limits())


@pytest.mark.parametrize(
    ("game", "where"), [(game, where) for game, where in MAKERS if "cnf" in where and "demands" not in where]
)
def test_what_fits_is_never_refused(game: str, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is expected before anything is made is a lower bound on what is made, also of many players."""
    from crewsat.base.formula import Formula  # noqa: PLC0415

    expected: list[int] = []
    expect = Formula.expect

    def noted(formula: Formula, size: int) -> None:
        expected.append(formula.estimated_bytes + size)
        expect(formula, size)

    monkeypatch.setattr(Formula, "expect", noted)
    for seed, about in enumerate(small_instances(game)):
        expected.clear()
        takes = build(_loaded(where), about, Options().limits()).formula.estimated_bytes
        assert all(size <= takes for size in expected), (seed, about.as_dict())
        assert expected or game == "hanabi_solitaire" or takes < 2_000, about.as_dict()


def small_instances(game: str) -> Iterator[Any]:
    """Of The Crew up to 20 players, of Hanabi up to five, with small and large hands."""
    rng = random.Random(1)
    for k in range(30):
        if game == "crew":
            yield RandomDeal(players=rng.choice((2, 3, 17, 20)), values=rng.randint(5, 15), objectives=1).with_seed(k)
        elif game == "hanabi":
            size = {"suits": rng.randint(1, 3), "values": rng.randint(3, 5), "players": rng.randint(2, 5)}
            yield small_hanabi(rng, **size)
        else:
            yield small_solitaire(rng)


def small_hanabi(rng: random.Random, suits: int, values: int, players: int) -> Any:  # noqa: ANN401 - any instance
    copies = {name: [rng.randint(1, 3) for _ in range(values)] for name in "abc"[:suits]}
    deck = [f"{name}{value}" for name in copies for value, n in enumerate(copies[name], 1) for _ in range(n)]
    rng.shuffle(deck)
    variant = {"suits": [{"name": name, "copies": numbers} for name, numbers in copies.items()]}
    players = min(players, len(deck))
    hand = rng.randint(1, min(3, len(deck) // players))
    fields = {"game": "hanabi", "players": players, "deck": deck, "hand_size": hand, "variant": variant}
    return parse(json.dumps(fields).encode())


def small_solitaire(rng: random.Random) -> Any:  # noqa: ANN401 - any instance
    deck = [f"{suit}{value}" for suit in "ab" for value in range(1, 5) for _ in range(2)]
    rng.shuffle(deck)
    return parse(json.dumps({"game": "hanabi_solitaire", "deck": deck, "hand_size": 2}).encode())


@pytest.mark.timing
@pytest.mark.parametrize("name", ["crew-100000-players", "hanabi-2000-cards"])
def test_what_is_too_large_for_other_solvers_is_refused_soon(name: str, tmp_path: Path) -> None:
    """Formulas of more than 4 GB: what they take at least is known long before."""
    from crewsat.engine.export import encode  # noqa: PLC0415 - numpy

    instance = load(written(name, tmp_path))
    cpu = time.process_time()
    with pytest.raises(Stopped, match="memory"):
        encode(instance)
    assert time.process_time() - cpu < 4


def test_nothing_is_begun_when_time_is_up() -> None:
    spent = Options(time_limit=1e-3).limits()
    time.sleep(0.002)
    with pytest.raises(Stopped, match="time"):
        build(lambda *_, **__: pytest.fail("it has been begun"), None, spent)


# Nobody builds elsewhere ---------------------------------------------------------------------------------------------


def built_elsewhere(tree: ast.Module) -> Iterator[str]:
    """Calls that build a formula or model without `build`: of what encodings give, of `Formula`, of loaded methods."""
    from_encodings = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("crewsat_encodings")
        for alias in node.names
    }
    handed_over = {
        node.args[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and name_of(node.func) == "build" and isinstance(node.args[0], ast.Name)
    }
    allowed: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in PLAIN | handed_over:
            allowed |= set(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node not in allowed:
            imported = name_of(node.func.value if isinstance(node.func, ast.Attribute) else node.func) in from_encodings
            loaded = isinstance(node.func, ast.Call) and name_of(node.func.func) in LOADERS
            if imported or loaded or name_of(node.func) in {"Formula", "CpModel"}:
                yield ast.unparse(node)


def name_of(function: ast.expr) -> str | None:
    """The name of a function, or of the last attribute."""
    return getattr(function, "id", None) or getattr(function, "attr", None)


def test_everybody_builds_in_one_place() -> None:
    texts = {dotted(path): path.read_text() for path in modules()}
    others = [name for name in texts if not name.startswith("crewsat_encodings") and name != "crewsat.games.code"]
    words = ("crewsat_encodings", "Formula(", "CpModel(", ".load(")
    asked = [name for name in others if any(word in texts[name] for word in words)]
    assert len(asked) > 10
    assert [f"{name}: {call}" for name in asked for call in built_elsewhere(ast.parse(texts[name]))] == []


@pytest.mark.parametrize(
    "source",
    [
        "from crewsat_encodings.hanabi.steps_cnf import open_ended\nopen_ended(game, max_bytes=1)",
        "def f():\n    from crewsat_encodings.hanabi import repair\n    return repair.attempts(game)",
        "encoding = method.load()(instance)",
        "encoding = proving_method(game).load_for_proof()(instance)",
        "from crewsat.base.formula import Formula\nformula = Formula(1)",
        "def made(about):\n    return Formula(1)\nmade(about)",
    ],
)
def test_who_builds_elsewhere_is_noticed(source: str) -> None:
    assert len(list(built_elsewhere(ast.parse(source)))) == 1


def test_what_is_handed_over_may_build() -> None:
    source = "def made(about, **limits):\n    return Formula(1)\nbuild(made, about, limits)"
    assert list(built_elsewhere(ast.parse(source))) == []


def test_every_game_with_formulas_has_instances_here() -> None:
    assert set(LARGEST) == {game for game, _ in MAKERS}


def _loaded(where: str) -> Any:  # noqa: ANN401 - a class or a function
    module, _, name = where.partition(":")
    return getattr(import_module(module), name)
