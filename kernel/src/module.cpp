// What Python sees: functions and classes on numbers, bytes and lists.

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <tuple>

#include "checks.hpp"
#include "formula.hpp"
#include "hidden/module.hpp"
#include "player.hpp"
#include "relaxations.hpp"
#ifdef WITH_SOLVER
#include "solver.hpp"
#endif

namespace nb = nanobind;

namespace {

using Targets = std::vector<std::tuple<int, int, crew::Word, crew::Word>>;
using Pairs = std::vector<std::pair<int, int>>;
using Tricks = std::vector<std::pair<int, std::vector<int>>>;

void require(bool good, const char* what) {
    if (!good) throw std::invalid_argument(what);
}

bool below(int value, int bound) { return value >= 0 && value < bound; }

std::vector<int> numbers(const nb::bytes& bytes) {
    const auto* data = static_cast<const unsigned char*>(bytes.data());
    return {data, data + bytes.size()};
}

void check(const char* fault) {
    if (fault) throw std::invalid_argument(fault);
}

crew::Deal deal_of(int players, int tricks, int leader, int trump, bool strict, int assignment, const nb::bytes& suit,
                   const nb::bytes& holder, const nb::bytes& begun, const Targets& targets) {
    crew::Deal deal{players,         tricks,
                    leader,          trump,
                    strict,          static_cast<crew::Assignment>(assignment),
                    numbers(suit),   numbers(holder),
                    numbers(begun),  {}};
    for (const auto& [card, owner, low, high] : targets)
        deal.objectives.push_back({card, owner, static_cast<crew::TwoWords>(high) << 64 | low});
    check(crew::fault_of(deal));
    return deal;
}

std::optional<Tricks> play(int players, int tricks, int leader, int trump, bool strict, int assignment,
                           const nb::bytes& suit, const nb::bytes& holder, const nb::bytes& begun,
                           const Targets& targets, std::uint64_t seed, std::int64_t positions, std::int64_t polish) {
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

std::tuple<std::vector<int>, std::int64_t, bool> refuting(
    int players, int tricks, int leader, int trump, bool strict, int assignment, const nb::bytes& suit,
    const nb::bytes& holder, const nb::bytes& begun, const Targets& targets, int most_objectives, std::int64_t each,
    std::int64_t total, const std::function<bool()>& late) {
    const crew::Deal deal = deal_of(players, tricks, leader, trump, strict, assignment, suit, holder, begun, targets);
    crew::Effort effort{};
    std::vector<int> found;
    {
        nb::gil_scoped_release released;
        found = crew::refuting(deal, most_objectives, each, total, late, effort);
    }
    return {found, effort.positions, effort.stopped};
}

crew::Formula formula_of(int players, int tricks, int leader, int trump, bool strict, bool tight, int assignment,
                         const nb::bytes& suit, const nb::bytes& holder, const std::vector<std::vector<int>>& past,
                         const Pairs& objectives, const Pairs& order) {
    const crew::Dealt deal{players, tricks, leader, trump, strict, tight, static_cast<crew::Assignment>(assignment),
                           numbers(suit), numbers(holder), past, objectives, order};
    check(crew::fault_of(deal));
    return crew::Formula(deal);
}

// The clauses as tuples; a literal that occurs in many is one object.
nb::list clauses(const crew::Formula& formula) {
    std::vector<nb::object> literals(2 * formula.variables() + 1);
    const auto object = [&](int literal) -> const nb::object& {
        nb::object& made = literals[literal + formula.variables()];
        if (!made.is_valid()) made = nb::int_(literal);
        return made;
    };
    nb::list made;
    formula.each([&](const int* first, const int* last) {
        nb::object tuple = nb::steal(PyTuple_New(last - first));
        if (!tuple.is_valid()) throw nb::python_error();
        for (const int* literal = first; literal != last; ++literal)
            PyTuple_SetItem(tuple.ptr(), literal - first, nb::object(object(*literal)).release().ptr());
        made.append(tuple);
    });
    return made;
}

#ifdef WITH_SOLVER
// Literals, for the solver.
std::vector<int> checked(int variables, const std::vector<int>& literals) {
    for (const int literal : literals)
        require(literal && -variables <= literal && literal <= variables, "no such variable");
    return literals;
}

// A solver with the methods of PySAT's solvers.
struct Session {
    int variables;
    std::optional<crew::Solver> kept;
    std::int64_t budget = 0;

    explicit Session(const crew::Formula& formula) : variables(formula.variables()), kept(std::in_place, formula) {}
    Session() : variables(crew::Solver::most_variables), kept(std::in_place) {}

    crew::Solver& solver() {
        require(kept.has_value(), "the solver has been deleted");
        return *kept;
    }

    std::optional<bool> solve_limited(const std::vector<int>& assumptions) {
        const std::vector<int> literals = checked(variables, assumptions);
        crew::Solver& solving = solver();
        nb::gil_scoped_release released;
        return solving.solve(literals, budget);
    }
};
#endif

}  // namespace

NB_MODULE(crewsat_kernel, module) {
    module.doc() = "The quick player, the relaxations and the formula of CrewSAT, compiled.";
    module.attr("version") = crew::version;
    auto formula = nb::class_<crew::Formula>(module, "Formula");
    formula.def_prop_ro("variables", &crew::Formula::variables)
        .def_prop_ro("size", &crew::Formula::size)
        .def_prop_ro("bytes", &crew::Formula::bytes)
        .def("clauses", &clauses)
        .def("play", [](const crew::Formula& formula, int card, int trick) {
            require(below(card, formula.play().rows) && 0 < trick && trick <= formula.tricks(), "no such play");
            return formula.play().at(card, trick);
        })
        .def("played", [](const crew::Formula& formula, int card, int trick) {
            require(below(card, formula.played().rows) && below(trick, formula.tricks() + 1), "no such play");
            return formula.played().at(card, trick);
        })
        .def("wins", [](const crew::Formula& formula, int player, int trick) {
            require(below(player, formula.wins().rows) && below(trick, formula.tricks() + 1), "no such winner");
            return formula.wins().at(player, trick);
        });
    module.def("formula", &formula_of);
#ifdef WITH_SOLVER
    formula.def("glucose4", [](const crew::Formula& formula) { return new Session(formula); });
    nb::class_<Session>(module, "Glucose4")
        .def(nb::init<>())
        .def("add_clauses", [](Session& session, const std::vector<std::vector<int>>& clauses) {
            for (const std::vector<int>& clause : clauses) session.solver().add(checked(session.variables, clause));
        })
        .def("add_clause", [](Session& session, const std::vector<int>& clause) {
            session.solver().add(checked(session.variables, clause));
        })
        .def("conf_budget", [](Session& session, std::int64_t conflicts) { session.budget = conflicts; })
        .def("solve_limited", [](Session& session, const std::vector<int>& assumptions, bool) {
            return session.solve_limited(assumptions);
        }, nb::arg("assumptions"), nb::arg("expect_interrupt"))
        .def("get_model", [](Session& session) { return session.solver().model(); })
        .def("get_core", [](Session& session) { return session.solver().core(); })
        .def("accum_stats", [](Session& session) {
            nb::dict counters;
            counters["conflicts"] = session.solver().conflicts();
            counters["decisions"] = session.solver().decisions();
            counters["propagations"] = session.solver().propagations();
            return counters;
        })
        .def("delete", [](Session& session) { session.kept.reset(); });
#endif
    module.def("play", &play);
    module.def("refuting", &refuting);
    crew::hidden::bind_dealing(module);
    crew::hidden::bind_tasks(module);
    crew::hidden::bind_search(module);
}
