"""The kernel as WebAssembly without a browser; most tests of the compiled kernel are its tests, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.crew import player, relaxations
from crewsat.algorithms.crew.flat import flat
from crewsat.base.compiled import VERSION
from crewsat.games.crew.deals import RandomDeal
from crewsat_encodings.crew.cnf.compiled import CompiledEncoding
from crewsat_encodings.crew.cnf.encoding import Encoding
from tests.support.kernel import kernel_in_use
from tests.support.quick_deals import quick_deal, quick_flats

if TYPE_CHECKING:
    from tests.support.wasm_kernel import Host

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]  # the first one compiles the kernel


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> Any:  # noqa: ANN401 - a module without types
    return kernel_in_use(monkeypatch, "webassembly")


def test_it_answers_as_its_twins(compiled: Any) -> None:  # noqa: ANN401
    for seed in range(60):
        for instance, deal in quick_flats(seed):
            line = player.play(deal, seed=seed, positions=60, polish=40)
            tricks = None if line is None else [(leader, list(cards)) for leader, cards in line]
            assert compiled.play(*deal.arguments(), seed, 60, 40) == tricks, instance.to_json()
            found = relaxations.refuting(deal, most_objectives=3, each=40, total=100)
            there = compiled.refuting(*deal.arguments(), 3, 40, 100, lambda: False)
            assert there == (list(found.objectives), found.positions, found.stopped), instance.to_json()
        instance = quick_deal(seed)
        plain, formula = Encoding(instance), CompiledEncoding(instance)
        assert list(formula.formula.clauses()) == list(plain.formula.clauses()), instance.to_json()


def test_after_an_error_it_answers_again(compiled: Any) -> None:  # noqa: ANN401
    deal = flat(RandomDeal(players=3, objectives=4).with_seed(1205))
    assert deal is not None
    whole = compiled.refuting(*deal.arguments(), 3, 10**4, 10**4, lambda: False)
    with pytest.raises(ValueError, match="at most 128 cards"):
        compiled.play(*deal.arguments()[:6], bytes(129), bytes(129), b"", [], 0, 10, 10)
    with pytest.raises(ZeroDivisionError):
        compiled.refuting(*deal.arguments(), 3, 10**4, 10**4, lambda: 1 // 0)
    assert compiled.refuting(*deal.arguments(), 3, 10**4, 10**4, lambda: False) == whole


def test_too_little_memory_is_an_error(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ANN401
    """Solvers are lost with it, and say so; deals are answered again."""
    large = CompiledEncoding(RandomDeal(players=4, objectives=3, suits=16, values=16, trumps=0).with_seed(1))
    host: Host = compiled.kernel_host.host
    with monkeypatch.context() as patched:
        patched.setattr(host, "most_memory", 16 << 20)
        host.restart()
        solver = CompiledEncoding(quick_deal(1)).formula.compiled.glucose4()
        with pytest.raises(MemoryError):
            large.formula.compiled.clauses()
    with pytest.raises(ValueError, match="the solver was lost when memory ran out"):
        solver.solve_limited([], expect_interrupt=True)
    host.restart()
    assert len(large.formula.compiled.clauses()) == large.formula.size


def test_a_solver_may_go_while_a_search_asks_whether_it_is_late(compiled: Any) -> None:  # noqa: ANN401
    deal = flat(RandomDeal(players=3, objectives=4).with_seed(1205))
    assert deal is not None
    formula = CompiledEncoding(quick_deal(1)).formula.compiled
    whole = compiled.refuting(*deal.arguments(), 3, 10**5, 10**5, lambda: False)
    asked = []

    def late() -> bool:
        asked.append(formula.glucose4())
        asked.pop().delete()
        return False

    assert compiled.refuting(*deal.arguments(), 3, 10**5, 10**5, late) == whole


def test_sessions_end_as_those_of_the_native_kernel() -> None:
    solver = CompiledEncoding(quick_deal(1)).formula.compiled.glucose4()
    solver.conf_budget(10**6)
    assert solver.solve_limited([], expect_interrupt=True)
    assert solver.get_model()
    solver.add_clause([1])
    assert solver.solve_limited([-1], expect_interrupt=True) is False
    assert (solver.get_model(), solver.get_core()) == ([], [-1])
    solver.delete()
    solver.delete()
    for ask in (solver.get_model, solver.get_core, solver.accum_stats):
        with pytest.raises(ValueError, match="has been deleted"):
            ask()


def test_the_module_says_its_version(compiled: Any) -> None:  # noqa: ANN401
    assert compiled.version == VERSION


@pytest.mark.parametrize("suit", [[-1, -1], [0, 256], [0]])
def test_lists_of_other_numbers_are_refused(compiled: Any, suit: list[int]) -> None:  # noqa: ANN401
    """Native kernels take bytes only."""
    with pytest.raises(ValueError, match=r"suits must|range|every card"):
        compiled.play(2, 1, 0, -1, True, 0, suit, [0, 1], b"", [], 0, 10, 10)
    with pytest.raises(TypeError):
        compiled.play(2, 1, 0, -1, True, 0, suit, [0, 1], b"", [], 0, 10)
    with pytest.raises(ValueError, match=r"suits must|range|every card"):
        compiled.formula(2, 1, 0, -1, True, False, 0, suit, [0, 1], [], [], [])
