// A deal of The Crew as integers: the twin of crewsat/algorithms/crew/flat.py.
//
// Cards are numbered suit by suit, low cards first, so that a set of cards is a mask of 64 bits and the higher card of a
// suit is the higher bit. Players are numbered from 0.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace crew {

using Cards = std::uint64_t;

constexpr int most_cards = 64;
constexpr int most_players = 8;
constexpr int nobody = -1;

enum class Assignment { any, draft, balanced, one_player, one_player_but_leader };

inline int count(Cards cards) { return std::popcount(cards); }
inline int lowest(Cards cards) { return std::countr_zero(cards); }
inline Cards bit(int card) { return Cards{1} << card; }
inline Cards below(int card) { return bit(card) - 1; }
inline Cards above(int card) { return ~below(card) & ~bit(card); }

struct Objective {
    int card;
    int owner;             // nobody: free
    std::uint64_t before;  // objectives that must be completed before it, by position
};

struct Deal {
    int players;
    int tricks;
    int leader;  // nobody: the crew chooses
    int trump;   // a suit; nobody: no trump
    bool strict; // whether two objectives in order must be completed in different tricks
    Assignment assignment;
    std::vector<int> suit;    // of every card
    std::vector<int> holder;  // of every card, also of those of the trick that has begun
    std::vector<int> begun;   // the cards of the trick that has begun, if any
    std::vector<Objective> objectives;

    int cards() const { return static_cast<int>(suit.size()); }
    int suits() const { return suit.empty() ? 0 : suit.back() + 1; }
};

}  // namespace crew
