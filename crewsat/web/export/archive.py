"""The archive of the engine: Python, its libraries and CrewSAT, less what no question of the page needs."""

from __future__ import annotations

import io
import json
import re
import tarfile
import zlib
from importlib.resources import files
from typing import TYPE_CHECKING
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from crewsat.web.export.bytecode import Bytecode, bytecode_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

    from crewsat.web.export.fetching import Fetched

PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
KERNEL = "kernel.wasm"
_UNUSED_LIBRARY = re.compile(
    r"(?:_pyrepl|multiprocessing|unittest|xml|xmlrpc|wsgiref|http|pydoc_data|ensurepip|dbm|curses|tkinter|venv|sqlite3"
    r"|ctypes|tomllib)/|logging/(?:config|handlers)\.py|asyncio/(?:windows_\w+|proactor_events|tools)\.py"
    r"|urllib/(?:request|robotparser)\.py|concurrent/futures/process\.py|html/parser\.py|pyodide/console\.py"
    r"|(?:json/tool|sysconfig/__main__)\.py"
    r"|(?:pdb|bdb|doctest|pydoc|_pyio|imaplib|smtplib|ftplib|poplib|optparse|mailbox|pickletools|turtle|_pydatetime"
    r"|_pydecimal|tarfile|statistics|configparser|plistlib|socketserver|trace|pstats|profile|cProfile|timeit"
    r"|webbrowser|tabnanny|pyclbr|sched|fileinput|filecmp|argparse|gettext|mimetypes|modulefinder|_markupbase|wave"
    r"|compileall|cmd|code|symtable|tracemalloc|zipapp|shelve|getpass|rlcompleter|py_compile|getopt|quopri|netrc|pty)\.py"
    r"|encodings/(?!(?:__init__|aliases|ascii|cp437|idna|latin_1|punycode|raw_unicode|unicode_escape|utf_\w+)\.py)"
)
_UNUSED = re.compile(
    r"pydantic/(?:v1/|experimental/|mypy\.py|color\.py)|pysat/(?:allies|examples|integer|pb)|pycard"
    r"|rich/(?:_emoji_codes|markdown|syntax|progress|prompt|live|layout|logging|_inspect|diagnose|traceback|__main__"
    r"|_win\w+"
    r"|_unicode_data/unicode(?!17-))"  # the widths of characters in older versions of Unicode
    r"|.*\.pyi$|.*/py\.typed$|.*\.dist-info/(?!METADATA)|.*\.data/"
)
_OURS_UNUSED = re.compile(
    r"crewsat/(?:cli|spiel|studies|sweeps|serve|problems|reductions|engine/(?:sources|desk|confirmation)|workers/(?:cluster|serving)\.py"
    r"|base/state\.py|hidden/(?:difficulty|known|rows|tournament|training)\.py|report/hidden\.py)"
    r"|crewsat/web/(?:static|export|app|desk|guard|server)"
    r"|crewsat_encodings/(?:graph/|(?:\w+/)+\w+_cpsat\.py|crew/(?:cpsat|asp)/)"  # for solvers that a browser lacks
)
_DATE = (1980, 1, 1, 0, 0, 0)


def packed(found: Fetched, kernel: bytes | None) -> bytes:
    """Return the archive: tar (POSIX ustar) in gzip, the same for the same contents.

    What the engine imports when it starts, and for advice, is bytecode in it; it is started for that.

    Args:
        found: what the engine needs from elsewhere.
        kernel: the kernel as WebAssembly; without one the engine answers like a CrewSAT without its compiled kernel.

    Raises:
        NotInstalled: without Node.js, which starts it.
        NotCompiled: if it does not start.
    """
    contents = {name: _brief(name, content) for name, content in found.wheels.items() if not _UNUSED.match(name)}
    contents |= {name: content for name, content in _ours() if not _OURS_UNUSED.match(name)}
    if kernel is not None:
        contents |= {KERNEL: kernel, "crewsat_kernel.py": files(__package__).joinpath("kernel.py").read_bytes()}
    pyodide = {name: found.pyodide[name] for name in PYODIDE}
    pyodide |= {LIBRARY: _library(found.pyodide[LIBRARY], Bytecode()), LOCK: _lock(found.pyodide[LOCK])}
    bytecode = bytecode_of(pyodide, _tar(contents))
    contents = dict(_compiled(name, contents, bytecode) for name in contents)
    pyodide[LIBRARY] = _library(found.pyodide[LIBRARY], bytecode)
    return _compressed(_tar({f"pyodide/{name}": content for name, content in pyodide.items()} | contents))


def _compiled(name: str, contents: Mapping[str, bytes], bytecode: Bytecode, folder: str = "") -> tuple[str, bytes]:
    """Return the name and the content of a file, or of its bytecode; what reads the stub beside it stays source."""
    compiled = bytecode.compiled.get(folder + name)
    return (name, contents[name]) if compiled is None or f"{name}i" in contents else (f"{name}c", compiled)


def _brief(name: str, content: bytes) -> bytes:
    """Return a file of a wheel; of what it says about itself, the name and the version: all that programs ask for."""
    if not name.endswith(".dist-info/METADATA"):
        return content
    return b"".join(re.findall(rb"^(?:Metadata-Version|Name|Version): .*\n", content, re.MULTILINE))


def _ours() -> Iterator[tuple[str, bytes]]:
    """Return the files of CrewSAT."""
    for package in ("crewsat", "crewsat_encodings"):
        yield from _below(files(package), package)


def _below(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for one in folder.iterdir():
        path = f"{name}/{one.name}"
        if one.is_file():
            yield path, one.read_bytes()
        elif one.name != "__pycache__":
            yield from _below(one, path)


def _library(content: bytes, bytecode: Bytecode) -> bytes:
    """Return the standard library without what is not used; stored, because the archive compresses it better."""
    made = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as given, ZipFile(made, "w", ZIP_STORED) as kept:
        for name in sorted(given.namelist()):
            if not _UNUSED_LIBRARY.match(name) and name not in bytecode.frozen:
                place, code = _compiled(name, {name: given.read(name)}, bytecode, f"pyodide/{LIBRARY}/")
                kept.writestr(ZipInfo(place, _DATE), code)
    return made.getvalue()


def _lock(content: bytes) -> bytes:
    """Return the list of packages without the packages: what it says of the interpreter is compared with that."""
    return json.dumps({"info": json.loads(content)["info"], "packages": {}}).encode()


def _tar(contents: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(contents, key=lambda name: (name.rpartition(".")[2], name)):  # like beside like
            entry = tarfile.TarInfo(name)
            entry.size = len(contents[name])
            archive.addfile(entry, io.BytesIO(contents[name]))
    return made.getvalue()


def _compressed(content: bytes) -> bytes:
    """Return content in the format of gzip, without a date."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16, 9)
    return squeezed.compress(content) + squeezed.flush()
