// The compiled kernel as a WebAssembly module: a request in, a reply out, both as kernel.py writes and reads them.

const NO_FILE = 8; // EBADF: there are neither files nor streams

/** The kernel, from the bytes of the module. */
export async function kernelOf(bytes) {
  const module = await WebAssembly.compile(bytes);
  let isLate = () => false;
  const imports = { host: { late: () => Number(isLate()) }, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) imports[from][name] ??= () => NO_FILE;
  const begun = () => {
    const { exports } = new WebAssembly.Instance(module, imports);
    exports._initialize();
    return exports;
  };
  let exports = begun();
  return {
    /** The reply of a function, or nothing if memory was not enough. */
    ask(name, request, late) {
      isLate = late;
      const asked = request.toJs();
      try {
        const room = exports.room(asked.length / 8);
        new Uint8Array(exports.memory.buffer, room, asked.length).set(asked);
        const reply = exports[name]();
        const numbers = new DataView(exports.memory.buffer).getUint32(reply, true);
        return new Uint8Array(exports.memory.buffer, reply, 4 * (1 + numbers)).slice();
      } catch {
        exports = begun(); // what it was doing is lost with its memory
        return undefined;
      }
    },
  };
}
