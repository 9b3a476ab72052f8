#include "blueprint.hpp"

namespace crew::hidden {
namespace {

template <std::size_t size>
int product(const std::array<std::int16_t, size>& a, const std::array<std::int16_t, size>& b) {
    int sum = 0;
    for (std::size_t k = 0; k < size; ++k) sum += static_cast<int>(a[k]) * static_cast<int>(b[k]);
    return sum;
}

}  // namespace

std::int64_t score(const Weights& weights, const Features& features) {
    std::int64_t sum = product(weights.direct, features);
    for (int unit = 0; unit < units; ++unit) {
        const int active = product(weights.first[unit], features) >> 8;
        if (active > 0) sum += static_cast<std::int64_t>(weights.second[unit]) * active;
    }
    return sum;
}

std::int64_t score(const Weights& weights, const SignalFeatures& features) {
    return product(weights.signal, features);
}

int card_of(const Rules& rules, const Board& board, const Weights& weights, Word hand) {
    const Word cards = different(rules, board, hand, legal(rules, board, hand));
    int best = lowest(cards);
    if (!(cards & (cards - 1))) return best;
    const Seen seen(rules, board, board.turn(rules.players), hand);
    std::int64_t most = INT64_MIN;
    Features features;
    for (Word rest = cards; rest; rest &= rest - 1) {
        features_of(rules, board, seen, lowest(rest), features);
        const std::int64_t points = score(weights, features);
        if (points > most) most = points, best = lowest(rest);
    }
    return best;
}

Message message_of(const Rules& rules, const Board& board, const Weights& weights, int player, Word hand) {
    std::array<Message, 2 * most_suits + 1> all;
    const int number = messages(rules, board, player, hand, all);
    int best = 0;
    std::int64_t most = score(weights, all[0].features);
    for (int k = 1; k < number; ++k) {
        const std::int64_t points = score(weights, all[k].features);
        if (points > most) most = points, best = k;
    }
    return all[best];
}

void all_signal(const Rules& rules, Board& board, const Weights& weights, const Hands& hands) {
    for (int k = 0; k < rules.players; ++k) {
        const int player = (board.leader + k) % rules.players;
        if (!board.signals[player]) continue;
        const Message message = message_of(rules, board, weights, player, hands[player]);
        if (message.card != nobody) signal(rules, board, player, message.card, message.says);
    }
}

bool finish(const Rules& rules, Board board, const Weights& weights, Hands hands) {
    while (!board.status) {
        const int player = board.turn(rules.players);
        const int card = card_of(rules, board, weights, hands[player]);
        hands[player] &= ~bit(card);
        play(rules, board, card);
    }
    return board.status > 0;
}

}  // namespace crew::hidden
