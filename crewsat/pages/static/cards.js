// Cards as the program writes them.

/** Read a card as the contract writes it: the suit, and its value as a number. */
export function parseCard(text) {
  const [, suit, value] = text.includes(":") ? /^(.*):(\d+)$/s.exec(text) : /^(.*\D)(\d+)$/s.exec(text);
  return { text, suit, value: Number(value) };
}
