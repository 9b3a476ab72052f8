// A deck laid out suit by suit: cards are given to players by number keys or touches, and goals are chosen.

import { cardName, cardView, el, looksOf, parseCard } from "./dom.js";

const SUITS = ["blue", "green", "pink", "yellow"];
const DECKS = { "planet-nine": "rocket", "deep-sea": "submarine" };
const ORDERS = ["", "1", "2", "3", "4", "5", "omega", ">", ">>", ">>>", ">>>>"];

/**
 * The entry of a real deal by hand.
 *
 * @param change  called with the text of the deal after every change
 */
export function grid(change) {
  let deck = "planet-nine";
  let players = 4;
  let holder = new Map();
  let clauses = [];
  let cursor = 0;
  let chosen = 1;
  let aim = "deal";
  const place = el("div", { class: "grid" });

  const cards = () => [...SUITS.flatMap((suit) => Array.from({ length: 9 }, (_, k) => `${suit}${9 - k}`)), ...[4, 3, 2, 1].map((value) => `${DECKS[deck]}${value}`)];

  /** Take over a deal that is known to be one of a real deck; other deals leave the grid as it is. */
  function load(instance, text) {
    if (instance.game !== "crew" || !DECKS[instance.rules] || instance.played?.length) return;
    deck = instance.rules;
    players = instance.hands.length;
    holder = new Map(instance.hands.flatMap((hand, k) => hand.map((card) => [card, k + 1])));
    clauses = text.split(";").slice(1).map((clause) => clause.trim()).filter((clause) => clause && !clause.startsWith("rules "));
    draw();
  }

  function write() {
    const hands = Array.from({ length: players }, (_, k) => cards().filter((card) => holder.get(card) === k + 1).join(" ") || "-");
    change([hands.join(" / "), `rules ${deck}`, ...clauses].join("; "));
  }

  function give(card, player) {
    if (player > players) return;
    if (holder.get(card) === player) holder.delete(card);
    else holder.set(card, player);
    changed();
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
      const card = all[cursor];
      if (holder.get(card) !== Number(event.key)) holder.set(card, Number(event.key));
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
    if (aim === "deal") give(card, chosen);
    else goal(card);
  }

  /** Add the goal on a card, or take it back. */
  function goal(card) {
    const token = place.querySelector("select[name=token]").value;
    const other = (clause) => !new RegExp(`wins ${card}(?![0-9])`).test(clause);
    const without = clauses.filter(other);
    const owner = chosen === 0 ? "anybody" : String(chosen);
    clauses = without.length < clauses.length ? without : [...clauses, `${owner} wins ${card}${token ? `[${token}]` : ""}`];
    changed();
  }

  function rest() {
    for (const card of cards()) if (!holder.has(card)) holder.set(card, chosen || 1);
    changed();
  }

  function draw() {
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const token = place.querySelector("select[name=token]")?.value ?? "";
    const all = cards();
    const looks = looksOf([...SUITS, DECKS[deck]]);
    const left = all.filter((card) => !holder.has(card)).length;
    const sizes = Array.from({ length: players }, (_, k) => all.filter((card) => holder.get(card) === k + 1).length);
    const names = [...(aim === "goals" ? [0] : []), ...sizes.map((_, k) => k + 1)];
    const rows = [...SUITS, DECKS[deck]];
    place.replaceChildren(
      el("div", { class: "controls" },
        el("label", {}, "Deck ", el("select", { "data-key": "deck", change: (event) => { deck = event.target.value; holder.clear(); clauses = []; changed(); } }, Object.keys(DECKS).map((name) => el("option", { value: name, selected: name === deck }, name)))),
        el("label", {}, "Players ", el("select", { "data-key": "players", change: (event) => { players = Number(event.target.value); for (const [card, player] of holder) if (player > players) holder.delete(card); changed(); } }, [3, 4, 5].map((k) => el("option", { value: k, selected: k === players }, String(k))))),
        el("button", { type: "button", "data-key": "aim deal", "aria-pressed": String(aim === "deal"), click: () => { aim = "deal"; chosen = chosen || 1; draw(); } }, "Deal cards"),
        el("button", { type: "button", "data-key": "aim goals", "aria-pressed": String(aim === "goals"), click: () => { aim = "goals"; draw(); } }, "Choose goals")),
      el("div", { class: "controls", role: "group", "aria-label": aim === "deal" ? "Cards go to" : "The goal is of" },
        names.map((k) => el("button", { type: "button", "data-key": `player ${k}`, "aria-pressed": String(k === chosen), click: () => { chosen = k; draw(); } }, k ? `Player ${k}${aim === "deal" ? ` (${sizes[k - 1]})` : ""}` : "Anybody")),
        aim === "deal" ? el("button", { type: "button", "data-key": "rest", click: rest }, `The rest to player ${chosen}`) : el("label", {}, "Token ", el("select", { name: "token", "data-key": "token" }, ORDERS.map((one) => el("option", { value: one, selected: one === token }, one || "none"))))),
      el("p", { class: "settings", role: "status" }, left ? `${left} cards are not placed yet.` : "All cards are placed."),
      el("div", { class: "deck", keydown: press }, rows.map((suit) => el("div", { class: "cards", role: "group", "aria-label": suit }, all.map((text, index) => [text, index]).filter(([text]) => parseCard(text).suit === suit).map(([text, index]) => {
        const card = parseCard(text);
        const player = holder.get(text);
        const wanted = clauses.some((clause) => new RegExp(`wins ${text}(?![0-9])`).test(clause));
        const said = [player ? `player ${player}` : "not placed", wanted ? "a goal" : ""].filter(Boolean).join(", ");
        const view = cardView(card, looks.get(suit), { said, state: `${index === cursor ? "next" : ""} ${player ? "" : "gone"} ${wanted ? "wanted" : ""}`, key: index === cursor ? "cursor" : `deck ${text}`, click: () => touched(text, index) });
        view.tabIndex = index === cursor ? 0 : -1;
        view.append(el("small", { class: "holder", "aria-hidden": "true" }, player ? String(player) : "–"));
        return view;
      })))),
      el("p", { class: "settings" }, aim === "deal" ? `Under the cursor: ${cardName(parseCard(all[cursor]))}. Press 1 to ${players} to give it to a player; or touch a player, then cards.` : "Touch a card to make it a goal, or to take that back."),
    );
    if (focused) place.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  draw();
  return { place, load };
}
