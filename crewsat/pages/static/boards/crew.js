// The Crew on a table: the trick in the middle, hands and goals of the players around it, and all tricks.

import { parseCard } from "../cards.js";
import { cardView, el, looksOf } from "../dom.js";
import { cardName, choiceWords, say, suitName, tell } from "../say.js";

/**
 * Whether a line may have `legal`, the moves that may be made at its end, `options`, by move what becomes of the deal
 * then, and `choose(move)`, which makes one.
 */
export const explores = true;

/** How a line of The Crew looks, move by move: cards, and between tricks the choices of the crew. */
export function board(line) {
  const { instance } = line;
  const players = instance.hands.length;
  const moves = [];
  const play = []; // the tricks
  const given = []; // what is passed, player by player
  let to;
  for (const part of line.play) {
    const number = play.length;
    if (part.choice !== undefined) {
      const first = /^(left|right) (\S+)$/.exec(part.choice);
      to ??= first?.[1];
      const gives = part.player && to ? (first?.[2] ?? part.choice) : undefined;
      if (gives) given.push(gives);
      const chooser = part.player ? say("player", { k: part.player }) : say("crew");
      moves.push({ text: part.choice, number, chooser, giver: part.player, gives });
      continue;
    }
    play.push(part);
    moves.push(...part.cards.map((text, k) => ({ text, number, player: ((part.leader - 1 + k) % players) + 1 })));
  }
  const step = new Map(moves.flatMap((move, k) => (move.player ? [[move.text, k + 1]] : [])));
  const passed = passOf(given, to, players, moves.findLastIndex((move) => move.gives) + 1);
  const hands = instance.hands.map((hand, k) => {
    const played = moves.filter((move) => move.player === k + 1).map((move) => move.text);
    const received = given.filter((text) => passed.get(text)?.receiver === k + 1);
    return [...new Set([...hand, ...played, ...given.slice(k, k + 1), ...received])].map(parseCard);
  });
  const suits = [
    ...new Set([
      ...(instance.suits ?? []).map(String),
      ...hands
        .flat()
        .map((card) => card.suit)
        .sort(),
    ]),
  ].filter((suit) => suit !== instance.trump);
  if (instance.trump !== undefined && instance.trump !== null) suits.push(String(instance.trump));
  const looks = looksOf(suits);
  for (const hand of hands) hand.sort((a, b) => suits.indexOf(a.suit) - suits.indexOf(b.suit) || b.value - a.value);
  const ends = []; // the step that completes each trick
  for (const trick of play) ends.push(step.get(trick.cards.at(-1)));
  const goals = goalsOf(instance, line.asked ?? []);
  const done = new Map(
    play.flatMap((trick, k) => [
      ...(trick.completes ?? []).map((id) => [id, { at: k, met: true }]),
      ...(trick.loses ?? []).map((id) => [id, { at: k, met: false }]),
    ]),
  );
  const completed = (number, k) => ends[number] <= k && play[number].winner !== undefined;
  const card = (text, options = {}) => {
    const one = parseCard(text);
    return cardView(one, looks.get(one.suit), options);
  };

  const facts = [
    say("crew.players", { n: players }),
    instance.leader ? say("crew.leader", { k: instance.leader }) : say("crew.anyLeader"),
    instance.trump !== undefined && instance.trump !== null
      ? say("crew.trump", { suit: suitName(String(instance.trump)) })
      : say("crew.noTrump"),
  ].join(" · ");

  /** A sentence about the position after some moves. */
  function told(k) {
    if (k === 0) return instance.leader ? say("crew.deal", { k: instance.leader }) : say("crew.dealOfAnybody");
    const { text, number, player, chooser, giver, gives } = moves[k - 1];
    const n = number + 1;
    if (gives) {
      const receiver = ((giver - 1 + (to === "left" ? 1 : players - 1)) % players) + 1;
      return say("crew.passes", { n, k: giver, card: cardName(parseCard(gives)), to: receiver });
    }
    if (chooser) return [say("crew.chooses", { n, who: chooser, what: choiceWords(text) ?? text }), ...remarks(k)].join(" ");
    const trick = play[number];
    const verb = trick.cards[0] === text ? "crew.leads" : "crew.plays";
    const sentences = [say(verb, { n, k: player, card: cardName(parseCard(text)) })];
    if (completed(number, k)) {
      sentences.push(say("crew.winsTrick", { k: trick.winner }));
      if (trick.completes?.length) sentences.push(say("crew.completed", { what: named(trick.completes) }));
      if (trick.loses?.length) sentences.push(say("crew.lost", { what: named(trick.loses) }));
    }
    return [...sentences, ...remarks(k)].join(" ");
  }

  /** Goals by their names: objectives are called by their cards. */
  function named(ids) {
    const cardOf = (id) => goals.find((goal) => goal.id === id && goal.card === id);
    return ids.map((id) => (cardOf(id) ? cardName(parseCard(id)) : id)).join(", ");
  }

  function remarks(k) {
    if (line.lost === k) return [say(moves[k - 1].chooser ? "crew.choiceLost" : "crew.cardLost")];
    if (k < moves.length) return [];
    if (line.ends) return [tell(line.ends)];
    return goals.length && goals.every(({ id }) => done.get(id)?.met) ? [say("crew.won")] : [];
  }

  /** How a goal stands after some steps. */
  function standing(goal, now) {
    const what = done.get(goal.id);
    if (what === undefined || !completed(what.at, now)) return { state: "open", fresh: false };
    return { state: what.met ? "met" : "lost", fresh: ends[what.at] === now, at: what.at };
  }

  /** Whose goal of nobody yet it is in this line, as far as that is known. */
  function taker(goal, { state, at }, until) {
    const known = until < moves.length && state === "open" ? null : line.assignment?.[goal.id];
    return known ?? (state === "met" && goal.card ? play[at].winner : null);
  }

  /** The token of a goal after some moves: two goals may have exchanged theirs. */
  function tokenOf(goal, now) {
    const changed = moves.slice(0, now).map(({ text }) => /^(?:move|swap) (\S+) (\S+)$/.exec(text));
    const pair = changed.find((found) => goal.card && found?.slice(1).includes(goal.card))?.slice(1);
    const from = pair ? pair.find((text) => text !== goal.card) : goal.card;
    return pair ? goals.find((one) => one.card === from).token : goal.token;
  }

  function goalView(goal, now, until) {
    const stands = standing(goal, now);
    const owner = goal.owner ?? taker(goal, stands, until);
    return el(
      "li",
      { class: `goal ${stands.state}${stands.fresh ? " fresh" : ""}` },
      el("span", { class: "sign", role: "img", "aria-label": say(`goal.${stands.state}`) }, SIGNS[stands.state]),
      goal.card ? card(goal.card, { state: "small" }) : null,
      tokenOf(goal, now) ? el("span", { class: "token" }, tokenOf(goal, now)) : null,
      goal.words ? el("span", { class: "words" }, goal.words) : null,
      goal.order ? el("small", {}, goal.order) : null,
      typeof goal.owner === "number" ? null : el("span", { class: "owner" }, ownerOf(goal, owner)),
    );
  }

  /** Whose goal it is if it is no single player's, and who takes it in this line. */
  function ownerOf(goal, owner) {
    const whose = goal.owner ?? say("anybody");
    if (goal.owner !== null || !owner) return whose;
    return say("goal.here", { whose, who: typeof owner === "number" ? say("player", { k: owner }) : owner });
  }

  /** The goals of a player, or those that are not one player's. */
  function goalsView(owned, now, until, label) {
    if (!owned.length) return null;
    return el(
      "ul",
      { class: "goals", "aria-label": label },
      owned.map((goal) => goalView(goal, now, until)),
    );
  }

  /** The middle of the table: the trick that is played, every card on the side of its player. */
  function currentTrick(now, until) {
    const number = now ? moves[now - 1].number : 0;
    const trick = until ? play[number] : null; // whoever leads it
    const laid = moves.slice(0, now).filter((move) => move.number === number && move.player);
    const over = now > 0 && completed(number, now);
    return el(
      "section",
      { class: "trick", "aria-label": now ? say("crew.trick", { n: number + 1 }) : say("crew.noCard") },
      Array.from({ length: players }, (_, k) => {
        const move = laid.find((one) => one.player === k + 1);
        const wins = over && trick.winner === k + 1;
        const leads = (trick?.leader ?? instance.leader) === k + 1;
        const just = move !== undefined && moves[now - 1] === move;
        return el(
          "div",
          { class: `seat at${k + 1}${wins ? " wins" : ""}` },
          move
            ? card(move.text, {
                state: `${wins ? "wins" : ""}${just ? " arrives" : ""}`,
                said: wins ? say("crew.wins") : "",
              })
            : el("span", { class: "card empty", "aria-hidden": "true" }),
          el("span", { class: "who" }, say(wins ? "crew.whoWins" : leads ? "crew.whoLeads" : "Player", { k: k + 1 })),
        );
      }),
    );
  }

  /** Whether a card is in a hand after some moves, or has been played from it: one that is passed changes hands. */
  function holds(text, player, now) {
    const pass = passed.get(text);
    if (!pass || pass.giver === pass.receiver) return true;
    return player === pass.giver ? now < pass.at : now >= pass.at;
  }

  /**
   * Whether a card lies under another one after some moves: until the trick of the card above is complete. A card that
   * is received lies where the one lay that was given for it.
   */
  function isCovered(text, player, now) {
    const gave = given[player - 1];
    const got = now >= passed.get(gave)?.at ? given.find((one) => passed.get(one).receiver === player) : gave;
    const lid = (instance.covered ?? []).find(([, below]) => below === (text === got ? gave : text))?.[0];
    if (!lid) return false;
    const at = step.get(lid === gave ? got : lid);
    return at === undefined || now < ends[moves[at - 1].number];
  }

  function handView(whole, player, now, go, until) {
    const hand = whole.filter(({ text }) => holds(text, player, now));
    const next = now < until ? moves[now] : null;
    const isNext = next ? next.player === player : hand.some((one) => isLegal(one, now));
    return el(
      "section",
      { class: `hand at${player}${isNext ? " turn" : ""}`, "aria-label": say("hand", { k: player }) },
      el(
        "h2",
        {},
        say("Player", { k: player }),
        player === instance.leader ? el("small", {}, ` – ${say("crew.leadsFirst")}`) : null,
        isNext ? el("small", {}, ` – ${say("crew.isNext")}`) : null,
      ),
      el(
        "div",
        { class: "cards" },
        hand.map((one) => handCard(one, player, now, go, until)),
      ),
      goalsView(
        goals.filter((goal) => goal.owner === player),
        now,
        until,
        say("goals.player", { k: player }),
      ),
    );
  }

  /** Whether a card may be played after the last move. */
  function isLegal(one, now) {
    return now === moves.length && Boolean(line.legal?.includes(one.text));
  }

  function handCard(one, player, now, go, until) {
    const at = step.get(one.text) <= until ? step.get(one.text) : undefined;
    const gone = at !== undefined && at <= now;
    const option = now === moves.length ? line.options?.[one.text] : undefined;
    const legal = isLegal(one, now);
    const played =
      at === undefined
        ? say("crew.notPlayed")
        : say(gone ? "crew.playedIn" : "crew.toBePlayedIn", { n: moves[at - 1].number + 1 });
    const said = [
      say("player", { k: player }),
      legal ? say("legal") : "",
      option ? say(`option.${option}`) : "",
      option || legal ? "" : played,
      !gone && isCovered(one.text, player, now) ? say("crew.covered") : "",
      wanted.has(one.text) ? say("objective") : "",
    ];
    const state = [
      gone ? "gone" : isCovered(one.text, player, now) ? "covered" : "",
      option ? `option ${option}` : legal ? "legal" : "",
      at === now + 1 ? "next" : "",
      at === now && now ? "just" : "",
      line.lost === at && at !== undefined ? "losing" : "",
      wanted.has(one.text) ? "wanted" : "",
    ];
    return cardView(one, looks.get(one.suit), {
      said: said.filter(Boolean).join(", "),
      state: state.filter(Boolean).join(" "),
      key: `card ${one.text}`,
      click: option || legal ? () => line.choose(one.text) : at === undefined ? null : () => go(at),
    });
  }

  /** The strip of a review: a sign a card, and what it means. */
  /** A sign for each card that was reviewed, and for what was passed before and between them. */
  function signsOf() {
    const signs = [...line.strip];
    const reviewed = moves.slice(0, signs.length + (line.made ?? 0));
    return reviewed.map(({ player, number }) => {
      const sign = player ? signs.shift() : "→";
      return { sign, words: say(player ? `sign.${sign}` : "sign.pass"), group: number };
    });
  }

  const signs = line.strip ? signsOf() : null;
  const held = new Set(hands.flat().map(({ text }) => text));
  const wanted = new Set(goals.filter((goal) => goal.card).map((goal) => goal.card));

  function table(now, go, until) {
    const seen = (text) => text !== undefined && step.get(text) <= until;
    if (!seen(play[0]?.cards[0])) return null;
    const head = el(
      "tr",
      {},
      [
        say("Trick"),
        ...Array.from({ length: players }, (_, k) => say("Player", { k: k + 1 })),
        say("crew.completes"),
      ].map((name) => el("th", { scope: "col" }, name)),
    );
    const shown = play.filter(({ cards }) => seen(cards[0]));
    const rows = shown.map((trick, number) =>
      el(
        "tr",
        { class: now > (ends[number - 1] ?? 0) && now <= ends[number] ? "now" : "" },
        el(
          "th",
          { scope: "row" },
          el(
            "button",
            {
              type: "button",
              "data-key": `trick ${number}`,
              "aria-label": say("crew.trick", { n: number + 1 }),
              click: () => go(ends[number]),
            },
            String(number + 1),
          ),
        ),
        Array.from({ length: players }, (_, k) => {
          const at = trick.cards[(k + 1 - trick.leader + players) % players];
          const sign = signs?.[step.get(at) - 1]?.sign;
          const wins = trick.winner === k + 1 && ends[number] <= until;
          return el(
            "td",
            { class: wins ? "wins" : "" },
            seen(at)
              ? [
                  card(at, {
                    state: "small",
                    said: [trick.leader === k + 1 ? say("crew.leading") : "", wins ? say("crew.wins") : ""]
                      .filter(Boolean)
                      .join(", "),
                  }),
                  trick.leader === k + 1 ? el("small", { "aria-hidden": "true" }, ` ${say("crew.leading")}`) : null,
                  sign && sign !== "." && sign !== "+" ? el("small", { class: "sign" }, ` ${sign}`) : null,
                ]
              : "",
          );
        }),
        el(
          "td",
          {},
          ends[number] <= until
            ? [
                ...(trick.completes ?? []).map((what) => named([what])),
                ...(trick.loses ?? []).map((what) => say("crew.isLost", { what: named([what]) })),
              ].join(", ")
            : "",
        ),
      ),
    );
    return el(
      "div",
      { class: "tricks", tabindex: 0, role: "region", "aria-label": say("crew.allTricks") },
      el("table", {}, el("thead", {}, head), el("tbody", {}, rows)),
    );
  }

  /** A button for each choice that may be made. */
  function choiceViews() {
    const choices = (line.legal ?? []).filter((text) => !held.has(text));
    if (!choices.length) return null;
    return el(
      "section",
      { class: "controls", "aria-label": say("crew.choices") },
      choices.map((text) => {
        const option = line.options?.[text];
        const words = choiceWords(text) ?? text;
        const said = option ? `${words}, ${say(`option.${option}`)}` : words;
        const view = { type: "button", class: option ? `option ${option}` : "", "data-key": `choice ${text}` };
        return el("button", { ...view, "aria-label": said, click: () => line.choose(text) }, words);
      }),
    );
  }

  /** Whose turn it is, where moves can be made. */
  function invitation() {
    if (line.legal.some((text) => !held.has(text))) return say("crew.choose");
    const players = hands
      .map((hand, k) => hand.some(({ text }) => line.legal.includes(text) && holds(text, k + 1, moves.length)) && k + 1)
      .filter(Boolean);
    if (players.length !== 1) return say("crew.touchAny");
    const { gives, giver } = moves.at(-1) ?? {};
    return say(gives && giver < hands.length ? "crew.touchPass" : "crew.touch", { k: players[0] });
  }

  function draw(now, go, until) {
    const common = goals.filter((goal) => typeof goal.owner !== "number");
    return [
      el("p", { class: "facts" }, facts),
      goals.length ? goalsView(common, now, until, say("goals.common")) : el("p", {}, say("goals.none")),
      line.choose && line.legal?.length && now === moves.length ? el("p", {}, invitation()) : null,
      line.choose && now === moves.length ? choiceViews() : null,
      el(
        "div",
        { class: `table${players < 6 ? ` of${players}` : ""}` },
        currentTrick(now, until),
        hands.map((hand, k) => handView(hand, k + 1, now, go, until)),
      ),
      table(now, go, until),
    ].filter(Boolean);
  }

  return {
    length: moves.length,
    names: moves.map(({ text }) => text),
    start: line.start,
    groups: ends,
    signs,
    number: (k) => (moves[k - 1]?.player ? moves.slice(0, k).filter((move) => move.player).length : 0),
    unit: { group: say("trick") },
    say: told,
    draw,
  };
}

/** For each card that is passed: who gives and who receives it, and after which step; none before all have chosen. */
function passOf(given, to, players, at) {
  if (given.length < players) return new Map();
  const far = to === "left" ? 1 : players - 1;
  return new Map(given.map((text, k) => [text, { giver: k + 1, receiver: ((k + far) % players) + 1, at }]));
}

const SIGNS = { open: "○", met: "✓", lost: "✗" };

/** Objectives and tasks alike: what is wanted, by whom, and in which order. */
function goalsOf(instance, asked) {
  const objectives = (instance.objectives ?? []).map((one) => {
    const order = [
      one.after?.length ? say("goal.after", { what: one.after.join(", ") }) : "",
      one.before?.length ? say("goal.before", { what: one.before.join(", ") }) : "",
    ]
      .filter(Boolean)
      .join("; ");
    const id = one.id ?? one.card;
    return {
      id,
      card: one.card,
      owner: one.owner ?? null,
      token: one.token === "omega" ? "Ω" : one.token,
      order,
      words: id === one.card ? "" : id,
    };
  });
  return [
    ...objectives,
    ...(instance.tasks ?? []).map((task, k) => ({
      id: task.id ?? `task${k + 1}`,
      owner: task.owner ?? null,
      words: task.id ? `${task.id}: ${asked[k]}` : asked[k],
    })),
  ];
}
