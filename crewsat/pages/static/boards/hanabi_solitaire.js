// Hanabi for one player: stacks, the hand, what has been discarded, and the deck as a timeline.

import { parseCard } from "../cards.js";
import { looksOf } from "../dom.js";
import { cardName, say } from "../say.js";
import { cardsOf } from "../stacks.js";

/** How a line of solitaire Hanabi looks, step by step. */
export function board(line) {
  const { play, colours } = line;
  const deck = line.instance.deck.map(parseCard);
  const states = walked(play, deck);
  const cards = cardsOf(deck, looksOf(colours), states);
  const draws = states.flatMap((state, k) => (k && (k === play.length || play[k].from === "deck") ? [k] : []));

  /** A sentence about the position after some steps. */
  function told(k) {
    if (k === 0) return say("solitaire.start", { n: line.instance.hand_size });
    const { action, card, from } = play[k - 1];
    const where = from === "hand" ? say("solitaire.fromHand") : "";
    return say(`solitaire.${action}`, { n: states[k].drawn, card: cardName(parseCard(card)), from: where });
  }

  function draw(now, go) {
    const state = states[now];
    return [
      cards.stacks(colours, state, go),
      cards.row(say("solitaire.hand", { number: state.hand.length, most: line.instance.hand_size }), state.hand, state),
      cards.discards(colours, state),
      cards.timeline(state, "deck.left", go),
    ];
  }

  const names = play.map(({ action, card, from }) => `${action} ${card}${from === "hand" ? " from the hand" : ""}`);
  return {
    length: play.length,
    names,
    start: 0,
    groups: draws,
    unit: { group: say("solitaire.draw") },
    say: told,
    draw,
  };
}

/** Every position: the hand and the piles as places in the deck. */
function walked(play, deck) {
  let state = { drawn: 0, hand: [], laid: [], discards: [], fresh: null };
  const states = [state];
  for (const step of play) {
    state = { ...state };
    let index = state.drawn;
    if (step.from === "deck") state.drawn += 1;
    else {
      index = state.hand.find((one) => deck[one].text === step.card);
      state.hand = state.hand.filter((one) => one !== index);
    }
    const pile = { play: "laid", store: "hand", discard: "discards" }[step.action];
    state[pile] = [...state[pile], index];
    state.fresh = index;
    states.push(state);
  }
  return states;
}
