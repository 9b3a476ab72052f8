// Panels of which at most one is open.

import { el } from "./dom.js";
import { say } from "./say.js";

/**
 * Make buttons that open panels.
 *
 * @param label   what the buttons are for
 * @param all     the content of each panel, by name; `way.NAME` are the words of its button
 * @param first   the panel that is open at the start
 * @param opened  called with the name of a panel that the user opens
 */
export function panels(label, all, first, opened) {
  const places = Object.entries(all).map(([name, content]) => {
    const panel = el("div", { class: "panel", role: "region", "aria-label": say(`way.${name}`) }, content);
    const click = () => {
      if (panel.hidden) opened(name);
      open(panel.hidden ? name : null);
    };
    const button = el("button", { type: "button", click }, say(`way.${name}`));
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
