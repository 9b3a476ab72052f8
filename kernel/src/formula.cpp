#include "formula.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace crew {

namespace {

// As in crewsat/base/formula.py.
constexpr std::int64_t bytes_per_literal = 80;
constexpr std::int64_t bytes_per_clause = 300;
constexpr std::int64_t bytes_per_key = 300;
constexpr std::int64_t bytes_per_variable = 50;

constexpr int nothing = 0;  // in a clause: no literal

// The cards of a suit that were dealt to a player.
struct Group {
    int player;
    int suit;
    int counters;            // the row of the first of its counters
    std::vector<int> cards;  // lowest first
};

using Literals = std::initializer_list<int>;

}  // namespace

// States the rules, each as the function of the same name in trick_rules.py and goal_rules.py.
class Writer {
  public:
    Writer(Formula& formula, const Dealt& deal) : formula_(formula), deal_(deal) {
        find_groups();
        make_families();
    }

    void write() {
        a_card_is_played_once();
        everybody_plays_a_card();
        cards_are_compared();
        nobody_plays_two_cards();
        suits_are_counted();
        a_void_hand_has_played_the_suit();
        one_player_wins_the_trick();
        no_two_players_win_the_trick();
        one_player_leads_the_first_trick();
        the_leader_chooses_the_suit();
        one_suit_is_led();
        some_suit_is_led();
        players_follow_suit();
        the_winner_follows_suit_or_trumps();
        the_highest_card_wins();
        the_highest_trump_wins();
        the_past_is_as_it_was_played();
        objectives_are_won_by_their_owners();
        objectives_are_completed();
        objectives_are_completed_in_order();
        who_wins_a_trick_takes_its_cards();
        shares_are_counted();
        shares_are_even();
        a_draft_goes_round_from_the_first_leader();
        one_player_takes_all_free_goals();
        the_one_player_is_not_the_first_leader();
        nothing_has_happened_before_the_first_trick();
        the_smallest_hands_are_played_out();
        equal_neighbours_are_played_in_rank_order();
        every_trick_completes_an_objective();
        finish();
    }

  private:
    void find_groups() {
        of_suit_.resize(deal_.suits());
        group_.assign(deal_.players, std::vector<int>(deal_.suits(), nobody));
        std::vector<std::vector<int>> held(static_cast<std::size_t>(deal_.players) * deal_.suits());
        for (int card = 0; card < deal_.cards(); ++card) {
            of_suit_[deal_.suit[card]].push_back(card);
            held[deal_.holder[card] * deal_.suits() + deal_.suit[card]].push_back(card);
        }
        int counters = 0;
        for (int player = 0; player < deal_.players; ++player)
            for (int suit = 0; suit < deal_.suits(); ++suit) {
                auto& cards = held[player * deal_.suits() + suit];
                if (cards.empty()) continue;
                group_[player][suit] = static_cast<int>(groups_.size());
                const int size = static_cast<int>(cards.size());
                groups_.push_back({player, suit, counters, std::move(cards)});
                counters += size;
            }
        for (const auto& [card, owner] : deal_.objectives)
            if (owner == nobody) free_.push_back(card);
    }

    void make_families() {
        formula_.play_ = family(deal_.cards(), 1);
        formula_.played_ = family(deal_.cards(), 0);
        formula_.wins_ = family(deal_.players, 0);
        led_ = family(deal_.suits(), 1);
        high_ = family(deal_.cards(), 1);
        count_ = family(deal_.cards(), 0);
        const int free = static_cast<int>(free_.size());
        taken_ = family(deal_.assignment == Assignment::any ? 0 : deal_.players * free, 0);
        const bool even = deal_.assignment == Assignment::draft || deal_.assignment == Assignment::balanced;
        most_share_ = free / deal_.players + 2;
        cells_ = 0;
        for (int i = 1; i <= free; ++i) cells_ += std::min(i, most_share_);
        share_ = family(even ? deal_.players * cells_ : 0, deal_.tricks);
    }

    Family family(int rows, int first_step) {
        const Family made{formula_.variables_ + 1, rows, deal_.tricks - first_step + 1, first_step};
        formula_.variables_ += made.rows * made.width;
        formula_.bytes_ += rows * (bytes_per_key + bytes_per_variable * made.width);
        return made;
    }

    // Stating clauses.

    void rule(bool every_trick) {
        finish();
        formula_.rules_.push_back({every_trick, {}, {}});
    }

    template <typename Some>
    void clause(const Some& literals) {
        Clauses& rule = formula_.rules_.back();
        const std::size_t before = rule.literals.size();
        std::copy_if(std::begin(literals), std::end(literals), std::back_inserter(rule.literals),
                     [](int literal) { return literal != nothing; });
        rule.lengths.push_back(static_cast<int>(rule.literals.size() - before));
    }
    void clause(Literals literals) { clause<Literals>(literals); }

    // Ends a rule: clauses that hold at every trick are ordered by length.
    void finish() {
        if (formula_.rules_.empty()) return;
        Clauses& rule = formula_.rules_.back();
        const std::int64_t copies = rule.every_trick ? deal_.tricks : 1;
        const auto clauses = static_cast<std::int64_t>(rule.lengths.size());
        formula_.size_ += copies * clauses;
        formula_.bytes_ += copies * (bytes_per_clause * clauses +
                                     bytes_per_literal * static_cast<std::int64_t>(rule.literals.size()));
        if (!rule.every_trick || std::is_sorted(rule.lengths.begin(), rule.lengths.end())) return;
        std::vector<std::pair<int, int>> places;  // length and beginning
        for (int begin = 0; const int length : rule.lengths) {
            places.emplace_back(length, begin);
            begin += length;
        }
        std::stable_sort(places.begin(), places.end(),
                         [](const auto& one, const auto& other) { return one.first < other.first; });
        Clauses sorted{true, {}, {}};
        for (const auto& [length, begin] : places) {
            const auto first = rule.literals.begin() + begin;
            sorted.literals.insert(sorted.literals.end(), first, first + length);
            sorted.lengths.push_back(length);
        }
        rule = std::move(sorted);
    }

    // Literals of trick 1.

    int play(int card) const { return formula_.play_.now(card); }
    int played(int card) const { return formula_.played_.now(card); }
    int wins(int player) const { return formula_.wins_.now(player); }
    int leads(int player) const { return formula_.wins_.before(player); }
    int led(int suit) const { return led_.now(suit); }
    int high(int card) const { return high_.now(card); }
    int shows(const Group& group) const { return high(group.cards.front()); }
    int shows(int player, int suit) const {
        const int group = group_[player][suit];
        return group == nobody ? nothing : shows(groups_[group]);
    }
    int trumps(int player, int suit) const {
        return deal_.trump == nobody || suit == deal_.trump ? nothing : shows(player, deal_.trump);
    }
    int all_of(const Group& group) const { return group.counters + static_cast<int>(group.cards.size()) - 1; }

    // Literals of the end.

    int taken(int player, std::size_t free) const {
        return taken_.at(player * static_cast<int>(free_.size()) + static_cast<int>(free), deal_.tricks);
    }
    // The player has taken at least `least` of the first `first` free objectives.
    int share(int player, int first, int least) const {
        int row = player * cells_;
        for (int i = 1; i < first; ++i) row += std::min(i, most_share_);
        return share_.at(row + least - 1, deal_.tricks);
    }

    template <typename State>
    void of_each_card(State state) const {  // with the next higher one of the group, or `nobody`
        for (const Group& group : groups_)
            for (std::size_t k = 0; k < group.cards.size(); ++k)
                state(group.cards[k], k + 1 < group.cards.size() ? group.cards[k + 1] : nobody);
    }

    // The rules.

    void a_card_is_played_once() {
        rule(true);
        for (int card = 0; card < deal_.cards(); ++card) {
            const int before = formula_.played_.before(card);
            clause({-before, played(card)});
            clause({-play(card), played(card)});
            clause({-play(card), -before});
            clause({-played(card), before, play(card)});
        }
    }

    void everybody_plays_a_card() {
        rule(true);
        std::vector<int> shown;
        for (int player = 0; player < deal_.players; ++player) {
            shown.clear();
            for (int suit = 0; suit < deal_.suits(); ++suit) shown.push_back(shows(player, suit));
            clause(shown);
        }
        of_each_card([&](int card, int above) {
            clause({-high(card), play(card), above == nobody ? nothing : high(above)});
        });
    }

    void cards_are_compared() {
        rule(true);
        of_each_card([&](int card, int above) {
            clause({-play(card), high(card)});
            if (above != nobody) clause({-high(above), high(card)});
        });
    }

    void nobody_plays_two_cards() {
        rule(true);
        of_each_card([&](int card, int above) {
            if (above != nobody) clause({-play(card), -high(above)});
        });
        for (int player = 0; player < deal_.players; ++player)
            for (int one = 0; one < deal_.suits(); ++one)
                for (int other = one + 1; shows(player, one) && other < deal_.suits(); ++other)
                    if (shows(player, other)) clause({-shows(player, one), -shows(player, other)});
    }

    void suits_are_counted() {
        rule(true);
        for (const Group& group : groups_)
            for (int k = 0; k < static_cast<int>(group.cards.size()); ++k) {
                const int now = count_.now(group.counters + k);
                const int before = count_.before(group.counters + k);
                const int lower = k ? count_.before(group.counters + k - 1) : nothing;
                clause({-now, before, shows(group)});
                if (k) clause({-now, before, lower});
                clause({-before, now});
                clause({now, -shows(group), -lower});
            }
    }

    void a_void_hand_has_played_the_suit() {
        rule(true);
        for (const Group& group : groups_)
            for (const int card : group.cards) clause({-count_.now(all_of(group)), played(card)});
    }

    void one_player_wins_the_trick() {
        rule(true);
        std::vector<int> winners;
        for (int player = 0; player < deal_.players; ++player) winners.push_back(wins(player));
        clause(winners);
    }

    void no_two_players_win_the_trick() {
        rule(true);
        for (int one = 0; one < deal_.players; ++one)
            for (int other = one + 1; other < deal_.players; ++other) clause({-wins(one), -wins(other)});
    }

    void one_player_leads_the_first_trick() {
        rule(false);
        if (deal_.leader != nobody) clause({leads(deal_.leader)});
        std::vector<int> leaders;
        for (int player = 0; player < deal_.players; ++player) leaders.push_back(leads(player));
        clause(leaders);
        for (int one = 0; one < deal_.players; ++one)
            for (int other = one + 1; other < deal_.players; ++other) clause({-leads(one), -leads(other)});
    }

    void the_leader_chooses_the_suit() {
        rule(true);
        for (const Group& group : groups_) clause({-leads(group.player), -shows(group), led(group.suit)});
    }

    void one_suit_is_led() {
        rule(true);
        for (int player = 0; player < deal_.players; ++player)
            for (int suit = 0; suit < deal_.suits(); ++suit)
                clause({-leads(player), -led(suit), shows(player, suit)});
    }

    void some_suit_is_led() {
        rule(true);
        std::vector<int> suits;
        for (int suit = 0; suit < deal_.suits(); ++suit) suits.push_back(led(suit));
        clause(suits);
    }

    void players_follow_suit() {
        rule(true);
        for (const Group& group : groups_) clause({-led(group.suit), shows(group), count_.before(all_of(group))});
    }

    void the_winner_follows_suit_or_trumps() {
        rule(true);
        for (int player = 0; player < deal_.players; ++player)
            for (int suit = 0; suit < deal_.suits(); ++suit)
                clause({-wins(player), -led(suit), shows(player, suit), trumps(player, suit)});
    }

    void the_highest_card_wins() {
        rule(true);
        for (int suit = 0; suit < deal_.suits(); ++suit)
            if (suit != deal_.trump) beaten(suit, -led(suit));
    }

    void the_highest_trump_wins() {
        rule(true);
        if (deal_.trump != nobody) beaten(deal_.trump, nothing);
    }

    void beaten(int suit, int condition) {
        for (int winner = 0; winner < deal_.players; ++winner) {
            int higher = nothing;
            for (auto card = of_suit_[suit].rbegin(); card != of_suit_[suit].rend(); ++card)
                if (deal_.holder[*card] == winner)
                    higher = high(*card);
                else
                    clause({-wins(winner), condition, -play(*card), higher, trumps(winner, suit)});
        }
    }

    void the_past_is_as_it_was_played() {
        rule(false);
        for (int trick = 0; const auto& cards : deal_.past) {
            ++trick;
            for (const int card : cards) clause({formula_.play_.at(card, trick)});
        }
    }

    void objectives_are_won_by_their_owners() {
        rule(true);
        for (const auto& [card, owner] : deal_.objectives)
            if (owner != nobody) clause({-play(card), wins(owner)});
    }

    void objectives_are_completed() {
        rule(false);
        for (const auto& objective : deal_.objectives) clause({formula_.played_.at(objective.first, deal_.tricks)});
    }

    void objectives_are_completed_in_order() {
        rule(true);
        for (const auto& [x, y] : deal_.order) {
            const int first = deal_.objectives[x].first;
            const int second = deal_.objectives[y].first;
            clause({-played(second), deal_.strict ? formula_.played_.before(first) : played(first)});
        }
    }

    void who_wins_a_trick_takes_its_cards() {
        rule(true);
        for (int row = 0; row < taken_.rows; ++row) {
            const int player = row / static_cast<int>(free_.size());
            const int card = free_[row % free_.size()];
            const int now = taken_.now(row);
            const int before = taken_.before(row);
            clause({-before, now});
            clause({-wins(player), -play(card), now});
            clause({-now, before, wins(player)});
            clause({-now, before, play(card)});
        }
    }

    void shares_are_counted() {
        rule(false);
        for (int player = 0; share_.rows && player < deal_.players; ++player)
            for (int i = 1; i <= static_cast<int>(free_.size()); ++i)
                for (int j = 1; j <= std::min(i, most_share_); ++j) {
                    const int cell = share(player, i, j);
                    const int same = j < i ? share(player, i - 1, j) : nothing;
                    const int fewer = j > 1 ? share(player, i - 1, j - 1) : nothing;
                    const int literal = taken(player, i - 1);
                    clause({-cell, same, literal});
                    if (j > 1) clause({-cell, same, fewer});
                    clause({cell, -literal, -fewer});
                    if (j < i) clause({cell, -same});
                }
    }

    void shares_are_even() {
        rule(false);
        const int free = static_cast<int>(free_.size());
        const int each = free / deal_.players;
        const int most = each + (free % deal_.players != 0);
        for (int player = 0; share_.rows && player < deal_.players; ++player) {
            if (each) clause({share(player, free, each)});
            if (most < free) clause({-share(player, free, most + 1)});
        }
    }

    void a_draft_goes_round_from_the_first_leader() {
        rule(false);
        const int free = static_cast<int>(free_.size());
        const int more = free % deal_.players;
        if (deal_.assignment != Assignment::draft || !more) return;
        for (int leader = 0; leader < deal_.players; ++leader)
            for (int player = 0; player < deal_.players; ++player) {
                const int one_more = share(player, free, free / deal_.players + 1);
                const bool gets = (player - leader + deal_.players) % deal_.players < more;
                clause({-leads(leader), gets ? one_more : -one_more});
            }
    }

    bool to_one_player() const {
        return deal_.assignment == Assignment::one_player || deal_.assignment == Assignment::one_player_but_leader;
    }

    void one_player_takes_all_free_goals() {
        rule(false);
        for (std::size_t goal = 1; to_one_player() && goal < free_.size(); ++goal)
            for (int player = 0; player < deal_.players; ++player)
                clause({-taken(player, goal - 1), taken(player, goal)});
    }

    void the_one_player_is_not_the_first_leader() {
        rule(false);
        if (deal_.assignment != Assignment::one_player_but_leader) return;
        for (std::size_t goal = 0; goal < free_.size(); ++goal)
            for (int player = 0; player < deal_.players; ++player) clause({-leads(player), -taken(player, goal)});
    }

    void nothing_has_happened_before_the_first_trick() {
        rule(false);
        for (const Family* growing : {&formula_.played_, &count_, &taken_})
            for (int row = 0; row < growing->rows; ++row) clause({-growing->before(row)});
    }

    void the_smallest_hands_are_played_out() {
        rule(false);
        for (int player = 0; player < deal_.players; ++player) {
            if (std::count(deal_.holder.begin(), deal_.holder.end(), player) != deal_.tricks) continue;
            for (int card = 0; card < deal_.cards(); ++card)
                if (deal_.holder[card] == player) clause({formula_.played_.at(card, deal_.tricks)});
        }
    }

    void equal_neighbours_are_played_in_rank_order() {
        rule(true);
        std::vector<bool> special(deal_.cards());
        for (const auto& objective : deal_.objectives) special[objective.first] = true;
        for (const auto& cards : deal_.past)
            for (const int card : cards) special[card] = true;
        for (int high = 1; high < deal_.cards(); ++high) {
            const int low = high - 1;
            if (deal_.suit[low] == deal_.suit[high] && deal_.holder[low] == deal_.holder[high] && !special[low] &&
                !special[high])
                clause({-played(high), played(low)});
        }
    }

    void every_trick_completes_an_objective() {
        rule(true);
        if (!deal_.tight) return;
        std::vector<int> completes;
        for (const auto& objective : deal_.objectives) completes.push_back(play(objective.first));
        clause(completes);
    }

    Formula& formula_;
    const Dealt& deal_;
    std::vector<std::vector<int>> of_suit_;  // lowest first
    std::vector<Group> groups_;              // by player, then by suit
    std::vector<std::vector<int>> group_;    // by player and suit; `nobody`: none
    std::vector<int> free_;                  // cards of objectives without an owner
    Family led_, high_, count_, taken_, share_;
    int most_share_ = 0;  // how far shares are counted
    int cells_ = 0;       // counters of one player's share
};

Formula::Formula(const Dealt& deal) : tricks_(deal.tricks) { Writer(*this, deal).write(); }

}  // namespace crew
