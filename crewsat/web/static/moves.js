// Moves in words and as buttons; and moves made by touching cards.

import { parseCard } from "./cards.js";
import { el } from "./dom.js";
import { cardName, choiceWords, say, suitName } from "./say.js";

const CLUE = /^clue /;
const FORMS = {
  clue: /^clue (?<what>.+) to player (?<k>\d+)$/,
  cut: /^edge (?<edge>\d+) of string (?<string>\d+)$/,
  discard: /^discard (?<card>\S+)(?: from the (?<from>pile))?$/,
  play: /^play (?<card>\S+)(?: from the (?<from>pile))?$/,
  strike: /^strike (?<card>\S+)(?: from the (?<from>pile))?$/,
};

/** A move in words, of any game, given as the program writes it. */
export function moveWords(move) {
  if (/^[^\s\d]+\d+$/.test(move)) return cardName(parseCard(move));
  for (const [name, form] of Object.entries(FORMS)) {
    const { card, what, from, ...rest } = form.exec(move)?.groups ?? {};
    if (card) return say(`move.${name}`, { card: cardName(parseCard(card)), from: from ? say("hanabi.fromPile") : "" });
    if (what) return say(`move.${name}`, { what: suitName(what), ...rest });
    if (rest.edge) return say(`move.${name}`, rest);
  }
  return choiceWords(move) ?? move;
}

/**
 * A button that makes a move.
 *
 * @param words       what it says
 * @param option      what becomes of the deal after it, if that is known
 * @param attributes  of the button
 */
export function moveView(words, option, attributes) {
  const becomes = option ? el("small", {}, ` ${say(`option.${option}`)}`) : null;
  return el("button", { type: "button", class: option ? `option ${option}` : "", ...attributes }, words, becomes);
}

/**
 * The moves of cards, made by touching them: the only move of a card at once, one of several by the button for it.
 *
 * @param legal    the moves that may be made
 * @param options  by move, what becomes of the deal after it; null if that has not been asked
 * @param choose   called with a move
 * @return         a function `(key, isOwn, redraw)` of the key of a card, which of the moves are its own, and what draws
 *                 the board anew; it returns `{does, shown}`: what the view of the card says and does, and the buttons of
 *                 its moves if it has been touched
 */
export function touches(legal, options, choose) {
  const moves = legal ?? [];
  let touched = null; // the key of the card whose moves are shown

  /** What becomes of the deal after a move: of all clues one has been asked about, which stands for them. */
  function optionOf(move) {
    if (!options) return undefined;
    const asked = move in options ? move : Object.keys(options).find((one) => CLUE.test(one) && CLUE.test(move));
    return options[asked];
  }

  const view = (move) => moveView(moveWords(move), optionOf(move), { "data-key": move, click: () => choose(move) });

  return (key, isOwn, redraw) => {
    const own = moves.filter(isOwn);
    if (!own.length) return { does: {}, shown: null };
    const option = ["yes", "unknown", "no"].find((one) => own.some((move) => optionOf(move) === one));
    const offers = own.length > 1;
    const offer = () => {
      touched = touched === key ? null : key;
      redraw();
    };
    const open = touched === key && offers;
    const does = {
      key,
      said: say(option ? `option.${option}` : "legal"),
      state: `${option ? `option ${option}` : "legal"}${open ? " next" : ""}`,
      expanded: offers ? String(open) : null,
      click: offers ? offer : () => choose(own[0]),
    };
    const group = { class: "controls", role: "group", "aria-label": say("next") };
    return { does, shown: open ? el("div", group, own.map(view)) : null };
  };
}
