// Questions to the server: one at a time of each kind, each of which can be given up.

/** What the server says is wrong, each defect with its place. */
export class Refused extends Error {
  constructor(defects) {
    super(defects.map(({ place, message }) => (place ? `${place}: ${message}` : message)).join("\n"));
    this.defects = defects;
  }
}

const running = new Map();

/**
 * Ask a question; a later one of the same kind takes its place.
 *
 * @param name     the question, as the server calls it
 * @param content  its JSON object
 * @param kind     what it takes the place of; by default questions of its name
 * @param seconds  how long it may take; null for what the server thinks
 * @throws Refused, or an AbortError if it has been given up
 */
export async function ask(name, content, kind = name, seconds = null) {
  running.get(kind)?.abort();
  const control = new AbortController();
  running.set(kind, control);
  try {
    const reply = await fetch(`api/${name}${seconds ? `?seconds=${seconds}` : ""}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(content),
      signal: control.signal,
    });
    const answer = await reply.json();
    if (answer.error) throw new Refused(answer.error);
    return answer;
  } catch (error) {
    if (error instanceof TypeError)
      throw new Refused([{ place: "", message: "the server does not answer; is it still running?" }]);
    throw error;
  } finally {
    if (running.get(kind) === control) running.delete(kind);
  }
}

/** Give up the questions of a kind. */
export function giveUp(kind) {
  running.get(kind)?.abort();
}
