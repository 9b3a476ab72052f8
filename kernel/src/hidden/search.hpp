// Choosing a card by playing sampled deals; the twin of crewsat/hidden/search.py.

#pragma once

#include <vector>

#include "blueprint.hpp"
#include "dealing.hpp"

namespace crew::hidden {

struct Given {  // a signal that was given, and when
    int player;
    int card;
    int says;
    int number;    // before which trick
    Word out;      // cards played before
    Word open;     // objectives open then
    Word known;    // cards that the player was known to hold
};

struct Settings {
    int samples = 40;
    int pool = 4;                  // deals looked at for each one that is played, for those that explain the signals
    std::int64_t positions = 400;  // of the player with open hands, for each deal; 0: none
    bool drops = true;             // whether cards that are clearly worse are played in fewer deals
};

struct Estimate {
    int card;
    int deals = 0;
    int wins = 0;   // by the blueprint
    int open = 0;   // more that are won with open hands
    std::int64_t score = 0;  // of the blueprint
};

struct Position {  // of one player's view
    Rules rules;
    Board board;
    int me;
    Word hand;
    Hands played{};  // the cards each player has played
    std::vector<Given> given;
};

// Deals that fit, those first in which all would have signalled as they did.
std::vector<Hands> sampled(const Position& position, const Weights& weights, const Settings& settings,
                           Generator& generator);

// One estimate a card that differs from the others.
std::vector<Estimate> search(const Position& position, const Weights& weights, const Settings& settings,
                             std::uint64_t seed);

// How many deals were sampled, and in how many of them the blueprint wins, signals included.
std::pair<int, int> rollouts(const Position& position, const Weights& weights, const Settings& settings, std::uint64_t seed);

// Whether the quick player finds a win with open hands; never with tasks.
bool wins_open(const Rules& rules, const Board& board, const Hands& hands, std::uint64_t seed, std::int64_t positions);

}  // namespace crew::hidden
