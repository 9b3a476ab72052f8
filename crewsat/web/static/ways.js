// Ready-made deals: random ones, and samples.

import { el } from "./dom.js";
import { say } from "./say.js";

const SAMPLES = {
  won: "pink9,5 blue2 / pink8,1 blue5 / pink7,2 blue1; leader 1; 1 wins pink8; 2 wins blue1",
  lost: "pink9,5 / pink8,1 / pink7,2; leader 2; 1 wins pink8[1]; 2 wins pink5[2]",
  tasks:
    "pink7,4 blue5,2 green5,3,1 yellow6,1 submarine3 / pink1 blue9,8,6,3 green9 yellow9,8,4,3 / pink8,6,3,2 blue4 green4,2 yellow7 submarine4,2 / rest; rules deep-sea; 1 wins at least 2 of pink1 green7; 2 wins exactly 2 tricks; 4 wins blue4",
  review:
    "pink9,5,3 blue8,6,2 green3 rocket3 / pink4,2 blue1 green7,6 yellow8 rocket2,1 / pink8,7,6,1 blue5 green5,4 rocket4 / blue9,7,4,3 yellow9,7,4,2; leader 3; trump rocket; 3 wins yellow9; 4 wins pink6; 1 wins pink2; 2 wins green6; 3 wins green1; played yellow5 yellow1 yellow3 yellow6 / green9 green1 green2 green8",
  hanabi:
    "hanabi; players 2; deck blue1 green4,2 red3 blue4 green2 purple2,3 yellow2,1,2,3,1 red1 yellow1 purple5 yellow4 red3 green3 blue3 green1 blue1 purple3 blue2 purple1 yellow3 red2 green5 purple4 green1,4 red4,4,1 purple1 yellow5 red5 yellow4 red2 purple4 green3 blue5 green1 red1 purple1 blue2 purple2 blue4,3,1",
  solitaire: "hanabi solitaire; hand 2; deck r1 b2 r2 b1 r3 b3",
  hackenbush: "hackenbush; strings 1,2 / 1,3 / 2 / 3; coalition 1 2; to move 1; players 3",
};

/**
 * A form for random deals of the real decks.
 *
 * @param make  called with game, seed and options, as in the question `generate`
 */
export function random(make) {
  const choice = (values, chosen) =>
    el(
      "select",
      {},
      values.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
    );
  const deck = choice(
    [
      ["planet-nine", say("random.planet-nine")],
      ["missions", say("random.missions")],
      ["deep-sea", say("random.deep-sea")],
    ],
    "planet-nine",
  );
  const players = choice(
    [2, 3, 4, 5].map((k) => [k, String(k)]),
    4,
  );
  const goals = el("input", { type: "number", min: 0, max: 20, value: 5 });
  const tokens = el("input", { type: "text", placeholder: "1,2,omega", size: 10 });
  const mission = el("input", { type: "number", min: 1, max: 50, value: 1 });
  const drafted = el("input", { type: "checkbox" });
  const distress = el("input", { type: "checkbox" });
  const difficulty = el("input", { type: "number", min: 1, max: 60, value: 6 });
  const seed = el("input", { type: "number", min: 0, value: 1 });
  const ofDeck = {
    "planet-nine": [
      ["random.goals", goals],
      ["random.tokens", tokens],
    ],
    missions: [
      ["random.mission", mission],
      ["random.drafted", drafted],
    ],
    "deep-sea": [
      ["random.difficulty", difficulty],
      ["random.drafted", drafted],
    ],
  };
  const labels = new Map(
    Object.values(ofDeck).flatMap((fields) =>
      fields.map(([key, input]) => [input, el("label", {}, `${say(key)} `, input)]),
    ),
  );
  const choose = () => {
    const own = ofDeck[deck.value].map(([, input]) => input);
    for (const [input, label] of labels) label.hidden = input.disabled = !own.includes(input); // it is not checked, either
  };
  deck.addEventListener("change", choose);
  choose();

  function deal(event) {
    event.preventDefault();
    const written = tokens.value
      .split(",")
      .map((one) => one.trim())
      .filter(Boolean);
    const ways = {
      "planet-nine": {
        objectives: Number(goals.value),
        tokens: written,
        ...(players.value === "2" ? { rules: "planet-nine" } : {}), // with the third hand
      },
      missions: { mission: Number(mission.value), drafted: drafted.checked },
      "deep-sea": { difficulty: Number(difficulty.value), drafted: drafted.checked },
    };
    const signal = distress.checked ? { distress: true } : {};
    make("crew", Number(seed.value), { players: Number(players.value), ...ways[deck.value], ...signal });
  }

  function another(event) {
    seed.value = 1 + Math.floor(Math.random() * 1e6);
    deal(event);
  }

  return el(
    "section",
    { "aria-label": say("random") },
    el("h2", {}, say("random")),
    el(
      "form",
      { class: "controls", submit: deal },
      el("label", {}, `${say("grid.deck")} `, deck),
      el("label", {}, `${say("grid.players")} `, players),
      [...labels.values()],
      el("label", {}, `${say("random.distress")} `, distress),
      el("label", {}, `${say("random.seed")} `, seed),
      el("button", {}, say("random.deal")),
      el("button", { type: "button", click: another }, say("random.another")),
    ),
  );
}

/**
 * A shelf of samples.
 *
 * @param take  called with a text
 */
export function samples(take) {
  return el(
    "section",
    { "aria-label": say("samples") },
    el("h2", {}, say("samples")),
    el(
      "div",
      { class: "controls" },
      Object.entries(SAMPLES).map(([name, sample]) =>
        el("button", { type: "button", click: () => take(sample) }, say(`sample.${name}`)),
      ),
    ),
  );
}
