// Hanabi with all cards seen: stacks, hands, what has been discarded, and the deck as a timeline.

import { cardName, el, looksOf, parseCard } from "../dom.js";
import { cardsOf } from "../stacks.js";

/** What is said of moves that are decided together. */
export const oneForAll = "All clues count as one move.";

/** How a line of Hanabi looks, action by action. */
export function board(line) {
  const { play, suits, tokens } = line;
  const deck = line.instance.deck.map(parseCard);
  const looks = looksOf(suits);
  const { players } = line.instance;
  const states = walked(line, deck);
  const cards = cardsOf(deck, looks, states);
  const rounds = play.map((_, k) => k + 1).filter((k) => k % players === 0 || k === play.length);

  function say(k) {
    if (k === 0) return `The cards are dealt. Player ${line.instance.first_player ?? 1} begins.`;
    const action = play[k - 1];
    const who = `Turn ${k}: player ${action.player}`;
    const drawn =
      states[k].drawn > states[k - 1].drawn && action.from !== "pile"
        ? `, and draws ${cardName(deck[states[k].drawn - 1])}`
        : "";
    const lost = line.lost === k ? " This lost the target." : "";
    return `${who} ${did(action)}${drawn}. ${count(tokens[k], "clue token")}, ${count(states[k].points, "point")}.${lost}`;
  }

  function did(action) {
    if (action.action === "clue") return `gives player ${action.to} the clue ${action.colour ?? action.value}`;
    const words = { play: "plays", discard: "discards", strike: "strikes with" }[action.action];
    return `${words} ${cardName(parseCard(action.card))}${action.from === "pile" ? " from the pile" : ""}`;
  }

  function handView(hand, player, now) {
    const next = play[now]?.player === player;
    return el(
      "section",
      { class: `hand${next ? " turn" : ""}`, "aria-label": `Hand of player ${player}` },
      el("h2", {}, `Player ${player}`, next ? el("small", {}, " – on turn") : null),
      el(
        "div",
        { class: "cards" },
        hand.map((index) =>
          cards.card(index, { said: `player ${player}`, state: states[now].drawn - 1 === index && now ? "just" : "" }),
        ),
      ),
    );
  }

  function draw(now, go) {
    const state = states[now];
    return [
      el(
        "p",
        { class: "facts" },
        dots(tokens[now], "clue"),
        `${count(tokens[now], "clue token")} · `,
        dots(line.strikes - state.strikes, "strike"),
        `${count(line.strikes - state.strikes, "strike")} left · ${count(state.points, "point")}`,
      ),
      cards.stacks(suits, state, go),
      el(
        "div",
        { class: "hands" },
        state.hands.map((hand, k) => handView(hand, k + 1, now)),
      ),
      cards.discards(suits, state, "discarded"),
      cards.timeline(state, " in the pile", go),
    ];
  }

  /** The strip of a review: a sign a turn, and what it means. */
  function signsOf() {
    return [...line.strip].map((sign, k) => ({ sign, words: SIGNS[sign], group: Math.floor(k / players) }));
  }

  return {
    length: play.length,
    names: play.map(nameOf),
    start: line.start,
    groups: rounds,
    signs: line.strip ? signsOf() : null,
    unit: { step: "turn", group: "round" },
    say,
    draw,
  };
}

/** An action as the program writes it. */
function nameOf({ action, card, from, to, colour, value }) {
  if (action === "clue") return `clue ${colour ?? value} to player ${to}`;
  return `${action} ${card}${from === "pile" ? " from the pile" : ""}`;
}

const SIGNS = {
  "=": "the target is within reach",
  v: "this lost points",
  "-": "the target is out of reach",
  "?": "unknown",
};

/** As many dots as there are tokens; the words say it, too. */
function dots(number, kind) {
  const full = Array.from({ length: Math.floor(number) }, () => el("i", { class: kind }));
  return el("span", { class: "dots", "aria-hidden": "true" }, full, number % 1 ? el("i", { class: `${kind} half` }) : null);
}

function count(number, noun) {
  return `${number % 1 ? `${Math.floor(number) || ""}½` : number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Every position: hands and piles as places in the deck, oldest first. */
function walked(line, deck) {
  const { players } = line.instance;
  let state = {
    hands: Array.from({ length: players }, (_, k) =>
      Array.from({ length: line.hand_size }, (_, j) => k * line.hand_size + j),
    ),
    drawn: players * line.hand_size,
    laid: [],
    discards: [],
    strikes: 0,
    points: 0,
    fresh: null,
  };
  const states = [state];
  for (const action of line.play) {
    state = { ...state, hands: state.hands.map((hand) => [...hand]), fresh: null };
    if (action.action !== "clue") move(state, action, deck);
    states.push(state);
  }
  return states;
}

function move(state, action, deck) {
  const hand = state.hands[action.player - 1];
  let index = state.drawn;
  if (action.from === "pile") state.drawn += 1;
  else {
    const alike = hand.filter((one) => deck[one].text === action.card);
    index = alike[(action.copy ?? 1) - 1];
    hand.splice(hand.indexOf(index), 1);
    if (state.drawn < deck.length) hand.push(state.drawn++);
  }
  const pile = action.action === "play" ? "laid" : "discards";
  state[pile] = [...state[pile], index];
  state.points = state.laid.length;
  state.strikes += action.action === "strike" ? 1 : 0;
  state.fresh = index;
}
