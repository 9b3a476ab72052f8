"""3-SAT → solitaire Hanabi (Baffier et al., theorem 5.6 and section 5.1), every parameter explicit.

The gadgets of all variables, scanned with one slot of the hand, make one colour of each variable the true one. The
gadgets of the clauses, one after the other and with an empty hand between them, let every colour advance by five values
if a literal of the clause is true; else one colour is stuck for good. The last cards complete all colours.

With ``values="growing"`` all colours advance in every clause gadget, clause j has the offset 5(j - 1), n is 6m + 2, and
the deck has about 9 · 2v · m cards or more. With ``values="constant"`` only the six colours of the clause's variables
advance, the offset of a variable is 5 times the number of clauses it has been in, n is 5k + 5 if no variable is in more
than k clauses, and every gadget has a dummy colour of its own: a deck of linear size.

The hand. One player has h slots. p players with hands of h cards pass by giving hints, and hold p·h cards together; but
a card is taken into the hand before it is played, so a game with p·h - 1 slots is equivalent. With more than two slots
a colour e occupies all but two until the clauses are over.

Repairs. Each repair has a name and can be left out; without any, the deck is as printed.

- ``last-cards``: the last cards of a colour begin with the value o+7, o the last offset. The printed o+6 occurs a third
  time in the literals' colours of the last clause.
- ``high-cards``: cards above n are left out. For m = 1 and 2 the printed deck has some, and their colours then require
  more than the dummy colour has.
- ``copies``: exactly r copies means that each card is filled up to r. The printed r - 2 additional copies leave a card
  that occurs once with r - 1.
- ``one-slot-dumps``: with one slot, dumps store one card and the variables need no hand reduction. The text changes
  only the clause gadget and keeps dumps that store two.
- ``one-slot-order``: with one slot, the colours that are not literals of a clause get their cards in the order
  6, 7, 8, 9, 10, 2, 3, 4, 5.
- ``slots``: p·h - 1 slots for p > 1 players, not the printed p·h.
- ``last-round``: for p > 1 players, the deck ends with p·h - 1 spare cards. The official game is over one turn each
  after the deck is empty; with that many unneeded cards, this costs nothing.

"In all colours" is read as colour by colour; ``order="value"`` is the other reading, which needs more slots than there
are. Making an instance of N cards takes O(N) steps; with growing values and two slots, N ≤ 2 (2v + 1) (6m + 2).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, Literal, get_args

from crewsat.algorithms.hanabi_solitaire.line import line_of
from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.wording import visible
from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
from crewsat.games.hanabi_solitaire.rules import play_until_success, replay
from crewsat.problems.three_sat.formula import ThreeSat
from crewsat.reductions.notes import NotAWitness
from crewsat.reductions.three_sat_to_hanabi.gadgets import (
    NON_LITERALS,
    NON_LITERALS_OF_ONE_SLOT,
    ClauseGadget,
    Dummies,
    Gadget,
    Order,
    both_colours,
    colour_held,
    in_all,
    used_draws,
    variable_gadget,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from crewsat.games.cards import Card
    from crewsat.games.hanabi_solitaire.rules import Step

Values = Literal["growing", "constant"]
Repair = Literal["last-cards", "high-cards", "copies", "one-slot-dumps", "one-slot-order", "slots", "last-round"]
REPAIRS: tuple[Repair, ...] = get_args(Repair)

NAME = "3sat"
MOST_CARDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Reduction:
    """The parameters of a reduction.

    Attributes:
        hand_size: the hand of each player, h.
        players: number of players, p.
        copies: the exact number of copies of each card, r; None: one or two (three with one slot) as they come, and
            more ones if there are fewer colours than slots.
        values: ``growing`` with the number of clauses, or ``constant`` if no variable is in many clauses.
        order: how "in all colours" is read: ``colour`` by colour or ``value`` by value.
        repairs: differences from the printed text, from `REPAIRS`; empty: none.

    Raises:
        WrongOption: for a value of the wrong kind.
    """

    hand_size: int = 2
    players: int = 1
    copies: int | None = None
    values: Values = "growing"
    order: Order = "colour"
    repairs: tuple[Repair, ...] = REPAIRS

    def __post_init__(self) -> None:
        for name, allowed in (("values", Values), ("order", Order)):
            if getattr(self, name) not in get_args(allowed):
                raise WrongOption(f"{name} is one of {', '.join(get_args(allowed))}")
        for name in ("hand_size", "players"):
            if type(getattr(self, name)) is not int or not 1 <= getattr(self, name) <= MOST_CARDS:
                raise WrongOption(f"{name} is a whole number, at least 1")
        if not isinstance(self.repairs, tuple) or not set(self.repairs) <= set(REPAIRS):
            raise WrongOption(f"repairs are some of {', '.join(REPAIRS)}")
        object.__setattr__(self, "repairs", tuple(name for name in REPAIRS if name in self.repairs))
        self._check_copies()

    def _check_copies(self) -> None:
        """Check the number of copies, after everything else: how many are needed depends on the slots."""
        if self.copies is not None and (type(self.copies) is not int or not self.fewest_copies <= self.copies):
            slots = "one slot" if self.slots == 1 else f"{self.slots} slots"
            raise WrongOption(f"copies is a whole number, at least {self.fewest_copies} with {slots}")

    @property
    def slots(self) -> int:
        """How many cards may be stored in the instance."""
        return self.players * self.hand_size - ("slots" in self.repairs and self.players > 1)

    @property
    def fewest_copies(self) -> int:
        """How many copies a card has in this construction: 2, or 3 with one slot."""
        return 3 if self.slots == 1 else 2

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as a JSON object."""
        return {**asdict(self), "repairs": list(self.repairs)}

    def as_options(self) -> str:
        """Return the command-line options for these parameters, without defaults."""
        words = []
        for name, value in self.as_dict().items():
            text = (",".join(value) or "none") if name == "repairs" else str(value)
            if value != _DEFAULTS[name]:
                words.append(f"--{name.replace('_', '-')} {text}")
        return " ".join(words)


_DEFAULTS = Reduction().as_dict()


def reduce(formula: ThreeSat, reduction: Reduction = Reduction(), *, source: str | None = None) -> HanabiSolitaire:
    """Return the instance that is won iff the formula can be satisfied, if the reduction is right.

    Args:
        formula: the source.
        reduction: its parameters.
        source: the words for the formula, for the notes, as `crewsat reduce 3sat` understands them.

    Raises:
        WrongOption: if the deck would be too large, or the number of players needs more than r copies of a card.
    """
    highest = highest_value(formula, reduction)
    _check_size(formula, reduction, highest)
    gadgets = gadgets_of(formula, reduction)
    deck = [card for gadget in gadgets for card in gadget.cards]
    _check_copies(deck, reduction)
    asked = {} if source is None else {"source": source, "command": _command(source, reduction)}
    return HanabiSolitaire(
        deck=[card for card, number in zip(deck, _copies(deck, reduction), strict=True) for _ in range(number)],
        hand_size=reduction.slots,
        values=max([highest, *(card.value for card in deck)]),
        about={
            "generator": f"crewsat reduce {NAME}",
            "parameters": reduction.as_dict(),
            **asked,
            "size": formula.size(),
            "formula": formula.as_dict(),
        },
    )


def _command(source: str, reduction: Reduction) -> str:
    return f"crewsat reduce {NAME} {source} {reduction.as_options()}".rstrip()


def highest_value(formula: ThreeSat, reduction: Reduction) -> int:
    """Return the number of values n given in the paper, or more if that is needed to occupy all slots but two."""
    most = max(formula.appearances, default=0)
    n = 6 * len(formula.clauses) + 2 if reduction.values == "growing" else 5 * most + 5
    return max(n, reduction.slots - 1)


def _check_size(formula: ThreeSat, reduction: Reduction, highest: int) -> None:
    dummies = 2 if reduction.values == "growing" else 2 * len(formula.clauses) + 2
    cards = (2 * formula.variables + dummies) * highest * (reduction.copies or 2)
    if cards > MOST_CARDS:
        raise WrongOption(f"a deck of about {visible(cards)} cards is too large; allowed: {MOST_CARDS}")


def _check_copies(deck: Sequence[Card], reduction: Reduction) -> None:
    most = max(Counter(deck).values(), default=0)
    if (
        reduction.copies is not None
        and most > reduction.copies
        and {"last-cards", "last-round"} <= {*reduction.repairs}
    ):
        words = f"with {reduction.slots} spare ones some card has {most} copies"
        raise WrongOption(f"{words}; allowed: that many copies, or a formula of more variables")


def gadgets_of(formula: ThreeSat, reduction: Reduction) -> list[Gadget]:
    """Return all parts of the deck in order, before cards are added to have exactly r copies."""
    highest = highest_value(formula, reduction)
    gadgets = list(_gadgets(formula, reduction, highest))
    if "last-round" in reduction.repairs and reduction.players > 1:
        ones = [card for gadget in gadgets for card in gadget.cards if card.value == 1]
        gadgets.append(Gadget("D", tuple(islice(cycle(ones), reduction.slots))))
    if "high-cards" not in reduction.repairs:
        return gadgets
    low = [tuple(card for card in gadget.cards if card.value <= highest) for gadget in gadgets]
    return [Gadget(gadget.name, cards, gadget.offsets) for gadget, cards in zip(gadgets, low, strict=True)]


def _gadgets(formula: ThreeSat, reduction: Reduction, highest: int) -> Iterator[Gadget]:
    growing, one_slot = reduction.values == "growing", reduction.slots == 1
    variables = range(1, formula.variables + 1)
    dummies = Dummies(highest, one_colour=growing)
    stored = 1 if one_slot and "one-slot-dumps" in reduction.repairs else 2
    released: list[Card] = []
    if reduction.slots > 2:
        held, released = colour_held("e", reduction.slots - 2, highest)
        yield Gadget("D", tuple(held))
    opening, closing = dummies.held(1) if stored == 2 else ([], [])
    yield Gadget("D", tuple(opening))
    yield from map(variable_gadget, variables)
    yield Gadget("D", tuple(closing))
    non_literals = NON_LITERALS_OF_ONE_SLOT if one_slot and "one-slot-order" in reduction.repairs else NON_LITERALS
    clauses = ClauseGadget(2 if one_slot else 1, non_literals, reduction.order)
    been = dict.fromkeys(variables, 0)
    """In how many clause gadgets each variable has advanced."""
    for j, clause in enumerate(formula.clauses, 1):
        yield Gadget("D", tuple(dummies.dump(stored)))
        moved = variables if growing else sorted(map(abs, clause))
        yield clauses.made(f"C{j}", clause, {x: 5 * been[x] for x in moved}, dummies.dump(stored))
        been.update({x: been[x] + 1 for x in moved})
    yield Gadget("D", tuple(released + dummies.rest()))
    yield _last_cards(been, highest, reduction)


def _last_cards(been: dict[int, int], highest: int, reduction: Reduction) -> Gadget:
    """Return all colours from the value that even a false one has reached up to n."""
    below = 1 if "last-cards" in reduction.repairs else 0
    values = {c: range(5 * been[x] + 1 + below, highest + 1) for x in been for c in both_colours([x])}
    return Gadget("F", tuple(in_all(both_colours(been), values, reduction.order)), dict.fromkeys(been, highest))


def _copies(deck: Sequence[Card], reduction: Reduction) -> list[int]:
    """Return how many times each card of the deck is put in its place: additional copies go next to the first one."""
    if reduction.copies is None:
        return [1] * len(deck)
    there: dict[Card, list[int]] = {}
    for k, card in enumerate(deck):
        there.setdefault(card, []).append(k)
    number = [1] * len(deck)
    for places in there.values():
        fewest = len(places) if "copies" in reduction.repairs else reduction.fewest_copies
        number[places[0]] += max(0, reduction.copies - fewest)
    return number


def source_of(instance: HanabiSolitaire) -> tuple[ThreeSat, Reduction]:
    """Return the formula and the reduction from which an instance was made, from its notes.

    The notes are not trusted: reducing the formula again must make the same instance.

    Raises:
        InvalidInstance: if the notes are missing or do not fit the instance.
    """
    about = instance.about or {}
    formula, parameters = about.get("formula"), about.get("parameters")
    if not isinstance(formula, dict) or not isinstance(parameters, dict):
        raise InvalidInstance([Defect("about", f"says of no formula that the instance was reduced from ({NAME})")])
    try:
        source = ThreeSat.from_dict(formula)
        reduction = Reduction(**{**parameters, "repairs": tuple(parameters.get("repairs", ()))})
        may_fit = 2 * source.variables <= len(instance.colours_in_order) and len(source.clauses) <= instance.size
        again = reduce(source, reduction) if may_fit else None  # otherwise huge notes would be costly
    except InvalidInstance as error:
        raise InvalidInstance([Defect(f"about.formula.{d.place}", d.message) for d in error.defects]) from None
    except (WrongOption, TypeError) as error:
        why = f" ({visible(error)})" if isinstance(error, WrongOption) else ""
        raise InvalidInstance([Defect("about.parameters", f"are not valid parameters of {NAME}{why}")]) from None
    if again is None or again.digest() != instance.digest():
        raise InvalidInstance([Defect("about", "the formula in the notes does not reduce to this instance")])
    return source, reduction


def play_of(instance: HanabiSolitaire, assignment: Sequence[bool]) -> tuple[Step, ...]:
    """Return the winning play that follows truth values, replayed by the referee.

    Args:
        instance: a reduction of a formula, as its notes say.
        assignment: the value of each variable; that of x is ``assignment[x - 1]``.

    Raises:
        InvalidInstance: if the notes of the instance do not fit it.
        NotAWitness: if the formula is not satisfied.
        IllegalPlay: if the reduction is one of the wrong ones and leaves no room for this play.
    """
    formula, reduction = source_of(instance)
    why = formula.why_no_model(assignment)
    if why is not None:
        raise NotAWitness(f"the formula is not satisfied: {why}")
    gadgets = gadgets_of(formula, reduction)
    first = _first_draws([card for gadget in gadgets for card in gadget.cards], reduction)
    used = {first[draw - 1] for draw in used_draws(gadgets, assignment, instance.highest)}
    return play_until_success(instance, line_of(instance, used))


def _first_draws(deck: Sequence[Card], reduction: Reduction) -> list[int]:
    """Return, for every card before copies are added, the draw of the instance that brings it first."""
    draws, draw = [], 1
    for number in _copies(deck, reduction):
        draws.append(draw)
        draw += number
    return draws


def witness_of(instance: HanabiSolitaire, play: Iterable[Step]) -> tuple[bool, ...]:
    """Return the truth values that a winning play follows: the variables whose own two is played among the variables.

    A play may leave an unneeded variable without a value; it counts as false.

    Args:
        instance: a reduction of a formula, as its notes say.
        play: the steps, as a verdict holds them; they are replayed.

    Raises:
        InvalidInstance: if the notes of the instance do not fit it.
        IllegalPlay: if the play does not win.
        NotAWitness: if the play wins without satisfying the formula; the reduction is then one of the wrong ones.
    """
    formula, reduction = source_of(instance)
    gadgets = gadgets_of(formula, reduction)
    cards = sum(len(g.cards) for k, g in enumerate(gadgets) if any(later.name[0] == "V" for later in gadgets[k:]))
    deck = [card for gadget in gadgets for card in gadget.cards]
    draws = sum(_copies(deck, reduction)[:cards])
    twos, drawn = set(), 0
    for step in replay(instance, play):
        drawn += step.source == "deck"
        if drawn > draws:
            break
        if step.action == "play" and step.card.value == 2:
            twos.add(step.card.suit)
    assignment = tuple(str(2 * x - 1) in twos for x in range(1, formula.variables + 1))
    why = formula.why_no_model(assignment)
    if why is not None:
        raise NotAWitness(f"the play wins without satisfying the formula: {why}")
    return assignment
