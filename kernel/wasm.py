"""Compile the kernel to WebAssembly, for the page as static files: ``python kernel/wasm.py FILE``.

The compiler is Zig's, a program in a wheel that pip downloads and whose digest is checked (100 MB, which are removed
afterwards); Glucose comes as for the native kernel. The file is made only if it is older than the sources.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

import glucose

COMPILER = "ziglang==0.17.1"
DIGESTS = (
    "ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54",  # Linux, x86-64
    "b7c5f02fccd40f89b999ee16a1f5ddced56e6182370f8affe494bcf8a28cf07e",  # Linux, ARM
    "09953b6af7f64168b915180a42774f520f92d86ef6331b28e33915c7e1f0bb23",  # macOS, ARM
    "4e0b4b9c02b8d0d220e9948010f860b62ff11d96abb39762eca5fa2ef3f7bc97",  # macOS, x86-64
)
SOURCES = ("wasm.cpp", "checks.cpp", "formula.cpp", "player.cpp", "relaxations.cpp")
WITH_GLUCOSE = ("solver.cpp",)
OF_GLUCOSE = ("core/Solver.cc", "utils/Options.cc")
IN_PLACE_OF = {
    "before.h": "#include <cstdio>\n#include <cstdlib>\n#define printf(...) 0\n#define throw std::abort(),\n",
    "pthread.h": "",
    "utils/System.h": "namespace Glucose {\ninline double cpuTime() { return 0; }\ninline double realTime() { return 0; }\n}\n",
    "zlib.h": "typedef void* gzFile;\nint gzread(gzFile, void*, unsigned);\n",
}
"""Headers that Glucose includes, by what it uses of them: there are no threads, clocks or files. It prints what it does,
and throws when memory is used up; here that ends the instance."""
LANGUAGE = ("-std=c++20", "-O2", "-flto", "-fno-exceptions", "-fno-rtti")
STRICT = ("-Wall", "-Wextra", "-Werror")
STACK = 4 << 20
"""Bytes; the searches call themselves once a card."""
MODULE = ("-target", "wasm32-wasi", "-mexec-model=reactor", "-s", f"-Wl,-z,stack-size={STACK}")


def main(file: Path) -> None:
    """Make the file, unless it is newer than the sources.

    Raises:
        CalledProcessError: if pip does not find the compiler, or its digest is another one, or compiling fails.
    """
    sources = Path(__file__).parent / "src"
    newest = max(path.stat().st_mtime for path in (Path(__file__), *sources.iterdir()))
    if file.exists() and file.stat().st_mtime > newest:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="wasm-", dir=file.parent) as apart:
        folder = Path(apart)
        theirs = glucose.sources(folder)
        for name, content in IN_PLACE_OF.items():
            (folder / "instead" / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / "instead" / name).write_text(content, encoding="ascii")
        compile_ = [_compiler(folder), "c++", *MODULE, *LANGUAGE]
        headers = ["-isystem", folder / "instead", "-isystem", theirs]
        headers += ["-include", folder / "instead" / "before.h"]
        objects = []
        for source, warnings in (
            *((sources / name, STRICT) for name in WITH_GLUCOSE),
            *((theirs / name, ("-w",)) for name in OF_GLUCOSE),
        ):
            objects.append(folder / f"{len(objects)}.o")
            subprocess.run([*compile_, *headers, *warnings, "-c", source, "-o", objects[-1]], check=True)
        made = folder / file.name
        subprocess.run([*compile_, *STRICT, "-o", made, *SOURCES, *objects], cwd=sources, check=True)
        made.rename(file)


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
