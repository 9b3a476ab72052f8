// The language of the page: that of the link, else the one chosen last, else the first of the browser's that is known.

/** The languages, by their names in them. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };

const KEY = "language";
const linked = /[&#]lang=([a-z]{2})(?:&|$)/.exec(location.hash)?.[1];
const wanted = [linked, stored(), ...navigator.languages.map((one) => one.slice(0, 2)), "en"];
const chosen = wanted.find((one) => Object.hasOwn(LANGUAGES, one ?? ""));

export const { joined, LANGUAGE, SAID, WORDS } = await import(`./words/${chosen}.js`);
document.documentElement.lang = LANGUAGE;

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // the browser keeps nothing
  }
}

/** Choose a language; the page is loaded again in it, from an address that shows the same. */
export function choose(language, address) {
  localStorage.setItem(KEY, language);
  history.replaceState(history.state, "", address);
  location.reload();
}
