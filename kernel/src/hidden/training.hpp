// Learning the blueprint: REINFORCE with a leave-one-out baseline, all players sharing one policy (Williams 1992).
//
// Weights are floating-point numbers while they are learned. The same seed gives the same weights with the same
// compiler and processor.

#pragma once

#include <vector>

#include "blueprint.hpp"
#include "generator.hpp"

namespace crew::hidden {

struct Lesson {  // what is played for
    int players;
    int objectives;   // dealt in turn from the leader
    int ordered;      // of these, how many have tokens 1, 2, …
    int leader;       // with tasks: whom their code takes for the leader
    std::vector<int> tasks;  // their code, perhaps empty
};

struct Deck {
    int cards, suits, trump;
    std::array<std::int8_t, most_numbers> suit{};
};

class Training {
public:
    static constexpr int deals = 32;  // of one iteration
    static constexpr int plays = 8;   // of each deal
    static constexpr int size = Weights::number;

    Training(const Deck& deck, std::vector<Lesson> lessons, std::uint64_t seed);

    // Go on from iteration `from` up to `to` of `all`; returns the share of plays that were won.
    double run(int from, int to, int all, double rate);

    std::vector<float> weights;  // direct, first, second, signal
    Weights rounded() const;

private:
    struct Tape {
        std::vector<std::array<float, most_features>> seen;
        std::vector<float> pull;
        std::vector<std::array<float, signal_features>> heard;
        std::vector<float> signal_pull;
    };

    struct Dealt {
        Rules rules;
        Board board;
        Hands hands{};
    };

    Dealt dealt(const Lesson& lesson);
    double uniform();
    int pick(const std::vector<float>& points, std::vector<float>& chances);
    float points(const float* features, float* active) const;
    float signal_points(const float* features) const;
    bool played(Dealt game, Tape& tape);
    int card(const Dealt& game, Tape& tape);
    void signal_in_turn(Dealt& game, Tape& tape);
    void learn(const Tape& tape, float advantage);
    void step(int iteration, double rate);

    Deck deck_;
    std::vector<Lesson> lessons_;
    Generator generator_;
    std::vector<float> gradient_, mean_, square_;
};

}  // namespace crew::hidden
