"""What may be asked besides the questions of the table of games."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from crewsat.base.errors import Defect, InvalidInstance
from crewsat.base.layout import Prose, Verbatim
from crewsat.base.wording import json_text
from crewsat.engine.confirmation import checked_answer, confirmation
from crewsat.engine.generating import generated, kinds_of
from crewsat.games import GAMES
from crewsat.games.crew.decks import why_not_players
from crewsat.games.crew.deep_sea import task_numbered
from crewsat.games.crew.missions import mission_numbered
from crewsat.games.forms import FORMS, continued, written
from crewsat.games.schema import schema_of as schema_of_game
from crewsat.games.text import text_of
from crewsat.questions.crew import catalogue
from crewsat.report import picture
from crewsat.report.crew.catalogue import mission_printed, missions_printed, task_printed, tasks_printed
from crewsat.serve.answering import Answer, Answering, instance_from
from crewsat.serve.methods import METHODS
from crewsat.serve.parameters import DEAL, INSTANCE, KINDS, Parameter, options_parameters, schema_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import ClassVar

    from crewsat.workers.process import Tell

Entry = TypeVar("Entry")
_PLAYERS = Parameter("players", ["integer"], "The number of players.")
_GAME = Parameter("game", ["string"], "The game.", tuple(GAMES), required=True)


class _Other(Answering):
    """A request that is answered at once."""

    _PARAMETERS: ClassVar[Sequence[Parameter]] = ()

    def __init__(self, name: str, values: Mapping[str, Any], megabytes: float) -> None:
        del name
        self.values = values
        self.megabytes = megabytes

    @classmethod
    def parameters(cls, name: str) -> list[Parameter]:
        """Return the parameters."""
        del name
        return [*cls._PARAMETERS]


class Verifying(_Other):
    """Whether an answer is right."""

    _PARAMETERS = (
        INSTANCE,
        DEAL,
        Parameter("answer", ["object"], "An answer about it, as 'decide' returns it.", required=True),
        *options_parameters(["time_limit", "memory_limit"]),
    )

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Check the answer; paths in it are relative to the current directory."""
        del deadline, note
        instance = instance_from(self.values)
        given = checked_answer(self.values["answer"], instance.game)
        seconds = self.values.get("time_limit")
        found = confirmation(instance, given, time_limit=seconds, memory_limit=self.megabytes)
        return Answer(found.as_dict(), lambda: [Prose(str(found))])


class Showing(_Other):
    """An instance for people."""

    _PARAMETERS = (INSTANCE, DEAL)

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Return the picture, the line of text, and the instance."""
        del deadline, note
        instance = instance_from(self.values)
        text = text_of(instance)
        shown = Answer({}, lambda: picture(instance), instance.names)
        value = {"picture": shown.text(), "text": text, "instance": instance.as_dict()}
        return Answer(value, lambda: [*picture(instance), "", Prose(text)], instance.names)


class Converting(_Other):
    """An instance in another form."""

    _PARAMETERS = (
        INSTANCE,
        DEAL,
        Parameter("to", ["string"], "The form of the text: by default the text form.", FORMS),
        Parameter("play", ["object"], "Go on with the play of this answer, as 'decide' returns it."),
    )

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Return the instance in the form that was asked for, and as JSON."""
        del deadline, note
        instance = instance_from(self.values)
        if "play" in self.values:
            instance = continued(instance, self.values["play"])
        text = written(instance, self.values.get("to", "text"))
        return Answer({"text": text, "instance": instance.as_dict()}, lambda: [Verbatim(text)])


class Generating(_Other):
    """A random instance."""

    @classmethod
    def parameters(cls, name: str) -> list[Parameter]:
        """Return game and seed, and the fields of all generators."""
        del name
        found = {"game": _GAME, "seed": Parameter("seed", ["integer"], "Random seed; by default 0.")}
        for game in GAMES.values():
            for maker in (code.load() for code in (game.generator, *game.other_generators)):
                for field in fields(maker):
                    words = field.metadata["typer"]["help"]
                    found.setdefault(
                        field.name, Parameter(field.name, [KINDS[kind] for kind in kinds_of(field)], words)
                    )
        return [*found.values()]

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Return the instance."""
        del deadline, note
        options = {name: value for name, value in self.values.items() if name not in {"game", "seed"}}
        instance = generated(self.values["game"], self.values.get("seed", 0), options)
        return Answer(instance.as_dict(), lambda: [Verbatim(text_of(instance.as_typed()))])


class _Listed(_Other):
    """A list, or one entry of it."""

    def __init__(self, name: str, values: Mapping[str, Any], megabytes: float) -> None:
        super().__init__(name, values, megabytes)
        self.players: int | None = values.get("players")
        self.number: int | None = values.get(name.removesuffix("s"))

    def check_players(self, why_not: Callable[[int], str | None]) -> None:
        """Check the number of players.

        Raises:
            InvalidInstance: if that number is not allowed.
        """
        why = None if self.players is None else why_not(self.players)
        if why is not None:
            raise InvalidInstance([Defect("players", why)])


class Tasks(_Listed):
    """The tasks of Mission Deep Sea."""

    _PARAMETERS = (Parameter("task", ["integer"], "The number of one task, to see it whole."), _PLAYERS)

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Return the list, or the task that was asked for."""
        del deadline, note
        self.check_players(catalogue.why_not_tasks)
        if self.number is None:
            return Answer(catalogue.task_list(self.players), lambda: tasks_printed(self.players))
        one = _looked_up(task_numbered, self.number, "task")
        known = catalogue.task_entry(one, self.players)
        return Answer(known, lambda: task_printed(one, known))


class Missions(_Listed):
    """The missions of The Quest for Planet Nine."""

    _PARAMETERS = (Parameter("mission", ["integer"], "The number of one mission, to see it whole."), _PLAYERS)

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Return the list, or the mission that was asked for."""
        del deadline, note
        self.check_players(why_not_players)
        if self.number is None:
            return Answer(catalogue.mission_list(), lambda: missions_printed(self.players))
        one = _looked_up(mission_numbered, self.number, "mission")
        known = catalogue.mission_entry(one, self.players)
        return Answer(known, lambda: mission_printed(one, known))


class Schemas(_Other):
    """The JSON Schema of instances."""

    _PARAMETERS = (_GAME,)

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Return the document."""
        del deadline, note
        document = schema_of_game(self.values["game"])
        return Answer(document, lambda: [Verbatim(json_text(document))])


class Methods(_Other):
    """What may be asked."""

    def answer(self, deadline: float | None, note: Tell) -> Answer:
        """Return the methods with their parameters."""
        del deadline, note
        value = {"methods": [described(name) for name in METHODS]}
        return Answer(value, lambda: [Prose(method.words, label=f"{name}: ") for name, method in METHODS.items()])


def described(name: str) -> dict[str, Any]:
    """Return a method as JSON."""
    method = METHODS[name]
    return {"name": name, "description": method.words, "parameters": schema_of(method.code.load().parameters(name))}


def _looked_up(find: Callable[[int], Entry], number: int, place: str) -> Entry:
    """Return what has this number.

    Raises:
        InvalidInstance: if nothing has.
    """
    try:
        return find(number)
    except ValueError as error:
        raise InvalidInstance([Defect(place, str(error))]) from None
