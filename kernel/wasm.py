"""Compile the kernel to WebAssembly, for the page as static files: ``python kernel/wasm.py FILE``.

The compiler is Zig's, a program in a wheel that pip downloads and whose digest is checked (100 MB, which are removed
afterwards); Glucose comes as for the native kernel. The file is made only if it is older than the sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import glucose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

COMPILER = "ziglang==0.17.1"
DIGESTS = (
    "ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54",  # Linux, x86-64
    "b7c5f02fccd40f89b999ee16a1f5ddced56e6182370f8affe494bcf8a28cf07e",  # Linux, ARM
    "09953b6af7f64168b915180a42774f520f92d86ef6331b28e33915c7e1f0bb23",  # macOS, ARM
    "4e0b4b9c02b8d0d220e9948010f860b62ff11d96abb39762eca5fa2ef3f7bc97",  # macOS, x86-64
)

KERNEL = Path(__file__).parent
OF_HIDDEN_HANDS = ("wasm_hidden", "blueprint", "dealing", "features", "search", "seen", "tasks")
OURS = (
    *("wasm.cpp", "checks.cpp", "formula.cpp", "player.cpp", "relaxations.cpp"),
    *(f"hidden/{name}.cpp" for name in OF_HIDDEN_HANDS),
)
OURS_WITH_GLUCOSE = ("solver.cpp",)
GLUCOSE = ("core/Solver.cc", "utils/Options.cc")

STACK, MOST_MEMORY = 4 << 20, 1 << 30
"""Bytes; the searches call themselves once a card."""
LIMITS = (f"-Wl,-z,stack-size={STACK}", f"-Wl,--max-memory={MOST_MEMORY}")
MODULE = ("-target", "wasm32-wasi", "-mexec-model=reactor", "-s", *LIMITS)
LANGUAGE = ("-std=c++20", "-O2", "-flto", "-fno-exceptions", "-fno-rtti")
STRICT = ("-Wall", "-Wextra", "-Werror")


def main(file: Path) -> None:
    """Make the file, unless it is newer than the sources.

    Raises:
        CalledProcessError: if pip does not find the compiler or Glucose, a digest is another one, or compiling fails.
    """
    newest = max(path.stat().st_mtime for path in KERNEL.rglob("*") if path.suffix in {".py", ".cpp", ".hpp", ".h"})
    if file.exists() and file.stat().st_mtime > newest:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wasm-", dir=file.parent) as name:
        folder = Path(name)
        _compile(folder, folder / file.name)
        (folder / file.name).rename(file)


def _compile(folder: Path, file: Path) -> None:
    """Make the file in a folder for all that this takes."""
    theirs, stubs = glucose.sources(folder), KERNEL / "stubs"
    command = [_compiler(folder), "c++", *MODULE, *LANGUAGE]
    headers = ["-isystem", stubs / "wasm", "-isystem", stubs, "-isystem", theirs]
    with_glucose = [*command, *headers, "-include", stubs / "quiet.h", "-include", stubs / "wasm" / "throw.h"]
    sources = [(KERNEL / "src" / name, STRICT) for name in OURS_WITH_GLUCOSE]
    sources += [(theirs / name, ("-w",)) for name in GLUCOSE]
    objects = [folder / f"{number}.o" for number, _ in enumerate(sources)]
    caches = {f"ZIG_{which}_CACHE_DIR": str(folder / "cache") for which in ("GLOBAL", "LOCAL")}
    for (source, warnings), made in zip(sources, objects, strict=True):
        _run([*with_glucose, *warnings, "-c", source, "-o", made], caches)
    _run([*command, *STRICT, "-o", file, *(KERNEL / "src" / name for name in OURS), *objects], caches)


def _run(command: Sequence[str | Path], environment: Mapping[str, str]) -> None:
    subprocess.run(command, check=True, env={**os.environ, **environment})


def _compiler(folder: Path) -> Path:
    """Download the compiler into a folder."""
    wanted = folder / "wanted.txt"
    digests = " ".join(f"--hash=sha256:{digest}" for digest in DIGESTS)
    wanted.write_text(f"{COMPILER} {digests}\n", encoding="ascii")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--dest", folder, "--requirement", wanted], check=True, stdout=sys.stderr)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    compiler = folder / "ziglang" / "zig"
    compiler.chmod(0o755)
    return compiler


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
