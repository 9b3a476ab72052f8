#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>

#include "checks.hpp"
#include "module.hpp"

namespace nb = nanobind;

namespace crew::hidden {
namespace {

void check(const char* fault) {
    if (fault) throw std::invalid_argument(fault);
}

struct Checked : GameTasks {
    explicit Checked(const Numbers& code) { check(read(code, *this)); }

    Standing standing(const Numbers& numbers) const {
        Standing standing;
        check(read(numbers, tasks, standing));
        return standing;
    }
};

Numbers after(const Checked& checked, const Numbers& before, int number, int leader, int winner, const Numbers& cards) {
    check(fault_of_whole({number, leader, winner, cards}, checked));
    Standing standing = checked.standing(before);
    checked.tasks.after(standing, number, leader, winner, cards.data());
    return numbers_of(standing, checked.tasks);
}

using Row = std::tuple<int, int, int, int, int, int>;

std::vector<Row> effect(const Checked& checked, const Numbers& standing, int number, int leader, int winner,
                        const Numbers& cards) {
    check(fault_of_begun({number, leader, winner, cards}, checked));
    std::array<Effect, most_tasks> effects;
    const int size = checked.tasks.effect(checked.standing(standing), number, leader, winner, cards.data(),
                                          static_cast<int>(cards.size()), effects.data());
    std::vector<Row> rows;
    for (int task = 0; task < size; ++task) {
        const Effect& one = effects[task];
        rows.emplace_back(one.owner, one.lost, one.met, one.nearer, one.spends, one.waiting);
    }
    return rows;
}

}  // namespace

void bind_tasks(nb::module_& module) {
    nb::class_<Checked>(module, "Tasks")
        .def(nb::init<const Numbers&>())
        .def("start", [](const Checked& checked) { return numbers_of(checked.tasks.start(), checked.tasks); })
        .def("after", &after)
        .def("lost", [](const Checked& checked, const Numbers& numbers) {
            return checked.tasks.lost(checked.standing(numbers));
        })
        .def("met", [](const Checked& checked, const Numbers& numbers, bool ended) {
            return checked.tasks.met(checked.standing(numbers), ended);
        })
        .def("effect", &effect);
}

}  // namespace crew::hidden
