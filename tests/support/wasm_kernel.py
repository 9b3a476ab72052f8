"""The kernel as WebAssembly, in a runtime without a browser: what kernel.js does, in Python."""

from __future__ import annotations

import fcntl
import importlib.util
import subprocess
import sys
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import wasmtime

from tests.support.places import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

BUILDER = ROOT / "kernel" / "wasm.py"
MODULE = ROOT / "crewsat" / "web" / "export" / "kernel.py"
FILE = ROOT / "build" / "kernel.wasm"


NO_FILE = 8
"""EBADF."""


class NotCompiled(Exception):  # noqa: N818 - what there is, not what went wrong
    """The module cannot be compiled here."""


def kernel_file() -> Path:
    """Return the module, compiled if it is not there or old.

    Raises:
        NotCompiled: if that is not possible here.
    """
    FILE.parent.mkdir(exist_ok=True)
    with FILE.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [sys.executable, str(BUILDER), str(FILE)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise NotCompiled(f"the kernel cannot be compiled to WebAssembly: {ended.stderr}")
    return FILE


class Host:
    """An instance of the module; a new one after an error."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self._engine, self._module = engine, module
        self._late: Callable[[], bool] = bool
        self.most_memory = 1 << 30
        self.instance = self._begun()

    def restart(self) -> None:
        """Begin with an empty memory."""
        self.instance = self._begun()

    def _begun(self) -> tuple[wasmtime.Store, Mapping[str, Any]]:
        store = wasmtime.Store(self._engine)
        store.set_limits(memory_size=self.most_memory)
        linker = wasmtime.Linker(self._engine)
        linker.define_func("host", "late", wasmtime.FuncType([], [wasmtime.ValType.i32()]), lambda: int(self._late()))
        for one in self._module.imports:  # for files and streams; there are none
            if one.module == "wasi_snapshot_preview1":
                kind = cast("wasmtime.FuncType", one.type)
                linker.define_func(one.module, one.name or "", kind, lambda *_: NO_FILE)
        exports = cast("Mapping[str, Any]", linker.instantiate(store, self._module).exports(store))
        exports["_initialize"](store)
        return store, exports

    def version(self) -> int:
        """Return the version of the functions."""
        store, exports = self.instance
        version: int = exports["version"](store)
        return version

    def ask(self, name: str, request: bytes, late: Callable[[], bool]) -> bytes:
        """Return the reply of a function."""
        outer, self._late = self._late, late
        store, exports = self.instance
        memory = exports["memory"]
        try:
            memory.write(store, request, exports["room"](store, len(request) // 8))
            reply = exports[name](store)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            self.restart()
            raise MemoryError from error
        finally:
            self._late = outer
        size = int.from_bytes(memory.read(store, reply, reply + 4), "little")
        return bytes(memory.read(store, reply, reply + 4 * (1 + size)))


@cache
def webassembly_kernel() -> Any:  # noqa: ANN401 - as of the compiled kernel
    """Return the module `crewsat_kernel` of the folder of static files.

    Raises:
        NotCompiled: if it cannot be compiled here.
    """
    engine = wasmtime.Engine()
    host = Host(engine, wasmtime.Module.from_file(engine, str(kernel_file())))
    given = ModuleType("kernel_host")
    vars(given).update(host=host, ask=host.ask, version=host.version)
    specification = importlib.util.spec_from_file_location("crewsat_kernel_as_webassembly", MODULE)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["kernel_host"] = given
    try:
        specification.loader.exec_module(module)
    finally:
        del sys.modules["kernel_host"]
    return module
