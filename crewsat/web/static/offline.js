// The page without a network: a service worker keeps its files.

import { el } from "./dom.js";
import { say } from "./say.js";

const button = el("button", { type: "button", click: () => keep() }, say("offline.keep"));
const words = el("span", { class: "settings", role: "status" });
let begun = false;

/** The place of it on the page, without the button where the browser keeps nothing, as for pages not encrypted. */
export const below = el(
  "footer",
  { class: "controls" },
  navigator.serviceWorker && button,
  words,
  el("a", { href: "notice.html" }, say("licences")),
);

/** Keep all files of the page. */
export async function keep() {
  if (begun || !navigator.serviceWorker) return;
  begun = true;
  button.hidden = true;
  try {
    const place = await navigator.serviceWorker.register(new URL("../sw.js", import.meta.url));
    await installed(place.installing);
    words.textContent = say("offline.kept");
  } catch {
    begun = false;
    button.hidden = false;
    words.textContent = say("offline.full");
  }
}

/** Wait until a new service worker has what it needs; it may have been there already. */
function installed(worker) {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!worker || ["installed", "activating", "activated"].includes(worker.state)) resolve();
      else if (worker.state === "redundant") reject(new Error("it was not installed"));
    };
    worker?.addEventListener("statechange", look);
    look();
  });
}
