#include "player.hpp"

#include <algorithm>
#include <unordered_map>

namespace crew {
namespace {

// The weights of crewsat/algorithms/crew/player.py, by the same names.
constexpr std::array random_points = {100, 400, 1000, 3000};
constexpr int target_points = 1000;
constexpr int plan_points = 1500;
constexpr int unplanned_points = -2000;
constexpr int use_points = -35;
constexpr int danger_points = 70;
constexpr int danger_led_points = 35;
constexpr std::int64_t first_dive = 80;
constexpr std::int64_t most_positions = std::int64_t{1} << 40;  // more than anybody waits for; sums are far below 2^63

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(88172645463325252u ^ (seed * 0x9E3779B97F4A7C15u)) {
        if (state_ == 0) state_ = 1;
    }

    int below(int bound) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<int>((state_ >> 32) * static_cast<std::uint64_t>(bound) >> 32);
    }

private:
    std::uint64_t state_;
};

struct Demand {  // what a trick must do if no trick may be wasted
    unsigned players = 0;  // who must play a target: their hands hold one for each trick left
    unsigned owners = 0;   // of whom one must win the trick
    // For each hand, the owners of whom no hand holds more targets: it must play a target of the owner who wins.
    std::array<unsigned, most_players> fullest{};
};

template <typename Cards>
struct Table {  // the trick on the table
    int leader;
    int played = 0;
    int led = nobody;          // suit
    int best = nobody;         // the card that wins so far
    int winner = nobody;       // who played it
    unsigned owners = 0;       // who may win it, by what has been played
    int plan = nobody;         // the target the leader thought of
    int planned = nobody;      // who is to win it
    Cards cards = 0;
    const Demand* demand = nullptr;  // what it must do, if it must not be wasted
};

// Cards: what a set of cards is, `Word` or `TwoWords`.
template <typename Cards>
class Player {
public:
    Player(const Deal& deal, std::uint64_t seed) : deal_(deal), players_(deal.players), random_(seed) {
        for (int card = 0; card < deal.cards(); ++card) {
            suit_of_[card] = static_cast<std::int8_t>(deal.suit[card]);
            holder_[card] = static_cast<std::int8_t>(deal.holder[card]);
            hand_[deal.holder[card]] |= bit(card);
            suit_[deal.suit[card]] |= bit(card);
            all_ |= bit(card);
        }
        trumps_ = deal.trump == nobody ? 0 : suit_[deal.trump];
        for (const Objective& objective : deal.objectives) {
            targets_ |= bit(objective.card);
            owner_[objective.card] = objective.owner;
            (objective.owner == nobody ? free_ : mine_[objective.owner]) |= bit(objective.card);
            for (TwoWords rest = objective.before; rest; rest &= rest - 1)
                before_[objective.card] |= bit(deal.objectives[lowest(rest)].card);
        }
        for (int player = 0; player < players_; ++player) self_held_ |= mine_[player] & hand_[player];
        played_.resize(deal.tricks);
        leader_.resize(deal.tricks);
    }

    std::optional<Line> run(std::int64_t positions, std::int64_t polish) {
        left_ = all_;
        const int least = fewest_tricks();
        if (!dives(deal_.tricks, positions)) return std::nullopt;
        do best_ = line();
        while (static_cast<int>(best_.size()) > least && dives(static_cast<int>(best_.size()) - 1, polish));
        return best_;
    }

private:
    using Table = crew::Table<Cards>;

    static Cards bit(int card) { return Cards{1} << card; }
    static Cards below(int card) { return bit(card) - 1; }
    static Cards above(int card) { return ~below(card) & ~bit(card); }

    const Deal& deal_;
    const int players_;
    std::array<std::int8_t, most_cards> suit_of_{}, holder_{};
    Random random_;
    std::array<Cards, most_players> hand_{}, mine_{};
    std::array<Cards, most_cards> suit_{}, before_{};
    std::array<int, most_cards> owner_{};
    Cards all_ = 0, trumps_ = 0, targets_ = 0, free_ = 0, self_held_ = 0;

    Cards left_ = 0;
    int depth_ = 0;
    int bound_ = 0;
    int first_ = 0;
    int random_points_ = 0;
    std::array<std::uint8_t, most_players> shares_{}, most_{};  // of the free targets: taken, and allowed
    std::vector<std::array<int, most_players>> played_;  // of each trick, the card of each player
    std::vector<int> leader_;
    Line best_;
    std::int64_t positions_ = 0;
    std::int64_t stop_ = 0;

    struct Between {  // two tricks
        Cards left;
        int leader, first;
        std::array<std::uint8_t, most_players> shares;
        bool operator==(const Between&) const = default;
    };
    struct Mixed {
        std::size_t operator()(const Between& at) const {
            const std::uint64_t mixed =
                (folded(at.left) ^ at.leader ^ at.first << 4 ^ std::bit_cast<std::uint64_t>(at.shares) * 0xC2B2AE3D27D4EB4Fu) *
                0x9E3779B97F4A7C15u;
            return mixed ^ mixed >> 32;
        }
        static Word folded(Word cards) { return cards; }
        static Word folded(TwoWords cards) { return low(cards) ^ high(cards) * 0x165667B19E3779F9u; }
    };
    std::unordered_map<Between, int, Mixed> lost_;  // and in how many tricks

    bool dives(int bound, std::int64_t positions) {
        const std::int64_t end = positions_ + positions;
        bound_ = bound;
        std::int64_t length = first_dive;
        for (int dive = 0; positions_ < end; ++dive) {
            const int kept = !best_.empty() && dive % 2 ? dive / 2 % bound : 0;
            random_points_ = best_.empty() ? random_points[dive % random_points.size()] : random_points.back();
            stop_ = std::min(end, positions_ + length);
            length += length / 50;
            first_ = deal_.leader != nobody ? deal_.leader : kept ? best_[0].leader : dive / 2 % players_;
            for (int player = 0; player < players_; ++player) most_[player] = most_share(player);
            if (next_trick(replayed(kept))) return true;
            if (!kept && positions_ <= stop_ && deal_.leader != nobody) return false;  // nothing is left to try
            ++positions_;  // of a dive that ends before it has begun
        }
        return false;
    }

    int replayed(int tricks) {  // of the best line so far; returns who leads then
        left_ = all_;
        shares_ = {};
        for (depth_ = 0; depth_ < tricks; ++depth_) {
            const Trick& trick = best_[depth_];
            leader_[depth_] = trick.leader;
            for (int k = 0; k < players_; ++k) {
                const int card = trick.cards[k];
                played_[depth_][(trick.leader + k) % players_] = card;
                left_ &= ~bit(card);
                if (free_ & bit(card)) ++shares_[best_[depth_ + 1].leader];
            }
        }
        return tricks ? best_[tricks].leader : first_;
    }

    Line line() const {
        Line made;
        for (int trick = 0; trick < depth_; ++trick) {
            Trick one{leader_[trick], {}};
            for (int k = 0; k < players_; ++k) one.cards.push_back(played_[trick][(leader_[trick] + k) % players_]);
            made.push_back(std::move(one));
        }
        return made;
    }

    int fewest_tricks() const {
        const Cards rest = targets_ & left_;
        int of_owners = 0, of_hands = 0;
        for (int owner = 0; owner < players_; ++owner) {
            int most = 0;
            for (int player = 0; player < players_; ++player)
                most = std::max(most, count(rest & mine_[owner] & hand_[player]));
            of_owners += most;
        }
        for (int player = 0; player < players_; ++player) of_hands = std::max(of_hands, count(rest & hand_[player]));
        return std::max(of_owners, of_hands);
    }

    bool too_late(int tricks) const {
        for (Cards rest = targets_ & left_ & self_held_ & ~trumps_; rest; rest &= rest - 1) {
            const int card = lowest(rest);
            for (int player = 0; player < players_; ++player) {
                const Cards held = left_ & suit_[suit_of_[card]] & hand_[player];
                if (player != owner_[card] && !(held & below(card)) && count(held) >= tricks) return true;
            }
        }
        return false;
    }

    bool shares_fit() const {
        const int free = count(free_);
        if (deal_.assignment == Assignment::any || free == 0) return true;
        const auto [least, most] = std::minmax_element(shares_.begin(), shares_.begin() + players_);
        switch (deal_.assignment) {
            case Assignment::balanced: return *most - *least <= 1;
            case Assignment::one_player: return *most == free;
            case Assignment::one_player_but_leader: return *most == free && shares_[first_] == 0;
            default: return true;  // of a draft, nobody's share is too large, so nobody's is too small
        }
    }

    int most_share(int player) const {
        const int free = count(free_), each = free / players_, more = free % players_;
        switch (deal_.assignment) {
            case Assignment::draft: return each + ((player - first_ + players_) % players_ < more);
            case Assignment::balanced: return each + (more > 0);
            case Assignment::one_player_but_leader: return player == first_ ? 0 : free;
            default: return free;
        }
    }

    bool next_trick(int leader) {
        if (!(targets_ & left_)) return shares_fit();
        const int least = fewest_tricks();
        if (depth_ + least > bound_) return false;
        const int tricks = bound_ - depth_;
        if (bound_ < deal_.tricks && too_late(tricks)) return false;
        const Between here{left_, leader, first_, shares_};
        if (const auto known = lost_.find(here); known != lost_.end() && tricks <= known->second) return false;
        leader_[depth_] = leader;
        Table table{leader};
        table.owners = everybody();
        Demand demand;
        if (least == tricks) {
            demand = demanded(tricks);
            table.owners = demand.owners;
            table.demand = &demand;
        }
        if (next_card(table, leader)) return true;
        if (positions_ <= stop_) lost_[here] = tricks;
        return false;
    }

    unsigned everybody() const { return (1u << players_) - 1; }

    Demand demanded(int tricks) const {
        const Cards rest = targets_ & left_;
        Demand demand;
        unsigned owners = 0;
        int needed = 0;
        for (int owner = 0; owner < players_; ++owner) {
            int most = 0;
            unsigned fullest = 0;
            for (int player = 0; player < players_; ++player) {
                const int held = count(rest & mine_[owner] & hand_[player]);
                if (held > most) most = held, fullest = 0;
                if (held && held == most) fullest |= 1u << player;
            }
            needed += most;
            if (most) owners |= 1u << owner;
            for (int player = 0; player < players_; ++player) demand.fullest[player] |= (fullest >> player & 1) << owner;
        }
        if (needed < tricks) demand.fullest = {};
        demand.owners = needed < tricks ? everybody() : owners;
        for (int player = 0; player < players_; ++player)
            if (count(rest & hand_[player]) == tricks) demand.players |= 1u << player;
        return demand;
    }

    unsigned owners_after(const Table& table, int player, int card) const {
        if ((targets_ & bit(card)) && owner_[card] != nobody) return table.owners & 1u << owner_[card];
        return table.demand ? table.owners & ~table.demand->fullest[player] : table.owners;
    }

    unsigned owners_after_lead(const Table& table, int leader, int card) const {  // with what the others can play
        unsigned owners = owners_after(table, leader, card);
        if (!table.demand) return owners;
        for (int player = 0; player < players_; ++player) {
            if (player == leader) continue;
            const Cards able = legal(player, suit_of_[card]) & targets_;
            if ((table.demand->players >> player & 1) && !able) return 0;
            for (unsigned rest = table.demand->fullest[player] & owners; rest; rest &= rest - 1)
                if (!(able & mine_[lowest(rest)])) owners &= ~(rest & -rest);
        }
        return owners;
    }

    Cards legal(int player, int led) const {
        const Cards held = hand_[player] & left_;
        const Cards follow = led == nobody ? 0 : held & suit_[led];
        return follow ? follow : held;
    }

    Cards may_play(int player, const Table& table) const {
        if (depth_ == 0 && table.played < static_cast<int>(deal_.begun.size())) return bit(deal_.begun[table.played]);
        return legal(player, table.led);
    }

    bool beats(int card, int best) const {
        if (best == nobody) return true;
        return suit_of_[card] == suit_of_[best] ? card > best : suit_of_[card] == deal_.trump;
    }

    bool can_beat(int player, int led, int best) const {
        const Cards held = hand_[player] & left_;
        if (const Cards follow = held & suit_[led]) return suit_of_[best] == led && (follow & above(best));
        const Cards trumps = held & trumps_;
        return suit_of_[best] == deal_.trump ? (trumps & above(best)) != 0 : trumps != 0;
    }

    bool completable(int target, int owner, int leader, int card) const {
        const int led = suit_of_[card], holder = holder_[target];
        if (holder == leader ? card != target : !(legal(holder, led) & bit(target))) return false;
        int winning = card;
        if (owner == holder) {
            winning = target;
        } else if (owner != leader) {
            const Cards follow = hand_[owner] & left_ & suit_[led];
            const Cards able = follow ? follow : hand_[owner] & left_ & trumps_;
            if (!able) return false;
            winning = highest(able);
        }
        const bool trumped = suit_of_[winning] != led;
        if (trumped && suit_of_[winning] != deal_.trump) return false;
        for (int player = 0; player < players_; ++player)
            if (player != owner && !stays_below(player, player == leader ? card : player == holder ? target : nobody, led,
                                                winning, trumped))
                return false;
        return true;
    }

    bool stays_below(int player, int card, int led, int winning, bool trumped) const {
        if (card != nobody) return card == winning || !beats(card, winning);
        const Cards held = legal(player, led);
        if (held & suit_[led]) return trumped || lowest(held) < winning;
        return (held & ~trumps_) || (trumped && lowest(held) < winning);
    }

    void choose_plan(Table& table, int leader, int card) {
        int best = -1;
        table.plan = table.planned = nobody;
        for (Cards rest = targets_ & left_; rest; rest &= rest - 1) {
            const int target = lowest(rest);
            if (before_[target] & left_) continue;
            const bool free = owner_[target] == nobody;
            for (int owner = free ? 0 : owner_[target]; owner < (free ? players_ : owner_[target] + 1); ++owner) {
                if (free && shares_[owner] >= most_[owner]) continue;
                if (!(table.owners >> owner & 1) || !completable(target, owner, leader, card)) continue;
                const int points = random_.below(16);
                if (points > best) best = points, table.plan = target, table.planned = owner;
            }
        }
    }

    int points_of(int player, int card, const Table& table) {
        int points = random_.below(random_points_);
        if (targets_ & bit(card)) points += target_points;
        const int wanted = std::has_single_bit(table.owners) ? lowest(table.owners) : table.planned;
        if (wanted == player) return points + (beats(card, table.best) ? plan_points : -plan_points);
        const Cards lower = targets_ & left_ & suit_[suit_of_[card]] & below(card);
        int use = count(lower & mine_[player] & ~hand_[player]);
        if ((trumps_ & bit(card)) && (mine_[player] & left_)) ++use;
        const int danger = count(lower & self_held_ & ~mine_[player]);
        points += use_points * use;
        if (!table.played) return points + danger_led_points * danger;
        if (card == table.plan) points += target_points;
        if (wanted != nobody && wanted == table.winner && beats(card, table.best)) points -= plan_points;
        return points + danger_points * danger;
    }

    struct Choice {
        int card, points, plan, planned;
        unsigned owners;
    };

    int choices(int player, const Table& table, std::array<Choice, most_cards>& found) {
        int number = 0, last = nobody;
        Cards rest = may_play(player, table);
        if (table.demand && table.demand->players >> player & 1) rest &= targets_;
        for (; rest; rest &= rest - 1) {
            const int card = lowest(rest), before = last;
            last = card;
            if (before != nobody && suit_of_[before] == suit_of_[card] && !(targets_ & (bit(before) | bit(card))) &&
                !((left_ | table.cards) & above(before) & below(card)))
                continue;  // it does the same as the next lower one
            Table thought = table;
            if (!table.played) {
                thought.owners = owners_after_lead(table, player, card);
                choose_plan(thought, player, card);
            }
            int points = points_of(player, card, thought);
            if (!table.played) {
                if (thought.plan != nobody) points += plan_points;
                else if (table.demand) continue;
                else if (targets_ & bit(card)) points += unplanned_points;
            }
            found[number++] = {card, points, thought.plan, thought.planned, thought.owners};
        }
        return number;
    }

    bool next_card(const Table& table, int player) {
        if (table.played == players_) return end_trick(table);
        if (++positions_ > stop_) return false;
        std::array<Choice, most_cards> found;
        const int number = choices(player, table, found);
        for (int k = 0; k < number; ++k) {
            std::swap(found[k], *std::max_element(found.begin() + k, found.begin() + number, [](auto& x, auto& y) {
                return x.points < y.points;
            }));
            Table then = table;
            then.plan = found[k].plan;
            then.planned = found[k].planned;
            then.owners = found[k].owners;
            if (!put(then, player, found[k].card)) continue;
            left_ &= ~bit(found[k].card);
            played_[depth_][player] = found[k].card;
            if (may_go_on(then) && next_card(then, (player + 1) % players_)) return true;
            left_ |= bit(found[k].card);
            if (positions_ > stop_) return false;
        }
        return false;
    }

    bool put(Table& table, int player, int card) const {
        table.owners = owners_after(table, player, card);
        if (!table.owners) return false;
        if (table.led == nobody) table.led = suit_of_[card];
        if (beats(card, table.best)) table.best = card, table.winner = player;
        table.cards |= bit(card);
        ++table.played;
        if (!(targets_ & bit(card))) return true;
        if (const Cards open = before_[card] & (left_ | (deal_.strict ? table.cards : 0))) {
            Cards to_come = 0;
            for (int k = table.played; k < players_; ++k) to_come |= hand_[(table.leader + k) % players_];
            if (deal_.strict || (open & ~to_come)) return false;
        }
        return true;
    }

    bool may_go_on(const Table& table) const {
        if (table.owners >> table.winner & 1) return true;
        for (int k = table.played; k < players_; ++k) {
            const int player = (table.leader + k) % players_;
            if ((table.owners >> player & 1) && can_beat(player, table.led, table.best)) return true;
        }
        return false;
    }

    bool end_trick(const Table& table) {
        const Cards hit = table.cards & targets_;
        const Cards open = deal_.strict ? left_ | table.cards : left_;
        for (Cards rest = hit; rest; rest &= rest - 1)
            if (before_[lowest(rest)] & open) return false;
        const int taken = count(hit & free_);
        if (taken && shares_[table.winner] + taken > most_[table.winner]) return false;
        shares_[table.winner] += taken;
        ++depth_;
        if (next_trick(table.winner)) return true;
        --depth_;
        shares_[table.winner] -= taken;
        return false;
    }
};

}  // namespace

std::optional<Line> play(const Deal& deal, std::uint64_t seed, std::int64_t positions, std::int64_t polish) {
    positions = std::min(positions, most_positions);
    polish = std::min(polish, most_positions);
    if (deal.cards() <= 64) return Player<Word>(deal, seed).run(positions, polish);
    return Player<TwoWords>(deal, seed).run(positions, polish);
}

}  // namespace crew
