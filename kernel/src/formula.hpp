// The formula of a deal without tasks: the twin of encodings/crewsat_encodings/crew/cnf, which says what the variables
// and rules mean. Both write the same clauses in the same order.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "deal.hpp"

namespace crew {

// A whole deal, with what has been played of it.
struct Dealt {
    int players;
    int tricks;
    int leader;  // of the first trick; nobody: the crew chooses
    int trump;   // a suit; nobody: no trump
    bool strict; // whether two objectives in order must be completed in different tricks
    bool tight;  // whether no trick can be without an objective
    Assignment assignment;
    std::vector<int> suit;                        // of every card
    std::vector<int> holder;                      // of every card, as dealt
    std::vector<std::vector<int>> past;           // the cards of each trick; of the last one perhaps not all
    std::vector<std::pair<int, int>> objectives;  // card and owner (nobody: free)
    std::vector<std::pair<int, int>> order;       // positions of two objectives: the first must come before the second

    int cards() const { return static_cast<int>(suit.size()); }
    int suits() const { return suit.empty() ? 0 : suit.back() + 1; }
};

// Variables of fixed rows and steps, numbered row by row.
struct Family {
    int first = 1;       // the first variable
    int rows = 0;
    int width = 0;       // steps of a row
    int first_step = 1;  // 0 for what holds before the first trick, too

    int at(int row, int step) const { return first + row * width + step - first_step; }
    int now(int row) const { return at(row, 1); }
    int before(int row) const { return at(row, 0); }
};

// The clauses of one rule.
struct Clauses {
    bool every_trick;  // whether they are of trick 1 and hold, shifted, at every trick
    std::vector<int> literals;
    std::vector<int> lengths;
};

class Formula {
  public:
    // Of a deal without faults.
    explicit Formula(const Dealt& deal);

    int tricks() const { return tricks_; }
    int variables() const { return variables_; }
    std::int64_t size() const { return size_; }    // clauses
    std::int64_t bytes() const { return bytes_; }  // what they take by the estimate of crewsat/base/formula.py
    const Family& play() const { return play_; }
    const Family& played() const { return played_; }
    const Family& wins() const { return wins_; }

    // Calls visit(first, last) with the literals of every clause, in order.
    template <typename Visit>
    void each(Visit visit) const {
        std::vector<int> shifted;
        for (const Clauses& rule : rules_) {
            const int* literals = rule.literals.data();
            for (const int length : rule.lengths) {
                if (rule.every_trick) {
                    shifted.assign(literals, literals + length);
                    for (int trick = 1; trick <= tricks_; ++trick) {
                        visit(shifted.data(), shifted.data() + length);
                        for (int& literal : shifted) literal += literal > 0 ? 1 : -1;
                    }
                } else {
                    visit(literals, literals + length);
                }
                literals += length;
            }
        }
    }

  private:
    friend class Writer;

    int tricks_;
    int variables_ = 0;
    std::int64_t size_ = 0;
    std::int64_t bytes_ = 0;
    Family play_, played_, wins_;
    std::vector<Clauses> rules_;
};

}  // namespace crew
