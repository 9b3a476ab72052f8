"""The options of ``crewsat decide`` besides `crewsat.engine.options.Options`, and which of them can be combined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from crewsat.cli.common import check_source
from crewsat.cli.declared import WrongUsage
from crewsat.cli.stream import LISTS
from crewsat.engine.methods import METHODS
from crewsat.solvers import kissat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crewsat.engine.options import Options

_MANY = "several files, a .jsonl or .deals file, --lines, or --generate"


def are_many(files: Sequence[str]) -> bool:
    """Return whether the answers to these files are a line each."""
    return len(files) > 1 or any(file.endswith(LISTS) for file in files)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is given on the command line; the fields have the names of arguments and options."""

    files: Sequence[str]
    lines: bool = False
    deal: str | None = None
    generate: str | None = None
    seeds: range | None = None
    json: bool = False
    brief: bool = False
    competition: bool = False
    count: int | None = None
    explain: bool = False
    jobs: int | None = None
    output: str | None = None
    retry: bool = False
    show: bool = False
    full: bool = False
    html: str | None = None

    @property
    def many(self) -> bool:
        """Whether the answers are those to many instances, a line each."""
        return self.generate is not None or self.lines or are_many(self.files)

    def check(self, options: Options) -> None:
        """Check that the options can be combined.

        Raises:
            WrongUsage: if they cannot.
        """
        self._check_source()
        if self.many:
            self.check_many(options)
        elif self.jobs or self.output:
            raise WrongUsage(f"--jobs and --output apply to many instances: {_MANY}")
        if self.retry and (self.output is None or "-" in self.files):
            raise WrongUsage("--retry applies to answers in an --output file, to instances in files")
        self._check_form(options)
        self._check_show()
        if self.count:
            _check_count(options)

    def check_many(self, options: Options) -> None:
        """Check that the options apply to many instances.

        Raises:
            WrongUsage: if some do not.
        """
        if self.competition or self.count or options.strategy or self.html:
            raise WrongUsage("--competition, --count, --strategy and --html apply to a single instance")
        if self.show:
            raise WrongUsage("--show applies to the text output of a single instance")

    def _check_show(self) -> None:
        """Check that the form of the answer can show hands."""
        if self.show and (self.json or self.brief or self.competition):
            raise WrongUsage("--show applies to the text output of a single instance")
        if self.full and self.many:
            raise WrongUsage("--full applies to a single instance")

    def _check_source(self) -> None:
        """Check that there is exactly one source of instances."""
        if self.generate is not None and (self.files or self.deal is not None):
            raise WrongUsage("--generate makes the instances; omit files and --deal")
        if self.lines and not self.files:
            raise WrongUsage("--lines applies to files and to standard input (-)")
        if (self.generate is None) != (self.seeds is None):
            raise WrongUsage("--generate and --seeds need each other: what to make, and from which seeds")
        if self.many and self.deal is not None:
            raise WrongUsage("--deal is one instance; omit the files")
        if not self.many:
            check_source(self.files[0] if self.files else None, self.deal)

    def _check_form(self, options: Options) -> None:
        """Check that there is one form of answers, which can express all that is requested."""
        if self.json and self.competition:
            raise WrongUsage("--json and --competition exclude each other")
        if self.json and self.brief:
            raise WrongUsage("--json and --brief exclude each other: whole answers, or brief ones")
        if self.competition and (options.fewest_tricks or self.count or self.explain):
            raise WrongUsage("--competition cannot be combined with --fewest-tricks, --count or --explain")
        if self.brief and (self.competition or self.count or self.explain):
            raise WrongUsage("--brief cannot be combined with --competition, --count or --explain")


def _check_count(options: Options) -> None:
    """Check that the method and the solver can list lines."""
    formulas = {one.name for methods in METHODS.values() for one in methods if one.kind.formula}
    if options.method not in {"auto", *formulas}:
        raise WrongUsage(f"--count does not apply to {options.method}: only auto and formulas can list lines")
    if options.solver == kissat.NAME:
        raise WrongUsage(f"--count does not apply: {options.solver} answers one question only")
