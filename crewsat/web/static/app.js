// The page: a deal as one line of text, questions about it, and what is answered, on the board of its game.

import { show } from "./answer.js";
import { ask, giveUp, Refused } from "./ask.js";
import { el, icon } from "./dom.js";
import { field } from "./field.js";
import { grid } from "./grid.js";
import { can, fromAddress, goOn, line, link, move } from "./history.js";
import { moveWords } from "./moves.js";
import { adviceView, seenBy } from "./onehand.js";
import { panels } from "./panels.js";
import { pictureOf, stripOf } from "./picture.js";
import { copy, save, unpacked } from "./save.js";
import { callPlayers, languageOf, ours, say, tell } from "./say.js";
import { hide, isHiding } from "./stepper.js";
import { above, base, below } from "./transport.js";
import { random, samples } from "./ways.js";
import { choose, LANGUAGE, LANGUAGES } from "./words.js";

const [ENTER, TYPE, RANDOM] = ["enter", "type", "random"];
const HALF_A_SECOND = 500;
const TYPING = 250; // milliseconds without a key after which the line is read
const LONGEST = 60; // seconds a question may take
const ADVISING = 4; // seconds advice may take
const ADVISING_LONGER = 50; // less than a question, which ends by force

const beside = matchMedia("(min-width: 75rem)"); // as in app.css: the ways to enter a deal, beside the table

const deal = field(() => later());
const answer = el("section", { "aria-label": say("answer"), class: "answers" });
const progress = el("p", { class: "progress", role: "status", hidden: true });
const cancel = el("button", { type: "button", hidden: true, click: () => giveUpWork() }, say("cancel"));
const undo = el("button", { type: "button", "aria-label": say("undo"), click: () => step(-1) }, icon("undo"));
const redo = el("button", { type: "button", "aria-label": say("redo"), click: () => step(1) }, icon("redo"));
const entry = grid((written) => {
  deal.show(written);
  goOn(written); // each touch can be undone by itself
  later();
});
const waysIn = panels(
  say("ways"),
  { [ENTER]: entry.place, [TYPE]: deal.place, [RANDOM]: [random(generate), samples(commit)] },
  ENTER,
  (name) => name !== RANDOM && allHands(),
);
const problem = el("p", { class: "problem", role: "alert" });
const heard = el("p", { class: "heard", role: "status" }); // what a screen reader says about an answer
const decides = el("button", { type: "button", class: "main", click: () => answerIt() }, say("ask.decide"));
const moves = el("button", { type: "button", click: () => explore() }, say("ask.options"));
const reviewed = el("button", { type: "button", click: () => review() }, say("ask.review"));
const oneHand = el("input", { type: "checkbox", role: "switch", change: () => seeOneHand() });
const aboutHands = el("span", { role: "status" });
const hands = el(
  "p",
  { class: "settings one-hand", hidden: true },
  el("label", {}, oneHand, ` ${say("hand.one")}`),
  " ",
  aboutHands,
);
const letters = el("input", {
  type: "checkbox",
  change: () => document.body.classList.toggle("with-letters", letters.checked),
});
const language = el(
  "select",
  { "aria-label": say("language"), change: () => choose(language.value, link(line(), shownThere())) },
  Object.entries(LANGUAGES).map(([name, words]) =>
    el("option", { value: name, selected: name === LANGUAGE, lang: name }, words),
  ),
);
const help = document.querySelector("link[rel=help]")?.href;
const documentation = help ? el("a", { href: help }, say("documentation")) : null;
let timer = null;
let reads = 0; // counts the changes of the line, which is busy until the last one has been read
let turn = 0; // counts the questions: an answer that arrives after the next question is ignored
let exploring = false; // whether the moves are marked, so that they are again when one is taken back
let view = null; // the board that is shown, which can be stepped through
let answered = null; // what is shown: an `answer`, a `review`, or neither
let pending = null; // a note that is being kept, or a deal that is being made
let held = false; // whether the focus was in an answer that is replaced

/** The next question has been asked. */
class Superseded extends Error {}

// ---------------------------------------------------------------- the line

/** Read the line when typing stops for a moment; earlier questions are obsolete then. */
function later() {
  reads += 1;
  deal.busy(true);
  turn += 1;
  giveUp();
  clearTimeout(timer);
  timer = setTimeout(() => commit(deal.text()), TYPING);
}

/** Continue with a line; undo restores the one before. */
async function commit(written) {
  clearTimeout(timer);
  timer = null;
  exploring = false;
  hide(false); // it is about another game
  deal.show(written);
  goOn(written);
  await read();
}

/** What has been typed a moment ago is the line, too. */
async function upToDate() {
  if (timer !== null || deal.text() !== line()) await commit(deal.text());
}

/** Whether there is something to ask about. */
async function ready() {
  await pending;
  await upToDate();
  problem.textContent = line().trim() ? "" : say("nothing");
  problem.scrollIntoView({ block: "nearest" });
  return !problem.textContent;
}

/** Take back what has been done, or do it again; where the moves were marked, they are marked again. */
async function step(steps) {
  clearTimeout(timer);
  timer = null;
  if (deal.text() !== line()) goOn(deal.text());
  if (!can(steps)) return;
  move(steps);
  deal.show(line());
  await read();
  if (exploring) await explore();
}

/** Have the engine read the line; what is wrong is shown at its place. */
async function read() {
  reads += 1;
  const mine = reads;
  deal.busy(true);
  try {
    await readNow();
  } finally {
    if (mine === reads) {
      deal.busy(false);
      answer.style.minHeight = "";
    }
  }
}

async function readNow() {
  undo.setAttribute("aria-disabled", String(!can(-1)));
  redo.setAttribute("aria-disabled", String(!can(1)));
  turn += 1;
  giveUp();
  held ||= answer.contains(document.activeElement);
  answer.style.minHeight = `${answer.offsetHeight}px`; // what is scrolled to stays until there is something else
  answer.replaceChildren();
  view = null;
  answered = null;
  problem.textContent = "";
  deal.note([]);
  const missing = entry.load(line());
  if (!line().trim() || (missing && waysIn.isOpen(ENTER))) return; // the grid says how many cards are to come
  await guarded(async (still, shown) => {
    const found = await still(ask("read", { deal: line() }));
    callPlayers(found.instance.names);
    deal.note(found.notes);
    moves.hidden = !found.asks.includes("options");
    reviewed.hidden = !found.asks.includes("review");
    hands.hidden = !found.asks.includes("advise");
    entry.load(found.text);
    const seen = hands.hidden || !oneHand.checked ? null : await still(ask("view", { deal: line() }));
    oneHand.checked = Boolean(seen) && !seen.why;
    aboutHands.textContent = oneHand.checked ? say("hand.hint") : seen ? tell(seen.why) : "";
    aboutHands.lang = (seen?.why && languageOf(seen.why)) ?? "";
    if (oneHand.checked) await showOneHand(found, seen.view?.me ?? null, shown);
    else await shown(found, say("deal"));
  });
}

/** Show the table as a player sees it, and then, without keeping anybody waiting, what is advised to this player. */
async function showOneHand(found, me, shown) {
  const place = el("section", { "aria-label": say("advice"), class: "advice" });
  const shownLine = { instance: found.instance, play: [], ...found.lines[0] };
  const advise = (seconds, limit) => advised(shownLine, me, place, advise, seconds, limit);
  await shown({ ...found, me }, say("deal"), null, me ? place : null);
  if (me) advise(ADVISING);
}

/** Ask what is advised; `advise` asks again, with more time. */
async function advised(shownLine, me, place, advise, seconds, limit = null) {
  const again = () => advise(ADVISING_LONGER, LONGEST);
  place.replaceChildren(el("button", { type: "button", click: again }, say("longer"))); // if it is cancelled
  await guarded(async (still) => {
    const question = { deal: line(), seconds };
    try {
      const found = await still(work("advise", question, say("work.advise"), { seconds: limit }));
      place.replaceChildren(el("h2", {}, say("advice")), ...adviceView(found, shownLine, me, again));
      heard.textContent = place.querySelector("p").textContent;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      place.prepend(el("p", { class: "problem" }, error.message)); // nothing is wrong with the text
    }
  });
}

/** The user wants to see one hand only, or all of them. */
async function seeOneHand() {
  exploring = false;
  if (oneHand.checked && !waysIn.isOpen(RANDOM)) waysIn.open(null); // the others show all hands
  await read();
}

/** Show all hands again, at the same step. */
async function allHands() {
  if (!oneHand.checked) return;
  const at = view?.at() ?? null;
  oneHand.checked = false;
  await read();
  if (at !== null) view?.go(at);
}

/**
 * Do something that asks the engine, and show what it refuses.
 *
 * @param work   called with two functions: `still` waits for something, and ends the work if the next question has been
 *               asked meanwhile; `shown` shows an answer
 * @param asked  whether the user waits for it and is to see it
 */
async function guarded(work, asked = false) {
  turn += 1;
  const mine = turn;
  const still = async (promise) => {
    const value = await promise;
    if (mine !== turn) throw new Superseded();
    return value;
  };
  const shown = async (found, title = null, options = null, more = null) => {
    const game = await still(import(`./boards/${found.instance.game}.js`));
    held ||= answer.contains(document.activeElement);
    const seen = "me" in found ? seenBy(game, found.me) : game;
    const shownNow = show(answer, seen, found, title, options, does(found, options), more);
    const { heading } = shownNow;
    view = shownNow.view;
    answered = found.result ? (found.result.answer ? "answer" : "review") : null;
    heard.textContent = isHiding() ? "" : heading.textContent;
    if (held && !answer.contains(document.activeElement)) heading.focus({ preventScroll: true });
    held = false;
    if (asked) reveal(heading);
  };
  const current = () => mine === turn;
  await refusing(() => work(still, shown), asked, current);
}

async function refusing(work, asked, current = () => true) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Superseded || error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    if (!current()) return;
    const touching = oneHand.checked || (waysIn.isOpen(ENTER) && entry.shows()); // cards, and no text in sight
    if (!touching) waysIn.open(TYPE); // where the defects are marked
    heard.textContent = "";
    deal.refuse(error.defects);
    const more = error.defects.length - 1;
    if (asked || touching)
      problem.textContent = error.defects[0].message + (more ? ` ${say("more", { n: more })}` : "");
  }
}

/** Scroll to an answer that is not visible. */
function reveal(heading) {
  const { top } = heading.getBoundingClientRect();
  if (top < 0 || top > 0.6 * innerHeight) heading.scrollIntoView();
}

// ---------------------------------------------------------------- questions

/** Ask what takes a while: after half a second progress and Cancel appear, and an answer to another question fades. */
async function work(name, content, words, { seconds = null, fades = false } = {}) {
  const shown = setTimeout(() => {
    progress.textContent = words;
    progress.hidden = cancel.hidden = false;
    if (fades) answer.setAttribute("aria-busy", "true");
  }, HALF_A_SECOND);
  try {
    return await ask(name, content, "work", seconds);
  } finally {
    clearTimeout(shown);
    progress.hidden = cancel.hidden = true;
    answer.removeAttribute("aria-busy");
  }
}

/** Close the ways to enter a deal, unless they are beside the answer. */
function answerFirst() {
  if (!beside.matches) waysIn.open(null);
}

/** The user wants to know, whatever has been hidden. */
function answerIt() {
  hide(false);
  return decide();
}

function giveUpWork() {
  giveUp("work");
  if (document.activeElement === cancel) decides.focus();
}

/** Yes or no first; why not, afterwards in the same place. */
async function decide(seconds = null) {
  if (!(await ready())) return;
  answerFirst();
  await allHands();
  exploring = false;
  await guarded(async (still, shown) => {
    const found = await still(work("decide", { deal: line() }, say("work.decide"), { seconds, fades: true }));
    await shown({ ...found, seconds });
    if (found.result.answer !== "no" || !found.asks.includes("explain")) return;
    const why = await still(work("explain", { deal: line() }, say("work.explain"), { seconds }));
    await shown({ ...why, seconds });
  }, true);
}

/** Make moves in a deal, or, `anew`, in what it began with: the line is that of the position after them. */
async function play(from, moves, { then = null, anew = false } = {}) {
  giveUp("work"); // advice, which is about another position then
  await guarded(async (still) => {
    const moving = moved(still(ask("play", { deal: from, moves, anew })));
    pending = moving.catch(() => null); // whoever asks meanwhile asks about the position
    const next = await moving;
    if (!next) return;
    answer.querySelector(".hand.turn")?.scrollIntoView({ block: "nearest" });
    if (next.outcome === "open") await then?.();
    else answer.prepend(el("p", { class: "answer", role: "status" }, say("game.over", { how: tell(next.said[0]) })));
  }, true);
}

/** Continue with a position; return it, or null if there is another line by then. */
async function moved(position) {
  const next = await position;
  await commit(next.text);
  return line() === next.text ? next : null;
}

async function review() {
  if (!(await ready())) return;
  answerFirst();
  await allHands();
  exploring = false;
  const question = { deal: line(), whole: true };
  await guarded(
    async (still, shown) => shown(await still(work("review", question, say("work.review"), { fades: true }))),
    true,
  );
}

/** Which moves keep it winnable, at the step that is shown: marked on the board, where making one goes on. */
async function explore() {
  if (!(await ready())) return;
  await allHands();
  const there = view?.goOnFrom(explore);
  if (there) return there;
  exploring = true;
  await guarded(async (still, shown) => {
    const position = await still(ask("read", { deal: line() }));
    const found = await still(work("options", { deal: line() }, say("work.options")));
    const options = Object.fromEntries(found.moves.map((name, k) => [name, found.options[k].answer]));
    position.said = [ours(summary(found.options))];
    await shown(position, null, options);
  }, true);
}

function summary(options) {
  if (!options.length) return say("options.over");
  const players = new Set(options.map((one) => one.player));
  const [player] = players;
  const who = players.size === 1 && player ? [say("options.who", { k: player })] : []; // the crew chooses together
  const kept = options.filter((one) => one.answer === "yes").length;
  const lost = options.every((one) => one.answer === "no") ? [say("options.lost")] : [];
  return [...who, say("options.kept", { n: kept, of: options.length }), ...lost].join(" ");
}

/** Why a move has lost: the position after it, explained. */
async function refute(chosen) {
  await guarded(async (still, shown) => {
    const position = await still(ask("read", { deal: line() }));
    const found = await still(work("explain", { deal: line() }, say("work.refute")));
    await shown({ ...found, legal: position.legal }, say("move.loses", { Move: moveWords(chosen) }));
    exploring = true; // when it is taken back
  }, true);
}

/** Keep a note on a move of a game: the line has it from now on, and what is shown stays. */
function noteOn(found, step, words) {
  const mine = turn;
  const { [step]: _, ...others } = found.instance.notes_on ?? {};
  found.instance.notes_on = words ? { ...others, [step]: words } : others; // the lines that are shown have this instance
  pending = refusing(async () => {
    const read = await ask("read", { deal: JSON.stringify(found.instance) }, "note");
    if (mine !== turn) return; // there is another game by now
    deal.show(read.text);
    goOn(read.text);
    view?.go(view.at());
  }, true);
}

/** Continue with the deal of a repair, and check that it can be won. */
async function apply(instance) {
  await guarded(async (still) => {
    const found = await still(ask("read", { deal: JSON.stringify(instance) }, "repair"));
    await commit(found.text);
    if (line() === found.text) await decide();
  }, true);
}

/** What can be done with an answer. */
function does(found, options) {
  const explained = found.asks.includes("explain");
  return {
    choose: (move) => {
      const then = options && (options[move] === "no" && explained ? () => refute(move) : explore);
      return play(line(), [move], { then });
    },
    branch: found.asks.includes("play")
      ? (instance, moves, then) => play(JSON.stringify(instance), moves, { then, anew: true })
      : null,
    note: found.asks.includes("review") ? (step, words) => noteOn(found, step, words) : null,
    apply,
    longer: () => decide(LONGEST),
    files,
  };
}

// ---------------------------------------------------------------- files

function files(found) {
  const question = found.result.explanation ? "explain" : found.result.answer ? "decide" : "review";
  const asked = () => ({ deal: line(), question, whole: true }); // with the notes that it has by then
  const page = async () => {
    const how = { language: LANGUAGE, hide: isHiding() };
    const { html } = await made("page", { ...asked(), ...how }, say("work.page"), found.seconds);
    save("replay.html", html, "text/html");
  };
  const proof = async () => {
    const { zip } = await made("proof", asked(), say("work.proof"), found.seconds);
    save("proof.zip", unpacked(zip), "application/zip");
  };
  const picture = async () => save("table.png", await pictureOf(answer.querySelector(".board")), "image/png");
  const strip = () => {
    const seen = isHiding() ? view.signs().slice(0, view.at()) : view.signs();
    if (seen.length) save("strip.svg", stripOf(seen), "image/svg+xml");
  };
  const button = (words, click) => el("button", { type: "button", click: () => refusing(click, true) }, words);
  return el(
    "p",
    { class: "controls" },
    button(say("save.deal"), () => save("deal.json", JSON.stringify(found.instance))),
    button(say("save.answer"), () => save("answer.json", JSON.stringify(found.result))),
    button(say("save.page"), page),
    found.lines.length ? button(say("save.picture"), picture) : null,
    found.lines.some((one) => one.strip) ? button(say("save.strip"), strip) : null,
    found.result.answer === "no" && found.asks.includes("proof")
      ? el("span", { class: "spoiler" }, button(say("save.proof"), proof))
      : null,
  );
}

/** Request a file; this stops no question. */
async function made(name, content, words, seconds) {
  const free = progress.hidden;
  if (free) {
    progress.textContent = words;
    progress.hidden = false;
  }
  try {
    return await ask(name, content, name, seconds);
  } finally {
    if (free) progress.hidden = true;
  }
}

// ---------------------------------------------------------------- the page

function generate(game, seed, options) {
  pending = guarded(async (still) => commit((await still(ask("generate", { game, seed, options }))).text), true);
}

/** What is shown, for a link. */
function shownThere() {
  return { answered, at: answered && view ? view.at() : null, hide: isHiding() };
}

async function share(event) {
  const button = event.currentTarget;
  await upToDate();
  await copy(base ? new URL(link(line(), shownThere()), base).href : line(), button);
  heard.textContent = say(base ? "link.copied" : "text.copied");
}

const settings = el(
  "div",
  { class: "controls" },
  undo,
  redo,
  base
    ? el("button", { type: "button", "aria-label": say("link.copy"), click: share }, say("link"))
    : el("button", { type: "button", "aria-label": say("text.copy"), click: share }, say("text")),
);
const questions = el(
  "div",
  { class: "controls asking", role: "group", "aria-label": say("questions") },
  decides,
  moves,
  reviewed,
  progress,
  cancel,
);
document.querySelector("header").append(settings);
document
  .getElementById("app")
  .replaceChildren(
    ...(above ? [above] : []),
    el("section", { "aria-label": say("deal"), class: "ways-in" }, waysIn.place),
    questions,
    problem,
    heard,
    hands,
    answer,
    el("p", { class: "settings" }, el("label", {}, letters, say("letters")), language, documentation),
    ...(below ? [below] : []),
  );
/** Show what the address asks for. */
async function open() {
  const asked = fromAddress();
  if (asked.hide) hide(true);
  deal.show(line());
  answer.hidden = asked.hide && (asked.answer || asked.review); // until it has come
  await read();
  if (asked.answer) await decide();
  if (asked.review) await review();
  answer.hidden = false;
  if (asked.at !== null) view?.go(asked.at);
}

globalThis.addEventListener("popstate", open);
open();
