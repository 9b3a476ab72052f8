"""Build the kernel into a wheel of CrewSAT where there is a C++ compiler; without one the wheel is pure Python.

The environment variable ``CREWSAT_BUILD`` says more: ``pure`` leaves the kernel out, and ``kernel`` makes it an error
if it cannot be built.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import sys_tags

CMAKE = (3, 26)
"""From this version on, CMake builds modules for the stable ABI: one for Python 3.12 and all later versions."""


class KernelHook(BuildHookInterface[Any]):
    """What hatchling runs before it packs a wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what building the kernel takes; of CMake and Ninja, what is not there or too old."""
        if os.environ.get("CREWSAT_BUILD") == "pure":
            return []
        cmake = [] if _version_of_cmake() >= CMAKE else [f"cmake>={'.'.join(map(str, CMAKE))}"]
        ninja = ["ninja"] if shutil.which("ninja") is None else []
        return ["nanobind>=2.9", "pip", *cmake, *ninja]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the kernel and add it to the wheel.

        Args:
            version: ``standard``, or ``editable`` for an installation that follows the sources.
            build_data: what hatchling is told about the wheel.

        Raises:
            CalledProcessError: if the kernel cannot be built, and must be.
        """
        wanted = os.environ.get("CREWSAT_BUILD", "")
        if wanted == "pure":
            return
        try:
            module = self._built(solver_required=wanted == "kernel")
        except (OSError, subprocess.CalledProcessError) as error:
            if wanted == "kernel":
                raise
            self.app.display_warning(f"CrewSAT is built without its compiled kernel, and works without it: {error}")
            return
        place = "force_include_editable" if version == "editable" else "force_include"
        build_data.setdefault(place, {})[str(module)] = module.name
        build_data["pure_python"] = False
        build_data["tag"] = _tag(module)

    def _built(self, *, solver_required: bool) -> Path:
        """Build the kernel for this Python, and return its file.

        What was compiled is kept and used again, but not where the programs were: pip deletes its own after each build.
        """
        sources = Path(self.root) / "kernel"
        folder = Path(self.root) / "build" / f"kernel-{sys.implementation.cache_tag}"
        for old in (folder / "CMakeCache.txt", *folder.glob("crewsat_kernel*.so")):
            old.unlink(missing_ok=True)
        nanobind = subprocess.run(
            [sys.executable, "-m", "nanobind", "--cmake_dir"], check=True, capture_output=True, text=True
        ).stdout.strip()
        defined = {
            "CMAKE_BUILD_TYPE": "Release",
            "Python_EXECUTABLE": sys.executable,
            "nanobind_DIR": nanobind,
            "SOLVER_REQUIRED": "ON" if solver_required else "OFF",
        }
        options = [f"-D{name}={value}" for name, value in defined.items()]
        subprocess.run(["cmake", "-S", str(sources), "-B", str(folder), "-G", "Ninja", *options], check=True)
        subprocess.run(["cmake", "--build", str(folder)], check=True)
        (module,) = folder.glob("crewsat_kernel*.so")
        return module


def _version_of_cmake() -> tuple[int, ...]:
    """Return the version of CMake that is there; none if there is none."""
    try:
        printed = subprocess.run(["cmake", "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ()
    found = re.search(r"(\d+)\.(\d+)", printed)
    return tuple(map(int, found.groups())) if found else ()


def _tag(module: Path) -> str:
    """Return the tag of a wheel with the kernel: of this Python, or of all from 3.12 on if it has the stable ABI."""
    this = next(tag for tag in sys_tags() if not tag.platform.startswith(("manylinux", "musllinux")))
    return f"cp312-abi3-{this.platform}" if ".abi3." in module.name else str(this)
