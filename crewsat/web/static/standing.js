// What the engine says about itself while it is fetched and started.

import { el } from "./dom.js";
import { say } from "./say.js";

const bar = el("progress", { "aria-label": say("engine.fetching") });
const words = el("p", { class: "settings", role: "status" });

/** The place of it on the page. */
export const above = el("div", { class: "engine", hidden: true }, bar, words);

/** Show where the engine is: how much of it has been fetched, that it starts, that it is there, or why it is not. */
export function shown({ fetched, size, starting, ready, lost }) {
  above.hidden = Boolean(ready);
  bar.hidden = !fetched;
  if (fetched) {
    bar.value = fetched / size;
    words.textContent = say("engine.fetched", { fetched: mega(fetched), size: mega(size) });
  } else if (starting) words.textContent = say("engine.starting");
  else if (lost) words.textContent = say("engine.none", { why: lost });
}

function mega(bytes) {
  return (bytes / 1e6).toFixed(1);
}
