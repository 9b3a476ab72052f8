// What is to be won, for the entry by hand: objectives by touching cards, tasks from the printed list or in words.

import { ask } from "./ask.js";
import { el } from "./dom.js";

const TOKENS = ["", "1", "2", "3", "4", "5", "omega", ">", ">>", ">>>", ">>>>"];
const SHARED_OUT = {
  any: "however it wins",
  draft: "by a draft",
  draft_or_pass: "by a draft, passing allowed",
  balanced: "evenly",
  one_player: "all by one player",
  one_player_but_leader: "all by one player, not the leader",
};
const SETTING = /^(leader|captain|commander|assignment|trump|suits|same_trick|played|dealt|rules)\b/;

/**
 * The goals of a deal, as clauses of the text form.
 *
 * @param changed  called after every change
 */
export function goals(changed) {
  let clauses = [];
  let owner = 1;
  const token = select(
    "Token",
    TOKENS.map((one) => [one, one || "none"]),
  );
  const printed = select("Task", []);
  const words = el("input", {
    type: "text",
    class: "wide",
    placeholder: "wins at least 2 tricks",
    keydown: (event) => {
      if (event.key === "Enter") {
        event.preventDefault();
        addWords();
      }
    },
  });
  const asked = new Map(); // by number of players, the printed tasks

  function select(label, entries, more = {}) {
    return el(
      "select",
      { "aria-label": label, ...more },
      entries.map(([value, shown, selected]) => el("option", { value, selected }, shown)),
    );
  }

  const who = () => (owner ? String(owner) : "anybody");
  const names = (card) => new RegExp(`wins ${card}(?![0-9])`);
  const setting = (word) => clauses.find((clause) => clause.startsWith(`${word} `))?.slice(word.length + 1) ?? "";

  function set(word, value) {
    clauses = clauses.filter((clause) => !clause.startsWith(`${word} `));
    if (value) clauses.push(`${word} ${value}`);
    changed();
  }

  function add(clause) {
    clauses.push(clause);
    changed();
  }

  function addWords() {
    const said = words.value.trim();
    words.value = "";
    if (said) add(`${who()} ${said}`);
  }

  function addPrinted(players) {
    const task = asked.get(players)?.find((one) => String(one.number) === printed.value);
    if (task) add(`${task.text.replace(/^anybody/, who())} [id=${task.number}]`);
  }

  async function fill(players) {
    if (printed.dataset.players === String(players)) return;
    printed.dataset.players = String(players);
    if (!asked.has(players)) asked.set(players, (await ask("tasks", { players }, `tasks ${players}`)).tasks);
    const all = asked.get(players);
    printed.replaceChildren(
      ...all.map((one) =>
        el("option", { value: one.number }, `${one.number}: ${one.words} (difficulty ${one.difficulty[players]})`),
      ),
    );
  }

  function listed() {
    const wanted = clauses.filter((clause) => !SETTING.test(clause));
    if (!wanted.length) return el("p", { class: "settings" }, "No goals yet.");
    return el(
      "ul",
      { class: "chosen", "aria-label": "Goals" },
      wanted.map((clause, k) =>
        el(
          "li",
          {},
          el("span", {}, clause),
          " ",
          el(
            "button",
            {
              type: "button",
              "data-key": `remove ${k}`,
              "aria-label": `Remove ${clause}`,
              click: () => {
                clauses.splice(clauses.indexOf(clause), 1);
                changed();
              },
            },
            "Remove",
          ),
        ),
      ),
    );
  }

  return {
    clauses: () => clauses,
    load(given) {
      clauses = given;
    },
    clear() {
      clauses = [];
    },
    /** Whether a card is an objective. */
    wants: (card) => clauses.some((clause) => names(card).test(clause)),
    /** Make a card an objective, or take that back. */
    touch(card) {
      const without = clauses.filter((clause) => !names(card).test(clause));
      if (without.length < clauses.length) clauses = without;
      else clauses.push(`${who()} wins ${card}${token.value ? `[${token.value}]` : ""}`);
      changed();
    },
    /** What chooses goals, above the deck and below it. */
    views(players, tasks, draw) {
      if (tasks) fill(players);
      const free = clauses.some((clause) => /^anybody /.test(clause));
      const above = el(
        "div",
        { class: "controls", role: "group", "aria-label": "The goal is of" },
        [0, ...Array.from({ length: players }, (_, k) => k + 1)].map((k) =>
          el(
            "button",
            {
              type: "button",
              "data-key": `owner ${k}`,
              "aria-pressed": String(k === owner),
              click: () => {
                owner = k;
                draw();
              },
            },
            k ? `Player ${k}` : "Anybody",
          ),
        ),
        el("label", {}, "Token ", token),
      );
      const below = el(
        "div",
        {},
        tasks
          ? el(
              "div",
              { class: "controls" },
              printed,
              el(
                "button",
                { type: "button", "data-key": "add task", click: () => addPrinted(players) },
                "Add the task",
              ),
            )
          : null,
        el(
          "div",
          { class: "controls" },
          el("label", {}, "A task in words ", words),
          el("button", { type: "button", "data-key": "add words", click: addWords }, "Add"),
        ),
        free
          ? el(
              "div",
              { class: "controls" },
              el(
                "label",
                {},
                "Free goals are shared out ",
                el(
                  "select",
                  { "data-key": "assignment", change: (event) => set("assignment", event.target.value) },
                  Object.entries(SHARED_OUT).map(([value, shown]) =>
                    el("option", { value, selected: value === (setting("assignment") || "any") }, shown),
                  ),
                ),
              ),
            )
          : null,
        listed(),
      );
      return [above, below];
    },
  };
}

/** The clauses of a text after the hands, one objective each; semicolons in quoted names do not separate. */
export function clausesOf(text) {
  const clauses = (text.match(/(?:"(?:[^"\\]|\\.)*"|[^";])+/g) ?? []).slice(1);
  return clauses
    .map((clause) => clause.trim())
    .filter(Boolean)
    .flatMap(oneByOne);
}

/** Take a list of cards to be won apart: "1 wins pink4[2] blue2" is two clauses. */
function oneByOne(clause) {
  const [, owner, list] = /^(\S+) wins (.*)$/s.exec(clause) ?? [];
  const cards = list?.match(/[^\s[]+(?:\s*\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\])?/g) ?? [];
  const isCard = (word) => /^[a-z]+[1-9](?:\s*\[.*\])?$/s.test(word);
  return cards.length > 1 && cards.every(isCard) ? cards.map((card) => `${owner} wins ${card}`) : [clause];
}
