"""Policies: what a player does in each information state; as a file of lines, and evaluated exactly.

A file is a header and a line a state, sorted (contract, Tiny Crew): ``{"state": "hand:red1,blue2|tasks:…", "policy":
{"0": 0.25, "4": 0.75}}``. Keys are action codes, those left out are never played; a state left out is played at random,
each legal card as often as any other. States in which there is no choice need no line.
"""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from crewsat.errors import Defect, InvalidInstance, WrongOption
from crewsat.tiny_crew.game import SmallGame
from crewsat.tiny_crew.layers import Layers
from crewsat.tiny_crew.states import Recall
from crewsat.tiny_crew.sweeps import losses, reached, uniform, value, winnable
from crewsat.wording import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    Array = NDArray[Any]

LONGEST_LINE = 1 << 20
MOST_BYTES = 1 << 30
"""Of a file, unpacked."""

CLOSE = 1e-6
"""How far the probabilities of a state may be from adding up to 1."""

SURE = 0.99
"""A state is called deterministic from this probability of a card on."""


@dataclass(frozen=True)
class Policy:
    """What the players do.

    Attributes:
        game: the game it is for.
        recall: what a state remembers: as ``printed`` by the README, or everything (``perfect``).
        table: of each state, the probabilities of actions by their codes.
    """

    game: SmallGame
    recall: Recall
    table: Mapping[str, Mapping[int, float]]

    @classmethod
    def of(cls, game: SmallGame, layers: Layers, array: Array) -> Policy:
        """Return the policy an array of probabilities is, one a pair.

        Where there are too many states to list, those that the policy never comes to are left out.
        """
        states = layers.states
        numbers = np.flatnonzero((states.count > 1) & _listed(layers, array)).tolist()
        table = {}
        for k, text in zip(numbers, layers.texts(numbers), strict=True):
            pairs = range(states.start[k], states.start[k] + states.count[k])
            table[text] = {int(states.code[pair]): float(array[pair]) for pair in pairs if array[pair]}
        return cls(game, layers.recall, table)

    def array(self, layers: Layers) -> Array:
        """Return the probabilities of the pairs; where players recall more than the policy asks for, they ignore it.

        Raises:
            InvalidInstance: if there is no such state, or a card may not be played in it.
        """
        states, out, left = layers.states, uniform(layers), set(self.table)
        for k, recalled in enumerate(layers.texts()):
            text = recalled if self.recall == layers.recall else recalled.partition("|past:")[0]
            if text not in self.table:
                continue
            left.discard(text)
            pairs = {int(states.code[pair]): pair for pair in range(states.start[k], states.start[k] + states.count[k])}
            said = self.table[text]
            if not said.keys() <= pairs.keys():
                wrong = min(said.keys() - pairs.keys())
                raise _invalid(f"action {wrong} is not legal in the state '{visible(text, 200)}'")
            for code, pair in pairs.items():
                out[pair] = said.get(code, 0.0)
        if left:
            raise _invalid(f"the game has no state '{visible(min(left), 200)}'")
        return out

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write it as a file, packed if its name ends in ``.gz``; what was there before is replaced at once.

        Raises:
            OSError: if that cannot be done.
        """
        place = Path(path)
        part = place.with_name(f".crewsat-{os.getpid()}.part")
        text = "".join(f"{line}\n" for line in self._lines()).encode()
        try:
            part.write_bytes(gzip.compress(text, mtime=0) if place.suffix == ".gz" else text)
            part.replace(place)
        finally:
            with suppress(FileNotFoundError):
                part.unlink()

    def _lines(self) -> Iterator[str]:
        header = {"format": 1, "game": "tiny_crew", "parameters": self.game.parameters, "recall": self.recall}
        yield json.dumps(header)
        for state in sorted(self.table):
            said = {str(code): chance for code, chance in sorted(self.table[state].items())}
            yield json.dumps({"state": state, "policy": said}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a policy is worth, exactly.

    Attributes:
        value: the chance that the crew wins.
        states: number of information states with a choice; of more than nine cards with perfect recall, of those that
            plays come to which can still be won.
        deterministic: how many of them play one card with a probability of at least `SURE`.
        uniform: how many play all legal cards with the same probability.
        random: the value of uniform random play.
        winnable_share: the share of deals that can be won with all cards seen.
        lost: the share of deals that a card has lost, after which they could not be won any more: a tuple a trick,
            with an entry a player. The winnable share less all of these is the value.
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
    """Return which states `Policy.of` lists, if there is a choice: those left out are played at random."""
    return reached(layers, array) > 0 if layers.pruned else np.ones(len(layers.states), bool)


def evaluate(game: SmallGame, policy: Policy) -> Evaluation:
    """Evaluate a policy over all deals.

    Raises:
        WrongOption: if it is for another game, or the game has too many positions.
        InvalidInstance: if it has states or actions that the game has not.
    """
    if policy.game.parameters != game.parameters:
        raise WrongOption("the policy is for another game")
    layers = Layers(game.rules, policy.recall)
    return evaluation(layers, policy.array(layers))


def evaluation(layers: Layers, array: Array) -> Evaluation:
    """Evaluate the policy that `Policy.of` makes of an array of probabilities."""
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
    """Read a policy.

    Raises:
        InvalidInstance: with the file, the line and what is wrong there.
    """
    name = os.fspath(path)
    table: dict[str, dict[int, float]] = {}
    header: tuple[SmallGame, Recall] | None = None
    try:
        for number, line in _numbered_lines(name):
            try:
                content = json.loads(line)
                if header is None:
                    header = _header_of(content)
                    continue
                state, chances = _state_of(content)
                if state in table:
                    raise _invalid("this state has a line already")
                table[state] = chances
            except InvalidInstance as error:
                raise InvalidInstance(error.defects, f"{visible(name, 200)}, line {number}") from None
            except (ValueError, RecursionError):
                raise InvalidInstance([Defect("", "invalid JSON")], f"{visible(name, 200)}, line {number}") from None
    except (OSError, EOFError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InvalidInstance([Defect("", f"cannot be read: {why.lower()}")], visible(name, 200)) from None
    if header is None:
        raise InvalidInstance([Defect("", "is empty; allowed: a policy")], visible(name, 200))
    return Policy(*header, table)


def _numbered_lines(name: str) -> Iterator[tuple[int, bytes]]:
    with gzip.open(name) if name.endswith(".gz") else Path(name).open("rb") as stream:
        size = 0
        for number, line in enumerate(iter(lambda: stream.readline(LONGEST_LINE), b""), 1):
            size += len(line)
            if len(line) == LONGEST_LINE or size > MOST_BYTES:
                words = f"the file is too large; allowed: lines of {LONGEST_LINE:,} bytes, {MOST_BYTES:,} bytes in all"
                raise InvalidInstance([Defect("", words)], f"{visible(name, 200)}, line {number}")
            if line.strip():
                yield number, line


def _header_of(content: object) -> tuple[SmallGame, Recall]:
    match content:
        case {"format": 1, "game": "tiny_crew", "parameters": dict(parameters), "recall": str(recall)}:
            pass
        case _:
            raise _invalid('allowed: {"format": 1, "game": "tiny_crew", "parameters": {…}, "recall": …}')
    if recall not in get_args(Recall):
        raise _invalid(f"recall: '{visible(recall)}' is not valid; allowed: {', '.join(get_args(Recall))}")
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
        if not code.isdecimal() or len(code) > 3:
            raise _invalid(f"'{visible(code)}' is not an action code")
        if type(chance) not in {int, float} or not 0 <= chance <= 1 or not isfinite(chance):
            raise _invalid(f"{visible(chance)} is not a probability")
        chances[int(code)] = float(chance)
    if abs(sum(chances.values()) - 1) > CLOSE:
        raise _invalid(f"the probabilities add up to {sum(chances.values()):.6f}, not to 1")
    return state, chances


def _invalid(words: str) -> InvalidInstance:
    return InvalidInstance([Defect("", words)])
