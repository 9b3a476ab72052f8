"""What a player observes, as text and as a tensor of named pieces, for every kind of observation of OpenSpiel.

Public are the trick, its leader (who won the last one or has led the first card), and with perfect recall all cards
played, in order, with the leaders. Private are the cards held: the player's own, those of all players, or none. Tasks
are the same in every deal of a game, and so are not part of the tensor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from crewsat.studies.tiny_crew.rules import bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from crewsat.studies.spiel.state import CrewState
    from crewsat.studies.tiny_crew.rules import Rules

    Array = NDArray[Any]


class Pieces:
    """A tensor of named pieces.

    Attributes:
        tensor: all pieces, one after another, numbers 0 and 1.
        dict: the pieces by name, as views of the tensor.
    """

    def __init__(self, shapes: dict[str, tuple[int, ...]]) -> None:
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Array] = {}
        begin = 0
        for name, shape in shapes.items():
            end = begin + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
            begin = end


class CrewObserver(Pieces):
    """An observer of OpenSpiel for games of The Crew.

    Attributes:
        tensor: all pieces, one after another, numbers 0 and 1.
        dict: the pieces by name, as views of the tensor: ``player``; ``hand`` or ``hands``; ``trick``, the card in each
            seat; ``leader``; ``played``, the card at each place of the play; and ``leaders``, who led each trick.
    """

    def __init__(self, rules: Rules, kind: Any, *, printed: bool) -> None:  # noqa: ANN401 - a type of OpenSpiel
        self._rules = rules
        self._public = kind.public_info
        self._recall = kind.perfect_recall and not printed
        self._private = kind.private_info
        players, cards = rules.players, len(rules.deck)
        shapes: dict[str, tuple[int, ...]] = {"player": (players,)}
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            shapes["hand"] = (cards,)
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            shapes["hands"] = (players, cards)
        if self._public:
            shapes |= {"trick": (players, cards), "leader": (players,)}
            if self._recall:
                shapes |= {"played": (rules.tricks * players, cards), "leaders": (rules.tricks, players)}
        super().__init__(shapes)

    def set_from(self, state: CrewState, player: int) -> None:
        """Set the tensor to what a player observes."""
        self.tensor.fill(0)
        play = state.play
        hands = state.hands if play is None else play.hands
        self.dict["player"][player] = 1
        if "hand" in self.dict:
            self.dict["hand"][list(bits(hands[player]))] = 1
        if "hands" in self.dict:
            for other, hand in enumerate(hands):
                self.dict["hands"][other, list(bits(hand))] = 1
        if not self._public or play is None:
            return
        for seat, card in enumerate(play.trick):
            self.dict["trick"][seat, card] = 1
        if play.past or play.trick:  # before the first card no player sees who leads, if it is the holder of a card
            self.dict["leader"][play.leader] = 1
        if self._recall:
            for number, (leader, cards) in enumerate(play.past):
                self.dict["leaders"][number, leader] = 1
                for seat, card in enumerate(cards):
                    self.dict["played"][number * self._rules.players + seat, card] = 1

    def string_from(self, state: CrewState, player: int) -> str:
        """Return what a player observes as text; the information state is as printed in the README."""
        rules, play = self._rules, state.play
        hands = state.hands if play is None else play.hands
        if self._public and self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER and play is not None:
            return play.state_text(player, perfect=self._recall)
        parts = [f"player:P{player}"]
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            parts.append(f"hand:{rules.cards_text(bits(hands[player]))}")
        if self._private == pyspiel.PrivateInfoType.ALL_PLAYERS:
            parts.append(f"hands:{'/'.join(rules.cards_text(bits(hand)) for hand in hands)}")
        if self._public and play is not None:
            parts.append(f"trick:{rules.trick_text(play.leader, play.trick)}")
            parts.append(f"last_winner:{f'P{play.leader}' if play.past else ''}")
            if self._recall:
                parts.append(f"past:{'/'.join(rules.trick_text(*trick) for trick in play.past)}")
        return "|".join(parts)
