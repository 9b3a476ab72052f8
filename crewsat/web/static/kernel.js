// The compiled kernel as a WebAssembly module: a request in, a reply out, both as kernel.py writes and reads them.

const NO_FILE = 8; // EBADF: there are neither files nor streams

/** The kernel, from the bytes of the module. */
export async function kernelOf(bytes) {
  const module = await WebAssembly.compile(bytes);
  let isLate = null;
  let instance = null; // null: what the last one was doing is lost with its memory
  const imports = { host: { late: () => Number(isLate()) }, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) imports[from][name] ??= () => NO_FILE;

  function begun() {
    const made = new WebAssembly.Instance(module, imports);
    made.exports._initialize();
    return made;
  }

  /** The reply of a function, or nothing if memory was not enough. It may be asked while `late` is, too. */
  function ask(name, request, late) {
    const asked = request.toJs();
    const outer = isLate;
    isLate = late;
    try {
      instance ??= begun();
      const { exports } = instance;
      const room = exports.room(asked.length / 8);
      new Uint8Array(exports.memory.buffer, room, asked.length).set(asked);
      const reply = exports[name]();
      const numbers = new DataView(exports.memory.buffer).getUint32(reply, true);
      return new Uint8Array(exports.memory.buffer, reply, 4 * (1 + numbers)).slice();
    } catch (error) {
      instance = null;
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      return undefined;
    } finally {
      isLate = outer;
    }
  }

  return { ask, version: () => (instance ??= begun()).exports.version() };
}
