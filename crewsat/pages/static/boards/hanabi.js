// Hanabi with all cards seen: stacks, hands, what has been discarded, and the deck as a timeline.

import { parseCard } from "../cards.js";
import { el, looksOf } from "../dom.js";
import { cardName, say, suitName } from "../say.js";
import { cardsOf } from "../stacks.js";

/** The key of what is said of moves that are decided together. */
export const oneForAll = "hanabi.clues";

/** How a line of Hanabi looks, action by action. It may have `touching`, which says what touching a card does. */
export function board(line) {
  const { play, suits, tokens } = line;
  const deck = line.instance.deck.map(parseCard);
  const looks = looksOf(suits);
  const { players } = line.instance;
  const states = walked(line, deck);
  const { touching = () => ({ does: {}, shown: null }) } = line;
  const cards = cardsOf(deck, looks, states);
  const rounds = play.map((_, k) => k + 1).filter((k) => k % players === 0 || k === play.length);

  /** A sentence about the position after some turns. */
  function told(k) {
    if (k === 0) return say("hanabi.deal", { k: line.instance.first_player ?? 1 });
    const action = play[k - 1];
    const isDrawn = states[k].drawn > states[k - 1].drawn && action.from !== "pile";
    const drawn = isDrawn ? say("hanabi.draws", { card: cardName(deck[states[k].drawn - 1]) }) : "";
    const turn = say("hanabi.turn", { n: k, did: `${did(action)}${drawn}` });
    const now = say("hanabi.now", { tokens: counted("token", tokens[k]), points: counted("point", states[k].points) });
    return [turn, now, ...(line.lost === k ? [say("hanabi.lost")] : [])].join(" ");
  }

  function did(action) {
    const k = action.player;
    if (action.action === "clue")
      return say("hanabi.clue", { k, to: action.to, what: action.colour ? suitName(action.colour) : action.value });
    const from = action.from === "pile" ? say("hanabi.fromPile") : "";
    return say(`hanabi.${action.action}`, { k, card: cardName(parseCard(action.card)), from });
  }

  /** Who moves after some steps: where moves may be made, also after the last. */
  function onTurn(now, until) {
    if (now < until) return play[now].player;
    return now === play.length && line.legal?.length
      ? (((line.instance.first_player ?? 1) - 1 + now) % players) + 1
      : null;
  }

  /** Whether a move is one with a card: of the player on turn, or a clue about a card of another one. */
  function isMoveWith(index, player, now, move) {
    const { text, suit, value } = deck[index];
    const own = [`play ${text}`, `discard ${text}`, `strike ${text}`];
    const clues = [`clue ${suit} to player ${player}`, `clue ${value} to player ${player}`];
    return now === play.length && (player === onTurn(now, now) ? own : clues).includes(move);
  }

  function handView(hand, player, now, until, again) {
    const next = onTurn(now, until) === player;
    const touched = hand.map((index) =>
      touching(`card ${index}`, (move) => isMoveWith(index, player, now, move), again),
    );
    const view = (index, k) => {
      const { does } = touched[k];
      const just = states[now].drawn - 1 === index && now ? "just" : "";
      const said = [say("player", { k: player }), does.said].filter(Boolean).join(", ");
      return cards.card(index, { ...does, said, state: `${just} ${does.state ?? ""}`.trim() });
    };
    return el(
      "section",
      { class: `hand${next ? " turn" : ""}`, "aria-label": say("hand", { k: player }) },
      el("h2", {}, say("Player", { k: player }), next ? el("small", {}, ` – ${say("hanabi.onTurn")}`) : null),
      el("div", { class: "cards" }, hand.map(view)),
      touched.map(({ shown }) => shown),
    );
  }

  function draw(now, go, until) {
    const state = states[now];
    return [
      el(
        "p",
        { class: "facts" },
        dots(tokens[now], "clue"),
        `${counted("token", tokens[now])} · `,
        dots(line.strikes - state.strikes, "strike"),
        `${counted("strikes", line.strikes - state.strikes)} · ${counted("point", state.points)}`,
      ),
      cards.stacks(suits, state, go),
      el(
        "div",
        { class: "hands" },
        state.hands.map((hand, k) => handView(hand, k + 1, now, until, () => go(now))),
      ),
      cards.discards(suits, state, say("hanabi.discarded")),
      ...(until < play.length ? [] : [cards.timeline(state, "deck.pile", go)]), // it shows the cards that are to come
    ];
  }

  /** The strip of a review: a sign a turn, and what it means. */
  function signsOf() {
    return [...line.strip].map((sign, k) => ({
      sign,
      words: say(`hanabi.sign.${sign}`),
      group: Math.floor(k / players),
    }));
  }

  return {
    length: play.length,
    names: play.map(nameOf),
    start: line.start,
    groups: rounds,
    signs: line.strip ? signsOf() : null,
    unit: { group: say("hanabi.round") },
    say: told,
    draw,
  };
}

/** An action as the program writes it. */
function nameOf({ action, card, from, to, colour, value }) {
  if (action === "clue") return `clue ${colour ?? value} to player ${to}`;
  return `${action} ${card}${from === "pile" ? " from the pile" : ""}`;
}

/** As many dots as there are tokens; the words say it, too. */
function dots(number, kind) {
  const full = Array.from({ length: Math.floor(number) }, () => el("i", { class: kind }));
  return el(
    "span",
    { class: "dots", "aria-hidden": "true" },
    full,
    number % 1 ? el("i", { class: `${kind} half` }) : null,
  );
}

/** A number of something, which may be half of one. */
function counted(what, number) {
  return say(`hanabi.${what}`, { n: number, number: number % 1 ? `${Math.floor(number) || ""}½` : number });
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
