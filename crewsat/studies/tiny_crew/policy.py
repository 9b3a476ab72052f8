"""Policies: what a player does in each information state, as a file of lines, and evaluated exactly.

A file is a header and a line per state, sorted (contract, Tiny Crew): ``{"state": "hand:red1,blue2|tasks:…", "policy":
{"0": 0.25, "4": 0.75}}``. Keys are action codes; missing ones are never played. A missing state is played uniformly at
random over legal cards. States without a choice need no line.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn, get_args

import numpy as np

from crewsat.base.errors import Defect, InvalidInstance, WrongOption
from crewsat.base.guarded import name_of, named, opened
from crewsat.base.outputs import write_whole
from crewsat.base.wording import alternatives, visible
from crewsat.studies.tiny_crew.game import SmallGame
from crewsat.studies.tiny_crew.layers import Layers
from crewsat.studies.tiny_crew.states import Recall
from crewsat.studies.tiny_crew.sweeps import losses, reached, uniform, value, winnable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    Array = NDArray[Any]

LONGEST_LINE = 1 << 16
MOST_LINES = 4_000_000
"""The most lines of a file: the README's game with perfect recall has 3.5 million winnable states with a choice."""
MOST_BYTES = 1 << 30
"""The most bytes of a file, uncompressed."""

CLOSE = 1e-6
"""The largest deviation from 1 of the sum of a state's probabilities."""

SURE = 0.99
"""The smallest probability of a card for which a state is called deterministic."""


@dataclass(frozen=True)
class Policy:
    """The behaviour of the players.

    Attributes:
        game: the game it is for.
        recall: what a state remembers: as ``printed`` by the README, or everything (``perfect``).
        table: for each state, the probabilities of actions by their codes.
        source: the file it was read from, for messages.
    """

    game: SmallGame
    recall: Recall
    table: Mapping[str, Mapping[int, float]]
    source: str | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, game: SmallGame, layers: Layers, array: Array) -> Policy:
        """Return the policy given by an array of probabilities, one per pair.

        If there are too many states to list, those that the policy never reaches are omitted.
        """
        states = layers.states
        numbers = np.flatnonzero((states.count > 1) & _listed(layers, array)).tolist()
        table = {}
        for k, text in zip(numbers, layers.texts(numbers), strict=True):
            pairs = range(states.start[k], states.start[k] + states.count[k])
            table[text] = {int(states.code[pair]): float(array[pair]) for pair in pairs if array[pair]}
        return cls(game, layers.recall, table)

    def array(self, layers: Layers) -> Array:
        """Return the probabilities of the pairs; anything players recall beyond the policy's needs is ignored.

        If layers omit what can no longer be won, so does the array; states omitted there are looked up as printed in
        the README, without their past.

        Raises:
            InvalidInstance: if a state does not exist, a card may not be played in it, or its probabilities do not add
                up to 1.
            WrongOption: if the policy needs more than players recall.
        """
        if self.recall == "perfect" != layers.recall:
            raise WrongOption("the policy is for perfect recall, and here players forget")
        states, out, left = layers.states, uniform(layers), set(self.table)
        for k, recalled in enumerate(layers.texts()):
            text = recalled if self.recall == layers.recall else recalled.partition(_PAST)[0]
            if text not in self.table:
                continue
            left.discard(text)
            pairs = {int(states.code[pair]): pair for pair in range(states.start[k], states.start[k] + states.count[k])}
            said = self.table[text]
            self._check(text, pairs.keys())
            for code, pair in pairs.items():
                out[pair] = said.get(code, 0.0)
        if left and layers.pruned:
            self._check_left_out(left, layers)
        elif left:
            self._check(min(left), None)
        return out

    def check_game(self, game: SmallGame) -> None:
        """Raise `WrongOption` if the policy is for another game."""
        if not self.game.is_same(game):
            raise WrongOption("the policy is for another game")

    def _check(self, state: str, legal: AbstractSet[int] | None) -> None:
        """Check that a state exists, its actions are legal, and its probabilities are valid."""
        said, shown = self.table[state], visible(state, 200)
        if legal is None:
            self._refuse(state, f"the game has no state '{shown}'")
        if not said.keys() <= legal:
            self._refuse(state, f"action {min(said.keys() - legal)} is not legal in the state '{shown}'")
        if not (min(said.values(), default=0) >= 0 and abs(sum(said.values()) - 1) <= CLOSE):
            self._refuse(state, f"the probabilities of the state '{shown}' are not numbers that add up to 1")

    def _check_left_out(self, left: AbstractSet[str], layers: Layers) -> None:
        """Check states that pruned layers may have omitted, using the positions that plays share."""
        everything = Layers(layers.rules)
        states = everything.states
        wanted = {state.partition(_PAST)[0] for state in left if (_PAST in state) == (self.recall == "perfect")}
        legal = {
            text: set(states.code[start : start + count].tolist())
            for text, start, count in zip(everything.texts(), states.start, states.count, strict=True)
            if text in wanted
        }
        for state in sorted(left):
            self._check(state, legal.get(state.partition(_PAST)[0]))

    def _refuse(self, state: str, words: str) -> NoReturn:
        """Raise an error that names the line of the state if the policy was read from a file."""
        if self.source is None or self.source == "-":
            raise _invalid(words)
        lines = ((number, _parsed(line)) for number, line in _numbered_lines(self.source))
        at = next((number for number, line in lines if line.get("state") == state), None)
        raise InvalidInstance([Defect("", words)], f"{self.source}, line {at}")

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file, compressed if its name ends in ``.gz``; an existing file is replaced atomically.

        Raises:
            InvalidInstance: if it cannot be written.
        """
        text = "".join(f"{line}\n" for line in self._lines()).encode()
        write_whole(path, gzip.compress(text, mtime=0) if _is_packed(path) else text)

    def _lines(self) -> Iterator[str]:
        header = {"format": 1, "game": "tiny_crew", "parameters": self.game.parameters, "recall": self.recall}
        yield json.dumps(header)
        for state in sorted(self.table):
            said = {str(code): chance for code, chance in sorted(self.table[state].items())}
            yield json.dumps({"state": state, "policy": said}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The exact value of a policy.

    Attributes:
        value: the probability that the crew wins.
        states: number of information states with a choice; for more than nine cards with perfect recall, only of those
            that plays reach and that can still be won.
        deterministic: the number of them that play one card with a probability of at least `SURE`.
        uniform: the number of them that play all legal cards with the same probability.
        random: the value of uniform random play.
        winnable_share: the share of deals that can be won with all cards seen.
        lost: the share of deals lost by a card, after which they could no longer be won: a tuple per trick, with an
            entry per player. The value is the winnable share minus all of these.
    """

    value: float
    states: int
    deterministic: int
    uniform: int
    random: float
    winnable_share: float
    lost: tuple[tuple[float, ...], ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object, without the game."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def _listed(layers: Layers, array: Array) -> Array:
    """Return which states `Policy.of` lists, if there is a choice: omitted ones are played at random."""
    return reached(layers, array) > 0 if layers.pruned else np.ones(len(layers.states), bool)


def evaluate(game: SmallGame, policy: Policy) -> Evaluation:
    """Evaluate a policy over all deals.

    Raises:
        WrongOption: if it is for another game, or the game has too many positions.
        InvalidInstance: if it has states or actions that the game does not have.
    """
    policy.check_game(game)
    layers = Layers(game.rules, policy.recall)
    return evaluation(layers, policy.array(layers))


def evaluation(layers: Layers, array: Array) -> Evaluation:
    """Evaluate the policy that `Policy.of` creates from an array of probabilities."""
    states = layers.states
    array = np.where(np.repeat(_listed(layers, array), states.count), array, uniform(layers))
    choice = states.count > 1
    most = np.maximum.reduceat(array, states.start)
    least = np.minimum.reduceat(array, states.start)
    return Evaluation(
        value=value(layers, array),
        states=int(choice.sum()),
        deterministic=int((choice & (most >= SURE)).sum()),
        uniform=int((choice & (most - least < CLOSE)).sum()),
        random=value(layers, uniform(layers)),
        winnable_share=float(winnable(layers)[0][0].mean()),
        lost=tuple(map(tuple, losses(layers, array).tolist())),
    )


def read(path: str | os.PathLike[str]) -> Policy:
    """Read a policy; ``-`` is standard input.

    Raises:
        InvalidInstance: if it is not valid, with the file, the line and the reason.
    """
    name = name_of(path)
    table: dict[str, dict[int, float]] = {}
    header: tuple[SmallGame, Recall] | None = None
    with named(name):
        for number, line in _numbered_lines(path):
            with named(f"{name}, line {number}"):
                content = _parsed(line)
                if header is None:
                    header = _header_of(content)
                    continue
                state, chances = _state_of(content)
                if state in table:
                    raise _invalid("this state already has a line")
                table[state] = chances
        if header is None:
            raise _invalid("is empty; allowed: a policy")
    return Policy(*header, table, os.fspath(path))


def _is_packed(path: str | os.PathLike[str]) -> bool:
    return os.fspath(path).endswith(".gz")


def _numbered_lines(path: str | os.PathLike[str]) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file that are not blank, numbered from 1."""
    with opened(path) as file, gzip.GzipFile(fileobj=file) if _is_packed(path) else nullcontext(file) as stream:
        size = 0
        try:
            for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
                size += len(line)
                if len(line) == LONGEST_LINE or number > MOST_LINES or size > MOST_BYTES:
                    raise _invalid(
                        f"line {number}: the file is too large; allowed: lines of less than {LONGEST_LINE:,} bytes,"
                        f" {MOST_LINES:,} of them, {MOST_BYTES:,} bytes in all"
                    )
                if line.strip():
                    yield number, line
        except (EOFError, zlib.error) as error:
            raise _invalid(f"cannot be read: {str(error).lower()}") from None


def _parsed(line: bytes) -> Any:  # noqa: ANN401 - any JSON
    try:
        return _DECODER.decode(line.decode().strip())
    except (ValueError, RecursionError):
        raise _invalid("invalid JSON") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        raise _invalid("duplicate key")
    return out


def _refused(constant: str) -> NoReturn:
    raise ValueError(constant)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refused)
_PAST = "|past:"
"""What a state with perfect recall appends to the printed one."""


def _header_of(content: object) -> tuple[SmallGame, Recall]:
    match content:
        case {"format": int(form), "game": "tiny_crew", "parameters": dict(parameters), "recall": str(recall), **rest}:
            complete = form == 1 and type(form) is int and not rest
        case _:
            complete = False
    if not complete:
        raise _invalid('allowed: {"format": 1, "game": "tiny_crew", "parameters": {…}, "recall": …}')
    if recall not in get_args(Recall):
        raise _invalid(f"recall: '{visible(recall)}' is not valid{alternatives(recall, get_args(Recall))}")
    known = SmallGame().parameters
    for key, default in known.items():
        right = str if key == "leader" and isinstance(parameters.get(key), str) else type(default)
        if type(parameters.get(key)) is not right:
            raise _invalid(f"parameters: {key} is missing or not valid")
    if parameters.keys() != known.keys():
        raise _invalid(
            f"parameters: '{visible(min(parameters.keys() - known.keys()))}' is not one of {', '.join(known)}"
        )
    try:
        return SmallGame(**parameters), recall  # type: ignore[return-value]
    except WrongOption as error:
        raise _invalid(f"parameters: {error}") from None


def _state_of(content: object) -> tuple[str, dict[int, float]]:
    match content:
        case {"state": str(state), "policy": dict(policy), **rest} if not rest:
            pass
        case _:
            raise _invalid('allowed: {"state": "…", "policy": {"0": 0.25, …}}')
    chances: dict[int, float] = {}
    for code, chance in policy.items():
        if not code.isdecimal() or len(code) > 3 or code != str(int(code)):
            raise _invalid(f"'{visible(code)}' is not an action code")
        if type(chance) not in {int, float} or not 0 <= chance <= 1:
            raise _invalid(f"{visible(chance)} is not a probability")
        chances[int(code)] = float(chance)
    if abs(sum(chances.values()) - 1) > CLOSE:
        raise _invalid(f"the probabilities add up to {sum(chances.values()):.6f}, not to 1")
    return state, chances


def _invalid(words: str) -> InvalidInstance:
    return InvalidInstance([Defect("", words)])
