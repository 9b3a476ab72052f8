// Bytecode of what the engine imports when it starts, and for advice: `node compile.mjs FOLDER`. The interpreter of the
// browser makes it, because Python compiles for its own version only. FOLDER has the interpreter in `pyodide/`, the archive
// as `engine.tar`, and modules of the page in `page/`; it gets `bytecode.json`: files of the archive, in base64, and
// modules that the interpreter has in itself, so that their sources are never read.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const COMPILE = `
import base64
import importlib.util
import json
import marshal
import sys
from types import CodeType
from zipfile import ZipFile

from _imp import is_frozen

LIBRARY = next(place for place in sys.path if place.endswith(".zip"))
ROOTS = {"/crewsat/": "", f"{LIBRARY}/": "pyodide/python_stdlib.zip/"}
NO_LINE, NO_COLUMNS = 0b1_1111_000, 0b1_1101_000  # entries of a table of lines: InternalDocs/code_objects.md of CPython
MOST_UNITS = 8  # of two bytes of code that an entry is about


def lines_of(code, ours):
    """Return the table of lines without columns, which are most of it; of libraries it has no lines, either."""
    table, before = bytearray(), code.co_firstlineno
    for start, end, line in code.co_lines() if ours else [(0, len(code.co_code), None)]:
        for at in range(start, end, 2 * MOST_UNITS):
            units = min(end - at, 2 * MOST_UNITS) // 2
            table.append((NO_LINE if line is None else NO_COLUMNS) | units - 1)
            if line is not None:
                number = 2 * (line - before) if line >= before else 2 * (before - line) + 1
                before = line
                while number >= 64:
                    table.append(number & 63 | 64)
                    number >>= 6
                table.append(number)
    return bytes(table)


def brief(code, ours):
    """Return code without what only messages about errors need; ours keeps the numbers of its lines."""
    inner = tuple(brief(one, ours) if isinstance(one, CodeType) else one for one in code.co_consts)
    made = code.replace(co_consts=inner, co_linetable=lines_of(code, ours))
    if ours and list(made.co_lines()) != list(code.co_lines()):
        raise SystemError("this version of Python has another format of tables of lines")
    return made


def bytecode(name, source):
    """Return a file that is imported without a look at its source."""
    code = brief(compile(source, name, "exec", dont_inherit=True, optimize=2), name.startswith("crewsat"))
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)


def imported():
    """Yield the files of the archive that have been imported, with their sources."""
    for name, module in sorted(sys.modules.items()):
        spec = getattr(module, "__spec__", None)
        for root, place in ROOTS.items():
            if spec and spec.origin and spec.origin.startswith(root) and spec.origin.endswith(".py"):
                yield place + spec.origin.removeprefix(root), spec.loader.get_source(name)


def module_of(file):
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


json.dumps({
    "compiled": {name: base64.b64encode(bytecode(name, source)).decode() for name, source in imported()},
    "frozen": [file for file in ZipFile(LIBRARY).namelist() if file.endswith(".py") and is_frozen(module_of(file))],
})
`;

const ADVISED = '{"deal": "a2 b1 / a1 b2; leader 1; 1 wins b1"}'; // no visitor's engine imports it at the start, but then it has seconds
const folder = resolve(process.argv[2]);
const fetchedFrom = (name) => import(pathToFileURL(join(folder, name)));
const { loadPyodide } = await fetchedFrom("pyodide/pyodide.mjs");
const { filesOf } = await fetchedFrom("page/archive.js");
const { begin } = await fetchedFrom("page/start.js");
const python = await loadPyodide({
  indexURL: join(folder, "pyodide/"),
  env: { PYTHONHASHSEED: "0" }, // the order of a set must be the same every time
});
const answer = await begin(python, await filesOf(readFileSync(join(folder, "engine.tar"))));
answer("advise", ADVISED, 60);
writeFileSync(join(folder, "bytecode.json"), python.runPython(COMPILE));
