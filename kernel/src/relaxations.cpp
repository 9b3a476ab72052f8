#include "relaxations.hpp"

#include <algorithm>
#include <array>

namespace crew {
namespace {

constexpr int most_groups = 63;  // of four bits each; the last four bits of a position are for the leader
constexpr int most_in_group = 15;

std::uint64_t bit(int group) { return std::uint64_t{1} << group; }

enum class Found { lost, won, stopped };

struct Group {
    int suit, rank, holder, size;
    int owner;              // of the objective's card; nobody for other cards
    std::uint64_t before;   // groups of objectives that must be completed before it
};

struct Position {
    std::array<std::uint64_t, 4> words{};

    int of(int group) const { return words[group >> 4] >> (4 * (group & 15)) & 15; }
    void add(int group, int number) { words[group >> 4] += static_cast<std::uint64_t>(number) << (4 * (group & 15)); }
    void take(int group) { words[group >> 4] -= std::uint64_t{1} << (4 * (group & 15)); }

    bool operator==(const Position& other) const {  // without a call of memcmp, a quarter of the time
        std::uint64_t differs = 0;
        for (std::size_t word = 0; word < words.size(); ++word) differs |= words[word] ^ other.words[word];
        return !differs;
    }

    bool none() const { return !words[3]; }  // a position says who leads
};

class Lost {  // positions that cannot be won, with who leads; open addressing
public:
    Lost() : slots_(1 << 10) {}

    bool has(const Position& position) const {
        for (std::size_t slot = home(position);; slot = (slot + 1) & (slots_.size() - 1)) {
            if (slots_[slot] == position) return true;
            if (slots_[slot].none()) return false;
        }
    }

    void add(const Position& position) {
        if (2 * ++number_ > slots_.size()) {
            std::vector<Position> old(2 * slots_.size());
            old.swap(slots_);
            for (const Position& one : old)
                if (!one.none()) put(one);
        }
        put(position);
    }

private:
    std::vector<Position> slots_;
    std::size_t number_ = 0;

    std::size_t home(const Position& position) const {
        std::uint64_t mixed = 0;
        for (const std::uint64_t word : position.words) {
            mixed = (mixed ^ word) * 0x9E3779B97F4A7C15u;
            mixed ^= mixed >> 32;
        }
        return mixed & (slots_.size() - 1);
    }

    void put(const Position& position) {
        std::size_t slot = home(position);
        while (!slots_[slot].none()) slot = (slot + 1) & (slots_.size() - 1);
        slots_[slot] = position;
    }
};

struct Table {  // the trick on the table
    int leader;
    int played = 0;
    int led = nobody;
    int suit = nobody;       // of the cards that win so far
    int rank = nobody;       // of the same
    unsigned winners = 0;    // who has played one of them
    int owner = nobody;      // who must win
    std::uint64_t hit = 0;   // groups of objectives on the table
};

constexpr std::int64_t check_every = 2'000;  // positions between two looks at the clock

class Search {
public:
    Search(const Deal& deal, const std::vector<int>& subset, std::int64_t limit, const std::function<bool()>& late)
        : deal_(deal), players_(deal.players), limit_(limit), late_(late) {
        build(subset);
    }

    std::int64_t positions() const { return positions_; }
    bool late() const { return is_late_; }  // the search was given up, and so is all that would follow it

    Found run() {
        if (groups_.size() > most_groups || too_large_) return Found::stopped;
        bool stopped = false;
        for (int leader = 0; leader < players_ && !is_late_; ++leader) {
            if (deal_.leader != nobody && deal_.leader != leader) continue;
            const Found found = from(leader, deal_.tricks);
            if (found == Found::won) return found;
            stopped |= found == Found::stopped;
        }
        return stopped ? Found::stopped : Found::lost;
    }

private:
    const Deal& deal_;
    const int players_;
    const std::int64_t limit_;
    const std::function<bool()>& late_;
    std::int64_t positions_ = 0;
    bool is_late_ = false;
    bool too_large_ = false;
    std::vector<Group> groups_;
    std::array<std::array<std::vector<int>, most_cards>, most_players> held_;  // groups, by holder and suit
    std::array<std::array<int, most_cards>, most_players> number_{};           // of cards left, by holder and suit
    Position left_;
    std::uint64_t open_ = 0;  // groups of objectives not completed yet
    Lost lost_;

    void build(const std::vector<int>& subset) {
        std::array<int, most_cards> wanted;
        wanted.fill(nobody);
        for (const int k : subset) wanted[deal_.objectives[k].card] = k;
        std::vector<int> group_of(deal_.objectives.size(), nobody);
        std::array<int, most_players> last;
        int suit = nobody, rank = 0;
        for (int card = 0; card < deal_.cards(); ++card) {
            const int holder = deal_.holder[card], target = wanted[card];
            if (deal_.suit[card] != suit) suit = deal_.suit[card], rank = 0, last.fill(nobody);
            if (target == nobody && last[holder] != nobody) {
                ++groups_[last[holder]].size;
                continue;
            }
            if (target != nobody) ++rank;
            const int group = static_cast<int>(groups_.size());
            groups_.push_back({suit, rank, holder, 1, target == nobody ? nobody : deal_.objectives[target].owner, 0});
            held_[holder][suit].push_back(group);
            last[holder] = group;
            if (target != nobody) group_of[target] = group, ++rank, last.fill(nobody);
        }
        if (groups_.size() > most_groups) return;
        for (const int k : subset) {
            open_ |= bit(group_of[k]);
            for (TwoWords rest = deal_.objectives[k].before; rest; rest &= rest - 1)
                if (group_of[lowest(rest)] != nobody) groups_[group_of[k]].before |= bit(group_of[lowest(rest)]);
        }
        for (std::size_t group = 0; group < groups_.size(); ++group) {
            too_large_ |= groups_[group].size > most_in_group;
            left_.add(static_cast<int>(group), std::min(groups_[group].size, most_in_group));
            number_[groups_[group].holder][groups_[group].suit] += groups_[group].size;
        }
    }

    Found from(int leader, int tricks) {
        if (!open_) return Found::won;
        if (hopeless(tricks)) return Found::lost;
        Position position = left_;
        position.words[3] |= static_cast<std::uint64_t>(leader + 1) << 60;
        if (lost_.has(position)) return Found::lost;
        if (++positions_ > limit_) return Found::stopped;
        if (positions_ % check_every == 0 && late_()) is_late_ = true;
        if (is_late_) return Found::stopped;
        const Found found = next_card(Table{leader}, leader, tricks);
        if (found == Found::lost) lost_.add(position);
        return found;
    }

    bool hopeless(int tricks) const {
        std::array<std::array<int, most_players>, most_players> wanted{};  // by owner and holder
        for (std::uint64_t rest = open_; rest; rest &= rest - 1) {
            const Group& group = groups_[lowest(rest)];
            ++wanted[group.owner][group.holder];
            if (group.owner != group.holder || group.suit == deal_.trump) continue;
            for (int player = 0; player < players_; ++player)
                if (player != group.owner && number_[player][group.suit] >= tricks && !below(player, group)) return true;
        }
        int least = 0;
        for (int owner = 0; owner < players_; ++owner)
            least += *std::max_element(wanted[owner].begin(), wanted[owner].end());
        return least > tricks;
    }

    bool below(int player, const Group& group) const {
        for (const int other : held_[player][group.suit])
            if (groups_[other].rank < group.rank && left_.of(other)) return true;
        return false;
    }

    Found next_card(const Table& table, int player, int tricks) {
        if (table.played == players_) return end_trick(table, tricks);
        const bool follows = table.played && number_[player][table.led];
        for (const bool targets : {true, false}) {
            for (int suit = follows ? table.led : 0; suit < (follows ? table.led + 1 : deal_.suits()); ++suit) {
                for (const int group : held_[player][suit]) {
                    if ((groups_[group].owner != nobody) != targets || !left_.of(group)) continue;
                    Table then = table;
                    if (!put(then, player, group)) continue;
                    left_.take(group);
                    --number_[player][suit];
                    const Found found =
                        may_go_on(then) ? next_card(then, (player + 1) % players_, tricks) : Found::lost;
                    left_.add(group, 1);
                    ++number_[player][suit];
                    if (found != Found::lost) return found;
                }
            }
        }
        return Found::lost;
    }

    bool put(Table& table, int player, int group) const {
        const Group& card = groups_[group];
        if (card.owner != nobody) {
            if (table.owner != nobody && table.owner != card.owner) return false;
            table.owner = card.owner;
            table.hit |= bit(group);
        }
        if (!table.played++) table.led = card.suit;
        const bool first = table.suit == nobody;
        const bool higher = card.suit == table.suit ? card.rank > table.rank : card.suit == deal_.trump;
        if (first || higher) {
            table.suit = card.suit, table.rank = card.rank, table.winners = 1u << player;
        } else if (card.suit == table.suit && card.rank == table.rank) {
            table.winners |= 1u << player;
        }
        return true;
    }

    bool may_go_on(const Table& table) const {
        if (table.owner == nobody) return true;
        const int owner = table.owner;
        if ((owner - table.leader + players_) % players_ < table.played) return table.winners >> owner & 1;
        const bool follows = number_[owner][table.led];
        if (!follows && deal_.trump == nobody) return false;
        const int suit = follows ? table.led : deal_.trump;
        if (suit != table.suit && suit != deal_.trump) return false;
        for (const int group : held_[owner][suit])
            if (left_.of(group) && (suit != table.suit || groups_[group].rank >= table.rank)) return true;
        return false;
    }

    Found end_trick(const Table& table, int tricks) {
        const std::uint64_t missing = deal_.strict ? open_ : open_ & ~table.hit;
        for (std::uint64_t rest = table.hit; rest; rest &= rest - 1)
            if (groups_[lowest(rest)].before & missing) return Found::lost;
        open_ &= ~table.hit;
        Found found = Found::lost;
        for (int player = 0; player < players_ && found == Found::lost; ++player)
            if (table.owner == nobody ? table.winners >> player & 1 : player == table.owner)
                found = from(player, tricks - 1);
        open_ |= table.hit;
        return found;
    }
};

class Subsets {  // of some positions, of a size, in lexicographic order
public:
    Subsets(const std::vector<int>& from, int size) : from_(from), places_(size) {
        for (int k = 0; k < size; ++k) places_[k] = k;
        done_ = size > static_cast<int>(from.size());
    }

    bool done() const { return done_; }

    std::vector<int> now() const {
        std::vector<int> chosen;
        for (const int place : places_) chosen.push_back(from_[place]);
        return chosen;
    }

    void next() {
        const int size = static_cast<int>(places_.size()), all = static_cast<int>(from_.size());
        int k = size - 1;
        while (k >= 0 && places_[k] == all - size + k) --k;
        if (k < 0) {
            done_ = true;
            return;
        }
        ++places_[k];
        for (int later = k + 1; later < size; ++later) places_[later] = places_[later - 1] + 1;
    }

private:
    const std::vector<int>& from_;
    std::vector<int> places_;
    bool done_;
};

}  // namespace

std::vector<int> refuting(const Deal& deal, int most_objectives, std::int64_t each, std::int64_t total,
                          const std::function<bool()>& late, Effort& effort) {
    effort = {0, false};
    const auto given_up = [&effort] {
        effort.stopped = true;
        return std::vector<int>{};
    };
    std::vector<int> owned;
    for (std::size_t k = 0; k < deal.objectives.size(); ++k)
        if (deal.objectives[k].owner != nobody) owned.push_back(static_cast<int>(k));
    const int most = std::min(most_objectives, static_cast<int>(owned.size()));
    for (int size = 1; size <= most; ++size) {
        for (Subsets subsets(owned, size); !subsets.done(); subsets.next()) {
            if (effort.positions >= total) return given_up();
            Search search(deal, subsets.now(), std::min(each, total - effort.positions), late);
            const Found found = search.run();
            if (search.late()) return given_up();
            effort.positions += std::max<std::int64_t>(1, search.positions());  // too large a deal takes time, too
            if (search.positions() == 0 && late()) return given_up();
            effort.stopped |= found == Found::stopped;
            if (found == Found::lost) return subsets.now();
        }
    }
    return {};
}

}  // namespace crew
