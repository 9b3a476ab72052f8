"""The kernel as WebAssembly, in a runtime without a browser: what engine.js does, in Python."""

from __future__ import annotations

import fcntl
import importlib.util
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

import wasmtime

import crewsat.web.export

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).parents[2]
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
        command = [sys.executable, str(ROOT / "kernel" / "wasm.py"), str(FILE)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise NotCompiled(f"the kernel cannot be compiled to WebAssembly: {ended.stderr}")
    return FILE


class Host:
    """An instance of the module; a new one after an error."""

    most_memory = 1 << 30
    """Bytes."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self._engine, self._module = engine, module
        self._exports: Mapping[str, Any] = {}
        self._late: Callable[[], bool] = bool
        self.begin()

    def begin(self) -> None:
        """Begin with an empty memory."""
        store = wasmtime.Store(self._engine)
        store.set_limits(memory_size=self.most_memory)
        linker = wasmtime.Linker(self._engine)
        linker.define_func("host", "late", wasmtime.FuncType([], [wasmtime.ValType.i32()]), lambda: int(self._late()))
        for one in self._module.imports:  # for files and streams; there are none
            if one.module == "wasi_snapshot_preview1":
                kind = cast("wasmtime.FuncType", one.type)
                linker.define_func(one.module, one.name or "", kind, lambda *_: NO_FILE)
        self._store = store
        self._exports = cast("Mapping[str, Any]", linker.instantiate(store, self._module).exports(store))
        self._exports["_initialize"](store)

    def ask(self, name: str, request: bytes, late: Callable[[], bool]) -> bytes:
        """Return the reply of a function."""
        self._late = late
        memory = self._exports["memory"]
        try:
            place = self._exports["room"](self._store, len(request) // 8)
            memory.write(self._store, request, place)
            reply = self._exports[name](self._store)
        except (wasmtime.Trap, wasmtime.WasmtimeError) as error:
            self.begin()
            raise MemoryError from error
        size = int.from_bytes(memory.read(self._store, reply, reply + 4), "little")
        return bytes(memory.read(self._store, reply, reply + 4 * (1 + size)))


@cache
def webassembly_kernel() -> Any:  # noqa: ANN401 - as of the compiled kernel
    """Return the module `crewsat_kernel` of the folder of static files.

    Raises:
        NotCompiled: if it cannot be compiled here.
    """
    engine = wasmtime.Engine()
    host = Host(engine, wasmtime.Module.from_file(engine, str(kernel_file())))
    given = ModuleType("crewsat_wasm")
    given.ask = host.ask  # type: ignore[attr-defined]
    place = Path(crewsat.web.export.__file__).with_name("kernel.py")
    specification = importlib.util.spec_from_file_location("crewsat_kernel_as_webassembly", place)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["crewsat_wasm"] = given
    try:
        specification.loader.exec_module(module)
    finally:
        del sys.modules["crewsat_wasm"]
    return module
