"""Trying mutants of the encodings, in child processes: a mistake may need any amount of time or memory."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from crewsat.base.errors import IllegalPlay, InvalidInstance, Stopped
from crewsat.workers.process import Call, Worker
from tests.support.chunks import sizes
from tests.support.mutation import Mutant, installed, mutants_of_module, mutants_of_program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from crewsat.games.instance import Instance
    from tests.support.ways import Moves

ERRORS = (
    Stopped,
    InvalidInstance,
    ValueError,
    LookupError,
    TypeError,
    StopIteration,
    AttributeError,
    RuntimeError,
    ArithmeticError,
)
"""What a mistake in an encoding may raise; none of these is ever raised on a small instance."""


@dataclass(frozen=True, eq=False)
class Subject:
    """An encoding to make mistakes in.

    Attributes:
        modules: all its modules, each before those that import it.
        mutated: those in which the mistakes are made; logic programs by the name of their file.
        ways: of asking it; all of them are tried on an instance.
        judged: a number in, an instance and whether it is won out.
        replay: the referee, loaded before any mistake is made: imported later, it would be kept with the mistake in it.
        instances: how many instances are tried on a mutant.
        groups: one in so many mutants is tried in a usual run.
        equivalent: names of mutants that no instance can tell from the original, each with the reason.
        skip: functions that this encoding does not use.
        attribute: what of the last module is asked.
        whole: whether mistakes are made in constructors, too.
        programs: the package with the logic programs.
    """

    modules: tuple[str, ...]
    mutated: tuple[str, ...]
    ways: tuple[Callable[[Any, Any], Moves | None], ...]
    judged: Callable[[int], tuple[Instance, bool]]
    replay: Callable[[Any, Any], object]
    instances: int
    groups: int
    equivalent: Mapping[str, str]
    skip: tuple[str, ...] = ()
    attribute: str = "Encoding"
    whole: bool = False
    programs: str = ""

    def text_of(self, place: str) -> str:
        """The text of a module, or of a logic program, as it is."""
        if place.endswith(".lp"):
            return resources.files(self.programs).joinpath(place).read_text(encoding="utf-8")
        return text_of(place)

    @property
    def original(self) -> Mutant:
        """No mutant: the text as it is."""
        return Mutant("nothing", self.mutated[-1], self.text_of(self.mutated[-1]))

    @contextmanager
    def with_mistake(self, mutant: Mutant) -> Iterator[Any]:
        """The class `Encoding` with the mistake in it."""
        if not mutant.place.endswith(".lp"):
            with installed(self.modules, mutant) as module:
                yield getattr(module, self.attribute)
            return

        def changed(instance: Instance) -> Any:  # noqa: ANN401
            encoding = import_module(self.modules[-1]).Encoding(instance)
            encoding.program = encoding.program.replace(self.text_of(mutant.place), mutant.source)
            return encoding

        yield changed


@cache
def mutants_of(subject: Subject) -> list[Mutant]:
    """All mistakes in the modules of a subject."""
    found = []
    for place in subject.mutated:
        if place.endswith(".lp"):
            found += mutants_of_program(place, subject.text_of(place))
        else:
            constructors = () if subject.whole else ("__init__",)
            found += mutants_of_module(place, skip=(*constructors, "decode", *subject.skip))
    return found


def text_of(place: str) -> str:
    """The text of a module as it is."""
    package, _, module = place.rpartition(".")
    return resources.files(package).joinpath(f"{module}.py").read_text(encoding="utf-8")


def noticed(subject: Subject, mutant: Mutant, instances: int, *, deadline: float | None, note: object) -> str | None:
    """How a mutant is found out: by a wrong answer, a wrong play or an error; None if it is not."""
    del deadline, note
    try:
        with subject.with_mistake(mutant) as encoding_of:
            trials = ((*subject.judged(number), way) for number in range(instances) for way in subject.ways)
            for instance, won, way in trials:
                play = way(encoding_of, instance)
                if (play is not None) != won:
                    return "answer"
                if play is not None:
                    subject.replay(instance, play)
    except IllegalPlay:
        return "play"
    except ERRORS:
        return "error"
    return None


def all_noticed(subject: Subject, mutants: Iterable[Mutant], instances: int | None = None) -> dict[str, str | None]:
    """How each of these mutants is found out; one that needs too much time or memory is, too."""
    found: dict[str, str | None] = {}
    with Worker() as worker:
        for mutant in mutants:
            arguments = (subject, mutant, instances or subject.instances)
            reply = worker.run(Call(noticed, arguments, time_limit=300, max_bytes=2_000_000_000))
            if reply.error is not None:
                raise reply.error
            found[mutant.name] = reply.lost or reply.value
    return found


PARTS = 8
"""Of the mutants of a subject, in the long evidence."""


class MutantTests:
    """Tests of a class with the subjects of a game: every mutant is noticed, except those listed with a reason.

    The long evidence tries all mutants, `make test` a sample: every `Subject.groups`-th one.
    """

    subjects: ClassVar[Mapping[str, Subject]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run each test on every subject."""
        assert metafunc.cls is not None
        metafunc.parametrize("subject", metafunc.cls.subjects.values(), ids=metafunc.cls.subjects)

    @pytest.mark.slow
    def test_some_mutants_are_noticed(self, subject: Subject) -> None:
        """A sample."""
        mutants = [one for one in mutants_of(subject)[:: subject.groups] if one.name not in subject.equivalent]
        assert [name for name, how in all_noticed(subject, mutants).items() if how is None] == []

    @pytest.mark.thorough(together=1)
    @pytest.mark.parametrize("part", range(PARTS))
    def test_every_mutant_is_noticed_or_listed(self, subject: Subject, part: int) -> None:
        """All, and not by errors alone."""
        found = all_noticed(subject, mutants_of(subject)[part::PARTS])
        unnoticed = {name for name, how in found.items() if how is None}
        wrong = unnoticed ^ (set(subject.equivalent) & set(found))
        assert not wrong, f"unnoticed and not listed, or listed and noticed: {sorted(wrong)}"
        assert sum(how in {"answer", "play"} for how in found.values()) >= min(4, len(found) // 4)

    @pytest.mark.slow
    def test_mutants_are_many_and_those_listed_exist(self, subject: Subject) -> None:
        """A name that is listed but no longer made would hide nothing."""
        names = [mutant.name for mutant in mutants_of(subject)]
        assert len(set(names)) == len(names) >= 14
        assert set(subject.equivalent) <= set(names)
        assert all(len(reason) > 20 for reason in subject.equivalent.values())

    @pytest.mark.slow
    @pytest.mark.parametrize("instances", sizes(20, 60))
    def test_the_original_is_not_noticed(self, subject: Subject, instances: int) -> None:
        """A check that finds fault with everything would prove nothing."""
        assert all_noticed(subject, [subject.original], instances) == {"nothing": None}
