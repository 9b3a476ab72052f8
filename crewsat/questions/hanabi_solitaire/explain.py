"""Why a deck of solitaire Hanabi is lost: cards that cannot all wait in the hand, and what would make room for them.

The demands are the cards; dropping one means that holding it takes no room (`laid_aside`). So the conflict is a minimal
set of cards for which the hand is too small: if no others took room, the deck would still be lost, and without any one
of these it could be won. Any h cards fit into a hand of h, so it has more than h members. If too many cards surely wait
(`Copies.surely_waits`, no copies struck out) after some draw, those after the first such draw are a conflict: h+1
cards, as a draw brings one. This can be seen from the deck, and laying others aside does not change it: the cards come
no earlier. Otherwise the deck is decided with more and more cards laid aside. (Such a conflict has more than h+1
members: let all others use their first copies and the members their last ones; then h+1 of them wait together only if
they surely do.)

Culprits are members of the conflict, and there is none if a hand of h+1 is too small: a card laid aside saves room for
one. An exchange of two draws can only help if one of the two cards is a member or below one in its colour; the conflict
does not depend on others. Of N² exchanges only the nearest are tried, those of members before others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crewsat.algorithms.hanabi_solitaire.copies import Copies, below
from crewsat.algorithms.hanabi_solitaire.missing import card_missing
from crewsat.base.said import saying
from crewsat.base.wording import MOST_LISTED, listed, visible
from crewsat.engine.notes import ignore_progress
from crewsat.games.cards import Card
from crewsat.questions.budget import Budget
from crewsat.questions.explanation import Explanation, Reason, Repair
from crewsat.questions.hanabi_solitaire.laid_aside import laid_aside
from crewsat.questions.hanabi_solitaire.least_hand import least_hand_size
from crewsat.questions.minimal_subset import SubsetAnswer, minimal_unsatisfiable_subset

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from crewsat.engine.limits import Limits
    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.verdict import Verdict
    from crewsat.questions.hanabi_solitaire.least_hand import LeastHandSize

MOST_LOOKED_AT = 75_000
"""Exchanges are tried until their decks have this many cards in total: all exchanges of a deck of 50, the nearest 37 of
one of 2,000.
"""


def explain(instance: HanabiSolitaire, verdict: Verdict, limits: Limits) -> Explanation:
    """Explain why a deck is lost.

    Args:
        instance: the deck.
        verdict: its answer; only a no is explained.
        limits: what all questions together may use; half of the remaining time goes to the conflict, half of the rest
            to the least hand, half of the rest to the culprits, and what is left to the exchanges. A question is as
            hard as the deck; there is at most one per card each for the conflict and for the culprits.
    """
    if verdict.answer != "no":
        return Explanation(verdict)
    missing = card_missing(instance)
    if missing is None:
        return _Lost(instance, verdict, limits).explained()
    conflict = (str(instance.missing),)
    return Explanation(verdict, conflict, minimal=True, reasons=(Reason(missing, "algorithm"),))


class _Lost:
    """A lost deck in which no card is missing."""

    def __init__(self, instance: HanabiSolitaire, verdict: Verdict, limits: Limits) -> None:
        self.instance = instance
        self.verdict = verdict
        self.budget = Budget(limits)
        self.copies = Copies(instance, rounds=0)
        self.waiting_cards = {str(card): card for cards in self.copies.colours() for card in cards[1:]}
        self.answers: dict[frozenset[str], Verdict] = {}

    def explained(self) -> Explanation:
        crowded = _first_crowd(self.copies)
        if crowded is not None:
            conflict, minimal = tuple(map(str, crowded[1])), True
        else:
            conflict, minimal = self.conflict(self.budget.part(0.5))
        least = self.least_hand(self.budget.part(0.5))
        culprits = self.culprits(conflict, least, self.budget.part(0.5))
        larger_hand = self.larger_hand(least)
        exchange, none = self.exchange({self.waiting_cards[member] for member in conflict})
        reasons = self.not_enough_room(conflict, minimal=minimal) if crowded is None else [self.crowd(*crowded)]
        return Explanation(
            self.verdict,
            conflict,
            minimal,
            (*reasons, *self.of_each(conflict), *self.room_missing(least, crowded=crowded is not None)),
            culprits=culprits,
            repairs=tuple(repair for repair in (larger_hand, exchange) if repair is not None),
            no_repair=("swap_draws",) if none else (),
            reason=next(iter(self.budget.unanswered), None),
        )

    # Questions ------------------------------------------------------------------------------------------------------

    def conflict(self, budget: Budget) -> tuple[tuple[str, ...], bool]:
        """Find a minimal conflict by asking about fewer and fewer cards."""

        def ask(members: frozenset[str]) -> SubsetAnswer:
            aside = {card for name, card in self.waiting_cards.items() if name not in members}
            self.answers[members] = budget.ask(laid_aside(self.instance, aside))
            return SubsetAnswer(self.answers[members].answer)

        often = sorted(self.waiting_cards, key=lambda name: len(self.copies.surely_waits(self.waiting_cards[name])))
        conflict, minimal = minimal_unsatisfiable_subset(often, ask, hopeless=budget.late)
        return tuple(name for name in self.waiting_cards if name in conflict), minimal

    def least_hand(self, budget: Budget) -> LeastHandSize:
        found = least_hand_size(self.instance, budget.limits, note=ignore_progress)
        budget.unanswered.extend([] if found.reason is None else [found.reason])
        return found

    def culprits(self, conflict: Sequence[str], least: LeastHandSize, budget: Budget) -> tuple[str, ...] | None:
        """Return the members of which laying aside one alone wins; None if that is not known for all."""
        if least.at_least > self.instance.hand_size + 1:
            return ()
        found = []
        for member in conflict:
            verdict = budget.ask(laid_aside(self.instance, {self.waiting_cards[member]}))
            if verdict.answer == "unknown":
                return None
            if verdict.answer == "yes":
                found.append(member)
        return tuple(found)

    # Repairs --------------------------------------------------------------------------------------------------------

    def larger_hand(self, least: LeastHandSize) -> Repair | None:
        if least.at_most is None or least.play is None:
            return None
        words = saying(
            "{n} cards can be held, {more} more than now",
            one="1 card can be held, {more} more than now",
            n=least.at_most,
            more=least.at_most - self.instance.hand_size,
        )
        if not least.proved:
            words = saying("{this}; perhaps fewer are enough", this=words)
        larger = self.instance.model_copy(update={"hand_size": least.at_most, "about": None})
        return Repair("hand_size", words, larger, least.play)

    def exchange(self, conflict: Collection[Card]) -> tuple[Repair | None, bool]:
        """Return the nearest exchange of two draws that wins, among those tried, and whether none can win."""
        left = max(1, MOST_LOOKED_AT // self.instance.size)
        all_lost = True
        for one, other in self.exchanges(conflict):
            if not left or self.budget.late():
                return None, False
            left -= 1
            deck = list(self.instance.deck)
            deck[one - 1], deck[other - 1] = deck[other - 1], deck[one - 1]
            changed = self.instance.model_copy(update={"deck": deck, "about": None})
            verdict = self.budget.ask(changed)
            if verdict.play is not None:
                words = saying(
                    "{card} (draw {draw}) and {other} (draw {later}) change places",
                    card=visible(self.instance.deck[one - 1]),
                    draw=one,
                    other=visible(self.instance.deck[other - 1]),
                    later=other,
                )
                return Repair("swap_draws", words, changed, verdict.play), False
            all_lost = all_lost and verdict.answer == "no"
        return None, all_lost

    def exchanges(self, conflict: Collection[Card]) -> Iterator[tuple[int, int]]:
        """Yield pairs of draws whose exchange may help, the nearest first; among equals those of the conflict."""
        deck = self.instance.deck
        top: dict[str, int] = {}
        for card in conflict:
            top[card.suit] = max(card.value, top.get(card.suit, 0))
        matters = [card.value <= top.get(card.suit, 0) for card in deck]
        member = [card in conflict for card in deck]
        for distance in range(1, len(deck)):
            pairs = [
                (one, one + distance)
                for one in range(len(deck) - distance)
                if deck[one] != deck[one + distance] and (matters[one] or matters[one + distance])
            ]
            pairs.sort(key=lambda pair: -member[pair[0]] - member[pair[1]])
            yield from ((one + 1, other + 1) for one, other in pairs)

    # Sentences ------------------------------------------------------------------------------------------------------

    def crowd(self, draw: int, cards: Sequence[Card]) -> Reason:
        """Say that the hand is too small after one draw, whatever is done."""
        room = saying("{n} cards", one="1 card", n=self.instance.hand_size)
        what: dict[str, Any] = {"draw": draw, "cards": _named(cards), "room": room}
        if len(cards) == 1:
            words = saying("after draw {draw} {cards} must be in the hand, and it has room for {room}", **what)
        elif len(cards) == 2:
            words = saying("after draw {draw} {cards} must both be in the hand, and it has room for {room}", **what)
        else:
            words = saying("after draw {draw} {cards} must all be in the hand, and it has room for {room}", **what)
        return Reason(words, "algorithm")

    def not_enough_room(self, conflict: Sequence[str], *, minimal: bool) -> list[Reason]:
        """Say what was found by asking, where no single draw is to blame."""
        names = _named([self.waiting_cards[member] for member in conflict])
        verdict = self.answers.get(frozenset(conflict), self.verdict)
        words = saying("even if only {cards} took room in the hand, it would be too small", cards=names)
        reasons = [Reason(words, verdict.checked)]
        if minimal:
            reasons.append(Reason(saying("if any one of them took no room either, the rest would fit"), "replayed"))
        return reasons

    def of_each(self, conflict: Sequence[str]) -> Iterator[Reason]:
        """Say when the members come, and when they can be played."""
        for card in [self.waiting_cards[member] for member in conflict][:MOST_NAMED]:
            draws, start = self.instance.copies[card], self.copies.earliest[below(card)]
            if draws[-1] < start:
                lower = next(one for one in self.below(card) if self.instance.copies[one][0] == start)
                words = saying(
                    "{waits}: its last copy comes with draw {draw}, and {lower}, which is played before it, does not "
                    "come before draw {start}"
                    if len(draws) > 1
                    else "{waits}: its only copy comes with draw {draw}, and {lower}, which is played before it, does "
                    "not come before draw {start}",
                    waits=_waits(card, draws[-1], start - 1),
                    draw=draws[-1],
                    lower=visible(lower),
                    start=start,
                )
            else:
                words = saying(
                    "{card} comes with draws {draws}, and cannot be played before draw {first}",
                    one="{card} comes with draw {draws}, and cannot be played before draw {first}",
                    n=len(draws),
                    card=visible(card),
                    draws=listed(draws),
                    first=self.copies.earliest[card],
                )
            yield Reason(words, "algorithm")

    def below(self, card: Card) -> Iterator[Card]:
        """Yield the cards that are played before this one, from the next lower downwards."""
        yield from (Card(card.suit, value) for value in range(card.value - 1, 0, -1))

    def room_missing(self, least: LeastHandSize, *, crowded: bool) -> Iterator[Reason]:
        """Say how much room is missing, if that is known, and why it is not less, unless that has been said."""
        if least.at_most is not None and least.proved:
            more = least.at_most - self.instance.hand_size
            cards = saying("{n} cards", one="1 card", n=least.at_most)
            words = saying("a hand of {cards} is needed, {more} more than there is", cards=cards, more=more)
            if least.because and not (crowded and more == 1):
                words = saying(
                    "{this}: with a hand of {number}, {because}",
                    this=words,
                    number=least.at_most - 1,
                    because=least.because,
                )
            yield Reason(words, least.checked)


MOST_NAMED = 12
"""In a list of more cards than this, some are named and the rest is counted."""


def _waits(card: Card, first: int, last: int) -> str:
    """Say after which draws a card must wait."""
    if first == last:
        return saying("{card} must be in the hand after draw {draw}", card=visible(card), draw=first)
    return saying(
        "{card} must be in the hand after draws {first} to {last}", card=visible(card), first=first, last=last
    )


def _named(cards: Sequence[Card]) -> str:
    """Return an enumeration that names all cards of a hand of usual size."""
    return listed(map(visible, cards), most=MOST_NAMED) if MOST_LISTED < len(cards) <= MOST_NAMED else listed(cards)


def _first_crowd(copies: Copies) -> tuple[int, list[Card]] | None:
    """Return the first draw after which more cards surely wait than the hand holds, and these; None if they fit."""
    numbers = enumerate(copies.waiting)
    draw = next((draw for draw, number in numbers if number > copies.instance.hand_size), None)
    if draw is None:
        return None
    return draw, [card for cards in copies.colours() for card in cards if draw in copies.surely_waits(card)]
