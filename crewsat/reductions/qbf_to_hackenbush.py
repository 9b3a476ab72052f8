"""QBF → Hackenbush on strings (Cincotti, section 3, theorem 3), every role explicit.

The formula is brought into normal form first: there is x1, for all x2, there is x3, … xn, and clauses 1 … k. The game
has n + k + 2 players. Player i up to n has two edges, at the ground of two strings; the string of xi carries an edge of
player n + j for each clause j with xi, that of not xi one for each clause with not xi. A variable is made true by
cutting the string of its complement. Player n + k + 1, the *counter*, has a string of two edges and so always moves
twice. Player n + k + 2, the *judge*, has the lowest and the highest edge of a string of k + 2; the clauses' players
have one each in between, the first one at the top. If every clause's player finds an edge on the string of a true
literal, the judge's highest edge still stands at the judge's turn, and the judge moves twice and is the last player;
otherwise the counter is.

The *second* coalition consists of the players of the existential variables and of the clauses, and the judge; it wins
iff the formula is true. The *first* one consists of all others.

The order on the strings of literals matters. ``order="top-down"``, as printed: the clauses' labels increase from top to
bottom, so that cutting an edge fells only edges of players who have already moved in this round. ``order="bottom-up"``
is the other reading: edges of players who are yet to move fall. The second coalition then loses some true formulas; but
where it wins, every clause had a true literal against all values of the universal variables, and the formula is true.

Instances have 2n + k + 4 edges and one for each literal; making one takes as many steps.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.wording import counted, visible
from crewsat.games.hackenbush.instance import Hackenbush
from crewsat.games.hackenbush.rules import Move, cut, players_without_an_edge_leave, start
from crewsat.problems.qbf.formula import Qbf
from crewsat.problems.qbf.normal import normal_form
from crewsat.reductions.notes import NotAWitness

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from crewsat.problems.qbf.normal import NormalForm

Order = Literal["top-down", "bottom-up"]
Coalition = Literal["second", "first"]

NAME = "qbf"
MOST_EDGES = 1_000_000


@dataclass(frozen=True, slots=True)
class Reduction:
    """The parameters of a reduction.

    Attributes:
        order: in which direction the labels of the clauses increase on the strings of literals.
        mover: the player who moves first.
        coalition: the subject of the question: the ``second`` coalition, the ``first`` one, or these players, in any
            order.

    Raises:
        WrongOption: for a value of the wrong kind.
    """

    order: Order = "top-down"
    mover: int = 1
    coalition: Coalition | tuple[int, ...] = "second"

    def __post_init__(self) -> None:
        if self.order not in get_args(Order):
            raise WrongOption(f"order is one of {', '.join(get_args(Order))}")
        if type(self.mover) is not int or self.mover < 1:
            raise WrongOption("mover is a whole number, at least 1")
        members = self.coalition
        if isinstance(members, tuple) and all(type(player) is int and player > 0 for player in members):
            if len(set(members)) < len(members):
                raise WrongOption("coalition has a player twice")
            object.__setattr__(self, "coalition", tuple(sorted(members)))
        elif members not in get_args(Coalition):
            raise WrongOption("coalition is one of second, first, or a tuple of players from 1")

    def as_dict(self) -> dict[str, Any]:
        """Return the parameters as a JSON object."""
        listed = self.coalition if isinstance(self.coalition, str) else list(self.coalition)
        return {**asdict(self), "coalition": listed}

    def as_options(self) -> str:
        """Return the command-line options for these parameters, without defaults."""
        words = []
        for name, value in self.as_dict().items():
            text = (",".join(map(str, value)) or "-") if isinstance(value, list) else str(value)
            if value != _DEFAULTS[name]:
                words.append(f"--{name} {text}")
        return " ".join(words)


_DEFAULTS = Reduction().as_dict()


def reduce(formula: Qbf, reduction: Reduction = Reduction(), *, source: str | None = None) -> Hackenbush:
    """Return the instance that the second coalition wins iff the formula is true, if the reduction is right.

    Args:
        formula: the source, in any form.
        reduction: its parameters.
        source: the words for the formula, for the notes, as `crewsat reduce qbf` understands them.

    Raises:
        WrongOption: if there would be too many edges, or a named player does not take part.
    """
    normal = normal_form(formula)
    _check(normal.formula, reduction)
    asked = {} if source is None else {"source": source, "command": _command(source, reduction)}
    return Hackenbush(
        strings=list(_strings(normal.formula, reduction.order)),
        coalition=_members(normal.formula, reduction.coalition),
        to_move=reduction.mover,
        players=number_of_players(normal.formula),
        about={
            "generator": f"crewsat reduce {NAME}",
            "parameters": reduction.as_dict(),
            **asked,
            "size": formula.size(),
            "formula": formula.as_dict(),
            "normal_form": normal.as_dict(),
        },
    )


def _command(source: str, reduction: Reduction) -> str:
    return f"crewsat reduce {NAME} {source} {reduction.as_options()}".rstrip()


def number_of_players(normal: Qbf) -> int:
    """Return how many players the game of a formula in normal form has."""
    return normal.variables + len(normal.clauses) + 2


def number_of_edges(normal: Qbf) -> int:
    """Return how many edges the game of a formula in normal form has."""
    return 2 * normal.variables + sum(map(len, normal.clauses)) + len(normal.clauses) + 4


def _check(normal: Qbf, reduction: Reduction) -> None:
    edges, players = number_of_edges(normal), number_of_players(normal)
    if edges > MOST_EDGES:
        raise WrongOption(f"a game of {edges} edges is too large; allowed: {MOST_EDGES}")
    members = () if isinstance(reduction.coalition, str) else reduction.coalition
    strange = [player for player in (reduction.mover, *members) if player > players]
    if strange:
        raise WrongOption(f"there is no player {visible(strange[0])}; allowed: 1 to {players}")


def _strings(normal: Qbf, order: Order) -> Iterator[list[int]]:
    """Yield the labels of every string from the ground upwards: two per variable, the counter's, the judge's."""
    n, k = normal.variables, len(normal.clauses)
    clauses_with: defaultdict[int, list[int]] = defaultdict(list)
    for label, clause in enumerate(normal.clauses, n + 1):
        for literal in clause:
            clauses_with[literal].append(label)
    for x in range(1, n + 1):
        for literal in (x, -x):
            labels = clauses_with[literal]
            yield [x, *(labels if order == "bottom-up" else reversed(labels))]
    counter, judge = n + k + 1, n + k + 2
    yield [counter, counter]
    yield [judge, *range(n + k, n, -1), judge]


def second_coalition(normal: Qbf) -> tuple[int, ...]:
    """Return the players of existential variables and of clauses, and the judge."""
    n, players = normal.variables, number_of_players(normal)
    return (*range(1, n + 1, 2), *range(n + 1, players - 1), players)


def first_coalition(normal: Qbf) -> tuple[int, ...]:
    """Return the players of universal variables, and the counter."""
    return (*range(2, normal.variables + 1, 2), number_of_players(normal) - 1)


def _members(normal: Qbf, coalition: Coalition | tuple[int, ...]) -> tuple[int, ...]:
    if isinstance(coalition, tuple):
        return coalition
    return second_coalition(normal) if coalition == "second" else first_coalition(normal)


def source_of(instance: Hackenbush) -> tuple[Qbf, Reduction]:
    """Return the formula and the reduction from which an instance was made, from its notes.

    The notes are not trusted: reducing the formula again must make the same instance, and the same normal form.

    Raises:
        InvalidInstance: if the notes are missing or do not fit the instance.
    """
    formula, _, reduction = _source_of(instance)
    return formula, reduction


def _source_of(instance: Hackenbush) -> tuple[Qbf, NormalForm, Reduction]:
    about = instance.about or {}
    formula, parameters = about.get("formula"), about.get("parameters")
    if not isinstance(formula, dict) or not isinstance(parameters, dict):
        raise InvalidInstance([Defect("about", f"does not name a formula that the instance was reduced from ({NAME})")])
    try:
        source = Qbf.from_dict(formula)
        normal = normal_form(source)
        reduction = _reduction_of(parameters)
        may_fit = number_of_edges(normal.formula) == instance.edges  # otherwise huge notes would be costly
        again = reduce(source, reduction) if may_fit else None
    except InvalidInstance as error:
        raise InvalidInstance([Defect(f"about.formula.{d.place}", d.message) for d in error.defects]) from None
    except (WrongOption, TypeError) as error:
        why = f" ({visible(error)})" if isinstance(error, WrongOption) else ""
        raise InvalidInstance([Defect("about.parameters", f"are not valid parameters of {NAME}{why}")]) from None
    if again is None or again.digest() != instance.digest():
        raise InvalidInstance([Defect("about", "the formula in the notes does not reduce to this instance")])
    if about.get("normal_form") != normal.as_dict():
        raise InvalidInstance([Defect("about.normal_form", "is not that of the formula in the notes")])
    return source, normal, reduction


def _reduction_of(parameters: dict[str, Any]) -> Reduction:
    """Read the JSON object of the parameters back."""
    coalition = parameters.get("coalition")
    return Reduction(**{**parameters, "coalition": tuple(coalition) if isinstance(coalition, list) else coalition})


def truth_of(instance: Hackenbush, *, won: bool) -> bool:
    """Return what the answer about an instance implies: whether the formula is true.

    If a coalition wins, so does any larger one. So if a part of the second coalition wins, the formula is true, and if
    a coalition that contains the second one does not, it is false; with the first coalition it is the other way around.

    Args:
        instance: a reduction of a formula, as its notes say.
        won: whether its coalition can force the win.

    Raises:
        InvalidInstance: if the notes of the instance do not fit it.
        NotAWitness: if nothing follows, as these roles are not those of the theorem.
    """
    _, normal, reduction = _source_of(instance)
    if reduction.mover != 1:
        raise NotAWitness(f"nothing follows for the formula: player {reduction.mover} moves first, not player 1")
    second, first = set(second_coalition(normal.formula)), set(first_coalition(normal.formula))
    members = instance.members
    if members <= second if won else members >= first:
        return True
    if not (members <= first if won else members >= second):
        words = "wins and is neither part of" if won else "does not win and contains neither"
        raise NotAWitness(f"nothing follows for the formula: the coalition {words} the second nor the first one")
    if reduction.order == "bottom-up":
        raise NotAWitness("nothing follows for the formula: with bottom-up strings true formulas can be lost, too")
    return False


def play_of(instance: Hackenbush, value: bool | None = None) -> tuple[Move, ...]:
    """Return the move that gives the outermost variable its value.

    Whether this wins is a question of its own, as hard as the formula: `crewsat.verify` answers it.

    Args:
        instance: a reduction of a formula with the roles of the theorem, as its notes say.
        value: of the outermost variable if it is existential; None if it is universal or there is none.

    Raises:
        InvalidInstance: if the notes of the instance do not fit it.
        NotAWitness: if the value does not fit this formula, a clause is empty, or the roles are not those of the
            theorem.
    """
    formula, normal, reduction = _source_of(instance)
    if reduction.mover != 1 or instance.members != set(second_coalition(normal.formula)):
        raise NotAWitness("a value is a move only of the second coalition, and if player 1 moves first")
    if () in formula.clauses:
        raise NotAWitness("the formula is false: a clause is empty")
    if type(value) is not (type(None) if formula.outermost is None else bool):
        allowed = "None, as no existential variable is outermost" if formula.outermost is None else "True and False"
        raise NotAWitness(f"'{visible(value)}' is not a value of the outermost variable; allowed: {allowed}")
    return (Move(1, 1 if value is False else 2, 1),) if normal.formula.variables else ()


def witness_of(instance: Hackenbush, play: Iterable[Move]) -> bool | None:
    """Return the value that the first move of a winning play gives the outermost variable.

    Args:
        instance: a reduction of a formula, as its notes say.
        play: for a yes, as a verdict holds it: one move, or none if the coalition is not to move. It must be possible;
            whether it wins is for `crewsat.verify` to say.

    Returns:
        None if the outermost variable of the formula is universal, or there is none, or the coalition is not to move.

    Raises:
        InvalidInstance: if the notes of the instance do not fit it.
        IllegalPlay: if the move breaks a rule.
        NotAWitness: if the play is not the coalition's move, or it says nothing of the formula.
    """
    formula = _source_of(instance)[0]
    truth = truth_of(instance, won=True)
    made = tuple(play)
    position, _ = players_without_an_edge_leave(instance, start(instance))
    expected = int(position.player in instance.members)
    if len(made) != expected:
        raise NotAWitness(f"the play has {counted(len(made), 'move')}, not {expected} as a yes to this instance does")
    for move in made:
        cut(instance, position, move)
    return made[0].string == 2 if truth and made and formula.outermost is not None else None
