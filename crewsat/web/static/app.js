// The page: a deal as one line of text, questions about it, and what is answered, on the board of its game.

import { show } from "./answer.js";
import { ask, giveUp, Refused } from "./ask.js";
import { el } from "./dom.js";
import { field } from "./field.js";
import { grid } from "./grid.js";
import { can, fromAddress, goOn, line, move } from "./history.js";
import { copy, save, unpacked } from "./save.js";
import { random, samples } from "./ways.js";

const HALF_A_SECOND = 500;
const TYPING = 250; // milliseconds without a key after which the line is read
const LONGEST = 60; // seconds a question may take

const deal = field(() => later());
const answer = el("section", { "aria-label": "Answer", class: "answers" });
const progress = el("p", { class: "progress", role: "status", hidden: true });
const cancel = el("button", { type: "button", hidden: true, click: () => giveUp("work") }, "Cancel");
const undo = el("button", { type: "button", click: () => step(-1) }, "Undo");
const redo = el("button", { type: "button", click: () => step(1) }, "Redo");
const entry = grid((written) => {
  deal.show(written);
  later();
});
const moves = el("button", { type: "button", click: () => explore() }, "Which moves?");
const reviewed = el("button", { type: "button", click: () => review() }, "Review");
const letters = el("input", {
  type: "checkbox",
  change: () => document.body.classList.toggle("with-letters", letters.checked),
});
let timer = null;
let turn = 0; // counts what has been asked for: an answer that comes after the next question is not shown

// ---------------------------------------------------------------- the line

/** Read the line when typing stops for a moment. */
function later() {
  clearTimeout(timer);
  timer = setTimeout(() => commit(deal.text()), TYPING);
}

/** Go on with a line; the one before can be had back. */
async function commit(written) {
  clearTimeout(timer);
  deal.show(written);
  goOn(written);
  await read();
}

/** What has been typed a moment ago is the line, too. */
async function upToDate() {
  if (deal.text() !== line()) await commit(deal.text());
}

async function step(steps) {
  clearTimeout(timer);
  move(steps);
  deal.show(line());
  await read();
}

/** Have the server read the line; what is wrong is shown at its place. */
async function read() {
  undo.disabled = !can(-1);
  redo.disabled = !can(1);
  giveUp("work");
  answer.replaceChildren();
  if (!line().trim()) {
    deal.note([]);
    return;
  }
  await guarded(async (shown) => {
    const found = await ask("read", { deal: line() });
    deal.note(found.notes);
    moves.hidden = !found.asks.includes("options");
    reviewed.hidden = !found.asks.includes("review");
    entry.load(found.instance, found.text);
    await shown(found, "The deal");
  });
}

/** Do something that asks the server; show what it refuses, and what it says unless the next question has been asked. */
async function guarded(work) {
  turn += 1;
  const mine = turn;
  const shown = async (found, title = null, options = null) => {
    const game = await import(`./boards/${found.instance.game}.js`);
    if (mine === turn) show(answer, game, found, title, options, does(options));
  };
  await refusing(
    () => work(shown),
    () => mine === turn,
  );
}

async function refusing(work, current = () => true) {
  try {
    await work();
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    if (current()) deal.refuse(error.defects);
  }
}

// ---------------------------------------------------------------- questions

/** Ask what takes a while: progress and Cancel appear after half a second. */
async function work(name, content, words, seconds = null) {
  const shown = setTimeout(() => {
    progress.textContent = words;
    progress.hidden = cancel.hidden = false;
  }, HALF_A_SECOND);
  try {
    return await ask(name, content, "work", seconds);
  } finally {
    clearTimeout(shown);
    progress.hidden = cancel.hidden = true;
  }
}

/** Yes or no first; why not, afterwards in the same place. */
async function decide(seconds = null) {
  await upToDate();
  await guarded(async (shown) => {
    const found = await work("decide", { deal: line() }, "Deciding …", seconds);
    await shown(found);
    if (found.result.answer !== "no" || !found.asks.includes("explain")) return;
    await shown(await work("explain", { deal: line() }, "Looking for the reason …", seconds));
  });
}

/** Make a move: the line is that of the position after it. */
async function play(chosen, then) {
  await guarded(async () => {
    const next = await ask("play", { deal: line(), moves: [chosen] });
    await commit(next.text);
    if (next.outcome !== "open")
      answer.prepend(el("p", { class: "answer", role: "status" }, `The game is ${next.said[0]}.`));
    else await then?.();
  });
}

async function review() {
  await upToDate();
  await guarded(async (shown) => shown(await work("review", { deal: line(), whole: true }, "Reviewing …")));
}

/** Which moves keep it winnable: marked on the board, where making one goes on. */
async function explore() {
  await upToDate();
  await guarded(async (shown) => {
    const position = await ask("read", { deal: line() });
    const found = await work("options", { deal: line() }, "Trying every move …");
    const options = Object.fromEntries(found.moves.map((name, k) => [name, found.options[k].answer]));
    const kept = found.options.filter((one) => one.answer === "yes").length;
    position.said = [
      found.moves.length ? `${kept} of ${found.moves.length} moves keep it winnable.` : "The game is over.",
    ];
    await shown(position, null, options);
  });
}

/** Why a move has lost: the position after it, explained. */
async function refute() {
  await guarded(async (shown) => {
    const position = await ask("read", { deal: line() });
    const found = await work("explain", { deal: line() }, "Looking for the refutation …");
    await shown({ ...found, legal: position.legal }, "That move loses");
  });
}

/** What can be done with an answer. */
function does(options) {
  return {
    choose: (chosen) => play(chosen, options && (options[chosen] === "no" ? refute : explore)),
    apply: (instance) =>
      guarded(async () => commit((await ask("read", { deal: JSON.stringify(instance) }, "repair")).text)),
    longer: () => decide(LONGEST),
    files,
  };
}

// ---------------------------------------------------------------- files

function files(found) {
  const question = found.result.explanation ? "explain" : found.result.answer ? "decide" : "review";
  const page = async () =>
    save(
      "replay.html",
      (await made("page", { deal: line(), question, whole: true }, "Writing the page …")).html,
      "text/html",
    );
  const proof = async () =>
    save("proof.zip", unpacked((await made("proof", { deal: line() }, "Proving it …")).zip), "application/zip");
  const button = (words, click) => el("button", { type: "button", click: () => refusing(click) }, words);
  return el(
    "p",
    { class: "controls" },
    button("Save the deal", () => save("deal.json", JSON.stringify(found.instance))),
    button("Save the answer", () => save("answer.json", JSON.stringify(found.result))),
    button("Save a replay page", page),
    found.result.answer === "no" && found.asks.includes("proof") ? button("Save the proof", proof) : null,
  );
}

/** Have a file made; that stops no question. */
async function made(name, content, words) {
  progress.textContent = words;
  progress.hidden = false;
  try {
    return await ask(name, content);
  } finally {
    progress.hidden = true;
  }
}

// ---------------------------------------------------------------- the page

const generate = (game, seed, options) =>
  guarded(async () => commit((await ask("generate", { game, seed, options })).text));

document
  .getElementById("app")
  .replaceChildren(
    el(
      "section",
      { "aria-label": "The deal" },
      deal.place,
      el(
        "div",
        { class: "controls" },
        undo,
        redo,
        el("button", { type: "button", click: (event) => copy(location.href, event.currentTarget) }, "Copy link"),
        el("span", { class: "settings" }, el("label", {}, letters, "Suits as letters")),
      ),
      el("details", {}, el("summary", {}, "By hand: a real deck, card by card"), entry.place),
      random(generate),
      samples(commit),
    ),
    el(
      "div",
      { class: "controls", role: "group", "aria-label": "Questions" },
      el("button", { type: "button", class: "main", click: () => decide() }, "Decide"),
      moves,
      reviewed,
      progress,
      cancel,
    ),
    answer,
  );
globalThis.addEventListener("popstate", () => {
  fromAddress();
  deal.show(line());
  read();
});
fromAddress();
deal.show(line());
read();
