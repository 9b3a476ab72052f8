// Arguments about hidden hands, from Python or from a WebAssembly host. They are checked once, where they come in; all
// else trusts them.
//
// Functions return what is wrong, in words; nullptr if nothing is, and then `into` is what the arguments mean.

#pragma once

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "search.hpp"

namespace crew::hidden {

using Numbers = std::vector<int>;
using Masks = std::vector<Word>;

inline bool within(int number, int least, int most) { return least <= number && number <= most; }

template <class To, class From>
const char* fill(To& to, const std::vector<From>& from, int size) {
    if (static_cast<int>(from.size()) != size || from.size() > to.size())
        return "there must be as many numbers as players or cards";
    std::copy(from.begin(), from.end(), to.begin());
    return nullptr;
}

// Deals ---------------------------------------------------------------------------------------------------------------

struct FittingArguments {  // as of the constructor of Fitting
    int me;
    Word unseen;
    Numbers sizes;
    Masks known, cannot;
};

inline const char* read(const FittingArguments& from, std::optional<Fitting>& into) {
    const int players = static_cast<int>(from.sizes.size());
    if (!within(players, 1, most_players) || !within(from.me, 0, players - 1)) return "players must be 1 to 8";
    for (const int size : from.sizes)
        if (!within(size, 0, 64)) return "sizes must be 0 to 64";
    std::array<int, most_players> sizes{};
    std::array<Word, most_players> known{}, cannot{};
    if (const char* fault = fill(sizes, from.sizes, players)) return fault;
    if (const char* fault = fill(known, from.known, players)) return fault;
    if (const char* fault = fill(cannot, from.cannot, players)) return fault;
    into.emplace(players, from.me, from.unseen, sizes, known, cannot);
    return into->countable() ? nullptr : "there are too many deals to be counted in two words";
}

// Draws of the generator: the same number with the function for small bounds and with that for large ones.
inline const char* draw(Word seed, const std::vector<TwoWords>& bounds, std::vector<TwoWords>& into) {
    Generator generator{seed};
    for (const TwoWords bound : bounds) {
        if (!bound) return "a bound must be 1 or more";
        const bool small = bound <= 1 << 30;
        into.push_back(small ? static_cast<TwoWords>(generator.below(static_cast<int>(bound))) : generator.below(bound));
    }
    return nullptr;
}

// Tasks ---------------------------------------------------------------------------------------------------------------

struct GameTasks {  // tasks, and the game that they are of
    Tasks tasks;
    int players = 0, tricks = 0, cards = 0;
};

inline const char* read(const Numbers& code, GameTasks& into) {
    if (code.empty()) return "there must be a code";
    if (const char* fault = fault_of_tasks(code)) return fault;
    into = {Tasks(code), code[0], code[1], code[2]};
    return nullptr;
}

inline const char* read(const Numbers& numbers, const Tasks& tasks, Standing& into) {
    if (static_cast<int>(numbers.size()) != tasks.numbers()) return "this is no standing of these tasks";
    for (const int number : numbers)
        if (!within(number, -100, 100)) return "the numbers of a standing must be -100 to 100";
    into = {};
    std::copy(numbers.begin(), numbers.end(), into.begin());
    return nullptr;
}

inline Numbers numbers_of(const Standing& standing, const Tasks& tasks) {
    return {standing.begin(), standing.begin() + tasks.numbers()};
}

struct TrickArguments {
    int number, leader, winner;
    Numbers cards;
};

// Of a trick in which at least one card has been played.
inline const char* fault_of_begun(const TrickArguments& trick, const GameTasks& game) {
    if (!within(trick.number, 1, game.tricks)) return "there is no trick of this number";
    if (!within(trick.leader, 0, game.players - 1) || !within(trick.winner, 0, game.players - 1))
        return "there is no such player";
    if (!within(static_cast<int>(trick.cards.size()), 1, game.players)) return "a trick has a card of each player";
    for (const int card : trick.cards)
        if (!within(card, 0, game.cards - 1)) return "there is no such card";
    return nullptr;
}

inline const char* fault_of_whole(const TrickArguments& trick, const GameTasks& game) {
    if (const char* fault = fault_of_begun(trick, game)) return fault;
    return static_cast<int>(trick.cards.size()) == game.players ? nullptr : "a trick has a card of each player";
}

// Of a code for a game; there need be none.
inline const char* fault_of_tasks_of(const Numbers& code, int players, int tricks, int cards) {
    if (code.empty()) return nullptr;
    if (const char* fault = fault_of_tasks(code)) return fault;
    return code[0] == players && code[1] == tricks && code[2] == cards ? nullptr : "tasks must be of this game";
}

// Bots ----------------------------------------------------------------------------------------------------------------

struct PositionArguments {  // as of arguments() in crewsat/hidden/board.py
    Numbers shape;  // players, tricks, cards, suits, trump, strict
    Numbers suit, owner;
    std::vector<std::pair<int, Word>> before;
    Word apart;
    Numbers tasks;
    Numbers now;  // leader, number of the trick, status
    Numbers table, count, signals;
    std::pair<Word, Word> cards;  // those played, those of open objectives
    Masks cannot, known;
    Numbers standing;
    int me;
    Word hand;
    Masks played;
    std::vector<std::tuple<int, int, int, int, Word, Word, Word>> given;
};

class PositionReader {
  public:
    PositionReader(const PositionArguments& from, Position& into)
        : from_(from), position_(into), rules_(into.rules), board_(into.board) {}

    const char* fault() {
        for (const auto step : {&PositionReader::shape, &PositionReader::cards, &PositionReader::tasks,
                                &PositionReader::table, &PositionReader::players, &PositionReader::mine,
                                &PositionReader::given})
            if (const char* fault = (this->*step)()) return fault;
        return nullptr;
    }

  private:
    const PositionArguments& from_;
    Position& position_;
    Rules& rules_;
    Board& board_;

    const char* shape() {
        const Numbers& shape = from_.shape;
        if (shape.size() != 6) return "a shape is players, tricks, cards, suits, trump, strict";
        rules_.players = shape[0], rules_.tricks = shape[1], rules_.cards = shape[2], rules_.suits = shape[3];
        rules_.trump = shape[4], rules_.strict = shape[5];
        const bool known = within(rules_.players, 1, most_seats) && within(rules_.tricks, 0, most_numbers) &&
                           within(rules_.cards, 1, most_numbers) && within(rules_.suits, 1, most_suits) &&
                           within(rules_.trump, nobody, rules_.suits - 1);
        return known ? nullptr : "bots play with at most 5 players, 64 cards and 8 suits";
    }

    const char* cards() {
        if (const char* fault = fill(rules_.suit, from_.suit, rules_.cards)) return fault;
        if (const char* fault = fill(rules_.owner, from_.owner, rules_.cards)) return fault;
        for (int card = 0; card < rules_.cards; ++card) {
            const int suit = from_.suit[card];
            if (!within(suit, card ? from_.suit[card - 1] : 0, rules_.suits - 1)) return "suits must be in order";
            if (!within(from_.owner[card], nobody, rules_.players - 1)) return "there is no such owner";
            rules_.of_suit[suit] |= bit(card);
        }
        for (int suit = 0; suit < rules_.suits; ++suit)
            if (!rules_.of_suit[suit]) return "every suit must have a card";
        for (const auto& [card, cards] : from_.before) {
            if (!within(card, 0, rules_.cards - 1)) return "there is no such card";
            rules_.before[card] = cards;
        }
        rules_.apart = from_.apart;
        return nullptr;
    }

    const char* tasks() {
        if (const char* fault = fault_of_tasks_of(from_.tasks, rules_.players, rules_.tricks, rules_.cards)) return fault;
        rules_.tasks = Tasks(from_.tasks);
        return read(from_.standing, rules_.tasks, board_.standing);
    }

    Word unplayed() const {
        const Word all = rules_.cards == most_numbers ? ~Word{0} : bit(rules_.cards) - 1;
        return all & ~board_.out;
    }

    const char* table() {
        const Numbers& now = from_.now;
        if (now.size() != 3 || !within(now[0], 0, rules_.players - 1) || !within(now[1], 1, rules_.tricks + 1) ||
            !within(now[2], -1, 1))
            return "there is no such trick";
        board_.leader = now[0], board_.number = now[1], board_.status = now[2];
        std::tie(board_.out, board_.open) = from_.cards;
        if (static_cast<int>(from_.table.size()) >= rules_.players) return "a trick that lies there is not complete";
        for (const int card : from_.table) {
            if (!within(card, 0, rules_.cards - 1)) return "there is no such card";
            if (!(board_.out & ~board_.on_table() & bit(card))) return "a card on the table must have been played, once";
            board_.table[board_.played++] = static_cast<std::int8_t>(card);
        }
        const Word rest = board_.open & ~(unplayed() | board_.on_table());
        return rest ? "open objectives must be on cards that are held or on the table" : nullptr;
    }

    const char* players() {
        for (const int number : from_.count)
            if (!within(number, 0, most_numbers)) return "there is no hand of this size";
        for (const int number : from_.signals)
            if (!within(number, 0, most_numbers)) return "there are not so many signals";
        const char* fault = fill(board_.count, from_.count, rules_.players);
        if (!fault) fault = fill(board_.signals, from_.signals, rules_.players);
        if (!fault) fault = fill(board_.cannot, from_.cannot, rules_.players);
        if (!fault) fault = fill(board_.known, from_.known, rules_.players);
        if (!fault) fault = fill(position_.played, from_.played, rules_.players);
        if (fault) return fault;
        const int left = rules_.tricks - board_.number + 1;
        for (int turn = 0; turn < rules_.players; ++turn)
            if (board_.count[(board_.leader + turn) % rules_.players] + (turn < board_.played) < left)
                return "hands must have a card for each trick";
        return nullptr;
    }

    const char* mine() {
        if (!within(from_.me, 0, rules_.players - 1)) return "there is no such player";
        position_.me = from_.me;
        position_.hand = from_.hand;
        if (from_.hand & ~unplayed()) return "a hand must be of cards that have not been played";
        return crew::count(from_.hand) == board_.count[from_.me] ? nullptr : "the hand must have the size that it has";
    }

    const char* given() {
        for (const auto& [player, card, says, number, out, open, known] : from_.given) {
            if (!within(player, 0, rules_.players - 1) || !within(card, 0, rules_.cards - 1) || !within(says, 0, 2) ||
                !within(number, 1, rules_.tricks + 1))
                return "there is no such signal";
            position_.given.push_back({player, card, says, number, out, open, known});
        }
        return nullptr;
    }
};

// Into a new position.
inline const char* read(const PositionArguments& from, Position& into) { return PositionReader(from, into).fault(); }

inline const char* read(const Numbers& numbers, Weights& into) {
    if (static_cast<int>(numbers.size()) != Weights::number) return "these are not the weights of a blueprint";
    for (const int number : numbers)
        if (!within(number, -most_weight, most_weight)) return "a weight is too large";
    auto next = numbers.begin();
    const auto take = [&next](auto& part) {
        for (auto& each : part) each = static_cast<std::int16_t>(*next++);
    };
    take(into.direct);
    for (auto& unit : into.first) take(unit);
    take(into.second);
    take(into.signal);
    return nullptr;
}

// Of a position in which the player is to play a card.
inline const char* fault_of_turn(const Position& position) {
    const Board& board = position.board;
    const bool turn = !board.status && board.number <= position.rules.tricks && position.hand &&
                      board.turn(position.rules.players) == position.me;
    return turn ? nullptr : "it must be the turn of the player";
}

// Of a position that is to be played to the end.
inline const char* fault_of_start(const Position& position) {
    const bool decided = position.board.status || position.board.number <= position.rules.tricks;
    return decided ? nullptr : "a game that has ended must be won or lost";
}

inline const char* fault_of(const Settings& settings) {
    const bool good = within(settings.samples, 1, 1'000'000) && within(settings.pool, 1, 1'000) && settings.positions >= 0;
    return good ? nullptr : "a setting is out of range";
}

}  // namespace crew::hidden
