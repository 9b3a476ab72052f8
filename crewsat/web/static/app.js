// The page: a deal as one line of text, questions about it, and what is answered, on the board of its game.

import { el } from "./dom.js";
import { ask, giveUp, Refused } from "./ask.js";
import { grid } from "./grid.js";
import { can, fromAddress, goOn, line, move } from "./history.js";
import { stepper } from "./stepper.js";

const SAMPLES = {
  "A deal that can be won": "pink9,5 blue2 / pink8,1 blue5 / pink7,2 blue1; leader 1; 1 wins pink8; 2 wins blue1",
  "A deal that cannot": "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8[1]; 2 wins pink5[2]",
  "A game to review": "a9,5 / a2,8; leader 1; anybody wins at least 2 tricks; dealt; played a9 a2 / a5 a8",
  "Hanabi for one player": "hanabi solitaire; hand 2; deck r1 b2 r2 b1 r3 b3",
  "Hackenbush": "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; to move 1; players 3",
};
const HALF_A_SECOND = 500;

const text = el("textarea", { id: "deal", rows: 4, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "defects", input: typed });
const defects = el("ul", { class: "defects" });
const answer = el("section", { "aria-label": "Answer", class: "answers" });
const progress = el("p", { class: "progress", role: "status", hidden: true });
const cancel = el("button", { type: "button", hidden: true, click: () => giveUp("work") }, "Cancel");
const undo = el("button", { type: "button", click: () => step(-1) }, "Undo");
const redo = el("button", { type: "button", click: () => step(1) }, "Redo");
const entry = grid((written) => { show(written); later(); });
const moves = el("button", { type: "button", click: explore }, "Which moves?");
const reviewed = el("button", { type: "button", click: review }, "Review");
let timer = null;
let turn = 0; // counts what has been asked for: an answer that comes after the next question is not shown

// ---------------------------------------------------------------- the line

function typed() {
  later();
}

/** Read the line when typing stops for a moment. */
function later() {
  clearTimeout(timer);
  timer = setTimeout(() => commit(text.value), 250);
}

function show(written) {
  text.value = written;
}

async function commit(written) {
  clearTimeout(timer);
  goOn(written);
  await read();
}

async function step(steps) {
  move(steps);
  show(line());
  await read();
}

/** Have the server read the line; what is wrong is shown at its place. */
async function read() {
  undo.disabled = !can(-1);
  redo.disabled = !can(1);
  giveUp("work");
  answer.replaceChildren();
  if (!line().trim()) {
    defects.replaceChildren();
    return;
  }
  await guarded(async (shown) => {
    const found = await ask("read", { deal: line() });
    const { explores = false } = await import(`./boards/${found.instance.game}.js`);
    moves.hidden = !explores || !found.asks.includes("options");
    reviewed.hidden = !found.asks.includes("review");
    defects.replaceChildren(...found.notes.map((note) => el("li", { class: "note" }, note)));
    entry.load(found.instance, found.text);
    Object.assign(found.lines[0], { legal: found.legal, choose: (card) => play(card) });
    await shown(found, "The deal");
  });
}

function defectView({ place, message }) {
  const at = /^(?:line (\d+), )?column (\d+)/.exec(place);
  const words = place ? `${place}: ${message}` : message;
  return el("li", {}, at ? el("button", { type: "button", class: "defect", click: () => select(Number(at[1] ?? 1), Number(at[2])) }, words) : words);
}

function select(row, column) {
  const before = text.value.split("\n").slice(0, row - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const start = before + column - 1;
  const end = start + (/^[^\s/;,]*/.exec(text.value.slice(start))?.[0].length || 1);
  text.focus();
  text.setSelectionRange(start, end);
}

/** Do something that asks the server; show what it refuses. */
async function guarded(work) {
  turn += 1;
  const mine = turn;
  const shown = async (found, title = null) => mine === turn && board(found, title);
  try {
    await work(shown);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    if (mine === turn) defects.replaceChildren(...error.defects.map(defectView));
  }
}

// ---------------------------------------------------------------- answers

/** Ask what takes a while: progress and Cancel appear after half a second. */
async function work(name, content, words) {
  const shown = setTimeout(() => { progress.textContent = words; progress.hidden = cancel.hidden = false; }, HALF_A_SECOND);
  try {
    return await ask(name, content, "work");
  } finally {
    clearTimeout(shown);
    progress.hidden = cancel.hidden = true;
  }
}

/** Yes or no first; why not, afterwards in the same place. */
async function decide() {
  await guarded(async (shown) => {
    const found = await work("decide", { deal: line() }, "Deciding …");
    await shown(found);
    if (found.result.answer !== "no" || !found.asks.includes("explain")) return;
    await shown(await work("explain", { deal: line() }, "Looking for the reason …"));
  });
}

/** Play a card on the table: the line is that of the position after it. */
async function play(card, then = async () => {}) {
  await guarded(async () => {
    const next = await ask("play", { deal: line(), moves: [card] });
    show(next.text);
    await commit(next.text);
    if (next.outcome === "open") await then();
    else answer.prepend(el("p", { class: "answer" }, `The game is ${next.said[0]}.`));
  });
}

async function review() {
  await guarded(async (shown) => shown(await work("review", { deal: line(), whole: true }, "Reviewing …")));
}

/** Which moves keep it winnable: marked on the board, where playing one goes on. */
async function explore() {
  await guarded(async (shown) => {
    const position = await ask("read", { deal: line() });
    const found = await work("options", { deal: line() }, "Trying every move …");
    const last = position.lines[0];
    last.options = Object.fromEntries(found.options.filter((one) => one.card).map((one) => [one.card, one.answer]));
    last.choose = (card) => play(card, explore);
    const kept = found.options.filter((one) => one.answer === "yes").length;
    position.said = [found.options.length ? `${kept} of ${found.options.length} moves keep it winnable. Play one on the board.` : "The game is over."];
    await shown(position);
  });
}

async function board(found, title) {
  const { board: of } = await import(`./boards/${found.instance.game}.js`);
  const place = el("div");
  const explanation = found.result?.explanation;
  const verdict = found.result?.answer;
  answer.replaceChildren(
    ...(title ? [el("h2", {}, title)] : []),
    ...found.said.map((words, k) => el("p", { class: k ? "" : `answer ${verdict ?? ""}` }, words)),
    ...(found.result?.conflict ? [el("p", {}, `Conflict: ${found.result.conflict.join(", ")}`)] : []),
    ...(explanation?.reasons?.length ? [el("ul", {}, explanation.reasons.map((one) => el("li", {}, `${one.words}.`)))] : []),
    ...(explanation?.repairs?.length ? [el("h2", {}, "It could be won if"), el("ul", { class: "repairs" }, explanation.repairs.map(repairView))] : []),
    place,
    ...(found.result ? [files(found)] : []),
  );
  stepper(found.lines.map((one) => ({ instance: found.instance, ...one })), of, place, { shared: false });
}

function repairView(repair) {
  return el("li", {}, `${repair.words} `, el("button", { type: "button", click: () => apply(repair.instance) }, "Apply"));
}

/** Go on with the deal of a repair: its line is another one, which can be undone. */
async function apply(instance) {
  await guarded(async () => {
    const found = await ask("read", { deal: JSON.stringify(instance) }, "repair");
    show(found.text);
    await commit(found.text);
  });
}

function files(found) {
  const question = found.result.explanation ? "explain" : found.result.answer ? "decide" : "review";
  return el("p", { class: "controls" },
    el("button", { type: "button", click: () => save("deal.json", JSON.stringify(found.instance)) }, "Save the deal"),
    el("button", { type: "button", click: () => save("answer.json", JSON.stringify(found.result)) }, "Save the answer"),
    el("button", { type: "button", click: () => guarded(async () => save("replay.html", (await work("page", { deal: line(), question, whole: true }, "Writing the page …")).html, "text/html")) }, "Save a replay page"),
    found.result.answer === "no" && found.asks.includes("proof") ? el("button", { type: "button", click: () => guarded(async () => save("proof.zip", unpacked((await work("proof", { deal: line() }, "Proving it …")).zip), "application/zip")) }, "Save the proof") : null);
}

/** Bytes written in base64. */
function unpacked(text) {
  return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
}

function save(name, content, type = "application/json") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// ---------------------------------------------------------------- ways to a deal

function random() {
  const players = el("select", {}, [3, 4, 5].map((k) => el("option", { value: k, selected: k === 4 }, String(k))));
  const goals = el("input", { type: "number", min: 0, max: 20, value: 5 });
  const tokens = el("input", { type: "text", placeholder: "1,2,omega", size: 10 });
  const seed = el("input", { type: "number", min: 0, value: 1 });
  const deal = () => guarded(async () => {
    const options = { players: Number(players.value), objectives: Number(goals.value), tokens: tokens.value.split(",").map((one) => one.trim()).filter(Boolean) };
    const found = await ask("generate", { game: "crew", seed: Number(seed.value), options });
    show(found.text);
    await commit(found.text);
  });
  return el("details", {}, el("summary", {}, "A random deal"), el("form", { class: "controls", submit: (event) => { event.preventDefault(); deal(); } },
    el("label", {}, "Players ", players), el("label", {}, "Goals ", goals), el("label", {}, "Tokens ", tokens), el("label", {}, "Seed ", seed),
    el("button", {}, "Deal"), el("button", { type: "button", click: () => { seed.value = 1 + Math.floor(Math.random() * 1e6); deal(); } }, "Another seed")));
}

function samples() {
  return el("details", {}, el("summary", {}, "Samples"), el("div", { class: "controls" }, Object.entries(SAMPLES).map(([name, sample]) => el("button", { type: "button", click: () => { show(sample); commit(sample); } }, name))));
}

async function copyLink(event) {
  await navigator.clipboard.writeText(location.href);
  event.target.textContent = "Copied";
  setTimeout(() => { event.target.textContent = "Copy link"; }, 1500);
}

document.getElementById("app").replaceChildren(
  el("section", { "aria-label": "The deal" },
    el("label", { for: "deal", class: "who" }, "Deal, deck or game as text (also a link of hanab.live)"), text, el("div", { id: "defects", role: "status" }, defects),
    el("div", { class: "controls" }, undo, redo, el("button", { type: "button", click: copyLink }, "Copy link")),
    el("details", {}, el("summary", {}, "By hand: a real deck, card by card"), entry.place), random(), samples()),
  el("div", { class: "controls", role: "group", "aria-label": "Questions" },
    el("button", { type: "button", class: "main", click: decide }, "Decide"),
    moves, reviewed,
    progress, cancel),
  answer,
);
globalThis.addEventListener("popstate", () => { fromAddress(); show(line()); read(); });
fromAddress();
show(line());
read();
