#include "training.hpp"

#include <cmath>

namespace crew::hidden {
namespace {

// The weights of the units are kept feature by feature: most features of a card are 0.
constexpr int at_first = most_features;
constexpr int at_second = at_first + units * most_features;
constexpr int at_signal = at_second + units;

template <std::size_t size>
std::array<float, size> real(const std::array<std::int16_t, size>& features) {
    std::array<float, size> made;
    for (std::size_t k = 0; k < size; ++k) made[k] = static_cast<float>(features[k]) / one;
    return made;
}

std::int16_t rounded_one(float weight) {
    const float scaled = std::nearbyint(weight * one);
    return static_cast<std::int16_t>(std::min<float>(most_weight, std::max<float>(-most_weight, scaled)));
}

}  // namespace

Training::Training(const Deck& deck, std::vector<Lesson> lessons, std::uint64_t seed)
    : weights(size), deck_(deck), lessons_(std::move(lessons)), generator_{seed}, gradient_(size), mean_(size),
      square_(size) {
    for (int k = at_first; k < at_second; ++k) weights[k] = static_cast<float>(uniform() - 0.5) * 0.5f;
    for (int k = at_second; k < at_signal; ++k) weights[k] = static_cast<float>(uniform() - 0.5) * 0.2f;
    weights[0] = -20, weights[1] = 8, weights[2] = -10, weights[5] = -4, weights[9] = 1, weights[10] = -3;
}

double Training::uniform() { return static_cast<double>(generator_.next() >> 11) * 0x1p-53; }

Training::Dealt Training::dealt(const Lesson& lesson) {
    Dealt game;
    Rules& rules = game.rules;
    Board& board = game.board;
    rules.players = lesson.players;
    rules.cards = deck_.cards;
    rules.suits = deck_.suits;
    rules.trump = deck_.trump;
    rules.suit = deck_.suit;
    rules.owner.fill(nobody);
    for (int card = 0; card < deck_.cards; ++card) rules.of_suit[deck_.suit[card]] |= bit(card);
    std::array<int, most_numbers> pile;
    for (int card = 0; card < deck_.cards; ++card) pile[card] = card;
    for (int k = deck_.cards - 1; k > 0; --k) std::swap(pile[k], pile[generator_.below(k + 1)]);
    const int first = generator_.below(lesson.players);  // who gets a card more than others
    Hands hands{};
    for (int k = 0; k < deck_.cards; ++k) hands[(first + k) % lesson.players] |= bit(pile[k]);
    int leader = 0;
    for (int player = 0; player < lesson.players; ++player)
        if (hands[player] >> (deck_.cards - 1) & 1) leader = player;
    const int turn = lesson.tasks.empty() ? 0 : lesson.leader - leader + lesson.players;
    for (int player = 0; player < lesson.players; ++player) game.hands[(player + turn) % lesson.players] = hands[player];
    board.leader = (leader + turn) % lesson.players;
    board.known[board.leader] = bit(deck_.cards - 1);
    rules.tricks = deck_.cards / lesson.players;
    for (int player = 0; player < lesson.players; ++player) {
        board.count[player] = static_cast<std::int8_t>(count(game.hands[player]));
        board.signals[player] = 1;
    }
    std::vector<int> plain;
    for (int card = 0; card < deck_.cards; ++card)
        if (deck_.suit[card] != deck_.trump) plain.push_back(card);
    Word before = 0;
    for (int k = 0; k < lesson.objectives; ++k) {
        std::swap(plain[k], plain[k + generator_.below(static_cast<int>(plain.size()) - k)]);
        rules.owner[plain[k]] = static_cast<std::int8_t>((board.leader + k) % lesson.players);
        rules.before[plain[k]] = before;
        if (k < lesson.ordered) before |= bit(plain[k]);
        board.open |= bit(plain[k]);
    }
    rules.objectives = board.open;
    if (!lesson.tasks.empty()) {
        rules.tasks = Tasks(lesson.tasks);
        board.standing = rules.tasks.start();
    }
    return game;
}

float Training::points(const float* features, float* active) const {
    float sum = 0;
    const float* weight = weights.data();
    for (int k = 0; k < most_features; ++k) sum += weight[k] * features[k];
    std::array<float, units> in{};
    for (int k = 0; k < most_features; ++k) {
        if (features[k] == 0) continue;
        const float* first = weight + at_first + k * units;
        for (int unit = 0; unit < units; ++unit) in[unit] += first[unit] * features[k];
    }
    for (int unit = 0; unit < units; ++unit) {
        active[unit] = in[unit] > 0 ? in[unit] : 0;
        sum += weight[at_second + unit] * active[unit];
    }
    return sum;
}

float Training::signal_points(const float* features) const {
    float sum = 0;
    for (int k = 0; k < signal_features; ++k) sum += weights[at_signal + k] * features[k];
    return sum;
}

int Training::pick(const std::vector<float>& points, std::vector<float>& chances) {
    const float most = *std::max_element(points.begin(), points.end());
    chances.resize(points.size());
    float sum = 0;
    for (std::size_t k = 0; k < points.size(); ++k) sum += chances[k] = std::exp(points[k] - most);
    float left = static_cast<float>(uniform()) * sum;
    std::size_t picked = 0;
    while (picked + 1 < points.size() && (left -= chances[picked]) > 0) ++picked;
    for (float& chance : chances) chance /= sum;
    return static_cast<int>(picked);
}

int Training::card(const Dealt& game, Tape& tape) {
    const int me = game.board.turn(game.rules.players);
    const Word hand = game.hands[me];
    const Word cards = different(game.rules, game.board, hand, legal(game.rules, game.board, hand));
    if (!(cards & (cards - 1))) return lowest(cards);
    const Seen seen(game.rules, game.board, me, hand);
    std::vector<float> all, chances;
    std::vector<int> numbers;
    std::array<float, units> active;
    const std::size_t start = tape.seen.size();
    for (Word rest = cards; rest; rest &= rest - 1) {
        Features features;
        features_of(game.rules, game.board, seen, lowest(rest), features);
        tape.seen.push_back(real(features));
        all.push_back(points(tape.seen.back().data(), active.data()));
        numbers.push_back(lowest(rest));
    }
    const int picked = pick(all, chances);
    for (std::size_t k = start; k < tape.seen.size(); ++k)
        tape.pull.push_back((static_cast<int>(k - start) == picked) - chances[k - start]);
    return numbers[picked];
}

void Training::signal_in_turn(Dealt& game, Tape& tape) {
    for (int k = 0; k < game.rules.players; ++k) {
        const int player = (game.board.leader + k) % game.rules.players;
        std::array<Message, 2 * most_suits + 1> all;
        const int number = messages(game.rules, game.board, player, game.hands[player], all);
        std::vector<float> points, chances;
        for (int one_of = 0; one_of < number; ++one_of) {
            tape.heard.push_back(real(all[one_of].features));
            points.push_back(signal_points(tape.heard.back().data()));
        }
        const int picked = pick(points, chances);
        for (int one_of = 0; one_of < number; ++one_of)
            tape.signal_pull.push_back((one_of == picked) - chances[one_of]);
        if (all[picked].card != nobody) signal(game.rules, game.board, player, all[picked].card, all[picked].says);
    }
}

bool Training::played(Dealt game, Tape& tape) {
    signal_in_turn(game, tape);
    while (!game.board.status) {
        const int player = game.board.turn(game.rules.players);
        const int chosen = card(game, tape);
        game.hands[player] &= ~bit(chosen);
        play(game.rules, game.board, chosen);
    }
    return game.board.status > 0;
}

void Training::learn(const Tape& tape, float advantage) {
    std::array<float, units> active;
    for (std::size_t k = 0; k < tape.seen.size(); ++k) {
        const float pull = advantage * tape.pull[k];
        if (std::fabs(pull) < 1e-9f) continue;
        const float* features = tape.seen[k].data();
        points(features, active.data());
        for (int f = 0; f < most_features; ++f) gradient_[f] += pull * features[f];
        std::array<float, units> back{};
        for (int unit = 0; unit < units; ++unit) {
            gradient_[at_second + unit] += pull * active[unit];
            if (active[unit] > 0) back[unit] = pull * weights[at_second + unit];
        }
        for (int f = 0; f < most_features; ++f) {
            if (features[f] == 0) continue;
            float* first = gradient_.data() + at_first + f * units;
            for (int unit = 0; unit < units; ++unit) first[unit] += back[unit] * features[f];
        }
    }
    for (std::size_t k = 0; k < tape.heard.size(); ++k)
        for (int f = 0; f < signal_features; ++f)
            gradient_[at_signal + f] += advantage * tape.signal_pull[k] * tape.heard[k][f];
}

void Training::step(int iteration, double rate) {  // Adam (Kingma and Ba 2015)
    const double first = 1 - std::pow(0.9, iteration), second = 1 - std::pow(0.999, iteration);
    for (int k = 0; k < size; ++k) {
        mean_[k] = 0.9f * mean_[k] + 0.1f * gradient_[k];
        square_[k] = 0.999f * square_[k] + 0.001f * gradient_[k] * gradient_[k];
        weights[k] += static_cast<float>(rate * (mean_[k] / first) / (std::sqrt(square_[k] / second) + 1e-8));
    }
}

double Training::run(int from, int to, int all, double rate) {
    std::int64_t won = 0;
    for (int iteration = from; iteration < to; ++iteration) {
        std::fill(gradient_.begin(), gradient_.end(), 0.0f);
        for (int deal = 0; deal < deals; ++deal) {
            const Dealt game = dealt(lessons_[generator_.below(static_cast<int>(lessons_.size()))]);
            std::array<Tape, plays> tapes;
            std::array<int, plays> wins;
            int sum = 0;
            for (int k = 0; k < plays; ++k) sum += wins[k] = played(game, tapes[k]);
            won += sum;
            for (int k = 0; k < plays; ++k) {
                const float others = static_cast<float>(sum - wins[k]) / (plays - 1);
                const float advantage = (wins[k] - others) / (deals * plays);
                if (advantage != 0) learn(tapes[k], advantage);
            }
        }
        step(iteration + 1, rate * (1 - 0.95 * iteration / all));
    }
    return static_cast<double>(won) / (static_cast<double>(to - from) * deals * plays);
}

Weights Training::rounded() const {
    Weights made;
    for (int k = 0; k < most_features; ++k) made.direct[k] = rounded_one(weights[k]);
    for (int unit = 0; unit < units; ++unit) {
        for (int k = 0; k < most_features; ++k)
            made.first[unit][k] = rounded_one(weights[at_first + k * units + unit]);
        made.second[unit] = rounded_one(weights[at_second + unit]);
    }
    for (int k = 0; k < signal_features; ++k) made.signal[k] = rounded_one(weights[at_signal + k]);
    return made;
}

}  // namespace crew::hidden
