// What the blueprint sees of a card that may be played, and of a signal; the twin of crewsat/hidden/features.py, which
// says what each number means. Numbers are integers; one is 256.

#pragma once

#include "seen.hpp"

namespace crew::hidden {

constexpr int most_features = 64;
constexpr int signal_features = 24;
constexpr int draft_features = 16;
constexpr int one = 256;

using Features = std::array<std::int16_t, most_features>;
using SignalFeatures = std::array<std::int16_t, signal_features>;

// Cards that differ for the player, of those that may be played: of equal ones the lowest.
Word different(const Rules& rules, const Board& board, Word hand, Word cards);

// Of one card of the player whose turn it is.
void features_of(const Rules& rules, const Board& board, const Seen& seen, int card, Features& into);

struct Message {
    int card = nobody;
    int says = says_nothing;
    SignalFeatures features{};
};

// All that a player may signal, saying nothing first; returns how many.
int messages(const Rules& rules, const Board& board, int player, Word hand,
             std::array<Message, 2 * most_suits + 1>& into);

}  // namespace crew::hidden
