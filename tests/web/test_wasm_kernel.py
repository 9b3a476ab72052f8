"""The kernel as WebAssembly without a browser; most tests of the compiled kernel are its tests, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from crewsat.algorithms.crew import player, relaxations
from crewsat.algorithms.crew.flat import flat
from crewsat.games.crew.deals import RandomDeal
from crewsat_encodings.crew.cnf.compiled import CompiledEncoding
from crewsat_encodings.crew.cnf.encoding import Encoding
from tests.support.kernel import kernel_in_use
from tests.support.quick_deals import quick_deal, quick_flats

if TYPE_CHECKING:
    from tests.support.wasm_kernel import Host

pytestmark = pytest.mark.slow


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
    deal = flat(RandomDeal(players=3, objectives=4).with_seed(1205))
    assert deal is not None
    search = (*deal.arguments(), 4, 10**6, 10**6, lambda: False)
    host: Host = compiled.ask.__self__
    monkeypatch.setattr(host, "most_memory", 6 << 20)
    host.begin()
    try:
        with pytest.raises(MemoryError):
            compiled.refuting(*search)
    finally:
        monkeypatch.undo()
        host.begin()
    assert compiled.refuting(*search)[0]
