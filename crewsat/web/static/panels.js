// Panels of which at most one is open.

import { el } from "./dom.js";
import { say } from "./say.js";

/**
 * Make buttons that open panels.
 *
 * @param label  what the buttons are for
 * @param all    the content of each panel, by name; `way.NAME` are the words of its button
 * @param first  the panel that is open at the start
 */
export function panels(label, all, first) {
  const places = Object.entries(all).map(([name, content]) => {
    const panel = el("div", { class: "panel", role: "region", "aria-label": say(`way.${name}`) }, content);
    const button = el("button", { type: "button", click: () => open(panel.hidden ? name : null) }, say(`way.${name}`));
    return { name, panel, button };
  });

  /** Open a panel, and close the others; null closes all. */
  function open(chosen) {
    for (const { name, panel, button } of places) {
      panel.hidden = name !== chosen;
      button.setAttribute("aria-expanded", String(name === chosen));
    }
  }

  open(first);
  const buttons = places.map(({ button }) => button);
  const place = [
    el("div", { class: "ways", role: "group", "aria-label": label }, buttons),
    ...places.map(({ panel }) => panel),
  ];
  const isOpen = (name) => !places.find((one) => one.name === name).panel.hidden;
  return { place, open, isOpen };
}
