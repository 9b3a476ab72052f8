"""``python -m benchmarks.counted > docs/atlas/counted.md``: small decks of The Crew of which every deal is decided.

`crewsat.RandomDeal` makes each of these deals equally often: hands from a shuffled deck, and objectives drawn one after
the other, dealt out in turn from the leader. So the shares are exact, and sweeps of the same decks must come near them.
"""

from __future__ import annotations

import sys
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import crewsat

if TYPE_CHECKING:
    from collections.abc import Iterator

DECKS = {(2, 3): {2: 4, 3: 3}, (2, 4): {2: 3, 4: 2}}
"""Suits and values of a deck without trumps, and up to how many objectives for each number of players."""

PREFACE = """# Small decks, all deals counted

Of two decks without trumps every deal is decided by exhaustive search: all ways to deal the cards, and all ways to draw
the objectives one after the other, dealt out in turn from player 1, who leads. `crewsat sweep` draws from the same
deals.

Made by `python -m benchmarks.counted` with crewsat {version}.

| deck | players | objectives | deals | won | share |
| --- | ---: | ---: | ---: | ---: | ---: |"""


def deals(players: int, objectives: int, suits: int, values: int) -> Iterator[crewsat.Crew]:
    """Yield every deal that the generator can make of a deck without trumps, each once."""
    made = crewsat.RandomDeal(players, objectives, suits, values, 0).with_seed(0).as_dict()
    cards = frozenset(card for hand in made["hands"] for card in hand)
    sizes = [len(hand) for hand in made["hands"]]
    for hands in _hands(cards, sizes):
        for drawn in permutations(sorted(cards), objectives):
            goals = [{"card": card, "owner": k % players + 1} for k, card in enumerate(drawn)]
            yield crewsat.Crew(**{**made, "hands": hands, "objectives": goals})


def _hands(cards: frozenset[str], sizes: list[int]) -> Iterator[list[list[str]]]:
    """Yield all ways to deal cards to hands of these sizes."""
    if not sizes:
        yield []
        return
    for hand in combinations(sorted(cards), sizes[0]):
        for rest in _hands(cards - {*hand}, sizes[1:]):
            yield [[*hand], *rest]


def main() -> None:
    """Print the page."""
    sys.stdout.write(f"{PREFACE.format(version=crewsat.__version__)}\n")
    for (suits, values), most in DECKS.items():
        for players, objectives in ((players, k) for players, last in most.items() for k in range(1, last + 1)):
            answers = [
                crewsat.decide(deal, method="exhaustive").answer for deal in deals(players, objectives, suits, values)
            ]
            won = answers.count("yes")
            share = f"{100 * won / len(answers):.2f} %"
            deck = f"{suits} suits of {values}"
            print(f"| {deck} | {players} | {objectives} | {len(answers):,} | {won:,} | {share} |", flush=True)


if __name__ == "__main__":
    main()
