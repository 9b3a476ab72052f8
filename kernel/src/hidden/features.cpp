#include "features.hpp"

namespace crew::hidden {
namespace {

int small(int chance) { return chance >> 4; }  // a chance as a feature
int number(int count) { return count * one; }

// Everything about a card that several features need.
struct Look {
    const Rules& rules;
    const Board& board;
    const Seen& seen;
    const int me, card, suit, led, after;
    const bool leads;
    Taking best;                            // with the card
    std::array<int, most_seats> wins{};     // the chance to win the trick
    Word hit = 0;                           // objectives on the table, with the card
    Word open = 0;                          // the other open ones
    Word ours = 0, others = 0;              // of the open ones: mine, and those of others; anybody's are both
    int owner = nobody;                     // who must win it
    bool clash = false;

    Look(const Rules& rules, const Board& board, const Seen& seen, int card)
        : rules(rules), board(board), seen(seen), me(board.turn(rules.players)), card(card), suit(rules.suit[card]),
          led(board.played ? rules.suit[board.table[0]] : suit), after(rules.players - 1 - board.played),
          leads(board.played == 0) {
        best = taking(rules, board);
        if (best.card == nobody || rules.beats(card, best.card)) best = {card, me};
        hit = board.open & (board.on_table() | bit(card));
        open = board.open & ~hit;
        for (Word rest = open; rest; rest &= rest - 1) {
            const int owned = rules.owner[lowest(rest)];
            if (owned == me || owned == nobody) ours |= rest & -rest;
            if (owned != me) others |= rest & -rest;
        }
        for (Word rest = hit; rest; rest &= rest - 1) {
            const int owned = rules.owner[lowest(rest)];
            if (early(lowest(rest), hit)) clash = true;
            if (owned == nobody) continue;
            if (owner != nobody && owner != owned) clash = true;
            owner = owned;
        }
        chances();
    }

    int follower(int k) const { return (me + k) % rules.players; }

    // Whether an objective would be completed too early in a trick with these.
    bool early(int target, Word with) const {
        return rules.before[target] & (rules.strict ? board.open : board.open & ~with);
    }

    void chances() {
        std::array<int, most_seats> must{}, can{};
        for (int k = 1; k <= after; ++k) {
            const int player = follower(k);
            const int no_led = seen.none_of[player][led];
            const int over = sure - seen.none_above[player][best.card];
            if (rules.suit[best.card] == led) {
                must[player] = both(seen.none_below[player][best.card], over);
                const bool plain = led != rules.trump && rules.trump != nobody;
                can[player] = over + (plain ? both(no_led, sure - seen.none_of[player][rules.trump]) : 0);
            } else {
                can[player] = both(no_led, over);
            }
            can[player] = std::min(sure, can[player]);
        }
        for (int winner = 0; winner < rules.players; ++winner) {
            const int place = (winner - me + rules.players) % rules.players;
            if (winner != best.player && !(place >= 1 && place <= after)) continue;
            int chance = winner == best.player ? sure : can[winner];
            for (int k = 1; k <= after; ++k)
                if (follower(k) != winner) chance = both(chance, sure - must[follower(k)]);
            wins[winner] = chance;
        }
    }
};

void of_the_trick(const Look& look, Features& f) {
    const int own = look.owner;
    const int chance = own == nobody ? 0 : small(look.wins[own]);
    f[0] = look.clash ? one : 0;
    if (own != nobody) {
        f[1] = chance;
        f[2] = look.wins[own] < sure / 50 ? one : 0;
        f[3] = own == look.me ? chance : 0;
        f[4] = look.after ? 0 : look.best.player == own ? one : -one;
    }
    if (look.hit >> look.card & 1) {
        f[5] = one;
        f[6] = own == look.me ? one : 0;
        f[7] = look.leads ? chance : 0;
        f[8] = own == look.me ? 0 : chance;
    }
}

// What players after me may add to the trick.
void of_the_others(const Look& look, Features& f) {
    int invited = 0, mine = 0, danger = 0, wasted = 0;
    for (Word rest = look.open & ~look.seen.mine; rest; rest &= rest - 1) {
        const int target = lowest(rest), suit = look.rules.suit[target], owner = look.rules.owner[target];
        const bool fits = (look.owner == nobody || owner == nobody || look.owner == owner) &&
                          !look.early(target, look.hit | bit(target));
        const int won = owner == nobody ? sure : look.wins[owner];
        for (int k = 1; k <= look.after; ++k) {
            const int player = look.follower(k), held = look.seen.holds[player][target];
            if (!held) continue;
            const int able = suit == look.led ? held : both(held, look.seen.none_of[player][look.led]);
            if (fits) {
                const int gain = both(able, won);
                invited += gain;
                if (owner == look.me) mine += gain;
            }
            if (suit != look.led) continue;
            const int forced =
                both(held, both(look.seen.none_below[player][target], look.seen.none_above[player][target]));
            danger += both(forced, fits ? sure - won : sure);
            wasted += fits ? 0 : able;
        }
    }
    f[9] = small(invited);
    f[10] = small(danger);
    f[11] = small(mine);
    f[12] = look.leads ? f[9] : 0;
    f[13] = look.leads ? f[10] : 0;
    f[31] = small(wasted);
}

void of_the_suit(const Look& look, Features& f) {
    const Word mine = look.seen.mine, of_suit = look.rules.of_suit[look.suit];
    const int held = count(mine & of_suit);
    const int ours_to_win = count(look.ours);
    if (look.suit == look.rules.trump) {
        f[32] = one;
        f[33] = number(ours_to_win) / 3;
        f[34] = number(count(of_suit & below(look.card))) / std::max(1, count(of_suit) - 1);
        f[35] = look.led != look.suit ? one : 0;
        f[36] = look.leads ? one : 0;
        f[37] = look.led != look.suit ? number(ours_to_win) / 3 : 0;
        return;
    }
    const Word out_there = look.seen.unseen & of_suit;
    const int high = out_there ? number(count(out_there & below(look.card))) / count(out_there) : one;
    const Word targets = look.open & of_suit & ~bit(look.card);
    const int need = count(targets & look.ours & ~mine), others_need = count(targets & look.others & ~mine);
    const int hold_others = count(targets & look.others & mine), hold = count(targets & look.ours & mine);
    const bool off = !look.leads && look.suit != look.led;
    f[14] = high;
    f[15] = high * need;
    f[16] = high * others_need;
    f[17] = high * hold_others;
    f[18] = high * hold;
    if (look.leads) {
        f[19] = high;
        f[20] = high * need;
        f[21] = high * others_need;
        f[22] = number(hold_others);
        f[23] = number(hold);
        f[24] = held == 1 ? one : 0;
        f[30] = number(held) / 5;
    }
    f[25] = hold_others ? one / std::max(1, count((mine & of_suit & ~look.open) | bit(look.card))) : 0;
    if (off) {
        f[26] = one;
        f[27] = held == 1 ? one : 0;
        f[28] = high;
        f[29] = high * others_need;
        f[38] = high * need;
    }
}

void of_the_game(const Look& look, Features& f) {
    const int win = small(look.wins[look.me]);
    int theirs = 0;
    for (Word rest = look.others & ~look.seen.mine; rest; rest &= rest - 1) {
        const int owner = look.rules.owner[lowest(rest)];
        if (owner != nobody) theirs += small(look.wins[owner]);
    }
    f[39] = win;
    f[40] = look.ours & look.seen.mine ? win : 0;
    f[41] = look.ours ? 0 : win;
    f[42] = theirs / 3;
    f[43] = win * count(look.others & look.seen.mine) / 3;
    f[44] = one;
    f[45] = number(count(look.open)) / 4;
    f[46] = number(look.rules.tricks - look.board.number) / 10;
    f[47] = number(look.after) / 3;
    f[48] = number(count(look.ours)) / 3;
}

// What the trick would do to tasks, as it lies, whoever wins it.
void of_tasks(const Look& look, Features& f) {
    if (look.rules.tasks.empty()) return;
    std::array<int, most_seats> cards;
    for (int k = 0; k < look.board.played; ++k) cards[k] = look.board.table[k];
    cards[look.board.played] = look.card;
    std::array<int, 12> sums{};
    int waiting = 0, others_waiting = 0;
    for (int winner = 0; winner < look.rules.players; ++winner) {
        const int chance = small(look.wins[winner]);
        if (!chance) continue;
        std::array<Effect, most_tasks> effects;
        const int tasks = look.rules.tasks.effect(look.board.standing, look.board.number, look.board.leader, winner,
                                                  cards.data(), look.board.played + 1, effects.data());
        for (int task = 0; task < tasks; ++task) {
            const Effect& effect = effects[task];
            const bool own = effect.owner == look.me || effect.owner < 0;
            sums[0] += effect.lost ? chance : 0;
            sums[own ? 1 : 2] += effect.met ? chance : 0;
            sums[own ? 3 : 4] += effect.nearer ? chance : 0;
            sums[own ? 5 : 6] += effect.spends ? chance : 0;
            if (winner != look.best.player) continue;
            (own ? waiting : others_waiting) += effect.waiting;
            if (look.after == 0) sums[7] += effect.lost ? one : 0;
        }
    }
    for (int k = 0; k < 8; ++k) f[49 + k] = static_cast<std::int16_t>(std::min(sums[k], 4 * one - 1));
    const int high = look.suit == look.rules.trump ? one : f[14], win = small(look.wins[look.me]);
    f[57] = number(waiting) / 2;
    f[58] = number(others_waiting) / 2;
    f[59] = high * std::min(waiting, 2);
    f[60] = high * std::min(others_waiting, 2);
    f[61] = win * std::min(waiting, 2);
    f[62] = look.leads ? f[59] : 0;
    f[63] = one;
}

}  // namespace

Word different(const Rules& rules, const Board& board, Word hand, Word cards) {
    Word found = 0;
    int last = nobody;
    const Word all = rules.cards == most_numbers ? ~Word{0} : bit(rules.cards) - 1;
    const Word others = (all & ~board.out & ~hand) | board.on_table();
    for (Word rest = cards; rest; rest &= rest - 1) {
        const int card = lowest(rest), before = last;
        last = card;
        if (before != nobody && rules.suit[before] == rules.suit[card] && !((bit(before) | bit(card)) & board.open) &&
            !(others & above(before) & below(card)) && !(rules.apart & above(before) & (below(card) | bit(card))))
            continue;
        found |= bit(card);
    }
    return found;
}

void features_of(const Rules& rules, const Board& board, const Seen& seen, int card, Features& f) {
    const Look look(rules, board, seen, card);
    f = {};
    of_the_trick(look, f);
    of_the_others(look, f);
    of_the_suit(look, f);
    of_the_game(look, f);
    of_tasks(look, f);
    for (std::int16_t& each : f) each = std::min<std::int16_t>(each, 4 * one - 1);
}

int messages(const Rules& rules, const Board& board, int player, Word hand,
             std::array<Message, 2 * most_suits + 1>& into) {
    into[0] = {};
    into[0].features[0] = one;
    int made = 1;
    for (int suit = 0; suit < rules.suits; ++suit) {
        const Word held = hand & rules.of_suit[suit];
        if (suit == rules.trump || !held) continue;
        const int top = crew::highest(held), bottom = lowest(held);
        for (int way = 0; way < (top == bottom ? 1 : 2); ++way) {
            const int card = way ? bottom : top;
            if (board.known[player] >> card & 1) continue;
            Message& one_of = into[made++];
            one_of = {card, top == bottom ? says_only : way ? says_lowest : says_highest, {}};
            const Word targets = board.open & rules.of_suit[suit];
            int need = 0, others_need = 0, hold = 0, hold_others = 0;
            for (Word rest = targets; rest; rest &= rest - 1) {
                const int target = lowest(rest);
                const bool own = rules.owner[target] == player;
                (hand >> target & 1 ? (own ? hold : hold_others) : (own ? need : others_need)) += 1;
            }
            const int size = std::max(1, count(rules.of_suit[suit]) - 1);
            const int rank = number(count(rules.of_suit[suit] & below(card))) / size;
            const bool target = targets >> card & 1, own = target && rules.owner[card] == player;
            SignalFeatures& f = one_of.features;
            const int kind = one_of.says;
            f[1 + kind] = one;
            f[4] = own ? one : 0;
            f[5] = target && !own ? one : 0;
            f[6 + kind] = rank;
            f[9] = kind == says_highest ? rank * need : 0;
            f[10] = kind == says_lowest ? rank * need : 0;
            f[11] = kind == says_only ? number(need) : 0;
            f[12] = kind == says_highest ? rank * others_need : 0;
            f[13] = kind == says_lowest ? (one - rank) * others_need : 0;
            f[14] = kind == says_only ? number(others_need) : 0;
            f[15] = kind == says_highest ? (one - rank) * hold_others : 0;
            f[16] = kind == says_lowest ? number(hold_others) : 0;
            f[17] = kind == says_only ? number(hold_others) : 0;
            f[18] = kind == says_highest && rank == one ? one : 0;
            f[19] = targets ? one : 0;
            f[20] = kind == says_only && target ? one : 0;
            f[21] = kind == says_highest ? number(need + hold) : 0;
            f[22] = number(board.number - 1) / 10;
            f[23] = rules.tasks.empty() ? 0 : rank;
            for (std::int16_t& each : f) each = std::min<std::int16_t>(each, 4 * one - 1);
        }
    }
    return made;
}

}  // namespace crew::hidden
