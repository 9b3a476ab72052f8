"""Libraries by other people, and the one way to ask whether an optional one is there.

A library is available if its distribution is installed and its module can be found; it is not imported to find out.
Code that needs a missing one says so in one line, with the command that installs it: an extra of the project, in the
folder of the sources, as nothing is published yet. The command is editable (``-e``): otherwise pip would install a
copy, and later changes in the folder would have no effect.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from crewsat.base.errors import NotInstalled


@cache
def _installed(distribution: str) -> str | None:
    from importlib import metadata  # noqa: PLC0415 - it parses e-mail, and much else

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


@dataclass(frozen=True, slots=True)
class Library:
    """What a method, a solver or a command needs installed.

    Attributes:
        distribution: its name in package indexes.
        module: the module that is imported.
        extra: the extra of this package that installs it; empty if it comes with the package.
        title: what it is called in messages, if not by its distribution.
    """

    distribution: str
    module: str
    extra: str = ""
    title: str = ""

    def version(self) -> str | None:
        """Return the version installed, or None."""
        return None if find_spec(self.module) is None else _installed(self.distribution)

    @property
    def name(self) -> str:
        """What it is called in messages."""
        return self.title or self.distribution

    @property
    def install(self) -> str:
        """The command that installs it, in the folder of the sources."""
        if self is KERNEL:
            return "pip install -e . (where there is a C++ compiler)"
        return f"pip install -e '.[{self.extra}]'" if self.extra else "pip install -e ."

    def missing(self, user: str) -> str:
        """Return a message that something needs it, and how to install it."""
        return f"{user} needs {self.name}: {self.install}"

    def needed_by(self, user: str) -> None:
        """Check that it is installed.

        Args:
            user: what needs it, in words.

        Raises:
            NotInstalled: if it is missing.
        """
        if find_spec(self.module) is None:  # its version would cost ten times as much
            raise NotInstalled(self.missing(user))


PYSAT, ORTOOLS = Library("python-sat", "pysat"), Library("ortools", "ortools")
PAGE = tuple(Library(name, name) for name in ("starlette", "uvicorn", "h11", "segno"))
"""What the local page needs. It comes with the package, but not in an environment that is older than the sources."""

KERNEL = Library(__name__.partition(".")[0], "crewsat_kernel", title="the compiled kernel")  # it is in our own wheel
CLINGO = Library("clingo", "clingo", "asp")
KISSAT = Library("passagemath-kissat", "sage_wheels", "kissat")
DRATIFY, CDCLKIT = Library("dratify", "dratify", "proof"), Library("cdclkit", "cdclkit", "proof")
OPEN_SPIEL = Library("open-spiel", "pyspiel", "spiel")
MATPLOTLIB, JINJA = Library("matplotlib", "matplotlib", "plot"), Library("jinja2", "jinja2", "plot")
DISTRIBUTED = Library("distributed", "distributed", "cluster")
Z3 = Library("z3-solver", "z3", "peers")

OPTIONAL = (*PAGE, KERNEL, CLINGO, KISSAT, DRATIFY, CDCLKIT, OPEN_SPIEL, MATPLOTLIB, JINJA, DISTRIBUTED, Z3)
"""The libraries that most of CrewSAT does without."""
