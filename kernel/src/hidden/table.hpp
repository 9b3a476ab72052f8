// A game of The Crew as players see it who hold their own hands only; the twin of crewsat/hidden/board.py.
//
// Cards and players are numbered as in deal.hpp. What all players know is a `Board`; hands are kept apart from it, so
// that what decides from a board and one hand cannot look at others.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "../deal.hpp"
#include "tasks.hpp"

namespace crew::hidden {

constexpr int most_seats = 5;
constexpr int most_suits = 8;
constexpr int most_numbers = 64;  // of cards

using Hands = std::array<Word, most_seats>;

inline Word bit(int card) { return Word{1} << card; }
inline Word below(int card) { return bit(card) - 1; }
inline Word above(int card) { return ~below(card) & ~bit(card); }

struct Rules {  // what does not change while a game is played
    int players = 0;
    int tricks = 0;
    int cards = 0;
    int suits = 0;
    int trump = nobody;
    bool strict = false;
    std::array<std::int8_t, most_numbers> suit{};
    std::array<Word, most_suits> of_suit{};
    std::array<std::int8_t, most_numbers> owner{};  // of the objective on a card; nobody: anybody may win it
    std::array<Word, most_numbers> before{};        // cards whose objectives must be completed before
    Word objectives = 0;
    Word apart = 0;  // cards that some task tells apart from the next lower one
    Tasks tasks;

    Word trumps() const { return trump == nobody ? 0 : of_suit[trump]; }
    bool beats(int card, int best) const { return suit[card] == suit[best] ? card > best : suit[card] == trump; }
};

struct Board {  // what everybody knows
    int leader = 0;
    int number = 1;  // of the trick, from 1
    int played = 0;  // cards on the table
    int status = 0;  // 1: won, -1: lost
    std::array<std::int8_t, most_seats> table{};
    std::array<std::int8_t, most_seats> count{};    // cards held
    std::array<std::int8_t, most_seats> signals{};  // signals that may still be given
    Word out = 0;    // cards played, those on the table included
    Word open = 0;   // cards of objectives that are not completed
    Hands cannot{};  // cards that a player is known not to hold
    Hands known{};   // cards that a player is known to hold
    Standing standing{};

    int turn(int players) const { return (leader + played) % players; }
    Word on_table() const {
        Word cards = 0;
        for (int k = 0; k < played; ++k) cards |= bit(table[k]);
        return cards;
    }
};

inline Word legal(const Rules& rules, const Board& board, Word hand) {
    const Word follow = board.played ? hand & rules.of_suit[rules.suit[board.table[0]]] : 0;
    return follow ? follow : hand;
}

struct Taking {  // who takes the trick as it lies
    int card = nobody;
    int player = nobody;
};

inline Taking taking(const Rules& rules, const Board& board) {
    Taking best;
    for (int k = 0; k < board.played; ++k)
        if (best.card == nobody || rules.beats(board.table[k], best.card))
            best = {board.table[k], (board.leader + k) % rules.players};
    return best;
}

// Judge the trick that has been completed.
inline void judge(const Rules& rules, Board& board) {
    const int winner = taking(rules, board).player;
    const Word hit = board.on_table() & board.open;
    const Word left = rules.strict ? board.open : board.open & ~hit;
    for (Word rest = hit; rest; rest &= rest - 1) {
        const int card = lowest(rest);
        if ((rules.owner[card] != nobody && rules.owner[card] != winner) || (rules.before[card] & left)) board.status = -1;
    }
    board.open &= ~hit;
    const bool last = board.number == rules.tricks;
    if (!rules.tasks.empty()) {
        std::array<int, most_seats> cards;
        for (int k = 0; k < rules.players; ++k) cards[k] = board.table[k];
        rules.tasks.after(board.standing, board.number, board.leader, winner, cards.data());
        if (rules.tasks.lost(board.standing)) board.status = -1;
    }
    board.leader = winner;
    board.played = 0;
    ++board.number;
    if (board.status) return;
    if (!board.open && (rules.tasks.empty() || rules.tasks.met(board.standing, last))) board.status = 1;
    else if (last) board.status = -1;
}

// What everybody learns of a card that is played.
inline void play(const Rules& rules, Board& board, int card) {
    const int player = board.turn(rules.players);
    board.out |= bit(card);
    board.known[player] &= ~bit(card);
    --board.count[player];
    if (board.played && rules.suit[card] != rules.suit[board.table[0]])
        board.cannot[player] |= rules.of_suit[rules.suit[board.table[0]]];
    board.table[board.played++] = static_cast<std::int8_t>(card);
    if (board.played == rules.players) judge(rules, board);
}

enum Says { says_only, says_highest, says_lowest, says_nothing };  // of a card among those of its suit

inline void signal(const Rules& rules, Board& board, int player, int card, int says) {
    const Word others = rules.of_suit[rules.suit[card]] & ~bit(card);
    board.cannot[player] |= says == says_only ? others : says == says_highest ? others & above(card) : others & below(card);
    board.known[player] |= bit(card);
    --board.signals[player];
}

}  // namespace crew::hidden
