// Deals that fit what one player knows: counted, and drawn with equal probability; the twin of
// crewsat/hidden/dealing.py, which says how. Both make the same draws in the same order.

#pragma once

#include <array>
#include <vector>

#include "generator.hpp"

namespace crew::hidden {

class Fitting {
  public:
    // Players from 0; `unseen` are the cards that the others hold. The entries of `me` are ignored.
    Fitting(int players, int me, Word unseen, const std::array<int, most_players>& sizes,
            const std::array<Word, most_players>& known, const std::array<Word, most_players>& cannot);

    // Whether two words surely hold the counts, as they do for up to 5 players and 63 cards; if not, the count is 0.
    bool countable() const { return countable_; }

    TwoWords count() const { return choices_.empty() ? 0 : choices_[0].ways; }

    // Fills one hand a player, that of `me` with nothing. The count must not be 0.
    void sample(Generator& generator, Word* hands) const;

  private:
    struct Group {
        unsigned holders;  // a mask of the other players, in turn from `me`
        Word cards;
    };
    struct Split {
        TwoWords ways;  // deals with this split of a group or one before it
        Word shares;    // how many of the group's cards each of the other players gets, a byte each
        int next;       // the choice that follows
    };
    struct Choice {  // how to split a group, given the places that are left
        Word places;      // a byte each
        TwoWords ways;    // deals of this group and those after it
        int first, last;  // its splits
    };
    class Finding;

    int players_, me_, others_;
    bool countable_ = true;
    std::vector<Group> groups_;
    std::vector<Choice> choices_;  // group by group; then those for which nothing is left to choose
    std::vector<Split> splits_;

    void find_groups(Word unseen, const std::array<Word, most_players>& known,
                     const std::array<Word, most_players>& cannot);
    void count_ways(int last_choice);
    void deal_out(const Group& group, Word shares, Generator& generator, Word* hands) const;
    int player(int other) const { return (me_ + 1 + other) % players_; }
};

}  // namespace crew::hidden
