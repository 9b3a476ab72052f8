// Questions to the engine: one at a time of each kind, which can be cancelled.

import { say } from "./say.js";
import { send } from "./transport.js";

/** What the engine says is wrong, each defect with its place. */
export class Refused extends Error {
  constructor(defects) {
    super(defects.map(({ place, message }) => (place ? `${place}: ${message}` : message)).join("\n"));
    this.defects = defects;
  }
}

const running = new Map();

/**
 * Ask a question; a later one of the same kind replaces it.
 *
 * @param name     the question, by its name in the engine
 * @param content  its JSON object
 * @param kind     what it replaces; by default questions of its name; null: nothing, and it is not cancelled
 * @param seconds  how long it may take; null for the default
 * @throws Refused, or an AbortError if it has been cancelled
 */
export async function ask(name, content, kind = name, seconds = null) {
  running.get(kind)?.abort();
  const control = new AbortController();
  if (kind) running.set(kind, control);
  try {
    const answer = await send(name, JSON.stringify(content), seconds, control.signal);
    if (answer.error) throw new Refused(answer.error);
    if (answer.stopped) throw refused(say(`stopped.${answer.stopped}`));
    return answer;
  } catch (error) {
    throw error.name === "Unanswered" ? refused(say(error.key, error.values)) : error;
  } finally {
    if (running.get(kind) === control) running.delete(kind);
  }
}

function refused(message) {
  return new Refused([{ place: "", message }]);
}

/** Cancel the questions of a kind; by default all. */
export function giveUp(kind = null) {
  for (const [one, control] of running) if (kind === null || one === kind) control.abort();
}
