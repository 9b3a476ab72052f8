"""Mutants of the solvers, the referee, kept strategies and the reduction: each is noticed, or listed with a reason.

The thorough run tries all of them; every other run tries one in so many.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.hackenbush_mutants import SUBJECTS, all_noticed, mutants_of

MEMORY = "only how much memory is estimated differs, or whether a limit that is hit exactly counts"
TIME = "only when the clock is looked at differs"
LONGER = "a list is longer than needed"
ORDER = "all gains shift or grow alike, so that the order of the cuts stays"
OVERWRITTEN = "a value that is overwritten before it is read"
SUMS = "the edges that fall are summed up in the other way, with the same sums"
CACHE = "only how many values are remembered differs"

FRAME = "BYTES_PER_FRAME + 8 * len(instance.strings) + 16 * self.players"
DEEP = "self._tree.summed and self._tree.depth[node] - self._tree.depth[goal]…"
FALLEN = "self._tree.depth[node] - self._tree.depth[goal]"
NUMBER = "player * self._tree.end + sum([weight[node] for node in state.nodes])"
SIZE = "self._tree.bytes + len(self._known) * self._number + depth * self._fr…"
EACH = "_BYTES_PER_POSITION + _BYTES_PER_STRING * len(instance.strings) + ins…"

EQUIVALENT = {
    "positions": {
        "prefixes.Prefixes.__init__: len(begin) * (max(self.label) + 1) <= MOST_SUMS with Lt #1": SUMS,
        "prefixes.Prefixes.__init__: max(self.label) + 1 with - #1": SUMS,
        "prefixes.Prefixes.__init__: 1 + 1 #2": SUMS,
        "prefixes.Prefixes.__init__: 0 + 1 #5": MEMORY,
        "prefixes.Prefixes._grow: 0 + 1 #1": "how many strings there are: edges on the ground are free, and do not ask",
        "prefixes.Prefixes._grow: if node == len(begin) always #1": "makes nodes that no string has; the bound stays",
        "prefixes.Prefixes._weigh: 0 + 1 #1": OVERWRITTEN,
        "prefixes.Prefixes._weigh: node + 1 with - #2": "the bound is set at each node, and last at the top",
        "prefixes.Prefixes._weigh: _BYTES_PER_NODE + self.end.bit_length() // 8 with - #1": MEMORY,
        "prefixes.Prefixes._weigh: 8 + 1 #1": MEMORY,
        "prefixes.Prefixes._weigh: self.bytes > most_bytes with GtE #1": MEMORY,
        "prefixes.Prefixes._weigh: node % 1000 == 0 and out_of_time() with or #1": TIME,
        "prefixes.Prefixes._weigh: node % 1000 == 0 with NotEq #1": TIME,
        "prefixes.Prefixes._weigh: 1000 + 1 #1": TIME,
        "prefixes.Prefixes._weigh: 0 + 1 #2": TIME,
        "prefixes.Prefixes.below: 0 + 1 #1": "of two sums only the difference is used",
        "prefixes.Prefixes.below: 0 + 1 #2": "of two sums only the difference is used",
        "prefixes.Prefixes.below: if not self._below always #1": "the root is put there again, as it was",
        "prefixes.Prefixes.below: _BYTES_PER_NODE + 16 * len(counts) with - #1": MEMORY,
        "prefixes.Prefixes.below: 16 + 1 #1": MEMORY,
        "prefixes.Prefixes.cuts: if node not in self._cuts always #1": "what is remembered is found again",
        "prefixes.Prefixes._worth_a_try: label in self._coalition with NotIn #1": "both sides change their names",
        "prefixes.Prefixes._worth_a_try: 1 + 1 #1": ORDER,
        "positions.Positions.__init__: 1 + 1 #1": LONGER,
        f"positions.Positions.__init__: {FRAME} with - #1": MEMORY,
        "positions.Positions.__init__: BYTES_PER_FRAME + 8 * len(instance.strings) with - #1": MEMORY,
        "positions.Positions.__init__: 8 + 1 #1": MEMORY,
        "positions.Positions.__init__: 16 + 1 #1": MEMORY,
        "positions.Positions.__init__: BYTES_PER_POSITION + self._tree.end.bit_length() // 8 with - #1": MEMORY,
        "positions.Positions.__init__: 8 + 1 #2": MEMORY,
        "positions.Positions._state: 1 + 1 #1": LONGER,
        "positions.Positions._state: 1 + 1 #2": LONGER,
        f"positions.Positions._cut: if {DEEP} always #1": SUMS,
        f"positions.Positions._cut: {DEEP} with or #1": SUMS,
        f"positions.Positions._cut: {FALLEN} > 2 * self.players with GtE #1": SUMS,
        f"positions.Positions._cut: {FALLEN} with + #1": SUMS,
        "positions.Positions._cut: 2 + 1 #1": SUMS,
        "positions.Positions._cuts: 1 + 1 #2": "a free edge is cut before others that fell as few of the other side",
        "positions.Positions._take_what_falls: (label[goal] - player) % n > turns with GtE #1": (
            "equal only for the owner of the single edge, who has no other on top of it"
        ),
        f"positions.Positions._worked_out: {NUMBER} with - #1": (
            "the numbers of a player count down instead of up, and stay different"
        ),
        "positions.Positions._visit: if self.visited % _CHECK_EVERY == 1 always #1": TIME,
        "positions.Positions._visit: self.visited % _CHECK_EVERY == 1 with NotEq #1": TIME,
        "positions.Positions._visit: 1 + 1 #2": TIME,
        f"positions.Positions._visit: {SIZE} with - #1": MEMORY,
        "positions.Positions._visit: self._tree.bytes + len(self._known) * self._number with - #1": MEMORY,
        "positions.Positions._visit: size > self._max_bytes with GtE #1": MEMORY,
    },
    "printed": {
        "printed.Algorithm1._returned: 0 + 1 #1": OVERWRITTEN,
        "printed.Algorithm1._made: self.calls % _CHECK_EVERY == 0 and self._out_of_time() with or #1": TIME,
        "printed.Algorithm1._made: self.calls % _CHECK_EVERY == 0 with NotEq #1": TIME,
        "printed.Algorithm1._made: 0 + 1 #1": TIME,
        "printed.Algorithm1._made: 0 + 1 #6": OVERWRITTEN,
        "printed.Algorithm1._made: 0 + 1 #7": OVERWRITTEN,
    },
    "berlekamp": {
        "berlekamp._bits: 0 + 1 #1": "without a string, any power of two does",
        "berlekamp.in_words: value > 0 with GtE #1": "that it is 0 has been said before",
        "berlekamp._Strategy.__init__: 1 + 1 #1": CACHE,
        "berlekamp._Strategy.__init__: _CACHE // 10000 + self._bits with - #1": CACHE,
        "berlekamp._Strategy.__init__: 10000 + 1 #1": CACHE,
    },
    "referee": {
        f"rules._Replay.__init__: {EACH} with - #1": MEMORY,
        "rules._Replay.__init__: 4 + 1 #1": MEMORY,
        "rules._Replay.__init__: 0 + 1 #1": MEMORY,
        "rules._Replay.play_to_the_end: if position not in self._seen always #1": (
            "a position is played again, with the same moves and to the same end"
        ),
        "rules._Replay._go_on_from: 50 + 1 #1": MEMORY,
        "rules._Replay._go_on_from: self._check_limits() dropped #1": (
            "the limits are looked at a position later; there are few cuts in one"
        ),
        "rules._Replay._check_limits: self._work <= _MOST_WORK with Lt #1": MEMORY,
        "rules._illegal: 40 + 1 #1": "only how many lengths a message has differs",
        "rules._illegal: len(position.lengths) > 40 with GtE #1": "only how many lengths a message has differs",
        "rules._illegal: 40 + 1 #2": "only how many lengths a message has differs",
    },
    "kept": {
        "kept.strategy_of: 0 + 1 #1": MEMORY,
        "kept.strategy_of: _BYTES_PER_POSITION + _BYTES_PER_CHARACTER * len(line) with - #1": MEMORY,
        "kept.strategy_of: size > max_bytes with GtE #1": MEMORY,
        "kept.strategy_of: number % _CHECK_EVERY == 0 and out_of_time() with or #1": TIME,
        "kept.strategy_of: number % _CHECK_EVERY == 0 with NotEq #1": TIME,
        "kept.strategy_of: 0 + 1 #2": TIME,
    },
    "reduction": {},
}
"""Mistakes that no position can tell from the original, each with the reason."""


@pytest.mark.slow
def test_some_mutants_are_noticed() -> None:
    chosen = [
        (name, mutant)
        for name, subject in SUBJECTS.items()
        for mutant in mutants_of(name)[5 :: subject.groups]
        if mutant.name not in EQUIVALENT[name]
    ]
    assert len(chosen) > 8
    assert [(name, mutant.name) for name, mutant, how in all_noticed(chosen, 3) if how is None] == []


@pytest.mark.thorough(together=1)
@pytest.mark.parametrize("part", range(8))
def test_every_mutant_is_noticed_or_listed(part: int) -> None:
    chosen = [(name, mutant) for name in SUBJECTS for mutant in mutants_of(name)][part::8]
    found = list(all_noticed(chosen, 20))
    unnoticed = {(name, mutant.name) for name, mutant, how in found if how is None}
    listed = {(name, mutant.name) for name, mutant in chosen if mutant.name in EQUIVALENT[name]}
    assert unnoticed == listed
    ways = Counter((how or "").partition(" ")[0] for _, _, how in found)
    assert ways["error"] < len(found) // 2  # not by errors alone


@pytest.mark.slow
def test_mutants_are_many_and_those_listed_exist() -> None:
    for name in SUBJECTS:
        names = [mutant.name for mutant in mutants_of(name)]
        assert len(set(names)) == len(names) >= 10
        assert set(EQUIVALENT[name]) <= set(names)
        assert all(len(reason) > 20 for reason in EQUIVALENT[name].values())


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_original_is_not_noticed(name: str) -> None:
    """A check that finds fault with everything would prove nothing."""
    subject = SUBJECTS[name]
    module = __import__(subject.modules[-1], fromlist=["*"])
    assert [why for k in range(subject.cases // 4) if (why := subject.trial(module, k))] == []
