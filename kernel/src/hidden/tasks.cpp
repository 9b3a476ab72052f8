#include "tasks.hpp"

#include <algorithm>
#include <cstddef>

namespace crew::hidden {
namespace {

enum Kind { tricks, leads, cards, row, takes, last, kinds };
enum TestKind { won_with, beating, only, total, as_many, led, holds, test_kinds };

constexpr int absent = -1;
constexpr int most_members = 64;  // and filters, of a task
constexpr int no_bound = 100;
constexpr int never = 101;  // of a number that is to be reached: none is

Word bit(int card) { return Word{1} << card; }

}  // namespace

// Reads numbers one by one; after the first one that is missing or out of range all are their least ones.
class Tasks::Reader {
public:
    explicit Reader(const std::vector<int>& code) : code_(code) {}

    int number(int least, int most) {
        if (at_ == code_.size() || code_[at_] < least || code_[at_] > most) {
            whole_ = false;
            return least;
        }
        return code_[at_++];
    }

    int length(int most) { return whole_ ? number(0, most) : 0; }

    Word word() {
        const Word low = half();
        return low | half() << 32;
    }

    bool whole() const { return whole_ && at_ == code_.size(); }

private:
    Word half() { return static_cast<std::uint32_t>(number(INT32_MIN, INT32_MAX)); }

    const std::vector<int>& code_;
    std::size_t at_ = 0;
    bool whole_ = true;
};

Tasks::Tasks(const std::vector<int>& code) {
    if (!code.empty() && read(code)) *this = Tasks();
}

const char* fault_of_tasks(const std::vector<int>& code) { return code.empty() ? nullptr : Tasks().read(code); }

const char* Tasks::read(const std::vector<int>& code) {
    Reader reader(code);
    players_ = reader.number(1, most_players);
    tricks_ = reader.number(0, most_task_cards);
    values_.resize(reader.length(most_task_cards));
    for (int& value : values_) value = reader.number(0, INT32_MAX);
    numbers_ = reader.length(most_task_numbers);
    for (int slot = 0; slot < numbers_; ++slot) start_[slot] = reader.number(-no_bound, no_bound);
    for (int left = reader.length(most_task_numbers); left; --left) read_meter(reader);
    for (int left = reader.length(most_tasks); left; --left) read_goal(reader);
    return reader.whole() ? nullptr : "this is no code of tasks, or of another version";
}

void Tasks::read_meter(Reader& reader) {
    Meter meter{};
    meter.kind = reader.number(0, kinds - 1);
    meter.numbers = reader.word();
    meter.latch = reader.number(0, never);
    meter.plus = reader.word();
    meter.minus = reader.word();
    meter.first_test = static_cast<int>(tests_.size());
    meter.tests = reader.length(most_members);
    for (int left = meter.tests; left; --left) {
        Test test{};
        test.kind = reader.number(0, test_kinds - 1);
        test.first = reader.word();
        test.second = reader.word();
        tests_.push_back(test);
    }
    const int most = numbers_ - (meter.kind == row ? 2 : 1);  // the longest run is in the next slot
    for (int who = 0; who <= players_; ++who) meter.slots[who] = reader.number(absent, most);
    meters_.push_back(meter);
}

void Tasks::read_goal(Reader& reader) {
    Goal goal{};
    goal.owner = reader.number(-2, players_ - 1);
    goal.any = reader.number(0, 1);
    goal.first_part = static_cast<int>(parts_.size());
    goal.parts = reader.length(most_players);
    for (int left = goal.parts; left; --left) {
        const Part part{static_cast<int>(conditions_.size()), reader.length(most_members)};
        for (int more = part.conditions; more; --more) {
            conditions_.push_back(condition(reader));
            if (conditions_.back().broken != absent) permanent_.push_back(static_cast<int>(conditions_.size()) - 1);
        }
        parts_.push_back(part);
    }
    goals_.push_back(goal);
}

Tasks::Condition Tasks::condition(Reader& reader) {
    Condition one{};
    one.own = reader.number(0, numbers_ - 1);
    one.run = reader.number(0, numbers_ - 1);
    one.low = reader.number(-no_bound, no_bound);
    one.high = reader.number(-no_bound, no_bound);
    one.settled = reader.number(0, 1);
    one.limited = reader.number(0, 1);
    one.broken = reader.number(absent, numbers_ - 1);
    one.rivals = reader.length(most_players);
    for (int k = 0; k < one.rivals; ++k) one.rival[k] = reader.number(0, numbers_ - 1);
    return one;
}

// Counting -----------------------------------------------------------------------------------------------------------

Tasks::Taken Tasks::taken(int number, int leader, int winner, const int* cards, int played) const {
    Taken trick{number, leader, winner, bit(cards[0]), 0, 0};
    const int place = winner >= leader ? winner - leader : winner - leader + players_;
    if (place < played) trick.winning = bit(cards[place]);
    for (int k = 0; k < played; ++k) trick.cards |= bit(cards[k]);
    return trick;
}

void Tasks::after(Standing& standing, int number, int leader, int winner, const int* cards) const {
    advance(standing, taken(number, leader, winner, cards, players_));
}

void Tasks::advance(Standing& standing, const Taken& trick) const {
    for (const Meter& meter : meters_) {
        if (!(meter.numbers >> (trick.number - 1) & 1)) continue;
        switch (meter.kind) {
            case row: run(meter, standing, trick); break;
            case takes: settle(meter, standing, trick); break;
            case last: play(meter, standing, trick); break;
            default: add(meter, standing, trick);
        }
    }
    for (const int place : permanent_)
        if (!conditions_[place].holds(standing)) standing[conditions_[place].broken] = 1;
}

void Tasks::add(const Meter& meter, Standing& standing, const Taken& trick) const {
    const int slot = meter.slots[meter.kind == leads ? trick.leader : trick.winner], crews = meter.slots[players_];
    const bool counts = slot != absent && standing[slot] != meter.latch;
    const bool counts_for_crew = crews != absent && standing[crews] != meter.latch;
    if (!counts && !counts_for_crew) return;
    for (int k = 0; k < meter.tests; ++k)
        if (!passes(tests_[meter.first_test + k], trick)) return;
    const int more = meter.kind == cards ? count(meter.plus & trick.cards) - count(meter.minus & trick.cards) : 1;
    if (counts) standing[slot] += more;
    if (counts_for_crew) standing[crews] += more;
}

void Tasks::run(const Meter& meter, Standing& standing, const Taken& trick) const {
    for (int who = 0; who <= players_; ++who) {
        const int slot = meter.slots[who];
        if (slot == absent) continue;
        standing[slot] = who == trick.winner ? standing[slot] + 1 : 0;
        std::int8_t& longest = standing[slot + 1];
        if (longest != meter.latch) longest = std::max(longest, standing[slot]);
    }
}

void Tasks::settle(const Meter& meter, Standing& standing, const Taken& trick) const {
    for (int who = 0; who <= players_; ++who)
        if (meter.slots[who] != absent) standing[meter.slots[who]] = result(who, trick);
}

void Tasks::play(const Meter& meter, Standing& standing, const Taken& trick) const {
    const int played = count(meter.plus & trick.cards);
    for (int who = 0; played && who <= players_; ++who) {
        if (meter.slots[who] == absent) continue;
        std::int8_t& number = standing[meter.slots[who]];
        number += played;
        if (!number) number = result(who, trick);
    }
}

bool Tasks::passes(const Test& test, const Taken& trick) const {
    switch (test.kind) {
        case won_with: return test.first & trick.winning;
        case beating: return test.first & trick.cards & ~trick.winning;
        case only: return !(trick.cards & ~test.first);
        case as_many: return (test.first & trick.cards) && count(test.first & trick.cards) == count(test.second & trick.cards);
        case led: return test.first & trick.led;
        case holds: return test.first & trick.cards;
        default: break;
    }
    Word sum = 0;
    for (Word left = trick.cards; left; left &= left - 1) sum += values_[lowest(left)];
    return test.first <= sum && sum <= test.second;
}

// Conditions ---------------------------------------------------------------------------------------------------------

bool Tasks::Condition::holds(const Standing& standing) const {
    const int number = standing[own];
    if (!rivals) return low <= number && number <= high;
    for (int k = 0; k < rivals; ++k) {
        const int difference = number - standing[rival[k]];
        if (difference < low || difference > high) return false;
    }
    return true;
}

bool Tasks::Condition::met(const Standing& standing) const {
    return holds(standing) && (broken == absent || !standing[broken]);
}

bool Tasks::Condition::lost(const Standing& standing) const {
    return (limited && standing[own] > high) || (broken != absent && standing[broken]);
}

int Tasks::Condition::missing(const Standing& standing) const {
    int most = rivals ? standing[rival[0]] : 0;
    for (int k = 1; k < rivals; ++k) most = std::max<int>(most, standing[rival[k]]);
    return low - standing[standing[own] < low ? run : own] + most;
}

int Tasks::Condition::room(const Standing& standing) const {
    int least = rivals ? standing[rival[0]] : 0;
    for (int k = 1; k < rivals; ++k) least = std::min<int>(least, standing[rival[k]]);
    return high - standing[run] + least;
}

bool Tasks::lost(const Goal& goal, const Standing& standing) const {
    for (int p = goal.first_part; p < goal.first_part + goal.parts; ++p) {
        const Condition* first = conditions_.data() + parts_[p].first;
        const auto is_lost = [&](const Condition& one) { return one.lost(standing); };
        const Condition* end = first + parts_[p].conditions;
        if (goal.any ? std::all_of(first, end, is_lost) : std::any_of(first, end, is_lost)) return true;
    }
    return false;
}

bool Tasks::met(const Goal& goal, const Standing& standing, bool ended) const {
    for (int p = goal.first_part; p < goal.first_part + goal.parts; ++p) {
        const Condition* first = conditions_.data() + parts_[p].first;
        const auto is_met = [&](const Condition& one) { return (ended || one.settled) && one.met(standing); };
        const Condition* end = first + parts_[p].conditions;
        if (!(goal.any ? std::any_of(first, end, is_met) : std::all_of(first, end, is_met))) return false;
    }
    return true;
}

bool Tasks::lost(const Standing& standing) const {
    return std::any_of(goals_.begin(), goals_.end(), [&](const Goal& goal) { return lost(goal, standing); });
}

bool Tasks::met(const Standing& standing, bool ended) const {
    return std::all_of(goals_.begin(), goals_.end(), [&](const Goal& goal) { return met(goal, standing, ended); });
}

// Effects ------------------------------------------------------------------------------------------------------------

Effect Tasks::effect(const Goal& goal, const Standing& before, const Standing& after, bool ended) const {
    Effect made{.owner = goal.owner};
    if (lost(goal, before) || met(goal, before, false)) return made;
    for (int p = goal.first_part; p < goal.first_part + goal.parts; ++p) {
        for (int k = parts_[p].first; k < parts_[p].first + parts_[p].conditions; ++k) {
            const Condition& one = conditions_[k];
            if (one.lost(before)) continue;
            const int missed = one.missing(before), room = one.room(before), left = one.room(after);
            const int first = std::max({missed, -room, 0}), then = std::max({one.missing(after), -left, 0});
            made.waiting |= missed > 0;
            made.nearer |= then < first;
            made.spends |= then > first || (!first && !then && one.high < no_bound && left < room);
        }
    }
    made.lost = lost(goal, after);
    made.met = !made.lost && met(goal, after, ended);
    if (made.lost || made.met) made.nearer = made.spends = 0;
    return made;
}

int Tasks::effect(const Standing& standing, int number, int leader, int winner, const int* cards, int played,
                  Effect* effects) const {
    Standing then = standing;
    advance(then, taken(number, leader, winner, cards, played));
    for (const Goal& goal : goals_) *effects++ = effect(goal, standing, then, number == tricks_);
    return size();
}

}  // namespace crew::hidden
