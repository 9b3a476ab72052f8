"""Which parts of its construction theorem 3 needs: one thing is changed at a time, and the formulas are tried again.

The strings, the coalition and the mover of the printed game are changed; the reduction itself is not called.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from crewsat.studies.audit.hackenbush.positions import solved
from crewsat.studies.audit.tables import Column, Counts, Entry, Example, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from crewsat.games.hackenbush.instance import Hackenbush, String
    from crewsat.studies.audit.hackenbush.formulas import Source

    Change = Callable[[Source], Iterable[Hackenbush]]


def _with_strings(source: Source, strings: Iterable[String]) -> Hackenbush:
    return source.game.model_copy(update={"strings": tuple(strings)})


def _literal_strings(changed: Callable[[String], String]) -> Change:
    """Change every string of a literal, given with the variable's edge first."""

    def change(source: Source) -> Iterator[Hackenbush]:
        strings = source.game.strings
        yield _with_strings(source, (*map(changed, strings[: 2 * source.n]), *strings[2 * source.n :]))

    return change


def _long_string(changed: Callable[[String], Iterable[String]]) -> Change:
    """Change the string of k + 2 edges."""

    def change(source: Source) -> Iterator[Hackenbush]:
        *others, long = source.game.strings
        for string in changed(long):
            yield _with_strings(source, (*others, string))

    return change


def _other_orders(long: String) -> Iterator[String]:
    lowest, *clauses, highest = long
    for order in permutations(clauses):
        if list(order) not in (clauses, clauses[::-1]):
            yield lowest, *order, highest


def _moved(players: Callable[[Source], Iterable[int]]) -> Change:
    """Move each of these players to the other coalition."""

    def change(source: Source) -> Iterator[Hackenbush]:
        for player in players(source):
            members = source.game.members ^ {player}
            yield source.game.model_copy(update={"coalition": tuple(sorted(members))})

    return change


def _first(players: Callable[[Source], Iterable[int]]) -> Change:
    """Let each of these players move first."""

    def change(source: Source) -> Iterator[Hackenbush]:
        for player in players(source):
            yield source.game.model_copy(update={"to_move": player})

    return change


LITERALS, LONG, ROLES, MOVER = "strings of literals", "string of k + 2 edges", "coalitions", "first to move"

CHANGES: dict[tuple[str, str], Change] = {
    ("nothing", "as printed"): lambda source: [source.game],
    (LITERALS, "labels of clauses increase from bottom to top"): _literal_strings(
        lambda string: (string[0], *string[:0:-1])
    ),
    (LITERALS, "the variable's edge is on top"): _literal_strings(lambda string: (*string[1:], string[0])),
    (LONG, "labels of clauses increase from bottom to top"): _long_string(
        lambda long: [(long[0], *long[-2:0:-1], long[-1])]
    ),
    (LONG, "labels of clauses in any other order"): _long_string(_other_orders),
    (LONG, "both edges of player n + k + 2 at the bottom"): _long_string(
        lambda long: [(long[0], long[-1], *long[1:-1])]
    ),
    (LONG, "both edges of player n + k + 2 on top"): _long_string(lambda long: [(*long[1:-1], long[0], long[-1])]),
    (ROLES, "the player of an existential variable joins the first"): _moved(lambda one: range(1, one.n + 1, 2)),
    (ROLES, "the player of a universal variable joins the second"): _moved(lambda one: range(2, one.n + 1, 2)),
    (ROLES, "the player of a clause joins the first"): _moved(lambda one: one.clause_players),
    (ROLES, "player n + k + 1 joins the second"): _moved(lambda one: [one.counter]),
    (ROLES, "player n + k + 2 joins the first"): _moved(lambda one: [one.judge]),
    (MOVER, "the player of another variable"): _first(lambda one: range(2, one.n + 1)),
    (MOVER, "the player of a clause"): _first(lambda one: one.clause_players),
    (MOVER, "player n + k + 1"): _first(lambda one: [one.counter]),
    (MOVER, "player n + k + 2"): _first(lambda one: [one.judge]),
}
"""What is changed, and how: the resulting games."""

_LOST, _WON = "true, but lost", "false, but won"


def _is_printed(source: Source, game: Hackenbush) -> bool:
    """Return whether a change has no effect."""
    one = source.game
    return (game.strings, game.members, game.to_move) == (one.strings, one.members, one.to_move)


def _tried(source: Source) -> Iterator[Entry]:
    for label, change in CHANGES.items():
        printed = label[0] == "nothing"
        games = [game for game in change(source) if printed or not _is_printed(source, game)]
        wrong = next((game for game in games if solved(game) != source.true), None)
        counts = Counts({"formulas": int(bool(games))})
        if wrong is None:
            yield Entry(label, counts)
        else:
            counts[_LOST if source.true else _WON] = 1
            size = (source.n + source.k, source.k, source.literals)
            yield Entry(label, counts, Example(size, wrong))


def _verdict(counts: Counts) -> str:
    if not counts["formulas"]:
        return "untested"
    return "yes" if counts[_LOST] or counts[_WON] else "no counterexample"


TABLE: Table[Source] = Table(
    "sensitivity",
    "What theorem 3 needs",
    "One thing is changed in the games of all formulas. A formula counts if the change makes another game of it, and "
    "is lost or won wrongly if one of the changed games is.",
    "changed-formulas",
    ("what is changed", "how"),
    (
        Column("formulas", lambda counts: f"{counts['formulas']:,}"),
        Column(_LOST, lambda counts: f"{counts[_LOST]:,}"),
        Column(_WON, lambda counts: f"{counts[_WON]:,}"),
        Column("the theorem needs what is printed", _verdict),
    ),
    _tried,
    examples="smallest counterexample",
)

TABLES = (TABLE,)
