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

/**
 * Take the line from the address, at the start and when the address changes.
 *
 * @return what else the address asks for: `answer` or `review`, whether these are to be shown; `at`, the step, or null;
 *         and `hide`, whether what comes later is hidden
 */
export function fromAddress() {
  const known = history.state?.at;
  const { text, ...more } = asked(location.hash.slice(1));
  if (lines[known] === text) at = known;
  else if (text !== line()) {
    lines.splice(at + 1, lines.length, text);
    at += 1;
  }
  history.replaceState({ at }, "");
  keep();
  return more;
}

function address(text) {
  return text && text !== SAMPLE ? link(text) : location.pathname + location.search;
}

/** The end of an address that shows a deal; what is false or null is left out. `answered` is `answer` or `review`. */
export function link(text, { answered = null, at = null, hide = false } = {}) {
  const flags = [answered, at === null ? null : `at=${at}`, hide ? "hide" : null].filter(Boolean);
  return ["#deal=" + encodeURIComponent(text), ...flags].join("&");
}

/** What an address asks for. Those without `deal=` are of versions before 0.8, and only a text. */
function asked(hash) {
  const [first, ...flags] = hash.startsWith("deal=") ? hash.slice(5).split("&") : [hash];
  const at = flags.map((one) => /^at=(\d{1,9})$/.exec(one)?.[1]).find(Boolean);
  return {
    text: decoded(first) || SAMPLE, // nobody begins with an empty box
    answer: flags.includes("answer"),
    review: flags.includes("review"),
    hide: flags.includes("hide"),
    at: at === undefined ? null : Number(at),
  };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
