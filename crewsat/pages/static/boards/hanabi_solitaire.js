// Hanabi for one player: stacks, the hand, what has been discarded, and the deck as a timeline.

import { parseCard } from "../cards.js";
import { looksOf } from "../dom.js";
import { cardName, say } from "../say.js";
import { cardsOf, untouched } from "../stacks.js";

/** How a line of solitaire Hanabi looks, step by step. */
export function board(line) {
  const { play, colours } = line;
  const deck = line.instance.deck.map(parseCard);
  const states = walked(play, deck);
  const cards = cardsOf(deck, looksOf(colours), states);
  const { touching = untouched } = line;
  const draws = states.flatMap((state, k) => (k && (k === play.length || play[k].from === "deck") ? [k] : []));

  /** A sentence about the position after some steps. */
  function told(k) {
    if (k === 0) return say("solitaire.start", { n: line.instance.hand_size });
    const { action, card, from } = play[k - 1];
    const where = from === "hand" ? say("solitaire.fromHand") : "";
    return say(`solitaire.${action}`, { n: states[k].drawn, card: cardName(parseCard(card)), from: where });
  }

  /** What touching a card does: one of the hand, or the next of the deck. */
  function touched(index, now, go) {
    const words = `${deck[index].text}${index < states[now].drawn ? " from the hand" : ""}`;
    const isOwn = (move) => now === play.length && move.replace(/^\w+ /, "") === words;
    return touching(`card ${index}`, isOwn, () => go(now));
  }

  function draw(now, go) {
    const state = states[now];
    const hand = say("solitaire.hand", { number: state.hand.length, most: line.instance.hand_size });
    const ofHand = state.hand.map((index) => touched(index, now, go));
    const next = state.drawn < deck.length ? touched(state.drawn, now, go) : untouched();
    return [
      cards.stacks(colours, state, go),
      cards.row(hand, state.hand, state, (k) => ofHand[k].does),
      ...ofHand.map(({ shown }) => shown),
      cards.discards(colours, state),
      cards.timeline(state, "deck.left", go, next.does),
      next.shown,
    ].filter(Boolean);
  }

  const names = play.map(({ action, card, from }) => `${action} ${card}${from === "hand" ? " from the hand" : ""}`);
  return {
    length: play.length,
    names,
    start: line.start,
    from: 0,
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
