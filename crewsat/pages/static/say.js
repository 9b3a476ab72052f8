// What the page says, in the language of its reader: texts by keys, from the file of the language.

import { parseCard } from "./cards.js";
import { LANGUAGE, WORDS } from "./words.js";

const forms = new Intl.PluralRules(LANGUAGE);
const lists = new Intl.ListFormat(LANGUAGE);

/**
 * Say something.
 *
 * @param key     the key of its text in `words/`; a text has one form, or one for each form of the number `n`
 * @param values  what stands for `{name}` in the text, by name: a text, a list of cards, or what `saying` takes
 */
export function say(key, values = {}) {
  const found = WORDS[key];
  const text = typeof found === "string" ? found : (found[forms.select(values.n)] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => valueOf(values[name]));
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
