// Glucose 4.1 on clauses that are passed, or on a formula that was built here: then none passes through Python.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "formula.hpp"

namespace crew {

class Solver {
  public:
    static constexpr int most_variables = 1 << 28;

    Solver();
    explicit Solver(const Formula& formula);
    ~Solver();
    Solver(Solver&&) noexcept;

    void add(const std::vector<int>& clause);
    // Whether there is a model under these assumptions; nothing if that is open after so many more conflicts.
    std::optional<bool> solve(const std::vector<int>& assumptions, std::int64_t conflicts);
    std::vector<int> model() const;  // of the last yes: a literal for every variable
    std::vector<int> core() const;   // of the last no: assumptions that cannot hold together
    std::int64_t conflicts() const;
    std::int64_t decisions() const;
    std::int64_t propagations() const;

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace crew
