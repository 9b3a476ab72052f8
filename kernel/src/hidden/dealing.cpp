#include "dealing.hpp"

#include <algorithm>
#include <tuple>

namespace crew::hidden {

namespace {

constexpr int most_others = most_players - 1;
constexpr int most_unseen = 64;

using Numbers = std::array<int, most_others>;  // one for each of the other players

constexpr auto choose = [] {  // binomial coefficients
    std::array<std::array<Word, most_unseen + 1>, most_unseen + 1> made{};
    for (int all = 0; all <= most_unseen; ++all) {
        made[all][0] = 1;
        for (int some = 1; some <= all; ++some) made[all][some] = made[all - 1][some - 1] + made[all - 1][some];
    }
    return made;
}();

// Numbers of the other players are packed, a byte each.
int unpacked(Word numbers, int other) { return numbers >> (8 * other) & 255; }
Word packed(int number, int other) { return static_cast<Word>(number) << (8 * other); }

}  // namespace

// Finds all choices, group by group: the places that may be left before it, and how it may be split then.
class Fitting::Finding {
  public:
    Finding(Fitting& fitting, Word places) : fitting_(fitting) {
        for (int size = 1, other = 0; other < fitting.others_; ++other) {
            step_[other] = other + 1 < fitting.others_ ? size : 0;  // the others' places leave one number for the last
            size *= other + 1 < fitting.others_ ? unpacked(places, other) + 1 : 1;
            if (other + 1 == fitting.others_) choice_.assign(size, none);
        }
        for (const Group& group : fitting.groups_) count_in(group, 1);
        fitting.choices_.push_back({places, 0, 0, 0});
    }

    // Returns where the choices begin for which nothing is left to choose.
    int find() {
        int begin = 0;
        for (const Group& group : fitting_.groups_) {
            count_in(group, -1);
            const int end = choices();
            for (int at = begin; at < end; ++at) {
                fitting_.choices_[at].first = static_cast<int>(fitting_.splits_.size());
                split(group, fitting_.choices_[at].places);
                fitting_.choices_[at].last = static_cast<int>(fitting_.splits_.size());
            }
            for (int at = end; at < choices(); ++at) choice_[cell(fitting_.choices_[at].places)] = none;
            begin = end;
        }
        return begin;
    }

  private:
    static constexpr int none = -1;

    Fitting& fitting_;
    std::vector<int> choice_;  // before the next group, by the places that are left
    Numbers step_{};           // from a cell to that with one more place
    Numbers later_{};          // cards of later groups that the player may hold

    int holders_ = 0;    // of the group that is split
    Numbers holder_{};
    Numbers least_{};    // cards that each must get
    Numbers most_{};     // cards for which each has places
    std::array<int, most_others + 1> least_after_{}, most_after_{};  // of all holders from this one on

    int choices() const { return static_cast<int>(fitting_.choices_.size()); }

    void count_in(const Group& group, int sign) {
        for (unsigned rest = group.holders; rest; rest &= rest - 1) later_[lowest(rest)] += sign * crew::count(group.cards);
    }

    int cell(Word places) const {
        int found = 0;
        for (int other = 0; other < fitting_.others_; ++other) found += step_[other] * unpacked(places, other);
        return found;
    }

    void split(const Group& group, Word places) {
        holders_ = 0;
        for (unsigned rest = group.holders; rest; rest &= rest - 1) {
            const int other = holder_[holders_] = lowest(rest);
            most_[holders_] = unpacked(places, other);
            least_[holders_++] = std::max(0, unpacked(places, other) - later_[other]);
        }
        least_after_[holders_] = most_after_[holders_] = 0;
        for (int k = holders_ - 1; k >= 0; --k) {
            least_after_[k] = least_after_[k + 1] + least_[k];
            most_after_[k] = most_after_[k + 1] + most_[k];
        }
        share_out(0, crew::count(group.cards), places, 0, 1);
    }

    void share_out(int k, int cards, Word places, Word shares, TwoWords ways) {
        if (k == holders_) {
            if (!cards) add(places, shares, ways);
            return;
        }
        const int fewest = std::max(least_[k], cards - most_after_[k + 1]);
        const int most = std::min(most_[k], cards - least_after_[k + 1]);
        for (int number = fewest; number <= most; ++number) {
            const Word share = packed(number, holder_[k]);
            share_out(k + 1, cards - number, places - share, shares | share, ways * choose[cards][number]);
        }
    }

    void add(Word places, Word shares, TwoWords ways) {
        int& next = choice_[cell(places)];
        if (next == none) {
            next = choices();
            fitting_.choices_.push_back({places, 0, 0, 0});
        }
        fitting_.splits_.push_back({ways, shares, next});
    }
};

Fitting::Fitting(int players, int me, Word unseen, const std::array<int, most_players>& sizes,
                 const std::array<Word, most_players>& known, const std::array<Word, most_players>& cannot)
    : players_(players), me_(me), others_(players - 1) {
    find_groups(unseen, known, cannot);
    TwoWords bound = 1;  // of all counts
    for (const Group& group : groups_)
        for (int k = crew::count(group.cards); k && group.holders; --k) {
            const auto holders = static_cast<TwoWords>(std::popcount(group.holders));
            countable_ = countable_ && bound <= ~TwoWords{0} / holders;
            bound *= holders;
        }
    Word places = 0;
    int number = 0;
    for (int other = 0; other < others_; ++other) {
        places |= packed(sizes[player(other)], other);
        number += sizes[player(other)];
    }
    if (countable_ && number == crew::count(unseen)) count_ways(Finding(*this, places).find());
}

void Fitting::find_groups(Word unseen, const std::array<Word, most_players>& known,
                          const std::array<Word, most_players>& cannot) {
    for (Word rest = unseen; rest; rest &= rest - 1) {
        const Word card = rest & -rest;
        unsigned holders = 0, knows = 0;
        for (int other = 0; other < others_; ++other) {
            holders |= static_cast<unsigned>(!(cannot[player(other)] & card)) << other;
            knows |= static_cast<unsigned>((known[player(other)] & card) != 0) << other;
        }
        if (knows) holders &= knows & (knows - 1) ? 0 : knows;
        const auto same = std::find_if(groups_.begin(), groups_.end(),
                                       [&](const Group& group) { return group.holders == holders; });
        if (same == groups_.end())
            groups_.push_back({holders, card});
        else
            same->cards |= card;
    }
    std::sort(groups_.begin(), groups_.end(), [](const Group& one, const Group& other) {
        const auto key = [](const Group& group) {
            return std::tuple(std::popcount(group.holders), crew::count(group.cards), group.holders);
        };
        return key(one) < key(other);
    });
}

void Fitting::count_ways(int last_choice) {
    for (int at = static_cast<int>(choices_.size()) - 1; at >= last_choice; --at) choices_[at].ways = 1;
    for (int at = last_choice - 1; at >= 0; --at) {
        Choice& choice = choices_[at];
        int kept = choice.first;
        for (int k = choice.first; k < choice.last; ++k) {
            const TwoWords further = choices_[splits_[k].next].ways;
            if (!further) continue;
            choice.ways += splits_[k].ways * further;
            splits_[kept++] = {choice.ways, splits_[k].shares, splits_[k].next};
        }
        choice.last = kept;
    }
}

void Fitting::sample(Generator& generator, Word* hands) const {
    std::fill(hands, hands + players_, 0);
    const Choice* choice = choices_.data();
    for (const Group& group : groups_) {
        const Split* split = &splits_[choice->first];
        if (choice->last - choice->first > 1) {
            const TwoWords drawn = generator.below(choice->ways);
            while (split->ways <= drawn) ++split;
        }
        deal_out(group, split->shares, generator, hands);
        choice = &choices_[split->next];
    }
}

void Fitting::deal_out(const Group& group, Word shares, Generator& generator, Word* hands) const {
    std::array<int, most_unseen> cards;
    int left = 0;
    for (Word rest = group.cards; rest; rest &= rest - 1) cards[left++] = lowest(rest);
    Word undealt = group.cards;
    for (int other = 0; undealt; ++other) {
        Word& hand = hands[player(other)];
        const int number = unpacked(shares, other);
        const int end = left - number;
        if (!end) {
            hand |= undealt;
            return;
        }
        while (left > end) {
            const int at = generator.below(left);
            const Word card = Word{1} << cards[at];
            cards[at] = cards[--left];
            hand |= card;
            undealt ^= card;
        }
    }
}

}  // namespace crew::hidden
