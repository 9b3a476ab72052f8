"""Packages whose names are loaded when they are first used; the stub beside a package is the one list of them.

Type checkers read the stub. Each of its lines ``from MODULE import NAME as NAME`` is a public name.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module


@cache
def homes(file: str) -> dict[str, str]:
    """Return the module that has each public name of a package, whose file ``__init__.py`` this is."""
    lines = map(str.split, _text(f"{file}i").splitlines())
    return {words[3]: words[1] for words in lines if words[::2] == ["from", "import", "as"] and words[3] == words[5]}


def _text(file: str) -> str:
    with open(file, encoding="utf-8") as stream:  # noqa: PTH123 - pathlib takes longer to load than this
        return stream.read()


def names(file: str) -> list[str]:
    """Return the public names of a package; its version is one, if it has one."""
    version = ["__version__"] if "__version__" in _text(file) else []
    return [*version, *homes(file)]


def attribute(package: str, file: str, name: str) -> object:
    """Return what a public name of a package stands for: something in a module, or a module itself.

    Raises:
        AttributeError: if it is not a public name.
    """
    if name == "__all__":  # for ``from … import *``
        return names(file)
    if name not in homes(file):
        raise AttributeError(f"module '{package}' has no attribute '{name}'")
    home = import_module(homes(file)[name])
    return getattr(home, name) if hasattr(home, name) else import_module(f"{home.__name__}.{name}")
