// Hackenbush: the strings upright on the ground, before and after the first cut.

import { el } from "../dom.js";
import { say } from "../say.js";

/** A line may have `legal`, `options` and `choose(move)`, as in The Crew: an edge is cut with a touch. */
export const explores = true;

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
    const fallen = cut?.string === k + 1 && number + 1 >= cut.edge;
    const move = nameOf({ edge: number + 1, string: k + 1 });
    const option = cut === null ? line.options?.[move] : undefined;
    const mayBeCut = cut === null && (option || line.legal?.includes(move));
    const said = [
      say("cut.edge", { n: number + 1 }),
      say("player", { k: label }),
      coalition.has(label) ? say("cut.member") : "",
      fallen ? say("cut.fallen") : "",
      option ? say(`option.${option}`) : mayBeCut ? say("legal") : "",
    ]
      .filter(Boolean)
      .join(", ");
    const shown = { "aria-label": said, title: said };
    return el(
      "li",
      { class: `edge ${side}${fallen ? " cut" : ""}` },
      mayBeCut
        ? el(
            "button",
            {
              type: "button",
              class: option ? `option ${option}` : "",
              "data-key": move,
              ...shown,
              click: () => line.choose(move),
            },
            String(label),
          )
        : el("span", { role: "img", ...shown }, String(label)),
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
              edges.map((label, number) => edgeView(label, k, number, cut)),
            ),
            el("span", { class: "ground" }, String(k + 1)),
          ),
        ),
      ),
    ];
  }

  return { length: play.length, names: play.map(nameOf), start: 0, groups: [], unit: { group: "" }, say: told, draw };
}

/** A cut as the program writes it. */
function nameOf({ edge, string }) {
  return `edge ${edge} of string ${string}`;
}
