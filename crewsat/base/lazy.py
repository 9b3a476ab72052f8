"""Packages whose names are loaded when they are first used; the stub beside a package is the one list of them.

Type checkers read the stub. Each of its lines ``from MODULE import NAME as NAME`` is a public name.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from pathlib import Path

_LINE = re.compile(r"^from (?P<home>[\w.]+) import (?P<name>\w+) as (?P=name)$", re.MULTILINE)


@cache
def homes(file: str) -> dict[str, str]:
    """Return the module that has each public name of a package, whose file ``__init__.py`` this is."""
    stub = Path(file).with_suffix(".pyi").read_text(encoding="utf-8")
    return {found["name"]: found["home"] for found in _LINE.finditer(stub)}


def names(file: str) -> list[str]:
    """Return the public names of a package; its version is one, if it has one."""
    version = ["__version__"] if "__version__" in Path(file).read_text(encoding="utf-8") else []
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
