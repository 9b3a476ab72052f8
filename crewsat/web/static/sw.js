// The service worker: all files of one version of the page, for use without a network.
// A new version is installed beside the old one, and takes its place when no page of the old one is open.

const { cache: CACHE, files: FILES } = {};
const OWN = "crewsat-";

/** Files with their hash in their name are the same in every version. */
async function added(cache, name) {
  const kept = name.includes("-") ? await caches.match(name) : null;
  if (kept) return cache.put(name, kept);
  const reply = await fetch(name, { cache: "no-cache" });
  if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
  return cache.put(name, reply);
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map((name) => added(cache, name)));
}

async function clean() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answered(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clean().then(() => clients.claim())));
addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answered(event.request));
});
