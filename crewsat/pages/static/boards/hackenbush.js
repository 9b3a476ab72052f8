// Hackenbush: the strings upright on the ground, before and after the first cut.

import { el } from "../dom.js";
import { say } from "../say.js";

/** How a position of Hackenbush looks. */
export function board(line) {
  const { instance, play } = line;
  const coalition = new Set(instance.coalition);

  /** A sentence about the position after some cuts. */
  function told(k) {
    if (k === 0) return say("cut.turn", { k: instance.to_move ?? 1 });
    const { player, string, edge } = play[k - 1];
    return say("cut.done", { k: player, edge, string });
  }

  function edgeView(label, k, number, cut) {
    const side = coalition.has(label) ? "ours" : "theirs";
    const fallen = cut && number + 1 >= cut.edge;
    const said = [
      say("cut.edge", { n: number + 1 }),
      say("player", { k: label }),
      coalition.has(label) ? say("cut.member") : "",
      fallen ? say("cut.fallen") : "",
    ]
      .filter(Boolean)
      .join(", ");
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
        say("cut.coalition", { who: [...coalition].map((k) => say("player", { k })).join(", ") || say("nobody") }),
      ),
      el(
        "div",
        { class: "strings" },
        instance.strings.map((edges, k) =>
          el(
            "section",
            { class: "string", "aria-label": say("cut.string", { n: k + 1 }) },
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

  return { length: play.length, start: 0, groups: [], unit: { group: "" }, say: told, draw };
}
