// Hanabi for one player: stacks, the hand, what has been discarded, and the deck as a timeline.

import { cardName, looksOf, parseCard } from "../dom.js";
import { cardsOf } from "../stacks.js";

/** How a line of solitaire Hanabi looks, step by step. */
export function board(line) {
  const { play, colours } = line;
  const deck = line.instance.deck.map(parseCard);
  const states = walked(play, deck);
  const cards = cardsOf(deck, looksOf(colours), states);
  const draws = states.flatMap((state, k) => (k && (k === play.length || play[k].from === "deck") ? [k] : []));

  function say(k) {
    if (k === 0) return `Nothing has been drawn. The hand holds ${line.instance.hand_size} cards at most.`;
    const step = play[k - 1];
    const words = { play: "play", store: "store", discard: "discard" }[step.action];
    return `Draw ${states[k].drawn}: ${words} ${cardName(parseCard(step.card))}${step.from === "hand" ? " from the hand" : ""}.`;
  }

  function draw(now, go) {
    const state = states[now];
    return [
      cards.stacks(colours, state, go),
      cards.row(`Hand (${state.hand.length} of ${line.instance.hand_size})`, state.hand, state),
      cards.discards(colours, state),
      cards.timeline(state, "", go),
    ];
  }

  const names = play.map(({ action, card, from }) => `${action} ${card}${from === "hand" ? " from the hand" : ""}`);
  return { length: play.length, names, start: 0, groups: draws, unit: { step: "step", group: "draw" }, say, draw };
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
