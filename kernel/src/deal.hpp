// A deal of The Crew as integers: the twin of crewsat/algorithms/crew/flat.py.
//
// Cards are numbered suit by suit, low cards first, so that a set of cards is a mask of one word, or two, and the higher
// card of a suit is the higher bit. Players are numbered from 0.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace crew {

using Word = std::uint64_t;
__extension__ typedef unsigned __int128 TwoWords;

constexpr int most_cards = 128;
constexpr int most_players = 8;
constexpr int nobody = -1;

enum class Assignment { any, draft, balanced, one_player, one_player_but_leader };

inline Word low(TwoWords set) { return static_cast<Word>(set); }
inline Word high(TwoWords set) { return static_cast<Word>(set >> 64); }

inline int count(Word set) { return std::popcount(set); }
inline int count(TwoWords set) { return std::popcount(low(set)) + std::popcount(high(set)); }
inline int lowest(unsigned set) { return std::countr_zero(set); }
inline int lowest(Word set) { return std::countr_zero(set); }
inline int lowest(TwoWords set) { return low(set) ? std::countr_zero(low(set)) : 64 + std::countr_zero(high(set)); }
inline int highest(Word set) { return 63 - std::countl_zero(set); }
inline int highest(TwoWords set) { return high(set) ? 64 + highest(high(set)) : highest(low(set)); }

struct Objective {
    int card;
    int owner;             // nobody: free
    TwoWords before;       // objectives that must be completed before it, by position
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
