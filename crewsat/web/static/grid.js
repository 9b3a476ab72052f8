// A deck laid out suit by suit: cards are given to players by number keys or touches, and goals are chosen.

import { parseCard } from "./cards.js";
import { cardView, el, looksOf } from "./dom.js";
import { clausesOf, goals, namesOf, written } from "./goals.js";
import { callPlayers, cardName, say, suitName } from "./say.js";

const SUITS = ["blue", "green", "pink", "yellow"];
const DECKS = { "planet-nine": "rocket", "deep-sea": "submarine" };
const NEW = { deck: "planet-nine", players: 4, holder: [], clauses: [] };

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
  let foreign = false; // whether the text is not a deal of one of these decks
  const wanted = goals(
    () => changed(),
    (number, name) => !foreign && number === players && name === deck,
  );
  let held = false; // whether a button is held down: it would lose its click by being redrawn
  let due = false; // whether the grid is to be drawn when it is released

  const suits = () => [...SUITS, DECKS[deck]];
  const cards = () => [
    ...SUITS.flatMap((suit) => Array.from({ length: 9 }, (_, k) => `${suit}${9 - k}`)),
    ...[4, 3, 2, 1].map((value) => `${DECKS[deck]}${value}`),
  ];

  /**
   * Take over the deal of a text, if it is one of a real deck before the first card; return how many are not placed yet.
   * For other texts the grid says that they are not: it never overwrites them unasked.
   */
  function load(text) {
    const found = text.trim() ? dealOf(text) : NEW;
    foreign = found === null;
    if (foreign) {
      place.replaceChildren(elsewhere(text));
      return 0;
    }
    const before = players === found.players ? handSizes() : [];
    deck = found.deck;
    players = found.players;
    holder = new Map(found.holder);
    const smaller = handSizes().findIndex((size, k) => size < before[k]);
    chosen = smaller < 0 ? Math.min(chosen, players) : smaller + 1; // a card has been taken back from this hand
    wanted.load([...found.clauses]);
    draw();
    return left();
  }

  function elsewhere(text) {
    return el(
      "p",
      {},
      `${say(/;\s*(?:played|dealt|passed)\b/.test(text) ? "grid.played" : "grid.elsewhere")} `,
      el("button", { type: "button", click: () => change("") }, say("grid.begin")),
    );
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

  const left = () => cards().filter((card) => !holder.has(card)).length;

  function restButton() {
    const give = () => {
      rest(chosen);
      changed();
    };
    return el("button", { type: "button", "data-key": "rest", click: give }, say("grid.rest", { k: chosen }));
  }

  /** Show what is still to be done, or who leads. */
  function standing() {
    const sizes = handSizes();
    const number = left();
    if (number) return say("grid.left", { n: number });
    const isUneven = Math.max(...sizes) - Math.min(...sizes) > 1;
    const uneven = isUneven ? [say("grid.uneven", { sizes: sizes.join(", ") })] : [];
    return [say("grid.placed"), say("grid.leader", { k: holder.get(`${DECKS[deck]}4`) }), ...uneven].join(" ");
  }

  function handSizes() {
    return Array.from({ length: players }, (_, k) => cards().filter((card) => holder.get(card) === k + 1).length);
  }

  function press(event) {
    const all = cards();
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 9, ArrowUp: -9 };
    if (/^[1-5]$/.test(event.key) && aim === "deal") {
      if (Number(event.key) > players) return;
      give(all[cursor], Number(event.key));
      cursor = Math.min(all.length - 1, cursor + 1);
      changed();
    } else if (/^[0-5]$/.test(event.key) && aim === "goals") {
      if (Number(event.key) > players) return;
      wanted.give(all[cursor], Number(event.key));
    } else if (event.key in moves) {
      cursor = Math.max(0, Math.min(all.length - 1, cursor + moves[event.key]));
      draw();
    } else if (event.key === "Backspace" || event.key === "Delete") {
      const card = all[cursor];
      if (event.key === "Backspace") cursor = Math.max(0, cursor - 1);
      if (aim === "goals") wanted.drop(card);
      else {
        holder.delete(card);
        changed();
      }
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
    else give(card, chosen);
    changed();
  }

  /** Give a card to a player; a hand that is full is followed by the next one, and the last hand fills itself. */
  function give(card, player) {
    holder.set(card, player);
    const least = Math.floor(cards().length / players);
    const more = cards().length % players; // this many hands have one card more
    const sizes = handSizes();
    const larger = sizes.filter((size) => size > least).length;
    const isFull = (size) => size > least || (size === least && larger >= more);
    const open = sizes.map((size, k) => (size < least ? k + 1 : 0)).filter(Boolean);
    if (open.length === 1 && open[0] !== player) rest(open[0]);
    else if (player === chosen && isFull(sizes[player - 1]) && open.length)
      chosen = open.find((one) => one > player) ?? open[0];
  }

  /** Give all cards that are left to a player. */
  function rest(player) {
    for (const card of cards()) if (!holder.has(card)) holder.set(card, player);
  }

  /** Change the deck: placed cards stay, with trumps replaced by those of the new deck; goals do not. */
  function setDeck(event) {
    const [before, after] = [DECKS[deck], DECKS[event.target.value]];
    deck = event.target.value;
    holder = new Map([...holder].map(([card, player]) => [card.replace(before, after), player]));
    wanted.clear();
    changed();
  }

  function setPlayers(event) {
    players = Number(event.target.value);
    for (const [card, player] of holder) if (player > players) holder.delete(card);
    chosen = Math.min(chosen, players);
    const names = wanted.names();
    wanted.call(names.length < players ? [] : names.slice(0, players));
  }

  function settings() {
    const choice = (label, entries, value, words, change) =>
      el(
        "select",
        { "aria-label": say(`grid.${label}`), "data-key": label, change },
        entries.map((one) => el("option", { value: one, selected: one === value }, words(one))),
      );
    return el(
      "div",
      { class: "controls" },
      choice("deck", Object.keys(DECKS), deck, (one) => say(`deck.${one}`), setDeck),
      choice("players", [3, 4, 5], players, (n) => say("crew.players", { n }), setPlayers),
      el("button", { type: "button", "data-key": "new", click: begin }, say("grid.new")),
    );
  }

  /** Who plays: names that are used in place of numbers. */
  function names() {
    const change = (event) => wanted.call(namesOf(event.target.value));
    const value = wanted.names().map(written).join(", ");
    const shape = { type: "text", class: "wide", placeholder: say("grid.namesLike"), "data-key": "names" };
    const input = el("input", { ...shape, value, change });
    return el("div", { class: "controls" }, el("label", {}, `${say("grid.names")} `, input));
  }

  function aimed(name, words) {
    const choose = () => {
      aim = name;
      draw();
    };
    const state = { "data-key": `aim ${name}`, "aria-pressed": String(aim === name) };
    return el("button", { type: "button", ...state, click: choose }, words);
  }

  /** Whether touches deal cards or choose goals. */
  function aims() {
    return el(
      "div",
      { class: "controls", role: "group", "aria-label": say("grid.touches") },
      aimed("deal", say("grid.aim.deal")),
      aimed("goals", say("grid.aim.goals")),
    );
  }

  /** Begin with the same deck and players, and no card placed. */
  function begin() {
    holder = new Map();
    chosen = 1;
    cursor = 0;
    aim = "deal";
    wanted.clear();
    changed();
  }

  function receivers() {
    const sizes = handSizes();
    return el(
      "div",
      { class: "controls receivers", role: "group", "aria-label": say("grid.to") },
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
          say("grid.player", { k: k + 1, n: size }),
        ),
      ),
    );
  }

  function cell(text, index, looks) {
    const card = parseCard(text);
    const player = holder.get(text);
    const goal = wanted.ownerOf(text);
    const whose = goal === "?" ? say("anybody") : say("player", { k: goal });
    const dealtTo = player ? say("player", { k: player }) : say("grid.notPlaced");
    const said = [dealtTo, goal ? say("grid.goal", { whose }) : ""].filter(Boolean).join(", ");
    const dealt = player === chosen ? "ours" : player ? "placed" : "";
    const state = `${index === cursor ? "next" : ""} ${aim === "deal" ? dealt : ""} ${goal ? "wanted" : ""}`;
    const view = cardView(card, looks.get(card.suit), {
      said,
      state,
      key: index === cursor ? "cursor" : `deck ${text}`,
      click: () => touched(text, index),
    });
    view.tabIndex = index === cursor ? 0 : -1;
    const mark = String((aim === "goals" ? goal : player) ?? "");
    view.append(el("small", { class: "holder", "aria-hidden": "true", hidden: !mark }, mark));
    return view;
  }

  function hold(event) {
    const pressed = event.type === "pointerdown" || event.key === " ";
    if (pressed && event.target.closest("button")) held = true;
  }

  function release() {
    held = false;
    setTimeout(() => due && draw()); // after the click
  }

  function draw() {
    due = held;
    if (held || foreign) return;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    callPlayers(wanted.names());
    const all = cards();
    const looks = looksOf(suits());
    const [above, below] = aim === "goals" ? wanted.views(players, deck, draw) : [receivers(), null];
    const rows = suits().map((suit) =>
      el(
        "div",
        { class: "cards", role: "group", "aria-label": suitName(suit) },
        all.map((text, index) => (parseCard(text).suit === suit ? cell(text, index, looks) : null)),
      ),
    );
    const hint = say(aim === "deal" ? "grid.cursor" : "grid.cursorGoal", {
      card: cardName(parseCard(all[cursor])),
      k: players,
    });
    place.replaceChildren(
      settings(),
      aims(),
      above,
      el("div", { class: "deck", keydown: press }, rows),
      el("p", { class: "settings", role: "status" }, standing()),
      aim === "goals" ? el("p", { class: "settings" }, say("grid.aim")) : "",
      el("p", { class: "settings hint" }, hint),
      ...(aim === "deal" && left() ? [restButton()] : []),
      ...(below ? [below] : []),
      names(),
    );
    if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  for (const name of ["pointerdown", "keydown"]) place.addEventListener(name, hold);
  for (const name of ["pointerup", "pointercancel", "keyup"]) globalThis.addEventListener(name, release);
  draw();
  return { place, load, shows: () => !foreign };
}

/**
 * Read a deal of a real deck in words that are written out, as this page and the engine write it; null for others.
 * Instead of its rules a deal may state what follows from them: the trump, and the holder of its highest card as leader.
 */
function dealOf(text) {
  const clauses = clausesOf(text);
  const deck = Object.keys(DECKS).find((name) =>
    clauses.some((one) => [`rules ${name}`, `trump ${DECKS[name]}`].includes(one)),
  );
  const hands = text.split(";", 1)[0].split("/");
  if (!deck || hands.length < 3 || hands.length > 5 || clauses.some((clause) => /^(played|dealt|passed|covered)\b/.test(clause)))
    return null;
  const cards = hands.flatMap((hand, k) => cardsOfHand(hand).map((card) => [card, k + 1]));
  const suits = [...SUITS, DECKS[deck]];
  const known = ([card]) =>
    suits.includes(card.replace(/[1-9]$/, "")) && (!card.startsWith(DECKS[deck]) || card < `${DECKS[deck]}5`);
  const holder = new Map(cards);
  if (!cards.every(known) || holder.size < cards.length) return null;
  const leader = holder.get(`${DECKS[deck]}4`);
  const implied = [`rules ${deck}`, `trump ${DECKS[deck]}`, ...(leader ? [`leader ${leader}`] : [])];
  const others = clauses.filter((clause) => !implied.includes(clause));
  if (others.some((clause) => /^(rules|trump|leader)\b/.test(clause))) return null;
  return { deck, players: hands.length, holder: cards, clauses: others };
}

/** The cards of "pink9,4 blue2"; "-" is an empty hand. */
function cardsOfHand(hand) {
  const words = hand
    .trim()
    .split(/\s+/)
    .filter((word) => word && word !== "-");
  return words.flatMap((word) => {
    const [, suit, values] = /^([a-z]+)([1-9](?:,[1-9])*)$/.exec(word) ?? [];
    return suit ? values.split(",").map((value) => `${suit}${value}`) : [word];
  });
}
