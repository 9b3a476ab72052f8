// What Python sees: two functions on numbers, bytes and lists. Arguments are checked here; the searches trust them.

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "player.hpp"
#include "relaxations.hpp"

namespace nb = nanobind;

namespace {

using Targets = std::vector<std::tuple<int, int, std::uint64_t>>;
using Tricks = std::vector<std::pair<int, std::vector<int>>>;

void require(bool good, const char* what) {
    if (!good) throw std::invalid_argument(what);
}

bool below(int value, int bound) { return value >= 0 && value < bound; }

std::vector<int> numbers(const nb::bytes& bytes) {
    const auto* data = static_cast<const unsigned char*>(bytes.data());
    return {data, data + bytes.size()};
}

crew::Deal deal_of(int players, int tricks, int leader, int trump, bool strict, int assignment, const nb::bytes& suit,
                   const nb::bytes& holder, const nb::bytes& begun, const Targets& targets) {
    crew::Deal deal{players,         tricks,
                    leader,          trump,
                    strict,          static_cast<crew::Assignment>(assignment),
                    numbers(suit),   numbers(holder),
                    numbers(begun),  {}};
    require(players >= 1 && players <= crew::most_players, "players must be 1 to 8");
    require(deal.cards() <= crew::most_cards && deal.holder.size() == deal.suit.size(), "at most 64 cards, each with a holder");
    require(std::is_sorted(deal.suit.begin(), deal.suit.end()), "cards must be in order of suits");
    std::array<int, crew::most_players> held{};
    int suits = 0;
    for (int card = 0; card < deal.cards(); ++card) {
        require(below(deal.holder[card], players), "every card must have one of the players as holder");
        require(deal.suit[card] == suits || deal.suit[card] == suits - 1, "suits must be numbered from 0 without gaps");
        suits = deal.suit[card] + 1;
        ++held[deal.holder[card]];
    }
    require(below(tricks, 1 + *std::min_element(held.begin(), held.begin() + players)), "too many tricks");
    require(leader == crew::nobody || below(leader, players), "the leader must be one of the players");
    require(trump == crew::nobody || below(trump, deal.suits()), "the trump suit must have been dealt");
    require(below(assignment, 5), "no such assignment");
    require(deal.begun.empty() || leader != crew::nobody, "a trick that has begun must have a leader");
    require(static_cast<int>(deal.begun.size()) <= players, "a trick must have at most one card of each player");
    for (int turn = 0; const int card : deal.begun)
        require(below(card, deal.cards()) && deal.holder[card] == (leader + turn++) % players,
                "the cards of a trick must be of the players in turn");
    std::uint64_t wanted = 0;
    for (const auto& [card, owner, before] : targets) {
        require(below(card, deal.cards()) && !(wanted >> card & 1), "objectives must be different cards");
        require(owner == crew::nobody || below(owner, players), "the owner of an objective must be one of the players");
        require(targets.size() >= 64 || !(before >> targets.size()), "only objectives can come before one");
        wanted |= crew::bit(card);
        deal.objectives.push_back({card, owner, before});
    }
    return deal;
}

std::optional<Tricks> play(int players, int tricks, int leader, int trump, bool strict, int assignment,
                           const nb::bytes& suit, const nb::bytes& holder, const nb::bytes& begun,
                           const Targets& targets, std::uint64_t seed, long positions, long polish) {
    const crew::Deal deal = deal_of(players, tricks, leader, trump, strict, assignment, suit, holder, begun, targets);
    std::optional<crew::Line> line;
    {
        nb::gil_scoped_release released;
        line = crew::play(deal, seed, positions, polish);
    }
    if (!line) return std::nullopt;
    Tricks made;
    for (const crew::Trick& trick : *line) made.emplace_back(trick.leader, trick.cards);
    return made;
}

std::tuple<std::vector<int>, long, bool> refuting(int players, int tricks, int leader, int trump, bool strict,
                                                  int assignment, const nb::bytes& suit, const nb::bytes& holder,
                                                  const nb::bytes& begun, const Targets& targets, int most_objectives,
                                                  long each, long total, const std::function<bool()>& late) {
    const crew::Deal deal = deal_of(players, tricks, leader, trump, strict, assignment, suit, holder, begun, targets);
    crew::Effort effort{};
    std::vector<int> found;
    {
        nb::gil_scoped_release released;
        found = crew::refuting(deal, most_objectives, each, total, late, effort);
    }
    return {found, effort.positions, effort.stopped};
}

}  // namespace

NB_MODULE(crewsat_kernel, module) {
    module.doc() = "The quick player and the relaxations of CrewSAT, compiled; for crewsat.algorithms.crew.kernel.";
    module.attr("version") = 3;
    module.def("play", &play);
    module.def("refuting", &refuting);
}
