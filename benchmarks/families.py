"""Families of instances: a table of functions from parameters and a seed to an instance.

A new family is a function here: its keyword arguments are the parameters a suite may set (whole numbers, numbers,
texts, true or false), their defaults say what a suite need not mention, and its docstring is what ``list`` prints.
Randomness comes from the seed alone, so an instance is the same on every machine.
"""

from __future__ import annotations

import inspect
import math
import random
from typing import TYPE_CHECKING, Literal

import crewsat

if TYPE_CHECKING:
    from collections.abc import Callable

Parameter = int | float | str | bool
"""What a parameter may be."""


def real_deal(
    seed: int, *, players: int = 4, objectives: int = 5, tokens: str = "", owners: Literal["dealt", "draft"] = "dealt"
) -> crewsat.Crew:
    """The real deck of 40 cards; owners are dealt in turn or left to a draft; tokens such as ``1,2,omega``."""
    if owners not in {"dealt", "draft"}:
        raise ValueError(f"owners = '{owners}'; allowed: dealt, draft")
    wanted = _tokens(tokens, objectives)
    mode: Literal["draft"] | None = "draft" if owners == "draft" else None
    return crewsat.RandomDeal(players=players, objectives=objectives, tokens=wanted, assignment=mode).with_seed(seed)


def official_deal(
    seed: int, *, players: int = 2, objectives: int = 5, tokens: str = "", distress: bool = False
) -> crewsat.Crew:
    """The real deck by the rules of The Quest for Planet Nine: two players have a third hand; `distress` as there."""
    wanted = _tokens(tokens, objectives)
    deal = crewsat.RandomDeal(
        players=players, objectives=objectives, tokens=wanted, distress=distress, rules="planet-nine"
    )
    return deal.with_seed(seed)


def deck(  # noqa: PLR0913 - one argument per parameter
    seed: int,
    *,
    players: int = 4,
    suits: int = 4,
    values: int = 9,
    share: float = 0.2,
    tokens: str = "",
) -> crewsat.Crew:
    """A deck of any size without trumps; a share of its cards are objectives, perhaps with order tokens."""
    _check(share=(share, 0.0, 1.0))
    objectives = max(1, round(share * suits * values))
    wanted = _tokens(tokens, objectives)
    deal = crewsat.RandomDeal(
        players=players, objectives=objectives, suits=suits, values=values, trumps=0, tokens=wanted
    )
    return deal.with_seed(seed)


def general(  # noqa: PLR0913 - one argument per parameter
    seed: int,
    *,
    players: int = 4,
    suits: int = 4,
    values: int = 9,
    objectives: int = 10,
    share: float = 0.0,
    order: Literal["none", "weak", "strict"] = "none",
) -> crewsat.Crew:
    """Any deck without trumps; a number of objectives and a share of the cards, in any order or all in a given one.

    In a weak order one trick may complete two objectives that follow each other, in a strict one it may not. The cards,
    the objectives and their owners depend on the seed alone: the same deals with and without an order.
    """
    if order not in {"none", "weak", "strict"}:
        raise ValueError(f"order = '{order}'; allowed: none, weak, strict")
    _check(share=(share, 0.0, 1.0))
    wanted = objectives + round(share * suits * values)
    deal = crewsat.RandomDeal(
        players=players,
        objectives=wanted,
        suits=suits,
        values=values,
        trumps=0,
        tokens=() if order == "none" else tuple(map(str, range(1, wanted + 1))),
        same_trick="violates" if order == "strict" else "in_order",
    )
    return deal.with_seed(seed)


def hamiltonian_path(
    seed: int,
    *,
    graph: Literal["gnp", "cubic", "complete-bipartite"] = "gnp",
    vertices: int = 10,
    c: float = 1.0,
    junk: Literal["hand-size", "as-printed"] = "hand-size",
) -> crewsat.Crew:
    """The reduction of a graph (lemma 6.2), won iff the graph has a Hamiltonian path if the junk is counted right.

    Every two vertices of ``gnp`` are joined with probability c ln(n)/n, at most 1: with many vertices, nearly all such
    graphs have a path if c > 1, and nearly none if c < 1. The sides of ``complete-bipartite`` differ by two vertices,
    so there is no path. The seed draws the graph, and which neighbour gets which card of a suit.
    """
    _check(vertices=(vertices, 3, 1000), c=(c, 0.0, math.inf))
    if junk not in {"hand-size", "as-printed"}:
        raise ValueError(f"junk = '{junk}'; allowed: hand-size, as-printed")
    if c != 1.0 and graph != "gnp":
        raise ValueError(f"c = {c} applies only to graph = 'gnp'")
    if graph == "complete-bipartite" and vertices % 2:
        raise ValueError(f"vertices = {vertices}: two sides that differ by two make an even number")
    if graph == "gnp":
        source = crewsat.graph("gnp", vertices, min(1.0, c * math.log(vertices) / vertices), seed=seed)
    elif graph == "cubic":
        source = crewsat.graph("cubic", vertices, seed=seed)
    elif graph == "complete-bipartite":
        source = crewsat.graph("complete-bipartite", vertices // 2 - 1, vertices // 2 + 1)
    else:
        raise ValueError(f"graph = '{graph}'; allowed: gnp, cubic, complete-bipartite")
    reduction = crewsat.hamiltonian_path_to_crew
    return reduction.reduce(source, reduction.Reduction(junk=junk, seed=seed))


def one_suit(seed: int, *, cards: int = 40, players: int = 4, share: float = 0.3, owned: bool = False) -> crewsat.Crew:
    """One suit, dealt at random; a share of the cards, drawn from the top half, are objectives.

    Their owners hold them (``owned``) or hold some card that is at least as high, so that both answers are common.
    """
    _check(cards=(cards, 1, math.inf), players=(players, 1, math.inf), share=(share, 0.0, 0.5))
    rng = random.Random(seed)
    order = _shuffled(cards, rng)
    holder = {value: place % players + 1 for place, value in enumerate(order)}
    wanted = [value for value in _shuffled(cards, rng) if value > cards // 2][: max(1, round(share * cards))]
    owners = {value: holder[value if owned else value + int(rng.random() * (cards + 1 - value))] for value in wanted}
    return crewsat.Crew(
        hands=[[[value, "a"] for value in order[player::players]] for player in range(players)],
        objectives=[{"card": [value, "a"], "owner": owner} for value, owner in owners.items()],
    )


def one_value(seed: int, *, cards: int = 40, players: int = 4, share: float = 0.4) -> crewsat.Crew:
    """One card of each suit; a share of the cards are objectives of player 1, and the last player has half a hand.

    The leader wins and leads again, so other owners would be a no at once, and equal hands a yes.
    """
    _check(cards=(cards, 1, math.inf), players=(players, 2, math.inf), share=(share, 0.0, 1.0))
    rng = random.Random(seed)
    order = _shuffled(cards, rng)
    half = cards // (2 * players)
    rest = order[half:]
    hands = [rest[player :: players - 1] for player in range(players - 1)] + [order[:half]]
    wanted = _shuffled(cards, rng)[: max(1, round(share * cards))]
    return crewsat.Crew(
        hands=[[[1, suit] for suit in hand] for hand in hands],
        objectives=[{"card": [1, suit], "owner": 1} for suit in wanted],
    )


def solitaire(
    seed: int, *, colours: int = 5, values: int = 5, copies: str = "2", hand: int = 6
) -> crewsat.HanabiSolitaire:
    """A shuffled deck of solitaire Hanabi; the number of copies of every card, one for all values or one for each."""
    if not all(number.isdecimal() for number in copies.split(",")):
        raise ValueError(f"copies = '{copies}'; allowed: a number, or numbers with commas between")
    numbers = tuple(int(number) for number in copies.split(","))
    return crewsat.RandomDeck(colours=colours, values=values, copies=numbers, hand_size=hand).with_seed(seed)


def hanabi(seed: int, *, players: int = 2, variant: str = "No Variant", hand: int = 4) -> crewsat.Hanabi:
    """A shuffled deck of a variant of hanab.live; hands of 0 cards are those of the usual size."""
    return crewsat.RandomGame(players, variant, hand).with_seed(seed)


def three_sat(  # noqa: PLR0913 - one argument per parameter
    seed: int,
    *,
    formula: Literal["random", "regular"] = "random",
    variables: int = 6,
    occurrences: float = 13.0,
    values: Literal["growing", "constant"] = "growing",
    hand: int = 2,
) -> crewsat.HanabiSolitaire:
    """The reduction of 3-SAT (theorem 5.6, section 5.1), won iff the formula can be satisfied.

    A variable is in this many clauses, on average in random formulas and exactly in regular ones. Of large random
    formulas, half are satisfiable if a variable is in 12.8 clauses, a ratio of 4.26 clauses per variable. With growing
    values the deck has about 18 v·m cards, with constant values its size is linear.
    """
    _check(variables=(variables, 3, 1000), occurrences=(occurrences, 0.0, 3000.0))
    if formula not in {"random", "regular"}:
        raise ValueError(f"formula = '{formula}'; allowed: random, regular")
    if formula == "regular" and occurrences != int(occurrences):
        raise ValueError(f"occurrences = {occurrences}: in a regular formula a whole number")
    words = [formula, str(variables), str(round(occurrences / 3, 6) if formula == "random" else int(occurrences))]
    source = crewsat.three_sat_formula(*words, seed=seed)
    reduction = crewsat.three_sat_to_hanabi
    return reduction.reduce(source, reduction.Reduction(values=values, hand_size=hand))


def qbf_random(seed: int, *, variables: int = 6, ratio: float = 1.0) -> crewsat.Hackenbush:
    """The reduction of a random quantified formula (theorem 3), won iff the formula is true.

    The variables are existential and universal in turn; `ratio` is the number of clauses per variable, of three
    literals each. With one clause per variable nearly all formulas are false if there are many variables.
    """
    _check(variables=(variables, 0, 1000), ratio=(ratio, 0.0, 1000.0))
    source = crewsat.qbf_formula("random", variables, round(ratio * variables), seed=seed)
    return crewsat.qbf_to_hackenbush.reduce(source)


def strings_random(  # noqa: PLR0913 - one argument per parameter
    seed: int, *, strings: int = 6, edges: int = 4, players: int = 3, coalition: str = "1,2", to_move: int = 1
) -> crewsat.Hackenbush:
    """Strings of `edges` edges each; every player is equally likely to own an edge; members such as ``1,2``."""
    members = [name for name in coalition.split(",") if name]
    if not all(name.isdecimal() for name in members):
        raise ValueError(f"coalition = '{coalition}'; allowed: players with commas between")
    generator = crewsat.RandomStrings(
        strings=strings, edges=edges, players=players, coalition=tuple(map(int, members)), to_move=to_move
    )
    return generator.with_seed(seed)


def _check(**parameters: tuple[float, float, float]) -> None:
    """Raise an error for values that are not between their bounds."""
    for name, (value, least, most) in parameters.items():
        if not least <= value <= most:
            raise ValueError(
                f"{name} = {value} is not {f'from {least} to {most}' if most < math.inf else f'{least} or more'}"
            )


def _shuffled(cards: int, rng: random.Random) -> list[int]:
    """Shuffle the numbers from 1 to `cards` by ``rng.random()`` only: the same in every version of Python."""
    key = [rng.random() for _ in range(cards)]
    return sorted(range(1, cards + 1), key=lambda number: key[number - 1])


def _tokens(tokens: str, most: int) -> tuple[str, ...]:
    """Return tokens such as ``1,2,omega``, as many as there are objectives to lie on."""
    return tuple(token for token in tokens.split(",") if token)[:most]


FAMILIES: dict[str, Callable[..., crewsat.Instance]] = {
    "real-deal": real_deal,
    "official-deal": official_deal,
    "deck": deck,
    "general": general,
    "hamiltonian-path": hamiltonian_path,
    "one-suit": one_suit,
    "one-value": one_value,
    "solitaire": solitaire,
    "hanabi": hanabi,
    "three-sat": three_sat,
    "qbf-random": qbf_random,
    "strings-random": strings_random,
}
"""What a suite may ask for."""


def parameters_of(family: str) -> dict[str, Parameter]:
    """Return the parameters of a family with their defaults, in the order of its signature."""
    signature = inspect.signature(FAMILIES[family])
    return {name: one.default for name, one in signature.parameters.items() if name != "seed"}


def make(family: str, parameters: dict[str, Parameter], seed: int) -> crewsat.Instance:
    """Return an instance of a family.

    Raises:
        ValueError: if the parameters exclude each other.
    """
    return FAMILIES[family](seed, **parameters)
