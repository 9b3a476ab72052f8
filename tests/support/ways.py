"""Asking each encoding directly: the class and an instance in, the tricks or steps of a play or None out."""

from __future__ import annotations

import json
import sys
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from crewsat.base.errors import IllegalPlay
from crewsat.games.crew.features import OF_0_7
from crewsat.games.crew.instance import Crew
from crewsat.games.crew.moves import Choice
from crewsat.games.crew.replaying import play_until_success as win
from crewsat.games.crew.results import tricks_of
from crewsat.games.crew.rules import Table
from crewsat.games.crew.subsets import ORDER, all_pairs, demands_of
from crewsat.games.hanabi_solitaire.rules import play_until_success
from crewsat.solvers import asp, cnf, cpsat
from tests.support.hanabi_plays import said_of, some_winning_play
from tests.support.second_opinion import lines
from tests.support.solving import solve_each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.games.hanabi_solitaire.instance import HanabiSolitaire
    from crewsat.games.instance import Instance

    Moves = list[Any]


def by_formula(encoding_of: Any, instance: Instance) -> Moves | None:  # noqa: ANN401 - perhaps a class with mistakes
    encoding = encoding_of(instance, max_bytes=50_000_000)
    outcome = cnf.solve(encoding.formula, preferences=encoding.preferences())
    assert outcome.status != "unknown"
    moves: Moves | None = encoding.decode(outcome.model) if outcome.status == "satisfiable" else None
    return moves


def by_fewest_tricks(encoding_of: Any, instance: Crew) -> Moves | None:  # noqa: ANN401
    """The play of The Crew that wins with the fewest tricks, which on small deals the second opinion counts, too.

    Raises:
        IllegalPlay: if the play takes more tricks than is said, or fewer are enough.
    """
    encoding = encoding_of(instance, max_bytes=50_000_000)
    outcome, least, _ = cnf.solve_best(encoding.formula, encoding.preferences())
    assert outcome.status != "unknown"
    if outcome.status != "satisfiable":
        return None
    moves: Moves = encoding.decode(outcome.model)
    said = encoding.earliest + least
    taken = instance.finished + len(tricks_of(win(instance, moves)))
    few = instance.size <= FEW_CARDS and instance.features <= OF_0_7
    if taken > said or (few and fewest_tricks(instance.to_json()) < said):
        raise IllegalPlay(f"{said} tricks are not the fewest", rule="end", unit="trick")
    return moves


FEW_CARDS = 7
"""Up to so many cards all ways to win are looked at."""


@cache
def fewest_tricks(deal: str) -> int:
    """With how many tricks a deal that can be won is won."""
    instance = Crew(**json.loads(deal))
    return instance.finished + min(len(line) for line in lines(instance.as_dict()))


def by_ladder(encoding_of: Any, instance: Crew) -> Moves | None:  # noqa: ANN401
    """The Crew as if there were many players."""
    module = sys.modules[encoding_of.__module__]
    return by_formula(partial(encoding_of, rules=module.for_many(module.RULES)), instance)


def by_demands(encoding_of: Any, instance: Crew) -> Moves | None:  # noqa: ANN401
    """A deal with some demands dropped: those kept are assumed in the formula of the whole deal."""
    notes: Any = instance.about
    encoding = encoding_of(Crew(**notes["whole"]))
    return by_assumptions(encoding, list(encoding.kept(notes["kept"])))


def by_demands_taken(encoding_of: Any, instance: Crew) -> Moves | None:  # noqa: ANN401
    """The same; in deals without an order, owned objectives are not kept, but said to be taken by their owners."""
    notes: Any = instance.about
    whole = Crew(**notes["whole"])
    owned = {one.id: one for one in whole.objectives if one.owner is not None and not whole.order}
    encoding = encoding_of(whole)
    taken = [owned[name] for name in notes["kept"] if name in owned]
    encoding.formula.add("taken", (clause for one in taken for clause in encoding.taken(one.card, one.owner)))
    assumed = list(encoding.kept([name for name in notes["kept"] if name not in owned]))
    if whole.leader is not None:
        assumed.append(encoding.led_by(whole.leader))
    return by_assumptions(encoding, assumed)


def by_demands_in_order(encoding_of: Any, instance: Crew) -> Moves | None:  # noqa: ANN401
    """The same; the order is not kept, but each two objectives that are kept are said to be in order."""
    notes: Any = instance.about
    whole = Crew(**notes["whole"])
    encoding = encoding_of(whole)
    kept = set(notes["kept"])
    if ORDER in kept:
        kept.remove(ORDER)
        pairs = [(whole.objectives[x], whole.objectives[y]) for x, y in all_pairs(whole)]
        said = [(one.card, other.card) for one, other in pairs if {one.id, other.id} <= kept]
        encoding.formula.add("in_order", (clause for pair in said for clause in encoding.in_order(*pair)))
    return by_assumptions(encoding, list(encoding.kept([name for name in notes["kept"] if name in kept])))


def by_counted_demands(encoding_of: Any, instance: Crew) -> Moves | None:  # noqa: ANN401
    """The same, and it is assumed how many goals are dropped; if none is, that must be enough to say."""
    notes: Any = instance.about
    whole = Crew(**notes["whole"])
    encoding, goals = encoding_of(whole), demands_of(whole).goals
    dropped = len(set(goals) - set(notes["kept"]))
    assumed = list(encoding.kept(notes["kept"])) if dropped or len(notes["kept"]) < len(encoding.demands) else []
    if dropped < len(goals):
        assumed += encoding.at_most_dropped(dropped)[-1:] if assumed else encoding.at_most_dropped(0)
    return by_assumptions(encoding, assumed)


def by_assumptions(encoding: Any, assumed: Sequence[int]) -> Moves | None:  # noqa: ANN401
    (outcome,) = solve_each(encoding.formula, [assumed])
    return encoding.decode(outcome.model) if outcome.status == "satisfiable" else None


def by_bare_formula(encoding_of: Any, instance: HanabiSolitaire) -> Moves | None:  # noqa: ANN401
    """Solitaire Hanabi by the necessary rules alone, about all copies: nothing else can make a mistake good."""
    rules = [rule for rule in sys.modules[encoding_of.__module__].RULES if not (rule.redundant or rule.symmetry)]
    return by_rules(encoding_of, instance, rules, rounds=0)


def by_needed_rules(encoding_of: Any, instance: HanabiSolitaire) -> Moves | None:  # noqa: ANN401
    """The plain formula of solitaire Hanabi by the necessary rules alone."""
    rules = [rule for rule in sys.modules[encoding_of.__module__].RULES if not rule.redundant]
    return by_rules(encoding_of, instance, rules)


def by_some_play(encoding_of: Any, instance: HanabiSolitaire) -> Moves | None:  # noqa: ANN401
    """The plain formula of solitaire Hanabi, asked about a play that need not be clever."""
    play = some_winning_play(instance)
    if play is None:
        return None
    encoding = encoding_of(instance)
    return by_assumptions(encoding, said_of(encoding, play))


def by_rules(
    encoding_of: Any,  # noqa: ANN401
    instance: HanabiSolitaire,
    rules: Sequence[Any],
    **options: int,
) -> Moves | None:
    """The same by any rules: a formula has many models, and each of them must be a play.

    Raises:
        IllegalPlay: if a model is none in which some copy is used early; solvers by themselves prefer late ones.
    """
    encoding = encoding_of(instance, rules=rules, **options)
    had = encoding.formula.families.get("had")
    early = [[had.now(key)] for key in had.rows] if had else []
    outcomes = solve_each(encoding.formula, [[], *early])
    plays: list[Moves] = [encoding.decode(found.model) for found in outcomes if found.status == "satisfiable"]
    for moves in plays:
        play_until_success(instance, moves)
    return plays[0] if plays else None


def by_constraints(encoding_of: Any, instance: Instance) -> Moves | None:  # noqa: ANN401
    encoding = encoding_of(instance)
    outcome = cpsat.solve(encoding.model)
    assert outcome.status != "unknown"
    moves: Moves | None = encoding.decode(outcome.model) if outcome.status == "satisfiable" else None
    return moves


def by_program(encoding_of: Any, instance: Instance) -> Moves | None:  # noqa: ANN401
    encoding = encoding_of(instance)
    outcome = asp.solve(encoding.program, encoding.facts)
    assert outcome.status != "unknown"
    moves: Moves | None = encoding.decode(outcome.atoms) if outcome.status == "satisfiable" else None
    return moves


def by_search(search: Any, instance: Crew) -> Moves | None:  # noqa: ANN401
    """Exhaustive search with the modules of tasks that are imported now.

    The referee that is imported now says who takes the free tasks, and the true one must agree.
    """
    deal: Any = sys.modules["crewsat.games.crew.instance"].Crew(**instance.as_dict())
    moves: Moves | None = search(deal)
    if moves is None or not instance.free_tasks:
        return moves
    replaying, results = (sys.modules[f"crewsat.games.crew.{name}"] for name in ("replaying", "results"))
    owners = results.owners_of(deal, replaying.replayed(deal, moves))
    table = Table(instance, takers={task.id: owners[task.id] for task in instance.free_tasks})
    for part in moves:
        if isinstance(part, Choice):
            table.choose(part)
        else:
            table.play(*part)
    return moves if table.succeeded else None
