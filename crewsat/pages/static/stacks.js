// What the boards of Hanabi share: stacks, rows of cards, and the deck as a timeline.

import { cardView, el } from "./dom.js";
import { say, suitName } from "./say.js";

/**
 * Views of cards of a deck, each a number that is its place in the deck.
 *
 * @param deck    all cards, as of `parseCard`
 * @param looks   the number of the look of each suit
 * @param states  every position: `drawn`, how many cards have been; `laid`, the cards on the stacks; `fresh`, the card
 *                that has just moved
 */
export function cardsOf(deck, looks, states) {
  /** The step after which a card has been drawn; -1 if that never happens. */
  const drawnIn = (index) => states.findIndex((state) => state.drawn > index);
  const card = (index, options = {}) => cardView(deck[index], looks.get(deck[index].suit), options);
  const fresh = (index, state) => (state.fresh === index ? "just" : "");

  function stack(suit, state, go) {
    const laid = state.laid.filter((index) => deck[index].suit === suit);
    const views = laid.map((index) =>
      card(index, {
        said: say("stacks.played"),
        key: `laid ${index}`,
        state: fresh(index, state),
        click: () => go(drawnIn(index)),
      }),
    );
    return el(
      "div",
      { class: "stack" },
      el(
        "div",
        { class: "cards" },
        views.length ? views : el("span", { class: "card empty", role: "img", "aria-label": say("stacks.empty") }),
      ),
      el("span", { class: "who" }, suitName(suit)),
    );
  }

  return {
    card,
    stacks: (suits, state, go) =>
      el(
        "section",
        { class: "stacks", "aria-label": say("stacks") },
        suits.map((suit) => stack(suit, state, go)),
      ),
    row: (name, indices, state, said = "") =>
      el(
        "section",
        { "aria-label": name },
        el("h2", {}, name),
        el(
          "div",
          { class: "cards" },
          indices.map((index) => card(index, { said, state: fresh(index, state) })),
        ),
      ),
    /** What has been discarded, suit by suit. */
    discards(suits, state, said = "") {
      const order = (one, two) => deck[one].value - deck[two].value;
      const pile = (suit) => state.discards.filter((index) => deck[index].suit === suit).sort(order);
      return el(
        "section",
        { "aria-label": say("discards") },
        el("h2", {}, say("discards")),
        el(
          "div",
          { class: "piles" },
          suits.map(pile).map((indices) =>
            indices.length
              ? el(
                  "div",
                  { class: "cards" },
                  indices.map((index) => card(index, { said, state: `small ${fresh(index, state)}` })),
                )
              : null,
          ),
        ),
      );
    },
    /** The deck in its order; a click on a card goes to its draw. */
    timeline(state, left, go) {
      const view = (_, index) => {
        const [gone, at] = [index < state.drawn, drawnIn(index)];
        return card(index, {
          said: say(gone ? "deck.drawn" : "deck.toBeDrawn"),
          state: `small ${gone ? "gone" : ""}${index === state.drawn ? " next" : ""}`,
          key: `deck ${index}`,
          click: at >= 0 ? () => go(at) : null,
        });
      };
      return el(
        "section",
        { "aria-label": say("deck") },
        el("h2", {}, `${say("deck")} `, el("small", {}, say(left, { n: deck.length - state.drawn }))),
        el("div", { class: "cards" }, deck.map(view)),
      );
    },
  };
}
