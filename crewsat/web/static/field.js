// The line of text, and under it its defects: marked at their places, and listed.

import { el } from "./dom.js";
import { languageOf, say, tell } from "./say.js";

/**
 * The text field of the page.
 *
 * @param changed  called while the user types
 */
export function field(changed) {
  const text = el("textarea", {
    id: "deal",
    rows: 4,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-describedby": "defects",
    input: () => {
      mark([]);
      changed();
    },
    scroll: () => {
      under.scrollTop = text.scrollTop;
    },
  });
  const under = el("div", { class: "under", "aria-hidden": "true" });
  const list = el("ul", { class: "defects" });

  /** Mark places in the text: the same text stands under it, with the marks. */
  function mark(spans) {
    const pieces = [];
    let end = 0;
    for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
      if (from < end) continue;
      pieces.push(text.value.slice(end, from), el("mark", {}, text.value.slice(from, to) || " "));
      end = to;
    }
    under.replaceChildren(...(spans.length ? [...pieces, text.value.slice(end), "\n"] : []));
    under.scrollTop = text.scrollTop;
  }

  function select([from, to]) {
    text.focus();
    text.setSelectionRange(from, to);
  }

  function defectView({ place, message }) {
    const span = spanOf(place, text.value);
    const words = place ? `${place}: ${message}` : message;
    return el(
      "li",
      {},
      span ? el("button", { type: "button", class: "defect", click: () => select(span) }, words) : words,
    );
  }

  return {
    place: el(
      "div",
      {},
      el("label", { for: "deal", class: "who" }, say("type.label")),
      el("div", { class: "field" }, under, text),
      el("div", { id: "defects", role: "status" }, list),
    ),
    text: () => text.value,
    show(written) {
      if (text.value !== written) text.value = written;
      mark([]);
    },
    /** Say whether the text is still being read. */
    busy(value) {
      text.setAttribute("aria-busy", String(value));
    },
    /** Show what is wrong, each defect in the batch format. */
    refuse(defects) {
      mark(defects.map(({ place }) => spanOf(place, text.value)).filter(Boolean));
      list.replaceChildren(...defects.map(defectView));
    },
    /** Show notes on a valid text. */
    note(notes) {
      mark([]);
      list.replaceChildren(...notes.map((one) => el("li", { class: "note", lang: languageOf(one) }, tell(one))));
    },
  };
}

/** Where a place such as "line 2, column 5 (objective 1)" begins and ends in a text; null if it is not one. */
function spanOf(place, text) {
  const at = /^(?:line (\d+), )?column (\d+)/.exec(place);
  if (!at) return null;
  const lines = text.split("\n");
  const row = Number(at[1] ?? 1) - 1;
  const before = lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0);
  const points = [...(lines[row] ?? "")].slice(0, Number(at[2]) - 1); // columns count characters, including those of two units
  const from = before + points.join("").length;
  const word = /^[^\s/;,]*/.exec(text.slice(from))[0];
  return [from, from + (word.length || 1)];
}
