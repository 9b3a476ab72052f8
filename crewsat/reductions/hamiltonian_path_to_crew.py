"""Hamiltonian path → The Crew (paper, lemma 6.2, corollary 6.4, theorem 6.5), every parameter explicit.

Vertex i becomes player i and suit i. The neighbours of i get the cards 1 … deg(i) of suit i, one each; player i gets
the highest, deg(i)+1, and must win it. *Junk* of other suits fills the hands. An objective card that its owner holds is
won only if its suit is led, by its owner or by a neighbour, who has one card of it. If every trick must complete an
objective, leads therefore walk along edges, and visit every vertex once: from a Hamiltonian path a winning play can be
read off, and the other way around. The suit of a vertex is led once, so it does not matter which neighbour got which
card; junk never wins an objective, so its suits do not matter either.

*Every trick must complete an objective* needs hands of n cards, where n is the number of vertices: n - deg(i) - 1 junk
cards for player i, ``junk="hand-size"``, the default. The lemma prints n - deg(i) + 1, ``junk="as-printed"``: n + 2
cards and two spare tricks, although its proof says that there are as many cards as players. If several players have
junk of the same suit, the lead can jump in a spare trick, and graphs without a Hamiltonian path become winnable. If no
two players share a suit of junk the printed number does no harm: a player who leads junk wins the trick and gains
nothing. `crewsat audit crew` compares all of these with the truth.

Where the path starts. The first trick may also be led by a neighbour of the path's first vertex: with a free leader the
instance is won iff there is a Hamiltonian path; with vertex v as leader, iff there is one that starts at v or at a
neighbour of v.

Corollary 6.4 adds trumps to all hands but one. That hand still has n cards, so every trick must still complete an
objective, which no trick with a trump in it does. With the printed number of junk cards, of whatever suits, a trump can
take the lead to any player who holds one, in a spare trick.

Theorem 6.5 adds a player with junk and the highest card of a suit of which all others get one; this last objective has
a token that puts it after all others. Leading its suit ends the game, because its player has only junk left. The text
gives the new player p - 1 junk cards, and p may be n (``last_player="old"``: n cards for n + 1 objectives, never won)
or n + 1 (``"new"``: right, and with either count of the others' junk, as this hand alone bounds the number of tricks).
The token changes nothing, as the new player's objective must be last anyway (``token=False`` leaves it out).

An instance has n² cards; making it takes as many steps.
"""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.shuffling import shuffled
from crewsat.base.wording import visible
from crewsat.games.cards import Card
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.replaying import replay
from crewsat.problems.graph.graph import MOST_VERTICES, Graph
from crewsat.reductions.notes import NotAWitness

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.games.crew.tricks import Trick

Junk = Literal["hand-size", "as-printed"]
JunkSuits = Literal["one", "player", "card"]
LastPlayer = Literal["none", "new", "old"]

NAME = "hamiltonian-path"
TRUMP = "trump"
MOST_TRUMPS = 1_000_000


@dataclass(frozen=True, slots=True)
class Reduction:
    """The parameters of a reduction.

    Attributes:
        junk: how many junk cards player i gets: ``hand-size`` (n - deg(i) - 1) or ``as-printed`` (n - deg(i) + 1).
        junk_suits: whether all junk is of ``one`` suit, of one suit per ``player``, or of one suit per ``card``.
        seed: deals the cards of a suit to the neighbours in random order; None: in ascending order of the neighbours.
        leader: the vertex that leads first; None: the crew chooses.
        trumps: how many trumps each player gets (corollary 6.4: any numbers, one of them 0); empty: no trump suit.
        last_player: the additional player of theorem 6.5: none, or with p - 1 junk cards where p counts it (``new``) or
            not (``old``).
        token: whether the additional objective has its token.

    Raises:
        WrongOption: for a value of the wrong kind.
    """

    junk: Junk = "hand-size"
    junk_suits: JunkSuits = "one"
    seed: int | None = None
    leader: int | None = None
    trumps: tuple[int, ...] = ()
    last_player: LastPlayer = "none"
    token: bool = True

    def __post_init__(self) -> None:
        for name, allowed in (("junk", Junk), ("junk_suits", JunkSuits), ("last_player", LastPlayer)):
            if getattr(self, name) not in get_args(allowed):
                raise WrongOption(f"{name} is one of {', '.join(get_args(allowed))}")
        if not isinstance(self.trumps, tuple):
            raise WrongOption("trumps is a tuple of whole numbers")
        if not {type(self.seed), type(self.leader)} <= {int, type(None)} or not set(map(type, self.trumps)) <= {int}:
            raise WrongOption("seed, leader and trumps are whole numbers")
        if type(self.token) is not bool:
            raise WrongOption("token is true or false")

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as a JSON object."""
        return {**asdict(self), "trumps": list(self.trumps)}


def reduce(graph: Graph, reduction: Reduction = Reduction(), *, source: str | None = None) -> Crew:
    """Return the instance that is won iff the graph has a Hamiltonian path, if the reduction is right.

    Args:
        graph: the source; its vertices become the players.
        reduction: its parameters.
        source: the words for the graph, for the notes.

    Raises:
        WrongOption: for a graph without vertices or with too many, a leader or a number of trumps that do not fit it.
    """
    _check(graph, reduction)
    n = len(graph.names)
    hands = _neighbours_cards(graph, reduction.seed)
    targets = [Card(str(v), len(graph.neighbours[v]) + 1) for v in graph.vertices]
    spare = -1 if reduction.junk == "hand-size" else 1
    sizes = [n - len(graph.neighbours[v]) + spare for v in graph.vertices]
    if reduction.last_player != "none":
        hands.append([])
        last = n + 1
        targets.append(Card(str(last), last))
        sizes.append(n if reduction.last_player == "new" else n - 1)
    junk = _junk(sizes, reduction.junk_suits)
    for hand, target, fill in zip(hands, targets, junk, strict=True):
        hand += [target, *fill]
    if reduction.last_player != "none":
        for v in graph.vertices:
            hands[v - 1].append(Card(targets[-1].suit, v))
    return Crew(
        hands=_with_trumps(hands, reduction.trumps),
        leader=reduction.leader,
        trump=TRUMP if any(reduction.trumps) else None,
        objectives=list(_objectives(targets, reduction)),
        about={
            "generator": f"crewsat reduce {NAME}",
            "parameters": reduction.as_dict(),
            **({} if source is None else {"source": source}),
            "size": graph.size(),
            "graph": graph.as_dict(),
        },
    )


def _check(graph: Graph, reduction: Reduction) -> None:
    n = len(graph.names)
    if not 1 <= n <= MOST_VERTICES:
        raise WrongOption(f"a graph of {n} vertices cannot be reduced; allowed: 1 to {MOST_VERTICES}")
    players = n + (reduction.last_player != "none")
    if reduction.leader is not None and not 1 <= reduction.leader <= players:
        raise WrongOption(f"there is no player {visible(reduction.leader)} to lead; allowed: 1 to {players}")
    if reduction.trumps and len(reduction.trumps) != players:
        raise WrongOption(f"{len(reduction.trumps)} numbers of trumps for {players} players")
    if any(number < 0 for number in reduction.trumps):
        raise WrongOption("a number of trumps is negative")
    if sum(reduction.trumps) > MOST_TRUMPS:
        raise WrongOption(f"{visible(sum(reduction.trumps))} trumps; allowed: {MOST_TRUMPS}")


def _neighbours_cards(graph: Graph, seed: int | None) -> list[list[Card]]:
    """Deal all cards of a vertex's suit except the highest to its neighbours."""
    rng = None if seed is None else random.Random(seed)
    hands: list[list[Card]] = [[] for _ in graph.vertices]
    for v in graph.vertices:
        for value, u in enumerate(_dealt(graph.neighbours[v], rng), 1):
            hands[u - 1].append(Card(str(v), value))
    return hands


def _dealt(neighbours: Sequence[int], rng: random.Random | None) -> Sequence[int]:
    """Return who gets the cards 1, 2, … of a suit."""
    return neighbours if rng is None else shuffled(neighbours, rng)


def _junk(sizes: Sequence[int], suits: str) -> list[list[Card]]:
    """Return the junk of every player; no suit is that of a vertex."""
    made: list[list[Card]] = []
    number = 0
    for player, size in enumerate(sizes, 1):
        fill = []
        for k in range(1, size + 1):
            number += 1
            names = {"one": Card("junk", number), "player": Card(f"junk{player}", k), "card": Card(f"junk{number}", 1)}
            fill.append(names[suits])
        made.append(fill)
    return made


def _with_trumps(hands: Sequence[Sequence[Card]], trumps: Sequence[int]) -> list[list[Card]]:
    """Add trumps to the hands, `trumps` giving the number for each player."""
    dealt, number = [], 0
    for hand, more in zip(hands, trumps or [0] * len(hands), strict=True):
        dealt.append([*hand, *(Card(TRUMP, number + k) for k in range(1, more + 1))])
        number += more
    return dealt


def _objectives(targets: Sequence[Card], reduction: Reduction) -> Iterable[Mapping[str, object]]:
    for player, card in enumerate(targets, 1):
        is_last = reduction.last_player != "none" and player == len(targets)
        yield {"card": card, "owner": player, **({"token": "omega"} if is_last and reduction.token else {})}


def source_of(instance: Crew) -> tuple[Graph, Reduction]:
    """Return the graph and the reduction from which an instance was made, from its notes.

    The notes are not trusted: reducing the graph again must make the same instance.

    Raises:
        InvalidInstance: if the notes are missing or do not fit the instance.
    """
    about = instance.about or {}
    graph, parameters = about.get("graph"), about.get("parameters")
    if not isinstance(graph, dict) or not isinstance(parameters, dict):
        raise InvalidInstance([Defect("about", f"says of no graph that the instance was reduced from ({NAME})")])
    try:
        source = Graph.from_dict(graph)
        reduction = Reduction(**{**parameters, "trumps": tuple(parameters.get("trumps", ()))})
        players = len(source.names) + (reduction.last_player != "none")
        may_fit = players == instance.players and sum(reduction.trumps) <= len(instance.holder)  # else huge notes cost
        again = reduce(source, reduction) if may_fit else None
    except InvalidInstance as error:
        raise InvalidInstance([Defect(f"about.graph.{d.place}", d.message) for d in error.defects]) from None
    except (WrongOption, TypeError) as error:
        why = f" ({visible(error)})" if isinstance(error, WrongOption) else ""
        raise InvalidInstance([Defect("about.parameters", f"are not valid parameters of {NAME}{why}")]) from None
    if again is None or again.digest() != instance.digest():
        raise InvalidInstance([Defect("about", "the graph in the notes does not reduce to this instance")])
    return source, reduction


def play_of(instance: Crew, path: Sequence[int]) -> tuple[Trick, ...]:
    """Return the winning play that follows a Hamiltonian path, replayed by the referee.

    Args:
        instance: a reduction of a graph, as its notes say.
        path: the vertices in order, each by its number; if a leader is fixed, the path starts there or next to it.

    Raises:
        InvalidInstance: if the notes of the instance do not fit it.
        NotAWitness: if the path is not Hamiltonian, or starts elsewhere.
        IllegalPlay: if the reduction is one of the wrong ones and leaves no room for this play.
    """
    graph, reduction = source_of(instance)
    why = graph.why_no_hamiltonian_path(path)
    if why is not None:
        raise NotAWitness(f"no Hamiltonian path: {why}")
    first = reduction.leader or path[0]
    if first != path[0] and first not in graph.neighbours[path[0]]:
        name = visible(graph.names[first - 1]) if first in graph.vertices else f"player {first}"
        raise NotAWitness(f"the path starts neither at {name}, who leads, nor next to it")
    stops = list(path) if reduction.last_player == "none" else [*path, len(graph.names) + 1]
    left = [set(hand) for hand in instance.hands]
    tricks = []
    for leader, suit in zip([first, *stops], stops, strict=False):
        if not all(left):
            break  # the referee will report it
        turn = [(leader - 1 + k) % instance.players for k in range(instance.players)]
        cards = tuple(_card_to(str(suit), left[player]) for player in turn)
        for player, card in zip(turn, cards, strict=True):
            left[player].remove(card)
        tricks.append((leader, cards))
    return replay(instance, tricks)


def _card_to(suit: str, hand: Iterable[Card]) -> Card:
    """Return the card of this suit (every player has at most one), else some junk, else (too early) any card."""
    follows = [card for card in hand if card.suit == suit]
    junk = [card for card in hand if card.suit.startswith("junk")]
    return min(follows or junk or hand)


def witness_of(instance: Crew, play: Iterable[Trick]) -> tuple[int, ...]:
    """Return the Hamiltonian path that a winning play follows: the vertices in the order of their objectives.

    Args:
        instance: a reduction of a graph, as its notes say.
        play: the tricks, as a verdict holds them; they are replayed.

    Raises:
        InvalidInstance: if the notes of the instance do not fit it.
        IllegalPlay: if the play does not win.
        NotAWitness: if the play wins without following a path; the reduction is then one of the wrong ones.
    """
    graph, _ = source_of(instance)
    tricks = replay(instance, [(trick.leader, trick.cards) for trick in play])
    owner = {objective.id: objective.owner or 0 for objective in instance.objectives}
    path = tuple(owner[done] for trick in tricks for done in trick.completes if owner[done] in graph.vertices)
    why = graph.why_no_hamiltonian_path(path)
    if why is not None:
        raise NotAWitness(f"the play wins without following a Hamiltonian path: {why}")
    return path
