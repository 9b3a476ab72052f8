#include "solver.hpp"

#include <cstdlib>

#include "core/Solver.h"

namespace crew {

struct Solver::Inside {
    Glucose::Solver solver;
    Glucose::vec<Glucose::Lit> literals;  // of one clause, or assumptions

    // Variables are declared as PySAT declares them, 0 included, when a clause names them: so both search alike.
    void take(const int* first, const int* last) {
        literals.clear();
        for (const int* literal = first; literal != last; ++literal) {
            while (solver.nVars() <= std::abs(*literal)) solver.newVar();
            literals.push(Glucose::mkLit(std::abs(*literal), *literal < 0));
        }
    }
};

Solver::Solver() : inside_(std::make_unique<Inside>()) {}

Solver::Solver(const Formula& formula) : Solver() {
    formula.each([this](const int* first, const int* last) {
        inside_->take(first, last);
        inside_->solver.addClause_(inside_->literals);
    });
}

Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;

void Solver::add(const std::vector<int>& clause) {
    inside_->take(clause.data(), clause.data() + clause.size());
    inside_->solver.addClause_(inside_->literals);
}

std::optional<bool> Solver::solve(const std::vector<int>& assumptions, std::int64_t conflicts) {
    inside_->take(assumptions.data(), assumptions.data() + assumptions.size());
    inside_->solver.setConfBudget(conflicts);
    const Glucose::lbool answer = inside_->solver.solveLimited(inside_->literals);
    if (answer == l_Undef) return std::nullopt;
    return answer == l_True;
}

std::vector<int> Solver::model() const {
    std::vector<int> literals;
    const auto& model = inside_->solver.model;
    for (int variable = 1; variable < model.size(); ++variable)
        literals.push_back(model[variable] == l_True ? variable : -variable);
    return literals;
}

std::vector<int> Solver::core() const {
    std::vector<int> literals;
    const auto& conflict = inside_->solver.conflict;
    for (int k = 0; k < conflict.size(); ++k)
        literals.push_back(Glucose::var(conflict[k]) * (Glucose::sign(conflict[k]) ? 1 : -1));
    return literals;
}

std::int64_t Solver::conflicts() const { return static_cast<std::int64_t>(inside_->solver.conflicts); }
std::int64_t Solver::decisions() const { return static_cast<std::int64_t>(inside_->solver.decisions); }
std::int64_t Solver::propagations() const { return static_cast<std::int64_t>(inside_->solver.propagations); }

}  // namespace crew
