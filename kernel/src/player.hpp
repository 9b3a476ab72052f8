// A quick player: a depth-first search of few positions that starts again and again; the twin of
// crewsat/algorithms/crew/player.py, which says what it does and why. Both make the same decisions in the same order.

#pragma once

#include <optional>

#include "deal.hpp"

namespace crew {

struct Trick {
    int leader;
    std::vector<int> cards;  // in the order played
};

using Line = std::vector<Trick>;

std::optional<Line> play(const Deal& deal, std::uint64_t seed, std::int64_t positions, std::int64_t polish);

}  // namespace crew
