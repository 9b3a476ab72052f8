// The start of the engine in an interpreter that runs: its files, and a first question.

import { kernelOf } from "./kernel.js";

const HOME = "/crewsat";
const KERNEL = "kernel.wasm"; // not in every archive
const PYTHON = `
import shutil
import sys
from types import ModuleType

sys.dont_write_bytecode = True
sys.path.insert(0, "${HOME}")


def ask(name, request, late):
    reply = kernel.ask(name, request, late)
    if reply is None:
        raise MemoryError
    return reply.to_bytes()


def version():
    return kernel.version()


sys.modules["kernel_host"] = ModuleType("kernel_host")
sys.modules["kernel_host"].ask = ask
sys.modules["kernel_host"].version = version

from crewsat.web.questions import answered


def answer(name, body, seconds):
    folder = "/tmp/question"
    try:
        return answered(name, body.encode(), seconds, folder, deadline=None, note=None).decode()
    except MemoryError:
        return '{"stopped": "memory"}'
    finally:
        shutil.rmtree(folder, ignore_errors=True)


answer
`;
const FIRST = '{"deal": "a2 b1 / a1 b2; 1 wins b1"}'; // what it needs besides is imported with it

/**
 * Begin with questions.
 *
 * @param python  the interpreter
 * @param files   the contents of the files of the archive, by name
 * @returns a function that answers one: its name, its JSON text and seconds in, the JSON text of the answer out
 */
export async function begin(python, files) {
  for (const [name, content] of files) {
    if (name.startsWith("pyodide/") || name === KERNEL) continue;
    const path = `${HOME}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content);
  }
  if (files.has(KERNEL)) python.globals.set("kernel", await kernelOf(files.get(KERNEL)));
  const answer = python.runPython(PYTHON);
  answer("decide", FIRST, 1);
  return answer;
}
