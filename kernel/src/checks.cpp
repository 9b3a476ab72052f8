#include "checks.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace crew {
namespace {

constexpr int most_players_of_formula = 255;
// Cards times tricks, and counters of free objectives: the numbers of variables are far below 2^31.
constexpr std::int64_t most_plays = 1'000'000;

bool below(int value, int bound) { return value >= 0 && value < bound; }

// What all deals have in common. There is a player.
template <typename AnyDeal>
const char* common_fault_of(const AnyDeal& deal) {
    if (deal.holder.size() != deal.suit.size()) return "every card must have a holder";
    std::vector<int> held(deal.players);
    int suits = 0;
    for (std::size_t card = 0; card < deal.suit.size(); ++card) {
        if (!below(deal.holder[card], deal.players)) return "every card must have one of the players as holder";
        if (deal.suit[card] < 0 || (deal.suit[card] != suits && deal.suit[card] != suits - 1))
            return "suits must be numbered from 0, in order and without gaps";
        suits = deal.suit[card] + 1;
        ++held[deal.holder[card]];
    }
    if (!below(deal.tricks, 1 + *std::min_element(held.begin(), held.end()))) return "too many tricks";
    if (deal.leader != nobody && !below(deal.leader, deal.players)) return "the leader must be one of the players";
    if (deal.trump != nobody && !below(deal.trump, suits)) return "the trump suit must have been dealt";
    if (!below(static_cast<int>(deal.assignment), 5)) return "no such assignment";
    return nullptr;
}

const char* fault_of_objective(int card, int owner, int players, std::vector<bool>& wanted) {
    if (!below(card, static_cast<int>(wanted.size())) || wanted[card]) return "objectives must be different cards";
    if (owner != nobody && !below(owner, players)) return "the owner of an objective must be one of the players";
    wanted[card] = true;
    return nullptr;
}

}  // namespace

const char* fault_of(const Deal& deal) {
    if (deal.players < 1 || deal.players > most_players) return "players must be 1 to 8";
    if (deal.cards() > most_cards) return "at most 128 cards";
    if (const char* fault = common_fault_of(deal)) return fault;
    if (!deal.begun.empty() && deal.leader == nobody) return "a trick that has begun must have a leader";
    if (static_cast<int>(deal.begun.size()) > deal.players) return "a trick must have at most one card of each player";
    for (int turn = 0; const int card : deal.begun)
        if (!below(card, deal.cards()) || deal.holder[card] != (deal.leader + turn++) % deal.players)
            return "the cards of a trick must be of the players in turn";
    std::vector<bool> wanted(deal.cards());
    for (const Objective& objective : deal.objectives) {
        if (const char* fault = fault_of_objective(objective.card, objective.owner, deal.players, wanted)) return fault;
        if (objective.before && highest(objective.before) >= static_cast<int>(deal.objectives.size()))
            return "only objectives can come before one";
    }
    return nullptr;
}

const char* fault_of(const Dealt& deal) {
    if (deal.players < 1 || deal.players > most_players_of_formula) return "players must be 1 to 255";
    if (const char* fault = common_fault_of(deal)) return fault;
    if (static_cast<std::int64_t>(deal.cards()) * deal.tricks > most_plays) return "too many cards";
    if (static_cast<int>(deal.past.size()) > deal.tricks) return "more tricks have been played than there are";
    for (const auto& cards : deal.past)
        for (const int card : cards)
            if (!below(card, deal.cards())) return "the cards of a trick must have been dealt";
    std::vector<bool> wanted(deal.cards());
    std::int64_t free = 0;
    for (const auto& [card, owner] : deal.objectives) {
        if (const char* fault = fault_of_objective(card, owner, deal.players, wanted)) return fault;
        free += owner == nobody;
    }
    if (free * (free + 2 * deal.players) > most_plays) return "too many free objectives";
    const int objectives = static_cast<int>(deal.objectives.size());
    for (const auto& [x, y] : deal.order)
        if (!below(x, objectives) || !below(y, objectives)) return "an order must be of objectives";
    return nullptr;
}

}  // namespace crew
