// Hanabi for one player: stacks, the hand, what has been discarded, and the deck as a timeline.

import { cardName, cardView, el, looksOf, parseCard } from "../dom.js";

/** How a line of solitaire Hanabi looks, step by step. */
export function board(line) {
  const { play, colours } = line;
  const deck = line.instance.deck.map(parseCard);
  const looks = looksOf(colours);
  const states = walked(play, deck);
  const draws = states.flatMap((state, k) => (k && (k === play.length || play[k].from === "deck") ? [k] : []));

  function say(k) {
    if (k === 0) return `Nothing has been drawn. The hand holds ${line.instance.hand_size} cards at most.`;
    const step = play[k - 1];
    const words = { play: "play", store: "store", discard: "discard" }[step.action];
    return `Draw ${states[k].drawn}: ${words} ${cardName(parseCard(step.card))}${step.from === "hand" ? " from the hand" : ""}.`;
  }

  function cardOf(index, options) {
    return cardView(deck[index], looks.get(deck[index].suit), options);
  }

  function drawnIn(index) {
    return states.findIndex((state) => state.drawn > index);
  }

  function stack(colour, state, go) {
    const laid = state.laid.filter((index) => deck[index].suit === colour);
    return el("div", { class: "stack" }, el("span", { class: "who" }, colour), el("div", { class: "cards" }, laid.length
      ? laid.map((index) => cardOf(index, { said: "played; go to its draw", key: `laid ${index}`, state: state.fresh === index ? "just" : "", click: () => go(drawnIn(index)) }))
      : el("span", { class: "card empty", role: "img", "aria-label": "nothing yet" })));
  }

  function row(name, indices, state) {
    return el("section", { "aria-label": name }, el("h2", {}, name), el("div", { class: "cards" }, indices.map((index) => cardOf(index, { state: state.fresh === index ? "just" : "" }))));
  }

  function draw(now, go) {
    const state = states[now];
    return [
      el("section", { class: "stacks", "aria-label": "Stacks" }, colours.map((colour) => stack(colour, state, go))),
      row(`Hand (${state.hand.length} of ${line.instance.hand_size})`, state.hand, state),
      row("Discards", state.discards, state),
      el("section", { "aria-label": "The deck" }, el("h2", {}, "The deck ", el("small", {}, `${deck.length - state.drawn} cards left`)), el("div", { class: "cards" }, deck.map((_, index) => {
        const at = drawnIn(index);
        return cardOf(index, { said: index < state.drawn ? "drawn" : "to come", state: `${index < state.drawn ? "gone" : ""}${index === state.drawn ? " next" : ""}`, key: `deck ${index}`, click: at >= 0 ? () => go(at) : null });
      }))),
    ];
  }

  return { length: play.length, start: 0, groups: draws, unit: { step: "step", group: "draw" }, say, draw };
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
