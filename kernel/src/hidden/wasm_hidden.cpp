// Hidden hands for a WebAssembly host: what the files *_module.cpp are for CPython, without learning a blueprint. The
// module keeps nothing: positions, weights and codes of tasks come with every request.

#include "../wasm.hpp"

#include "checks.hpp"

namespace {

using namespace crew::hidden;
using crew::TwoWords;
using crew::Word;
using crew::wasm::add;
using crew::wasm::begin;
using crew::wasm::refused;
using crew::wasm::reply;
using crew::wasm::sent;

PositionArguments position_of(crew::wasm::Reader& given) {
    PositionArguments read{};
    read.me = given.number();
    for (Numbers* one : {&read.shape, &read.suit, &read.owner, &read.tasks, &read.now, &read.table, &read.count,
                         &read.signals, &read.standing})
        *one = given.numbers();
    read.before.resize(given.size());
    for (auto& [card, cards] : read.before) card = given.number();
    read.given.resize(given.size());
    for (auto& [player, card, says, number, out, open, known] : read.given)
        for (int* one : {&player, &card, &says, &number}) *one = given.number();
    read.apart = given.word();
    read.hand = given.word();
    read.cards.first = given.word();
    read.cards.second = given.word();
    for (auto& [card, cards] : read.before) cards = given.word();
    for (auto& [player, card, says, number, out, open, known] : read.given)
        for (Word* one : {&out, &open, &known}) *one = given.word();
    for (Masks* one : {&read.cannot, &read.known, &read.played}) *one = given.words();
    return read;
}

// A request, read to its end also after a fault.
class Question {
  public:
    crew::wasm::Reader given;

    const char* fault() const { return given.fault() ? given.fault() : fault_; }

    void check(const char* fault) {
        if (!fault_) fault_ = fault;
    }

    // With what else must hold of it.
    Position position(const char* fault_of(const Position&) = [](const Position&) -> const char* { return nullptr; }) {
        Position made{};
        check(read(position_of(given), made));
        if (!fault_) check(fault_of(made));
        return made;
    }

    Weights weights() {
        Weights made;
        check(read(given.numbers(), made));
        return made;
    }

    Settings settings() {
        Settings made;
        made.samples = given.number();
        made.pool = given.number();
        made.positions = given.wide();
        made.drops = given.number() != 0;
        check(fault_of(made));
        return made;
    }

    GameTasks tasks() {
        GameTasks made;
        check(read(given.numbers(), made));
        return made;
    }

    Standing standing(const Tasks& tasks) {
        Standing made{};
        check(read(given.numbers(), tasks, made));
        return made;
    }

    TrickArguments trick(const GameTasks& game, const char* fault_of(const TrickArguments&, const GameTasks&)) {
        TrickArguments made{};
        for (int* one : {&made.number, &made.leader, &made.winner}) *one = given.number();
        made.cards = given.numbers();
        check(fault_of(made, game));
        return made;
    }

  private:
    const char* fault_ = nullptr;
};

// Begins an answer of rows of so many numbers.
void begin_rows(int width) {
    begin();
    reply.push_back(width);
}

template <class Some>
void append(const Some& numbers) {
    reply.insert(reply.end(), numbers.begin(), numbers.end());
}

std::int32_t* answer(std::initializer_list<int> numbers) {
    begin();
    append(numbers);
    return sent();
}

std::int32_t* answer(const Standing& standing, const Tasks& tasks) {
    begin();
    append(numbers_of(standing, tasks));
    return sent();
}

void add(TwoWords number) {
    add(static_cast<std::int64_t>(crew::low(number)));
    add(static_cast<std::int64_t>(crew::high(number)));
}

}  // namespace

extern "C" {

EXPORTED("fitting_deals") std::int32_t* fitting_deals() {
    Question asked;
    FittingArguments from{};
    from.me = asked.given.number();
    const int number = asked.given.number();
    from.sizes = asked.given.numbers();
    from.unseen = asked.given.word();
    Generator generator{asked.given.word()};
    from.known = asked.given.words();
    from.cannot = asked.given.words();
    std::optional<Fitting> fitting;
    asked.check(read(from, fitting));
    if (const char* fault = asked.fault()) return refused(fault);
    begin();
    add(fitting->count());
    Masks hands(from.sizes.size());
    for (int k = 0; k < number && fitting->count(); ++k) {
        fitting->sample(generator, hands.data());
        for (const Word hand : hands) add(static_cast<std::int64_t>(hand));
    }
    return sent();
}

EXPORTED("drawn") std::int32_t* drawn() {
    Question asked;
    const Word seed = asked.given.word();
    std::vector<TwoWords> bounds(asked.given.size()), numbers;
    for (TwoWords& bound : bounds) bound = asked.given.two_words();
    asked.check(draw(seed, bounds, numbers));
    if (const char* fault = asked.fault()) return refused(fault);
    begin();
    for (const TwoWords number : numbers) add(number);
    return sent();
}

EXPORTED("tasks_start") std::int32_t* tasks_start() {
    Question asked;
    const Tasks tasks = asked.tasks().tasks;
    if (const char* fault = asked.fault()) return refused(fault);
    return answer(tasks.start(), tasks);
}

EXPORTED("tasks_after") std::int32_t* tasks_after() {
    Question asked;
    const GameTasks game = asked.tasks();
    Standing standing = asked.standing(game.tasks);
    const TrickArguments trick = asked.trick(game, fault_of_whole);
    if (const char* fault = asked.fault()) return refused(fault);
    game.tasks.after(standing, trick.number, trick.leader, trick.winner, trick.cards.data());
    return answer(standing, game.tasks);
}

EXPORTED("tasks_lost") std::int32_t* tasks_lost() {
    Question asked;
    const Tasks tasks = asked.tasks().tasks;
    const Standing standing = asked.standing(tasks);
    if (const char* fault = asked.fault()) return refused(fault);
    return answer({tasks.lost(standing)});
}

EXPORTED("tasks_met") std::int32_t* tasks_met() {
    Question asked;
    const Tasks tasks = asked.tasks().tasks;
    const Standing standing = asked.standing(tasks);
    const bool ended = asked.given.number() != 0;
    if (const char* fault = asked.fault()) return refused(fault);
    return answer({tasks.met(standing, ended)});
}

EXPORTED("tasks_effect") std::int32_t* tasks_effect() {
    Question asked;
    const GameTasks game = asked.tasks();
    const Standing standing = asked.standing(game.tasks);
    const TrickArguments trick = asked.trick(game, fault_of_begun);
    if (const char* fault = asked.fault()) return refused(fault);
    std::array<Effect, most_tasks> effects;
    const int size = game.tasks.effect(standing, trick.number, trick.leader, trick.winner, trick.cards.data(),
                                       static_cast<int>(trick.cards.size()), effects.data());
    begin_rows(6);
    for (int task = 0; task < size; ++task) {
        const Effect& one = effects[task];
        append(std::initializer_list<int>{one.owner, one.lost, one.met, one.nearer, one.spends, one.waiting});
    }
    return sent();
}

EXPORTED("weights") std::int32_t* weights() {
    Question asked;
    asked.weights();
    const char* fault = asked.fault();
    return fault ? refused(fault) : answer({});
}

EXPORTED("position") std::int32_t* position() {
    Question asked;
    asked.position();
    const char* fault = asked.fault();
    return fault ? refused(fault) : answer({});
}

EXPORTED("features") std::int32_t* features() {
    Question asked;
    const Position at = asked.position(fault_of_turn);
    if (const char* fault = asked.fault()) return refused(fault);
    const Seen seen(at.rules, at.board, at.me, at.hand);
    begin_rows(1 + most_features);
    for (Word rest = different(at.rules, at.board, at.hand, legal(at.rules, at.board, at.hand)); rest; rest &= rest - 1) {
        Features found;
        features_of(at.rules, at.board, seen, crew::lowest(rest), found);
        reply.push_back(crew::lowest(rest));
        append(found);
    }
    return sent();
}

EXPORTED("messages") std::int32_t* messages() {
    Question asked;
    const Position at = asked.position();
    if (const char* fault = asked.fault()) return refused(fault);
    std::array<Message, 2 * most_suits + 1> all;
    const int number = crew::hidden::messages(at.rules, at.board, at.me, at.hand, all);
    begin_rows(2 + signal_features);
    for (int k = 0; k < number; ++k) {
        append(std::initializer_list<int>{all[k].card, all[k].says});
        append(all[k].features);
    }
    return sent();
}

EXPORTED("card") std::int32_t* card() {
    Question asked;
    const Position at = asked.position(fault_of_turn);
    const Weights weights = asked.weights();
    if (const char* fault = asked.fault()) return refused(fault);
    return answer({card_of(at.rules, at.board, weights, at.hand)});
}

EXPORTED("message") std::int32_t* message() {
    Question asked;
    const Position at = asked.position();
    const Weights weights = asked.weights();
    if (const char* fault = asked.fault()) return refused(fault);
    const Message made = message_of(at.rules, at.board, weights, at.me, at.hand);
    return answer({made.card, made.says});
}

EXPORTED("search") std::int32_t* search() {
    Question asked;
    const Position at = asked.position(fault_of_turn);
    const Weights weights = asked.weights();
    const Settings settings = asked.settings();
    const Word seed = asked.given.word();
    if (const char* fault = asked.fault()) return refused(fault);
    begin_rows(6);
    for (const Estimate& one : crew::hidden::search(at, weights, settings, seed)) {
        append(std::initializer_list<int>{one.card, one.deals, one.wins, one.open});
        add(one.score);
    }
    return sent();
}

EXPORTED("rollouts") std::int32_t* rollouts() {
    Question asked;
    const Position at = asked.position(fault_of_start);
    const Weights weights = asked.weights();
    const Settings settings = asked.settings();
    const Word seed = asked.given.word();
    if (const char* fault = asked.fault()) return refused(fault);
    const auto [deals, won] = crew::hidden::rollouts(at, weights, settings, seed);
    return answer({deals, won});
}
}
