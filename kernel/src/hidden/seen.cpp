#include "seen.hpp"

namespace crew::hidden {

Seen::Seen(const Rules& rules, const Board& board, int me, Word hand) : mine(hand) {
    const Word all = rules.cards == most_numbers ? ~Word{0} : bit(rules.cards) - 1;
    unseen = all & ~board.out & ~hand;
    chances(rules, board, me);
    of_suits(rules, me);
}

// Cards that the same players may hold have the same chances: there are few such classes.
void Seen::chances(const Rules& rules, const Board& board, int me) {
    constexpr int most_classes = 1 << most_seats;
    std::array<Word, most_classes> cards{};
    unsigned used = 0;
    Word known = 0;
    std::array<std::int64_t, most_seats> places{}, scale{}, sum{};
    for (int player = 0; player < rules.players; ++player) {
        if (player == me) continue;
        known |= board.known[player];
        places[player] = std::max(0, board.count[player] - count(board.known[player]));
        scale[player] = places[player] << 8;
    }
    const Word free = unseen & ~known;
    for (int pattern = 0; pattern < 1 << rules.players; ++pattern) {
        if (pattern >> me & 1) continue;
        Word of_pattern = free;
        for (int player = 0; player < rules.players; ++player)
            if (player != me) of_pattern &= pattern >> player & 1 ? ~board.cannot[player] : board.cannot[player];
        cards[pattern] = of_pattern;
        if (of_pattern) used |= 1u << pattern;
    }
    for (int round = 0; round < 2; ++round) {
        sum = {};
        for (unsigned rest = used; rest; rest &= rest - 1) {
            const int pattern = lowest(rest);
            std::int64_t all = 0;
            for (int player = 0; player < rules.players; ++player)
                if (pattern >> player & 1) all += scale[player];
            for (int player = 0; player < rules.players; ++player) {
                const bool may = pattern >> player & 1;
                const std::int64_t chance = may && all ? scale[player] * sure / all : 0;
                sum[player] += chance * count(cards[pattern]);
                if (round && player != me)
                    for (Word each = cards[pattern]; each; each &= each - 1)
                        holds[player][lowest(each)] = static_cast<std::int16_t>(chance);
            }
        }
        if (!round)
            for (int player = 0; player < rules.players; ++player)
                if (sum[player]) scale[player] = scale[player] * places[player] * sure / sum[player];
    }
    for (Word rest = known & unseen; rest; rest &= rest - 1) {
        const int card = lowest(rest);
        for (int player = 0; player < rules.players; ++player)
            holds[player][card] = board.known[player] >> card & 1 ? sure : 0;
    }
}

void Seen::of_suits(const Rules& rules, int me) {
    for (int player = 0; player < rules.players; ++player) {
        if (player == me) continue;
        for (int suit = 0; suit < rules.suits; ++suit) {
            const int first = lowest(rules.of_suit[suit]), last = highest(rules.of_suit[suit]);
            int chance = sure;
            for (int card = first; card <= last; ++card) {
                none_below[player][card] = static_cast<std::int16_t>(chance);
                if (unseen >> card & 1) chance = both(chance, sure - holds[player][card]);
            }
            none_of[player][suit] = static_cast<std::int16_t>(chance);
            chance = sure;
            for (int card = last; card >= first; --card) {
                none_above[player][card] = static_cast<std::int16_t>(chance);
                if (unseen >> card & 1) chance = both(chance, sure - holds[player][card]);
            }
        }
    }
}

}  // namespace crew::hidden
