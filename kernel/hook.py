"""Build the kernel into a wheel of CrewSAT where there is a C++ compiler; without one the wheel is pure Python.

The environment variable ``CREWSAT_BUILD`` says more: ``pure`` leaves the kernel out, and ``kernel`` makes it an error
if it cannot be built.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STABLE = (3, 12)
"""From this version of Python on, one wheel fits all."""


class KernelHook(BuildHookInterface[Any]):
    """What hatchling runs before it packs a wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what building the kernel takes; of CMake and Ninja, what is not there."""
        if os.environ.get("CREWSAT_BUILD") == "pure":
            return []
        programs = [program for program in ("cmake", "ninja") if shutil.which(program) is None]
        return ["nanobind>=2.9", "pip", "setuptools", "wheel", *programs]

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
            module = self._built()
        except (OSError, subprocess.CalledProcessError) as error:
            if wanted == "kernel":
                raise
            self.app.display_warning(f"CrewSAT is built without its compiled kernel, and works without it: {error}")
            return
        place = "force_include_editable" if version == "editable" else "force_include"
        build_data.setdefault(place, {})[str(module)] = module.name
        build_data["pure_python"] = False
        build_data["tag"] = _tag()

    def _built(self) -> Path:
        """Build the kernel for this Python, and return its file."""
        sources = Path(self.root) / "kernel"
        folder = Path(self.root) / "build" / f"kernel-{sys.implementation.cache_tag}"
        nanobind = subprocess.run(
            [sys.executable, "-m", "nanobind", "--cmake_dir"], check=True, capture_output=True, text=True
        ).stdout.strip()
        cmake = ["cmake", "-S", str(sources), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release"]
        subprocess.run(
            [*cmake, "-G", "Ninja", f"-DPython_EXECUTABLE={sys.executable}", f"-Dnanobind_DIR={nanobind}"], check=True
        )
        subprocess.run(["cmake", "--build", str(folder)], check=True)
        (module,) = folder.glob("crewsat_kernel*.so")
        return module


def _tag() -> str:
    """Return the tag of a wheel with the kernel: of this Python, or of all from `STABLE` on."""
    python, abi = ("cp312", "abi3") if sys.version_info >= STABLE else ("cp311", "cp311")
    return f"{python}-{abi}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
