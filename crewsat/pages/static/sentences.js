// What the program has told, as paragraphs and lists; what is not in the language of the page is marked as English.

import { el } from "./dom.js";
import { languageOf, ours, saying, tell } from "./say.js";

export function paragraph(said) {
  return el("p", { lang: languageOf(said) }, tell(said));
}

/** Paragraphs, and a list for each list among them. */
export function paragraphs(said) {
  const item = (one) => el("li", { lang: languageOf(one) }, tell(one));
  return said.map((one) => (Array.isArray(one) ? el("ul", {}, one.map(item)) : paragraph(one)));
}

/** What was said, with the headline in place of the first sentence if there is one. */
export function headed({ headline, said }) {
  return headline ? [ours(saying(headline)), ...said.slice(1)] : said;
}
