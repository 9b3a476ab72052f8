// A replay page: reads the data that it carries, and shows its lines; the last line of the script says on which board.

import { el } from "./dom.js";
import { callPlayers, say, tell } from "./say.js";
import { headed, paragraph, paragraphs } from "./sentences.js";
import { hide, stepper } from "./stepper.js";

const data = (name) => JSON.parse(document.getElementById(name).textContent);

/** Show a page on the board of its game. */
export function show(board) {
  if (document.getElementById("said")) translate(data("said"));
  if (document.documentElement.classList.contains("hiding")) hide(true);
  const lines = data("lines");
  const instance = data("instance");
  const place = document.getElementById("replay");
  if (lines.length) step(lines, instance, board, place); // else it is too large, and the report stays
  document
    .getElementById("files")
    .append(file("instance", say("save.deal")), data("result") ? file("result", say("save.answer")) : "");
}

/** Say what stands there in English in the language of the page. */
function translate(found) {
  callPlayers(data("instance").names);
  const [first, ...rest] = headed(found).map(paragraph);
  const before = document.querySelector(".answer");
  if (first) first.className = before.className;
  if (found.headline && rest.length) rest.at(-1).className = "settings";
  document.getElementById("answer").replaceChildren(...(first ? [first] : []), ...rest);
  document
    .getElementById("why")
    .replaceChildren(...(found.why.length ? [el("h2", {}, say("why"))] : []), ...paragraphs(found.why));
  document.querySelector("summary").textContent = say("text.summary");
  document.querySelector(".strip")?.setAttribute("aria-label", say("strip.label"));
  for (const [k, one] of document.querySelectorAll(".strip :is(title, desc, text)").entries())
    one.textContent = tell(found.drawn[k]);
}

/** Show a board in place of the report that stands there without a script. */
function step(lines, instance, board, place) {
  place.replaceChildren();
  const shown = lines.map((line) => ({ instance, ...line }));
  const drawn = document.querySelector(".strip") !== null; // of two strips the picture says more
  strip(stepper(shown, board, place, { withStrip: !drawn }));
  if (place.querySelector(".card")) settings(place);
}

/** A click on the strip of a review goes to that move of the game as played. */
function strip(found) {
  for (const move of document.querySelectorAll("[data-move]"))
    move.addEventListener("click", () => found.open(0, Number(move.dataset.move)));
}

function settings(place) {
  const letters = el("input", {
    type: "checkbox",
    change: () => document.body.classList.toggle("with-letters", letters.checked),
  });
  place.append(el("p", { class: "settings" }, el("label", {}, letters, ` ${say("letters")}`)));
}

function file(name, label) {
  return el(
    "button",
    { type: "button", click: () => save(`${name}.json`, document.getElementById(name).textContent) },
    label,
  );
}

function save(name, text) {
  const address = URL.createObjectURL(new Blob([`${text.trim()}\n`], { type: "application/json" }));
  const link = el("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
