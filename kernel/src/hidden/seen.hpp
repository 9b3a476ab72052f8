// What a player expects the others to hold; the twin of crewsat/hidden/seen.py.
//
// Chances are integers of 4096. They are those of cards dealt independently, made to agree once with the sizes of the
// hands: quick, and good enough to compare cards by.

#pragma once

#include "table.hpp"

namespace crew::hidden {

constexpr int sure = 4096;

inline int both(int a, int b) { return a * b >> 12; }

struct Seen {
    Word mine = 0;
    Word unseen = 0;
    std::array<std::array<std::int16_t, most_numbers>, most_seats> holds;
    std::array<std::array<std::int16_t, most_numbers>, most_seats> none_below;  // of the suit of a card
    std::array<std::array<std::int16_t, most_numbers>, most_seats> none_above;
    std::array<std::array<std::int16_t, most_suits>, most_seats> none_of;

    Seen(const Rules& rules, const Board& board, int me, Word hand);

private:
    void chances(const Rules& rules, const Board& board, int me);
    void of_suits(const Rules& rules, int me);
};

}  // namespace crew::hidden
