// What is to be won, for the entry by hand: objectives by touching cards, tasks from the printed list or in words.

import { ask, Refused } from "./ask.js";
import { el } from "./dom.js";
import { say } from "./say.js";

const TOKENS = ["", "1", "2", "3", "4", "5", "omega", ">", ">>", ">>>", ">>>>"];
const SHARED_OUT = ["any", "draft", "draft_or_pass", "balanced", "one_player", "one_player_but_leader"];
const OFTEN = {
  first: "wins trick 1",
  last: "wins the last trick",
  none: "wins exactly 0 tricks",
  one: "wins exactly 1 trick",
  two: "wins at least 2 tricks",
  ones: "wins at least 1 trick with blue1 green1 pink1 yellow1",
  nines: "wins at most 0 tricks with blue9 green9 pink9 yellow9",
}; // tasks that are often wanted, as the engine writes them
const SETTING = /^(leader|captain|commander|assignment|trump|suits|same_trick|played|dealt|rules|names|note)\b/;
const OWNER = /^(?:player\s+)?("(?:[^"\\]|\\.)*"|[\p{L}\p{N}_.-]+)(?=\s+(?:always\s+)?(?:win|lead|take)s?\b|:\s)/iu;

/**
 * The goals of a deal, as clauses of the text form.
 *
 * @param changed  called after every change
 * @param shown    called with a number of players and a deck: whether the grid shows a deal of these
 */
export function goals(changed, shown) {
  let clauses = [];
  let owner = 1;
  const token = select(
    "token",
    TOKENS.map((one) => [one, one || say("goals.noToken")]),
  );
  const printed = select("task", []);
  const words = el("input", {
    type: "text",
    class: "wide",
    "data-key": "words",
    placeholder: OFTEN.two,
  });
  const often = select("often", [
    ["", say("goals.often")],
    ...Object.entries(OFTEN).map(([name, words]) => [words, say(`often.${name}`)]),
  ]);
  often.addEventListener("change", () => {
    words.value = often.value;
  });
  const asked = new Map(); // by number of players, the printed tasks
  let reading = false; // whether a task in words is being read

  function select(label, entries) {
    return el(
      "select",
      { "aria-label": say(`goals.${label}`), "data-key": label },
      entries.map(([value, shown]) => el("option", { value }, shown)),
    );
  }

  const trouble = el("p", { class: "problem", role: "alert" });
  const who = (k = owner) => (k ? String(k) : "anybody");
  const wins = (card) => new RegExp(`^\\S+ wins ${card}(?![0-9])`);
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

  /** Add a task in words, if it can be read in a deal of this deck; otherwise the words stay, with the error. */
  async function addWords(players, deck) {
    if (reading) return;
    const clause = `${who()} ${words.value.trim()}`;
    const hands = ["rest", ...Array(players - 1).fill("-")].join(" / ");
    trouble.textContent = "";
    reading = true;
    try {
      await ask("read", { deal: `${hands}; rules ${deck}; ${clause}` }, null);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      trouble.textContent = error.defects[0].message;
      return;
    } finally {
      reading = false;
    }
    if (!shown(players, deck)) return;
    words.value = often.value = "";
    add(clause);
  }

  function addPrinted(players) {
    const task = asked.get(players)?.find((one) => String(one.number) === printed.value);
    if (task) add(`${task.text.replace(/^anybody/, who())} [id=${task.number}]`);
  }

  /** Ask for the printed tasks, once for each number of players. */
  async function fill(players, draw) {
    if (!asked.has(players)) {
      asked.set(players, null); // it has been asked for
      try {
        asked.set(players, (await ask("tasks", { players }, null)).tasks);
      } catch (error) {
        asked.delete(players);
        if (!(error instanceof Refused)) throw error;
        trouble.textContent = error.message;
        return;
      }
      draw();
    }
    const all = asked.get(players);
    if (!all || printed.dataset.players === String(players)) return;
    printed.dataset.players = String(players);
    const words = (one) => say("goals.printed", { number: one.number, words: one.words, n: one.difficulty[players] });
    printed.replaceChildren(...all.map((one) => el("option", { value: one.number }, words(one))));
  }

  /** A goal for people: players by their names, printed tasks in their own words. */
  function worded(clause, players) {
    const [owner, ...others] = clause.split(" ");
    const holder = owner === "anybody" ? say("anybody") : (namesIn(clauses)[owner - 1] ?? owner);
    const number = /\[id=(\d+)\]$/.exec(clause)?.[1];
    const task = asked.get(players)?.find((one) => String(one.number) === number);
    if (task) return say("goals.ofTask", { holder, words: task.words, number });
    const name = Object.keys(OFTEN).find((one) => OFTEN[one] === others.join(" "));
    return name ? `${holder}: ${say(`often.${name}`)}` : [holder, ...others].join(" ");
  }

  /** Offer only tokens that are free, and after the one that was given the next of its kind. */
  function advance() {
    const given = clauses.map((clause) => /\bwins \S+\[([^\]\s]+)\]$/.exec(clause)?.[1]).filter(Boolean);
    for (const option of token.options) option.disabled = given.includes(option.value);
    if (!given.includes(token.value)) return;
    const kind = /^\d/.test(token.value) ? /^\d/ : /^>/;
    token.value = TOKENS.find((one) => kind.test(one) && kind.test(token.value) && !given.includes(one)) ?? "";
  }

  function remove(clause) {
    clauses.splice(clauses.indexOf(clause), 1);
    changed();
  }

  function listed(players) {
    const wanted = clauses.filter((clause) => !SETTING.test(clause));
    if (!wanted.length) return el("p", { class: "settings" }, say("goals.noneYet"));
    const view = (clause, k) => {
      const said = worded(clause, players);
      const label = { "data-key": `remove ${k}`, "aria-label": say("goals.removeIt", { what: said }) };
      return el(
        "li",
        {},
        said,
        " ",
        el("button", { type: "button", ...label, click: () => remove(clause) }, say("goals.remove")),
      );
    };
    return el("ul", { class: "chosen", "aria-label": say("goals") }, wanted.map(view));
  }

  function owners(players, draw) {
    const choose = (k) => {
      owner = k;
      draw();
    };
    const view = (k) => {
      const state = { "data-key": `owner ${k}`, "aria-pressed": String(k === owner) };
      return el(
        "button",
        { type: "button", ...state, click: () => choose(k) },
        k ? say("Player", { k }) : say("Anybody"),
      );
    };
    const all = Array.from({ length: players + 1 }, (_, k) => view(k));
    const attributes = { class: "controls", role: "group", "aria-label": say("goals.owner") };
    return el("div", attributes, all, el("label", {}, `${say("goals.token")} `, token));
  }

  function sharedOut() {
    const now = setting("assignment") || "any";
    const options = SHARED_OUT.map((value) =>
      el("option", { value, selected: value === now }, say(`assignment.${value}`)),
    );
    const change = (event) => set("assignment", event.target.value);
    const choice = el("select", { "data-key": "assignment", change }, options);
    return el("div", { class: "controls" }, el("label", {}, `${say("goals.assignment")} `, choice));
  }

  function inWords(players, deck) {
    const submit = (event) => {
      event.preventDefault();
      addWords(players, deck);
    };
    const add = el("button", { "data-key": "add words" }, say("goals.add"));
    const label = el("label", {}, `${say("goals.inWords")} `, words);
    return el("form", { class: "controls", submit }, often, label, add, trouble);
  }

  function fromList(players) {
    const attributes = { type: "button", "data-key": "add task", click: () => addPrinted(players) };
    return el("div", { class: "controls" }, printed, el("button", attributes, say("goals.addTask")));
  }

  const clauseOn = (card) => clauses.find((clause) => wins(card).test(clause));

  return {
    clauses: () => clauses,
    load(given) {
      clauses = given;
    },
    /** Drop all but the names of the players. */
    clear() {
      clauses = clauses.filter((clause) => /^names\b/.test(clause));
    },
    /** The names of the players, if they have any. */
    names: () => namesIn(clauses),
    /** Name the players. */
    call: (names) => set("names", names.map(written).join(", ")),
    /** Whose objective a card is: a player's number, "?" for any player, nothing if it is not an objective. */
    ownerOf: (card) => clauseOn(card)?.split(" ", 1)[0].replace("anybody", "?"),
    /** Make a card a goal of the chosen player; drop it if it is that player's already. */
    touch(card) {
      if (clauseOn(card)?.startsWith(`${who()} `)) this.drop(card);
      else this.give(card, owner);
    },
    /** Make a card a goal of a player, 0 for anybody, with the chosen token. */
    give(card, player) {
      const before = clauseOn(card);
      if (before === undefined) clauses.push(`${who(player)} wins ${card}${token.value ? `[${token.value}]` : ""}`);
      else clauses[clauses.indexOf(before)] = before.replace(/^\S+/, who(player));
      changed();
    },
    /** Make a card no goal. */
    drop(card) {
      clauses = clauses.filter((clause) => !wins(card).test(clause));
      changed();
    },
    /** What chooses goals, above the deck and below it. */
    views(players, deck, draw) {
      const tasks = deck === "deep-sea";
      owner = Math.min(owner, players);
      advance();
      if (tasks) fill(players, draw);
      const free = clauses.some((clause) => /^anybody /.test(clause));
      const below = [tasks && fromList(players), inWords(players, deck), free && sharedOut(), listed(players)];
      return [owners(players, draw), el("div", {}, below)];
    },
  };
}

/**
 * The clauses of a text after the hands, one objective each, with the numbers of players for their names; semicolons in
 * quoted names do not separate.
 */
export function clausesOf(text) {
  const parts = (text.match(/(?:"(?:[^"\\]|\\.)*"|[^";])+/g) ?? []).slice(1);
  const clauses = parts.map((clause) => clause.trim()).filter(Boolean);
  const names = namesIn(clauses).map((name) => name.toLowerCase());
  const numbered = (clause) =>
    clause.replace(OWNER, (words, owner) => {
      const k = names.indexOf(nameOf(owner).toLowerCase());
      return k < 0 ? words : String(k + 1);
    });
  return clauses.map(numbered).flatMap(oneByOne);
}

/** The names of the players in a clause `names Alice, "Ann Lee"`, if there is one. */
function namesIn(clauses) {
  const list = clauses.map((clause) => /^names\s+(.*)$/is.exec(clause)?.[1]).find(Boolean) ?? "";
  return namesOf(list);
}

/** The names in a list; what is in quotes may have any characters. */
export function namesOf(list) {
  return (list.match(/"(?:[^"\\]|\\.)*"|[^,"]+/g) ?? []).map(nameOf).filter(Boolean);
}

function nameOf(written) {
  const word = written.trim();
  try {
    return String(word.startsWith('"') ? JSON.parse(word) : word);
  } catch {
    return word; // the engine says what is wrong with it
  }
}

/** A name as the text form has it. */
export function written(name) {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : JSON.stringify(name);
}

/** Take a list of cards to be won apart: "1 wins pink4[2] blue2" is two clauses. */
function oneByOne(clause) {
  const [, owner, list] = /^(\S+) wins (.*)$/s.exec(clause) ?? [];
  const cards = list?.match(/[^\s[]+(?:\s*\[(?:"(?:[^"\\]|\\.)*"|[^"\]])*\])?/g) ?? [];
  const isCard = (word) => /^[a-z]+[1-9](?:\s*\[.*\])?$/s.test(word);
  return cards.length > 1 && cards.every(isCard) ? cards.map((card) => `${owner} wins ${card}`) : [clause];
}
