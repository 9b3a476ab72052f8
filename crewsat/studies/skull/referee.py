"""The referee of Skull & Roses: one function per sentence of the paper's rules (paper 003, section 4), and no numpy.

Players are numbered from 0; a kind of card is `ROSE` or `SKULL`. Cards of a kind are not distinguished: where they
count separately, a move has that many *ways*, and random players choose between ways. The first turn is one joint move
of all players who are still playing. A state holds everything, including what players do not see: the cards in hands,
those face down, and which card was discarded, which only the challenger knows.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from crewsat.base.errors import IllegalPlay
from crewsat.base.wording import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from crewsat.studies.skull.rules import Rules

Thing = TypeVar("Thing")

ROSE, SKULL = 0, 1
NOBODY = -1

Turn = Literal["first", "card", "bid", "reveal", "discard", "over"]


class Move(NamedTuple):
    """A move.

    Attributes:
        what: ``first``: all players who are still playing place their first cards; ``card``: place one; ``bet``: make a
            bet, the first of which sets the challenge; ``pass``; ``reveal``; ``discard``.
        choice: kinds of card, in the order of the players (first); a kind (card, discard); a number (bet); the owner of
            the pile (reveal); 0 (pass).
    """

    what: Literal["first", "card", "bet", "pass", "reveal", "discard"]
    choice: int | tuple[int, ...] = 0


class State(NamedTuple):
    """A game in progress; tuples are indexed by player.

    Attributes:
        turn: the kind of turn; in a ``card`` turn a challenge may be set, in a ``bid`` it has been.
        player: whose turn it is; who has the initiative (first); who has won, or `NOBODY` (over).
        owned: the roses and the skulls that each player has, in hand and pile; none for a player who is out.
        wins: successful challenges of each player.
        piles: kinds of card, the bottom one first.
        turned: how many cards of each pile have been turned up, from the top.
        passed: who has passed.
        bet: the current bet; 0 before a challenge is set.
        challenger: whose bet it is, or `NOBODY`.
        skull_owner: whose skull was turned up (discard), or `NOBODY`.
    """

    turn: Turn
    player: int
    owned: tuple[tuple[int, int], ...]
    wins: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    turned: tuple[int, ...]
    passed: tuple[bool, ...]
    bet: int = 0
    challenger: int = NOBODY
    skull_owner: int = NOBODY

    @property
    def playing(self) -> list[int]:
        """The players who are still playing: those who have a card."""
        return [player for player, cards in enumerate(self.owned) if any(cards)]

    @property
    def on_the_table(self) -> int:
        """The number of cards in all piles."""
        return sum(map(len, self.piles))

    def hand(self, player: int) -> tuple[int, int]:
        """Return the roses and the skulls in a player's hand."""
        pile, (roses, skulls) = self.piles[player], self.owned[player]
        placed = sum(pile)
        return roses - len(pile) + placed, skulls - placed

    def next_of(self, players: Iterable[int], after: int) -> int:
        """Return the first of these players in clockwise order, beginning with the one after this player."""
        return min(players, key=lambda player: (player - after - 1) % len(self.owned))


def start(rules: Rules) -> State:
    """Starting condition: each player has R roses, S skulls and 0 wins, and player 1 takes the initiative."""
    return _round(0, ((rules.roses, rules.skulls),) * rules.players, (0,) * rules.players)


def moves(rules: Rules, state: State) -> dict[Move, int]:
    """Return all legal moves, each with its number of ways; none if the game is over."""
    return _MOVES[state.turn](rules, state)


def after(rules: Rules, state: State, move: Move) -> State:
    """Return the state after a legal move; whether it is one is not checked."""
    return _AFTER[move.what](rules, state, move.choice)


def play(rules: Rules, line: Iterable[Move]) -> State:
    """Play a game from its beginning.

    Raises:
        IllegalPlay: for the first move that is not legal.
    """
    state = start(rules)
    for step, move in enumerate(line, 1):
        if move not in moves(rules, state):
            words = f"{visible(tuple(move), 200)} is not a legal move; the turn is '{state.turn}'"
            raise IllegalPlay(words, rule=state.turn, number=step, player=state.player + 1, unit="step")
        state = after(rules, state, move)
    return state


# Game sequence


def _round(initiative: int, owned: tuple[tuple[int, int], ...], wins: tuple[int, ...]) -> State:
    """Play a round (game sequence, 1)."""
    players = len(owned)
    return State("first", initiative, owned, wins, ((),) * players, (0,) * players, (False,) * players)


def initiative(rules: Rules, state: State) -> int:
    """Return who takes the initiative: the last challenger if still playing (2); if not, the next player (3).

    That is the next player who is still playing. It is also the next player if the owner of the skull is to start (an
    option), but is the challenger.
    """
    playing = state.playing
    if state.challenger in playing:
        return state.challenger
    if rules.restart == "skull_owner" and state.skull_owner in playing:
        return state.skull_owner
    return state.next_of(playing, state.challenger)


def next_round(rules: Rules, state: State) -> State:
    """Repeat until the winning condition is reached (4)."""
    won = winner(rules, state)
    if won is None:
        return _round(initiative(rules, state), state.owned, state.wins)
    return _round(won, state.owned, state.wins)._replace(turn="over")


def winner(rules: Rules, state: State) -> int | None:
    """Winning condition: W successful challenges, or being the last player standing; None while the game goes on.

    If only challenges win (an option), the last player continues alone under the same rules, and after elimination,
    `NOBODY` wins.
    """
    playing = state.playing
    if state.wins[state.challenger] >= rules.wins:
        return state.challenger
    if rules.win == "wins_or_last" and len(playing) == 1:
        return playing[0]
    return None if playing else NOBODY


# Round sequence and turns


def _kinds(rules: Rules, cards: tuple[int, int], *, blind: bool = False) -> dict[int, int]:
    """Return the available kinds, each with its ways: one, or the number of cards if distinguished or not seen."""
    apart = blind or rules.moves == "cards"
    return {kind: number if apart else 1 for kind, number in enumerate(cards) if number}


def _first_moves(rules: Rules, state: State) -> dict[Move, int]:
    """Return the joint moves of a first turn (round sequence, 1)."""
    kinds = [_kinds(rules, state.hand(player)).items() for player in state.playing]
    return {Move("first", tuple(kind for kind, _ in one)): prod(ways for _, ways in one) for one in product(*kinds)}


def first_turn(rules: Rules, state: State, kinds: tuple[int, ...]) -> State:
    """First turn: each player simultaneously places a card from the hand in the player's own pile."""
    placed = dict(zip(state.playing, kinds, strict=True))
    piles = tuple((placed[player],) if player in placed else () for player in range(rules.players))
    return _card_turn_of_next(rules, state._replace(turn="card", piles=piles), state.player - 1)


def _card_moves(rules: Rules, state: State) -> dict[Move, int]:
    """Until a challenge is set, every player either does a card turn or sets a challenge (round sequence, 2).

    So a player whose hand is empty must challenge. A bet is at most the number of cards on the table; if there are
    fewer than the least opening bet (one, for a lone player), all of them can be bet.
    """
    cards = state.on_the_table
    placed = {Move("card", kind): ways for kind, ways in _kinds(rules, state.hand(state.player)).items()}
    return placed | {Move("bet", bet): 1 for bet in range(min(rules.least_opening, cards), cards + 1)}


def _card_turn_of_next(rules: Rules, state: State, player: int) -> State:
    """Continue in clockwise order, starting with the player that has the initiative (2).

    If players with empty hands pass (an option), they are passed over, without a turn; when all hands are empty, the
    player whose turn it would be must challenge.
    """
    playing = state.playing
    able = [one for one in playing if any(state.hand(one))] if rules.empty_hand == "passes" else []
    return state._replace(player=state.next_of(able or playing, player))


def card_turn(rules: Rules, state: State, kind: int) -> State:
    """Card turn: place a card from your hand on top of your pile."""
    pile = (*state.piles[state.player], kind)
    return _card_turn_of_next(rules, state._replace(piles=_put(state.piles, state.player, pile)), state.player)


def _bid_moves(_rules: Rules, state: State) -> dict[Move, int]:
    """Every player in order either does a bet turn or passes (round sequence, 3); the last one to bet does neither."""
    raises = range(state.bet + 1, state.on_the_table + 1)
    return {Move("pass"): 1} | {Move("bet", bet): 1 for bet in raises}


def bet_turn(rules: Rules, state: State, bet: int) -> State:
    """Bet turn: increase the current bet; the first bet sets the challenge."""
    return _bid_of_next(rules, state._replace(turn="bid", bet=bet, challenger=state.player))


def pass_definitively(rules: Rules, state: State, _: int) -> State:
    """Or pass, definitively (3)."""
    return _bid_of_next(rules, state._replace(passed=_put(state.passed, state.player, True)))


def _bid_of_next(rules: Rules, state: State) -> State:
    """Continue until the challenger, the player with the maximum final bet, is decided (3).

    That is when all others have passed; by default also after a bet that cannot be increased.
    """
    bidding = [player for player in state.playing if not state.passed[player]]
    maximum = rules.bidding_ends == "at_maximum" and state.bet == state.on_the_table
    if maximum or bidding == [state.challenger]:
        return state._replace(turn="reveal", player=state.challenger)
    return state._replace(player=state.next_of(bidding, state.player))


def _reveal_moves(rules: Rules, state: State) -> dict[Move, int]:
    """Revelation turn: if your own pile is not empty, turn up its top card; otherwise the top card of any pile."""
    hidden = [player for player, pile in enumerate(state.piles) if len(pile) > state.turned[player]]
    if rules.reveal == "own_first" and state.player in hidden:
        hidden = [state.player]
    return {Move("reveal", player): 1 for player in hidden}


def revelation_turn(rules: Rules, state: State, owner: int) -> State:
    """Continue until a skull is revealed or the number of roses revealed matches the bet (round sequence, 4)."""
    state = state._replace(turned=_put(state.turned, owner, state.turned[owner] + 1))
    if is_unsuccessful(state, owner):
        chooser = owner if rules.discard == "owner_blind" else state.challenger
        return state._replace(turn="discard", player=chooser, skull_owner=owner)
    return success(rules, state) if is_successful(state) else state


def is_unsuccessful(state: State, owner: int) -> bool:
    """Unsuccessful challenge: the challenger revealed a skull; it can only be the last card turned up in this pile."""
    return state.piles[owner][-state.turned[owner]] == SKULL


def is_successful(state: State) -> bool:
    """Successful challenge: the challenger revealed a number of roses equal to the bet without revealing a skull."""
    return sum(state.turned) == state.bet


def success(rules: Rules, state: State) -> State:
    """If the challenge is successful, increase w_p by one (round sequence, 5)."""
    won = state.wins[state.challenger] + 1
    return next_round(rules, state._replace(wins=_put(state.wins, state.challenger, won)))


def _discard_moves(rules: Rules, state: State) -> dict[Move, int]:
    """If the revealed skull is your card, choose one; otherwise its owner chooses one of your cards randomly."""
    cards = state.owned[state.challenger]
    return {Move("discard", k): n for k, n in _kinds(rules, cards, blind=state.player != state.challenger).items()}


def discard_turn(rules: Rules, state: State, kind: int) -> State:
    """Otherwise, do a discard turn (5); a player without cards is out."""
    roses, skulls = state.owned[state.challenger]
    left = (roses - (kind == ROSE), skulls - (kind == SKULL))
    return next_round(rules, state._replace(owned=_put(state.owned, state.challenger, left)))


def _put(things: tuple[Thing, ...], place: int, thing: Thing) -> tuple[Thing, ...]:
    return (*things[:place], thing, *things[place + 1 :])


_MOVES: dict[Turn, Callable[[Rules, State], dict[Move, int]]] = {
    "first": _first_moves,
    "card": _card_moves,
    "bid": _bid_moves,
    "reveal": _reveal_moves,
    "discard": _discard_moves,
    "over": lambda _rules, _state: {},
}
_AFTER: dict[str, Callable[[Rules, State, Any], State]] = {
    "first": first_turn,
    "card": card_turn,
    "bet": bet_turn,
    "pass": pass_definitively,
    "reveal": revelation_turn,
    "discard": discard_turn,
}
