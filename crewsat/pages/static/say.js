// What the page says, in the language of its reader: texts by keys, from the file of the language.

import { parseCard } from "./cards.js";
import { LANGUAGE, WORDS } from "./words.js";

const forms = new Intl.PluralRules(LANGUAGE);
const lists = new Intl.ListFormat(LANGUAGE);
const INSTEAD = Object.fromEntries(WORDS["player.named"].split(", ").map((one) => one.split(" = ")));
const PLACE = new RegExp(`(?:(?<!\\p{L})(${Object.keys(INSTEAD).join("|")}) )?\\{(\\w+)\\}`, "giu");
let names = [];

/** Call the players by their names from now on; by their numbers if they have none. */
export function callPlayers(given = []) {
  names = given;
}

/**
 * Say something.
 *
 * @param key     the key of its text in `words/`; a text has one form, or one for each form of the number `n`
 * @param values  what stands for `{name}` in the text, by name: a text, a list of cards, or what `saying` takes
 */
export function say(key, values = {}) {
  const found = WORDS[key];
  const text = typeof found === "string" ? found : (found[forms.select(values.n)] ?? found.other);
  return text.replace(PLACE, (_, player, place) => {
    const name = player && names[values[place] - 1];
    if (name) return INSTEAD[player.toLowerCase()] + name;
    return `${player ? `${player} ` : ""}${valueOf(values[place])}`;
  });
}

function valueOf(value) {
  if (Array.isArray(value)) return lists.format(value.map((card) => cardName(parseCard(card))));
  return typeof value === "object" ? saying(value) : value;
}

/** Say what the program has to say: a `key`, and values beside it. */
export function saying(said) {
  return say(said.key, said);
}

/** Say a card: its suit, and its value. */
export function cardName(card) {
  return `${suitName(card.suit)} ${card.value}`;
}

/** Say a suit; suits that people have named themselves keep their names. */
export function suitName(suit) {
  return Object.hasOwn(WORDS, `suit.${suit}`) ? WORDS[`suit.${suit}`] : suit;
}
