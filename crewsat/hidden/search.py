"""Choosing a card by playing sampled deals (perfect-information Monte Carlo with rollouts).

Of the deals that fit a view some are sampled, first those in which the blueprint would have given the signals that were
given. In each deal every card that differs from the others is played, and then all players play by the blueprint, each
from their own hand. Where that loses, the quick player (`crewsat.algorithms.crew.player`) may still find a win with
open hands, which counts half: rollouts say what players are likely to achieve, open hands what could be achieved.

The kernel has a twin (``kernel/src/hidden/search.cpp``) that returns the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crewsat.algorithms.crew.flat import Flat, Target, bits_of
from crewsat.algorithms.crew.player import play
from crewsat.base.compiled import kernel
from crewsat.hidden.board import NOBODY, Board, arguments
from crewsat.hidden.dealing import Fitting
from crewsat.hidden.features import different, features_of
from crewsat.hidden.generator import Generator
from crewsat.hidden.seen import Seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from crewsat.hidden.blueprint import Blueprint
    from crewsat.hidden.board import Position, Rules

SAMPLES = 40
POOL = 4
POSITIONS = 400
FIRST_CHECK, CHECKS = 16, 8
"""After how many deals cards are dropped for the first time, and then again and again."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is searched.

    Attributes:
        samples: how many deals are played.
        pool: how many are sampled for each that is played, so that enough are found that explain the signals.
        positions: how many positions the player with open hands may visit in a deal; 0: it is not asked.
        drops: whether cards that are worse by three standard deviations are no longer played.
    """

    samples: int = SAMPLES
    pool: int = POOL
    positions: int = POSITIONS
    drops: bool = True


@dataclass(slots=True)
class Estimate:
    """What playing sampled deals has shown of a card.

    Attributes:
        card: the card, by number.
        deals: in how many deals it was played.
        wins: how many of these the blueprint wins.
        open: how many of the others are won with open hands.
        score: of the blueprint.
    """

    card: int
    deals: int = 0
    wins: int = 0
    open: int = 0
    score: int = 0

    @property
    def value(self) -> tuple[int, int]:
        """What cards that were played in the same deals are compared by: a win with open hands counts half."""
        return 2 * self.wins + self.open, self.score


def best_of(estimates: Sequence[Estimate]) -> Estimate:
    """Return the best card of those that were played in all deals; the first one of equal ones."""
    most = max(one.deals for one in estimates)
    return max([one for one in estimates if one.deals == most], key=lambda one: one.value)


def search(position: Position, blueprint: Blueprint, seed: int, settings: Settings | None = None) -> list[Estimate]:
    """Return an estimate for each card that differs from the others, in ascending order.

    Args:
        position: in which it is the turn of the player.
        blueprint: what all players are thought to play.
        seed: of the sampled deals.
        settings: how much is searched.
    """
    how = settings or Settings()
    if blueprint.compiled is not None:
        at = kernel().position(*arguments(position))
        rows = at.search(blueprint.compiled, how.samples, how.pool, how.positions, how.drops, seed)
        return [Estimate(*row) for row in rows]
    return _searched(position, blueprint, seed, how)


def rollouts(position: Position, blueprint: Blueprint, seed: int, settings: Settings | None = None) -> tuple[int, int]:
    """Return how many deals were sampled, and how many the blueprint wins from here, with the signals still to come."""
    how = settings or Settings()
    if blueprint.compiled is not None:
        deals, won = kernel().position(*arguments(position)).rollouts(blueprint.compiled, how.samples, how.pool, seed)
        return deals, won
    sampled = sampled_deals(position, blueprint, Generator(seed), how)
    return len(sampled), sum(_from_here(position, blueprint, hands) for hands in sampled)


def sampled_deals(
    position: Position, blueprint: Blueprint, generator: Generator, settings: Settings
) -> list[list[int]]:
    """Return deals that fit, those first in which the blueprint explains the signals; none if no deal fits."""
    board, me = position.board, position.me
    unseen = position.rules.whole & ~board.out & ~position.hand
    fitting = Fitting(me, unseen, board.count, board.known, board.cannot)
    if not fitting.count:
        return []
    good: list[list[int]] = []
    others: list[list[int]] = []
    signals = any(given.player != me for given in position.given)
    for _ in range(settings.samples * (settings.pool if signals else 1)):
        if len(good) == settings.samples:
            break
        hands = fitting.sample(generator)
        hands[me] = position.hand
        (good if _explains(position, blueprint, hands) else others).append(hands)
    return (good + others)[: settings.samples]


def _explains(position: Position, blueprint: Blueprint, hands: Sequence[int]) -> bool:
    """Return whether the blueprint, with these hands, gives the signals that were given."""
    for given in position.given:
        player = given.player
        if player == position.me:
            continue
        known = [0] * len(hands)
        known[player] = given.known
        then = Board(0, given.number, [], [], [], 0, given.open, [], known)
        hand = hands[player] | position.played[player] & ~given.out
        message = blueprint.message_of(position.rules, then, player, hand)
        if (message.card, message.says) != (given.card, given.says):
            return False
    return True


def _from_here(position: Position, blueprint: Blueprint, hands: Sequence[int]) -> bool:
    board = position.board.copy()
    if not board.table:
        for k in range(position.rules.players):
            player = (board.leader + k) % position.rules.players
            if not board.signals[player]:
                continue
            card, says, _ = blueprint.message_of(position.rules, board, player, hands[player])
            if card != NOBODY:
                board.signal(position.rules, player, card, says)
    return finish(position.rules, board, blueprint, list(hands))


def finish(rules: Rules, board: Board, blueprint: Blueprint, hands: list[int]) -> bool:
    """Play to the end by the blueprint, and return whether the game is won; board and hands are changed."""
    while board.status == 0:
        player = board.turn(rules.players)
        card = blueprint.card_of(rules, board, hands[player])
        hands[player] &= ~(1 << card)
        board.play(rules, card)
    return board.status > 0


def wins_open(rules: Rules, board: Board, hands: Sequence[int], seed: int, positions: int) -> bool:
    """Return whether the quick player finds a win with open hands; never with tasks, which it does not know."""
    if board.status:
        return board.status > 0
    if rules.tasks is not None or positions <= 0:
        return False
    return play(_left(rules, board, hands), seed=seed, positions=positions, polish=0) is not None


def _left(rules: Rules, board: Board, hands: Sequence[int]) -> Flat:
    """Return what is left of a game without tasks, for the quick player."""
    holder = {card: player for player, hand in enumerate(hands) for card in bits_of(hand)}
    holder |= {card: (board.leader + k) % rules.players for k, card in enumerate(board.table)}
    cards = sorted(holder)
    number = {card: k for k, card in enumerate(cards)}
    suits = sorted({rules.suit[card] for card in cards})
    return Flat(
        cards=(),
        players=rules.players,
        tricks=rules.tricks - board.number + 1,
        leader=board.leader,
        trump=suits.index(rules.trump) if rules.trump in suits else NOBODY,
        strict=rules.strict,
        assignment="any",
        suit=tuple([suits.index(rules.suit[card]) for card in cards]),
        holder=tuple([holder[card] for card in cards]),
        targets=_targets(rules, board, number),
        begun=tuple([number[card] for card in board.table]),
    )


def _targets(rules: Rules, board: Board, number: Mapping[int, int]) -> tuple[Target, ...]:
    """Return the open objectives, with those before them by their places."""
    cards = list(bits_of(board.open))
    place = {card: 1 << k for k, card in enumerate(cards)}
    before = {card: sum([place[one] for one in bits_of(rules.before[card] & board.open)]) for card in cards}
    return tuple([Target(number[card], rules.owner[card], before[card]) for card in cards])


@dataclass(slots=True)
class _Candidate:
    estimate: Estimate
    alive: bool = True
    won: list[bool] = field(default_factory=list)


def _searched(position: Position, blueprint: Blueprint, seed: int, settings: Settings) -> list[Estimate]:
    rules, board = position.rules, position.board
    seen = Seen(rules, board, position.me, position.hand)
    candidates = [
        _Candidate(Estimate(card, score=blueprint.score(features_of(rules, board, seen, card))))
        for card in different(rules, board, position.hand, rules.legal(board, position.hand))
    ]
    for deal, hands in enumerate(sampled_deals(position, blueprint, Generator(seed), settings)):
        if settings.drops and deal >= FIRST_CHECK and deal % CHECKS == 0:
            _drop(candidates)
        for one in candidates:
            one.won.append(one.alive and _plays(position, blueprint, hands, one.estimate, deal, settings))
    return [one.estimate for one in candidates]


def _plays(  # noqa: PLR0913, PLR0917 - what a deal is played with
    position: Position, blueprint: Blueprint, hands: list[int], estimate: Estimate, deal: int, settings: Settings
) -> bool:
    """Play a card in a sampled deal, note what comes of it, and return whether the blueprint wins."""
    board, then = position.board.copy(), list(hands)
    then[position.me] &= ~(1 << estimate.card)
    board.play(position.rules, estimate.card)
    won = finish(position.rules, board.copy(), blueprint, list(then))
    estimate.deals += 1
    estimate.wins += won
    if not won:
        estimate.open += wins_open(position.rules, board, then, deal + 1, settings.positions)
    return won


def _drop(candidates: list[_Candidate]) -> None:
    """Stop playing cards that are worse than the best one by three standard deviations of the paired difference."""
    alive = [one for one in candidates if one.alive]
    best = max(alive, key=lambda one: one.estimate.wins)
    for one in alive:
        differ = sum(a != b for a, b in zip(one.won, best.won, strict=True))
        behind = best.estimate.wins - one.estimate.wins - 1
        if behind > 0 and behind * behind > 9 * differ:
            one.alive = False
