// The random generator of hidden hands, splitmix64; the twin of crewsat/hidden/generator.py. Both make the same draws.

#pragma once

#include <bit>

#include "../deal.hpp"

namespace crew::hidden {

struct Generator {
    Word state;

    Word next() {
        Word mixed = state += 0x9E3779B97F4A7C15u;
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
        return mixed ^ mixed >> 31;
    }

    // One of the numbers from 0 to number - 1; at least 1.
    int below(int number) {
        const int bits = std::bit_width(static_cast<unsigned>(number - 1));
        if (!bits) return 0;
        for (;;)
            if (const int drawn = static_cast<int>(next() >> (64 - bits)); drawn < number) return drawn;
    }

    TwoWords below(TwoWords number) {
        const TwoWords most = number - 1;
        if (!most) return 0;
        const int bits = highest(most) + 1;
        for (;;) {
            TwoWords drawn = next();
            drawn = bits <= 64 ? drawn >> (64 - bits) : (drawn << 64 | next()) >> (128 - bits);
            if (drawn <= most) return drawn;
        }
    }
};

}  // namespace crew::hidden
