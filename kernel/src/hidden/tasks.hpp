// Tasks as integers: the twin of crewsat/hidden/flat_tasks.py, which says what a standing, a meter and a goal are.
//
// Tasks are read once from a code, the program that FlatTasks.code writes; standings are copied with every play.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../deal.hpp"

namespace crew::hidden {

constexpr int most_task_cards = 64;
constexpr int most_tasks = 32;
constexpr int most_task_numbers = 128;

using Standing = std::array<std::int8_t, most_task_numbers>;

struct Effect {  // what a trick does to a task; each but the owner is 0 or 1
    std::int8_t owner = 0;    // a player; -1: the crew, -2: everybody
    std::int8_t lost = 0;     // it is lost now, and was not before
    std::int8_t met = 0;      // it is met for good now, or at the end of the play
    std::int8_t nearer = 0;   // neither, and some condition misses its bounds by less than before
    std::int8_t spends = 0;   // neither, and some condition misses its bounds by more, or meets them with less room
    std::int8_t waiting = 0;  // before the trick, the number of some condition was less than the least one allowed
};

class Tasks {
public:
    Tasks() = default;
    // Of a code without faults; of any other, no tasks.
    explicit Tasks(const std::vector<int>& code);

    bool empty() const { return goals_.empty(); }
    int size() const { return static_cast<int>(goals_.size()); }
    int numbers() const { return numbers_; }  // of a standing that are used
    const Standing& start() const { return start_; }

    // Change a standing by trick `number` (from 1), with the card of every player, the leader's first.
    void after(Standing& standing, int number, int leader, int winner, const int* cards) const;

    // Whether some task can no longer be met.
    bool lost(const Standing& standing) const;
    // Whether all tasks are met for good; if the play has ended, whether they are met.
    bool met(const Standing& standing, bool ended) const;

    // What a trick with the cards that have been played, at least one, would do to each task if `winner` took it;
    // returns how many tasks there are.
    int effect(const Standing& standing, int number, int leader, int winner, const int* cards, int played,
               Effect* effects) const;

private:
    friend const char* fault_of_tasks(const std::vector<int>& code);

    struct Test {
        int kind;
        Word first, second;
    };

    struct Meter {
        int kind;
        int latch;
        Word numbers, plus, minus;
        int first_test, tests;
        std::array<std::int8_t, most_players + 1> slots;  // by player, the crew's last
    };

    struct Condition {
        std::int8_t own, run, low, high;
        bool settled, limited;
        std::int8_t broken;
        std::int8_t rivals;
        std::array<std::int8_t, most_players> rival;

        bool holds(const Standing& standing) const;  // its bounds, now
        bool met(const Standing& standing) const;
        bool lost(const Standing& standing) const;
        int missing(const Standing& standing) const;  // less than the least number
        int room(const Standing& standing) const;     // how much the number may grow
    };

    struct Part {
        int first, conditions;
    };

    struct Goal {
        std::int8_t owner;
        bool any;
        int first_part, parts;
    };

    struct Taken {
        int number, leader, winner;
        Word led, winning, cards;
    };

    class Reader;

    const char* read(const std::vector<int>& code);
    void read_meter(Reader& reader);
    void read_goal(Reader& reader);
    Condition condition(Reader& reader);

    Taken taken(int number, int leader, int winner, const int* cards, int played) const;
    void advance(Standing& standing, const Taken& trick) const;
    void add(const Meter& meter, Standing& standing, const Taken& trick) const;
    void run(const Meter& meter, Standing& standing, const Taken& trick) const;
    void settle(const Meter& meter, Standing& standing, const Taken& trick) const;
    void play(const Meter& meter, Standing& standing, const Taken& trick) const;
    bool passes(const Test& test, const Taken& trick) const;
    std::int8_t result(int who, const Taken& trick) const { return who == trick.winner || who == players_ ? 1 : 2; }

    bool lost(const Goal& goal, const Standing& standing) const;
    bool met(const Goal& goal, const Standing& standing, bool ended) const;
    Effect effect(const Goal& goal, const Standing& before, const Standing& after, bool ended) const;

    int players_ = 0;
    int tricks_ = 0;
    int numbers_ = 0;
    std::vector<int> values_;
    Standing start_{};
    std::vector<Test> tests_;
    std::vector<Meter> meters_;
    std::vector<Condition> conditions_;
    std::vector<int> permanent_;  // conditions that must always hold
    std::vector<Part> parts_;
    std::vector<Goal> goals_;
};

// What is wrong with a code, in words; nullptr if nothing is.
const char* fault_of_tasks(const std::vector<int>& code);

}  // namespace crew::hidden
