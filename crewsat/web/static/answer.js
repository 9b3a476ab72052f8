// What is answered, in one place of the page: words, why not, repairs, the board, the next move, and files.

import { el } from "./dom.js";
import { moveView, moveWords, touches } from "./moves.js";
import { languageOf, ours, say, tell } from "./say.js";
import { headed, paragraph, paragraphs } from "./sentences.js";
import { stepper } from "./stepper.js";

/**
 * Show an answer.
 *
 * @param place    where
 * @param game     the module of its board
 * @param found    the answer of the engine
 * @param title    a heading; null for none
 * @param options  by move, the answer for the deal after it; null if not asked
 * @param does     what the reader may do: `choose(move)`, `branch(instance, moves, then)`, `note(step, words)`, `apply(instance)`,
 *                 `longer()`, and buttons for files
 * @param more     what stands below the board; null for nothing
 * @return         `{heading, view}`: the heading, and what steps through the board, null if there is none
 */
export function show(place, game, found, title, options, does, more = null) {
  const { board, explores = false, oneForAll = null } = game;
  const shown = el("div");
  const { repairs = [] } = found.result?.explanation ?? {};
  const answer = found.result?.answer ?? "";
  const drawn = found.lines.length > 0; // else it is too large, as reported, and so may be the list of moves
  const moves =
    explores || !drawn || !(found.legal?.length || options)
      ? null
      : movesView(found.legal, options, oneForAll, does.choose);
  const [first, ...rest] = [...(title ? [ours(title)] : []), ...headed(found)];
  const how = answer ? rest.splice(drawn ? -1 : -2, 1) : []; // the last sentence but that on what is too large
  const spoils = found.result && drawn ? "spoiler" : ""; // it says how the line ends
  const heading = el("h2", { class: `answer ${answer} ${spoils}`, tabindex: -1, lang: languageOf(first) }, tell(first));
  let view = null;
  const see = (k) => {
    view.open(found.lines.length - repairs.length + k); // the repairs are the last lines
    shown.scrollIntoView();
  };
  place.replaceChildren(
    el(
      "div",
      {},
      heading,
      el(
        "div",
        { class: spoils },
        rest.map(paragraph),
        answer === "unknown" && el("button", { type: "button", click: does.longer }, say("longer")),
        found.why.length ? [el("h2", {}, say("why")), ...paragraphs(found.why)] : null,
        repairsView(repairs, found.repairs, drawn ? see : null, does.apply),
      ),
      moves,
      drawn && shown,
      more,
      el("div", { class: spoils }, how.map(known)),
      found.result && does.files(found),
    ),
  );
  if (!drawn) return { heading, view: null };
  const lines = found.lines.map((one) => ({ instance: found.instance, ...one }));
  const { choose } = does;
  Object.assign(lines[0], { legal: found.legal, options, choose });
  if (!explores) lines[0].touching = touches(found.legal, options, choose);
  view = stepper(lines, board, shown, { shared: false, branch: does.branch, note: does.note });
  return { heading, view };
}

/** How an answer was found, for those who ask. */
function known(words) {
  return el(
    "details",
    {},
    el("summary", {}, say("how")),
    el("p", { class: "settings", lang: languageOf(words) }, tell(words)),
  );
}

/** What would have won: each can be seen on the table, or applied. */
function repairsView(repairs, words, see, apply) {
  const button = (words, click) => el("button", { type: "button", click }, words);
  const view = (one, k) =>
    el(
      "li",
      { lang: languageOf(words[k]) },
      `${tell(words[k])} `,
      see ? button(say("repair.see"), () => see(k)) : null,
      button(say("repair.apply"), () => apply(one.instance)),
    );
  const list = el("ul", { class: "repairs" }, repairs.map(view));
  return repairs.length ? [el("h2", {}, say("repair.if")), list] : null;
}

/** The moves that may be made next, where not every move is a touch of a card. */
function movesView(legal, options, oneForAll, choose) {
  const moves = options ? Object.keys(options) : legal;
  const view = (move) =>
    moveView(moveWords(move), options?.[move], { disabled: !legal.length, click: () => choose(move) });
  const list = el("div", { class: "controls" }, moves.map(view));
  if (options)
    return el(
      "section",
      { "aria-label": say("next") },
      el("h2", {}, say("next")),
      oneForAll ? el("p", { class: "settings" }, say(oneForAll)) : null,
      list,
    );
  return el("details", {}, el("summary", {}, say("next.many", { n: moves.length })), list);
}
