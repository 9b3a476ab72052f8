"""The referee of Hanabi: plays a game action by action and knows nothing of encodings.

Players act in turn. *Play*: the next card of its suit is laid down; if it finishes the suit, a token is gained unless
all are there. *Strike*: any other card is laid down instead, and lost. *Discard*: a card is lost and a token gained;
not allowed while all tokens are there. *Clue*: costs a token; it goes to another player and touches at least one card.
After a card has left a hand its player draws, while there are cards. After the action that draws the last card every
player has exactly one more turn. The game is over when all cards are laid down, with the last strike, after the last
round, or if no action is allowed. Variants differ in what a token costs and gains, and in the clues there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from crewsat.base.errors import IllegalPlay
from crewsat.base.said import saying
from crewsat.base.wording import counted, listed, visible
from crewsat.games.hanabi.actions import Action
from crewsat.games.hanabi.features import ALL
from crewsat.games.scope import reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from crewsat.games.cards import Card
    from crewsat.games.hanabi.actions import Source
    from crewsat.games.hanabi.clues import Clue, ClueType
    from crewsat.games.hanabi.instance import Hanabi

RULES = ("turn", "hand", "pile", "tokens", "clue", "rising order", "end", "claim")
"""The names a broken rule can have in `IllegalPlay.rule`."""

STRUCK_OUT = saying("the last strike has been used up")
"""The ending of a game in which no points count."""


def loss_in_words(ending: str, points: int, target: int) -> str:
    """Say why a game that is over is lost: how it ended and, if they count, with how many points."""
    if ending == STRUCK_OUT:
        return ending
    return saying(
        "{ending}, with {n} points of {target}",
        one="{ending}, with 1 point of {target}",
        ending=ending,
        n=points,
        target=target,
    )


class _Before(NamedTuple):
    """What an action may change, as it was before; the card that left stands for the hand and the heights.

    Attributes:
        number: the card that has left the hand or the pile; None for a clue.
        place: its place in the hand.
    """

    number: int | None
    place: int
    drawn: int
    tokens: int
    strikes: int
    turn: int
    turns_left: int | None
    clue_type: ClueType | None


@reads("the referee", ALL)
class Table:
    """A game in progress.

    Cards are counted in the order of the deck, from 0, suits in that of the variant; ranks give the order in which the
    cards of a suit are played, from 1.

    Attributes:
        instance: the game; its `actions` have not been done yet.
        actions: what has been done.
        hands: the cards of each player, player 1 first, the oldest card first.
        drawn: how many cards have left the pile.
        heights: how many cards of each suit have been laid down.
        tokens: how many clue tokens are there, in units of `unit`.
        strikes: how many strikes are left.
        turn: who is to act, from 1.
        turns_left: how many turns are left of the last round; None before.
        clue_type: the type of the last clue.
    """

    def __init__(self, instance: Hanabi) -> None:
        self.instance = instance
        self.actions: list[Action] = []
        size, players = instance.cards_in_hand, instance.players
        self.hands = [list(range(k * size, (k + 1) * size)) for k in range(players)]
        self.drawn = players * size
        self.heights = [0] * len(instance.rules.suits)
        self.unit = 2 if instance.rules.half_gains else 1
        self.full = self.tokens = instance.clue_tokens * self.unit
        self.strikes = instance.strikes
        self.turn = instance.first_player
        self.turns_left = players if self.drawn == len(instance.deck) else None
        self.clue_type: ClueType | None = None
        self._clues = instance.clues
        self._before: list[_Before] = []

    @classmethod
    def after_actions(cls, instance: Hanabi) -> Table:
        """Return the table on which all `actions` of the instance have been done."""
        table = cls(instance)
        for action in instance.actions:
            table.do(action)
        return table

    @property
    def points(self) -> int:
        """How many cards have been laid down."""
        return sum(self.heights)

    @property
    def clue_tokens(self) -> float:
        """How many clue tokens are there; halves where tokens are gained by halves."""
        whole, half = divmod(self.tokens, self.unit)
        return whole + 0.5 if half else whole

    @property
    def score(self) -> int:
        """What the game would count if it ended now: nothing after the last strike."""
        return self.points if self.strikes else 0

    @property
    def succeeded(self) -> bool:
        """Whether the target has been reached, and has not been lost again with the last strike."""
        return self.score >= self.instance.points_to_reach

    @property
    def pile(self) -> range:
        """The cards still to be drawn."""
        return range(self.drawn, len(self.instance.deck))

    @property
    def ending(self) -> str | None:
        """Why the game is over, in words; None if it goes on."""
        if self.points == self.instance.most_points:
            return saying("all cards have been laid down")
        if self.strikes == 0:
            return STRUCK_OUT
        if self.turns_left == 0:
            return saying("the last round is over")
        if not self.hands[self.turn - 1] and next(self.clues(), None) is None and not self._bottom_card():
            return saying("player {player} has no card and cannot give a clue", player=self.turn)
        return None

    @property
    def loss(self) -> str | None:
        """Why the game is lost for good, in words; None if it goes on or the target has been reached."""
        ending = None if self.succeeded else self.ending
        return None if ending is None else loss_in_words(ending, self.points, self.instance.points_to_reach)

    def fits(self, number: int) -> bool:
        """Return whether a card is the next of its suit."""
        suit, rank = self.instance.ranks[number]
        return rank == self.heights[suit] + 1

    def do(self, action: Action) -> None:
        """Do an action.

        Raises:
            IllegalPlay: naming step and rule; nothing has changed then.
        """
        ending = self.ending
        if ending:
            raise self._fail("end", f"the game is over: {ending}")
        if action.player != self.turn:
            raise self._fail("turn", f"player {self.turn} is to act, not player {visible(action.player)}")
        hand = self.hands[self.turn - 1]
        number = None if action.action == "clue" else self.number_of(action)
        place = hand.index(number) if number is not None and action.source == "hand" else -1
        before = _Before(
            number, place, self.drawn, self.tokens, self.strikes, self.turn, self.turns_left, self.clue_type
        )
        if number is None:
            self._give(action)
        else:
            self._lay_down_or_discard(action, number)
        if place >= 0:
            del hand[place]
        self._end_turn(action, hand)
        self._before.append(before)
        self.actions.append(action)

    def undo(self) -> Action:
        """Take back the action done last, and return it."""
        before, action = self._before.pop(), self.actions.pop()
        hand = self.hands[before.turn - 1]
        if before.place >= 0 and self.drawn > before.drawn:
            hand.pop()
        if before.number is not None and before.place >= 0:
            hand.insert(before.place, before.number)
        if before.number is not None and action.action == "play":
            self.heights[self.instance.ranks[before.number][0]] -= 1
        self.drawn, self.tokens, self.strikes, self.turn = before.drawn, before.tokens, before.strikes, before.turn
        self.turns_left, self.clue_type = before.turns_left, before.clue_type
        return action

    def copy(self) -> Table:
        """Return an independent copy of the table."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.hands = [list(hand) for hand in self.hands]
        other.heights, other.actions = list(self.heights), list(self.actions)
        other._before = list(self._before)  # noqa: SLF001 - its own
        return other

    def finish(self) -> None:
        """Check that the play may end here.

        Raises:
            IllegalPlay: if the target has not been reached.
        """
        if not self.succeeded:
            words = f"the play ends with {counted(self.points, 'point')} of {self.instance.points_to_reach}"
            raise IllegalPlay(words, rule="end", unit="action")

    def as_instance(self, **others: object) -> Hanabi:
        """Return the game with the actions done so far and some fields replaced, without validating it again."""
        fields = {name: getattr(self.instance, name) for name in self.instance.given()}
        return self.instance.model_construct(**{**fields, "actions": tuple(self.actions), **others})

    def legal(self) -> Iterator[Action]:
        """Yield all actions that may be done next, plays first; nothing if the game is over."""
        if self.ending:
            return
        cards = self._different_cards()
        yield from (self._laid_down(number) for number in cards if self.fits(number))
        if self._bottom_card():
            yield self._laid_down(self.drawn, source="pile")
        if self._may_discard():
            yield from (Action("discard", self.turn, self.instance.deck[number]) for number in cards)
            if self._bottom_card() and self.instance.rules.bottom_discards:
                yield Action("discard", self.turn, self.instance.deck[self.drawn], "pile")
        yield from (Action("clue", self.turn, to=to, clue=clue) for to, clue in self.clues())
        yield from (self._laid_down(number) for number in cards if not self.fits(number))

    def clues(self) -> Iterator[tuple[int, Clue]]:
        """Yield the clues that the player on turn may give, and to whom."""
        if self.tokens < self.unit:
            return
        players = self.instance.players
        for to in ((self.turn - 1 + k) % players + 1 for k in range(1, players)):
            touching = self._touching(to)
            yield from ((to, clue) for clue in self._clues.all() if self._may_be_given(clue, touching))

    def _different_cards(self) -> list[int]:
        """Return the cards of the player to act, only the oldest of identical ones."""
        found: dict[Card, int] = {}
        for number in self.hands[self.turn - 1]:
            found.setdefault(self.instance.deck[number], number)
        return list(found.values())

    def _laid_down(self, number: int, source: Source = "hand") -> Action:
        return Action("play" if self.fits(number) else "strike", self.turn, self.instance.deck[number], source)

    def _may_discard(self) -> bool:
        return self.tokens < self.full or self.instance.rules.discard_at_full

    def _bottom_card(self) -> bool:
        """Return whether the last card of the pile may be played from there."""
        return self.instance.bottom_deck_plays and len(self.pile) == 1

    def _may_be_given(self, clue: Clue, touching: AbstractSet[Clue]) -> bool:
        """Return whether a clue may be given to a player whose cards these clues touch, disregarding its price."""
        if self._clues.alternating and clue.type == self.clue_type:
            return False
        return self.instance.empty_clues or self._clues.is_blind(clue) or clue in touching

    def _touching(self, to: int) -> AbstractSet[Clue]:
        """Return the clues that touch a card of a player."""
        cards = (self.instance.suit_and_value(number) for number in self.hands[to - 1])
        return frozenset().union(*(self._clues.touching(*card) for card in cards))

    def _give(self, action: Action) -> None:
        clue, to = action.clue, action.to
        if clue is None or to is None:
            raise self._fail("clue", "a clue needs a player, and a colour or a value")
        if not 1 <= to <= self.instance.players:
            raise self._fail("clue", f"there is no player {visible(to)}; allowed: 1 to {self.instance.players}")
        if to == self.turn:
            raise self._fail("clue", f"player {to} cannot give a clue to herself; allowed: to another player")
        if self.tokens < self.unit:
            raise self._fail("tokens", "there is no clue token left")
        if not self._clues.is_named(clue):
            named = listed(other.name for other in self._clues.all() if other.type == clue.type) or "none"
            raise self._fail("clue", f"{visible(clue.name)} is not a {clue.type} that may be named; allowed: {named}")
        if self._clues.alternating and clue.type == self.clue_type:
            raise self._fail("clue", f"a clue may not name a {clue.type} again, as the clue before did")
        if not self._may_be_given(clue, self._touching(to)):
            raise self._fail("clue", f"{clue.name} touches no card of player {to}")
        self.tokens -= self.unit
        self.clue_type = clue.type

    def _lay_down_or_discard(self, action: Action, number: int) -> None:
        suit, _ = self.instance.ranks[number]
        card = action.card
        if action.action == "discard":
            if not self._may_discard():
                raise self._fail("tokens", f"{visible(card)} may not be discarded while all clue tokens are there")
            self._gain()
        elif action.action == "play":
            if not self.fits(number):
                raise self._fail(
                    "rising order", f"{visible(card)} cannot be played, {self._height(suit)}; it is a strike"
                )
            self.heights[suit] += 1
            if self.heights[suit] == self.instance.rules.values and self.instance.rules.finished_suit_gains:
                self._gain()
        else:
            if self.fits(number):
                raise self._fail("rising order", f"{visible(card)} is not a strike, {self._height(suit)}; it is a play")
            self.strikes -= 1

    def _height(self, suit: int) -> str:
        height = self.heights[suit]
        reached = self.instance.rules.suits[suit].rank(height) if height else "nothing"
        return f"{visible(self.instance.rules.suits[suit].name)} is at {reached}"

    def number_of(self, action: Action) -> int:
        """Return the number of the card that an action of the player on turn is about.

        Raises:
            IllegalPlay: if the card is not there.
        """
        card, deck, hand = action.card, self.instance.deck, self.hands[self.turn - 1]
        if action.source == "pile":
            if not self._bottom_card():
                raise self._fail("pile", "no card of the pile may be played now")
            if action.action == "discard" and not self.instance.rules.bottom_discards:
                raise self._fail("pile", "a card of the pile cannot be discarded in this variant")
            if deck[self.drawn] != card:
                raise self._fail("pile", f"the last card of the pile is {deck[self.drawn]}, not {visible(card)}")
            return self.drawn
        alike = [number for number in hand if deck[number] == card]
        if not 1 <= action.copy <= len(alike):
            which = f"copy {visible(action.copy)} of {visible(card)}" if alike else visible(card)
            held = listed(dict.fromkeys(deck[number] for number in hand)) or "none"
            raise self._fail("hand", f"player {self.turn} does not hold {which}; allowed: {held}")
        return alike[action.copy - 1]

    def _gain(self) -> None:
        """Gain a token, or half of one, up to the limit."""
        self.tokens = min(self.full, self.tokens + 1)

    def _end_turn(self, action: Action, hand: list[int]) -> None:
        """Draw a card if one has left the hand or the pile, and give the turn to the next player."""
        if self.turns_left is not None:
            self.turns_left -= 1
        elif action.action != "clue":
            if action.source == "hand":
                hand.append(self.drawn)
            self.drawn += 1
            if not self.pile:
                self.turns_left = self.instance.players
        self.turn = self.turn % self.instance.players + 1

    def _fail(self, rule: str, message: str) -> IllegalPlay:
        return IllegalPlay(message, rule=rule, number=len(self.actions) + 1, unit="action")


def replay(instance: Hanabi, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Replay a play after the actions of the instance, and check that it ends when it has succeeded.

    Raises:
        IllegalPlay: at the first broken rule; also if the play stops before it succeeds or goes on afterwards.
    """
    table = Table.after_actions(instance)
    done: list[Action] = []
    for action in actions:
        if table.succeeded:
            raise IllegalPlay(
                "the play has succeeded already and is over", rule="end", number=len(done) + 1, unit="action"
            )
        table.do(action)
        done.append(action)
    table.finish()
    return tuple(done)


def play_until_success(instance: Hanabi, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Replay a play up to the action with which it succeeds, and return the actions up to there.

    Raises:
        IllegalPlay: at the first broken rule, or if the play does not succeed.
    """
    table = Table.after_actions(instance)
    done: list[Action] = []
    for action in actions:
        if table.succeeded:
            break
        table.do(action)
        done.append(action)
    table.finish()
    return tuple(done)
