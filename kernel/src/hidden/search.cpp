#include "search.hpp"

#include "../player.hpp"

namespace crew::hidden {
namespace {

// Whether the blueprint, with this hand, gives the signals that were given.
bool explains(const Position& position, const Weights& weights, const Hands& hands) {
    for (const Given& given : position.given) {
        if (given.player == position.me) continue;
        Board then;
        then.number = given.number;
        then.open = given.open;
        then.known[given.player] = given.known;
        const Word hand = hands[given.player] | (position.played[given.player] & ~given.out);
        const Message message = message_of(position.rules, then, weights, given.player, hand);
        if (message.card != given.card || message.says != given.says) return false;
    }
    return true;
}

struct Candidate {
    Estimate estimate;
    bool alive = true;
    std::vector<std::int8_t> won;  // of each deal
};

// Stop playing cards that are worse than the best one by three standard deviations of the paired difference.
void drop(std::vector<Candidate>& candidates, int deals) {
    const Candidate* best = nullptr;
    for (const Candidate& one : candidates)
        if (one.alive && (!best || one.estimate.wins > best->estimate.wins)) best = &one;
    for (Candidate& one : candidates) {
        if (!one.alive || &one == best) continue;
        int differ = 0;
        for (int k = 0; k < deals; ++k) differ += one.won[k] != best->won[k];
        const int behind = best->estimate.wins - one.estimate.wins - 1;
        if (behind > 0 && behind * behind > 9 * differ) one.alive = false;
    }
}

}  // namespace

std::vector<Hands> sampled(const Position& position, const Weights& weights, const Settings& settings,
                           Generator& generator) {
    const Rules& rules = position.rules;
    const Word all = rules.cards == most_numbers ? ~Word{0} : bit(rules.cards) - 1;
    std::array<int, most_players> sizes{};
    std::array<Word, most_players> known{}, cannot{};
    for (int player = 0; player < rules.players; ++player) {
        sizes[player] = position.board.count[player];
        known[player] = position.board.known[player];
        cannot[player] = position.board.cannot[player];
    }
    const Fitting fitting(rules.players, position.me, all & ~position.board.out & ~position.hand, sizes, known, cannot);
    std::vector<Hands> good, others;
    if (!fitting.count()) return good;
    bool signals = false;
    for (const Given& given : position.given) signals |= given.player != position.me;
    const int tries = signals ? settings.samples * settings.pool : settings.samples;
    std::array<Word, most_players> dealt{};
    for (int k = 0; k < tries && static_cast<int>(good.size()) < settings.samples; ++k) {
        fitting.sample(generator, dealt.data());
        Hands hands{};
        for (int player = 0; player < rules.players; ++player) hands[player] = dealt[player];
        hands[position.me] = position.hand;
        (explains(position, weights, hands) ? good : others).push_back(hands);
    }
    for (const Hands& hands : others)
        if (static_cast<int>(good.size()) < settings.samples) good.push_back(hands);
    return good;
}

bool wins_open(const Rules& rules, const Board& board, const Hands& hands, std::uint64_t seed, std::int64_t positions) {
    if (board.status) return board.status > 0;
    if (!rules.tasks.empty() || positions <= 0) return false;
    Deal deal{rules.players, rules.tricks - board.number + 1, board.leader, nobody, rules.strict, Assignment::any,
              {}, {}, {}, {}};
    std::array<int, most_numbers> number{};
    int suits = 0;
    for (int suit = 0; suit < rules.suits; ++suit) {
        bool any = false;
        for (Word rest = rules.of_suit[suit]; rest; rest &= rest - 1) {
            const int card = lowest(rest);
            int holder = nobody;
            for (int k = 0; k < board.played; ++k)
                if (board.table[k] == card) holder = (board.leader + k) % rules.players;
            for (int player = 0; player < rules.players; ++player)
                if (hands[player] >> card & 1) holder = player;
            number[card] = nobody;
            if (holder == nobody) continue;
            number[card] = deal.cards();
            deal.suit.push_back(suits);
            deal.holder.push_back(holder);
            any = true;
        }
        if (any && suit == rules.trump) deal.trump = suits;
        suits += any;
    }
    for (int k = 0; k < board.played; ++k) deal.begun.push_back(number[board.table[k]]);
    std::array<int, most_numbers> place{};
    int places = 0;
    for (Word rest = board.open; rest; rest &= rest - 1) place[lowest(rest)] = places++;
    for (Word rest = board.open; rest; rest &= rest - 1) {
        const int card = lowest(rest);
        TwoWords before = 0;
        for (Word each = rules.before[card] & board.open; each; each &= each - 1)
            before |= TwoWords{1} << place[lowest(each)];
        deal.objectives.push_back({number[card], rules.owner[card], before});
    }
    return crew::play(deal, seed, positions, 0).has_value();
}

std::vector<Estimate> search(const Position& position, const Weights& weights, const Settings& settings,
                             std::uint64_t seed) {
    const Rules& rules = position.rules;
    const Word cards = different(rules, position.board, position.hand, legal(rules, position.board, position.hand));
    const Seen seen(rules, position.board, position.me, position.hand);
    std::vector<Candidate> candidates;
    for (Word rest = cards; rest; rest &= rest - 1) {
        Candidate one;
        one.estimate.card = lowest(rest);
        Features features;
        features_of(rules, position.board, seen, one.estimate.card, features);
        one.estimate.score = score(weights, features);
        candidates.push_back(std::move(one));
    }
    Generator generator{seed};
    const std::vector<Hands> deals = sampled(position, weights, settings, generator);
    for (int deal = 0; deal < static_cast<int>(deals.size()); ++deal) {
        if (settings.drops && deal >= 16 && deal % 8 == 0) drop(candidates, deal);
        for (Candidate& one : candidates) {
            one.won.push_back(0);
            if (!one.alive) continue;
            Board board = position.board;
            Hands hands = deals[deal];
            hands[position.me] &= ~bit(one.estimate.card);
            play(rules, board, one.estimate.card);
            const bool won = finish(rules, board, weights, hands);
            ++one.estimate.deals;
            one.estimate.wins += won;
            one.won.back() = won;
            if (!won) one.estimate.open += wins_open(rules, board, hands, deal + 1, settings.positions);
        }
    }
    std::vector<Estimate> estimates;
    for (const Candidate& one : candidates) estimates.push_back(one.estimate);
    return estimates;
}

std::pair<int, int> rollouts(const Position& position, const Weights& weights, const Settings& settings, std::uint64_t seed) {
    Generator generator{seed};
    const std::vector<Hands> deals = sampled(position, weights, settings, generator);
    int won = 0;
    for (const Hands& hands : deals) {
        Board board = position.board;
        if (!board.played) all_signal(position.rules, board, weights, hands);
        won += finish(position.rules, board, weights, hands);
    }
    return {static_cast<int>(deals.size()), won};
}

}  // namespace crew::hidden
