// The engine in a worker: Python and CrewSAT from one archive; then questions, one at a time, text in, text out.

import { filesOf } from "./archive.js";
import { ARCHIVE, CACHE, SIZE } from "./build.js";
import { begin } from "./start.js";

/** What the user can be told, by the key of its words. */
class Trouble extends Error {
  constructor(key, values = {}) {
    super(key);
    this.said = { key, values };
  }
}

/** The bytes of the archive: kept from an earlier visit, or fetched. */
async function archive() {
  const place = new URL(ARCHIVE, import.meta.url);
  const cache = await globalThis.caches?.open(CACHE).catch(() => null); // not where the page is not encrypted
  const kept = await cache?.match(place);
  if (kept) return new Uint8Array(await kept.arrayBuffer());
  const bytes = await fetched(place);
  cache?.put(place, new Response(bytes)).catch(() => {}); // storage is full: it is fetched again next time
  return bytes;
}

async function fetched(place) {
  const reply = await fetch(place).catch(() => null);
  if (!reply) throw new Trouble("engine.notFetched");
  if (!reply.ok) throw new Trouble("engine.refused", { status: reply.status });
  const bytes = new Uint8Array(SIZE);
  let size = 0;
  try {
    for (const reader = reply.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (size + value.length <= SIZE) bytes.set(value, size);
      size += value.length;
      postMessage({ fetched: size, size: SIZE });
    }
  } catch {
    // the connection broke: the size says so
  }
  if (size !== SIZE) throw new Trouble("engine.inPart", { size, of: SIZE });
  return bytes;
}

/** A module of the archive. */
async function imported(content) {
  const address = URL.createObjectURL(new Blob([content], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Start Python with what it would otherwise fetch by itself. */
async function started(files) {
  const home = new URL("pyodide/", import.meta.url).href; // there is nothing: its files are in the archive
  const types = { wasm: "application/wasm", zip: "application/zip" };
  const ordinary = globalThis.fetch;
  globalThis.fetch = (address, options) => {
    const name = String(address).startsWith(home) ? String(address).slice(home.length) : null;
    const content = files.get(`pyodide/${name}`);
    if (!content) return ordinary(address, options);
    return Promise.resolve(new Response(content, { headers: { "content-type": types[name.split(".").pop()] } }));
  };
  const { loadPyodide } = await imported(files.get("pyodide/pyodide.mjs"));
  const { default: createPyodideModule } = await imported(files.get("pyodide/pyodide.asm.mjs"));
  const lockFileContents = new TextDecoder().decode(files.get("pyodide/pyodide-lock.json"));
  const python = await loadPyodide({ indexURL: home, createPyodideModule, lockFileContents, packageBaseUrl: home });
  globalThis.fetch = ordinary;
  return python;
}

async function begun() {
  const bytes = await archive();
  postMessage({ starting: true });
  const files = await filesOf(bytes);
  const python = await started(files);
  return { python, answer: await begin(python, files) };
}

const engine = begun();
engine.then(
  () => postMessage({ ready: true }),
  (error) => {
    if (!(error instanceof Trouble)) console.error(error);
    postMessage({ lost: error instanceof Trouble ? error.said : { key: "engine.notStarted" } });
  },
);

globalThis.addEventListener("message", async ({ data: { name, body, seconds } }) => {
  const { python, answer } = await engine;
  try {
    postMessage({ answer: { text: answer(name, body, seconds) } });
  } catch (error) {
    console.error(error);
    if (error instanceof python.ffi.PythonError) postMessage({ answer: { failed: true } });
    else postMessage({ lost: { key: "engine.died" } });
  }
});
