// The kernel for a WebAssembly host: what module.cpp is for CPython. hidden/wasm_hidden.cpp has what is asked of hidden
// hands.

#include "wasm.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checks.hpp"
#include "formula.hpp"
#include "player.hpp"
#include "relaxations.hpp"
#include "solver.hpp"

// Whether it is late; the host says so.
__attribute__((import_module("host"), import_name("late"))) extern "C" int late();

namespace {

using crew::wasm::add;
using crew::wasm::begin;
using crew::wasm::Reader;
using crew::wasm::refused;
using crew::wasm::reply;
using crew::wasm::sent;

void add(const crew::Family& family) {
    reply.insert(reply.end(), {family.first, family.rows, family.width, family.first_step});
}

struct Session {
    crew::Solver solver;
    int variables;

    const char* fault_of(const std::vector<int>& literals) const {
        for (const int literal : literals)
            if (!literal || literal < -variables || literal > variables) return "no such variable";
        return nullptr;
    }
};

std::map<std::int64_t, Session> sessions;  // by the number that the host gives them

Session* session_of(Reader& given) {
    const auto found = sessions.find(given.wide());
    return found == sessions.end() ? nullptr : &found->second;
}

constexpr auto lost = "the solver was lost when memory ran out";

void add(const crew::Solver& solver) {
    add(solver.conflicts());
    add(solver.decisions());
    add(solver.propagations());
}

crew::Deal deal_of(Reader& given) {
    crew::Deal deal{};
    deal.players = given.number();
    deal.tricks = given.number();
    deal.leader = given.number();
    deal.trump = given.number();
    deal.strict = given.number() != 0;
    deal.assignment = static_cast<crew::Assignment>(given.number());
    deal.suit = given.bytes();
    deal.holder = given.bytes();
    deal.begun = given.bytes();
    deal.objectives.resize(given.size());
    for (crew::Objective& objective : deal.objectives) {
        objective.card = given.number();
        objective.owner = given.number();
        objective.before = given.two_words();
    }
    return deal;
}

crew::Dealt dealt_of(Reader& given) {
    crew::Dealt deal{};
    deal.players = given.number();
    deal.tricks = given.number();
    deal.leader = given.number();
    deal.trump = given.number();
    deal.strict = given.number() != 0;
    deal.tight = given.number() != 0;
    deal.assignment = static_cast<crew::Assignment>(given.number());
    deal.suit = given.bytes();
    deal.holder = given.bytes();
    deal.past.resize(given.size());
    for (auto& cards : deal.past) cards = given.numbers();
    deal.objectives = given.pairs();
    deal.order = given.pairs();
    return deal;
}

template <typename AnyDeal>
const char* fault_of(const Reader& given, const AnyDeal& deal) {
    const char* fault = given.fault();
    return fault ? fault : crew::fault_of(deal);
}

const char* fault_of(const Reader& given, const Session* session, const std::vector<int>& literals) {
    if (const char* fault = given.fault()) return fault;
    return session ? session->fault_of(literals) : lost;
}

}  // namespace

extern "C" {

// The version of the functions, as module.cpp has it.
EXPORTED("version") std::int32_t version() { return crew::version; }

// Makes room for a request of so many numbers.
EXPORTED("room") std::int64_t* room(std::uint32_t numbers) {
    crew::wasm::request.assign(numbers, 0);
    return crew::wasm::request.data();
}

EXPORTED("play") std::int32_t* play() {
    Reader given;
    const crew::Deal deal = deal_of(given);
    const auto seed = static_cast<std::uint64_t>(given.wide());
    const std::int64_t positions = given.wide(), polish = given.wide();
    if (const char* fault = fault_of(given, deal)) return refused(fault);
    const std::optional<crew::Line> line = crew::play(deal, seed, positions, polish);
    begin();
    reply.push_back(line.has_value());
    if (line)
        for (const crew::Trick& trick : *line) {
            reply.push_back(trick.leader);
            reply.insert(reply.end(), trick.cards.begin(), trick.cards.end());
        }
    return sent();
}

EXPORTED("refuting") std::int32_t* refuting() {
    Reader given;
    const crew::Deal deal = deal_of(given);
    const int most_objectives = given.number();
    const std::int64_t each = given.wide(), total = given.wide();
    if (const char* fault = fault_of(given, deal)) return refused(fault);
    crew::Effort effort{};
    const std::vector<int> found = crew::refuting(deal, most_objectives, each, total, [] { return late() != 0; }, effort);
    begin();
    add(effort.positions);
    reply.push_back(effort.stopped);
    reply.insert(reply.end(), found.begin(), found.end());
    return sent();
}

EXPORTED("glucose4") std::int32_t* glucose4() {
    Reader given;
    const std::int64_t number = given.wide();
    const crew::Dealt deal = dealt_of(given);
    if (const char* fault = fault_of(given, deal)) return refused(fault);
    const crew::Formula made(deal);
    const Session& session = sessions.emplace(number, Session{crew::Solver(made), made.variables()}).first->second;
    begin();
    add(session.solver);
    return sent();
}

EXPORTED("solver") std::int32_t* solver() {
    Reader given;
    const std::int64_t number = given.wide();
    if (const char* fault = given.fault()) return refused(fault);
    Session made{crew::Solver(), crew::Solver::most_variables};
    const Session& session = sessions.emplace(number, std::move(made)).first->second;
    begin();
    add(session.solver);
    return sent();
}

EXPORTED("add_clauses") std::int32_t* add_clauses() {
    Reader given;
    Session* session = session_of(given);
    std::vector<std::vector<int>> clauses(given.size());
    for (std::vector<int>& clause : clauses) clause = given.numbers();
    if (const char* fault = fault_of(given, session, {})) return refused(fault);
    for (const std::vector<int>& clause : clauses) {
        if (const char* fault = fault_of(given, session, clause)) return refused(fault);
        session->solver.add(clause);
    }
    begin();
    add(session->solver);
    return sent();
}

EXPORTED("solve") std::int32_t* solve() {
    Reader given;
    Session* session = session_of(given);
    const std::int64_t conflicts = given.wide();
    const std::vector<int> assumptions = given.numbers();
    if (const char* fault = fault_of(given, session, assumptions)) return refused(fault);
    const std::optional<bool> answer = session->solver.solve(assumptions, conflicts);
    begin();
    add(session->solver);
    reply.push_back(answer ? *answer : -1);
    if (!answer) return sent();
    const std::vector<int> literals = *answer ? session->solver.model() : session->solver.core();
    reply.insert(reply.end(), literals.begin(), literals.end());
    return sent();
}

EXPORTED("delete") std::int32_t* drop() {
    Reader given;
    sessions.erase(given.wide());
    begin();
    return sent();
}

EXPORTED("formula") std::int32_t* formula() {
    Reader given;
    const crew::Dealt deal = dealt_of(given);
    if (const char* fault = fault_of(given, deal)) return refused(fault);
    const crew::Formula made(deal);
    begin();
    reply.push_back(made.variables());
    add(made.size());
    add(made.bytes());
    for (const crew::Family* family : {&made.play(), &made.played(), &made.wins()}) add(*family);
    return sent();
}

EXPORTED("clauses") std::int32_t* clauses() {
    Reader given;
    const crew::Dealt deal = dealt_of(given);
    if (const char* fault = fault_of(given, deal)) return refused(fault);
    begin();
    crew::Formula(deal).each([](const int* first, const int* last) {
        reply.push_back(static_cast<std::int32_t>(last - first));
        reply.insert(reply.end(), first, last);
    });
    return sent();
}
}
