// What the page says, in the language of its reader: texts by keys, from the file of the language.

import { LANGUAGE, WORDS } from "./words.js";

const forms = new Intl.PluralRules(LANGUAGE);

/**
 * Say something.
 *
 * @param key     the key of its text in `words/`; a text has one form, or one for each form of the number `n`
 * @param values  what stands for `{name}` in the text, by name
 */
export function say(key, values = {}) {
  const found = WORDS[key];
  const text = typeof found === "string" ? found : (found[forms.select(values.n)] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Say a suit; suits that people have named themselves keep their names. */
export function suitName(suit) {
  return Object.hasOwn(WORDS, `suit.${suit}`) ? WORDS[`suit.${suit}`] : suit;
}
