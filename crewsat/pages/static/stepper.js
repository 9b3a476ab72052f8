// The frame round a board: steps forwards and backwards by buttons, keys, swipes and autoplay, and what is said of them.

import { el, icon } from "./dom.js";
import { callPlayers, say, saying } from "./say.js";

const SPEEDS = [
  ["slow", 2500],
  ["normal", 1200],
  ["fast", 500],
];
const SWIPE = 40;
const LONGEST_NOTE = 500;
const MARKS = { "+": "good", "=": "good", ".": "good", v: "bad", "!": "narrow", x: "bad", "-": "lost", "?": "narrow" };

let hiding = false; // whether what comes after the step that is shown is hidden, on the whole page

/** Hide what comes later, or show it; what says more than that has the class `spoiler`. */
export function hide(on) {
  hiding = on;
  document.documentElement.classList.toggle("hiding", on);
}

export function isHiding() {
  return hiding;
}

/**
 * Show the lines of a page, one at a time.
 *
 * A board knows its game: `board(line)` returns `{length, start, groups, unit, say(k), draw(k, go, until)}`: how many
 * steps a line has, where it opens, the last step of every trick or round, what a group is called, a sentence about
 * the position after k steps, and that position as nodes, in which `go(k)` moves to another one, and no step after
 * `until` is seen. `names` are all moves of a line, if it may be left at any of them, and `signs` the strip of a review:
 * `{sign, words, group}` a step. `number(k)` is the number that notes have for step k, 0 if there are none on it; without
 * it they have that of the step. Unless the page is `shared` through its address, there is more on it: the keys that
 * scroll do so outside the board. `branch(instance, moves, then)` goes on in a deal after some moves from its beginning,
 * and does `then`; `note(step, words)` keeps a note on a move. The strip is left out unless `withStrip`.
 */
export function stepper(lines, board, place, { shared = true, withStrip = true, branch = null, note = null } = {}) {
  let chosen = 0;
  let step = 0;
  let view = null;
  let timer = null;
  const shown = el("div", { class: "board" });
  const strip = el("div");
  const legend = el("p", { class: "settings" });
  const status = el("p", { role: "status", class: "status" });
  const counter = el("span", { class: "counter" });
  const noted = el("p", { class: "note" });
  const writing = el("input", {
    type: "text",
    class: "wide",
    maxlength: LONGEST_NOTE,
    "aria-label": say("note"),
    placeholder: say("note"),
    focus: () => pause(),
    change: () => note(numberOf(step), writing.value.trim()),
  });
  const hides = el("input", {
    type: "checkbox",
    change: () => {
      pause();
      hide(hides.checked);
      go(step);
    },
  });
  const unspoilt = el("p", { class: "settings" }, el("label", {}, hides, ` ${say("hide")}`));
  const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

  const onwards = el("button", { type: "button", hidden: true, click: () => goOnFrom() }, say("steps.branch"));

  /** Whether the step that is shown is the position that the page is about. */
  function isHere() {
    return chosen === 0 && step === (view.signs ? view.signs.length : view.start);
  }

  /** Go on from the step that is shown, if that is another position; return what becomes of it, or null. */
  function goOnFrom(then) {
    return onwards.hidden ? null : branch(lines[chosen].instance, view.names.slice(0, step), then);
  }

  function go(to) {
    if (document.activeElement === writing) writing.blur(); // the note is on the move that is shown
    step = Math.max(0, Math.min(view.length, to));
    draw();
  }

  function draw() {
    const key = document.activeElement?.dataset?.key;
    const scrolled = shown.querySelector(".tricks")?.scrollLeft;
    shown.replaceChildren(
      ...view.draw(
        step,
        (to) => {
          pause();
          go(to);
        },
        hiding ? step : view.length,
      ),
    );
    if (scrolled) shown.querySelector(".tricks").scrollLeft = scrolled;
    if (key)
      [...shown.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)?.focus({ preventScroll: true });
    status.textContent = view.say(step);
    drawStrip();
    drawNote();
    hides.checked = hiding;
    unspoilt.hidden = !view.signs && !hiding;
    onwards.hidden = !branch || !view.names || isHere();
    counter.textContent = view.length ? say("steps.counter", { at: step, of: view.length }) : "";
    for (const [button, off] of [
      [buttons.first, step === 0],
      [buttons.back, step === 0],
      [buttons.next, step === view.length],
      [buttons.last, step === view.length],
    ])
      button.setAttribute("aria-disabled", String(off));
    if (step === view.length) pause();
    if (shared) remember(`${chosen + 1}.${step}`);
  }

  /** Mark the step that is shown, those with notes, and those that are hidden. */
  function drawStrip() {
    for (const mark of strip.querySelectorAll(".mark")) {
      const at = Number(mark.dataset.step);
      mark.classList.toggle("here", at === step);
      mark.classList.toggle("noted", noteOn(at) !== "");
      mark.classList.toggle("later", hiding && at > step);
    }
    const seen = (view.signs ?? []).slice(0, hiding ? step : view.length);
    const signs = seen.map(({ sign }) => sign).join("");
    strip.querySelector(".signs")?.setAttribute("aria-label", say("strip", { signs }));
    const meanings = new Map(seen.map(({ sign, words }) => [sign, words]));
    legend.textContent = [...meanings].map(([sign, words]) => `${sign} ${words}`).join(" · ");
  }

  function numberOf(at) {
    return view.number ? view.number(at) : at;
  }

  /** The note on a move that was played: not on those of a line that goes on from there. */
  function noteOn(at) {
    const line = lines[chosen];
    return (at <= (view.signs?.length ?? line.start) && line.instance.notes_on?.[numberOf(at)]) || "";
  }

  function drawNote() {
    const words = noteOn(step);
    const writes = note !== null && numberOf(step) > 0 && step <= (view.signs?.length ?? lines[chosen].start);
    noted.textContent = writes ? "" : words;
    writing.hidden = !writes;
    writing.value = words;
  }

  /** The strip of a review: a sign a step, in groups; a click goes there. */
  function signView(signs) {
    const groups = [...new Set(signs.map(({ group }) => group))];
    const cell = ({ sign, words, group }, k) =>
      el(
        "span",
        {
          class: `mark ${MARKS[sign] ?? ""}`,
          title: `${k + 1}: ${words}`,
          "data-step": k + 1,
          "data-group": group,
          click: () => {
            pause();
            go(k + 1);
          },
        },
        sign,
      );
    const cells = signs.map(cell);
    return [
      el(
        "p",
        { class: "signs", role: "img" },
        groups.map((group) =>
          el(
            "span",
            { class: "group" },
            el("small", {}, String(group + 1)),
            cells.filter((one) => one.dataset.group === String(group)),
          ),
        ),
      ),
      legend,
    ];
  }

  function open(line, at) {
    chosen = line;
    callPlayers(lines[line].instance.names);
    view = board(lines[line]);
    strip.replaceChildren(...(view.signs && withStrip ? signView(view.signs) : []));
    controls.hidden = view.length === 0;
    buttons.before.hidden = buttons.after.hidden = view.groups.length === 0;
    buttons.before.textContent = `‹ ${view.unit.group}`;
    buttons.after.textContent = `${view.unit.group} ›`;
    for (const [k, tab] of tabs.entries()) tab.setAttribute("aria-pressed", String(k === chosen));
    go(at ?? (hiding && view.signs ? 0 : view.start)); // a review opens where the game was lost
  }

  const moves = {
    first: () => go(0),
    back: () => go(step - 1),
    next: () => go(step + 1),
    last: () => go(view.length),
    before: () => go(view.groups.findLast((end) => end < step) ?? 0),
    after: () => go(view.groups.find((end) => end > step) ?? view.length),
  };
  const button = (name, text, label) =>
    el(
      "button",
      {
        type: "button",
        "aria-label": label,
        "data-key": name,
        click: () => {
          pause();
          moves[name]();
        },
      },
      text,
    );
  const buttons = {
    first: button("first", icon("first"), say("steps.first")),
    before: button("before", "", null),
    back: button("back", icon("back"), say("steps.back")),
    next: button("next", icon("next"), say("steps.next")),
    after: button("after", "", null),
    last: button("last", icon("last"), say("steps.last")),
  };

  const play = el(
    "button",
    { type: "button", class: "plays", click: () => (timer ? pause() : run()) },
    say("steps.play"),
  );
  const speed = el(
    "select",
    { "aria-label": say("steps.speed"), change: () => timer && run() },
    SPEEDS.map(([name], k) => el("option", { value: k, selected: k === 1 }, say(`steps.${name}`))),
  );

  function run() {
    pause();
    if (step === view.length) go(0);
    play.textContent = say("steps.pause");
    timer = setInterval(() => go(step + 1), SPEEDS[speed.value][1]);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = say("steps.play");
  }

  const keys = {
    ArrowRight: "next",
    ArrowLeft: "back",
    Home: "first",
    End: "last",
    "[": "before",
    "]": "after",
    PageUp: "before",
    PageDown: "after",
  };
  document.addEventListener("keydown", function pressed(event) {
    if (!place.isConnected) {
      // another board has taken its place
      pause();
      document.removeEventListener("keydown", pressed);
      return;
    }
    const name = keys[event.key];
    if (!shared && /^(?:Home|End|Page)/.test(event.key) && !place.contains(event.target)) return;
    if (
      !name ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.target.closest?.("input, select, textarea, [contenteditable]")
    )
      return;
    event.preventDefault();
    pause();
    moves[name]();
  });

  let touched = null;
  shown.addEventListener(
    "touchstart",
    (event) => {
      const aside = event.target.closest?.(".tricks"); // which is scrolled sideways
      touched = event.touches.length === 1 && !aside ? event.touches[0] : null;
    },
    { passive: true },
  );
  shown.addEventListener(
    "touchend",
    (event) => {
      if (!touched) return;
      const [x, y] = [
        event.changedTouches[0].clientX - touched.clientX,
        event.changedTouches[0].clientY - touched.clientY,
      ];
      touched = null;
      if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
      pause();
      moves[x < 0 ? "next" : "back"]();
    },
    { passive: true },
  );

  const tabs = lines.map((line, k) =>
    el(
      "button",
      {
        type: "button",
        class: "line",
        click: () => {
          pause();
          open(k);
        },
      },
      saying(line.title),
    ),
  );
  const controls = el(
    "div",
    { class: "controls", role: "group", "aria-label": say("steps") },
    Object.values(buttons),
    still ? null : [play, speed],
    onwards,
  );
  place.append(
    lines.length > 1 ? el("div", { class: "lines spoiler", role: "group", "aria-label": say("lines") }, tabs) : "",
    strip,
    unspoilt,
    shown,
    el("div", { class: "steps" }, el("div", { class: "said" }, status, counter), noted, note ? writing : "", controls), // within reach of a thumb, wherever the board is scrolled to
  );
  const [line, at] = shared ? recalled(lines.length) : [0, null];
  open(line, at);
  return {
    open,
    at: () => step,
    signs: () => view.signs,
    goOnFrom,
    go: (to) => {
      pause();
      go(to);
    },
  };
}

/** Keep a place in the address, so that a link or the history brings it back; a page in a frame has none. */
function remember(place) {
  if (globalThis.parent === globalThis && location.hash !== `#${place}`) history.replaceState(null, "", `#${place}`);
}

function recalled(lines) {
  const found = /^#(\d{1,4})\.(\d{1,9})$/.exec(location.hash);
  const line = found ? Number(found[1]) - 1 : 0;
  return found && line >= 0 && line < lines ? [line, Number(found[2])] : [0, null];
}
