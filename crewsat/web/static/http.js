// The transport to an engine behind a server, that of `crewsat web`.

import { Unanswered } from "./unanswered.js";

/** What the engine says about itself, above and below what is on the page: nothing. */
export const [above, below] = [null, null];

const here = /^127\.|^localhost$/.test(location.hostname) ? null : location.href; // nobody else gets there

/** The address of the page in links to others: of the one that is published, if it is known; null if there is none. */
export const base = document.querySelector("meta[name=share-base]")?.content ?? here;

/**
 * Send a question.
 *
 * @param name     the question, by its name in the engine
 * @param body     its JSON text
 * @param seconds  how long it may take; null for the default
 * @param signal   ends it
 * @returns the answer, an object
 * @throws Unanswered, or an AbortError if the signal has ended it
 */
export async function send(name, body, seconds, signal) {
  try {
    const reply = await fetch(`api/${name}${seconds ? `?seconds=${seconds}` : ""}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    return await reply.json();
  } catch (error) {
    if (error instanceof TypeError) throw new Unanswered("server.silent");
    if (error instanceof SyntaxError) throw new Unanswered("server.unreadable");
    throw error;
  }
}
