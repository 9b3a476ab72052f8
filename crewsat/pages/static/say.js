// What the page says, in the language of its reader: texts by keys, from the file of the language.

import { parseCard } from "./cards.js";
import { joined, LANGUAGE, SAID, WORDS } from "./words.js";

const forms = new Intl.PluralRules(LANGUAGE);
const lists = new Intl.ListFormat(LANGUAGE);
const choices = new Intl.ListFormat(LANGUAGE, { type: "disjunction" });
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
  return fill(WORDS[key], values);
}

/** A text, or the form of it for the number `n`, with values in their places; one with a capital gets a capital. */
function fill(found, values) {
  const text = typeof found === "string" ? found : (found[forms.select(values.n)] ?? found.other);
  let filled = "";
  let end = 0;
  for (const { 0: all, 1: player, 2: place, index } of text.matchAll(PLACE)) {
    const name = player && names[values[place] - 1];
    const before = filled + text.slice(end, index);
    if (name) filled = joined(before + INSTEAD[player.toLowerCase()], name);
    else filled = joined(before + (player ? `${player} ` : ""), shownIn(place, values[place]));
    end = index + all.length;
  }
  return filled + text.slice(end);
}

function shownIn(place, value) {
  return /^[A-Z]/.test(place) ? capitalised(valueOf(value)) : valueOf(value);
}

function capitalised(text) {
  return text.charAt(0).toLocaleUpperCase(LANGUAGE) + text.slice(1);
}

function valueOf(value) {
  if (Array.isArray(value)) return lists.format(value.map((card) => cardName(parseCard(card))));
  if (typeof value !== "object") return value;
  return "text" in value ? tell(value) : saying(value);
}

/** A choice in The Crew, given as the program writes it, in words; null for what is not one. */
export function choiceWords(choice) {
  const [, name, ...cards] = /^(left|move|right|swap) (\S+)(?: (\S+))?$/.exec(choice) ?? [];
  const [a, b] = cards.map((one) => one && cardName(parseCard(one)));
  const key = name ?? { "nobody passes": "nobody", "no change": "none" }[choice];
  return key ? say(`choice.${key}`, { a, b }) : null;
}

/**
 * What the program has told, in the language of the reader if all that it was made of is known, else in English.
 *
 * @param said  a text; or with its English `text`: a pattern as `key`, and `values`; or `things`, and the word `last`;
 *              or `own`, the same in all languages
 */
export function tell(said) {
  if (typeof said === "string") return said;
  if ("own" in said) return said.own;
  if (!isKnown(said)) return said.text;
  if (said.things) return enumerated(said.things.map(valueNamed), said.last);
  const values = Object.fromEntries(Object.entries(said.values).map(([name, value]) => [name, valueNamed(value)]));
  return fill(SAID[said.key] ?? said.key, values);
}

/** Words of the page itself, among what is told. */
export function ours(words) {
  return { own: words };
}

/** The language in which something is told, where it is not that of the page. */
export function languageOf(said) {
  return LANGUAGE === "en" || isKnown(said) ? null : "en";
}

function isKnown(said) {
  if (LANGUAGE === "en" || typeof said === "string") return false;
  if ("own" in said) return true;
  if (said.things) return said.things.every(isKnownValue);
  const hasWords = /\p{L}/u.test(said.key.replace(/\{\w+\}/g, ""));
  return (!hasWords || said.key in SAID) && Object.values(said.values).every(isKnownValue);
}

/** A plain text with a space is English: names of goals. */
function isKnownValue(value) {
  return typeof value === "object" ? isKnown(value) : !/ /.test(value);
}

/** A value in a text: cards and suits by their names, if they have some. */
function valueNamed(value) {
  if (typeof value === "object") return tell(value);
  const [, suit, rank] = /^([a-z]+)([1-9])?$/.exec(value) ?? [];
  if (!suit || !Object.hasOwn(WORDS, `suit.${suit}`)) return value;
  return rank ? cardName({ suit, value: rank }) : suitName(suit);
}

function enumerated(things, last) {
  if (!last) return things.join(", ");
  if (last === "then" || last === ";") return things.join(SAID[last]);
  return (last === "or" ? choices : lists).format(things);
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
