// Hackenbush: the strings upright on the ground, before and after the first cut.

import { el } from "../dom.js";

/** How a position of Hackenbush looks. */
export function board(line) {
  const { instance, play } = line;
  const coalition = new Set(instance.coalition);

  function say(k) {
    if (k === 0) return `Player ${instance.to_move ?? 1} is on turn.`;
    const { player, string, edge } = play[k - 1];
    return `Player ${player} cuts edge ${edge} of string ${string}, and what is above it falls.`;
  }

  function edgeView(label, k, number, cut) {
    const side = coalition.has(label) ? "ours" : "theirs";
    const fallen = cut && number + 1 >= cut.edge;
    const said = `edge ${number + 1}, player ${label}${coalition.has(label) ? ", of the coalition" : ""}${fallen ? ", cut" : ""}`;
    return el(
      "li",
      { class: `edge ${side}${fallen ? " cut" : ""}` },
      el("span", { role: "img", "aria-label": said, title: said }, String(label)),
    );
  }

  function draw(now) {
    const cut = now ? play[0] : null;
    return [
      el(
        "p",
        { class: "facts" },
        `The coalition: ${coalition.size ? [...coalition].map((player) => `player ${player}`).join(", ") : "nobody"}.`,
      ),
      el(
        "div",
        { class: "strings" },
        instance.strings.map((edges, k) =>
          el(
            "section",
            { class: "string", "aria-label": `String ${k + 1}` },
            el(
              "ol",
              {},
              edges.map((label, number) => edgeView(label, k, number, cut && cut.string === k + 1 ? cut : null)),
            ),
            el("span", { class: "ground" }, String(k + 1)),
          ),
        ),
      ),
    ];
  }

  return { length: play.length, start: 0, groups: [], unit: { step: "cut", group: "" }, say, draw };
}
