// One hand only: the table as the player sees it whose turn it is, and what is advised to this player.

import { parseCard } from "./cards.js";
import { cardView, el, looksOf } from "./dom.js";
import { say } from "./say.js";
import { LANGUAGE } from "./words.js";

const MILLION = 1e6;
const NONE = { share: 0, low: 0, high: 0 };

/** The module of a board that shows of all hands but one their sizes only; `me` is the player, null for nobody. */
export function seenBy(game, me) {
  return { ...game, board: (line) => seenBoard(game.board, line, me) };
}

/** A board that never gets the other hands. */
function seenBoard(board, line, me) {
  const { hands } = line.instance;
  const mine = hands.map((hand, k) => (k + 1 === me ? hand : []));
  const shown = board({ ...line, instance: { ...line.instance, hands: mine, suits: suitsOf(line) } });
  const players = line.play.flatMap(({ leader, cards }) => cards.map((_, k) => (leader - 1 + k) % hands.length));

  /** Put the size of a hand after some moves in the place of its cards. */
  function covered(table, k, now) {
    const n = hands[k].length + players.slice(now).filter((player) => player === k).length;
    table
      .querySelector(`.hand.at${k + 1} > .cards`)
      .replaceChildren(el("span", { class: "size" }, say("hand.size", { n })));
  }

  function draw(now, go, until) {
    const nodes = shown.draw(now, go, until);
    const table = nodes.find((one) => one.classList.contains("table"));
    for (const k of hands.keys()) if (k + 1 !== me) covered(table, k, now);
    return nodes;
  }

  return { ...shown, draw };
}

/** The suits that were dealt, which all players know, in the order of the board. */
function suitsOf({ instance, play }) {
  const cards = [...instance.hands, ...play.map((trick) => trick.cards)].flat();
  const suits = [...(instance.suits ?? []).map(String), ...cards.map((text) => parseCard(text).suit).sort()];
  const trump = String(instance.trump);
  return [...new Set([...suits.filter((suit) => suit !== trump), ...suits.filter((suit) => suit === trump)])];
}

/**
 * What is advised.
 *
 * @param found   the answer of the engine: the `advice`, and the `limit` in seconds
 * @param line    the line of the board
 * @param me      the player
 * @param longer  asks for more deals
 */
export function adviceView({ advice, limit }, line, me, longer) {
  const { bot, consistent, deals, enumerated, options } = advice;
  const suits = suitsOf(line);
  const looks = looksOf(suits);
  const named = { name: bot.name, version: bot.version };
  const fit = say("advice.fit", { n: consistent, number: numberOf(consistent), k: me });
  const tried = enumerated
    ? say("advice.all")
    : say(deals ? "advice.tried" : "advice.late", { n: deals, seconds: numberOf(limit) });
  const more = el("button", { type: "button", click: longer }, say("longer"));
  if (!options.length) return [el("p", {}, fit, " ", tried), more];
  const cards = options.map((one) => ({ ...one, ...parseCard(one.card) })); // in the order of the board
  cards.sort((a, b) => suits.indexOf(a.suit) - suits.indexOf(b.suit) || b.value - a.value);
  const row = ({ card, suit, value, wins_open: open, wins_bot: won, lost_in_all: lost }) =>
    el(
      "tr",
      { class: card === advice.advice ? "now" : "" },
      el(
        "th",
        { scope: "row" },
        cardView({ suit, value }, looks.get(suit), { state: "small" }),
        " ",
        lost ? el("small", { class: "no" }, say("advice.lost")) : null,
        card === advice.advice ? el("small", {}, say("advice.best")) : null,
      ),
      [open, won].map((share) => el("td", {}, shareView(lost ? NONE : share))),
    );
  const head = [say("advice.card"), say("advice.open"), say("advice.bot", named)];
  return [
    el("p", {}, fit, " ", tried),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          head.map((words) => el("th", { scope: "col" }, words)),
        ),
      ),
      el("tbody", {}, cards.map(row)),
    ),
    el(
      "ul",
      { class: "settings" },
      [
        say("advice.openMeans"),
        say("advice.botMeans", { ...named, digest: bot.digest }),
        say("advice.neither"),
        ...(options.some((one) => one.lost_in_all) ? [say("advice.lostMeans")] : []),
        say("advice.bestMeans"),
        say("advice.signals"),
      ].map((words) => el("li", {}, words)),
    ),
    ...(enumerated ? [] : [more]),
  ];
}

/** A share with its interval, if that is one. */
function shareView({ share, low, high }) {
  const percent = new Intl.NumberFormat(LANGUAGE, { style: "percent" });
  const range = low === high ? null : el("small", {}, percent.formatRange(low, high));
  return [el("strong", {}, percent.format(share)), " ", range];
}

/** A number of which nobody wants to read every digit. */
function numberOf(n) {
  const how = n < MILLION ? {} : { notation: "compact", compactDisplay: "long", maximumSignificantDigits: 3 };
  return new Intl.NumberFormat(LANGUAGE, how).format(n);
}
