"""The blueprint: a small learned policy for playing and signalling from one's own hand.

It is a linear function of the features (`crewsat.hidden.features`, `crewsat.hidden.messages`) plus a layer of 24
rectified units. Weights and sums are integers, so that it decides the same everywhere; of equal scores the lowest card
counts, and saying nothing before any signal. ``python -m crewsat.hidden.training`` learns it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from crewsat.base.compiled import kernel
from crewsat.hidden.board import NOBODY, SAYS_NOTHING, Position, arguments
from crewsat.hidden.features import FEATURES, different, features_of
from crewsat.hidden.messages import SIGNAL_FEATURES, messages
from crewsat.hidden.seen import Seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.hidden.board import Board, Rules
    from crewsat.hidden.messages import Message

UNITS = 24
MOST_WEIGHT = 8191
SIZE = FEATURES * (UNITS + 1) + UNITS + SIGNAL_FEATURES
"""Number of weights."""

VERSION = 1
"""Of the features and of how they are weighed; a file of another version is refused."""


@dataclass(frozen=True)
class Blueprint:
    """A policy.

    Attributes:
        weights: of all features directly, of those of each unit, of the units, and of the features of signals.
        version: of the format.
    """

    weights: tuple[int, ...]
    version: int = VERSION

    @classmethod
    def load(cls) -> Blueprint:
        """Return the one that is part of the package."""
        return _packaged()

    @classmethod
    def parse(cls, text: str | bytes) -> Blueprint:
        """Read a file.

        Raises:
            ValueError: if it is not a blueprint, of another version, or its digest is not that of its weights.
        """
        data = json.loads(text)
        if not isinstance(data, dict) or data.get("blueprint") != VERSION:
            found = data.get("blueprint") if isinstance(data, dict) else None
            raise ValueError(f"this is not a blueprint of version {VERSION}: `blueprint` is {found!r}")
        weights = data.get("weights")
        if not isinstance(weights, list) or len(weights) != SIZE or not all(map(_is_weight, weights)):
            raise ValueError(f"`weights` must be {SIZE} integers from {-MOST_WEIGHT} to {MOST_WEIGHT}")
        made = cls(tuple(weights))
        if data.get("digest") != made.digest:
            raise ValueError(f"the digest of these weights is {made.digest}, and `digest` is {data.get('digest')!r}")
        return made

    def to_json(self) -> str:
        """Return the text of a file."""
        return json.dumps({"blueprint": self.version, "digest": self.digest, "weights": list(self.weights)}) + "\n"

    @cached_property
    def digest(self) -> str:
        """The first 16 digits of SHA-256 of the weights, as decimals with commas."""
        return sha256(",".join(map(str, self.weights)).encode()).hexdigest()[:16]

    @property
    def compiled(self) -> Any:  # noqa: ANN401 - of the kernel
        """The weights as the kernel holds them; None without a kernel."""
        compiled = kernel()
        if compiled is not None and compiled not in self._held:
            self._held[compiled] = compiled.weights(list(self.weights))
        return None if compiled is None else self._held[compiled]

    @cached_property
    def _held(self) -> dict[Any, Any]:
        """By kernel."""
        return {}

    @cached_property
    def _units(self) -> list[tuple[int, ...]]:
        starts = range(FEATURES, FEATURES * (UNITS + 1), FEATURES)
        return [self.weights[start : start + FEATURES] for start in starts]

    def score(self, features: Sequence[int]) -> int:
        """Return the score of a card."""
        kept = [(place, number) for place, number in enumerate(features) if number]
        second = self.weights[FEATURES * (UNITS + 1) :]
        total = sum([self.weights[place] * number for place, number in kept])
        for unit, of_unit in enumerate(self._units):
            active = sum([of_unit[place] * number for place, number in kept]) >> 8
            if active > 0:
                total += second[unit] * active
        return total

    def signal_score(self, features: Sequence[int]) -> int:
        """Return the score of a message."""
        weights = self.weights[-SIGNAL_FEATURES:]
        return sum([weight * number for weight, number in zip(weights, features, strict=True)])

    def card_of(self, rules: Rules, board: Board, hand: int) -> int:
        """Return the card that the player whose turn it is plays."""
        cards = different(rules, board, hand, rules.legal(board, hand))
        if len(cards) == 1:
            return cards[0]
        seen = Seen(rules, board, board.turn(rules.players), hand)
        return max(cards, key=lambda card: self.score(features_of(rules, board, seen, card)))

    def message_of(self, rules: Rules, board: Board, player: int, hand: int) -> Message:
        """Return what a player signals before a trick."""
        return max(messages(rules, board, player, hand), key=lambda message: self.signal_score(message.features))

    def card(self, position: Position) -> int:
        """Return the card to play in a position, whose player has the turn."""
        if self.compiled is not None:
            card: int = kernel().position(*arguments(position)).card(self.compiled)
            return card
        return self.card_of(position.rules, position.board, position.hand)

    def signal(self, position: Position) -> tuple[int, int] | None:
        """Return the card to show before a trick and what to say of it, as in `SAYS`; None for no signal."""
        if self.compiled is not None:
            card, says = kernel().position(*arguments(position)).message(self.compiled)
        else:
            card, says, _ = self.message_of(position.rules, position.board, position.me, position.hand)
        return None if card == NOBODY or says == SAYS_NOTHING else (card, says)


@cache
def _packaged() -> Blueprint:
    return Blueprint.parse((files(__package__) / "blueprint.json").read_text(encoding="utf-8"))


def _is_weight(number: object) -> bool:
    return type(number) is int and -MOST_WEIGHT <= number <= MOST_WEIGHT
