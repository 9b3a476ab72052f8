// The one state of the page is the line of text; every line that has been, forwards and backwards, and in the address.

const lines = [""];
let at = 0;

/** The line that is shown. */
export function line() {
  return lines[at];
}

/** Go on with another line: it can be undone, linked, and reached by the back button. */
export function goOn(text) {
  if (text === line()) return;
  lines.splice(at + 1, lines.length, text);
  at += 1;
  history.pushState({ at }, "", address(text));
}

/** Go to a line before, or after, if there is one. */
export function move(steps) {
  if (!can(steps)) return;
  at += steps;
  history.replaceState({ at }, "", address(line()));
}

export function can(steps) {
  return at + steps >= 0 && at + steps < lines.length;
}

/** Take the line from the address, at the start and when the address changes. */
export function fromAddress() {
  const known = history.state?.at;
  const text = decoded(location.hash.slice(1));
  if (known !== undefined && lines[known] === text) at = known;
  else if (text !== line()) {
    lines.splice(at + 1, lines.length, text);
    at += 1;
  }
}

function address(text) {
  return text ? `#${encodeURIComponent(text)}` : location.pathname + location.search;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
