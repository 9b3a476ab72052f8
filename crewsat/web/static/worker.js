// The transport to an engine in a worker of this browser: text in, text out, one question at a time.

import { keep } from "./offline.js";
import { say } from "./say.js";
import { shown } from "./standing.js";
import { Unanswered } from "./unanswered.js";

export { below } from "./offline.js";
export { above } from "./standing.js";

const SECONDS = 10;
const MOST_SECONDS = 60;
const GRACE = 1; // seconds a question has to end by itself when its time is up; then its worker is ended
const GIVEN_UP = 0.3; // seconds an answer that nobody waits for may take: to start a worker anew takes longer
const MOST_BYTES = 256 * 1024;
const ENOUGH_MEMORY = 4; // GB of a device, from which on a second worker waits for the first one to be ended

/** The address of the page in links to others. */
export const base = location.href;

let engine = begun();
let spare = null;
let current = null; // the question that is worked on
const waiting = [];

/**
 * Send a question; it waits for those before it.
 *
 * @param name     the question, by its name in the engine
 * @param body     its JSON text
 * @param seconds  how long it may take; null for the default
 * @param signal   ends it
 * @returns the answer, an object
 * @throws Unanswered, or an AbortError if the signal has ended it
 */
export function send(name, body, seconds, signal) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const limit = Math.min(seconds ?? SECONDS, MOST_SECONDS);
  const question = { message: { name, body, seconds: limit }, resolve, reject };
  if (new TextEncoder().encode(body).length > MOST_BYTES)
    reject(new Unanswered("engine.tooLong", { most: MOST_BYTES / 1024 }));
  else waiting.push(question);
  signal.addEventListener("abort", () => giveUp(question));
  next();
  return promise;
}

function giveUp(question) {
  question.reject(new DOMException("given up", "AbortError"));
  if (question !== current) {
    const place = waiting.indexOf(question);
    if (place >= 0) waiting.splice(place, 1);
    return;
  }
  clearTimeout(question.timer);
  question.timer = setTimeout(replace, 1000 * GIVEN_UP);
}

/** Begin with the next question, if the engine is free. */
function next() {
  engine ??= begun();
  if (current || !engine.ready || !waiting.length) return;
  current = waiting.shift();
  const { message } = current;
  current.timer = setTimeout(late, 1000 * (message.seconds + GRACE));
  engine.worker.postMessage(message);
}

function late() {
  current.reject(new Unanswered("engine.late"));
  replace();
}

function ended() {
  clearTimeout(current?.timer);
  current = null;
  next();
}

/** End the engine with what it works on, and go on with another one. */
function replace() {
  engine.worker.terminate();
  engine = spare ?? begun();
  spare = null;
  ended();
}

function begun() {
  const worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module" });
  const one = { worker, ready: false };
  worker.addEventListener("message", ({ data }) => heard(one, data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    lost(one, { key: "engine.notLoaded" });
  });
  return one;
}

function heard(one, data) {
  if (data.lost) lost(one, data.lost);
  else if (data.answer) answered(data.answer);
  else {
    one.ready ||= data.ready;
    if (one === engine) shown(data);
    if (one === engine && one.ready) next();
  }
}

function answered({ text, failed }) {
  if (failed) current.reject(new Unanswered("engine.failed"));
  else current.resolve(JSON.parse(text));
  ended();
  keep();
  if (!spare && (navigator.deviceMemory ?? 0) >= ENOUGH_MEMORY) spare = begun();
}

/** The engine cannot go on: whoever waits for it hears why, and the next question has another one. */
function lost(one, { key, values = {} }) {
  one.worker.terminate();
  if (one === spare) spare = null;
  if (one !== engine) return;
  const all = current ? [current, ...waiting.splice(0)] : waiting.splice(0);
  for (const question of all) question.reject(new Unanswered(key, values));
  clearTimeout(current?.timer);
  current = null;
  engine = spare;
  spare = null;
  shown(engine?.ready ? { ready: true } : { lost: say(key, values) });
}
