"""What the rest of the program needs to know of a game: one record, which imports nothing until it is used."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from crewsat.base.said import saying

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from crewsat.base.errors import Reason
    from crewsat.games.code import Code
    from crewsat.games.instance import Instance
    from crewsat.games.method import Method
    from crewsat.games.question import Question

Play = tuple[Any, ...]
"""The part of a yes that is shown: moves of the game, each with `as_dict`."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a yes is based on: what a method finds, and the referee checks.

    Attributes:
        checked: what the referee did, in words.
    """

    checked: str


PLAY = Certificate(saying("the play was replayed by the rules"))
"""The moves in their order: for games in which all players play together."""
STRATEGY = Certificate(saying("the strategy was played against every defence"))
"""A move for each position in which the winning side is to move: for games with opponents."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """How other programs write the instances of a game.

    Attributes:
        text: a regular expression that matches such texts as a whole.
        parse_text: reads such a text as an instance; with ``whole=True`` a game to its end, although the text names a
            turn.
        keys: an object without the key `game` is in this form if it has these keys.
        read_object: reads such an object as an instance.
        forms: the forms an instance can be written in: by name, a function that returns the text, or raises a
            ValueError that says what the form cannot express.
    """

    text: str
    parse_text: Code
    keys: frozenset[str]
    read_object: Code
    forms: Mapping[str, Code]


class Played(Protocol):
    """What the referee makes of a strategy: the first move, and how far it was played.

    Attributes:
        play: the part of a yes that is shown: the first move of the winning side, or nothing if it does not move first.
        positions: in how many positions it was played.
        stopped: why it was not played against every defence; None if it was.
    """

    play: Play
    stopped: Reason | None

    @property
    def positions(self) -> int: ...  # noqa: D102

    def lines(self) -> Iterator[Mapping[str, Any]]:
        """Yield the positions as JSON objects, for a file that `Game.strategy_of` reads."""
        ...


class Quantity(NamedTuple):
    """Something that a sweep may find out about an instance besides its answer.

    Attributes:
        code: a function of the instance, its verdict and the seconds that are left; it returns a whole number, or None
            if it does not apply, and raises `crewsat.base.errors.Stopped` if it is not known in time.
        is_share: whether it is 1 or 0, so that its mean is the share of instances of which something is true.
    """

    code: Code
    is_share: bool = False


@dataclass(frozen=True)
class Game:
    """A game, its instances, its referee and its methods.

    What a game need not have is in `questions` and `parts`, and is looked up by `crewsat.games.parts`; its benchmarks
    and audits are found by its name where they belong.

    Attributes:
        name: its name in files, and that of its folder, or module, in every layer.
        title: its name for people.
        unit: what a play consists of: ``trick``, ``step``.
        head: the beginning of the text form of an instance; empty for the game that is meant by default.
        instance: the type of its instances.
        text_of: an instance as one line.
        parse_text: the line as an instance.
        generator: the type whose objects make random instances, `with_seed`: a dataclass, whose fields are described by
            `crewsat.base.parameters.about` and are the options of ``crewsat generate``.
        other_generators: further such types, each with fields of its own; using an option of one selects it.
        replay: the referee: checks by the rules what a method found; returns the part of a play that is shown, which is
            all of it up to the move with which it succeeds, and for a strategy what is `Played`. A strategy may be of
            the side that asks (``coalition``) or of the other one, and is played within limits.
        verified: the referee once more: replays a claimed play with all its claims, without cutting it. Of a strategy
            only the first move is shown; what follows is decided anew, within limits.
        methods: how it is decided, in the order in which ``auto`` tries them.
        counted: what the size of an instance counts: ``cards``, ``edges``.
        certificate: what a yes is based on, and so what the methods find: a play, or a strategy.
        strategy_of: reads a strategy from the lines of the file it was kept in; None if there are no strategies.
        questions: what may be asked besides whether it can be won, by name: ``options``, ``review``.
        parts: what else a game may have, by name: ``state`` (the class of its states, which are walked through),
            ``lines`` (a function that yields the winning lines of an instance within limits), and the modules
            ``words`` (reports), ``playing`` (play at the table) and ``page``; ``svg`` draws a review, as `Drawn`;
            ``steps``, for a game without ``state``, is the class of what the page plays on, with `legal`, `play`,
            `outcome`, `instance`; ``planning`` is the class of an instance as a planning problem, with `problem`,
            `text`, `read`, `plan_of`.
        quantities: what a sweep may find out about an instance besides its answer, by name.
        assignment: returns who took the objectives in a play, by id; None if there are none to take.
        chosen: returns what the crew has chosen in a play besides its cards, as members of an answer.
        won_with: returns the number of the move that wins in a play; None if the fewest moves are of no interest.
        foreign: how other programs write instances, if they can be read.
        continued: returns an instance with the moves of a play done; None if its instances do not record past moves.
    """

    name: str
    title: str
    unit: str
    head: str
    instance: Code
    text_of: Code
    parse_text: Code
    generator: Code
    replay: Code
    verified: Code
    methods: tuple[Method, ...]
    other_generators: tuple[Code, ...] = ()
    counted: str = "cards"
    certificate: Certificate = PLAY
    strategy_of: Code | None = None
    questions: Mapping[str, Question] = field(default_factory=dict)
    parts: Mapping[str, Code] = field(default_factory=dict)
    quantities: Mapping[str, Quantity] = field(default_factory=dict)
    assignment: Code | None = None
    chosen: Code | None = None
    won_with: Code | None = None
    foreign: Foreign | None = None
    continued: Code | None = None

    def owners(
        self, instance: Instance, play: Play, takers: Mapping[str, int] | None = None
    ) -> Mapping[str, int] | None:
        """Return who took the objectives in a play, by id, and the free tasks; None if there are none to take.

        Args:
            instance: the deal or position.
            play: a winning play of it.
            takers: who took the free tasks; None for whoever can.
        """
        owners: Mapping[str, int] | None = None if self.assignment is None else self.assignment(instance, play, takers)
        return owners

    def results(self, instance: Instance, play: Play) -> dict[str, Any]:
        """Return what a verdict says of its winning play: the fields `Verdict.assignment` and `Verdict.chosen`."""
        return {"assignment": self.owners(instance, play), "chosen": self.choices(instance, play)}

    def choices(self, instance: Instance, play: Play) -> Mapping[str, Any]:
        """Return what the crew has chosen in a play besides its cards, for `Verdict.chosen`."""
        chosen: Mapping[str, Any] = {} if self.chosen is None else self.chosen(instance, play)
        return chosen
