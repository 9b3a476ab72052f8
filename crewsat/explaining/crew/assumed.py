"""One formula for questions about a deal and its small changes, and a solver that keeps what it learns from each.

Which demands are to be met is assumed (`crewsat_encodings.crew.cnf.demands`); so is who leads the first trick, and that
a player takes a card. What is found possible is a line, remembered for the referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from crewsat.explaining.minimal_conflict import Told
from crewsat.games.crew.subsets import demands_of
from crewsat.solvers.cnf import session_on
from crewsat_encodings.crew.cnf.demands import Encoding

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from crewsat.explaining.crew.asking import Asking
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew


class Assumed:
    """A deal whose demands, leader and owners are assumed.

    Args:
        instance: the deal.
        asking: its limits bound the formula.

    Raises:
        Stopped: at a limit.
    """

    def __init__(self, instance: Crew, asking: Asking) -> None:
        self.instance = instance
        limits = asking.limits
        self._any_leader = instance.leader is not None and not instance.played and not instance.free
        deal = instance.model_copy(update={"leader": None}) if self._any_leader else instance
        self.encoding = Encoding(deal, max_bytes=limits.max_bytes, out_of_time=limits.late)
        formula = self.encoding.formula
        self._session = session_on(formula, solver=limits.solver, deadline=limits.deadline, seed=limits.seed)
        self._takes: dict[tuple[int, Card], int] = {}
        self._conflicts: list[tuple[frozenset[str], int | None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.__exit__()

    def led_by(self, player: int | None) -> list[int]:
        """The literals that say who leads the first trick, where the formula leaves that open."""
        return [self.encoding.led_by(player)] if self._any_leader and player is not None else []

    def met(
        self, kept: Collection[str], asking: Asking, *, takes: Mapping[Card, int] | None = None, leader: int = 0
    ) -> Told:
        """Decide whether demands can be met together; a line that does is remembered.

        Args:
            kept: ids of demands.
            asking: what may be used.
            takes: cards, and who must take each.
            leader: who leads the first trick; 0 for who leads it in the deal.
        """
        leads = leader or self.instance.leader
        known = self._known_conflict(set(kept), leads)
        if known is not None or asking.late():
            return Told("unknown") if known is None else Told("no", known)
        demands = self.encoding.kept([demand for demand in self.encoding.demands if demand in kept])
        others = [self._taking(player, card) for card, player in (takes or {}).items()]
        self._session.deadline = asking.limits.deadline
        answer = self._session.search([*self.led_by(leads), *others, *demands])
        if answer is None:
            asking.unanswered.append("time")
            return Told("unknown")
        if answer:
            asking.lines.add(self.instance, self.encoding.decode(self._session.model()))
        return Told("yes") if answer else self._no(demands, others, leads)

    def _no(self, demands: Mapping[int, str], others: list[int], leads: int | None) -> Told:
        """Take note of the conflict the last search has found, if it is one of the deal."""
        core = self._session.core()
        conflict = frozenset(demands[x] for x in core if x in demands)
        if core.isdisjoint(others):
            self._conflicts.append((conflict, leads if core.intersection(self.led_by(leads)) else None))
        return Told("no", conflict)

    def _known_conflict(self, kept: set[str], leads: int | None) -> frozenset[str] | None:
        """Return demands among these of which it is known that they cannot be met together."""
        known = (conflict for conflict, led in self._conflicts if conflict <= kept and led in {None, leads})
        return next(known, None)

    def exclude(self, conflict: Collection[str]) -> None:
        """Take note of demands that cannot be met together whoever leads as in the deal."""
        self._conflicts.append((frozenset(conflict), self.instance.leader))

    def won(self, deal: Crew, asking: Asking) -> Told | None:
        """Decide a deal that has other owners or another leader; None if it is changed otherwise."""
        same = {name for name in type(deal).model_fields if getattr(deal, name) == getattr(self.instance, name)}
        changed = set(type(deal).model_fields) - same
        takes = self._other_owners(deal)
        if takes is None or not changed <= {"objectives", "about", *(["leader"] if self._any_leader else [])}:
            return None
        demands = demands_of(self.instance)
        moved = {one.id for one in self.instance.objectives if one.card in takes}
        kept = [one for one in (*demands.goals, *demands.terms) if one not in moved]
        return self.met(kept, asking, takes=takes, leader=deal.leader or 0)

    def _other_owners(self, deal: Crew) -> dict[Card, int] | None:
        """Return who must take which card in a deal in place of its owner; None if objectives differ otherwise.

        An objective that the order binds cannot be dropped for it: its pairs would go, too.
        """
        bound = {k for pair in self.instance.order for k in pair}
        if len(deal.objectives) != len(self.instance.objectives):
            return None
        takes = {}
        for k, (was, now) in enumerate(zip(self.instance.objectives, deal.objectives, strict=True)):
            if was == now:
                continue
            if k in bound or was.owner is None or now.owner is None:
                return None
            if was.model_copy(update={"owner": now.owner}) != now:
                return None
            takes[now.card] = now.owner
        return takes

    def _taking(self, player: int, card: Card) -> int:
        """A literal that says that a player takes a card."""
        if (player, card) not in self._takes:
            literal = self.encoding.formula.variables + len(self._takes) + 1
            self._takes[player, card] = literal
            for clause in self.encoding.taken(card, player):
                self._session.add((-literal, *clause))
        return self._takes[player, card]
