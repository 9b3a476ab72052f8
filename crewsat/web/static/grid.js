// A deck laid out suit by suit: cards are given to players by number keys or touches, and goals are chosen.

import { cardName, cardView, el, looksOf, parseCard } from "./dom.js";
import { clausesOf, goals } from "./goals.js";

const SUITS = ["blue", "green", "pink", "yellow"];
const DECKS = { "planet-nine": "rocket", "deep-sea": "submarine" };

/**
 * The entry of a real deal by hand.
 *
 * @param change  called with the text of the deal after every change
 */
export function grid(change) {
  let deck = "planet-nine";
  let players = 4;
  let holder = new Map();
  let cursor = 0;
  let chosen = 1;
  let aim = "deal";
  const place = el("div", { class: "grid" });
  const wanted = goals(() => changed());

  const suits = () => [...SUITS, DECKS[deck]];
  const cards = () => [
    ...SUITS.flatMap((suit) => Array.from({ length: 9 }, (_, k) => `${suit}${9 - k}`)),
    ...[4, 3, 2, 1].map((value) => `${DECKS[deck]}${value}`),
  ];

  /** Take over a deal that is known to be one of a real deck; other deals leave the grid as it is. */
  function load(instance, text) {
    if (instance.game !== "crew" || !DECKS[instance.rules] || instance.played?.length) return;
    deck = instance.rules;
    players = instance.hands.length;
    holder = new Map(instance.hands.flatMap((hand, k) => hand.map((card) => [card, k + 1])));
    chosen = Math.min(chosen, players);
    wanted.load(clausesOf(text).filter((clause) => !clause.startsWith("rules ")));
    draw();
  }

  function write() {
    const hands = Array.from(
      { length: players },
      (_, k) =>
        cards()
          .filter((card) => holder.get(card) === k + 1)
          .join(" ") || "-",
    );
    change([hands.join(" / "), `rules ${deck}`, ...wanted.clauses()].join("; "));
  }

  function changed() {
    draw();
    write();
  }

  function press(event) {
    const all = cards();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 9, ArrowUp: -9 };
    if (/^[1-5]$/.test(event.key) && aim === "deal") {
      if (Number(event.key) > players) return;
      holder.set(all[cursor], Number(event.key));
      cursor = Math.min(all.length - 1, cursor + 1);
      changed();
    } else if (event.key in moves) {
      cursor = Math.max(0, Math.min(all.length - 1, cursor + moves[event.key]));
      draw();
    } else if (event.key === "Backspace" || event.key === "Delete") {
      holder.delete(all[cursor]);
      if (event.key === "Backspace") cursor = Math.max(0, cursor - 1);
      changed();
    } else return;
    event.preventDefault();
    event.stopPropagation();
    place.querySelector("[data-key='cursor']")?.focus();
  }

  function touched(card, index) {
    cursor = index;
    if (aim === "goals") {
      wanted.touch(card);
      return;
    }
    if (holder.get(card) === chosen) holder.delete(card);
    else holder.set(card, chosen);
    changed();
  }

  function rest() {
    for (const card of cards()) if (!holder.has(card)) holder.set(card, chosen);
    changed();
  }

  function setDeck(event) {
    deck = event.target.value;
    holder.clear();
    wanted.clear();
    changed();
  }

  function setPlayers(event) {
    players = Number(event.target.value);
    for (const [card, player] of holder) if (player > players) holder.delete(card);
    chosen = Math.min(chosen, players);
    changed();
  }

  function settings() {
    const choice = (key, entries, value, change) =>
      el(
        "select",
        { "data-key": key, change },
        entries.map((one) => el("option", { value: one, selected: one === value }, String(one))),
      );
    const aimed = (name, words) =>
      el(
        "button",
        {
          type: "button",
          "data-key": `aim ${name}`,
          "aria-pressed": String(aim === name),
          click: () => {
            aim = name;
            draw();
          },
        },
        words,
      );
    return el(
      "div",
      { class: "controls" },
      el("label", {}, "Deck ", choice("deck", Object.keys(DECKS), deck, setDeck)),
      el("label", {}, "Players ", choice("players", [3, 4, 5], players, setPlayers)),
      aimed("deal", "Deal cards"),
      aimed("goals", "Choose goals"),
    );
  }

  function receivers() {
    const sizes = Array.from(
      { length: players },
      (_, k) => cards().filter((card) => holder.get(card) === k + 1).length,
    );
    return el(
      "div",
      { class: "controls", role: "group", "aria-label": "Cards go to" },
      sizes.map((size, k) =>
        el(
          "button",
          {
            type: "button",
            "data-key": `player ${k + 1}`,
            "aria-pressed": String(k + 1 === chosen),
            click: () => {
              chosen = k + 1;
              draw();
            },
          },
          `Player ${k + 1} (${size})`,
        ),
      ),
      el("button", { type: "button", "data-key": "rest", click: rest }, `The rest to player ${chosen}`),
    );
  }

  function cell(text, index, looks) {
    const card = parseCard(text);
    const player = holder.get(text);
    const goal = wanted.wants(text);
    const said = [player ? `player ${player}` : "not placed", goal ? "a goal" : ""].filter(Boolean).join(", ");
    const state = `${index === cursor ? "next" : ""} ${player ? "" : "gone"} ${goal ? "wanted" : ""}`;
    const view = cardView(card, looks.get(card.suit), {
      said,
      state,
      key: index === cursor ? "cursor" : `deck ${text}`,
      click: () => touched(text, index),
    });
    view.tabIndex = index === cursor ? 0 : -1;
    view.append(el("small", { class: "holder", "aria-hidden": "true" }, player ? String(player) : "–"));
    return view;
  }

  function draw() {
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const all = cards();
    const looks = looksOf(suits());
    const left = all.filter((card) => !holder.has(card)).length;
    const [above, below] = aim === "goals" ? wanted.views(players, deck === "deep-sea", draw) : [receivers(), null];
    const rows = suits().map((suit) =>
      el(
        "div",
        { class: "cards", role: "group", "aria-label": suit },
        all.map((text, index) => (parseCard(text).suit === suit ? cell(text, index, looks) : null)),
      ),
    );
    const hint =
      aim === "deal"
        ? `Under the cursor: ${cardName(parseCard(all[cursor]))}. Press 1 to ${players} to give it to a player; or touch a player, then cards.`
        : "Touch a card to make it a goal, or to take that back.";
    place.replaceChildren(
      settings(),
      el(
        "p",
        { class: "settings", role: "status" },
        left
          ? `${left} ${left === 1 ? "card is" : "cards are"} not placed yet.`
          : `All cards are placed. Player ${holder.get(`${DECKS[deck]}4`)} has the highest trump and leads.`,
      ),
      above,
      el("div", { class: "deck", keydown: press }, rows),
      el("p", { class: "settings" }, hint),
      ...(below ? [below] : []),
    );
    if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  draw();
  return { place, load };
}
