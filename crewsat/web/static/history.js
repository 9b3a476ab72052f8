// The one state of the page is the line of text; every line that has been, forwards and backwards, and in the address.
// The lines outlive a reload, so that undo, redo and the entries of the browser's history keep their meaning.

const KEY = "lines";
const SAMPLE =
  "pink9,5,3 blue8,6,2 green8,3 yellow3 rocket3 / pink4,2 blue1 green9,7,6 yellow8,6 rocket2,1 / pink8,7,6,1 blue5 green5,4,1 yellow5 rocket4 / blue9,7,4,3 green2 yellow9,7,4,2,1; rules planet-nine; 3 wins yellow9[1] green1; 4 wins pink6[2]; 1 wins pink2[omega]; 2 wins green6";
const { lines, at: start } = kept();
let at = start;

function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY));
    if (Array.isArray(found?.lines) && found.lines.every((one) => typeof one === "string")) return found;
  } catch {
    // nothing has been stored, or not by this page
  }
  return { lines: [SAMPLE], at: 0 };
}

function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ lines, at }));
  } catch {
    // storage is full: a reload forgets earlier lines
  }
}

/** The line that is shown. */
export function line() {
  return lines[at] ?? "";
}

/** Go on with another line: it can be undone, linked, and reached by the back button. */
export function goOn(text) {
  if (text === line()) return;
  lines.splice(at + 1, lines.length, text);
  at += 1;
  history.pushState({ at }, "", address(text));
  keep();
}

/** Go to a line before, or after, if there is one. */
export function move(steps) {
  if (!can(steps)) return;
  at += steps;
  history.replaceState({ at }, "", address(line()));
  keep();
}

export function can(steps) {
  return at + steps >= 0 && at + steps < lines.length;
}

/** Take the line from the address, at the start and when the address changes. */
export function fromAddress() {
  const known = history.state?.at;
  const text = decoded(location.hash.slice(1)) || SAMPLE; // nobody begins with an empty box
  if (lines[known] === text) at = known;
  else if (text !== line()) {
    lines.splice(at + 1, lines.length, text);
    at += 1;
  }
  history.replaceState({ at }, "");
  keep();
}

function address(text) {
  return text && text !== SAMPLE ? `#${encodeURIComponent(text)}` : location.pathname + location.search;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
