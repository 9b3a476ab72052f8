// Elements, and suits and cards as pictures. Every text becomes a text node: nothing here is ever read as markup.

import { cardName } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: attributes by name, functions as listeners, false and null left out; children are nodes or texts. */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Shapes that differ without colour; those of the printed games belong to the names of their suits.
const SHAPES = [
  ["circle", { cx: 12, cy: 12, r: 9 }],
  ["path", { d: "M12 2 22 21H2z" }],
  ["path", { d: "M12 1 21 12 12 23 3 12z" }],
  ["path", { d: "M4 4h16v16H4z" }],
  ["path", { d: "M12 1c5 4 6 9 5 14l3 6-8-3-8 3 3-6C6 10 7 5 12 1z" }],
  ["path", { d: "m12 1 3.2 7.4 8 .7-6.1 5.3 1.9 7.8-7-4.2-7 4.2 1.9-7.8L.8 9.1l8-.7z" }],
  ["path", { d: "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z" }],
  ["path", { d: "M7 2h10l5 10-5 10H7L2 12z" }],
  ["path", { d: "M12 22C4 15 2 11 2 8c0-6 8-7 10-1 2-6 10-5 10 1 0 3-2 7-10 14z" }],
  ["path", { d: "M2 6h20L12 22z" }],
  ["path", { d: "M11 3h5v2h-3v3h2c5 0 8 3 8 6s-3 6-8 6H9c-3 0-5-1-6-3l-3 2V9l3 2c1-2 3-3 6-3h2z" }],
];
const NAMED = {
  blue: 0,
  green: 1,
  pink: 2,
  yellow: 3,
  rocket: 4,
  submarine: 10,
  red: 5,
  white: 6,
  purple: 7,
  teal: 8,
  black: 9,
};

const LETTERS = { b: "blue", g: "green", p: "pink", y: "yellow", r: "red", w: "white" };

/** Give each suit a number, which is its shape and its colour: that of its name or letter, or one that is left. */
export function looksOf(suits) {
  const looks = new Map();
  const taken = new Set();
  for (const names of [NAMED, LETTERS])
    for (const suit of suits.filter((one) => Object.hasOwn(names, one))) {
      const look = NAMED[names === NAMED ? suit : LETTERS[suit]];
      if (!taken.has(look)) looks.set(suit, look);
      taken.add(look);
    }
  const left = SHAPES.map((_, k) => k).filter((k) => !taken.has(k) && k !== NAMED.submarine);
  for (const suit of suits)
    if (!looks.has(suit)) looks.set(suit, left.length ? left.shift() : looks.size % NAMED.submarine);
  return looks;
}

/** Draw a suit. Screen readers hear the name of the card instead. */
export function suitMark(look) {
  const [shape, attributes] = SHAPES[look];
  return svg("svg", { viewBox: "0 0 24 24", class: "suit", "aria-hidden": "true" }, svg(shape, attributes));
}

// Pictures of buttons: fonts differ in what they have.
const ICONS = {
  first: "M5 4h3v16H5zM20 4v16L9 12z",
  back: "M17 4v16L6 12z",
  next: "M7 4v16l11-8z",
  last: "M16 4h3v16h-3zM4 4v16l11-8z",
  undo: "M9 4 3 10l6 6v-4c5 0 8 1 11 6-1-7-5-10-11-10z",
  redo: "m15 4 6 6-6 6v-4c-5 0-8 1-11 6 1-7 5-10 11-10z",
};

/** Draw what a button does. */
export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/**
 * Draw a card, as a button if something is to happen on a click.
 *
 * @param card   as of `parseCard`
 * @param look   the number of its suit
 * @param said   what is said of it after its name
 * @param state  further classes
 * @param key    what the button is remembered by while the board is drawn anew
 * @param click  what a click does; null: it is not a button
 * @param expanded  whether what it opens is open; null: it opens nothing
 */
export function cardView(card, look, { said = "", state = "", key = null, click = null, expanded = null } = {}) {
  const label = said ? `${cardName(card)}, ${said}` : cardName(card);
  const inside = [
    suitMark(look),
    el("span", { class: "letters", "aria-hidden": "true" }, card.suit.slice(0, 2)),
    el("span", { class: "value", "aria-hidden": "true" }, String(card.value)),
  ];
  const attributes = { class: `card look${look} ${state}`.trim(), title: label, "data-key": key };
  if (click) {
    const button = { type: "button", "aria-label": label, "aria-expanded": expanded, click };
    return el("button", { ...attributes, ...button }, inside);
  }
  return el("span", { ...attributes, role: "img", "aria-label": label }, inside);
}
