"""Reading what a crew may choose, and has chosen, besides its cards: passing, covered cards, tokens, handing over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from crewsat.base.wording import alternatives, json_path, visible
from crewsat.games.cards import described
from crewsat.games.crew.passing import IN_PYTHON, Passing
from crewsat.games.crew.position import Pass, Replay, dealt_before
from crewsat.games.crew.retokening import MOST_WAYS, number_of_ways
from crewsat.games.reading import is_list
from crewsat.games.records import Unfit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.base.wording import PathPart
    from crewsat.games.cards import Card
    from crewsat.games.crew.decks import Deck
    from crewsat.games.crew.objective import Objective
    from crewsat.games.reading import Others, Reader

    Pairs = Sequence[tuple[Card, ...]]


def read_passing(reader: Reader, raw: object) -> Passing | None:
    """Read how cards are passed; None if they are not, or if something is wrong with it."""
    if raw is None or isinstance(raw, Passing):
        return raw
    if not isinstance(raw, Mapping):
        reader.report(("passing",), f"must be an object, such as {{}} for the distress signal, not {described(raw)}")
        return None
    in_json = {name: word for word, name in IN_PYTHON.items()}
    known = [in_json.get(name, name) for name in Passing.fields]
    for key in raw:
        if key not in known:
            reader.report(("passing", str(key)), f"unknown key{alternatives(key, known)}")
    fields = {IN_PYTHON.get(key, key): value for key, value in raw.items() if key in known}
    try:
        return Passing.of_fields(fields)
    except Unfit as error:
        for found in error.errors:
            first, *rest = found["loc"]
            found["loc"] = (in_json.get(first, first), *rest)
        reader.translate(error, ("passing",), Passing)
        return None


def read_covered(reader: Reader, raw: object) -> list[tuple[Card, ...]]:
    """Read the pairs of a card and the one that lies under it; what is not such a pair is reported and left out."""
    if not is_list(raw):
        reader.report(("covered",), "must be a list of pairs of cards, the one above first")
        return []
    pairs = []
    for k, one in enumerate(raw):
        cards = reader.cards(("covered", k), one, "a pair")
        if cards is None or None in cards:
            continue
        if len(cards) != 2 or cards[0] == cards[1]:
            reader.report(("covered", k), "a pair has two different cards, the one above first")
        else:
            pairs.append(tuple(card for card in cards if card is not None))
    return pairs


def read_passed(reader: Reader, raw: object) -> list[Card] | None:
    """Read the cards passed, player 1's first; None if they are not known."""
    cards = None if raw is None else reader.cards(("passed",), raw, "a pass")
    return None if cards is None else [card for card in cards if card is not None]


def check_changes(reader: Reader, others: Others, objectives: Sequence[Objective], tasks: Sequence[Any]) -> None:
    """Report handing over and changes of tokens where there is nothing to hand over or to change, or too much."""
    if others.handover and all(goal.owner is not None for goal in (*objectives, *tasks)):
        reader.report(("handover",), "there is nothing to hand over: every objective and every task has an owner")
    if others.retoken is None:
        return
    if all(objective.token is None for objective in objectives):
        reader.report(("retoken",), "there is no order token to change; allowed with objectives that have some")
    ways = number_of_ways(objectives, others.retoken)
    if ways > MOST_WAYS:
        reader.report(("retoken",), f"there are {ways:,} ways to change the tokens; allowed: at most {MOST_WAYS:,}")


def check_passing(reader: Reader, passing: Passing, suits: Sequence[str], hands: Sequence[Sequence[Card]]) -> None:
    """Report a pass for which there is no time, of unknown suits, or with suits kept back where one must pass.

    Args:
        reader: takes what is wrong.
        passing: how cards are passed.
        suits: those that are listed.
        hands: as dealt.
    """
    tricks, known = min(map(len, hands)), set(suits).union(*({card.suit for card in hand} for hand in hands))
    if len(hands) == 1:
        reader.report(("passing",), "a single player has no neighbour to pass a card to")
    if not tricks:
        reader.report(("passing",), "no card can be passed, as a hand is empty and no trick is played")
    elif passing.after >= tricks:
        last = f"0 to {tricks - 1}" if tricks > 1 else "0"
        said = f"no trick follows trick {visible(passing.after)}, as {tricks} are played"
        reader.report(("passing", "after"), f"{said}; allowed: {last}")
    if passing.not_ and not passing.optional:
        reader.report(("passing", "not"), "must be empty where every player must pass a card; allowed with `optional`")
    kept = passing.not_ or ()
    for k, suit in enumerate(kept):
        if suit in kept[:k]:
            reader.report(("passing", "not", k), f"suit '{visible(suit)}' is listed twice")
        if suit not in known:
            reader.report(("passing", "not", k), f"nobody holds a card of suit '{visible(suit)}'")


def check_covered(reader: Reader, pairs: Pairs, hands: Sequence[Sequence[Card]], deck: Deck | None) -> None:
    """Report pairs of cards that are not in one hand as dealt, or of which one is in another pair.

    Args:
        reader: takes what is wrong.
        pairs: a card and the one under it.
        hands: as dealt.
        deck: the deck of a published game, of which only two players have pairs.
    """
    holder = {card: player for player, hand in enumerate(hands, 1) for card in hand}
    seen: dict[Card, int] = {}
    for k, pair in enumerate(pairs):
        for n, card in enumerate(pair):
            place: tuple[PathPart, ...] = ("covered", k, n)
            if card not in holder:
                reader.report(place, f"nobody holds {visible(card)}")
            elif holder[card] != holder.get(pair[0], holder[card]):
                said = f"{visible(card)} was dealt to player {holder[card]}"
                reader.report(place, f"{said}, and {visible(pair[0])} to player {holder[pair[0]]}")
            if seen.setdefault(card, k) != k:
                reader.report(place, f"{visible(card)} is in a pair already: {json_path(('covered', seen[card]))}")
    if pairs and deck is not None:
        from crewsat.games.crew.third_hand import defects_of_third_hand  # noqa: PLC0415 - only for two players

        for where, said in defects_of_third_hand(deck, pairs, hands):
            reader.report(where, said)


class Choices:
    """How cards are passed and which lie under others, and what is known of the pass; with what is wrong with it.

    Attributes:
        lists: the lists of the instance that are read here.

    Args:
        reader: takes what is wrong.
    """

    def __init__(self, reader: Reader) -> None:
        data = reader.data
        self._reader = reader
        self._passing = read_passing(reader, data.get("passing"))
        self._passed = read_passed(reader, data.get("passed"))
        self._covered = read_covered(reader, data.get("covered", ()))
        self._to: str | None = None
        self._trump: str | None = None
        self.lists: dict[str, Any] = {"covered": sorted(self._covered)}
        if self._passed is not None:
            self.lists["passed"] = self._passed

    def passing_of(self, trump: str | None) -> Passing | None:
        """Return how cards are passed, in the canonical form."""
        return None if self._passing is None else self._passing.tidied(trump)

    def replayed(
        self,
        others: Others,
        hands: list[tuple[Card, ...]],
        tricks: Sequence[tuple[int, tuple[Card, ...]]],
        deck: Deck | None,
    ) -> tuple[list[tuple[Card, ...]], list[tuple[Card, ...]]]:
        """Play the tricks of the past, and pass what was passed; report what cannot have happened.

        Args:
            others: the other fields of the instance.
            hands: as the instance has them.
            tricks: those played, each with its leader; the last one may be incomplete.
            deck: the deck of a published game, if one is dealt.

        Returns:
            The hands as dealt, and those held now.
        """
        self._to, self._trump = others.passed_to, others.trump
        players = len(hands)
        if not (tricks or self._covered or self._is_about_passing):
            return hands, hands  # as nearly all deals
        finished = sum(len(cards) == players for _, cards in tricks)
        passed = self.complete(players) if self.fits(players, finished, len(tricks)) else None
        dealt = hands if others.hands_are == "dealt" else dealt_before(hands, tricks, passed)
        check_covered(self._reader, self._covered, dealt, deck)
        if self._passing is not None:
            check_passing(self._reader, self._passing, others.suits or (), dealt)
        if self._reader.defects:
            return dealt, hands
        return dealt, self._held_after(dealt, tricks, passed)

    def _held_after(
        self, dealt: list[tuple[Card, ...]], tricks: Sequence[tuple[int, tuple[Card, ...]]], passed: Pass | None
    ) -> list[tuple[Card, ...]]:
        """Return the hands after these tricks and a pass, and report what cannot have happened."""
        replay = Replay(dealt, [(above, below) for above, below in self._covered], self._reader.report)
        after = len(tricks) if self._passing is None else self._passing.after
        replay.play(tricks[:after])
        self.check(replay)
        if passed is not None and not self._reader.defects:
            replay.give(passed)
        replay.play(tricks[after:], after)
        return replay.hands

    @property
    def _is_about_passing(self) -> bool:
        """Whether anything is said about passing."""
        return any(said is not None for said in (self._passing, self._passed, self._to))

    def complete(self, players: int) -> Pass | None:
        """Return the pass if every player has passed a card; None if nobody has, or it has not been settled."""
        if self._passing is None or self._passed is None or self._to is None or len(self._passed) != players:
            return None
        return Pass(self._passing.after, tuple(self._passed), "left" if self._to == "left" else "right")

    def fits(self, players: int, finished: int, begun: int) -> bool:
        """Report what is missing or too much; return whether nothing is.

        Args:
            players: their number.
            finished: how many tricks have been played.
            begun: how many have begun.
        """
        before = len(self._reader.defects)
        if self._passing is None:
            for field, value in (("passed", self._passed), ("passed_to", self._to)):
                if value is not None:
                    said = "not allowed: no cards are passed in this deal; allowed with `passing`"
                    self._reader.report((field,), said)
        else:
            self._check_time(self._passing.after, players, begun, finished)
            self._check_direction(self._passing)
        return len(self._reader.defects) == before

    def _check_time(self, after: int, players: int, begun: int, finished: int) -> None:
        """Report cards passed too early, or of some players only, or not known when they have been passed.

        Args:
            after: how many tricks are played before.
            players: their number.
            begun: how many tricks have begun.
            finished: how many are complete.
        """
        report, passed = self._reader.report, self._passed
        if passed is None:
            if begun > after:
                said = f"missing: a trick after trick {after} has begun, so say who passed what; [] for nobody"
                report(("passed",), said)
        elif finished < after:
            report(("passed",), f"cards are passed after trick {after}, and {finished} have been played")
        elif len(passed) > players or (begun > after and 0 < len(passed) < players):
            report(("passed",), f"there must be a card of each of {players} players, not {len(passed)}")

    def _check_direction(self, passing: Passing) -> None:
        """Report a direction that is missing, not allowed, or that nothing is passed in."""
        if not self._passed:
            if self._to is not None:
                self._reader.report(("passed_to",), "not allowed where nobody has passed a card")
        elif self._to not in passing.directions:
            allowed = " or ".join(f'"{to}"' for to in passing.directions)
            said = "missing" if self._to is None else f"cards are not passed to the {self._to}"
            self._reader.report(("passed_to",), f"{said}; allowed: {allowed}")

    def check(self, replay: Replay) -> None:
        """Report cards that cannot have been passed.

        Args:
            replay: the hands at that time.
        """
        passing, passed = self._passing, self._passed
        if passing is None or passed is None:
            return
        hands = replay.hands
        candidates = [passing.candidates(hand, replay.covered, self._trump) for hand in hands]
        nothing = next((player for player, cards in enumerate(candidates, 1) if not cards), None)
        if nothing is not None:
            if passed:
                said = f"nobody passes a card, as player {nothing} has none that may be passed"
                self._reader.report(("passed",), said)
            return
        if not passed and not passing.optional:
            self._reader.report(("passed",), "every player must pass a card")
        for player, (card, some) in enumerate(zip(passed, candidates, strict=False), 1):
            if card not in some:
                self._reader.report(("passed", player - 1), _why_not(card, player, hands, replay, passing, self._trump))


def _why_not(  # noqa: PLR0913, PLR0917 - what it is looked up in
    card: Card,
    player: int,
    hands: Sequence[Sequence[Card]],
    replay: Replay,
    passing: Passing,
    trump: str | None,
) -> str:
    """Say why a player cannot pass a card."""
    name = visible(card)
    if card not in hands[player - 1]:
        return f"player {player} does not hold {name} at that time"
    if card.suit in passing.kept_back(trump):
        return f"{name} cannot be passed: no card of suit {visible(card.suit)} can"
    if card in replay.covered:
        return f"{name} lies under {visible(replay.covered[card])} and cannot be passed"
    return f"{name} cannot be passed: player {player} passes a covered card"
