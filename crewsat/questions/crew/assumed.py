"""One formula for questions about a deal and its small changes, and a solver that keeps what it learns from each.

Which demands are to be met is assumed (`crewsat_encodings.crew.cnf.demands`); so is who leads the first trick, that a
player takes a card, and that a card is taken before another. A solution found is a line, which is remembered for the
referee.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from crewsat.engine.building import build
from crewsat.games.crew.subsets import ORDER, all_pairs, demands_of, keeping
from crewsat.questions.minimal_subset import SubsetAnswer
from crewsat.solvers.cnf import MEANWHILE, session_on
from crewsat_encodings.crew.cnf.demands import Encoding

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from crewsat.base.formula import Clause
    from crewsat.games.cards import Card
    from crewsat.games.crew.instance import Crew
    from crewsat.questions.crew.deal_budget import DealBudget

SOLVER = "glucose4"
FEW_CONFLICTS = 20_000
"""The default solver, and its conflicts for one question, which is then decided as a deal of its own.

Sixty lost deals of three players took 46.3 s, with MiniSat 48.3 s; with 2,000 conflicts of MiniSat 49.4 s, with 60,000
and no other way 53.8 s. Relaxed deals after 2,000 conflicts: 43.1 s.
"""


class Assumed:
    """A deal whose demands, leader and owners are assumed.

    Args:
        instance: the deal.
        asking: its limits bound the formula.

    Raises:
        Stopped: at a limit.
    """

    def __init__(self, instance: Crew, asking: DealBudget) -> None:
        self.instance = instance
        limits = asking.limits
        self._any_leader = instance.leader is not None and not instance.played and not _asks_who_leads(instance)
        deal = instance.model_copy(update={"rules": None, "leader": None}) if self._any_leader else instance
        self.encoding = build(Encoding, deal, limits)
        formula = self.encoding.formula
        how: dict[str, Any] = {"deadline": limits.deadline, "seed": limits.seed, "conflicts": limits.conflicts}
        self._session = session_on(formula, solver=limits.solver or SOLVER, **how)
        self._said: dict[tuple[Card, Card | int], int] = {}
        self._conflicts: list[tuple[frozenset[str], int | None]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.__exit__()

    def led_by(self, player: int | None) -> list[int]:
        """Return the literals that say who leads the first trick, where the formula leaves that open."""
        return [self.encoding.led_by(player)] if self._any_leader and player is not None else []

    def met(  # noqa: PLR0913 - one argument per change
        self,
        kept: Collection[str],
        asking: DealBudget,
        *,
        takes: Mapping[Card, int] | None = None,
        order: Iterable[tuple[Card, Card]] = (),
        leader: int = 0,
        deal: Crew | None = None,
    ) -> SubsetAnswer:
        """Decide whether demands can be met together; a line that meets them is remembered.

        After `MEANWHILE` conflicts relaxed deals are asked; what takes more than `FEW_CONFLICTS` is decided as a deal
        of its own, whose formula is smaller.

        Args:
            kept: ids of demands.
            asking: what may be used.
            takes: cards, and who must take each.
            order: pairs of cards, the first of which must be taken before the second.
            leader: who leads the first trick; 0 for who leads it in the deal.
            deal: the deal that is won if they are met; None if only demands are dropped.
        """
        leads = leader or self.instance.leader
        known = self._known_conflict(set(kept), leads)
        if known is not None or asking.late():
            return SubsetAnswer("unknown") if known is None else SubsetAnswer("no", known)
        demands = self.encoding.kept([demand for demand in self.encoding.demands if demand in kept])
        others = [self._taking(player, card) for card, player in (takes or {}).items()]
        others += [self._before(first, second) for first, second in order]
        found = self._answered([*self.led_by(leads), *others, *demands], kept, deal, asking)
        return self._no(demands, others, leads) if found is None else found

    def _answered(
        self, assumptions: list[int], kept: Collection[str], deal: Crew | None, asking: DealBudget
    ) -> SubsetAnswer | None:
        """Return an answer, in the order in which the ways to it are quick; None for a no of the formula."""
        answer = self._searched(assumptions, MEANWHILE, asking)
        relaxed = self._refuted(kept, deal, asking) if answer is None else None
        if relaxed is not None:
            return relaxed
        if answer is None:
            answer = self._searched(assumptions, FEW_CONFLICTS, asking)
        if answer is None:
            return SubsetAnswer(asking.ask(deal or keeping(self.instance, kept)).answer)
        return SubsetAnswer("yes") if answer else None

    def _searched(self, assumptions: list[int], conflicts: int, asking: DealBudget) -> bool | None:
        """Search for a line with about `conflicts` conflicts, and remember it."""
        self._session.deadline = asking.limits.deadline
        answer = self._session.search(assumptions, lambda spent: spent >= conflicts)
        if answer:
            asking.lines.add(self.instance, self.encoding.decode(self._session.model()))
        return answer

    def _refuted(self, kept: Collection[str], deal: Crew | None, asking: DealBudget) -> SubsetAnswer | None:
        """Return a no if relaxed deals refute demands, or a deal; None if they do not, or are not searched quickly."""
        if deal is not None:
            return SubsetAnswer("no") if asking.easily_lost(deal) else None
        few = asking.refuted_goals(keeping(self.instance, kept))
        if not few:
            return None
        self._conflicts.append((few, self.instance.leader))
        return SubsetAnswer("no", few)

    def _no(self, demands: Mapping[int, str], others: list[int], leads: int | None) -> SubsetAnswer:
        """Remember the conflict that the last search has found, if it is one of the deal."""
        core = self._session.core()
        conflict = frozenset(demands[x] for x in core if x in demands)
        if core.isdisjoint(others):
            self._conflicts.append((conflict, leads if core.intersection(self.led_by(leads)) else None))
        return SubsetAnswer("no", conflict)

    def _known_conflict(self, kept: set[str], leads: int | None) -> frozenset[str] | None:
        """Return demands among these that are known to be impossible to meet together."""
        known = (conflict for conflict, led in self._conflicts if conflict <= kept and led in {None, leads})
        return next(known, None)

    def exclude(self, conflict: Collection[str]) -> None:
        """Remember demands that cannot be met together with the leader of the deal."""
        self._conflicts.append((frozenset(conflict), self.instance.leader))

    def won(self, deal: Crew, asking: DealBudget) -> SubsetAnswer | None:
        """Decide a deal that has other owners, another order or another leader; None if it differs otherwise."""
        takes = self._other_owners(deal)
        if takes is None or self._changed_otherwise(deal):
            return None
        demands = demands_of(self.instance)
        reordered = all_pairs(deal) != all_pairs(self.instance)
        if reordered and ORDER not in demands.terms:
            return None
        said = {one.id for one in deal.objectives if one.card in takes} | ({ORDER} if reordered else set())
        kept = [demand for demand in (*demands.goals, *demands.terms) if demand not in said]
        order = _order_of(deal, None if reordered else takes)
        return self.met(kept, asking, takes=takes, order=order, leader=deal.leader or 0, deal=deal)

    def _changed_otherwise(self, deal: Crew) -> bool:
        """Return whether more is changed than objectives and, where it is assumed, the leader."""
        same = {name for name in type(deal).fields if getattr(deal, name) == getattr(self.instance, name)}
        may_change = {"objectives", "about", *(["leader"] if self._any_leader else [])}
        return not set(type(deal).fields) - same <= may_change

    def _other_owners(self, deal: Crew) -> dict[Card, int] | None:
        """Return who must take which card in a deal instead of its owner; None if other objectives are to be met."""
        if [(one.card, one.id) for one in deal.objectives] != [(one.card, one.id) for one in self.instance.objectives]:
            return None
        takes = {}
        for was, now in zip(self.instance.objectives, deal.objectives, strict=True):
            if was.owner == now.owner:
                continue
            if was.owner is None or now.owner is None:
                return None
            takes[now.card] = now.owner
        return takes

    def _taking(self, player: int, card: Card) -> int:
        """Return a literal that says that a player takes a card."""
        return self._saying((card, player), self.encoding.taken(card, player))

    def _before(self, first: Card, second: Card) -> int:
        """Return a literal that says that a card is taken before another, as the order requires."""
        return self._saying((first, second), self.encoding.in_order(first, second))

    def _saying(self, what: tuple[Card, Card | int], clauses: Iterable[Clause]) -> int:
        """Return a literal that implies clauses."""
        if what not in self._said:
            self._said[what] = literal = self.encoding.formula.variables + len(self._said) + 1
            for clause in clauses:
                self._session.add((-literal, *clause))
        return self._said[what]


def _asks_who_leads(instance: Crew) -> bool:
    """Return whether goals may depend on who leads the first trick, by shares or comparisons."""
    return bool(instance.free_goals) or any(task.leader_matters for task in instance.tasks)


def _order_of(deal: Crew, bound: Collection[Card] | None) -> list[tuple[Card, Card]]:
    """Return the cards of every two ordered objectives, first and later; only pairs with one of `bound`, if given."""
    cards = [objective.card for objective in deal.objectives]
    pairs = [(cards[x], cards[y]) for x, y in all_pairs(deal)]
    return pairs if bound is None else [pair for pair in pairs if pair[0] in bound or pair[1] in bound]
