// Files for the user: the browser keeps them, the server does not.

import { el } from "./dom.js";
import { say } from "./say.js";

/** Give a file to the browser to save. */
export function save(name, content, type = "application/json") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Bytes written in base64. */
export function unpacked(text) {
  return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
}

/** Copy a text; where the browser does not allow that, as in pages that are not encrypted, show it to be copied. */
export async function copy(text, button) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    button.dataset.words ??= button.textContent;
    button.textContent = say("copied");
    setTimeout(() => {
      button.textContent = button.dataset.words;
    }, 1500);
    return;
  }
  if (!button.nextElementSibling?.matches("input[readonly]"))
    button.after(el("input", { type: "text", readonly: true, "aria-label": say("copy.it") }));
  button.nextElementSibling.value = text;
  button.nextElementSibling.select();
}
