// The blueprint: a small learned policy; the twin of crewsat/hidden/blueprint.py. Its weights are integers, one is 256.

#pragma once

#include "features.hpp"

namespace crew::hidden {

constexpr int units = 24;
constexpr int most_weight = 8191;  // with features below 1024, sums of products fit in 32 bits

struct Weights {
    std::array<std::int16_t, most_features> direct{};
    std::array<std::array<std::int16_t, most_features>, units> first{};
    std::array<std::int16_t, units> second{};
    std::array<std::int16_t, signal_features> signal{};

    static constexpr int number = most_features * (units + 1) + units + signal_features;
};

std::int64_t score(const Weights& weights, const Features& features);
std::int64_t score(const Weights& weights, const SignalFeatures& features);

// The card that the blueprint plays for the player whose turn it is; of equal scores the lowest card.
int card_of(const Rules& rules, const Board& board, const Weights& weights, Word hand);

Message message_of(const Rules& rules, const Board& board, const Weights& weights, int player, Word hand);

// Before a trick: all who may still signal, in turn.
void all_signal(const Rules& rules, Board& board, const Weights& weights, const Hands& hands);

// Play to the end; returns whether the game is won.
bool finish(const Rules& rules, Board board, const Weights& weights, Hands hands);

}  // namespace crew::hidden
