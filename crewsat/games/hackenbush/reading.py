"""Reading an instance of Hackenbush: labels and members one by one, each checked against the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from crewsat.base.errors import InvalidInstance
from crewsat.base.wording import visible
from crewsat.games.names import check_names
from crewsat.games.reading import MOST_CARDS, MOST_ENTRIES, MOST_PLAYERS, Reader, is_list, size_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from crewsat.base.wording import PathPart
    from crewsat.games.instance import Instance
    from crewsat.games.reading import Others


class HackenbushReader(Reader):
    """A reader of one instance of Hackenbush."""

    nouns: ClassVar[Mapping[str, tuple[str, ...]]] = {"strings": ("string", "edge"), "coalition": ("member",)}
    lists: ClassVar[Mapping[str, Any]] = {"strings": [], "coalition": []}

    def read(self, cls: type[Instance]) -> tuple[Others, Mapping[str, Sequence[Any]]]:
        """Read every part, and check the parts against each other."""
        raw_strings = self.data.get("strings")
        self.bound(("strings",), size_of(raw_strings), MOST_ENTRIES, "strings")
        self.bound(("coalition",), size_of(self.data.get("coalition")), MOST_ENTRIES, "members")
        if isinstance(raw_strings, (list, tuple)):  # what can be read only once is not counted beforehand
            self.bound(("strings",), sum(map(size_of, raw_strings)), MOST_CARDS, "edges")
        fields = self.known_fields((), self.data, cls)
        others, bad = self.other_fields(fields, cls)
        players = None if "players" in bad else others.players
        self.check_players(others, bad)
        strings = self.strings(players)
        coalition = self.coalition(players)
        if not self.defects and others.names:
            mentioned = [label for string in strings for label in string]
            check_names(self, others.names, players or max((others.to_move, *mentioned, *coalition)))
        if self.defects:
            raise InvalidInstance(self.defects)
        return others, {"strings": strings, "coalition": coalition}

    def check_players(self, others: Others, bad: set[Any]) -> None:
        """Check that there are not too many players, and that the one to move is one of them."""
        if "players" not in bad and others.players is not None and others.players > MOST_PLAYERS:
            self.report(("players",), f"must be at most {MOST_PLAYERS:,}, not {visible(others.players)}")
        elif "to_move" not in bad and (why := why_not_a_player(others.to_move, others.players)):
            self.report(("to_move",), why)

    def strings(self, players: int | None) -> list[tuple[int, ...]]:
        """Read the strings."""
        raw_strings = self.list_at(("strings",), self.data, "strings", "a list of strings")
        return [self.labels(("strings", k), raw, players) for k, raw in enumerate(raw_strings)]

    def labels(self, place: tuple[PathPart, ...], raw: object, players: int | None) -> tuple[int, ...]:
        """Read the labels of a string."""
        if not is_list(raw):
            self.report(place, "a string must be a list of players")
            return ()
        labels = tuple(raw)
        most = MOST_PLAYERS if players is None else players
        if not set(map(type, labels)) <= {int} or (labels and not 1 <= min(labels) <= max(labels) <= most):
            self.report_players(place, labels, players)
        return labels

    def coalition(self, players: int | None) -> tuple[Any, ...]:
        """Read the members of the coalition; none may be named twice."""
        members = tuple(self.list_at(("coalition",), self.data, "coalition", "a list of players"))
        self.report_players(("coalition",), members, players)
        named: set[int] = set()
        for k, member in enumerate(members):
            if type(member) is int:
                if member in named:
                    self.report(("coalition", k), f"player {visible(member)} is listed twice")
                named.add(member)
        return members

    def report_players(self, place: tuple[PathPart, ...], raw: Iterable[object], players: int | None) -> None:
        """Report what is not a player in a list."""
        for k, one in enumerate(raw):
            why = why_not_a_player(one, players)
            if why:
                self.report((*place, k), why)

    def list_at(
        self, place: tuple[PathPart, ...], data: Mapping[Any, object], name: str, what: str
    ) -> Sequence[object]:
        """Return a required list; an empty one if it is missing."""
        if name not in data:
            self.report(place, "missing")
        elif not is_list(raw := data[name]):
            self.report(place, f"must be {what}")
        else:
            return raw if isinstance(raw, (list, tuple)) else list(raw)
        return []


def why_not_a_player(raw: object, players: int | None) -> str | None:
    """Return why this is not the number of a player, or None if it is one."""
    most = MOST_PLAYERS if players is None else min(players, MOST_PLAYERS)
    if type(raw) is int and 1 <= raw <= most:
        return None
    shown = visible(raw if isinstance(raw, str) or type(raw) is int else repr(raw))
    return f"'{shown}' is not a player; allowed: 1 to {most:,}"
