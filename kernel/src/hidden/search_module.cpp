// What Python sees of bots: positions, the blueprint, the search, and how the blueprint is learned.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "checks.hpp"
#include "module.hpp"
#include "training.hpp"

namespace nb = nanobind;

namespace crew::hidden {
namespace {

using Signals = std::vector<std::tuple<int, int, int, int, Word, Word, Word>>;
using Row = std::tuple<int, int, int, int, std::int64_t>;

void require(bool good, const char* what) {
    if (!good) throw std::invalid_argument(what);
}

void check(const char* fault) {
    if (fault) throw std::invalid_argument(fault);
}

Position position_of(const Numbers& shape, const Numbers& suit, const Numbers& owner,
                     const std::vector<std::pair<int, Word>>& before, Word apart, const Numbers& tasks,
                     const Numbers& now, const Numbers& table, const Numbers& count, const Numbers& signals,
                     const std::pair<Word, Word>& cards, const Masks& cannot, const Masks& known,
                     const Numbers& standing, int me, Word hand, const Masks& played, const Signals& given) {
    Position position{};
    check(read({shape, suit, owner, before, apart, tasks, now, table, count, signals, cards, cannot, known, standing,
                me, hand, played, given},
               position));
    return position;
}

Weights weights_of(const Numbers& numbers) {
    Weights weights;
    check(read(numbers, weights));
    return weights;
}

Numbers numbers_of(const Weights& weights) {
    Numbers numbers(weights.direct.begin(), weights.direct.end());
    for (const auto& unit : weights.first) numbers.insert(numbers.end(), unit.begin(), unit.end());
    numbers.insert(numbers.end(), weights.second.begin(), weights.second.end());
    numbers.insert(numbers.end(), weights.signal.begin(), weights.signal.end());
    return numbers;
}

std::vector<std::pair<int, Numbers>> features(const Position& position) {
    check(fault_of_turn(position));
    const Seen seen(position.rules, position.board, position.me, position.hand);
    const Word cards = legal(position.rules, position.board, position.hand);
    std::vector<std::pair<int, Numbers>> rows;
    for (Word rest = different(position.rules, position.board, position.hand, cards); rest; rest &= rest - 1) {
        Features found;
        features_of(position.rules, position.board, seen, lowest(rest), found);
        rows.emplace_back(lowest(rest), Numbers(found.begin(), found.end()));
    }
    return rows;
}

std::vector<std::tuple<int, int, Numbers>> signals(const Position& position) {
    std::array<Message, 2 * most_suits + 1> all;
    const int number = messages(position.rules, position.board, position.me, position.hand, all);
    std::vector<std::tuple<int, int, Numbers>> rows;
    for (int k = 0; k < number; ++k)
        rows.emplace_back(all[k].card, all[k].says, Numbers(all[k].features.begin(), all[k].features.end()));
    return rows;
}

std::vector<Row> searched(const Position& position, const Weights& weights, int samples, int pool,
                          std::int64_t positions, bool drops, Word seed) {
    check(fault_of_turn(position));
    const Settings settings{samples, pool, positions, drops};
    check(fault_of(settings));
    std::vector<Estimate> found;
    {
        nb::gil_scoped_release released;
        found = search(position, weights, settings, seed);
    }
    std::vector<Row> rows;
    for (const Estimate& one : found) rows.emplace_back(one.card, one.deals, one.wins, one.open, one.score);
    return rows;
}

std::pair<int, int> rolled_out(const Position& position, const Weights& weights, int samples, int pool, Word seed) {
    const Settings settings{samples, pool, 0, false};
    check(fault_of(settings));
    check(fault_of_start(position));
    nb::gil_scoped_release released;
    return rollouts(position, weights, settings, seed);
}

using LessonRow = std::tuple<int, int, int, int, Numbers>;

Training training_of(const Numbers& suit, int trump, const std::vector<LessonRow>& rows, Word seed) {
    const int cards = static_cast<int>(suit.size());
    require(within(cards, most_seats, most_numbers) && !rows.empty(), "there must be cards and lessons");
    Deck deck{cards, suit.back() + 1, trump, {}};
    require(within(deck.suits, 1, most_suits) && trump == deck.suits - 1, "the last suit must be trump");
    check(fill(deck.suit, suit, cards));
    std::vector<Lesson> lessons;
    for (const auto& [players, objectives, ordered, leader, tasks] : rows) {
        require(within(players, 1, most_seats) && within(objectives, 0, cards / 2) &&
                    within(ordered, 0, objectives) && within(leader, 0, players - 1),
                "there is no such lesson");
        check(fault_of_tasks_of(tasks, players, cards / players, cards));
        lessons.push_back({players, objectives, ordered, leader, tasks});
    }
    return {deck, std::move(lessons), seed};
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<Position>(module, "Position")
        .def("features", &features)
        .def("messages", &signals)
        .def("card", [](const Position& position, const Weights& weights) {
            check(fault_of_turn(position));
            return card_of(position.rules, position.board, weights, position.hand);
        })
        .def("message", [](const Position& position, const Weights& weights) {
            const Message one_of = message_of(position.rules, position.board, weights, position.me, position.hand);
            return std::pair(one_of.card, one_of.says);
        })
        .def("search", &searched)
        .def("rollouts", &rolled_out);
    nb::class_<Weights>(module, "Weights");
    nb::class_<Training>(module, "Training")
        .def("run", [](Training& training, int from, int to, int all, double rate) {
            require(0 <= from && from < to && to <= all, "there are no such iterations");
            nb::gil_scoped_release released;
            return training.run(from, to, all, rate);
        })
        .def("rounded", [](const Training& training) { return numbers_of(training.rounded()); });
    module.def("position", &position_of);
    module.def("weights", &weights_of);
    module.def("training", &training_of);
}

}  // namespace crew::hidden
