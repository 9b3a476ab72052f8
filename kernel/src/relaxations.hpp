// Relaxed deals that cannot be won either; the twin of crewsat/algorithms/crew/relaxations.py, which says what a relaxed
// deal is and why its no is the deal's. Both look at the same subsets, positions and tricks in the same order.

#pragma once

#include <functional>
#include <vector>

#include "deal.hpp"

namespace crew {

struct Effort {
    std::int64_t positions;  // searched
    bool stopped;            // whether some search was given up
};

// Positions of objectives that cannot be met together, or none if that was not found; given up when it is late.
std::vector<int> refuting(const Deal& deal, int most_objectives, std::int64_t each, std::int64_t total,
                          const std::function<bool()>& late, Effort& effort);

}  // namespace crew
